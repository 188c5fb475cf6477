"""Labels that take the height their words need at the width they get."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy

from reviewer.ui import fonts
from reviewer.ui.widgets.labels import ElidedLabel


def wrapped(
    words: str = "", *, step: fonts.Step = "m", role: str = "text", bold: bool = False,
    most: int = 2,
) -> ElidedLabel:  # fmt: skip
    """A label of up to `most` lines; a fixed height would be that of one line at a wide guess."""
    label = ElidedLabel(words, step=step, role=role, bold=bold, most=most)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    return label
