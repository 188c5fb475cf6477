"""Reading rubrics: every fault with its line, what a rubric extends, what an answer is bound to."""

from __future__ import annotations

import dataclasses
import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.model import Rubric
from reviewer.scoring.faults import row_lines
from reviewer.scoring.rubric_file import (
    RubricError,
    check_rubric,
    parse_rubric,
    read_rubric,
    row_digest,
)

SMALL = """\
name = "small"
version = 3

[[headline]]
name = "score"
passes = 0.8

[[check]]
id = "ids"
asks = "At least 22 ids"
bucket = "core"
ramp = 22

[[step]]
id = "mean"
verb = "mean"
of = ["core"]
because = "mean of all"

[[step]]
id = "cap"
verb = "cap"
at = 0.5
because = "too few ids"
when = { check = "ids", below = 0.7, missing = "fire" }
"""


def faults_of(text: str, **bases: str) -> list[tuple[int, str]]:
    def base(name: str) -> bytes:
        return bases[name].encode()

    with pytest.raises(RubricError) as error:
        parse_rubric(text.encode(), name="rubric.toml", base=base if bases else None)
    return error.value.faults


def small(**bases: str) -> Rubric:
    return parse_rubric(SMALL.encode(), name="small.toml")


def test_a_rubric_reads_as_written() -> None:
    rubric = small()
    assert (rubric.name, rubric.version, rubric.source) == ("small", 3, "small.toml")
    assert rubric.sha256 == hashlib.sha256(SMALL.encode()).hexdigest()
    assert rubric.checks[0].rule.target == 22
    assert rubric.checks[0].line == 8
    assert rubric.steps[1].when.missing == "fire"
    assert rubric.steps[1].into == "score"
    assert rubric.headlines[0].passes == 0.8


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("ramp = 22", "ramp = 22\ncolour = 1", 13, "unknown key 'colour'"),
        ("version = 3", "version = -1", 2, "version"),
        ('verb = "mean"', 'verb = "median"', 16, "verb is 'median'"),
        ('of = ["core"]', 'of = ["corr"]', 17, "'corr' is no check, no bucket"),
        ('check = "ids"', 'check = "idz"', 25, "'idz' is no check"),
        ("below = 0.7", "below = 7", 25, "credits lie in 0 to 1"),
        ("at = 0.5", "at = 1.5", 23, "at 1.5 lies outside 0 to 1"),
        ("passes = 0.8", "passes = 8", 6, "passes at 8"),
        ("ramp = 22", "ramp = 0", 12, "a target above 0"),
        ("ramp = 22", "", 9, "exactly one credit rule, has none"),
        ("ramp = 22", "ramp = 22\nat_least = 3", 13, "has ramp and at_least"),
        ("ramp = 22", "steps = [[22, 2]]", 12, "a credit lies between 0 and 1"),
        ("ramp = 22", "steps = []", 12, "steps must be a list"),
        ("ramp = 22", "within = [3, 1]", 12, "low ≤ high"),
        ("ramp = 22", "direct = false", 12, "direct is true"),
        ("ramp = 22", "passes = { one = [] }", 12, "{ all = [ … ] } or { any = [ … ] }"),
        ("ramp = 22", "passes = { all = [{ of = 'x' }] }", 12, "a comparison needs at_least"),
        ("ramp = 22", "ramp = 22\noverridable = true", 13, "so it needs a scale"),
        ("ramp = 22", "ramp = 22\nlook = 'nowhere'", 13, "look is 'nowhere'"),
        ("ramp = 22", "ramp = 22\nabsent = 'none'", 13, "absent is 'none'"),
        ("ramp = 22", "ramp = 22\nneeds = ['x']", 13, "needs 'x', which is no check"),
        ("ramp = 22", "ramp = 22\nneeds = ['ids']", 13, "needs itself in a circle"),
        ("ramp = 22", "ramp = 22\nnear = -1", 13, "below 0"),
        ('asks = "At least 22 ids"', "", 8, "needs asks"),
        ("at = 0.5\n", "", 22, "cap needs at"),
        ("at = 0.5\n", "at = 0.5\nshare = 0.5\n", 24, "cap does not use 'share'"),
        ('because = "too few ids"\n', "", 22, "needs because"),
        ("missing = ", "gone = ", 25, "unknown key 'gone' in a condition"),
        ('missing = "fire"', 'missing = "maybe"', 25, "missing is 'maybe'"),
        ("below = 0.7, ", "", 25, "a condition needs"),
        ('[[headline]]\nname = "score"\npasses = 0.8', "", 1, "needs a [[headline]]"),
        ('id = "cap"', 'id = "mean"', 21, "'mean' is already used in line 14"),
        ("[[step]]\nid", "[step]\nid", 14, "step is written as [[step]]"),
        ('name = "small"', 'name = "small"\ncolor = "x"', 2, "unknown key 'color'"),
    ],
)
def test_each_fault_names_its_line(old: str, new: str, line: int, says: str) -> None:
    text = SMALL.replace(old, new, 1)
    if old.startswith("[[step]]"):
        text = text.replace('[[step]]\nid = "cap"', '[steq]\nid = "cap"')
    faults = faults_of(text)
    assert any(says in fault for _, fault in faults), faults
    found = next(fault for fault in faults if says in fault[1])
    assert found[0] == line, faults
    assert any(word in text.splitlines()[found[0] - 1] for word in ("=", "[")), found


def test_exact_lines_of_two_faults_at_once() -> None:
    text = SMALL.replace("ramp = 22", "ramp = -22").replace("at = 0.5", 'at = "half"')
    faults = faults_of(text)
    assert [line for line, _ in faults] == [12, 23]
    assert text.splitlines()[11] == "ramp = -22"
    assert text.splitlines()[22] == 'at = "half"'


def test_text_that_is_no_toml_names_the_line() -> None:
    ((line, says),) = faults_of(SMALL.replace('id = "ids"', "id = ids"))
    assert line == 9
    assert "is not TOML" in says


def test_bytes_that_are_no_text_are_a_fault() -> None:
    with pytest.raises(RubricError, match="UTF-8"):
        parse_rubric(b"name = 'x'\n# \xff\xfe", name="rubric.toml")


def test_lines_are_not_fooled_by_text_that_looks_like_rows() -> None:
    text = 'about = """\n[[check]]\nid = "no"\n"""\n[[check]]\nid = "yes" # """\nasks = "?"\n'
    lines = row_lines(text)
    assert [row.line for row in lines["check"]] == [5]
    assert lines["check"][0].keys == {"id": 6, "asks": 7}


def test_rows_written_inline_share_the_line_of_their_key() -> None:
    text = 'check = [{ id = "a", asks = "?", direct = true, wrong = 1 }]\n'
    text += '[[headline]]\nname = "s"\n[[step]]\nverb = "mean"\nof = ["a"]\nbecause = "."\n'
    assert faults_of(text) == [(1, "check a: unknown key 'wrong'")]


# --- extends


CHILD = """\
extends = "small"
name = "child"

[[check]]
id = "ids"
at_least = 20

[[check]]
id = "more"
asks = "More?"
bucket = "core"
direct = true

[[step]]
id = "cap"
at = 0.4
"""


def child(text: str, lower: str = SMALL) -> Rubric:
    return parse_rubric(text.encode(), name="child.toml", base=lambda name: lower.encode())


def test_a_child_changes_the_rows_it_names_and_adds_others() -> None:
    rubric = child(CHILD)
    ids = rubric.check("ids")
    assert (rubric.name, rubric.version) == ("child", 3)
    assert ids.asks == "At least 22 ids"
    assert ids.rule.form == "passes"
    assert rubric.check("more") is not None
    assert [(step.id, step.at) for step in rubric.steps] == [("mean", None), ("cap", 0.4)]
    assert rubric.sha256 not in (small().sha256, hashlib.sha256(CHILD.encode()).hexdigest())
    other_base = child(CHILD, SMALL.replace("passes = 0.8", "passes = 0.7"))
    assert other_base.sha256 != rubric.sha256


def test_a_step_without_an_id_replaces_the_fold() -> None:
    step = '[[step]]\nverb = "mean"\nof = ["ids"]\nbecause = "alone"\n'
    assert [s.because for s in child(f'extends = "small"\n{step}').steps] == ["alone"]


def test_rows_can_be_removed() -> None:
    rubric = child('extends = "small"\nremove = ["cap"]\n')
    assert [step.id for step in rubric.steps] == ["mean"]
    faults = faults_of('extends = "small"\nremove = ["gone"]\n', small=SMALL)
    assert faults == [(2, "remove names 'gone', which the base does not have")]


def test_bases_that_cannot_be_used_are_faults() -> None:
    assert "cannot be read" in faults_of('extends = "x"\n', small=SMALL)[0][1]
    assert "cannot be looked up" in faults_of('extends = "small"\n')[0][1]
    assert "extends this file again" in faults_of('extends = "a"\n', a='extends = "a"\n')[0][1]
    broken = faults_of('\n\nextends = "small"\n', small=SMALL.replace("ramp = 22", "ramp ="))
    assert [line for line, _ in broken] == [3]
    assert broken[0][1].startswith("in small line 12")


# --- warnings and digests


def test_a_credit_that_lowers_a_headline_is_a_warning() -> None:
    cap = 'when = { check = "ids", below = 0.7, missing = "fire" }'
    text = SMALL.replace(cap, 'when = { check = "ids", above = 0.7 }')
    rubric, faults = read_rubric(text.encode(), name="x")
    assert rubric is not None
    assert faults == []
    (warning,) = check_rubric(text.encode(), name="x")
    assert warning.is_warning
    assert warning.line == 8
    assert "ids" in warning.text
    assert parse_rubric(text.encode(), name="x").name == "small"


def test_an_answer_is_bound_to_question_and_scale_alone() -> None:
    check = small().checks[0]
    kept = [
        dataclasses.replace(check, weight=7.0, near=3.0, bucket="x", measure="y"),
        dataclasses.replace(check, rule=dataclasses.replace(check.rule, target=9)),
    ]
    assert {row_digest(row) for row in kept} == {row_digest(check)}
    changed = [dataclasses.replace(check, asks="?"), dataclasses.replace(check, scale="unit")]
    assert row_digest(check) not in {row_digest(row) for row in changed}


# --- nothing a person writes can end in another error


KEYS = ("id", "asks", "verb", "of", "ramp", "steps", "when", "at", "parts", "passes", "name", "low")
VALUES = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(-3, 3),
        st.sampled_from(["ids", "core", "cap", "mean", "score", "", "all"]),
        st.floats(-2, 2, allow_nan=False).map(lambda x: round(x, 3)),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(("all", "check", "below", "of", "credit")), inner),
    ),
    max_leaves=6,
)


def toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(("check", "step", "headline", "uncovered", "parameter")),
            st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=5),
        ),
        max_size=4,
    )
)
def test_whatever_is_written_gives_a_rubric_or_faults(
    written: list[tuple[str, dict[str, object]]],
) -> None:
    text = SMALL
    for table, keys in written:
        text += f"\n[[{table}]]\n" + "".join(f"{k} = {toml(v)}\n" for k, v in keys.items())
    faults = check_rubric(text.encode(), name="x")
    for fault in faults:
        assert 1 <= fault.line <= text.count("\n") + 1
        assert fault.text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[[headline]]\nname = "overall_score"\npasses = nan', "must be a number, not NaN"),
        ('[[headline]]\nname = "overall_score"\npasses = inf', "must be a number, not infinity"),
        ('[[check]]\nid = "ssim"\nsteps = [[nan, 1.0]]', "two numbers"),
    ],
)
def test_a_threshold_that_is_no_number_is_named_for_what_it_is(text, says) -> None:
    from reviewer.store.resources import rubric_bytes

    data = f'extends = "gimp_edit"\nname = "x"\nversion = 1\n{text}\n'.encode()
    with pytest.raises(RubricError, match=says):
        parse_rubric(data, name="x.toml", base=rubric_bytes)


@pytest.mark.parametrize("name", ["rubric.toml", "../docs/x", "/etc/passwd", "gimp_edits"])
def test_only_shipped_rubrics_can_be_extended(name) -> None:
    from reviewer.store.resources import rubric_bytes

    data = f'extends = "{name}"\nname = "x"\nversion = 1\n'.encode()
    with pytest.raises(RubricError, match=r"there is none of this name; there are .*gimp_edit"):
        parse_rubric(data, name="x.toml", base=rubric_bytes)


def test_what_is_not_said_of_a_rubric_is_named_once() -> None:
    """A version that is missing is a warning; a headline without a name is one fault."""
    own = '[[check]]\nid = "a"\nasks = "?"\nequals = true\n'
    step = '[[step]]\nverb = "mean"\nof = ["a"]\ninto = "overall_score"\n'
    head = '[[headline]]\nname = "overall_score"\n'
    found = check_rubric(f'name = "x"\n{own}{step}{head}'.encode(), name="x")
    assert [(each.line, each.text) for each in found if "version" in each.text] == [
        (1, "rubric: has no version, which counts as 1")
    ]
    assert all(each.is_warning for each in found if "version" in each.text)
    said = check_rubric(f'name = "x"\nversion = 2\n{own}{step}{head}'.encode(), name="x")
    assert not [each for each in said if "version" in each.text]
    nameless = check_rubric(
        f'name = "x"\nversion = 2\n{own}{step}[[headline]]\n'.encode(), name="x"
    )
    assert not [each for each in nameless if "no step writes it" in each.text]
    assert [each for each in nameless if "needs name" in each.text]
