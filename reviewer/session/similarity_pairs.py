"""Generated pictures against references by path: pairs, their similarities, mean and spread."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reviewer.kinds import naming
from reviewer.kinds.edit_scales import clash_of_scales
from reviewer.kinds.protocol import Picture, Token
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
    """The pairs of two files, of a folder and one reference, or of two folders by equal paths.

    Paths count from the two folders, at any depth; where only the extension differs that is no
    difference. The second value says which files have no partner.
    """
    for path in (generated, reference):
        if not path.exists():
            raise files.FileError(path, "there is no such file or folder", "Check the name.")
    if not generated.is_dir():
        if reference.is_dir():
            reference = _partner_in(reference, generated)
        return [PairFiles(generated.name, generated, reference)], []
    ours = _pictures(generated)
    if not reference.is_dir():
        return [PairFiles(name, path, reference) for name, path in ours.items()], []
    theirs = _pictures(reference)
    endings = _ended(ours, _GENERATED), _ended(theirs, _REFERENCE)
    if all(endings) and (generated.samefile(reference) or not _partners(ours, theirs)):
        # The endings of the names say which is which.
        ours, theirs = endings
    found = _partners(ours, theirs)
    pairs = [PairFiles(name, ours[name], theirs[other]) for name, other in found.items()]
    taken = set(found.values())
    alone = [f"{p}: it has no partner" for name, p in ours.items() if name not in found]
    alone += [f"{p}: it has no partner" for name, p in theirs.items() if name not in taken]
    return pairs, alone


def _partner_in(folder: Path, generated: Path) -> Path:
    theirs = _pictures(folder)
    partner = _partners({generated.name: generated}, theirs).get(generated.name)
    if partner is None:
        raise files.FileError(
            folder, f"no picture is named like {generated.name}", "Name a picture."
        )
    return theirs[partner]


def _pictures(folder: Path) -> dict[str, Path]:
    """The pictures below a folder by their path from it, as people count."""
    return {
        path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*"), key=lambda p: naming.natural_key(str(p)))
        if path.is_file() and naming.is_image(path.name)
    }


def _ended(pictures: Mapping[str, Path], endings: Sequence[str]) -> dict[str, Path]:
    """Those whose name has one of the endings, by their path without it."""
    found: dict[str, Path] = {}
    for name, path in pictures.items():
        stem = naming.stem(name)
        ending = next((one for one in endings if stem.endswith(one)), "")
        if ending:
            found.setdefault(stem.removesuffix(ending) + name.removeprefix(stem), path)
    return found


def _partners(ours: Mapping[str, Path], theirs: Mapping[str, Path]) -> dict[str, str]:
    """Who belongs to whom: the very name, else the only one with another extension."""
    found = {name: name for name in ours if name in theirs}
    rest = [_by_stem(name for name in side if name not in found) for side in (ours, theirs)]
    for stem, names in rest[0].items():
        others = rest[1].get(stem, [])
        if len(names) == len(others) == 1:
            found[names[0]] = others[0]
    return {name: found[name] for name in ours if name in found}


def _by_stem(names: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(naming.stem(name), []).append(name)
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
        one, said, shown = _read(pair.generated)
        two, also, other = _read(pair.reference)
    except files.FileError as error:
        return PairScores(pair.name, *names, values, (), dict.fromkeys(values, str(error)))
    # What was changed while reading is part of what was compared.
    notes |= dict.fromkeys(f"generated: {note}" for note in said)
    notes |= dict.fromkeys(f"reference: {note}" for note in also)
    if shown is not None and other is not None:
        clash = clash_of_scales((pair.generated.name, shown), (pair.reference.name, other))
        if clash:
            reasons = dict.fromkeys(values, clash)
            return PairScores(pair.name, *names, values, tuple(notes), reasons)
    for name, instrument in instruments.items():
        try:
            found = instrument.measure(one, two)
        except NotMeasured as error:
            reasons[name] = str(error)
            continue
        values[name] = found.value
        notes |= dict.fromkeys(found.notes)
    return PairScores(pair.name, *names, values, tuple(notes), reasons)


def _read(path: Path) -> tuple[Any, tuple[str, ...], Picture | None]:
    """The pixels of a picture, layered ones drawn, and what reading them changed; the picture
    itself where it is no layered one."""
    from reviewer.formats import raster

    data = files.read_bytes(path, limit=_LIMIT)
    if raster.is_xcf(data):
        from reviewer.formats.xcf import flatten
        from reviewer.session.xcf_files import open_xcf

        drawn = flatten(open_xcf(path))
        return drawn.rgba, drawn.approximations, None
    try:
        found = raster.decode(data, name=path.name)
    except raster.RasterError as error:
        raise files.FileError(path, error.cause, f"{error.remedy}.") from error
    return found.pixels, found.notes, found


def spreads(rows: Sequence[PairScores], metrics: Sequence[str]) -> dict[str, Spread]:
    """Mean and spread of each metric over the pairs that were measured."""
    return {name: spread([row.values.get(name) for row in rows]) for name in metrics}
