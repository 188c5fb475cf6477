"""A picture of evidence that is not the scene (swatches, a hash) is seen whole at every zoom."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from reviewer.model import Evidence
from reviewer.ui.pictures.desk import PictureDesk
from reviewer.ui.pictures.surface import PictureSurface
from tests.ui.picture_parts import BLUE, at_once, plain, three


def whole(view: PictureSurface) -> bool:
    """Whether all of the picture lies inside its pane."""
    size = view.device_size()
    return QRectF(-0.5, -0.5, size.width() + 1, size.height() + 1).contains(view.picture_rect())


def test_swatches_stay_whole_while_maps_follow_the_zoom(qtbot: QtBot) -> None:
    desk = PictureDesk(run=at_once)
    qtbot.addWidget(desk)
    desk.resize(1600, 700)
    desk.show()
    desk.set_sources(three())
    swatches, ssim = plain(BLUE, 288, 96), plain(BLUE, 60, 80)
    desk.set_evidence(Evidence("c", "said", pictures={"colors": swatches, "map": ssim}))
    desk.set_mode("3-up")
    panes = desk.stage.panes
    desk.camera.set_zoom(12.0)
    assert whole(panes["evidence:colors"].view)
    assert not whole(panes["evidence:map"].view)
    assert not whole(panes["result"].view)
    desk.choose_role("evidence:colors")
    desk.set_mode("one")
    assert whole(desk.stage.main.view)
    desk.choose_role("result")
    assert not whole(desk.stage.main.view)
