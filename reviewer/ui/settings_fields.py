"""Every setting a person can change, as data: the dialog is built from this table."""

from __future__ import annotations

from dataclasses import dataclass

from reviewer.model.address import HOLDS_SECRET, holds_secret


@dataclass(frozen=True, slots=True)
class Field:
    """One setting. `form` is choice, toggle, text, number or file; `name` may be dotted."""

    name: str
    words: str
    form: str
    choices: tuple[tuple[str | int, str], ...] = ()
    tip: str = ""
    low: float = 0.0
    high: float = 1.0
    unit: str = ""
    filter: str = ""


PAGES: tuple[tuple[str, tuple[Field, ...]], ...] = (
    ("Screen", (
        Field("theme", "Colors", "choice",
              (("system", "As the system"), ("light", "Light"), ("dark", "Dark"))),
        Field("more_contrast", "More contrast", "toggle",
              tip="Outlines and quiet words stand out more"),
        Field("canvas", "Grey around pictures", "choice",
              ((-1, "Darker"), (0, "Plain"), (1, "Lighter"))),
        Field("palette", "Overlay colors", "choice",
              (("documented", "Documented"), ("safe", "Color-blind safe"))),
        Field("list_width", "Width of the list", "number", low=0, high=800, unit="px",
              tip="0 follows the window; its edge can be dragged"),
        Field("drawer_height", "Height of the lower panel", "number", low=0, high=2000, unit="px",
              tip="0 follows the window; its edge can be dragged"),
    )),
    ("Reviewing", (
        Field("author", "Your name", "text", tip="It stands in every entry of the log"),
        Field("blind", "Blind mode", "toggle",
              tip="Hide what the judge said until you have answered"),
        Field("languages", "Questions", "choice",
              (("both", "Both languages"), ("en", "English"), ("zh", "中文"))),
        Field("jump_to_next_item", "Go to the next open question after an answer", "toggle"),
        Field("zoom_to_evidence", "Zoom to the evidence of the current row", "toggle"),
        Field("keep_zoom", "Keep the zoom from task to task", "toggle"),
        Field("reading", "Pictures are read", "choice",
              (("seen", "As seen"), ("raw", "As stored")),
              tip="Turned and converted as the file asks, or bare"),
    )),
    ("Judge", (
        Field("judge.base_url", "Address", "text",
              tip="Any OpenAI-compatible server"),
        Field("judge.model", "Model", "text"),
        Field("judge.key_variable", "Variable that holds the key", "text",
              tip="The key itself is never stored"),
        Field("judge.timeout", "Give up after", "number", low=1, high=3600, unit="s"),
        Field("judge.attempts", "Attempts", "number", low=1, high=6,
              tip="At most; checklists and votes stop at four"),
        Field("judge.requests_per_minute", "Requests a minute", "number", low=1, high=10000),
    )),
    ("Files", (
        Field("known_hashes", "Known hashes", "file",
              tip="Hashes of pictures seen before"),
        Field("detector", "Object detector", "file", filter="ONNX models (*.onnx)",
              tip="A model that runs on this computer"),
        Field("detector_labels", "Its labels", "file",
              tip="One a line, in the model's order"),
    )),
)  # fmt: skip


def read(settings: object, name: str) -> object:
    """The value of a dotted name in an object with attributes."""
    for part in name.split("."):
        settings = getattr(settings, part)
    return settings


def problem(name: str, value: object) -> str:
    """Why a value cannot be kept, or nothing."""
    text = value if isinstance(value, str) else ""
    if name == "author" and not text.strip():
        return "Your name must not be empty: it stands in every entry."
    if name == "judge.base_url" and text and not text.startswith(("http://", "https://")):
        return "The judge's address begins with http:// or https://."
    if name == "judge.base_url" and text and holds_secret(text):
        return f"{HOLDS_SECRET[:1].upper()}{HOLDS_SECRET[1:]}."
    if name == "judge.key_variable" and text and not _is_variable(text):
        return "Write the name of a variable, such as OPENROUTER_API_KEY, not the key itself."
    return ""


def _is_variable(text: str) -> bool:
    return text.replace("_", "a").isalnum() and text.isascii() and not text[0].isdigit() and (
        text == text.upper()
    )  # fmt: skip
