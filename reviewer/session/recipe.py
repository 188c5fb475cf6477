"""Recipes: a list of operations that turn an initial picture into its golden one, as data."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from reviewer.session.recipe_table import OPERATIONS, Operation, Parameter
from reviewer.session.typed_values import TypedError, parts_of, unquoted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

Load = Callable[[str], "Image.Image"]


class RecipeError(ValueError):
    """A recipe that cannot be followed; the message names the step, the cause and the remedy."""


@dataclass(frozen=True, slots=True)
class Step:
    """One operation with its values; every parameter is there."""

    name: str
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def operation(self) -> Operation:
        """What it does."""
        return OPERATIONS[self.name]


Recipe = tuple[Step, ...]


def step(name: str, values: Mapping[str, Any] | None = None) -> Step:
    """A step with its values checked; raises RecipeError."""
    operation = OPERATIONS.get(name)
    if operation is None:
        raise RecipeError(f"there is no operation {name!r}. Use one of {', '.join(OPERATIONS)}.")
    given = dict(values or {})
    found: dict[str, Any] = {}
    for parameter in operation.parameters:
        value = given.pop(parameter.name, parameter.default)
        if value is None:
            raise RecipeError(f"{name}: {parameter.name} is missing. It is {parameter.about}.")
        found[parameter.name] = _fitted(name, parameter, value)
    if given:
        known = ", ".join(parameter.name for parameter in operation.parameters) or "no values"
        raise RecipeError(f"{name}: unknown {', '.join(given)}. It takes {known}.")
    return Step(name, found)


def _fitted(name: str, parameter: Parameter, value: Any) -> Any:  # noqa: ANN401 - by sort
    if parameter.words:
        if str(value) not in parameter.words:
            words = ", ".join(parameter.words)
            raise RecipeError(f"{name}: {parameter.name} is one of {words}, not {value!r}.")
        return str(value)
    if parameter.sort in ("text", "color", "file"):
        return str(value)
    try:
        number = _finite(value)
    except (TypeError, ValueError) as error:
        raise RecipeError(f"{name}: {parameter.name} is a number, not {value!r}.") from error
    if parameter.sort == "whole":
        if number != int(number):
            raise RecipeError(f"{name}: {parameter.name} is a whole number, not {value!r}.")
        number = int(number)
    if not parameter.low <= number <= parameter.high:
        raise RecipeError(
            f"{name}: {parameter.name} is between {parameter.low:g} and {parameter.high:g}, "
            f"not {number:g}."
        )
    return number


def _finite(value: Any) -> float:  # noqa: ANN401 - of TOML
    number = float(value)
    if isinstance(value, bool) or not math.isfinite(number):
        raise ValueError(value)
    return number


def parse_step(text: str) -> Step:
    """A typed step: `mirror`, `rotate:90` or `text:text="Hello, you",x=20,y=30`."""
    name, _, rest = text.partition(":")
    name = name.strip()
    if not rest.strip() or name not in OPERATIONS:
        return step(name)
    try:
        return step(name, _typed(OPERATIONS[name], rest))
    except TypedError as error:
        raise RecipeError(f"{name}: {error}") from error


def _typed(operation: Operation, rest: str) -> dict[str, Any]:
    """Values by name or, without a name, in the order of the parameters."""
    parameters = {parameter.name: parameter for parameter in operation.parameters}
    names = tuple(parameters)
    values: dict[str, Any] = {}
    for number, (named, value) in enumerate(parts_of(rest, lists=False)):
        if not named and number >= len(names):
            raise TypedError(f"{value!r} is one value too many.")
        key = named or names[number]
        if key in values:
            raise TypedError(f"{key} is given twice, the second time as {value}. Leave one out.")
        if key not in parameters:
            listed = ", ".join(names) or "no values"
            raise TypedError(f"unknown {key}. It takes {listed}; a value with = needs quotes.")
        is_number = parameters[key].sort in ("whole", "number")
        values[key] = _number(value) if is_number else unquoted(value)
    return values


def _number(value: str) -> object:
    """A number as TOML writes it; anything else stays for the refusal."""
    try:
        return tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return value


def parse_recipe(data: bytes, *, name: str) -> Recipe:
    """A recipe file: TOML with `[[step]]` tables that hold `do` and the operation's values."""
    try:
        document = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise RecipeError(f"{name}: it is not TOML ({error}). Correct the named line.") from error
    rows = document.get("step")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise RecipeError(f'{name}: it has no steps. Write [[step]] and do = "flip", say.')
    steps = []
    for number, row in enumerate(rows, 1):
        values = {key: value for key, value in row.items() if key != "do"}
        try:
            steps.append(step(str(row.get("do", "")), values))
        except RecipeError as error:
            raise RecipeError(f"{name}: step {number}: {error}") from error
    return tuple(steps)


def follow(recipe: Sequence[Step], image: Image.Image, load: Load | None = None) -> Image.Image:
    """The picture after every step; raises RecipeError naming the step that cannot be done."""
    for number, one in enumerate(recipe, 1):
        try:
            image = one.operation.call(image, one.values, load or _no_files)
        except (ValueError, OSError) as error:
            raise RecipeError(f"step {number}, {one.name}: {error}") from error
    return image


def preview(
    pixels: NDArray[np.uint8], recipe: Sequence[Step], load: Load | None = None
) -> NDArray[np.uint8]:
    """The recipe on an array, for a live preview: (H, W), (H, W, 3) or (H, W, 4) in, RGB(A) out."""
    import numpy as np
    from PIL import Image

    return shown(follow(recipe, Image.fromarray(np.ascontiguousarray(pixels)), load))


def shown(image: Image.Image) -> NDArray[np.uint8]:
    """Any Pillow picture as RGB or RGBA pixels."""
    import numpy as np

    has_alpha = image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info
    return np.asarray(image.convert("RGBA" if has_alpha else "RGB"))


def _no_files(name: str) -> Image.Image:
    raise ValueError(f"no further picture {name!r} was handed in")
