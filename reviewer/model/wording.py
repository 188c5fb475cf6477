"""Sentences with values in them, kept apart: rooms that know no screen word what it shows."""

from __future__ import annotations

from collections.abc import Mapping


class Worded(str):
    """A sentence as it is written; its template and values, to say it in another language."""

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, object]


def worded(template: str, /, **values: object) -> Worded:
    """The sentence of a template, its values named as in `str.format`."""
    made = Worded(template.format(**values))
    made.template, made.values = template, values
    return made
