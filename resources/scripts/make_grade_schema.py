"""Write resources/schemas/grade.schema.json from the types of the grade file."""

from __future__ import annotations

import json
from pathlib import Path

from reviewer.store.grade_block import schema

TARGET = Path(__file__).resolve().parent.parent / "schemas" / "grade.schema.json"


def text() -> str:
    """The schema as it stands in the file."""
    return json.dumps(schema(), indent=2, sort_keys=False) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    print(f"wrote {TARGET}")
