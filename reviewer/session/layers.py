"""Layers of an XCF picture shown or hidden for looking only: no grade and no file changes."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reviewer.kinds.protocol import Reader, Token, UnreadableError
from reviewer.model.wording import worded
from reviewer.session import changes as facet
from reviewer.session.changes import Changes, changes

if TYPE_CHECKING:
    from reviewer.model import Artifact, Panel, TreeNode
    from reviewer.session.desk import Session
    from reviewer.session.pictures import PictureState

PANEL = "layers:"
# The item of a panel of layers that stands for all of them, as the file says.
WHOLE = "*"
LOOKING = "layers as chosen here, for looking only"

LayerPath = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A picture drawn from layers: uint8 RGBA (H, W, 4), and what in it is approximate.

    `is_as_filed` where nothing is shown otherwise than the file says.
    """

    pixels: Any
    notes: tuple[str, ...] = ()
    is_as_filed: bool = False


def path_of(item: str) -> LayerPath:
    """The layer that an item of the tree names: `0/2` is the third of the first group."""
    return tuple(int(index) for index in item.split("/"))


def flatten_with(
    reader: Reader, artifact: Artifact, visible: Mapping[LayerPath, bool], token: Token
) -> Drawn:
    """The picture with some layers shown or hidden otherwise than the file says."""
    from reviewer.formats.xcf import XcfError, flatten

    image = reader.document(artifact, "xcf")
    try:
        as_filed = all(image.layer(path).visible is is_on for path, is_on in visible.items())
        flat = flatten(image, visible=visible, check=token.check)
    except (XcfError, IndexError) as error:
        raise UnreadableError(f"{artifact.name}: {error}") from error
    flat.rgba.setflags(write=False)
    return Drawn(flat.rgba, flat.approximations, as_filed)


def layer_alone(reader: Reader, artifact: Artifact, path: LayerPath) -> Drawn:
    """One layer's own pixels in its place, without opacity, mode or mask."""
    from reviewer.formats.xcf import XcfError, layer_pixels

    image = reader.document(artifact, "xcf")
    try:
        pixels, layer = layer_pixels(image, path), image.layer(path)
    except (XcfError, IndexError) as error:
        raise UnreadableError(f"{artifact.name}: {error}") from error
    placed = _placed(pixels, layer.offset, size=(image.width, image.height))
    placed.setflags(write=False)
    return Drawn(placed, (f"only the layer “{layer.name}”",))


def _placed(pixels: Any, offset: tuple[int, int], *, size: tuple[int, int]) -> Any:  # noqa: ANN401
    """RGBA pixels at an offset of an empty picture of (width, height); what lies outside is cut."""
    import numpy as np

    (left, top), (width, height) = offset, size
    canvas = np.zeros((height, width, 4), np.uint8)
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(width, left + pixels.shape[1]), min(height, top + pixels.shape[0])
    if x0 < x1 and y0 < y1:
        canvas[y0:y1, x0:x1] = pixels[y0 - top : y1 - top, x0 - left : x1 - left]
    return canvas


class Layers:
    """What is shown and hidden of the task on the desk."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._chosen: dict[str, dict[LayerPath, bool]] = {}
        # What the panes said before the first of their layers was chosen.
        self._notes: dict[str, tuple[str, ...]] = {}
        self._of: object = None
        self._panels: tuple[object, object, tuple[Panel, ...]] = (None, None, ())

    @property
    def panels(self) -> tuple[Panel, ...]:
        """The panels of the task, with every eye as it was chosen."""
        self._renew()
        showing = self._session.showing
        choice = ({role: dict(chosen) for role, chosen in self._chosen.items()},
                  showing.hidden_layers)  # fmt: skip
        if self._panels[0] is not showing.panels or self._panels[1] != choice:
            chosen = tuple(self._as_chosen(panel) for panel in showing.panels)
            self._panels = (showing.panels, choice, chosen)
        return self._panels[2]

    def _as_chosen(self, panel: Panel) -> Panel:
        chosen = self._chosen.get(panel.id.removeprefix(PANEL), {})
        eyes = {"/".join(map(str, path)): is_on for path, is_on in chosen.items()}
        if not panel.id.startswith(PANEL):
            # The layers of a drawing are named, and what is not hidden shows.
            hidden = self._session.showing.hidden_layers
            eyes = {f"layer:{label}": False for label in hidden}
        if panel.form != "tree" or not eyes:
            return panel
        return dataclasses.replace(panel, tree=_with_eyes(panel.tree, eyes))

    def toggle(self, panel: str, item: str, is_on: bool) -> Changes:
        """Show or hide one layer; the picture follows in a moment."""
        role = panel.removeprefix(PANEL)
        self._renew()
        self._chosen.setdefault(role, {})[path_of(item)] = is_on
        chosen = dict(self._chosen[role])
        return self._draw(role, lambda reader, found, token: flatten_with(
            reader, found, chosen, token
        ))  # fmt: skip

    def show_alone(self, panel: str, item: str) -> Changes:
        """Show one layer's own pixels; `WHOLE` is the picture as its file says."""
        if item == WHOLE:
            return self.reset(panel)
        path = path_of(item)
        role = panel.removeprefix(PANEL)
        return self._draw(role, lambda reader, found, token: layer_alone(reader, found, path))

    def reset(self, panel: str) -> Changes:
        """Show the picture as its file says again."""
        role = panel.removeprefix(PANEL)
        self._renew()
        self._chosen.pop(role, None)
        # Made anew, although nothing is chosen as before: eyes were turned by hand since.
        self._panels = (None, None, ())
        drawing = self._draw(
            role, lambda reader, found, token: flatten_with(reader, found, {}, token)
        )
        # The eyes open and close with the choices that go.
        return dataclasses.replace(drawing, facets=drawing.facets | {facet.PANELS})

    def _renew(self) -> None:
        """Forget the choices of a task that is no longer shown: its panes were made anew."""
        states = self._session.showing.states
        if self._of is not states:
            self._of = states
            self._chosen.clear()
            self._notes.clear()

    def _draw(self, role: str, make: Any) -> Changes:  # noqa: ANN401 - reader, artifact, token → Drawn
        session = self._session
        state = session.current
        artifact = state.task.artifact(role) if state is not None else None
        if state is None or artifact is None:
            return changes(())
        states = session.showing.states

        def done(drawn: Drawn) -> None:
            # The panes of another task, or of this one read again, are not ours any more.
            if session.showing.states is states and role in states:
                before = states[role]
                if LOOKING not in before.notes:
                    self._notes[role] = before.notes
                own = self._notes.get(role, ()) if drawn.is_as_filed else (LOOKING, *drawn.notes)
                states[role] = _shown(before, drawn, own)
                session.announce(changes({facet.PICTURES}, state.task.id))

        session.jobs.submit(
            f"layers:{role}",
            lambda token: make(state.reader, artifact, token),
            done=done,
            failed=session.failing(state.task.id),
            title=worded("Drawing the layers of {file}", file=artifact.name),
        )
        return changes({facet.BUSY}, state.task.id)


def _with_eyes(nodes: Sequence[TreeNode], eyes: Mapping[str, bool]) -> tuple[TreeNode, ...]:
    """Layers with the eyes that were chosen, by their items."""
    return tuple(
        dataclasses.replace(
            node,
            checked=eyes.get(node.item, node.checked),
            children=_with_eyes(node.children, eyes),
        )
        for node in nodes
    )


def _shown(before: PictureState, drawn: Drawn, notes: tuple[str, ...]) -> PictureState:
    """The pane with other pixels and what is said of them."""
    height, width = drawn.pixels.shape[:2]
    return dataclasses.replace(
        before,
        pixels=drawn.pixels,
        is_full=True,
        error="",
        size=(width, height),
        notes=notes,
    )
