"""Every value of every shipped rubric, spoiled: all faults are named, each with its line."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.scoring.check_rows import AUTO
from reviewer.scoring.rubric_source import TABLES
from reviewer.session.rubric_check import faults_of, known_names
from reviewer.store import resources

NAMES = resources.rubric_names()
Place = tuple[str | int, ...]


def spelled(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{', '.join(map(spelled, value))}]"
    assert isinstance(value, dict)
    return f"{{ {', '.join(f'{json.dumps(k)} = {spelled(v)}' for k, v in value.items())} }}"


def is_table(key: object, value: object) -> bool:
    is_list = isinstance(value, list) and bool(value)
    return key in TABLES and is_list and all(isinstance(row, dict) for row in value)


def written(document: dict[str, Any]) -> tuple[str, dict[Place, int]]:
    """The document with every key on a line of its own, and which line that is."""
    lines: list[str] = []
    at: dict[Place, int] = {}
    for key, value in document.items():
        if not is_table(key, value):
            lines.append(f"{key} = {spelled(value)}")
            at[(key,)] = len(lines)
    for key, rows in document.items():
        for number, row in enumerate(rows if is_table(key, rows) else ()):
            lines.append(f"[[{key}]]")
            for name, value in row.items():
                lines.append(f"{name} = {spelled(value)}")
                at[(key, number, name)] = len(lines)
    return "\n".join(lines), at


def places(value: object, place: Place = ()) -> Iterator[Place]:
    """Every leaf of a document."""
    inner: Any = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    found = [each for key, item in inner for each in places(item, (*place, key))]
    yield from found or [place]


def look_up(document: Any, place: Place) -> Any:
    for key in place:
        document = document[key]
    return document


def spoiled(document: dict[str, Any], place: Place, value: object) -> dict[str, Any]:
    made = copy.deepcopy(document)
    look_up(made, place[:-1])[place[-1]] = value
    return made


def wrong(value: object) -> Iterator[object]:
    """Values of another sort; yes and no may be asked for wherever a value is compared."""
    yield [[1]]
    yield float("nan")
    yield 10**400
    yield {"x": [1]}
    if isinstance(value, str):
        yield 7
        yield True
    elif not isinstance(value, bool):
        yield True


def by_name(place: Place) -> tuple[str, ...]:
    return tuple(key for key in place if isinstance(key, str))


def leaves() -> Iterator[Any]:
    """Each key of each table of each rubric, once a rubric."""
    for name in NAMES:
        document = tomllib.loads(resources.rubric_bytes(name).decode())
        seen: set[tuple[str, ...]] = set()
        for place in places(document):
            names = by_name(place)
            # What an instrument takes is for its kind to say, and a library row is a pattern.
            if names in seen or (names[:2] == ("check", "params") and "image_" in name):
                continue
            seen.add(names)
            yield pytest.param(name, place, id=f"{name}-{'.'.join(names)}")


@pytest.mark.parametrize(("name", "place"), list(leaves()))
def test_a_value_of_another_sort_is_a_fault_in_its_line(name: str, place: Place) -> None:
    document = tomllib.loads(resources.rubric_bytes(name).decode())
    value = look_up(document, place)
    for other in wrong(value):
        if "equals" in place and isinstance(other, bool | int) and abs(other) < 10:
            continue
        if value == AUTO and other == 7:
            continue
        text, at = written(spoiled(document, place, other))
        faults = [f for f in faults_of(text.encode(), name=name) if not f.is_warning]
        line = at.get(place[:3], at.get(place[:1], 0))
        # A row that cannot be named is told where it begins.
        assert any(line - 1 <= fault.line <= line for fault in faults), (other, faults)


@given(st.sampled_from(NAMES), st.data())
@settings(max_examples=150, deadline=None)
def test_no_value_of_any_sort_ends_in_a_traceback(name: str, data: st.DataObject) -> None:
    document = tomllib.loads(resources.rubric_bytes(name).decode())
    place = data.draw(st.sampled_from(list(places(document))))
    cut = data.draw(st.integers(1, len(place)))
    plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    tree = st.recursive(
        plain.filter(lambda v: v is not None),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
        max_leaves=4,
    )
    text, _ = written(spoiled(document, place[:cut], data.draw(tree)))
    try:
        tomllib.loads(text)
    except (ValueError, TypeError):
        return
    assert isinstance(faults_of(text.encode("utf-8", "surrogatepass"), name=name), list)


MINE = """\
extends = "floor_plan"
remove = ["nosuch"]
name = "mine"
[[check]]
id = "named_ids"
ramp = "oo"
bucket = "core"
weight = 1e12
[[check]]
id = "mine"
asks = "x"
measure = "named_id"
bucket = "corr"
steps = [[14, 0.5], [22, 1]]
reads = ["resutl"]
asks_tr = { fr = "x", zh = "" }
colour = 1
[[step]]
id = "capx"
verb = "cap"
because = "b"
into = "oo"
at = 0.5
when = { all = [{ check = "named_ids", below = 0 }, { fact = "shots", above = 3, below = 2 }] }
"""


def test_all_faults_are_named_at_once_each_in_its_line() -> None:
    found = {(fault.line, fault.text) for fault in faults_of(MINE.encode(), name="mine.toml")}
    for line, text in (
        (2, "remove names 'nosuch'"),
        (6, "check named_ids: 'oo' is measured by no row and no instrument"),
        (8, "weight is 1e+12, above 1e+09"),
        (12, "no instrument measures 'named_id'; did you mean 'named_ids'?"),
        (13, "no step reads it or its bucket 'corr'"),
        (14, "stair 2 is never reached: wherever it holds, stair 1 holds first"),
        (15, "reads 'resutl', which is no role of a file"),
        (16, "asks_tr has 'fr'; it may have en, zh"),
        (16, "the words in 'zh' are empty"),
        (17, "unknown key 'colour'"),
        (22, "changes 'oo', which nothing above writes"),
        (22, "writes 'oo', which is no headline and nothing reads"),
        (24, "named_ids is compared with 0; credits lie in 0 to 1"),
        (24, "'shots' is measured by no row"),
        (24, "no number is below 2 and above 3: the condition could never fire"),
    ):
        assert any(at == line and text in said for at, said in found), (line, text, found)


def test_a_fault_in_a_base_is_told_where_the_base_is_brought_in() -> None:
    text = 'name = "mine"\nextends = "floor_plan"\nremove = ["named_ids"]\n'
    faults = faults_of(text.encode(), name="mine.toml")
    assert faults
    assert {fault.line for fault in faults} == {2}
    assert all(fault.text.startswith("in floor_plan line ") for fault in faults)


@pytest.mark.parametrize(
    ("steps", "is_dead"),
    [
        ("[[22, 1], [14, 0.5]]", False),
        ("[[14, 1], [14, 0.5]]", True),
        ("[{ at_most = 5, credit = 1 }, { at_most = 9, credit = 0.5 }]", False),
        ("[{ at_most = 5, credit = 1 }, { below = 5, credit = 0.5 }]", True),
        ("[{ below = 5, credit = 1 }, { at_most = 5, credit = 0.5 }]", False),
        ("[{ above = 5, credit = 1 }, { at_least = 5, below = 6, credit = 0.5 }]", False),
        ("[{ above = 5, credit = 1 }, { above = 5, below = 6, credit = 0.5 }]", True),
        ("[{ all = [{ at_least = 4 }, { at_most = 5, of = 'ssim' }], credit = 1 }, [4, 0]]", False),
        ("[[4, 1], { all = [{ at_least = 4 }, { at_most = 5, of = 'ssim' }], credit = 0 }]", True),
        ("[{ equals = true, credit = 1 }, { equals = true, credit = 0.5 }]", True),
        ("[{ equals = true, credit = 1 }, { equals = false, credit = 0.5 }]", False),
    ],
)  # fmt: skip
def test_a_stair_that_is_never_reached_is_a_fault(steps: str, is_dead: bool) -> None:
    text = f'extends = "floor_plan"\n[[check]]\nid = "named_ids"\nsteps = {steps}\n'
    said = [fault.text for fault in faults_of(text.encode(), name="mine.toml")]
    assert any("never reached" in each for each in said) is is_dead, said


def test_parameters_keep_their_sort_and_their_range() -> None:
    for change, says in (
        ('value = "oo"', "value must be a number or 'auto', not text"),
        ("low = 9\nhigh = 2", "low 9 is above high 2"),
        ("value = 99", "lies outside its own range"),
        ("value = true", "value must be a number or 'auto'"),
    ):
        text = f'extends = "maze_image"\n[[parameter]]\nid = "tolerance_pixels"\n{change}\n'
        said = [fault.text for fault in faults_of(text.encode(), name="mine.toml")]
        assert any(says in each for each in said), said


def test_every_number_that_is_measured_may_be_read_by_a_rubric(corpus: Path) -> None:
    from reviewer.session import survey
    from reviewer.session.jobs import CancelToken
    from reviewer.store import folder
    from reviewer.store.settings import Settings

    unknown: set[str] = set()
    roots = (resources.path("samples"), corpus / "floorplan_workspaces", corpus / "maze")
    for root in roots:
        for task, _ in zip(folder.discover(root), range(8), strict=False):
            if task.kind in ("graded_folder", "agent_judged", "text_to_image"):
                continue
            state = survey.grade_state(
                task, settings=Settings(author="ann"), cache=None, answers=None,
                token=CancelToken(),
            )  # fmt: skip
            found = state.measured.measurements if state.measured is not None else ()
            unknown |= {m.id.rpartition(".")[2] for m in found} - known_names()
    assert not unknown
