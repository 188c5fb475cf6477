"""Making tasks in the window: a live preview of the recipe, the proof, and the writing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reviewer.model.failure import told
from reviewer.session import changes as facet
from reviewer.session.changes import changes
from reviewer.session.making import Made, Wish, loader, make, write
from reviewer.session.recipe import Recipe, RecipeError, preview

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.jobs import CancelToken
    from reviewer.session.manifest import Asset, Manifest


@dataclass(frozen=True, slots=True, eq=False)
class Previewed:
    """The picture before and after the recipe, or why the recipe cannot be followed.

    A large picture is previewed at its full size: a crop and a blur count its pixels.
    """

    before: Any = None
    after: Any = None
    problem: str = ""


class Workshop:
    """State of the dialog "New task"; MAKING is announced when something of it changed."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.previewed = Previewed()
        self.made: Made | None = None
        self.written: Path | None = None
        self.assets: tuple[Asset, ...] = ()
        # Which pictures of the library were left out, and why; said where the library is chosen.
        self.left_out = ""
        self.problem = ""

    def read_manifest(self, path: Path) -> None:
        """Read a library of pictures; what another one held is forgotten."""
        self.forget_library()

        def done(found: Manifest) -> None:
            self.assets = found.assets
            more = f" (+{len(found.faults) - 1} more)" if len(found.faults) > 1 else ""
            self.left_out = f"{found.faults[0]}{more}" if found.faults else ""

        def work(token: CancelToken) -> Manifest:
            from reviewer.session.manifest import read_manifest

            return read_manifest(path)

        self._submit("making:manifest", work, done, "Reading the library")

    def forget_library(self) -> None:
        """No library is chosen."""
        self.assets, self.left_out = (), ""

    def show(self, source: Path | tuple[int, int, str], recipe: Recipe) -> None:
        """Follow the recipe for the preview; a newer call overtakes an older one."""

        def work(token: CancelToken) -> Previewed:
            try:
                return previewed(source, recipe)
            except Exception as error:  # noqa: BLE001 - told where the picture would be
                return Previewed(problem=told(error))

        def done(found: Previewed) -> None:
            self.previewed = found

        self._submit("making:preview", work, done, "")

    def make(self, wish: Wish) -> None:
        """Make and prove the task; nothing is written yet."""
        self.made = None

        def done(found: Made) -> None:
            self.made = found

        self._submit("making:proof", lambda token: make(wish, token), done, "Proving the task")

    def write(self, folder: Path, *, replace: bool = False) -> None:
        """Write the proved task below a folder."""
        made = self.made
        if made is None or not made.proof.holds:
            self._fail(ValueError("The task is not proved yet: nothing was written."))
            return
        self.written = None

        def done(place: Path) -> None:
            self.written = place

        self._submit(
            "making:write", lambda token: write(made, folder, replace=replace), done, "Writing"
        )

    def _submit(
        self,
        key: str,
        work: Callable[[CancelToken], Any],
        done: Callable[[Any], None],
        title: str,
    ) -> None:
        def take(found: Any) -> None:  # noqa: ANN401 - by key
            self.problem = ""
            done(found)
            self._session.announce(changes({facet.MAKING}))

        self._session.jobs.submit(
            key, work, done=take, failed=self._fail, title=title, is_quiet=not title
        )

    def _fail(self, error: Exception) -> None:
        self.problem = told(error)
        self._session.announce(changes({facet.MAKING}))


def previewed(source: Path | tuple[int, int, str], recipe: Sequence[Any]) -> Previewed:
    """The picture before and after; a step that cannot be done is told beside the picture."""
    from reviewer.session.making import open_source
    from reviewer.session.recipe import shown

    image, _, _ = open_source(Wish("preview", source, tuple(recipe)))
    before = shown(image)
    near = source.absolute().parent if isinstance(source, Path) else Path.cwd()
    try:
        return Previewed(before, preview(before, tuple(recipe), loader(near)))
    except RecipeError as error:
        return Previewed(before, None, str(error))
