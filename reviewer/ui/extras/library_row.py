"""The pictures of a library, narrowed by domain, category and tag, one of them to pick."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from reviewer.session.manifest import Asset, matching
from reviewer.ui import fonts
from reviewer.ui.translate import tr
from reviewer.ui.widgets.buttons import DropDown, add_choice
from reviewer.ui.widgets.row_list import plain_tip

_MOST = 60
_ANY = {"domain": "any domain", "category": "any category", "tag": "any tag"}


class LibraryRow(QWidget):
    """Three filters; `pick`, the menu of what passes them, has a row of its own in the form."""

    picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.assets: Sequence[Asset] = ()
        self._chosen = dict.fromkeys(_ANY, "")
        self.filters = {name: DropDown(tr(name), name.capitalize()) for name in _ANY}
        self.pick = DropDown(tr("pick"), tr("Pick from the library"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(fonts.scaled(4))
        for name, button in self.filters.items():
            row.addWidget(button)
            button.menu_wanted.connect(self._filler(name))
            # A long value is cut in its button, and whole in the menu; the form keeps its width.
            button.setMinimumWidth(fonts.scaled(56))
        row.addStretch(1)
        self.pick.menu_wanted.connect(self._fill)

    def set_assets(self, assets: Sequence[Asset]) -> None:
        """The pictures of a library; other pictures are not filtered by what was chosen."""
        if assets is self.assets:
            return
        self.assets = assets
        for name in _ANY:
            self.choose(name, "")

    def choose(self, name: str, value: str) -> None:
        """Narrow by a domain, a category or a tag; empty is any."""
        self._chosen[name] = value
        self.filters[name].set_text(value or tr(name))
        self.filters[name].setToolTip(plain_tip(value))
        self.pick.set_text(tr("pick of {count}").format(count=f"{len(self.matching()):,}"))

    def matching(self) -> list[Asset]:
        """The pictures that pass."""
        tag = self._chosen["tag"]
        return matching(
            self.assets,
            domain=self._chosen["domain"],
            category=self._chosen["category"],
            tags=(tag,) if tag else (),
        )

    def _filler(self, name: str) -> Callable[[QMenu], None]:
        def fill(menu: QMenu) -> None:
            values = sorted({value for asset in self.assets for value in _values(asset, name)})
            for value in ("", *values):
                is_current = value == self._chosen[name]
                take = partial(self.choose, name, value)
                add_choice(menu, value or tr(_ANY[name]), take, is_current=is_current)

        return fill

    def _fill(self, menu: QMenu) -> None:
        found = self.matching()
        for asset in found[:_MOST]:
            about = " · ".join(part for part in (asset.domain, asset.category) if part)
            words = f"{asset.path.name} · {about}" if about else asset.path.name
            act = menu.addAction(words.replace("&", "&&"))
            act.triggered.connect(lambda _=False, path=asset.path: self.picked.emit(str(path)))
        if not found:
            menu.addAction(tr("no picture has all of these")).setEnabled(False)
        if len(found) > _MOST:
            more = tr("and {count} more: narrow it").format(count=len(found) - _MOST)
            menu.addAction(more).setEnabled(False)


def _values(asset: Asset, name: str) -> Iterable[str]:
    found = asset.tags if name == "tag" else (getattr(asset, name),)
    return [value for value in found if value]
