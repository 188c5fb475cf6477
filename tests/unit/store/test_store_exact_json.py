"""JSON that comes back as it was."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.store import exact_json


@pytest.mark.parametrize(
    "text", ["0.1", "1.50", "1e-3", "-0.0", "3.0", "0.30000000000000004", "1E+5", "10", "true"]
)
def test_numbers_keep_their_digits(text: str) -> None:
    assert exact_json.dumps(exact_json.loads(text.encode()).document) == f"{text}\n".encode()


def test_integers_of_any_size_are_exact() -> None:
    big = 10**300 + 7
    assert exact_json.loads(str(big).encode()).document == big
    assert exact_json.dumps(big) == f"{big}\n".encode()


def test_an_integer_beyond_all_reason_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="digits is too long"):
        exact_json.loads(b"9" * 5000)


@pytest.mark.parametrize(
    ("encoding", "says"),
    [
        ("utf-8", ()),
        ("utf-8-sig", ("byte order mark",)),
        ("utf-16", ("UTF-16",)),
        ("utf-16-be", ("UTF-16-BE",)),
        ("utf-32", ("UTF-32",)),
    ],
)
def test_every_unicode_encoding_is_read(encoding: str, says: tuple[str, ...]) -> None:
    read = exact_json.loads('{"标签": "é 🙂"}'.encode(encoding))
    assert read.document == {"标签": "é 🙂"}
    assert len(read.notes) == len(says)
    assert all(word in note for word, note in zip(says, read.notes, strict=True))


def test_keys_that_stand_twice_are_named_and_the_last_one_counts() -> None:
    read = exact_json.loads(b'{"a": 1, "b": {"c": 1, "c": 2, "c": 3}, "a": 4}')
    assert read.document == {"a": 4, "b": {"c": 3}}
    assert read.notes == ("keys stand twice, the last one counts: a, c",)


def test_not_a_number_is_reported_with_its_place_and_never_written() -> None:
    read = exact_json.loads(b'{"a": [1, NaN], "b": {"c": Infinity}, "d": 1e999}')
    assert read.document == {"a": [1, None], "b": {"c": None}, "d": None}
    assert read.notes[0].endswith("a[1], b.c, d")
    written = exact_json.dumps({"x": float("nan"), "y": float("-inf")})
    assert json.loads(written) == {"x": None, "y": None}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b'{"a": 1,}', "line 1"),
        (b'{"a": ', "line 1"),
        (b'{"a": "\xff"}', "byte 7 is no utf-8 text"),
        (b"[" * 100_000, "nested too deeply|line 1"),
    ],
)
def test_what_is_no_json_is_said_with_its_place(data: bytes, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        exact_json.loads(data)


def test_half_a_surrogate_pair_comes_back() -> None:
    read = exact_json.loads(b'{"\\ud800": "x\\udfff"}')
    written = exact_json.dumps(read.document)
    assert written.decode("utf-8")
    assert exact_json.loads(written).document == {"\ud800": "x\udfff"}


def test_what_json_cannot_hold_is_refused() -> None:
    with pytest.raises(TypeError, match="set cannot be written"):
        exact_json.dumps({"a": {1}})


def test_twenty_thousand_keys_are_quick() -> None:
    data = exact_json.dumps({"checks": {f"check_{n}": n / 7 for n in range(20_000)}})
    began = time.process_time()
    assert exact_json.dumps(exact_json.loads(data).document) == data
    assert time.process_time() - began < 2.0


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(_json)
def test_writing_and_reading_is_the_identity(document: object) -> None:
    written = exact_json.dumps(document)
    read = exact_json.loads(written).document
    assert read == document
    assert exact_json.dumps(read) == written


def test_a_document_is_walked_through_only_where_it_holds_no_finite_number(monkeypatch) -> None:
    walked: list[object] = []
    real = exact_json.not_finite
    monkeypatch.setattr(
        exact_json, "not_finite", lambda *given: walked.append(given) or real(*given)
    )
    assert exact_json.loads(b'{"a": [0.5, 1e308, 7], "b": null}').notes == ()
    assert walked == []
    for odd in (b"NaN", b"-Infinity", b"1e999", b"[-1e400]"):
        assert "counts as not measured" in exact_json.loads(b'{"a": ' + odd + b"}").notes[0]
