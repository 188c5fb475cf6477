"""Measuring an image edit: every number that the rubric's rows name, and a few for the eye."""

from __future__ import annotations

from reviewer.kinds.edit_catalog import ANY_SCALE, ids_of, instrument_of, roles_of
from reviewer.kinds.edit_faults import needed_roles
from reviewer.kinds.edit_pictures import EditPictures
from reviewer.kinds.edit_value import Params
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.metrics import SMALLEST_SIDE, NotMeasured, TooSmall
from reviewer.model import GOLDEN, INITIAL, RESULT, Measurement

VERSION = 4
_FILE = ("exists", "readable")
_BESIDE = ("distance_to_golden", "distance_to_initial", "intended_change")


def measure_rows(request: Request, pictures: EditPictures) -> tuple[Measurement, ...]:
    """The measurements of all rows; a golden that cannot be read is an error of the task."""
    require_golden(request, pictures)
    result = request.task.artifact(RESULT)
    is_picture = result is not None and not pictures.is_settings(result)
    wanted: dict[str, Params] = {name: {} for name in (*_FILE, *(_BESIDE if is_picture else ()))}
    for check in request.rubric.checks:
        for name in ids_of(check):
            wanted.setdefault(name, check.params)
    found = []
    for number, (name, params) in enumerate(wanted.items()):
        request.token.check()
        made = measure_one(pictures, name, params)
        if made is not None:
            found.append(made)
        request.token.report(number + 1, len(wanted))
    return tuple(found)


def require_golden(request: Request, pictures: EditPictures) -> None:
    """Raise UnreadableError when the task's own pictures are broken: no fault of the agent."""
    needed = _chosen_roles(request)
    for role in (GOLDEN, INITIAL):
        artifact = request.task.artifact(role)
        if artifact is None or pictures.is_settings(artifact):
            continue
        if not request.reader.exists(artifact):
            if role == GOLDEN or role in needed:
                raise UnreadableError(
                    f"{artifact.name}: the {role} picture is missing: "
                    f"{request.reader.absence(artifact)}. This is an error of the task."
                )
            continue
        try:
            pictures.picture(role)
        except UnreadableError as error:
            raise UnreadableError(f"{error} This is an error of the task.") from error


def _chosen_roles(request: Request) -> set[str]:
    """The pictures that the checks of the task itself are held against."""
    return {
        role
        for check in request.rubric.checks
        if "use" in check.params
        for role in needed_roles(check, has_golden=request.task.artifact(GOLDEN) is not None)
    }


def measure_one(pictures: EditPictures, name: str, params: Params) -> Measurement | None:
    """One measurement by its id; an id with a prefix (`own.setting_value`) names the instrument
    behind the last dot. None for an id that no code measures: a judge's."""
    short = name.rpartition(".")[2]
    instrument = instrument_of(name)
    if instrument is None:
        return None
    # Rows share parameters among their instruments; each notes only those it takes.
    plain = {key: value for key, value in params.items() if key in instrument.params}
    reason = error = ""
    is_excused = False
    try:
        if short not in ANY_SCALE:
            _require_one_scale(pictures, name, plain)
        made = instrument.read(pictures, plain)
    except NotMeasured as found:
        reason = str(found)
        is_excused = isinstance(found, TooSmall) and _is_tiny(pictures)
    except (UnreadableError, ValueError) as found:
        error = str(found)
    else:
        return Measurement(
            name,
            made.value,
            unit=made.unit,
            instrument=short,
            version=VERSION,
            params=plain,
            notes=made.notes,
            facts=made.facts,
        )
    return Measurement(
        name,
        None,
        unit=instrument.unit,
        instrument=short,
        version=VERSION,
        params=plain,
        reason=reason,
        error=error,
        is_excused=is_excused,
    )


def _require_one_scale(pictures: EditPictures, name: str, params: Params) -> None:
    """Raise NotMeasured where the pictures that an instrument compares have other scales."""
    roles = roles_of(name, params, reference=pictures.reference_role)
    if roles and all(pictures.is_readable(role) for role in (RESULT, *roles)):
        pictures.require_one_scale(RESULT, *sorted(roles))


def _is_tiny(pictures: EditPictures) -> bool:
    """Whether a picture of the task itself is too small, so that every result would be."""
    return any(
        pictures.has(role) and min(pictures.pixels(role).shape[:2]) < SMALLEST_SIDE
        for role in (GOLDEN, INITIAL)
    )
