"""The commands on an agent's files: `audit`, `svg`, and `grade` over a whole folder."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from reviewer import cli
from reviewer.formats.chat_calls import read_calls
from reviewer.formats.svg import MAX_BYTES
from reviewer.kinds.agent_reports import csv_table

Capture = pytest.CaptureFixture[str]
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">'
    '<g inkscape:groupmode="layer" inkscape:label="top"><rect id="a_b" width="40" height="20" '
    'style="fill:#ff0000"/></g><!-- <rect id="c_d"/> --></svg>'
)


def call(name: str, arguments: dict[str, Any], kind: str = "toolCall") -> str:
    key = "arguments" if kind == "toolCall" else "input"
    content = [{"type": kind, "name": name, key: arguments}]
    return json.dumps({"type": "message", "message": {"role": "assistant", "content": content}})


@pytest.fixture
def chat_file(tmp_path: Path) -> Path:
    path = tmp_path / "chat.jsonl"
    lines = [
        call("exec", {"command": "ls"}),
        call("__computer__", {"action": {"type": "screenshot"}}),
        call("exec", {"command": "x.xpath('//g')"}, "tool_use"),
        json.dumps({"type": "message", "message": {"role": "user", "content": "xpath"}}),
        "torn",
    ]
    path.write_text("\n".join(lines) + "\n")
    return path


def test_audit(chat_file: Path, capsys: Capture) -> None:
    assert cli.main(["audit", str(chat_file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["total_tool_calls"] == 3
    assert found["computer_screenshots"] == 1
    assert (found["any_banned"], found["matches"]) == (True, ["xpath"])
    assert found["uses"][0]["line"] == 3
    assert (found["lines"], found["malformed_lines"]) == (5, 1)
    assert cli.main(["audit", str(chat_file)]) == 0
    assert "line 3: xpath in exec" in capsys.readouterr().out
    assert cli.main(["audit", str(chat_file), "--banned", "ls", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["matches"] == ["ls"]


def test_audit_of_what_is_no_log(tmp_path: Path, capsys: Capture) -> None:
    assert cli.main(["audit", str(tmp_path)]) == 2
    assert cli.main(["audit", str(tmp_path / "none.jsonl")]) == 2
    assert "it does not exist" in capsys.readouterr().err


def test_calls_one_by_one_are_bounded(chat_file: Path) -> None:
    lines = chat_file.read_bytes().splitlines(keepends=True)
    found = read_calls(lines, most=2)
    assert [(each.line, each.tool) for each in found.calls] == [(1, "exec"), (2, "__computer__")]
    assert found.calls[1].is_screenshot
    assert found.audit.tool_calls == 3


BIG_LOG = 300 if os.environ.get("REVIEWER_BIG") else 24


def test_a_large_log_is_streamed(tmp_path: Path) -> None:
    """In a process of its own, so that its memory can be told."""
    path = tmp_path / "chat.jsonl"
    picture = json.dumps(
        {"type": "message", "message": {"role": "toolResult", "content": ["A" * 400_000]}}
    )
    one = call("exec", {"command": "ls " * 100}) + "\n" + picture + "\n"
    with path.open("w") as handle:
        for _ in range(BIG_LOG * 2**20 // len(one)):
            handle.write(one)
    code = (
        "import sys, time\nfrom reviewer import cli\nbegan = time.monotonic()\n"
        f"assert cli.main(['audit', {str(path)!r}, '--json']) == 0\n"
        # Not ru_maxrss: a child inherits its parent's until it has used more itself.
        "status = open('/proc/self/status').read()\n"
        "used = status.split('VmHWM:')[1].split()[0]\n"
        "sys.stderr.write(f'{time.monotonic() - began} {used}')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    seconds, kilobytes = map(float, done.stderr.split())
    assert json.loads(done.stdout)["total_tool_calls"] == BIG_LOG * 2**20 // len(one)
    assert seconds < 10
    assert kilobytes < 200 * 1024


def test_svg_counts(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "a.svg"
    path.write_text(SVG)
    assert cli.main(["svg", "counts", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["patterns"]["shapes"], found["xml"]["shapes"]) == (2, 1)
    assert (found["patterns"]["named_ids"], found["xml"]["named_ids"]) == (2, 1)
    assert found["xml"]["layers"] == ["top"]
    causes = {each["count"]: each["causes"] for each in found["differences"]}
    assert causes["shapes"][0]["reason"] == "inside a comment"
    assert cli.main(["svg", "counts", str(path)]) == 0
    out = capsys.readouterr().out
    assert "differs" in out
    assert "1 too many, inside a comment" in out


def test_svg_counts_of_what_is_no_xml(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "a.svg"
    path.write_text('<svg><rect id="a_b"')
    assert cli.main(["svg", "counts", str(path), "--json"]) == 2
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert found["patterns"]["named_ids"] == 1
    assert found["xml"] is None
    assert "invalid XML" in said.err


def test_svg_render(tmp_path: Path, capsys: Capture) -> None:
    path, out = tmp_path / "a.svg", tmp_path / "out" / "a.png"
    path.write_text(SVG)
    assert cli.main(["svg", "render", str(path), "-o", str(out), "--side", "80"]) == 0
    assert "80×40" in capsys.readouterr().out
    assert Image.open(out).convert("RGB").getpixel((10, 10)) == (255, 0, 0)
    words = ["svg", "render", str(path), "-o", str(out), "--side", "80", "--hide", "top"]
    assert cli.main(words) == 0
    assert Image.open(out).convert("RGB").getpixel((10, 10)) == (255, 255, 255)
    path.write_text("<html/>")
    assert cli.main(["svg", "render", str(path), "-o", str(out)]) == 2
    assert "no SVG" in capsys.readouterr().err
    assert cli.main(["svg", "render", str(path), "-o", str(out), "--side", "0"]) == 2


def test_grade_over_a_folder(tmp_path: Path, make: Callable, spec: type, capsys: Capture) -> None:
    make(tmp_path / "runs" / "good", spec())
    make(tmp_path / "runs" / "few_ids", spec(ids=15, covered=15))
    broken = make(tmp_path / "runs" / "broken", spec())
    (broken / "score.json").write_text("{")
    answers = tmp_path / "answers.json"
    items = ("furniture_present", "text_legible", "color_categorized", "layout_realistic")
    given = {f"vlm_{name}": 1 for name in items}
    answers.write_text(json.dumps({"good": {**given, "judge_method": "vlm"}, "few_ids": given}))
    words = ["grade", str(tmp_path / "runs"), "--judge-answers", str(answers), "--no-cache"]
    assert cli.main([*words, "--csv"]) == 2
    said = capsys.readouterr()
    rows = {row["task"]: row for row in csv.DictReader(io.StringIO(said.out))}
    assert rows["good"]["score"] == "1.0"
    assert rows["few_ids"]["score"] == "0.5"
    assert rows["broken"]["score"] == ""
    assert "score.json: it is not valid JSON" in said.err
    assert cli.main(["kinds", str(tmp_path / "runs")]) == 0
    assert "results/ beside gt" in capsys.readouterr().out


def test_a_folder_that_no_rule_matches_says_what_was_looked_for(
    tmp_path: Path, capsys: Capture
) -> None:
    lone = tmp_path / "runs" / "one"
    (lone / "results").mkdir(parents=True)
    (lone / "results" / "a.md").write_text("words")
    assert cli.main(["kinds", str(tmp_path / "runs")]) == 2
    said = capsys.readouterr().err
    assert f"{lone}: results/ alone is no task: nothing says which. Put task.md, gt/," in said
    (lone / "results").rename(lone / "other")
    assert cli.main(["kinds", str(tmp_path / "runs")]) == 2
    said = capsys.readouterr().err
    assert "no rule matches.\nLooked for, here and in the folders below:\n" in said
    assert "task.toml" in said
    for command in ("explain", "grade"):
        assert cli.main([command, str(tmp_path / "runs")]) == 2
        assert "no task was found. `reviewer kinds FOLDER` says" in capsys.readouterr().err
    (lone / "other").rename(lone / "results")
    for name in ("task.md", "gt/", "chat.jsonl", "agent.log", "score.json", "_manifest.json"):
        beside = lone / name
        beside.mkdir() if name.endswith("/") else beside.write_text("{}")
        assert cli.main(["kinds", str(tmp_path / "runs")]) == 0, name
        beside.rmdir() if name.endswith("/") else beside.unlink()


@pytest.mark.corpus
def test_counts_of_the_drawn_plans(corpus: Path, capsys: Capture) -> None:
    """Both columns of the truth, for each of its drawings."""
    truth = json.loads((corpus / "svg" / "TRUTH_COUNTS.json").read_text())
    graded = {
        "shapes(<rect|<path)": "shapes", "fill_hex_in_style": "colors", "texts(<text)": "texts",
        "mm_substring": "mm", "layer_furniture": "furniture_layer", "named_ids": "named_ids",
        "lpe(inkscape:path-effect)": "path_effects", "measure": "mm_texts",
    }  # fmt: skip
    held = {
        "layers": "layers", "lpe_attributes_in_use": "path_effects",
        "lpe_definitions": "path_effects_defined", "named_ids": "named_ids",
        "shapes_in_furniture_layer": "shapes_in_furniture_layer", "text_elements": "texts",
        "text_with_mm": "mm_texts", "transforms": "transforms", "tspan": "tspans",
    }  # fmt: skip
    for name, columns in truth.items():
        assert cli.main(["svg", "counts", str(corpus / "svg" / name), "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert {k: found["patterns"][v] for k, v in graded.items()} == columns["regex_seed"], name
        expected = {k: v for k, v in columns["xml"].items() if k in held}
        assert {k: found["xml"][held[k]] for k in expected} == expected, name
        assert found["xml"]["shapes"] == columns["xml"]["rect"] + columns["xml"]["path"]


def test_tables_of_reports() -> None:
    made = csv_table('a,b\n1,"x,y"\n2\n')
    assert (made.columns, made.rows) == (("a", "b"), (("1", "x,y"), ("2", "")))
    assert csv_table("") is None


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"<svg>" + b" " * MAX_BYTES, "bytes, more than the 20,971,520"),
        (b"<svg>" + b"<a/>" * 100_000 + b"</svg>", "100,002 tags, more than the 100,000"),
    ],
)
def test_large_drawings_are_refused_before_they_are_counted(
    tmp_path: Path, capsys: Capture, content: bytes, words: str
) -> None:
    path = tmp_path / "a.svg"
    path.write_bytes(content)
    before = time.process_time()
    assert cli.main(["svg", "counts", str(path)]) == 2
    assert time.process_time() - before < 1
    said = capsys.readouterr()
    assert words in said.err
    assert said.out == ""


def test_a_drawing_too_large_to_measure_is_still_counted(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "a.svg"
    path.write_text("<svg>" + '<rect id="a_b"/>' * 50_000 + "</svg>")
    before = time.process_time()
    assert cli.main(["svg", "counts", str(path), "--json"]) == 2
    assert time.process_time() - before < 4
    found = json.loads(capsys.readouterr().out)
    assert (found["patterns"]["shapes"], found["xml"]) == (50_000, None)
    assert "50,002 tags, more than the 50,000 that are measured here" in found["error"]


def test_a_drawing_at_the_limit_is_counted_in_two_seconds(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "a.svg"
    shape = '<rect id="piece_{}" x="3" y="4" width="3" height="2" style="fill:#3366cc"/>'
    path.write_text("<svg>" + "\n".join(map(shape.format, range(49_000))) + "</svg>")
    before = time.process_time()
    assert cli.main(["svg", "counts", str(path), "--json"]) == 0
    assert time.process_time() - before < 4
    assert json.loads(capsys.readouterr().out)["patterns"]["shapes"] == 49_000
