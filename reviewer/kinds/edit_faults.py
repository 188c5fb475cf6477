"""What is wrong with the checks that a task chose: told when it opens, never paid by the agent."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from difflib import get_close_matches

from reviewer.kinds import naming
from reviewer.kinds.edit_catalog import (
    PARAMS,
    Instrument,
    Param,
    ids_of,
    instrument_of,
    params_of,
    roles_of,
)
from reviewer.kinds.edit_modes import LAYER_MODES, PICTURE_MODES, layer_mode
from reviewer.kinds.edit_read_layers import LAYERS, VALUE_LIMIT, setting_key
from reviewer.kinds.protocol import UnreadableError
from reviewer.model import GOLDEN, INITIAL, RESULT, Bound, Check, Task

# What the library says of a value that only the task knows; an empty text is a value.
UNSAID = "…"
_TEXTS = frozenset({"mode", "layer_mode", "setting_value"})
_YES_NO = frozenset({"exists", "readable", "size_changed", "layer_visible"})
_ANY_FILE = frozenset({"exists", "readable", "file_bytes", "setting_value"})
_OF_LAYERS = frozenset(
    {
        "layer_count", "layers_named", "text_layers", "layer_visible", "layer_mode",
        "layer_opacity", "layer_size_difference",
    }
)  # fmt: skip


# How the library speaks of a layer that only the task knows, then with a name, then without.
_LAYER_WORDS = (
    ("The layer with the name asked for", "The layer “{}”", "The top layer"),
    ("A layer with the name asked for", "A layer with “{}” in its name", "A layer"),
    ("存在指定名称的图层", "存在名称含“{}”的图层", "存在图层"),
    ("指定名称的图层", "图层“{}”", "最上面的图层"),
)
_SETTING_WORDS = (
    ("The setting has", "The setting “{}” has", "The setting has"),
    ("设置项为", "设置项“{}”为", "设置项为"),
)


def settled(check: Check) -> Check:
    """A row with the modes of layers as GIMP spells them, case is no difference, and a question
    that says which layer or setting is meant."""
    check = _saying_which(check)
    rule, params = check.rule, dict(check.params)
    if _short(check.measure) == "layer_mode" and isinstance(rule.equals, str):
        rule = dataclasses.replace(rule, equals=layer_mode(rule.equals))
    if isinstance(params.get("mode"), str):
        params["mode"] = layer_mode(params["mode"])
    return dataclasses.replace(check, rule=rule, params=params)


def _saying_which(check: Check) -> Check:
    """The question with the layer, or the setting, that the task names."""
    is_setting = _short(check.measure) == "setting_value"
    name = check.params.get("key" if is_setting else "name", "")
    if is_setting and isinstance(name, list | tuple):
        name = " ".join(map(str, name))
    if not isinstance(name, str) or not (is_setting or _short(check.measure) in _OF_LAYERS):
        return check

    def worded(text: str) -> str:
        for said, named, unnamed in _SETTING_WORDS if is_setting else _LAYER_WORDS:
            text = text.replace(said, named.format(name) if name else unnamed)
        return text

    known = {key: worded(text) for key, text in check.asks_tr.items()}
    return dataclasses.replace(check, asks=worded(check.asks), asks_tr=known)


def faults_of(check: Check, task: Task | None = None) -> Iterator[str]:
    """What is wrong with a row; with the task also what its files cannot give."""
    for said in (*_of_params(check), *_of_rule(check), *(_of_files(check, task) if task else ())):
        yield f"{check.id}: {said}"


def needed_roles(check: Check, *, has_golden: bool) -> frozenset[str]:
    """The pictures beside the result that a row cannot do without."""
    reference = GOLDEN if has_golden else INITIAL
    return frozenset(
        role
        for identity in ids_of(check)
        for role in roles_of(identity, check.params, reference=reference)
    )


def _short(identity: str) -> str:
    return identity.rpartition(".")[2]


def _of_params(check: Check) -> Iterator[str]:
    known = params_of(check)
    for name, value in check.params.items():
        if name == "use":
            continue
        if name not in known:
            listed = ", ".join(known) or "no parameters"
            yield f"unknown parameter {name!r}{near(name, known)}; it takes {listed}"
            continue
        said = _misfit(PARAMS[name], value)
        if said:
            yield f"{name} {said}, not {value!r}"
    if "setting_value" in {_short(name) for name in ids_of(check)}:
        if not check.params.get("key"):
            yield 'it needs the key of a setting: params = { key = "undo-levels" }'
        else:
            try:
                setting_key(check.params)
            except UnreadableError as error:
                yield str(error)


def _misfit(param: Param, value: object) -> str:
    if param.sort == "text":
        fits = isinstance(value, str) and (not param.words or value in param.words)
        if not fits and isinstance(value, str):
            return f"is one of {', '.join(param.words)}{near(value, param.words)}"
        return "" if fits else "is text"
    if param.sort == "yes_no":
        return "" if isinstance(value, bool) else "is true or false"
    if param.sort == "key":
        pair = isinstance(value, list | tuple) and [type(one) for one in value] == [str, str]
        return "" if isinstance(value, str) or pair else 'is a word, or a pair ["a", "b"]'
    if isinstance(value, bool) or not isinstance(value, int):
        return "is a whole number"
    if param.least is not None and value < param.least:
        return f"is at least {param.least:g}"
    if param.most is not None and value > param.most:
        return f"is at most {param.most:g}"
    if param.sort == "odd" and value % 2 == 0:
        return "is odd"
    return ""


def _of_rule(check: Check) -> Iterator[str]:
    """A threshold that no result can reach, not even the golden picture."""
    rule, name = check.rule, _short(check.measure)
    own = instrument_of(check.measure)
    if own is None:
        return
    if rule.form == "equals":
        said = _unequal(name, rule.equals)
        if said:
            yield said
        return
    if name in _TEXTS:
        yield f"{name} is text: say equals, not a number"
        return
    stairs = [bound for stair in rule.stairs for bound in (stair.bound, *stair.also)]
    bounds = [*rule.conditions, *stairs]
    if rule.form == "within":
        bounds.append(Bound(at_least=rule.low, at_most=rule.high))
    for bound in bounds:
        found = instrument_of(bound.of) if bound.of else own
        said = _out_of_reach(bound, found) if found is not None else ""
        if said:
            yield f"{_short(bound.of or check.measure)} {said}"


def _unequal(name: str, value: object) -> str:
    """Why a value can never equal the one that is asked for."""
    if name in _YES_NO:
        return "" if isinstance(value, bool) else f"equals is true or false, not {value!r}"
    if name not in _TEXTS:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return "" if is_number else f"equals is a number, not {value!r}"
    is_empty = value == UNSAID if name == "setting_value" else not value
    if not isinstance(value, str) or is_empty:
        return 'it needs the value that is asked for: equals = "…"'
    if name == "setting_value":
        is_long = len(value) > VALUE_LIMIT
        return f"equals has more than {VALUE_LIMIT:,} characters" if is_long else ""
    words = LAYER_MODES if name == "layer_mode" else PICTURE_MODES
    if value in words:
        return ""
    return f"there is no mode {value!r}{near(value, words)}"


def _out_of_reach(bound: Bound, found: Instrument) -> str:
    low = -math.inf if found.low is None else found.low
    high = math.inf if found.high is None else found.high
    for limit, sign, is_out in (
        (bound.at_least, "at least", (bound.at_least or 0) > high),
        (bound.above, "above", (bound.above or 0) >= high),
        (bound.at_most, "at most", (bound.at_most or 0) < low),
        (bound.below, "below", (bound.below or 0) <= low),
    ):
        if limit is not None and is_out:
            return f"is never {sign} {limit:g}: it lies in {low:g} to {high:g}"
    return ""


def _of_files(check: Check, task: Task) -> Iterator[str]:
    has_golden = task.artifact(GOLDEN) is not None
    for role in sorted(needed_roles(check, has_golden=has_golden)):
        if task.artifact(role) is None:
            yield f"it needs the {role} picture, and the task names none"
    result = task.artifact(RESULT)
    if result is None:
        return
    names = {_short(name) for name in ids_of(check)}
    is_settings = task.settings.get("task_type") == "config" and not naming.is_image(result.name)
    if "setting_value" in names and not is_settings:
        yield f'it reads settings: say task_type = "config" and name no picture ({result.name})'
    has_layers = any(a.role == LAYERS for a in task.artifacts)
    if is_settings and not (names <= _ANY_FILE or (has_layers and names <= _OF_LAYERS)):
        yield f"it reads pictures, and {result.name} is a settings file"
    ending = naming.extension(result.name)
    if names & _OF_LAYERS and not has_layers and ending in naming.IMAGE_EXTENSIONS - {"xcf"}:
        yield f"it reads layers, and {ending} files have none: name an .xcf as {LAYERS}"


def near(word: str, words: tuple[str, ...]) -> str:
    """`; did you mean …?` for a word that is almost one of the words."""
    by_case = {known.casefold(): known for known in words}
    found = get_close_matches(word.casefold(), by_case, n=1)
    return f" (did you mean {by_case[found[0]]}?)" if found else ""
