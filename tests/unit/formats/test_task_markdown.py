"""Task files in all their forms."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.formats.task_markdown import parse_task

FENCED = """---
id: DES_task_3
name: "Ein Titel: mit Doppelpunkt"
timeout_seconds: 900
---

## Prompt

Draw.

```bash
## not a heading
```

~~~
## neither
```
~~~

## Expected Behavior ##

Done.

## Grading Criteria

- [ ] one
* two
• three
text

## Automated Checks

```python
def grade(**kwargs):
    return {"overall_score": 1.0}
```

## Something else

more
"""

BARE = """tasks/SPA/SPA_task_1.md

metadata

id: SPA_task_1
name: 家具
timeout_seconds: 1500

Prompt

Lay out.

Task

Do it. Prompt

Expected Behavior

1. Open.

Automated Checks

import re

def grade(workspace_path=None):
    # fence-like strings stay code
    return {"overall_score": 0.0}

Workspace Path

workspace/SPA/task_1/

Env

Warmup

true
"""


def test_front_matter_and_sections() -> None:
    document = parse_task(FENCED.encode())
    assert document.metadata["timeout_seconds"] == 900
    assert document.metadata["name"] == "Ein Titel: mit Doppelpunkt"
    assert document.task_id == "DES_task_3"
    assert [section.title for section in document.sections] == [
        "Prompt",
        "Expected Behavior",
        "Grading Criteria",
        "Automated Checks",
        "Something else",
    ]
    assert "## not a heading" in document.prompt
    assert document.sections[0].blocks[0].code == "## not a heading"
    assert document.sections[0].blocks[1].code == "## neither\n```"
    assert document.sections[0].line == 7
    assert document.section("Expected Behavior").text.strip() == "Done."
    assert document.grading_criteria == ("one", "two", "three")
    assert document.grader_code.startswith("def grade(**kwargs):\n    return")
    assert document.notes == ()


def test_bare_headings_with_a_path_line() -> None:
    document = parse_task(BARE.encode())
    assert document.path_line == "tasks/SPA/SPA_task_1.md"
    assert document.metadata["id"] == "SPA_task_1"
    assert document.metadata["name"] == "家具"
    assert document.prompt == "Lay out.\n\nTask\n\nDo it. Prompt"
    assert document.grader_code.startswith("import re")
    assert document.grader_code.endswith('return {"overall_score": 0.0}')
    workspace = document.section("Workspace Path")
    assert workspace is not None
    assert workspace.text == "workspace/SPA/task_1/"
    assert document.notes == ()


def test_published_task_if_at_hand(corpus) -> None:
    path = corpus.parent / "seeds" / "002_36e8490849e99134.txt"
    if not path.exists():
        pytest.skip("the published task lies elsewhere")
    document = parse_task(path.read_bytes())
    assert document.task_id == "SPA_task_1_floor_plan"
    assert document.metadata["timeout_seconds"] == 1500
    assert len(document.grading_criteria) == 15
    assert "def grade(workspace_path=None, **kwargs):" in document.grader_code
    compile(document.grader_code, "grader", "exec")
    assert document.notes == ()


@pytest.mark.parametrize(
    ("data", "note"),
    [
        (b"## Prompt\n\nhello", "no front matter"),
        (b"---\nid: [\n---\n## Prompt\n\nx", "not valid YAML"),
        (b"---\n- a\n---\n## Prompt\n\nx", "not a list of names"),
        (b"---\nid: a\n## Prompt\n\nx", "not closed"),
        (b"", "no sections"),
        (b"\xff\xfe## Prompt", "not UTF-8"),
        (b"## Automated Checks\n\n```python\ndef grade(:\n```", "not valid Python"),
        (b"## Prompt\n\nx", "no grader code"),
    ],
)
def test_odd_files_are_noted(data: bytes, note: str) -> None:
    assert any(note in each for each in parse_task(data).notes)


def test_unsafe_yaml_builds_no_object() -> None:
    document = parse_task(b"---\nid: !!python/object/apply:os.getcwd []\n---\n")
    assert document.metadata == {}


def test_yaml_references_do_not_explode() -> None:
    rows = ["a0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"]
    rows += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 10)]
    document = parse_task(("---\n" + "\n".join(rows) + "\n---\n## Prompt\n\nx").encode())
    assert document.metadata == {}
    assert any("without end" in note for note in document.notes)
    circular = parse_task(b"---\na: &a [*a]\n---\n## Prompt\n\nx")
    assert circular.metadata == {}


def test_windows_newlines_and_byte_order_mark() -> None:
    document = parse_task(b"\xef\xbb\xbf" + FENCED.replace("\n", "\r\n").encode())
    assert document.task_id == "DES_task_3"
    assert document.section("Expected Behavior").text.strip() == "Done."


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(["---", "## Prompt", "Prompt", "```", "~~~", "", "id: 1", "x"])))
def test_no_file_is_too_odd(lines: list[str]) -> None:
    document = parse_task("\n".join(lines).encode())
    assert all(section.text.count("\n") < len(lines) + 1 for section in document.sections)
