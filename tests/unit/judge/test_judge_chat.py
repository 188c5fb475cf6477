"""The HTTP client against a server that answers, fails, hangs, cuts off and echoes the key."""

from __future__ import annotations

import json
import logging
import threading
import time
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from reviewer.judge.answer import read_answer
from reviewer.judge.chat import ChatModel
from reviewer.judge.endpoint import Endpoint
from reviewer.judge.patience import Pace, back_off, pause
from reviewer.judge.protocol import Ask, JudgeError, Picture, Token
from reviewer.judge.replay import Recorder
from reviewer.judge.secrets import read_key, scrub
from reviewer.session.judge_models import AskedModel

KEY = "sk-or-v1-0123456789abcdef/secret+key"
PNG = Picture("a.jpg", b"\x89PNG\r\n\x1a\nrest")


class Waits:
    """Counts pauses instead of making them."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def __call__(self, seconds: float, token: Token | None) -> None:
        self.seconds.append(seconds)


class Cancelled(Exception):
    pass


class CancelAfter:
    """A token that is cancelled some time after it was made."""

    def __init__(self, seconds: float) -> None:
        self.ends = time.monotonic() + seconds

    def check(self) -> None:
        if time.monotonic() >= self.ends:
            raise Cancelled


def ask(*parts: str | Picture, attempts: int = 4, is_json: bool = False) -> Ask:
    return Ask("test", parts or ("hello",), 0.0, 8, is_json, attempts)


def model(played: Any, waits: Waits | None = None, **settings: Any) -> ChatModel:
    endpoint = Endpoint(model="some/model", base_url=played.url, **settings)
    return ChatModel(endpoint, wait=waits or Waits())


def turn(played: Any, **fields: Any) -> Any:
    played.says("x")
    return type(played.turns[0])(**fields)


def test_a_right_answer_comes_back_with_its_cost(played: Any) -> None:
    played.says("yes")
    judge = AskedModel(model(played))
    reply = judge.complete(ask("Is it?", PNG, is_json=True))
    assert (reply.text, reply.model, reply.is_cut) == ("yes", "played/model", False)
    assert (reply.prompt_tokens, reply.completion_tokens, reply.cost) == (100, 20, 0.002)
    asked = played.asked[0]
    assert asked["model"] == "some/model"
    assert (asked["temperature"], asked["max_tokens"]) == (0.0, 8)
    assert asked["response_format"] == {"type": "json_object"}
    text, picture = asked["messages"][0]["content"]
    assert text == {"type": "text", "text": "Is it?"}
    # The content decides: the name says JPEG.
    assert picture["image_url"]["url"].startswith("data:image/png;base64,iVBOR")
    assert played.headers[0]["Authorization"] == f"Bearer {KEY}"
    judge.complete(ask())
    spent = judge.spent
    assert (spent.requests, spent.answers, spent.prompt_tokens, spent.unpriced) == (2, 2, 200, 0)
    assert spent.cost == pytest.approx(0.004)


def test_the_setting_bounds_the_attempts_and_each_is_counted(played: Any) -> None:
    down = turn(played, status=503)
    played.says(down)
    with pytest.raises(JudgeError, match="after 2 attempts") as caught:
        model(played, attempts=2).complete(ask(attempts=6))
    assert (caught.value.requests, len(played.asked)) == (2, 2)
    played.says(down, "yes")
    assert model(played, attempts=6).complete(ask(attempts=4)).requests == 2


def test_no_key_is_sent_where_none_is_named(played: Any) -> None:
    played.says("hi")
    model(played, key_variable="").complete(ask())
    assert "Authorization" not in played.headers[0]


def test_too_many_requests_waits_as_long_as_told(played: Any) -> None:
    busy = turn(played, status=429, headers={"Retry-After": "7"}, body=b'{"error": "busy"}')
    played.says(busy, "yes")
    waits = Waits()
    assert model(played, waits).complete(ask()).text == "yes"
    assert waits.seconds == [7.0]


def test_server_faults_are_retried_with_growing_pauses(played: Any) -> None:
    down = turn(played, status=500, body=b"oops")
    played.says(down, down, down, "yes")
    waits = Waits()
    assert model(played, waits).complete(ask()).text == "yes"
    assert waits.seconds == [1.0, 2.0, 4.0]
    played.says(down)
    with pytest.raises(JudgeError, match=r"answered 500: oops \(after 4 attempts\)"):
        model(played).complete(ask())
    assert len(played.asked) == 8


@pytest.mark.parametrize("status", [408, 409, 502, 503, 529])
def test_passing_faults_are_retried(played: Any, status: int) -> None:
    played.says(turn(played, status=status, body=b""), "yes")
    assert model(played).complete(ask()).text == "yes"


@pytest.mark.parametrize(
    ("status", "remedy"),
    [(400, "model's name"), (401, "key was refused"), (402, "no credit"), (404, "base URL")],
)
def test_lasting_faults_are_not(played: Any, status: int, remedy: str) -> None:
    body = json.dumps({"error": {"message": "nope"}}).encode()
    played.says(turn(played, status=status, body=body))
    with pytest.raises(JudgeError, match=f"answered {status}: nope; .*{remedy}"):
        model(played).complete(ask())
    assert len(played.asked) == 1


def test_a_very_long_wait_is_not_waited(played: Any) -> None:
    played.says(turn(played, status=429, headers={"Retry-After": "3600"}, body=b""))
    with pytest.raises(JudgeError, match="asks to wait 3600 s"):
        model(played).complete(ask())
    assert len(played.asked) == 1


def test_a_hang_ends_at_the_limit(played: Any) -> None:
    played.says(turn(played, act=played.hang))
    started = time.monotonic()
    with pytest.raises(JudgeError, match=r"no answer within 0\.3 s; .*\(after 2 attempts\)"):
        model(played, timeout_s=0.3).complete(ask(attempts=2))
    assert time.monotonic() - started < 2


def test_a_server_that_dribbles_forever_is_a_hang_too(played: Any) -> None:
    played.says(turn(played, act=played.dribble))
    with pytest.raises(JudgeError, match="no answer within"):
        model(played, timeout_s=0.3).complete(ask(attempts=1))


def test_a_cut_connection_is_retried(played: Any) -> None:
    cut = turn(played, act=played.cut)
    played.says(cut, "yes")
    assert model(played).complete(ask()).text == "yes"
    played.says(cut)
    with pytest.raises(JudgeError, match=r"exchange with the server failed.*check the network"):
        model(played).complete(ask(attempts=2))


def test_nobody_there(played: Any) -> None:
    endpoint = Endpoint(model="m", base_url="http://127.0.0.1:9", key_variable="")
    waits = Waits()
    with pytest.raises(
        JudgeError, match=r"no connection to the server.*base URL \(after 3 attempts\)"
    ):
        ChatModel(endpoint, wait=waits).complete(ask(attempts=3))
    assert waits.seconds == [1.0, 2.0]


def test_cancel_works_at_once(played: Any) -> None:
    played.says(turn(played, act=played.hang))
    started = time.monotonic()
    with pytest.raises(Cancelled):
        model(played).complete(ask(), token=CancelAfter(0.2))
    assert time.monotonic() - started < 1


def test_cancel_works_while_waiting_to_ask_again() -> None:
    started = time.monotonic()
    with pytest.raises(Cancelled):
        pause(30, CancelAfter(0.1))
    assert time.monotonic() - started < 1
    pause(0.01, None)


def test_a_cancelled_job_asks_nothing(played: Any) -> None:
    played.says("yes")
    with pytest.raises(Cancelled):
        model(played).complete(ask(), token=CancelAfter(0))
    assert played.asked == []


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"<html>gateway</html>", "not JSON; check that the base URL"),
        (b"[]", "not JSON"),
        (b"{}", "no message of the model"),
        (b'{"choices": [{"message": {"content": ""}}]}', "answered nothing"),
        (b'{"choices": [{"message": {"content": null}}]}', "answered nothing"),
        (
            b'{"choices": [{"message": {"content": ""}, "finish_reason": "length"}]}',
            "used up its tokens",
        ),
        (
            b'{"choices": [{"message": {"content": null, "refusal": "not that"}}]}',
            "the model declined: not that",
        ),
        (
            b'{"choices": [{"message": {"content": "x"}, "finish_reason": "content_filter"}]}',
            "filter withheld",
        ),
        (b'{"error": {"code": 402, "message": "pay"}}', "answered 402: pay; .*no credit"),
    ],
)
def test_answers_without_words_are_told(played: Any, body: bytes, message: str) -> None:
    played.says(turn(played, body=body))
    with pytest.raises(JudgeError, match=message):
        model(played).complete(ask(attempts=1))


@pytest.mark.parametrize(
    "usage",
    [
        {"prompt_tokens": -5, "completion_tokens": 10**300, "cost": -1.0},
        {"prompt_tokens": True, "completion_tokens": "7", "cost": 10**300},
    ],
)
def test_a_bill_that_cannot_be_is_no_bill(usage: dict[str, object]) -> None:
    choice = {"message": {"content": "yes"}}
    body = json.dumps({"choices": [choice], "usage": usage}).encode()
    reply, _, _ = read_answer(body, model="some/model")
    assert reply is not None
    assert (reply.prompt_tokens, reply.completion_tokens, reply.cost) == (None, None, None)


def test_a_fault_under_status_200_is_retried(played: Any) -> None:
    played.says(turn(played, body=b'{"error": {"code": 503, "message": "busy"}}'), "yes")
    assert model(played).complete(ask()).text == "yes"


def test_parts_of_text_are_joined(played: Any) -> None:
    parts = [{"type": "text", "text": "ye"}, {"type": "other"}, {"type": "text", "text": "s"}]
    body = json.dumps({"choices": [{"message": {"content": parts}, "finish_reason": "length"}]})
    played.says(turn(played, body=body.encode()))
    judge = AskedModel(model(played))
    reply = judge.complete(ask())
    assert (reply.text, reply.is_cut, reply.cost) == ("yes", True, None)
    assert judge.spent.unpriced == 1


def test_fields_that_a_server_refuses_are_left_out(played: Any) -> None:
    no_json = turn(played, status=400, body=b"response_format is not supported")
    no_max = turn(played, status=400, body=b"Unsupported parameter: 'max_tokens'")
    played.says(no_json, no_max, "yes")
    assert model(played).complete(ask(is_json=True)).text == "yes"
    assert "response_format" not in played.asked[2]
    assert played.asked[2]["max_completion_tokens"] == 8


def test_questions_are_spaced() -> None:
    clock = [100.0]
    pace = Pace(30, now=lambda: clock[0])
    assert [pace.turn(), pace.turn(), pace.turn()] == [0.0, 2.0, 4.0]
    clock[0] = 200.0
    assert pace.turn() == 0.0
    assert [Pace(None, now=lambda: 0.0).turn() for _ in range(2)] == [0.0, 0.0]
    with pytest.raises(ValueError, match="must be positive"):
        Pace(0, now=lambda: 0.0)


def test_the_pace_holds_for_threads(played: Any) -> None:
    played.says("yes")
    waits = Waits()
    judge = model(played, waits, requests_per_minute=60)
    threads = [threading.Thread(target=judge.complete, args=(ask(),)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(round(wait) for wait in waits.seconds) == [1, 2]


def test_back_off_follows_the_longer_of_the_two() -> None:
    now = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)
    assert [back_off(i, "") for i in range(5)] == [1.0, 2.0, 4.0, 8.0, 16.0]
    assert back_off(3, "2") == 8.0
    assert back_off(0, "Thu, 01 Jan 2026 12:00:30 GMT", now=now) == 30.0
    assert back_off(0, "Thu, 01 Jan 2026 11:00:00 GMT", now=now) == 1.0
    assert back_off(0, "soon", now=now) == 1.0


def test_pictures_that_no_provider_takes_are_refused(played: Any) -> None:
    played.says("yes")
    with pytest.raises(JudgeError, match=r"a\.png: not a PNG.*convert it to PNG"):
        model(played).complete(ask(Picture("a.png", b"BM....")))
    for start, kind in (
        (b"\xff\xd8\xff\xe0", "jpeg"),
        (b"RIFF\0\0\0\0WEBP", "webp"),
        (b"GIF89a", "gif"),
    ):
        model(played).complete(ask(Picture("x", start)))
        content = played.asked[-1]["messages"][0]["content"]
        assert content[0]["image_url"]["url"].startswith(f"data:image/{kind};")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"model": " "}, "has no model"),
        ({"base_url": "openrouter.ai"}, "must look like https://"),
        ({"base_url": "ftp://x/v1"}, "must look like https://"),
        ({"base_url": "https://me:pw@host/v1"}, "holds a user, password, query"),
        ({"base_url": "https://host/v1?key=abc"}, "holds a user, password, query"),
        ({"base_url": "https://host/v1#abc"}, "holds a user, password, query"),
        ({"base_url": "https://host:sk-abc/v1"}, "holds a user, password, query"),
        ({"base_url": "http://example.com/v1"}, "unencrypted"),
        ({"base_url": "https://[broken"}, "cannot be read"),
        ({"key_variable": "sk-or-v1-secret"}, "never the key itself"),
        ({"key_variable": "NOT_SET_ANYWHERE"}, "set the environment variable NOT_SET_ANYWHERE"),
    ],
)
def test_settings_that_cannot_work_are_told_at_once(
    played: Any, settings: dict[str, Any], message: str
) -> None:
    with pytest.raises(JudgeError, match=message) as caught:
        ChatModel(Endpoint(**({"model": "m", "base_url": played.url} | settings)))
    assert "secret" not in str(caught.value)
    assert "pw@" not in str(caught.value)


def test_addresses_are_taken_as_people_paste_them() -> None:
    whole = Endpoint(model="m", base_url="https://host/v1/chat/completions/")
    assert whole.chat_url() == "https://host/v1/chat/completions"
    assert Endpoint(model="m").chat_url() == "https://openrouter.ai/api/v1/chat/completions"
    assert Endpoint(model="m").is_openrouter
    local = Endpoint(model="m", base_url="http://192.168.1.5:8080/v1")
    assert local.chat_url().startswith("http://192.168.1.5:8080")


def test_a_mangled_key_is_refused_without_showing_it() -> None:
    for bad in ("two words", "k€y-of-mine", "line\nbreak"):
        with pytest.raises(JudgeError, match="characters that no key has") as caught:
            read_key("MY_KEY", {"MY_KEY": bad})
        assert bad not in str(caught.value)
    assert read_key("MY_KEY", {"MY_KEY": " abc\n"}) == "abc"
    assert scrub("abc stays", "abc") == "abc stays"


def test_the_key_is_nowhere(played: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Every message, log line, trace, repr and file that a hostile echo could reach."""
    echo = f"bad key {KEY}; Bearer {KEY}; {'x' * 480}{KEY}"
    escaped = json.dumps({"error": {"message": echo}}).replace("/", "\\/").encode()
    faults = [
        turn(played, status=401, body=escaped, headers={"X-Echo": f"Bearer {KEY}"}),
        turn(played, status=400, body=echo.encode()),
        turn(played, status=500, body=echo.encode()),
        turn(played, body=json.dumps({"error": {"message": echo, "code": 400}}).encode()),
        turn(played, act=played.cut),
        turn(played, status=302, body=b"", headers={"Location": f"http://127.0.0.1:9/?k={KEY}"}),
    ]
    record = tmp_path / "record.jsonl"
    caplog.set_level(logging.DEBUG)
    made: list[str] = []
    with record.open("w", encoding="utf-8") as file:
        judge = model(played)
        recorder = Recorder(judge, file.write)
        for fault in faults:
            played.says(fault)
            with pytest.raises(JudgeError) as caught:
                recorder.complete(ask(attempts=2))
            made += ["".join(traceback.format_exception(caught.value)), repr(caught.value)]
            made += [str(caught.value.raw), repr(caught.value.__context__)]
        played.says(f"the key is {KEY}")
        assert recorder.complete(ask()).text == "the key is [key]"
    made += [repr(judge), repr(vars(judge)["_endpoint"]), record.read_text(encoding="utf-8")]
    made += [line.getMessage() for line in caplog.records]
    assert len(record.read_text(encoding="utf-8").splitlines()) == len(faults) + 1
    assert any("HTTP Request" in line for line in made)
    for form in (KEY, KEY.replace("/", "%2F").replace("+", "%2B"), KEY[:-4]):
        assert not [line for line in made if form in line]
    assert [path.name for path in tmp_path.iterdir()] == ["record.jsonl"]
