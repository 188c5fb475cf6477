"""Every action as data: id, text, menu, key. Menus, keys, the `?` sheet and the palette read it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP

MENUS = ("File", "Task", "View", "Review", "Tools", "Help")


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a person can do.

    `needs` is when it is enabled: always, folder, task, maze, clip, item, disagreement. Only
    `repeats` actions go on while their key is held: they lead somewhere, step by step. `hold`
    actions end when the key is let go. `letters` is the key of the alternate profile. An
    action without a menu is found in the palette and by its key. An action with a `view` belongs
    to that page of the window alone, and so does its key.
    """

    id: str
    text: str
    menu: str = ""
    key: str = ""
    letters: str = ""
    icon: str = ""
    needs: str = "always"
    repeats: bool = False
    hold: bool = False
    starts_group: bool = False
    checkable: bool = False
    view: str = ""


def _text(words: str) -> str:
    return str(QT_TRANSLATE_NOOP("Actions", words))


ACTIONS: tuple[Action, ...] = (
    Action("open-folder", _text("Open folder…"), "File", "Ctrl+O", icon="folder"),
    Action("open-samples", _text("Open the samples"), "File"),
    Action("new-task", _text("New task…"), "File", "Ctrl+N", icon="plus"),
    Action("save", _text("Write the grade file now"), "File", "Ctrl+S", needs="task", icon="save",
           starts_group=True),
    Action("save-copy", _text("Save a copy of the grade as…"), "File", "Ctrl+Shift+S",
           needs="task"),
    Action("reload", _text("Read the folder again"), "File", "F5", needs="folder"),
    Action("settings", _text("Settings…"), "File", "Ctrl+,", icon="gear", starts_group=True),
    Action("quit", _text("Quit"), "File", "Ctrl+Q"),
    Action("next-task", _text("Next task"), "Task", "Right", "D", needs="folder", repeats=True),
    Action("previous-task", _text("Previous task"), "Task", "Left", "A", needs="folder",
           repeats=True),
    Action("next-unreviewed", _text("Next unreviewed task"), "Task", "Shift+Right", "Shift+D",
           needs="folder"),
    Action("focus-filter", _text("Filter the list"), "Task", "/", needs="folder", icon="filter",
           starts_group=True),
    Action("save-filter", _text("Save this filter…"), "Task", needs="folder"),
    Action("choose-roles", _text("Choose the roles by hand…"), "Task", needs="folder"),
    Action("measure-all", _text("Grade the whole folder"), "Task", needs="folder"),
    Action("open-outside", _text("Open the file with its own program"), "Task", needs="task",
           icon="external"),
    Action("open-in-gimp", _text("Open the picture in GIMP"), "Task", "Ctrl+G", needs="task"),
    Action("mode-3up", _text("3-up"), "View", "Alt+1", needs="task", icon="mode-3up"),
    Action("mode-swipe", _text("Swipe"), "View", "Alt+2", needs="task", icon="mode-swipe"),
    Action("mode-onion", _text("Onion skin"), "View", "Alt+3", needs="task", icon="mode-onion"),
    Action("mode-difference", _text("Difference"), "View", "Alt+4", needs="task",
           icon="mode-difference"),
    Action("mode-sheet", _text("2×2 sheet"), "View", "Alt+5", needs="task", icon="mode-sheet"),
    Action("fit", _text("Fit"), "View", "F", needs="task", icon="fit", starts_group=True),
    Action("zoom-100", _text("100 %"), "View", "Ctrl+0", needs="task"),
    Action("zoom-evidence", _text("100 % at the evidence"), "View", "Z", needs="task",
           icon="zoom"),
    Action("zoom-in", _text("Zoom in"), "View", "Ctrl++", needs="task", repeats=True),
    Action("zoom-out", _text("Zoom out"), "View", "Ctrl+-", needs="task", repeats=True),
    Action("show-evidence", _text("Evidence of the row"), "View", "E", needs="item"),
    Action("next-difference", _text("Next difference"), "View", "N", needs="task", repeats=True),
    Action("previous-difference", _text("Previous difference"), "View", "Shift+N", needs="task",
           repeats=True),
    Action("blink-golden", _text("Blink the golden (hold)"), "View", "Q", needs="task", hold=True,
           starts_group=True),
    Action("blink-initial", _text("Blink the initial (hold)"), "View", "W", needs="task",
           hold=True),
    Action("overlay", _text("Overlay on and off"), "View", "G", needs="task"),
    Action("number-cells", _text("Cells numbered along the path"), "View", "C", needs="maze",
           checkable=True),
    Action("grader-view", _text("As the grader saw it"), "View", needs="task", icon="grader"),
    Action("instruction", _text("The whole instruction"), "View", "I", needs="task"),
    Action("clip-play", _text("Play the clip, stop"), "View", "P", needs="clip", icon="play",
           starts_group=True),
    Action("clip-crossing", _text("Frame of the first crossing"), "View", "J", needs="clip"),
    Action("clip-worst", _text("Frame with the worst layout"), "View", "K", needs="clip"),
    Action("translation", _text("Questions: both, English, 中文"), "View", "T", icon="translate"),
    Action("panels", _text("Side panels"), "View", "Tab", starts_group=True),
    Action("pictures-only", _text("Pictures and question only"), "View", "F11"),
    Action("task-list", _text("Task list"), "View", "Ctrl+L", icon="drawer"),
    Action("show-ledger", _text("Ledger"), "View", "Ctrl+1", needs="task"),
    Action("show-what-if", _text("What if"), "View", "Ctrl+2", needs="task"),
    Action("show-history", _text("History"), "View", "Ctrl+3", needs="task"),
    Action("show-files", _text("Files"), "View", "Ctrl+4", needs="task"),
    Action("show-details", _text("Evidence and numbers"), "View", "Ctrl+5", needs="task"),
    Action("next-region", _text("Next part of the window"), "", "F6"),
    Action("answer-yes", _text("Answer 1: yes"), "Review", "1", needs="item"),
    Action("answer-no", _text("Answer 0: no"), "Review", "0", needs="item"),
    Action("answer-half", _text("Answer 5: half"), "Review", "5", needs="item"),
    Action("cannot-tell", _text("Answer -: cannot tell"), "Review", "-", needs="item"),
    Action("number", _text("Give a number…"), "Review", "=", needs="item"),
    Action("take-back", _text("Take my answer back"), "Review", "X", needs="item"),
    Action("reason", _text("Give a reason…"), "Review", "R", needs="item"),
    Action("dispute", _text("Dispute the row…"), "Review", "!", needs="item"),
    Action("note", _text("Leave a note…"), "Review", "Ctrl+M", needs="task", icon="note"),
    Action("adjudicate", _text("Settle a disagreement…"), "Review", needs="disagreement"),
    Action("previous-item", _text("Row above"), "Review", "Up", "", needs="task",
           starts_group=True, repeats=True),
    Action("next-item", _text("Row below"), "Review", "Down", "", needs="task", repeats=True),
    Action("agree-all", _text("Agree with all, complete, next"), "Review", "Y", needs="task",
           starts_group=True),
    Action("complete", _text("Complete and next"), "Review", "Ctrl+Return", needs="task"),
    Action("reopen", _text("Mark as not reviewed"), "Review", needs="task"),
    Action("confirm-stale", _text("Confirm stale answers"), "Review", needs="task"),
    Action("undo", _text("Undo"), "Review", "Ctrl+Z", icon="undo", starts_group=True),
    Action("redo", _text("Redo"), "Review", "Ctrl+Shift+Z", icon="redo"),
    Action("blind", _text("Blind mode"), "Review", "B", icon="eye-off", checkable=True,
           starts_group=True),
    Action("palette", _text("Command palette…"), "Tools", "Ctrl+K", icon="search"),
    Action("ask-judge", _text("Ask the judge…"), "Tools", "Ctrl+Shift+J", needs="task",
           icon="judge", starts_group=True),
    Action("ask-judge-queue", _text("Ask the judge about the queue…"), "Tools", needs="folder"),
    Action("contact-sheet", _text("Contact sheet"), "Tools", "Ctrl+Shift+K", needs="folder",
           icon="mode-sheet", starts_group=True),
    Action("rerun-grader", _text("Run the task's own grader…"), "Tools", needs="task"),
    Action("agreement", _text("Person beside judge"), "Tools", needs="folder", icon="person"),
    Action("blind-pairs", _text("Blind pairs"), "Tools", needs="folder"),
    Action("distribution", _text("Spread of the similarities"), "Tools", needs="folder"),
    Action("pair-report", _text("What came of the pairs"), "Tools", needs="folder"),
    Action("theme", _text("Light, dark, as the system"), "Tools", "Ctrl+T",
           starts_group=True),
    Action("safe-palette", _text("Color-blind-safe overlays"), "Tools", checkable=True),
    Action("rebind", _text("Change keys…"), "Tools", icon="keyboard"),
    Action("keys", _text("Keys"), "Help", "?", icon="keyboard"),
    Action("about", _text("About Reviewer"), "Help", icon="info"),
    Action("escape", _text("Leave the field, close the panel"), "", "Esc"),
    Action("vote-a", _text("Vote for A"), "", "A", needs="task", view="pairs"),
    Action("vote-b", _text("Vote for B"), "", "B", needs="task", view="pairs"),
    Action("vote-tie", _text("Neither is better"), "", "=", needs="task", view="pairs"),
    Action("vote-back", _text("Take my vote back"), "", "X", needs="task", view="pairs"),
    Action("pair-swap", _text("Swap the sides"), "", "S", needs="task", view="pairs"),
    Action("pair-next", _text("Next pair without a vote"), "", "Right", "D", view="pairs"),
    Action("tile-wrong", _text("The claim is wrong"), "", "0", view="sheet"),
    Action("tile-right", _text("The claim is right"), "", "1", view="sheet"),
    Action("tile-unsure", _text("Cannot tell"), "", "-", view="sheet"),
    Action("tile-back", _text("Take what I said back"), "", "X", view="sheet"),
    Action("tile-large", _text("Enlarge (hold)"), "", "Space", hold=True, view="sheet"),
    Action("tile-marks", _text("Marks on and off"), "", "G", view="sheet"),
    Action("sheet-confirm", _text("Confirm the rest of the page"), "", "Ctrl+Return",
           view="sheet"),
    Action("pair-fit", _text("Fit both pictures"), "", "F", view="pairs"),
)  # fmt: skip

# The pages of the window beside the desk, with what they are called.
VIEWS = {"pairs": "Blind pairs", "sheet": "Contact sheet", "report": "Tables"}
# What can be done on every page of the window, not only at the desk.
EVERYWHERE = frozenset({
    "open-folder", "open-samples", "settings", "quit", "undo", "redo", "palette", "theme",
    "safe-palette", "rebind", "keys", "about", "escape", "blind-pairs", "pair-report", "agreement",
    "distribution", "new-task", "contact-sheet", "ask-judge-queue",
})  # fmt: skip

BY_ID = {action.id: action for action in ACTIONS}
