"""Finding a command or a task by a few of its letters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def score(query: str, text: str) -> float | None:
    """How well letters in order fit a text, higher is better; None when they do not occur.

    Beginnings of words and runs of letters count most, so that `fl` finds "Fit" after "Filter the
    List".
    """
    wanted, heap = query.casefold(), text.casefold()
    if not wanted:
        return 0.0
    if wanted in heap:
        at = heap.index(wanted)
        starts = at == 0 or not heap[at - 1].isalnum()
        return 100.0 + (50.0 if starts else 0.0) - at * 0.1 - len(heap) * 0.01
    total, place, run = 0.0, 0, 0
    for letter in wanted:
        if letter == " ":
            run = 0
            continue
        at = _next(heap, letter, place, is_run=run > 0)
        if at < 0:
            return None
        starts = at == 0 or not heap[at - 1].isalnum()
        run = run + 1 if at == place and place > 0 else 1
        total += 4.0 + (6.0 if starts else 0.0) + (3.0 if run > 1 else 0.0) - (at - place) * 0.2
        place = at + 1
    return total / len(wanted) * 5 - len(heap) * 0.01


def _next(heap: str, letter: str, start: int, *, is_run: bool) -> int:
    """The next place of a letter: right here in a run, else at the start of a word, else any."""
    if is_run and heap.startswith(letter, start):
        return start
    anywhere = heap.find(letter, start)
    at = anywhere
    while at >= 0:
        if at == 0 or not heap[at - 1].isalnum():
            return at
        at = heap.find(letter, at + 1)
    return anywhere


def holding(query: str, texts: Iterable[str], most: int) -> Iterator[str]:
    """The first texts that hold all words of a query; cheap enough for 100,000 of them."""
    words = query.casefold().split()
    found = 0
    for text in texts:
        heap = text.casefold()
        if all(word in heap for word in words):
            yield text
            found += 1
            if found >= most:
                return
