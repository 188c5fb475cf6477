"""What is small and what is large, said alike by the difference and by the 2×2 sheet."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from reviewer.session.comparing import TOLERANCE, difference
from reviewer.session.jobs import CancelToken
from reviewer.store import resources


@pytest.mark.parametrize("name", ["cat_darker", "coffee_mirrored", "rocket_contrast"])
def test_the_difference_and_the_sheet_call_the_same_pixels_small_and_large(
    tmp_path, open_desk, look, name: str
) -> None:
    shutil.copytree(resources.path("samples") / name, tmp_path / "t" / name)
    session = open_desk(tmp_path / "t")
    state = look(session, name)
    session.showing.show_sheet()
    session.jobs.drain()
    wrong = session.showing.sheet.panes[2]
    words = {each.key: each.label for each in wrong.classes}
    counts = {each.key: int(np.count_nonzero(each.mask)) for each in wrong.classes}
    first, second = (
        state.reader.picture(state.task.artifact(role)).pixels for role in ("result", "golden")
    )
    found = difference(first, second, TOLERANCE, CancelToken())
    total = first.shape[0] * first.shape[1]
    assert (round(found.small * total), round(found.large * total)) == (
        counts["small"], counts["large"]
    )  # fmt: skip
    assert (found.tolerance, found.large_over) == (8, 32)
    assert words == {"small": "small, 9–32", "large": "large, over 32"}
