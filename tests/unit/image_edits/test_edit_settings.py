"""Settings files: checks by key, the lines that they found, and files that are none."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.kinds import kind
from reviewer.scoring.rubric_file import RubricError
from reviewer.session.jobs import CancelToken
from reviewer.session.pictures import found_lines, full

GIMPRC = b"""# GIMP gimprc
(undo-levels 5)
(tool-icon-size small)
(color-management
    (mode display)
    (display-profile "/usr/share/a b.icc"))
(theme "Dark (old)") # a comment
(undo-levels 50)
"""


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("undo-levels", "50", 8),
        ("tool-icon-size", "small", 3),
        (["color-management", "mode"], "display", 5),
        (["color-management", "display-profile"], "/usr/share/a b.icc", 6),
        ("theme", "Dark (old)", 7),
    ],
)
def test_settings_by_key_or_pair(edit, key, value, line):
    made = edit({"use": "gimprc", "equals": value, "params": {"key": key}}, ending="rc",
                settings={"task_type": "config"}, result=GIMPRC)  # fmt: skip
    found = made.measurements["setting_value"]
    assert (found.value, found.facts["line"]) == (value, line)
    assert made.ledger.headline.value == 1.0
    assert not any(c.state == "error" for c in made.ledger.checks)
    assert not any(made.flags.values())
    assert f"line {line}: " in made.evidence("gimprc").text


def test_the_pane_of_a_settings_file_shows_its_lines_and_those_found(edit):
    made = edit({"use": "gimprc", "equals": 50, "params": {"key": "undo-levels"}}, ending="rc",
                settings={"task_type": "config"}, result=GIMPRC)  # fmt: skip
    result = made.task.artifact("result")
    shown = full(made.reader, result, reading="seen", token=CancelToken())
    assert not shown.error
    assert shown.lines
    assert shown.lines == tuple(GIMPRC.decode().splitlines())
    assert found_lines(made, "gimprc") == (frozenset({8}), 8)
    assert found_lines(made, "exists") == (frozenset({8}), 0)
    # Nothing asks for pixels where there are none.
    assert "pixel_closeness" not in {check.id for check in made.rubric.checks}


@pytest.mark.parametrize(
    ("data", "says"),
    [("(a 1)".encode("utf-16-le"), "UTF-16"), ("(a 1)".encode("utf-16"), "UTF-16"),
     ("(a 1)".encode("utf-16-be"), "UTF-16"), ("(a 1)".encode("utf-32"), "UTF-32"),
     ("(a 1)".encode("utf-32-le"), "UTF-32"), (b" \n", "holds no text"),
     ("# 设置\n(a 1) (b 2) (c 3)".encode("utf-16-le"), "UTF-16"),
     ("(a 1)".encode("utf-32-be"), "UTF-32"),
     (np.random.default_rng(3).bytes(5000), "it is no text"),
     (b"(a 1)\0\0\0", "it is no text")],
)  # fmt: skip
def test_settings_in_wide_characters_or_without_text_say_so(edit, data, says):
    made = edit({"use": "gimprc", "equals": 1, "params": {"key": "a"}}, ending="rc",
                settings={"task_type": "config"}, result=data)  # fmt: skip
    shown = full(made.reader, made.task.artifact("result"), reading="seen", token=CancelToken())
    assert says in shown.error
    assert not shown.lines
    if says.startswith("UTF"):
        assert made.ledger.check("gimprc").state == "error"
        assert says in made.ledger.check("gimprc").reason


def test_an_empty_value_and_one_of_several_words_can_be_asked(edit):
    config = {"task_type": "config"}
    lines = b'(help-locales "")\n(a 1 2 3)\n(b)\n'

    def asked(key, value):
        row = {"use": "gimprc", "equals": value, "params": {"key": key}}
        return edit(row, ending="rc", settings=config, result=lines)

    assert asked("help-locales", "").credit("gimprc") == 1.0
    assert asked("a", "").credit("gimprc") == 0.0
    made = asked("a", "1 2 3")
    assert made.credit("gimprc") == 1.0
    assert asked("b", "").ledger.check("gimprc").state == "not measured"
    (panel,) = [
        panel for panel in kind("gimp_edit").panels(made.request()) if panel.id == "settings"
    ]
    assert panel.table.rows[0][:3] == (2, "a", "1 2 3")
    with pytest.raises(RubricError, match="needs the value that is asked for"):
        edit({"use": "gimprc", "params": {"key": "a"}}, ending="rc", settings=config, result=lines)


def test_settings_without_checks_do_not_pass_on_existence(edit):
    made = edit(ending="rc", settings={"task_type": "config"}, result=GIMPRC)
    assert made.ledger.headline.value == pytest.approx(0.4)
    assert made.ledger.headline.passes is False


def test_a_number_and_a_yes_mean_their_words(edit):
    made = edit({"use": "gimprc", "equals": 50, "params": {"key": "undo-levels"}}, ending="rc",
                settings={"task_type": "config"}, result=GIMPRC)  # fmt: skip
    assert made.credit("gimprc") == 1.0
    yes = edit({"use": "gimprc", "equals": True, "params": {"key": "a"}}, ending="rc",
               settings={"task_type": "config"}, result=b"(a yes)")  # fmt: skip
    assert yes.credit("gimprc") == 1.0


def test_a_setting_that_is_not_there_and_a_file_that_is_none(edit):
    row = {"use": "gimprc", "equals": "1", "params": {"key": "nope"}}
    config = {"task_type": "config"}
    made = edit(row, ending="rc", settings=config, result=GIMPRC)
    assert made.ledger.check("gimprc").reason == "there is no line (nope …)"
    bare = edit(row, ending="rc", settings=config, result=b"(a 1)\n(nope) # bare")
    assert bare.ledger.check("gimprc").reason == "line 2 has no value: (nope)"
    broken = edit(row, ending="rc", settings=config, result=b"(undo-levels 5")
    assert broken.ledger.check("gimprc").state == "error"
    assert broken.ledger.headline.value == pytest.approx(0.05 / 0.25)


def test_the_settings_panel_puts_the_asked_line_first(edit):
    made = edit({"use": "gimprc", "equals": 50, "params": {"key": "undo-levels"}}, ending="rc",
                settings={"task_type": "config"}, result=GIMPRC)  # fmt: skip
    panel = next(p for p in kind("gimp_edit").panels(made.request()) if p.id == "settings")
    assert panel.table.rows[0] == (2, "undo-levels", "5", "gimprc: overruled by a later line")
    assert panel.table.rows[1] == (8, "undo-levels", "50", "gimprc")
