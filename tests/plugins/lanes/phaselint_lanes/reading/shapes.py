"""What the document of a board may look like."""

from __future__ import annotations

from phaselint.dialects.checks import not_empty
from phaselint.dialects.shape import STRING, STRINGS, Shape, record

LANE = record({"to": STRINGS, "stamp": STRING, "wants": STRING}, closed=True)
BOARD = record(
    {
        "board": Shape("integer"),
        "start": STRING,
        "lanes": Shape("mapping", items=LANE, checks=(not_empty,)),
    },
    closed=True,
    required=("board", "start", "lanes"),
)
