"""What is shown of a floor plan: flags, evidence that differs check by check, panels, the sheet."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from reviewer import kinds
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.model import Evidence
from reviewer.session.drawings import rendering
from reviewer.session.pictures import artifacts_to_show
from reviewer.session.state import TaskState
from tests.unit.agent_benchmark.requests import request_of

Graded = Callable[..., TaskState]
BLUE, GREEN = "#3366cc", "#33aa55"
ROOMS_JSON = {"living": [[0, 0], [600, 0], [600, 900], [0, 900]],
              "kitchen": [[600, 0], [1200, 0], [1200, 900], [600, 900]]}  # fmt: skip


def plan_svg(*, bed: tuple[int, int] = (200, 200), ghost: str = "") -> str:
    """Two pieces in two rooms, with a base layer; 1200×900 units."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 900" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">'
        '<g id="base_layer" inkscape:groupmode="layer" inkscape:label="base">'
        '<rect id="floor" width="1200" height="900" style="fill:#eeeeee"/></g>\n'
        f'<g id="top" inkscape:groupmode="layer" inkscape:label="furniture">{ghost}\n'
        f'<rect id="bed_master" data-room="living" x="{bed[0]}" y="{bed[1]}" width="100" '
        f'height="80" style="fill:{BLUE}"/>\n'
        f'<text id="bed_label" x="{bed[0]}" y="{bed[1] + 60}" font-size="20">床 100×80mm</text>\n'
        f'<rect id="dining_table" data-room="kitchen" x="800" y="300" width="120" height="60" '
        f'style="fill:{GREEN}"/>'
        '<text id="table_label" x="800" y="340" font-size="20">餐桌 120×60mm</text></g></svg>'
    )


@pytest.fixture
def plan(tmp_path: Path, make: Any, spec: type, graded: Graded) -> Callable[..., Request]:
    """A graded workspace with a drawing of one's own, as a request for what is shown."""

    def build(drawing: str | None = None, *, prepare: Any = None, **changes: Any) -> Request:
        where = make(tmp_path / "case", spec(**changes))
        if drawing is not None:
            (where / "results" / "floor_annotated.svg").write_text(drawing, encoding="utf-8")
            (where / "gt" / "rooms.json").write_text(json.dumps(ROOMS_JSON))
        if prepare is not None:
            prepare(where)
        return request_of(graded(where))

    return build


def evidence(request: Request, check: str) -> Evidence:
    return kinds.kind("floor_plan").evidence(request, check)


def flags(request: Request) -> dict[str, str]:
    measured = kinds.kind("floor_plan").measure(request)
    return {flag.id: flag.detail for flag in measured.flags if flag.is_raised}


# Flags


def test_a_clean_workspace_raises_what_is_always_so(plan: Any) -> None:
    raised = flags(plan(names=None))
    assert raised["grader-task"] == "The judge is asked for at least 18 pieces, the task for 22."
    assert not {"unreadable", "no-drawing", "same-file", "small", "blank", "gt-broken"} & set(
        raised
    )


def test_counts_that_disagree_name_their_elements(plan: Any) -> None:
    ghost = '<!-- <rect id="ghost_sofa"/> -->'
    raised = flags(plan(plan_svg(ghost=ghost)))
    assert "shapes: 4 graded, 3 found (inside a comment" in raised["counts-differ"]
    assert "named_ids" in raised["counts-differ"]


@pytest.mark.parametrize(
    ("changes", "flag", "words"),
    [
        ({"png": (1999, 1500)}, "small", "1999×1500"),
        ({"png_bytes": 40_000}, "small", "40,000 bytes"),
        ({"png": (2000, 2000)}, "other-shape", "no export of the whole page"),
        ({"png": None}, "unreadable", "do not count"),
        ({"has_svg": False}, "no-drawing", "no floor_annotated.svg"),
        ({"shots": 2, "twin_shots": 3}, "screenshots", "the same file as view_01"),
        ({"shots": 2, "twin_shots": 1}, "same-file", "view_03_align_dialog.png"),
        ({"shots": 4, "small_shots": 1}, "screenshots", "4999 bytes, under 5000"),
        ({"names": 8}, "grader-task", "above the number of names"),
        ({"names": 22}, "grader-task", "at least 8 core names, its grader for 11 of 22"),
    ],
)
def test_flags(plan: Any, changes: dict, flag: str, words: str) -> None:
    assert words in flags(plan(**changes))[flag]


def test_a_blank_and_a_broken_picture(plan: Any) -> None:
    def blank(where: Path) -> None:
        Image.new("RGB", (2000, 1500), "white").save(where / "results" / "floor_annotated.png")

    assert "one color" in flags(plan(prepare=blank))["blank"]


def test_no_font_for_chinese(plan: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reviewer.session.backends.font_problem", lambda: "no CJK font")
    assert flags(plan(plan_svg()))["no-font"] == "no CJK font"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<svg", "invalid XML"),
        ("", "is empty"),
        ("<html/>", "no SVG"),
        ("<svg>" + "<a/>" * 100_000 + "</svg>", "100,002 tags, more than the 100,000 that are c"),
        ("<svg>" + "<a/>" * 50_000 + "</svg>", "50,002 tags, more than the 50,000 that are mea"),
    ],
)
def test_drawings_that_cannot_be_read(plan: Any, text: str, words: str) -> None:
    request = plan(text)
    assert words in flags(request)["no-drawing"]
    assert request.measurements["pieces_inside_room"].value is None
    for check in ("shapes", "alignment_score", "inside_room", "vlm_text_legible"):
        assert isinstance(evidence(request, check), Evidence)
    assert kinds.kind("floor_plan").panels(request)


def test_only_what_is_counted_is_graded_in_broken_xml(plan: Any) -> None:
    """The grader counts text, so a drawing that no viewer opens still has its counts."""
    request = plan('<svg><rect id="a_b"/><rect')
    assert request.measurements["shapes"].value == 2
    assert request.measurements["named_ids"].value == 1


# Requirements beside the grade


def test_requirements_beside_the_grade(plan: Any) -> None:
    request = plan(plan_svg(bed=(20, 200)))
    found = request.measurements
    assert (found["pieces_drawn"].value, found["pieces_drawn"].unit) == (2, "pieces, 22 needed")
    assert (found["pieces_inside_room"].value, found["pieces_inside_room"].unit) == (
        2,
        "of 2 pieces",
    )
    assert found["pieces_inside_room"].facts["holds"] is True
    assert found["pieces_clear"].facts == {
        "holds": False,
        "broken": [["bed_master", "a wall of living"]],
    }
    assert "stands 20.0 units" in found["pieces_clear"].notes[0]
    assert found["pieces_in_color"].value == 2
    assert found["narrowest_passage"].value == "no passage is dimensioned"
    assert found["orientations"].value is None
    assert "a person says" in found["orientations"].reason


def test_rooms_and_doors_that_a_person_drew(plan: Any) -> None:
    """Where neither the ground truth nor the drawing has them, `task.toml` may."""

    def prepare(where: Path) -> None:
        (where / "gt" / "rooms.json").unlink()
        (where / "task.toml").write_text(
            'kind = "floor_plan"\n[artifacts]\nresult = "results/floor_annotated.png"\n'
            'drawing = "results/floor_annotated.svg"\n'
            "[rooms]\nliving = [[0, 0], [600, 0], [600, 900], [0, 900]]\n"
            "[doors]\ndoor_living = [[210, 190], [260, 190]]\n"
        )

    request = plan(plan_svg(), prepare=prepare)
    assert request.task.why == "task.toml says so"
    findings = {(f[0], f[2]): f for f in evidence(request, "clearance").table.rows}
    door = findings["Each piece stands at least 60 px from every door", "bed_master, door_living"]
    assert door[1] == "broken"
    assert request.measurements["pieces_inside_room"].value == 1


# Evidence


def test_each_check_shows_something_else(plan: Any) -> None:
    request = plan(plan_svg())
    seen = {}
    for check in (*request.rubric.checks, *request.rubric.uncovered):
        found = evidence(request, check.id)
        assert found.check == check.id
        table = found.table.rows if found.table else ()
        seen[check.id] = (found.summary, table, found.text, tuple(found.pictures), found.marks)
    assert len(set(map(repr, seen.values()))) == len(seen)


def test_marks_lie_on_their_elements(plan: Any) -> None:
    request = plan(plan_svg(bed=(150, 100)))
    found = evidence(request, "named_ids")
    boxes = {(mark.item, mark.role): mark.points for mark in found.marks}
    # The export shows 1200×900 units on 2000×1500 pixels.
    assert boxes["element:bed_master", "result"] == pytest.approx(
        (150 * 5 / 3, 100 * 5 / 3, 100 * 5 / 3, 80 * 5 / 3)
    )
    assert boxes["element:bed_master", "drawing"] == pytest.approx((250, 500 / 3, 500 / 3, 400 / 3))
    assert found.table.rows[0][0] == 1
    assert "element:bed_master" in found.table.items
    left, _, width, _ = found.zoom
    assert left <= 250
    assert left + width >= 920 * 5 / 3


def test_texts_off_the_page_have_no_place_and_say_so(plan: Any) -> None:
    """A text without x and y stands at the corner, above the page."""
    drawing = re.sub(r'(<text id="[a-z_]+") x="\d+" y="\d+"', r"\1", plan_svg())
    request = plan(drawing)
    found = evidence(request, "texts")
    assert (found.marks, found.zoom) == ((), None)
    assert found.text.startswith("No place can be shown: what 2 lines of the source draw lies off")
    layer = evidence(request, "furniture_layer")
    assert {mark.label for mark in layer.marks} == {"furniture"}
    assert ": yes" in layer.summary


def test_one_element(plan: Any) -> None:
    request = plan(plan_svg(bed=(20, 200)))
    found = evidence(request, "element:bed_master")
    assert found.summary == (
        "bed_master: bed_master stands 20.0 units from a wall of living; "
        "bed_master is not in the report"
    )
    assert {mark.tone for mark in found.marks if mark.shape == "box"} == {"bad"}
    assert any(mark.shape == "line" for mark in found.marks)
    assert evidence(request, "element:no_such").marks == ()


def test_the_east_row_has_its_center_line(plan: Any) -> None:
    request = plan()
    found = evidence(request, "alignment_score")
    lines = [mark for mark in found.marks if mark.shape == "line" and mark.role == "result"]
    assert [mark.label for mark in lines] == ["mean x 600.0"]
    assert lines[0].points[0] == pytest.approx(1000)
    assert [row[0] for row in found.table.rows] == [f"piece_{n:03d}_east" for n in range(4)]
    assert "variance 0.000" in found.text


def test_screenshots_coverage_and_rooms(plan: Any) -> None:
    request = plan(shots=3, small_shots=1, covered=20)
    shots = evidence(request, "inkscape_ui_shots")
    assert len(shots.pictures) == 4
    assert [row[3] for row in shots.table.rows] == [
        "counts", "counts", "counts", "4999 bytes, under 5000", "missing"
    ]  # fmt: skip
    names = evidence(request, "gt_furniture_coverage").table
    assert names.rows[0] == ("piece_000", "piece_000_east", "covered")
    assert names.rows[21][1:] == ("—", "missing")
    rooms = evidence(request, "gt_room_refs").table.rows
    assert rooms[0] == ("living", 1, "found")


# Panels, drawing and sheet


def test_panels(plan: Any) -> None:
    def prepare(where: Path) -> None:
        (where / "task.md").write_text(
            "---\nid: SPA_task_1_floor_plan\n---\n## Prompt\nDo it.\n\n## Grading Criteria\n"
            "- one\n- two\n\n## Automated Checks\n```python\ndef grade(**k):\n    # ## no heading\n"
            "    return {}\n```\n"
        )
        (where / "results" / "placement_check.md").write_text(
            "| ID | room |\n|---|---|\n| bed_master | living |\n| b | c |\n"
        )
        (where / "chat.jsonl").write_text(
            json.dumps({"type": "message", "message": {"role": "assistant", "content": [
                {"type": "toolCall", "name": "__computer__",
                 "arguments": {"action": {"type": "screenshot"}}},
                {"type": "tool_use", "name": "exec", "input": {"command": "x.xpath('//g')"}},
            ]}}) + "\nno json\n"
        )  # fmt: skip

    request = plan(plan_svg(), prepare=prepare)
    panels = {panel.id: panel for panel in kinds.kind("floor_plan").panels(request)}
    assert [node.label for node in panels["layers"].tree] == ["base", "furniture"]
    assert all(node.checked for node in panels["layers"].tree)
    assert panels["rules"].table.rows[0][1] == "broken"
    counts = {row[0]: row[1:] for row in panels["counts"].table.rows}
    assert counts["shapes"] == (3, 3, "")
    assert len(panels["screenshots"].pictures) == 5
    assert panels["criteria"].table.rows == ((1, "one"), (2, "two"))
    assert panels["code"].text.startswith("def grade")
    assert "    # ## no heading" in panels["code"].text
    assert "Do it." in panels["task"].text
    assert "def grade" not in panels["task"].text
    report = panels["report:results/placement_check.md"]
    assert report.form == "markdown"
    assert report.text == "| ID | room |\n|---|---|\n| bed_master | living |\n| b | c |\n"
    calls = panels["chat"].table.rows
    assert calls[0][:3] == (1, "__computer__", "screenshot")
    assert calls[1][1:4] == ("exec", "", "xpath")
    assert panels["chat"].text.startswith("2 tool calls, 1 screenshot, 1 use of")


def test_the_drawing_is_a_pane_and_its_layers_switch(plan: Any) -> None:
    request = plan(plan_svg())
    shown = [artifact.role for artifact in artifacts_to_show(request.task)]
    assert shown == ["result", "drawing"]
    drawing = request.task.artifact("drawing")
    picture = request.reader.picture(drawing)
    assert (picture.format, picture.size) == ("SVG", (2000, 1500))
    bed = picture.pixels[400, 400, :3].tolist()
    assert bed == [0x33, 0x66, 0xCC]
    without = rendering(request.reader, drawing, hidden=("furniture",))
    assert without.pixels[400, 400, :3].tolist() == [0xEE, 0xEE, 0xEE]
    assert without.view == (0.0, 0.0, 1200.0, 900.0)


def test_the_sheet(plan: Any) -> None:
    request = plan(plan_svg(bed=(20, 200)))
    sheet = kinds.kind("floor_plan").sheet(request)
    assert [pane.title for pane in sheet.panes] == [
        "Export", "Reference", "Broken rules", "Drawing against export"
    ]  # fmt: skip
    reference = sheet.panes[1]
    assert (reference.base, reference.subtitle) == (None, "no sketch, golden or blank plan here")
    wrong = sheet.panes[2]
    masks = {each.label: each.mask for each in wrong.classes}
    height, width = wrong.base.shape[:2]
    assert (width, height) == (1600, 1200)
    # The bed, 20 from the wall, at (20…120, 200…280) units.
    ys, xs = np.nonzero(masks["piece, breaks a rule"])
    assert (xs.min(), ys.min()) == pytest.approx((20 * 4 / 3, 200 * 4 / 3), abs=2)
    assert masks["piece, keeps the rules measured here"].any()
    assert masks["clearance, too narrow"].any()
    assert all(each.mask.shape == (1200, 1600) for each in sheet.panes[3].classes)
    assert "region" in sheet.panes[3].subtitle
    assert sheet.panes[3].subtitle.endswith("%")


def test_a_sketch_stands_beside_the_export(plan: Any) -> None:
    def prepare(where: Path) -> None:
        Image.new("RGB", (300, 200), "pink").save(where / "sketch.jpg")
        (where / "floor.svg").write_text(plan_svg())

    request = plan(plan_svg(), prepare=prepare)
    pane = kinds.kind("floor_plan").sheet(request).panes[1]
    assert (pane.title, pane.subtitle) == ("Sketch", "sketch.jpg")
    assert "sketch" in {artifact.role for artifact in artifacts_to_show(request.task)}


def test_a_transparent_export_is_shown_over_white(plan: Any) -> None:
    def prepare(where: Path) -> None:
        Image.new("RGBA", (2000, 1500), (0, 0, 0, 0)).save(where / "results/floor_annotated.png")

    sheet = kinds.kind("floor_plan").sheet(plan(plan_svg(), prepare=prepare))
    assert (sheet.panes[0].base == 255).all()


def test_a_sheet_without_drawing_and_without_anything(plan: Any) -> None:
    sheet = kinds.kind("floor_plan").sheet(plan(has_svg=False))
    assert sheet.panes[3].subtitle == "there is no drawing to compare"


def test_nothing_to_lay_out(plan: Any) -> None:
    with pytest.raises(UnreadableError, match="no floor_annotated"):
        kinds.kind("floor_plan").sheet(plan(has_svg=False, png=None))


@pytest.mark.corpus
def test_hostile_drawings_come_to_an_end(corpus: Path, plan: Any) -> None:
    import time

    folder = corpus / "svg" / "malicious"
    request = plan(plan_svg())
    target = request.task.artifact("drawing").path
    for name in json.loads((folder / "TRUTH.json").read_text()):
        path = folder / name
        if path.suffix != ".svg":
            continue
        target.write_bytes(path.read_bytes())
        began = time.monotonic()
        assert flags(request) is not None
        assert time.monotonic() - began < 4, name
