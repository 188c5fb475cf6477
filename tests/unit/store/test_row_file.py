"""A JSON file that grows by rows is whole JSON after each, and survives a kill at any byte."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.store.files import FileError
from reviewer.store.row_file import RowFile, read_rows

HEAD = {"run": {"model": "m", "status": "running"}}
VALUES = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=12))
ROWS = st.lists(st.dictionaries(st.text(min_size=1, max_size=6), VALUES, min_size=1), max_size=6)


def test_it_is_whole_json_after_every_row(tmp_path):
    path = tmp_path / "rows.json"
    growing = RowFile(path, HEAD, [{"n": 0}])
    assert json.loads(path.read_text()) == HEAD | {"results": [{"n": 0}]}
    for number in range(1, 4):
        growing.append({"n": number, "name": "迷宫\n"})
        held = json.loads(path.read_text(encoding="utf-8"))
        assert [row["n"] for row in held["results"]] == list(range(number + 1))
    growing.close()


def test_it_may_begin_empty(tmp_path):
    path = tmp_path / "rows.json"
    growing = RowFile(path, HEAD)
    assert json.loads(path.read_text()) == HEAD | {"results": []}
    growing.append({"n": 1})
    growing.close()
    assert json.loads(path.read_text())["results"] == [{"n": 1}]


@settings(deadline=None)  # a busy disk is no fault of the rows
@given(rows=ROWS, cut=st.integers(min_value=0, max_value=2000))
def test_whole_rows_survive_a_cut_at_any_byte(tmp_path_factory, rows, cut):
    path = tmp_path_factory.mktemp("cut") / "rows.json"
    growing = RowFile(path, HEAD)
    for row in rows:
        growing.append(row)
    growing.close()
    data = path.read_bytes()
    path.write_bytes(data[:cut])
    held = read_rows(path)
    if held is None:
        assert b'"results": [' not in data[:cut].split(b"\n")[0]
        return
    assert held.head == HEAD
    assert list(held.rows) == rows[: len(held.rows)]
    if cut >= len(data):
        assert list(held.rows) == rows


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b'{"results": 3}', b"\xff\xfe"])
def test_other_files_are_none(tmp_path, data):
    path = tmp_path / "rows.json"
    path.write_bytes(data)
    assert read_rows(path) is None


def test_a_missing_file_is_none_and_a_folder_that_cannot_be_made_is_an_error(tmp_path):
    assert read_rows(tmp_path / "none.json") is None
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileError):
        RowFile(tmp_path / "file" / "rows.json", HEAD)
