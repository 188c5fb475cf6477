"""Generated pictures against references by path: pairs, their similarities, mean and spread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reviewer.kinds import naming
from reviewer.kinds.protocol import Token
from reviewer.metrics import NotMeasured
from reviewer.scoring.summary import Spread, spread
from reviewer.store import files

METRICS = ("ImageSSIM", "ImageAverageHash", "ImageHistogramMatch")
_LIMIT = 2 * 1024**3
_GENERATED = ("_generated", "_gen")
_REFERENCE = ("_reference", "_ref")


@dataclass(frozen=True, slots=True)
class PairFiles:
    """Two files that belong together."""

    name: str
    generated: Path
    reference: Path


@dataclass(frozen=True, slots=True)
class PairScores:
    """The similarities of one pair; None where one was not measured, and why."""

    name: str
    generated: str
    reference: str
    values: Mapping[str, float | None]
    notes: tuple[str, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Plain values for `--json`."""
        return {
            "pair": self.name,
            "generated": self.generated,
            "reference": self.reference,
            **self.values,
            "notes": list(self.notes),
            "not_measured": dict(self.reasons),
        }


def pairs_of(generated: Path, reference: Path) -> tuple[list[PairFiles], list[str]]:
    """The pairs of two files, of a folder and one reference, or of two folders by equal names.

    The second value says which files of two folders have no partner.
    """
    for path in (generated, reference):
        if not path.exists():
            raise files.FileError(path, "there is no such file or folder", "Check the name.")
    if not generated.is_dir():
        if reference.is_dir():
            partner = _pictures(reference).get(naming.stem(generated.name))
            if partner is None:
                raise files.FileError(
                    reference, f"no picture is named like {generated.name}", "Name a picture."
                )
            reference = partner
        return [PairFiles(generated.name, generated, reference)], []
    ours = _pictures(generated, _GENERATED if generated == reference else ())
    if not reference.is_dir():
        return [PairFiles(path.name, path, reference) for path in ours.values()], []
    theirs = _pictures(reference, _REFERENCE if generated == reference else ())
    if not theirs.keys() & ours.keys():
        # No equal names: the endings may say which is which.
        ours, theirs = _pictures(generated, _GENERATED), _pictures(reference, _REFERENCE)
    pairs = [PairFiles(name, ours[name], theirs[name]) for name in ours if name in theirs]
    alone = [f"{p}: it has no partner" for name, p in ours.items() if name not in theirs]
    alone += [f"{p}: it has no partner" for name, p in theirs.items() if name not in ours]
    return pairs, alone


def _pictures(folder: Path, endings: Sequence[str] = ()) -> dict[str, Path]:
    """The pictures below a folder by their path without extension, as people count.

    With `endings`, only pictures whose name has one of them, and by what stands before it.
    """
    found = {}
    for path in sorted(folder.rglob("*"), key=lambda p: naming.natural_key(str(p))):
        if path.is_file() and naming.is_image(path.name):
            name = naming.stem(path.relative_to(folder).as_posix())
            ending = next((one for one in endings if name.endswith(one)), "")
            if ending or not endings:
                found[name.removesuffix(ending)] = path
    return found


def compare_pairs(
    pairs: Sequence[PairFiles],
    *,
    metrics: Sequence[str] = METRICS,
    bins: int = 256,
    resize: bool = True,
    token: Token,
) -> Iterator[PairScores]:
    """The similarities of each pair; a pair that cannot be read is told, never left out."""
    instruments = instruments_of(metrics, bins=bins, resize=resize)
    for number, pair in enumerate(pairs, 1):
        token.check()
        yield _compare(pair, instruments)
        token.report(number, len(pairs))


def instruments_of(metrics: Sequence[str], *, bins: int, resize: bool) -> dict[str, Any]:
    """The metrics by name, with the options that they take."""
    from reviewer.metrics.similarity import ImageAverageHash, ImageHistogramMatch, ImageSSIM

    known = {
        "ImageSSIM": ImageSSIM(resize=resize),
        "ImageAverageHash": ImageAverageHash(),
        "ImageHistogramMatch": ImageHistogramMatch(bins=bins),
    }
    return {name: known[name] for name in metrics}


def _compare(pair: PairFiles, instruments: Mapping[str, Any]) -> PairScores:
    values: dict[str, float | None] = dict.fromkeys(instruments)
    reasons: dict[str, str] = {}
    notes: dict[str, None] = {}
    names = (str(pair.generated), str(pair.reference))
    try:
        one, two = _read(pair.generated), _read(pair.reference)
    except files.FileError as error:
        return PairScores(pair.name, *names, values, (), dict.fromkeys(values, str(error)))
    for name, instrument in instruments.items():
        try:
            found = instrument.measure(one, two)
        except NotMeasured as error:
            reasons[name] = str(error)
            continue
        values[name] = found.value
        notes |= dict.fromkeys(found.notes)
    return PairScores(pair.name, *names, values, tuple(notes), reasons)


def _read(path: Path) -> Any:  # noqa: ANN401 - an array
    """The pixels of a picture, layered ones drawn."""
    from reviewer.formats import raster

    data = files.read_bytes(path, limit=_LIMIT)
    if raster.is_xcf(data):
        from reviewer.formats.xcf import flatten
        from reviewer.session.xcf_files import open_xcf

        return flatten(open_xcf(path)).rgba
    try:
        return raster.decode(data, name=path.name).pixels
    except raster.RasterError as error:
        raise files.FileError(path, error.cause, f"{error.remedy}.") from error


def spreads(rows: Sequence[PairScores], metrics: Sequence[str]) -> dict[str, Spread]:
    """Mean and spread of each metric over the pairs that were measured."""
    return {name: spread([row.values.get(name) for row in rows]) for name in metrics}
