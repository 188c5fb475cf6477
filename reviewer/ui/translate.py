"""One way for the words of the screen to be translated."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def tr(words: str) -> str:
    """The words in the language of the program; without a translation, as they are written."""
    return QCoreApplication.translate("Reviewer", words)
