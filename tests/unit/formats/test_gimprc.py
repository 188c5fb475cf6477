from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.formats.gimprc import Entry, GimprcError, find, parse

SAMPLE = """\
# GIMP gimprc

(theme "Dark")
(undo-levels 5)  # a remark
(color-management
    (mode display)
    (display-profile "/home/me/a \\"b\\".icc"))
(tool-options "gimp-brush" size 20)
(tool-options "gimp-pencil" size 30)
(undo-levels 12)
"""


def plain(entry: Entry) -> list[object]:
    return [item if isinstance(item, str) else plain(item) for item in entry.items]


def test_the_last_value_of_a_repeated_key_wins_and_carries_its_evidence() -> None:
    entry = find(parse(SAMPLE, name="gimprc"), "undo-levels")
    assert entry is not None
    assert (entry.value, entry.line, entry.text) == ("12", 10, "(undo-levels 12)")


def test_a_quoted_value_is_given_without_its_quotes() -> None:
    entry = find(parse(SAMPLE, name="gimprc"), "theme")
    assert entry is not None
    assert entry.value == "Dark"


def test_a_pair_names_a_key_and_its_first_value() -> None:
    document = parse(SAMPLE, name="gimprc")
    brush = find(document, ("tool-options", "gimp-brush"))
    pencil = find(document, ("tool-options", "gimp-pencil"))
    assert brush is not None
    assert pencil is not None
    assert (brush.value, brush.line) == ("20", 8)
    assert (pencil.value, pencil.line) == ("30", 9)


def test_a_pair_names_a_list_inside_a_list_with_its_own_line() -> None:
    document = parse(SAMPLE, name="gimprc")
    mode = find(document, ("color-management", "mode"))
    profile = find(document, ("color-management", "display-profile"))
    assert mode is not None
    assert profile is not None
    assert (mode.value, mode.line, mode.text) == ("display", 6, "(mode display)")
    assert profile.value == '/home/me/a "b".icc'


@pytest.mark.parametrize("key", ["dark", "undo", ("theme", "Light"), ("none", "x")])
def test_a_setting_that_is_not_there_is_none(key: str | tuple[str, str]) -> None:
    assert find(parse(SAMPLE, name="gimprc"), key) is None


def test_a_commented_setting_does_not_count() -> None:
    assert find(parse("# (theme Dark)\n", name="gimprc"), "theme") is None


def test_brackets_and_hashes_inside_quotes_are_text() -> None:
    entry = find(parse('(note "a (b) # c")', name="gimprc"), "note")
    assert entry is not None
    assert entry.value == "a (b) # c"


def test_an_entry_may_share_its_line_and_may_span_lines() -> None:
    document = parse("(a 1) (b\n2)\r\n(c 3)", name="gimprc")
    assert [(entry.key, entry.value, entry.line) for entry in document.entries] == [
        ("a", "1", 1),
        ("b", "2", 1),
        ("c", "3", 3),
    ]


@pytest.mark.parametrize(
    ("source", "value"),
    [
        (r'(k "a\nb\t\\")', "a\nb\t\\"),
        (r'(k "caf\303\251")', "café"),
        (r'(k "\351")', "é"),
        ("(k 'single \\ quoted')", "single \\ quoted"),
        ("(k)", None),
        ("(k (inner (deep yes)))", "yes"),
        ("\ufeff(k bom)", "bom"),
    ],
)
def test_values(source: str, value: str | None) -> None:
    entry = find(parse(source, name="gimprc"), "k")
    assert entry is not None
    assert entry.value == value


@pytest.mark.parametrize(
    ("source", "line", "cause"),
    [
        ("(b 2\n", 1, "never closed"),
        ("\n)\n", 2, "closes nothing"),
        ('\n\n(b "open)\n', 3, "quoted string"),
        ("\nb = 2\n", 2, "outside any list"),
        ("# x\n()\n", 2, "start with a key"),
        ("((a) 1)", 1, "start with a key"),
        ("(" * 5000, 1, "nested more than"),
    ],
)
def test_an_error_names_file_line_and_cause(source: str, line: int, cause: str) -> None:
    with pytest.raises(GimprcError, match=cause) as caught:
        parse(source, name="my gimprc")
    assert caught.value.line == line
    assert str(caught.value).startswith(f"my gimprc, line {line}: ")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    # Beside lists that are whole it is a fault of the file, and they are read all the same.
    document = parse(f"(whole 1)\n{source}\n(whole 2)", name="my gimprc")
    assert [fault.line for fault in document.faults] == [line + 1]
    assert [entry.value for entry in document.entries if entry.key == "whole"] == ["1", "2"]


def test_a_malformed_form_spoils_no_other() -> None:
    source = "(undo-levels 5)\n((nested))\nfoo = bar, baz\n(theme Dark) (size 3)\n(never closed"
    document = parse(source, name="gimprc")
    assert [entry.key for entry in document.entries] == ["undo-levels", "theme", "size"]
    assert [fault.line for fault in document.faults] == [2, 3, 5]


def test_hostile_files_are_read_in_time() -> None:
    for source in ("(a\n" * 3_000, '(a "\n' * 3_000, "(a (b)\n" * 3_000, "a " * 20_000):
        document = parse(f"(undo-levels 5)\n{source}", name="gimprc")
        assert document.entries[0].value == "5"
        assert 1 <= len(document.faults) <= 20


ATOMS = st.from_regex(r"[a-zA-Z0-9_./:%-]{1,12}", fullmatch=True)
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
LISTS = st.recursive(
    st.one_of(ATOMS, TEXTS), lambda items: st.lists(items, max_size=4), max_leaves=12
)


def written(item: object) -> str:
    if isinstance(item, list):
        return "(" + " ".join(written(part) for part in item) + ")"
    escaped = str(item).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


@given(st.lists(st.tuples(ATOMS, st.lists(LISTS, max_size=4)), max_size=6))
def test_what_is_written_is_read_back(settings: list[tuple[str, list[object]]]) -> None:
    source = "\n# between\n".join(f"({key} {written(rest)[1:-1]})" for key, rest in settings)
    document = parse(source, name="gimprc")
    assert [plain(entry) for entry in document.entries] == [[key, *rest] for key, rest in settings]
    lines = source.split("\n")
    for entry in document.entries:
        assert lines[entry.line - 1].startswith(entry.text.split("\n")[0])


@given(st.text(alphabet="()\"'\\# \nab1", max_size=60))
def test_any_text_is_read_or_refused_with_a_line_that_exists(source: str) -> None:
    try:
        document = parse(source, name="gimprc")
    except GimprcError as error:
        line, keys = error.line, [""]
    else:
        line, keys = 1, [entry.key for entry in document.entries]
    assert 1 <= line <= source.count("\n") + 1
    assert None not in keys
