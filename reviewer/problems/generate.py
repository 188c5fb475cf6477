"""Prompts with the answer keys that grade them, derived from a seed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reviewer.problems.draw import Draw
from reviewer.problems.vocabulary import (
    COLORS,
    COUNTS,
    NUMBER_WORDS,
    OBJECTS,
    RELATIONS,
    SETTINGS,
    SHAPES,
    TEXTURES,
    WORDS,
    plural,
)

Requirements = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Problem:
    """One prompt and the answer key that grades a picture made from it."""

    problem_id: str
    task: str
    source: str
    prompt: str
    answer_key: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Plain data, keys in the published order."""
        return {
            "problem_id": self.problem_id,
            "task": self.task,
            "source": self.source,
            "prompt": self.prompt,
            "answer_key": dict(self.answer_key),
        }


def parse_seed(text: str) -> bytes:
    """The seed that a person writes as hexadecimal digits, with or without 0x."""
    digits = text.strip().removeprefix("0x")
    try:
        seed = bytes.fromhex(digits)
    except ValueError as error:
        raise ValueError(
            f"seed {text!r} is not hexadecimal; give pairs of hex digits, such as {'ff' * 4}"
        ) from error
    if not seed:
        raise ValueError("the seed is empty; give pairs of hex digits, such as ffffffff")
    return seed


def generate_problems(seed: bytes, count: int = 7) -> list[Problem]:
    """The first problems of a seed; the same seed gives the same problems, byte for byte."""
    if not isinstance(seed, bytes):
        raise TypeError("the seed must be bytes; parse_seed reads hexadecimal text")
    if isinstance(count, bool) or not isinstance(count, int):
        raise TypeError(f"count must be a whole number, got {count!r}")
    if count <= 0:
        raise ValueError(f"count must be positive, got {count}")
    return [_problem(seed, index) for index in range(count)]


def render(problems: Sequence[Problem]) -> str:
    """The problems as JSON text, one array, ending in a newline."""
    plain = [problem.to_dict() for problem in problems]
    return json.dumps(plain, indent=2, ensure_ascii=False) + "\n"


def _problem(seed: bytes, index: int) -> Problem:
    task, source, write = _CYCLE[index % len(_CYCLE)]
    draw = Draw(seed, task, index)
    problem_id = draw.problem_id()
    prompt, requirements = write(draw)
    key = {
        "version": "1.0",
        "problem_id": problem_id,
        "source": source,
        "task": task,
        "prompt": prompt,
        "requirements": requirements,
    }
    return Problem(problem_id, task, source, prompt, key)


def _count(draw: Draw) -> tuple[str, Requirements]:
    name = draw.one(OBJECTS, "object")
    number = draw.one(COUNTS, "count")
    return (
        f"a photo of {NUMBER_WORDS[number]} {plural(name)}",
        {"objects": [_object(name, number)]},
    )


def _color(draw: Draw) -> tuple[str, Requirements]:
    first, second = draw.several(OBJECTS, "object", 2)
    one, other = draw.several(COLORS, "color", 2)
    return (
        f"a photo of a {one} {first} and a {other} {second}",
        {"objects": [_object(first, color=one), _object(second, color=other)]},
    )


def _position(draw: Draw) -> tuple[str, Requirements]:
    first, second = draw.several(OBJECTS, "object", 2)
    phrase, relation = draw.one(RELATIONS, "relation")
    return (
        f"a photo of a {first} {phrase} a {second}",
        {
            "objects": [_object(first), _object(second)],
            "relations": [_relation(first, relation, second)],
        },
    )


def _attribute(draw: Draw) -> tuple[str, Requirements]:
    first, second = draw.several(OBJECTS, "object", 2)
    texture = draw.one(TEXTURES, "texture")
    shape = draw.one(SHAPES, "shape")
    # No detector sees texture or shape: they are asked once their object is known to be there.
    questions = [
        _question(1, _is_there(first)),
        _question(2, f"Is the {first} {texture}?", after=1),
        _question(3, _is_there(second)),
        _question(4, f"Is the {second} {shape} in shape?", after=3),
    ]
    return (
        f"a photo of a {texture} {first} next to a {shape} {second}",
        {"objects": [_object(first), _object(second)], "questions": questions},
    )


def _spatial(draw: Draw) -> tuple[str, Requirements]:
    first, second = draw.several(OBJECTS, "object", 2)
    phrase, relation = draw.one(RELATIONS, "relation")
    color = draw.one(COLORS, "color")
    setting = draw.one(SETTINGS, "setting")
    return (
        f"a photo of a {color} {first} {phrase} a {second}, {setting}",
        {
            "objects": [_object(first, color=color), _object(second)],
            "relations": [_relation(first, relation, second)],
            "questions": [_question(1, f"Is the scene {setting}?")],
        },
    )


def _text(draw: Draw) -> tuple[str, Requirements]:
    word = draw.one(WORDS, "word")
    color = draw.one(COLORS, "color")
    single = "Is the text on the sign a single word, without duplicates?"
    return (
        f'a photo of a {color} sign with the word "{word}" written on it in large clear letters',
        {
            "text": [{"value": word, "match": "contains", "weight": 3.0}],
            "questions": [_question(1, _is_there("sign")), _question(2, single, after=1)],
        },
    )


def _dense(draw: Draw) -> tuple[str, Requirements]:
    first, second, third, fourth = draw.several(OBJECTS, "object", 4)
    one, other = draw.several(COLORS, "color", 2)
    texture = draw.one(TEXTURES, "texture")
    setting = draw.one(SETTINGS, "setting")
    number = draw.one(COUNTS, "count")
    phrase, relation = draw.one(RELATIONS, "relation")
    prompt = (
        f"a detailed photo taken {setting}: a {one} {first} {phrase} a {texture} {second}, "
        f"with {NUMBER_WORDS[number]} {plural(third)} in the background, "
        f"and a {other} {fourth} in sharp focus"
    )
    objects = [
        _object(first, color=one),
        _object(second),
        _object(third, number),
        _object(fourth, color=other),
    ]
    questions = [
        _question(1, f"Is the scene {setting}?"),
        _question(2, _is_there(second)),
        _question(3, f"Is the {second} {texture}?", after=2),
    ]
    relations = [_relation(first, relation, second)]
    return prompt, {"objects": objects, "relations": relations, "questions": questions}


def _object(name: str, count: int = 1, *, color: str | None = None) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": name, "count": count}
    return entry if color is None else entry | {"color": color}


def _relation(subject: str, relation: str, other: str) -> dict[str, Any]:
    return {"subject": subject, "relation": relation, "object": other}


def _question(number: int, text: str, *, after: int | None = None) -> dict[str, Any]:
    entry: dict[str, Any] = {"id": f"q{number}", "text": text}
    return entry if after is None else entry | {"depends_on": f"q{after}"}


def _is_there(name: str) -> str:
    # "a apple" is how the published problems say it: correcting the article changes the bytes.
    return f"Is there a {name} in the image?"


# Task, the benchmark its form comes from, and who writes it; problem i takes entry i mod 7.
_CYCLE: tuple[tuple[str, str, Callable[[Draw], tuple[str, Requirements]]], ...] = (
    ("geneval_count", "geneval", _count),
    ("geneval_color", "geneval", _color),
    ("geneval_position", "geneval", _position),
    ("compbench_attribute", "t2i_compbench", _attribute),
    ("compbench_spatial", "t2i_compbench", _spatial),
    ("text_render", "text_rendering", _text),
    ("dense", "dpg_bench", _dense),
)
