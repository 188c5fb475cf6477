"""One way for the words of the screen to be translated."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from reviewer.model.wording import Worded


def tr(words: str) -> str:
    """The words in the language of the program; without a translation, as they are written."""
    return QCoreApplication.translate("Reviewer", words)


def translated(said: str) -> str:
    """What another room said, as it is shown: a sentence with values is one with any values."""
    if not isinstance(said, Worded):
        return tr(said)
    values = {
        name: translated(value) if isinstance(value, Worded) else value
        for name, value in said.values.items()
    }
    return tr(said.template).format(**values)
