"""What the eye finds first: pixels of state, ring, turning answer and binding line."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.panel.check_line import CheckLine
from reviewer.ui.panel.ledger_block import LedgerBlock
from reviewer.ui.panel.panel import RightPanel
from reviewer.ui.theme import DARK, LIGHT, Tokens
from tests.ui.panel.rows_shown import rows_shown


def has(image: QImage, color: str, *, least: int = 3, reach: int = 24) -> bool:
    """Whether a color, anti-aliased or not, is found often enough."""
    wanted = QColor(color)
    found = 0
    for y in range(image.height()):
        for x in range(image.width()):
            seen = image.pixelColor(x, y)
            near = max(
                abs(seen.red() - wanted.red()),
                abs(seen.green() - wanted.green()),
                abs(seen.blue() - wanted.blue()),
            )
            found += near <= reach
            if found >= least:
                return True
    return False


def picture(widget: QWidget) -> QImage:
    """A widget as it is painted."""
    return widget.grab().toImage()


def line(panel: RightPanel, row: str) -> CheckLine:
    """The row of a check."""
    return next(
        each for each in rows_shown(panel)
        if isinstance(each, CheckLine) and each.row_id == row
    )  # fmt: skip


@pytest.mark.parametrize(("scheme", "tokens"), [("dark", DARK), ("light", LIGHT)])
def test_states_have_their_hue_and_only_what_failed_or_is_partial(
    qapp: QApplication, panel: RightPanel, stages: Any, scheme: Any, tokens: Tokens
) -> None:
    theme.apply(qapp, scheme)
    panel.set_view(stages(layer=0).view())
    panel.set_current("legible")
    failed, partial, near = (picture(line(panel, r)) for r in ("layer", "colors", "structure"))
    assert has(failed, tokens.bad, least=20)
    assert not has(failed, tokens.warn, reach=10)
    assert has(partial, tokens.warn, least=20)
    assert has(near, tokens.barfill, least=20)
    assert has(near, tokens.ok)
    assert not has(near, tokens.bad, reach=10)


def test_the_answer_that_turns_the_verdict_is_green_and_no_other(
    panel: RightPanel, stage: Any
) -> None:
    panel.set_view(stage.view())
    QApplication.processEvents()
    keys = panel.maker.card._key_rows[0]
    image = picture(keys)
    quarter = image.width() // 4
    first = image.copy(0, 0, quarter, image.height())
    rest = image.copy(quarter, 0, image.width() - quarter, image.height())
    assert has(first, DARK.ok, least=10)
    assert not has(rest, DARK.ok, reach=12)


def test_the_ring_is_on_the_card_alone(panel: RightPanel, stage: Any) -> None:
    panel.set_view(stage.view())
    panel.setFocus()
    image = picture(panel)
    card = panel.maker.card
    corner = card.mapTo(panel, QPoint(fonts.scaled(8), card.height() // 2))
    strip = image.copy(corner.x() - 1, corner.y(), 4, 10)
    assert has(strip, DARK.accent, least=8, reach=60)
    panel.set_current("colors")
    image = picture(panel)
    strip = image.copy(corner.x() - 1, corner.y(), 4, 10)
    assert not has(strip, DARK.accent, reach=60)


def test_the_line_that_binds_is_marked(panel: RightPanel, stage: Any) -> None:
    panel.set_view(stage.view())
    ledger = next(each for each in rows_shown(panel) if isinstance(each, LedgerBlock))
    image = picture(ledger)
    rows = [image.copy(0, n * 24, image.width(), 24) for n in range(4)]
    assert [has(row, DARK.bad, least=20) for row in rows] == [False, False, True, False]
    assert has(rows[1], DARK.warn, least=10)


def test_a_larger_system_font_scales_rows_and_keeps_all_on_screen(
    qapp: QApplication, panel: RightPanel, stage: Any
) -> None:
    fonts.set_scale(qapp, 1.5)
    theme.apply(qapp, "dark")
    try:
        panel.resize(600, 1200)
        panel.set_view(stage.view())
        assert line(panel, "colors").height() == 66
        assert panel.footer.height() == 72
        assert panel.footer.geometry().bottom() == 1199
        assert panel.maker.card.height() > 330
    finally:
        fonts.set_scale(qapp, 1.0)
        theme.apply(qapp, "dark")
