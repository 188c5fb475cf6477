"""A recipe as it is typed, one step a line, and the lines that begin a step."""

from __future__ import annotations

from reviewer.session.recipe import Recipe, RecipeError, parse_step
from reviewer.session.recipe_table import OPERATIONS, Parameter

# Values that show what a step does, where the operation itself has no default.
_EXAMPLES = {
    "factor": "1.2", "x": "20", "y": "20", "left": "20", "top": "20", "width": "200",
    "height": "200", "text": '"Hello"', "shape": "ellipse", "mode": "L", "file": '"front.png"',
}  # fmt: skip


def read_recipe(text: str) -> tuple[Recipe, str]:
    """The steps, and what is wrong with the first line that cannot be read."""
    steps = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            steps.append(parse_step(line.strip()))
        except RecipeError as error:
            return tuple(steps), f"line {number}: {error}"
    return tuple(steps), "" if steps else "Add a step: what turns the picture into the golden one."


def template(name: str) -> str:
    """A line to begin with: every value by name, with its default or an example."""
    parameters = OPERATIONS[name].parameters
    values = ", ".join(f"{each.name}={_value(each)}" for each in parameters)
    return f"{name}: {values}" if values else name


def _value(parameter: Parameter) -> str:
    if parameter.default is None:
        example = _EXAMPLES.get(parameter.name, "1")
        is_word = parameter.words or parameter.sort in ("text", "color", "file")
        return f'"{example}"' if is_word and not example.startswith('"') else example
    return (
        f'"{parameter.default}"' if isinstance(parameter.default, str) else str(parameter.default)
    )


def titles() -> dict[str, str]:
    """Operation → its title."""
    return {name: operation.title for name, operation in OPERATIONS.items()}
