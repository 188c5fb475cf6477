"""The 2×2 sheet of an edit: result · reference · what is wrong · how the two compare."""

from __future__ import annotations

from reviewer.kinds.edit_pictures import TOLERANCE, EditPictures, Pixels
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import GOLDEN, INITIAL, RESULT, Sheet, SheetClass, SheetPane
from reviewer.model.counting import counted, percent


def sheet(request: Request) -> Sheet:
    """Difference by size of error beside the change that was made against the one meant."""
    pictures = EditPictures(request)
    role = pictures.reference_role
    result = pictures.pixels(RESULT)
    reference, notes = pictures.fitted(role)
    request.token.check()
    wrong = _wrong(pictures, role, result)
    request.token.check()
    compare = _compare(pictures, result, reference, role)
    name = request.task.artifact(role)
    own = request.task.artifact(RESULT)
    return Sheet(
        (
            SheetPane("Result", own.name if own else "", result),
            SheetPane(role.capitalize(), name.name if name else "", reference),
            wrong,
            compare,
        ),
        "; ".join(notes),
    )


def _wrong(pictures: EditPictures, role: str, result: Pixels) -> SheetPane:
    tolerance = int(pictures.request.parameters.get("tolerance", TOLERANCE))
    found = pictures.differences(role, tolerance)
    classes = [
        SheetClass(
            "small",
            f"small, {tolerance + 1}–{found.large_over}",
            found.classes == 1,
            says="small difference",
        ),
        SheetClass(
            "large",
            f"large, over {found.large_over}",
            found.classes == 2,
            says="large difference",
        ),
    ]
    share = found.differing / found.classes.size
    return SheetPane(
        "What is wrong",
        f"{counted(found.count, 'region')} · {percent(share, 1)}",
        result,
        tuple(classes),
        base_style="grey",
    )


def _compare(
    pictures: EditPictures,
    result: Pixels,
    reference: Pixels,
    role: str,
) -> SheetPane:
    if role == GOLDEN and pictures.has(INITIAL):
        try:
            return _intended(pictures, result, reference)
        except (NotMeasured, UnreadableError, ValueError):
            return _structure(result, reference)
    return _structure(result, reference)


def _intended(
    pictures: EditPictures,
    result: Pixels,
    golden: Pixels,
) -> SheetPane:
    from reviewer.metrics.pixels import resized, size_of
    from reviewer.overlays.change import change_layers

    initial = pictures.pixels(INITIAL)
    if size_of(initial) != size_of(result):
        initial = resized(initial, size_of(result))
    layers = change_layers(initial, golden, result, tolerance=TOLERANCE)
    classes = tuple(
        SheetClass(layer.name, layer.label, layer.mask, says=layer.label) for layer in layers
    )
    return SheetPane(
        "How the two compare",
        "as meant?",
        result,
        classes,
        base_style="grey",
    )


def _structure(
    result: Pixels,
    reference: Pixels,
) -> SheetPane:
    from reviewer.metrics.ssim import ssim_map
    from reviewer.overlays.heatmap import paint_heatmap

    similarity = ssim_map(result, reference)
    painted = paint_heatmap(similarity, size=(result.shape[1], result.shape[0]))
    return SheetPane("How the two compare", "SSIM, bright differs", painted)
