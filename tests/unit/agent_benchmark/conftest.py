"""Makes workspaces of the floor plan, whose right grade is known from how they were made."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from reviewer.model import Task
from reviewer.session import survey
from reviewer.session.answers import JudgeAnswers
from reviewer.session.jobs import CancelToken
from reviewer.session.state import TaskState
from reviewer.store import folder
from reviewer.store.reader import PictureCache
from reviewer.store.settings import Settings

SHOTS = (
    "view_01_layers_panel.png",
    "view_02_lpe_dialog.png",
    "view_03_align_dialog.png",
    "view_04_measure_tool.png",
    "view_xml_editor.png",
)
JUDGED = (
    "vlm_furniture_present",
    "vlm_text_legible",
    "vlm_color_categorized",
    "vlm_layout_realistic",
)
ROOMS = ("living", "bedroom1", "bedroom2", "kitchen")
COLORS = ("4a90e2", "67b26f", "f5a623", "9b9b9b", "123456", "abcdef")
SETTINGS = Settings(author="ann", installation="0a0a")


@dataclass(frozen=True)
class Spec:
    """One workspace in numbers; the defaults earn everything."""

    has_svg: bool = True
    shapes: int = 22
    colors: int = 4
    texts: int = 22
    mm: int = 22
    span_mm: int = 0
    layer: bool = True
    ids: int = 22
    effects: int = 3
    east: tuple[float, ...] = (600.0, 600.0, 600.0, 600.0)
    png: tuple[int, int] | None = (2000, 1500)
    png_bytes: int = 60_000
    report: int | None = 22
    shots: int = 5
    small_shots: int = 0
    twin_shots: int = 0
    names: int | None = 22
    covered: int = 22
    rooms: int | None = 4
    log: tuple[int, int, bool] | None = None
    judge: tuple[float, ...] | str | None = (1.0, 1.0, 1.0, 1.0)
    in_root: bool = False


@cache
def png(width: int, height: int, size: int, shade: int = 0) -> bytes:
    """A picture of an exact number of bytes."""
    picture = Image.new("RGB", (width, height), (250, 250, 245 - shade))
    picture.paste((60, 90, 160), (width // 4, height // 4, width // 2, height // 2))
    out = io.BytesIO()
    picture.save(out, "PNG")
    missing = size - len(out.getvalue())
    if missing > 16:
        info = PngInfo()
        info.add_text("p", "x" * (missing - 14))
        out = io.BytesIO()
        picture.save(out, "PNG", pnginfo=info)
    return out.getvalue()


def svg(spec: Spec) -> str:
    """A drawing with exactly the counts of a spec."""
    parts = []
    for number in range(spec.shapes):
        name = f"rect{number}" if number >= spec.ids else f"piece_{number:03d}"
        x = 20.0 + 30 * number
        if number < len(spec.east):
            name += "_east"
            x = spec.east[number] - 10
        color = COLORS[number % max(1, spec.colors)]
        style = f"fill:#{color}" if spec.colors else "fill:none"
        effect = ' inkscape:path-effect="#e"' if number < spec.effects else ""
        y = 10 + 40 * number
        parts.append(
            f'<rect id="{name}" x="{x:g}" y="{y}" width="20" height="20" style="{style}"{effect}/>'
        )
    for number in range(spec.texts):
        words = "Sofa"
        if number < spec.mm:
            words = "Sofa 20mm"
        elif number < spec.mm + spec.span_mm:
            words = "<tspan>30mm</tspan>"
        parts.append(f'<text x="5" y="{10 + 40 * number}">{words}</text>')
    label = ' inkscape:groupmode="layer" inkscape:label="furniture"' if spec.layer else ""
    named = " ".join(ROOMS[: spec.rooms or 0])
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 900" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">'
        f"<desc>{named}</desc>\n<g{label}>\n" + "\n".join(parts) + "\n</g></svg>"
    )


def build(folder_: Path, spec: Spec) -> Path:
    """Write a workspace; deliverables in results/, or in the root with a decoy in results/."""
    results = folder_ / "results"
    results.mkdir(parents=True)
    where = folder_ if spec.in_root else results
    if spec.has_svg:
        (where / "floor_annotated.svg").write_text(svg(spec), encoding="utf-8")
        if spec.in_root:
            (results / "floor_annotated.svg").write_text("<svg/>", encoding="utf-8")
    if spec.png is not None:
        (where / "floor_annotated.png").write_bytes(png(*spec.png, spec.png_bytes))
    if spec.report is not None:
        (where / "placement_check.md").write_text("row\n" * spec.report, encoding="utf-8")
    for number, name in enumerate(SHOTS[: spec.shots + spec.small_shots + spec.twin_shots]):
        if number < spec.shots:
            data = png(64, 48, 5000, number)
        elif number < spec.shots + spec.small_shots:
            data = png(64, 48, 4999, number)
        else:
            data = png(64, 48, 5000, 0)
        (where / name).write_bytes(data)
    (folder_ / "gt").mkdir()
    if spec.names is not None:
        names = [
            f"piece_{n:03d}" if n < spec.covered else f"absent_{n:03d}" for n in range(spec.names)
        ]
        content = {"required_furniture": {name: {} for name in names}}
        (folder_ / "gt" / "expected_furniture.json").write_text(json.dumps(content))
    if spec.rooms is not None:
        (folder_ / "gt" / "rooms.json").write_text(json.dumps({name: [] for name in ROOMS}))
    if spec.log is not None:
        (folder_ / "chat.jsonl").write_text(chat(*spec.log), encoding="utf-8")
    return folder_


def chat(calls: int, screenshots: int, is_banned: bool) -> str:
    """A log with so many tool calls, of which the first are screenshots."""
    lines = []
    for number in range(calls):
        arguments: dict[str, object] = {"command": "ls"}
        name = "exec"
        if number < screenshots:
            name, arguments = "__computer__", {"action": {"type": "screenshot"}}
        elif is_banned and number == calls - 1:
            arguments = {"command": "python -c 'tree.xpath(...)'"}
        call = {"type": "toolCall", "name": name, "arguments": arguments}
        lines.append({"type": "message", "message": {"role": "assistant", "content": [call]}})
    return "".join(json.dumps(line) + "\n" for line in lines)


def answers_of(spec: Spec) -> JudgeAnswers | None:
    """What the judge said, in the form of an answers file."""
    if spec.judge is None:
        return None
    if isinstance(spec.judge, str):
        return JudgeAnswers({"": {"judge_method": spec.judge}}, "test")
    said: dict[str, object] = dict(zip(JUDGED, spec.judge, strict=False))
    return JudgeAnswers({"": {**said, "judge_method": "vlm"}}, "test")


_pictures = PictureCache()


def grade(task: Task, answers: JudgeAnswers | None = None) -> TaskState:
    """Load, measure and fold one task."""
    return survey.grade_state(
        task, settings=SETTINGS, cache=None, answers=answers, token=CancelToken(),
        pictures=_pictures,
    )  # fmt: skip


@pytest.fixture(scope="session")
def make() -> Callable[[Path, Spec], Path]:
    """Builds a workspace of a spec in a folder."""
    return build


@pytest.fixture(scope="session")
def spec() -> type[Spec]:
    """The numbers of a workspace."""
    return Spec


@pytest.fixture(scope="session")
def graded() -> Callable[..., TaskState]:
    """Grades the one task of a folder, or one of a name."""

    def run(where: Path, answers: JudgeAnswers | None = None, *, task: str = "") -> TaskState:
        found = [each for each in folder.discover(where) if task in ("", each.id)]
        assert len(found) == 1, [each.id for each in found]
        return grade(found[0], answers)

    return run


@pytest.fixture(scope="session")
def judge_says() -> Callable[[Spec], JudgeAnswers | None]:
    """The judge's answers of a spec."""
    return answers_of
