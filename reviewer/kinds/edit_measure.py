"""Measuring an image edit: every number that the rubric's rows name, and a few for the eye."""

from __future__ import annotations

from collections.abc import Iterator

from reviewer.kinds.edit_instruments import INSTRUMENTS, Params
from reviewer.kinds.edit_instruments_more import MORE
from reviewer.kinds.edit_pictures import EditPictures
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import GOLDEN, INITIAL, Check, Measurement
from reviewer.model.measurement import JUDGE

VERSION = 1
_ALWAYS = ("exists", "readable", "distance_to_golden", "distance_to_initial", "intended_change")


def measure_rows(request: Request, pictures: EditPictures) -> tuple[Measurement, ...]:
    """The measurements of all rows; a golden that cannot be read is an error of the task."""
    require_golden(request, pictures)
    wanted: dict[str, Params] = {name: {} for name in _ALWAYS}
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
    for role in (GOLDEN, INITIAL):
        artifact = request.task.artifact(role)
        if artifact is None:
            continue
        if not request.reader.exists(artifact):
            if role == GOLDEN:
                raise UnreadableError(
                    f"{artifact.name}: the golden picture is missing. This is an error of the task."
                )
            continue
        try:
            if pictures.request.task.artifact(role) is not None:
                pictures.picture(role)
        except UnreadableError as error:
            if is_settings(artifact.name):
                continue
            raise UnreadableError(f"{error} This is an error of the task.") from error


def is_settings(name: str) -> bool:
    """True for a settings file, which is no picture."""
    from reviewer.kinds import naming

    return not naming.is_image(name)


def ids_of(check: Check) -> Iterator[str]:
    """The measurements that a row reads."""
    yield check.measure
    for bound in check.rule.conditions:
        if bound.of:
            yield bound.of
    for stair in check.rule.stairs:
        for bound in (stair.bound, *stair.also):
            if bound.of:
                yield bound.of
    if isinstance(check.rule.target, str):
        yield check.rule.target


def measure_one(pictures: EditPictures, name: str, params: Params) -> Measurement | None:
    """One measurement by its id; an id with a prefix (`own.setting_value`) names the instrument
    behind the last dot. None for an id that no code measures: a judge's."""
    short = name.rpartition(".")[2]
    instrument = INSTRUMENTS.get(short) or MORE.get(short)
    if instrument is None:
        return None
    plain = {key: value for key, value in params.items() if key != "use"}
    try:
        made = instrument(pictures, plain)
    except NotMeasured as error:
        return Measurement(
            name, None, instrument=short, version=VERSION, params=plain, reason=str(error)
        )
    except UnreadableError as error:
        return Measurement(
            name, None, instrument=short, version=VERSION, params=plain, error=str(error)
        )
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


def unjudged(check: Check) -> Measurement:
    """A judge's row that nobody has answered."""
    return Measurement(check.measure, None, source=JUDGE, reason="no judge was asked")
