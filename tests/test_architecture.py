"""The house's own rules: who imports whom, how long files and functions are, what is printed."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "reviewer"

STANDARD = frozenset(sys.stdlib_module_names)
# Room → (rooms of ours, libraries). "kinds:protocol" is one module of a room.
ROOMS: dict[str, tuple[set[str], set[str]]] = {
    "model": (set(), set()),
    "metrics": (set(), {"numpy", "cv2", "scipy", "skimage", "PIL", "lxml"}),
    "overlays": (set(), {"numpy", "cv2", "PIL"}),
    "formats": (set(), {"numpy", "PIL", "cv2", "lxml", "resvg_py", "av", "yaml"}),
    "problems": (set(), set()),
    "scoring": ({"model"}, set()),
    "judge": ({"model"}, {"httpx"}),
    "backends": (
        {"model"},
        {"numpy", "cv2", "PIL", "onnxruntime", "rapidocr", "pytesseract"},
    ),
    "process": (set(), set()),
    "kinds": ({"model", "metrics", "overlays"}, {"numpy"}),
    "store": (
        {"model", "formats", "kinds", "scoring"},
        {"msgspec", "filelock", "platformdirs", "numpy"},
    ),
    "session": (
        {"model", "metrics", "overlays", "formats", "problems", "scoring", "judge", "backends",
         "process", "kinds", "store"},
        {"numpy", "msgspec", "PIL", "cv2"},
    ),
    "cli": (
        {"model", "metrics", "overlays", "formats", "problems", "scoring", "judge", "backends",
         "process", "kinds", "store", "session", "ui"},
        {"numpy", "PIL", "cv2", "PySide6", "httpx", "msgspec"},
    ),
    "ui": (
        {"session", "scoring", "model", "overlays", "store"},
        {"numpy", "PySide6", "pyqtgraph", "shiboken6"},
    ),
}  # fmt: skip
_LINES = 400
_FUNCTION_LINES = 60


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).parts
        if len(parts) > 1 and parts[0] != "_resources":
            yield parts[0], path


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    """Every imported module by its full name, also inside functions; relative ones resolved."""
    package = ["reviewer", *path.relative_to(PACKAGE).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            whole = ".".join(filter(None, (base, node.module)))
            yield node.lineno, whole
            # `from reviewer import kinds` names a room, not a thing of the package.
            if whole == "reviewer":
                for alias in node.names:
                    yield node.lineno, f"reviewer.{alias.name}"


def type_checking_lines(path: Path) -> set[int]:
    """Lines of imports that only the type checker sees."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


def forbidden(room: str, path: Path) -> Iterator[str]:
    rooms, libraries = ROOMS[room]
    hidden = type_checking_lines(path)
    for line, name in imports_of(path):
        top = name.partition(".")[0]
        if top == "reviewer":
            other = name.split(".")[1] if "." in name else ""
            if other in ("", room, "__version__") or other not in ROOMS:
                continue
            if other not in rooms and line not in hidden:
                yield f"{path.relative_to(ROOT)}:{line}: {room} must not import {name}"
        elif top not in STANDARD and top not in libraries and line not in hidden:
            yield f"{path.relative_to(ROOT)}:{line}: {room} must not import {name}"


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_what_the_table_allows(room: str) -> None:
    assert [
        text for name, path in modules() if name == room for text in forbidden(room, path)
    ] == []


def test_every_room_is_in_the_table() -> None:
    assert {room for room, _ in modules()} == set(ROOMS)


def test_ui_opens_no_file_of_the_user() -> None:
    """Of the store, the window sees only the program's own resources."""
    seen = {
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for room, path in modules()
        if room == "ui"
        for line, name in imports_of(path)
        if name.startswith("reviewer.store.") and name != "reviewer.store.resources"
    }
    assert seen == set()


def test_only_the_command_that_opens_a_window_knows_the_window() -> None:
    """`ui` is imported inside functions only, so that no other command loads Qt."""
    for room, path in modules():
        if room != "cli":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        at_top = [
            node.module or ""
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("reviewer.ui")
        ]
        assert at_top == [], path.name


def test_the_command_line_starts_light() -> None:
    heavy = ("PySide6", "skimage", "scipy", "httpx", "pyqtgraph", "numpy", "cv2", "lxml")
    code = f"import sys, reviewer.cli; print([n for n in {heavy!r} if n in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == "[]"


def test_the_desk_starts_without_what_a_task_may_need_later() -> None:
    heavy = ("PySide6", "skimage", "scipy", "httpx", "pyqtgraph", "cv2")
    code = f"import sys, reviewer.session.desk; print([n for n in {heavy!r} if n in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == "[]"


def test_the_window_starts_without_what_few_people_open() -> None:
    later = (
        "numpy", "cv2", "PIL", "lxml", "filelock", "importlib.metadata", "statistics",
        *(f"reviewer.ui.{name}" for name in (
            "command_palette", "conflict", "keys_sheet", "rebind", "roles_dialog",
            "settings_dialog", "extras.clips", "extras.contact", "extras.judge_dialog",
            "extras.new_task_dialog", "extras.pair_page", "extras.report_page", "extras.spread",
        )),
    )  # fmt: skip
    code = f"import sys, reviewer.ui.app; print([n for n in {later!r} if n in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == "[]"


def test_no_file_is_longer_than_can_be_kept_in_mind() -> None:
    long = {
        str(path.relative_to(ROOT)): count
        for folder in (PACKAGE, ROOT / "tests", ROOT / "resources")
        for path in folder.rglob("*.py")
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > _LINES
    }
    assert long == {}


def test_no_function_is_longer_than_can_be_kept_in_mind() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {node.end_lineno - node.lineno + 1}"
        for _, path in modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and (node.end_lineno or 0) - node.lineno >= _FUNCTION_LINES
    ]
    assert long == []


def test_nothing_prints_beside_the_command_line() -> None:
    """Only `cli/text.py` writes to the terminal, so that pipes and odd encodings are seen to.

    The driver of a task's own grader is a program of its own: its output is its answer.
    """
    found = []
    for _room, path in modules():
        if path.name == "grader_driver.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_print = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print"
            if is_print:
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert found == []


def test_no_error_is_swallowed_in_silence() -> None:
    """`except …: pass` hides a failure; suppress says so by name."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for _, path in modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or [type(step) for step in node.body] == [ast.Pass])
    ]
    assert found == []


@pytest.mark.parametrize("word", ["TODO", "FIXME", "XXX", "raise NotImplementedError"])
def test_nothing_is_left_for_later(word: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for _, path in modules()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if word in line
    ]
    assert found == []


def test_file_names_of_tests_are_unique() -> None:
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))
