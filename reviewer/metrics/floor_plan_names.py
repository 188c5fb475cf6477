"""What the names on a floor plan mean: categories of furniture, their colors, rooms, doors."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .drawing_style import hue_saturation_value

BED_SOFA = "bed_sofa"
TABLE_CHAIR = "table_chair"
APPLIANCE = "appliance"
STORAGE = "storage"
CATEGORY_COLORS = {BED_SOFA: "blue", TABLE_CHAIR: "green", APPLIANCE: "orange", STORAGE: "gray"}

_TOKENS = {
    BED_SOFA: "bed sofa couch armchair daybed loveseat",
    TABLE_CHAIR: "table chair desk stool armchair bench",
    APPLIANCE: "fridge refrigerator stove oven hob cooktop range sink dishwasher washer washing "
    "microwave hood dryer freezer cooker",
    STORAGE: "wardrobe cabinet bookcase bookshelf shelf shelves nightstand bedside dresser stand "
    "closet drawer drawers cupboard console storage sideboard chest rack",
}
# The longest words first: a bedside cabinet holds the sign for bed.
_CHINESE = {
    STORAGE: "床头柜 电视柜 鞋柜 衣柜 书柜 橱柜 储物柜 书架 置物架 斗柜 餐边柜 柜",
    APPLIANCE: "冰箱 灶台 燃气灶 水槽 洗衣机 洗碗机 烤箱 微波炉 油烟机 电饭煲 灶 厨电",
    BED_SOFA: "沙发 单椅 床",
    TABLE_CHAIR: "餐桌 书桌 茶几 餐椅 单椅 椅 桌 凳",
}
_ROOM_WORDS = {
    "living": ("living", "客厅", "起居"),
    "bedroom1": ("bedroom1", "bedroom_1", "bedroom 1", "master bedroom", "主卧", "卧室1"),
    "bedroom2": ("bedroom2", "bedroom_2", "bedroom 2", "次卧", "儿童房", "卧室2"),
    "kitchen": ("kitchen", "厨房"),
}
DEFAULT_ROOMS = tuple(_ROOM_WORDS)
_NOT_PIECES = frozenset(
    {"dim", "dims", "dimension", "measure", "passage", "corridor", "label", "text", "txt", "lbl"}
    | {"t", "dt", "title", "note", "annotation", "arrow", "door", "window", "wall", "walls"}
    | {"room", "rooms", "floor", "layer", "base", "bg", "background", "legend", "grid", "guide"}
    | {"outline", "north", "path", "group", "svg"}
)
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")


def tokens(name: str) -> tuple[str, ...]:
    """Split an id into lower-case words without trailing digits: bed_2 gives bed."""
    parts = re.split(r"[^A-Za-z0-9]+", name.lower())
    return tuple(stem for part in parts if (stem := part.rstrip("0123456789")))


def has_chinese(text: str) -> bool:
    """Whether a text holds a Chinese character."""
    return _HAN.search(text) is not None


def categories(element_id: str, label: str = "") -> frozenset[str]:
    """Return the categories a piece may belong to; empty when its name says nothing.

    Parameters
    ----------
    element_id : str
        The id; its words decide first. An armchair may pass as sofa or as chair.
    label : str
        The text beside the piece, asked when the id says nothing.
    """
    words = set(tokens(element_id))
    found = {name for name, known in _TOKENS.items() if words & set(known.split())}
    # A stand, a bedside or a cabinet is storage, whatever stands on it or beside it.
    if STORAGE in found and len(found) > 1:
        found = {STORAGE}
    return frozenset(found) or _chinese_categories(label)


def _chinese_categories(label: str) -> frozenset[str]:
    hits = [
        (len(word), name)
        for name, known in _CHINESE.items()
        for word in known.split()
        if word in label
    ]
    longest = max((size for size, _ in hits), default=0)
    return frozenset(name for size, name in hits if size == longest)


def color_name(color: str) -> str:
    """Name a color as the task does: gray, orange, green, blue, or other.

    Parameters
    ----------
    color : str
        ``#rrggbb``. Gray is a saturation under .18; hues are orange 10–48°, green 75–170°, blue
        185–262°.
    """
    hue, saturation, value = hue_saturation_value(color)
    if saturation < 0.18:
        return "gray" if 0.15 < value < 0.97 else "other"
    for name, low, high in (("orange", 10, 48), ("green", 75, 170), ("blue", 185, 262)):
        if low <= hue <= high:
            return name
    return "other"


def is_piece_name(element_id: str) -> bool:
    """Whether a semantic id can name a piece of furniture, and no wall, label or dimension."""
    words = tokens(element_id)
    return bool(words) and words[0] not in _NOT_PIECES


def names_a(kind: str, *names: str) -> bool:
    """Whether an id or label names a ``door``, ``wall`` or the like, in English or Chinese."""
    chinese = {"door": "门", "wall": "墙", "window": "窗"}.get(kind, "\0")
    return any(kind in tokens(name) or chinese in name for name in names)


def is_base_layer(label: str | None, *, has_furniture_layer: bool) -> bool:
    """Whether a layer holds the plan the agent was given; without layers nobody can tell."""
    if label is None:
        return has_furniture_layer
    return any(word in label.lower() for word in ("base", "floor", "background", "底图", "户型"))


def room_named(text: str, rooms: Sequence[str]) -> str | None:
    """Return the room that a text names, or None; the longest fitting word decides.

    Parameters
    ----------
    text : str
        An id, a label, or a line of a report.
    rooms : sequence of str
        The names in use, for example those of the ground truth.
    """
    hits = _room_words(text, rooms)
    return max((end - start, room) for start, end, room in hits)[1] if hits else None


def rooms_named(text: str, rooms: Sequence[str]) -> frozenset[str]:
    """Return every room that a text names; a word inside a longer one says nothing of its own."""
    hits = _room_words(text, rooms)
    return frozenset(
        room
        for start, end, room in hits
        if not any(one <= start and end <= two and two - one > end - start for one, two, _ in hits)
    )


def _room_words(text: str, rooms: Sequence[str]) -> list[tuple[int, int, str]]:
    lowered = text.lower()
    hits: list[tuple[int, int, str]] = []
    for room in rooms:
        for word in {room.lower(), *_ROOM_WORDS.get(room, ())}:
            # "bedroom1" is not named by "bedroom12".
            found = re.finditer(rf"(?<![a-z0-9]){re.escape(word)}(?![0-9])", lowered)
            hits += [(each.start(), each.end(), room) for each in found]
    return hits
