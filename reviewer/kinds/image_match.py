"""A generated picture against a reference, by three similarity metrics."""

from __future__ import annotations

from collections.abc import Iterator

from reviewer.kinds import naming
from reviewer.kinds.edit_scales import clash_of_scales
from reviewer.kinds.protocol import (
    NO_FILE,
    Found,
    Kind,
    Listing,
    Measured,
    Request,
    UnreadableError,
)
from reviewer.model import (
    GOLDEN,
    RESULT,
    Evidence,
    Flag,
    Mark,
    Measurement,
    Panel,
    Sheet,
    Table,
)
from reviewer.model.counting import short_of_one

_PAIRS = (("generated", "reference"), ("gen", "ref"))
METRICS = ("ImageSSIM", "ImageAverageHash", "ImageHistogramMatch")


def detect(listing: Listing) -> tuple[Found, ...]:
    """`generated` and `reference`: two files, endings of file names, or two folders."""
    images = {naming.stem(name).casefold(): name for name in listing.files if naming.is_image(name)}
    for generated, reference in _PAIRS:
        if generated in images and reference in images:
            return (_found(listing, "", images[generated], images[reference]),)
    return tuple(_suffixed(listing, images)) or tuple(_folders(listing))


def _found(listing: Listing, stem: str, generated: str, reference: str, *consumes: str) -> Found:
    return Found(
        kind="image_match",
        stem=stem,
        roles=((RESULT, generated), (GOLDEN, reference)),
        why=f"{generated} is generated, {reference} its reference",
        instruction_file=naming.instruction_file(listing.files, stem),
        consumes=consumes,
    )


def _suffixed(listing: Listing, images: dict[str, str]) -> Iterator[Found]:
    for stem, name in images.items():
        for generated, reference in _PAIRS:
            if not stem.endswith(f"_{generated}"):
                continue
            task = stem[: -len(generated) - 1]
            other = images.get(f"{task}_{reference}")
            if task and other:
                yield _found(listing, task, name, other)


def _folders(listing: Listing) -> Iterator[Found]:
    folders = {name.casefold(): name for name in listing.folders}
    for generated, reference in _PAIRS:
        if generated not in folders or reference not in folders:
            continue
        one, two = (listing.below(folders[name]) for name in (generated, reference))
        if one is None or two is None:
            continue
        others = {naming.stem(name): name for name in two.files if naming.is_image(name)}
        for name in one.files:
            stem = naming.stem(name)
            if naming.is_image(name) and stem in others:
                yield _found(
                    listing,
                    stem,
                    f"{folders[generated]}/{name}",
                    f"{folders[reference]}/{others[stem]}",
                    folders[generated],
                    folders[reference],
                )
        return


def measure(request: Request) -> Measured:
    """The three similarities; a reference that cannot be read is an error of the task."""
    from reviewer.kinds.edit_pictures import EditPictures

    pictures = EditPictures(request)
    if not pictures.has(GOLDEN):
        raise UnreadableError(f"{request.task.id}: the reference is missing. The task is broken.")
    reference = pictures.pixels(GOLDEN)
    try:
        generated = pictures.pixels(RESULT)
    except UnreadableError as error:
        failed = tuple(Measurement(name, None, error=str(error)) for name in METRICS)
        flag = ("unreadable", "result unreadable")
        artifact, reader = pictures.artifact(RESULT), request.reader
        if not reader.exists(artifact) and reader.absence(artifact) == NO_FILE:
            flag = ("no-result", "no result yet")
        return Measured(failed, (Flag(*flag, True, "bad", str(error)),))
    clash = clash_of_scales(
        *((pictures.artifact(role).name, pictures.picture(role)) for role in (RESULT, GOLDEN))
    )
    if clash:
        found = tuple(Measurement(name, None, instrument=name, reason=clash) for name in METRICS)
    else:
        found = tuple(_one(request, name, generated, reference) for name in METRICS)
    request.token.check()
    odd = [
        name
        for role, name in ((RESULT, "generated"), (GOLDEN, "reference"))
        if pictures.picture(role).non_finite
    ]
    return Measured(found, (*_flags(found, generated, reference), _nan(odd)))


def _one(request: Request, name: str, generated: object, reference: object) -> Measurement:
    from reviewer.metrics import NotMeasured, similarity

    params: dict[str, object] = {}
    if name == "ImageSSIM":
        params["resize"] = request.parameters.get("resize", "yes") != "no"
    elif name == "ImageHistogramMatch":
        params["bins"] = int(request.parameters.get("bins", 256))
    metric = getattr(similarity, name)(**params)
    try:
        made = metric.measure(generated, reference)
    except NotMeasured as error:
        return Measurement(name, None, instrument=name, params=params, reason=str(error))
    return Measurement(name, made.value, instrument=name, params=params, notes=made.notes)


def _nan(odd: list[str]) -> Flag:
    said = f"NaN or infinite values, shown black, in {', '.join(odd)}." if odd else ""
    return Flag("nan", "NaN in a picture", bool(odd), "bad", said)


def _flags(
    found: tuple[Measurement, ...], generated: object, reference: object
) -> tuple[Flag, ...]:
    from reviewer.metrics.pixels import size_of

    one, two = size_of(generated), size_of(reference)  # type: ignore[arg-type]
    sizes = f"generated {one[0]}×{one[1]}, reference {two[0]}×{two[1]}"
    flat = [note for m in found for note in m.notes if "flat" in note]
    return (
        Flag("unreadable", "result unreadable", False),
        Flag("resized", "sizes differ", one != two, detail=sizes if one != two else ""),
        Flag("flat", "flat image: hash says nothing", bool(flat), detail="; ".join(flat)),
    )


def evidence(request: Request, check_id: str) -> Evidence:
    """The SSIM map, the two hashes as 8×8 pictures, or the histogram pair."""
    import numpy as np

    from reviewer.kinds.edit_pictures import EditPictures
    from reviewer.metrics import pixels as pixel_metrics
    from reviewer.metrics.hashing import average_hash
    from reviewer.metrics.histogram import color_histogram
    from reviewer.metrics.ssim import ssim_map
    from reviewer.overlays.heatmap import paint_heatmap

    pictures = EditPictures(request)
    generated, reference = pictures.pixels(RESULT), pictures.fitted(GOLDEN)[0]
    found = request.measurements.get(check_id)
    value = found.value if found is not None else None
    said = short_of_one(value, 4) if isinstance(value, float) else "not measured"
    notes = "; ".join(found.notes) if found else ""
    summary = f"{check_id}: {said}. {notes}".rstrip(". ") + "."
    if check_id == "ImageAverageHash":
        shown = {}
        for title, picture in (("generated", generated), ("reference", pictures.pixels(GOLDEN))):
            bits = np.asarray(average_hash(picture).bits, dtype=np.uint8).reshape(8, 8) * 255
            large = np.kron(bits, np.ones((16, 16), dtype=np.uint8))
            shown[f"Hash of {title}"] = np.repeat(large[..., None], 3, axis=2)
        return Evidence(check_id, summary, pictures=shown)
    if check_id == "ImageHistogramMatch":
        series = {}
        for title, picture in (("generated", generated), ("reference", pictures.pixels(GOLDEN))):
            for channel, row in zip("RGB", color_histogram(picture).reshape(3, -1), strict=True):
                series[f"{title} {channel}"] = tuple(float(value) for value in row)
        return Evidence(check_id, summary, histograms=series)
    similarity = ssim_map(generated, reference)
    width, height = pixel_metrics.size_of(generated)
    down, across = np.unravel_index(int(np.argmin(similarity)), similarity.shape)
    x, y = across * width / similarity.shape[1], down * height / similarity.shape[0]
    ring = Mark("ring", (float(x), float(y), max(width, height) / 24), "least alike", "bad")
    painted = paint_heatmap(similarity, size=(width, height))
    shown = {"SSIM map, bright differs": painted}
    return Evidence(check_id, summary, marks=(ring,), pictures=shown)


def sheet(request: Request) -> Sheet:
    """The 2×2 sheet of an edit serves here too."""
    from reviewer.kinds import edit_sheet

    return edit_sheet.sheet(request)


def panels(request: Request) -> tuple[Panel, ...]:
    """The three numbers with their notes."""
    rows = tuple(
        (m.id, m.value if m.is_measured else m.error or m.reason, "; ".join(m.notes))
        for m in request.measurements.values()
    )
    return (
        Panel("numbers", "table", "Every number", table=Table(("metric", "value", "note"), rows)),
    )


KIND = Kind(
    name="image_match",
    title="Image match",
    roles=(RESULT, GOLDEN),
    detect=detect,
    measure=measure,
    evidence=evidence,
    sheet=sheet,
    panels=panels,
    instruments={"similarity": 2},
)
