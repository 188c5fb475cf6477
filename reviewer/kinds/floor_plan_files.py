"""The files of a floor plan, each read once: its drawing, picture, report, ground truth, shots."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from reviewer.kinds import agent_roles as roles
from reviewer.kinds.protocol import Rendering, Request, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.metrics.drawing import (
    MOST_TAGS_COUNTED,
    MOST_TAGS_MEASURED,
    decode_as_grader,
)
from reviewer.metrics.floor_plan_counts import SCREENSHOTS, expected_names
from reviewer.model import RESULT, Artifact

if TYPE_CHECKING:
    from reviewer.metrics.drawing_shapes import Contents
    from reviewer.metrics.drawing_source import SourceMap
    from reviewer.metrics.floor_plan_rules import PlanFindings


class ChatAudit(Protocol):
    """What a chat log shows, as far as a floor plan asks."""

    @property
    def tool_calls(self) -> int: ...
    @property
    def screenshots(self) -> int: ...
    @property
    def any_banned(self) -> bool: ...
    @property
    def matches(self) -> tuple[str, ...]: ...
    @property
    def notes(self) -> tuple[str, ...]: ...


Box = tuple[float, float, float, float]
# Above this no drawing is parsed either.
LARGEST_TEXT = 20 * 1024 * 1024


@dataclass
class PlanFiles:
    """What the rules look at. A missing file is None; one that cannot be read raises."""

    request: Request

    def artifact(self, role: str) -> Artifact | None:
        """The artifact in a role when its file is there."""
        found = self.request.task.artifact(role)
        return found if found is not None and self.request.reader.exists(found) else None

    def truth(self, name: str) -> Artifact | None:
        """One file of the ground truth by its name."""
        for artifact in self.request.task.artifacts_in(roles.GROUND_TRUTH):
            is_it = artifact.name.rpartition("/")[2] == name
            if is_it and self.request.reader.exists(artifact):
                return artifact
        return None

    def truth_text(self, name: str) -> str | None:
        """The text of a ground-truth file as the grader reads it; None where it is missing."""
        artifact = self.truth(name)
        return None if artifact is None else decode_as_grader(self.request.reader.data(artifact))

    @cached_property
    def text(self) -> str | None:
        """The source of the drawing as the grader reads it."""
        artifact = self.artifact(roles.DRAWING)
        if artifact is None:
            return None
        size = self.request.reader.size(artifact)
        if size > LARGEST_TEXT:
            raise _too_large(artifact, f"{size:,} bytes", LARGEST_TEXT, "counted")
        text = decode_as_grader(self.request.reader.data(artifact))
        tags = text.count("<")
        if tags > MOST_TAGS_COUNTED:
            raise _too_large(artifact, f"{tags:,} tags", MOST_TAGS_COUNTED, "counted")
        return text

    @cached_property
    def root(self) -> Any:  # noqa: ANN401 - an element of lxml
        """The parsed drawing; raises NotMeasured without one, UnreadableError when it is none."""
        artifact = self.artifact(roles.DRAWING)
        if self.text is None or artifact is None:
            raise NotMeasured("there is no floor_annotated.svg")
        tags = self.text.count("<")
        if tags > MOST_TAGS_MEASURED:
            raise _too_large(artifact, f"{tags:,} tags", MOST_TAGS_MEASURED, "measured")
        return self.request.reader.document(artifact, "svg").root

    @cached_property
    def source(self) -> SourceMap:
        """Which element stands at an offset of the source."""
        from reviewer.metrics.drawing_source import SourceMap

        return SourceMap(self.text or "", self.root)

    @cached_property
    def contents(self) -> Contents:
        """Shapes and texts of the drawing in user units."""
        from reviewer.metrics.drawing_shapes import contents

        return contents(self.root)

    @cached_property
    def element_boxes(self) -> dict[Any, Box]:
        """The box (x, y, width, height) of each drawn element, in user units."""
        from reviewer.metrics.geometry import bounds

        found: dict[Any, Box] = {}
        for shape in self.contents.shapes:
            if shape.outlines and len(shape.points):
                found.setdefault(shape.element, bounds(shape.points))
        for text in self.contents.texts:
            found.setdefault(text.element, text.box)
        return found

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """The same by id; of an id that comes twice, the first."""
        found: dict[str, Box] = {}
        for element, box in self.element_boxes.items():
            if element.get("id"):
                found.setdefault(element.get("id"), box)
        return found

    @cached_property
    def picture_numbers(self) -> tuple[int, int, int] | None:
        """Width, height and bytes of the picture as its header says; None where it has none."""
        artifact = self.artifact(RESULT)
        if artifact is None:
            return None
        try:
            header = self.request.reader.document(artifact, "picture_header")
        except UnreadableError:
            # The grader goes on: a picture that does not open earns nothing, and is flagged.
            return None
        return int(header.width), int(header.height), int(header.byte_count)

    @cached_property
    def report(self) -> str | None:
        """The acceptance report as the grader reads it."""
        artifact = self.artifact(roles.REPORT)
        return None if artifact is None else decode_as_grader(self.request.reader.data(artifact))

    @cached_property
    def log(self) -> ChatAudit | str:
        """The audit of the agent's log, or why there is none."""
        artifact = self.artifact(roles.CHAT)
        if artifact is None:
            return "there is no chat log"
        try:
            found: ChatAudit = self.request.reader.document(artifact, "chat_log")
        except UnreadableError as error:
            return str(error)
        return found

    @cached_property
    def furniture(self) -> tuple[str, ...]:
        """The names that the ground truth requires."""
        text = self.truth_text(roles.EXPECTED_FURNITURE)
        return expected_names(text, key="required_furniture")

    @cached_property
    def rooms(self) -> tuple[str, ...]:
        """The rooms that the ground truth names."""
        return expected_names(self.truth_text("rooms.json"))

    @cached_property
    def shots(self) -> dict[str, Artifact]:
        """The screenshots that are there, by the names the grader asks for."""
        found: dict[str, Artifact] = {}
        for artifact in self.request.task.artifacts_in(roles.SCREENSHOT):
            name = artifact.name.rpartition("/")[2]
            if name in SCREENSHOTS and self.request.reader.exists(artifact):
                found.setdefault(name, artifact)
        return {name: found[name] for name in SCREENSHOTS if name in found}

    @cached_property
    def findings(self) -> PlanFindings:
        """What the task demands and its grader never checks; raises as `root` does."""
        from reviewer.metrics.floor_plan_demands import Demands
        from reviewer.metrics.floor_plan_reading import GroundTruth
        from reviewer.metrics.floor_plan_rules import check_plan

        drawn = self.request.task.settings
        return check_plan(
            self.root,
            truth=GroundTruth(
                rooms=self.truth_text("rooms.json"),
                doors=self.truth_text("doors.json"),
                furniture=self.truth_text(roles.EXPECTED_FURNITURE),
                drawn_rooms=_polygons(drawn.get("rooms")),
                drawn_doors=_polygons(drawn.get("doors")),
            ),
            report_text=self.report,
            demands=Demands(),
        )

    def rendering(self) -> Rendering:
        """The drawing as a picture; raises NotMeasured without one."""
        artifact = self.artifact(roles.DRAWING)
        if artifact is None:
            raise NotMeasured("there is no floor_annotated.svg")
        made: Rendering = self.request.reader.document(artifact, "rendering")
        return made


def _too_large(artifact: Artifact, what: str, most: int, done: str) -> UnreadableError:
    return UnreadableError(
        f"{artifact.name}: it has {what}, more than the {most:,} that are {done} here. "
        "Look at it in Inkscape, and grade it by hand."
    )


def _polygons(given: object) -> dict[str, Any]:
    """Rooms or doors that a person drew, as `task.toml` keeps them."""
    return {str(k): v for k, v in given.items()} if isinstance(given, dict) else {}
