"""The shape of a manifest with all its branches spelled out: what may be written where, for those
who help to write it. What is right is said by `reading.shapes`."""

from __future__ import annotations

from phaselint.dialects.shape import ANY, BOOLEAN, LIST, STRINGS, Shape, record, words
from phaselint.dialects.stud.model import VERDICTS
from phaselint.dialects.stud.reading import shapes

_WHEN = record(
    {
        "verdict": words(*VERDICTS),
        "capHit": BOOLEAN,
        "path": shapes.NAME,
        "equals": ANY,
        "in": LIST,
        "exists": BOOLEAN,
    },
    closed=True,
)
_RESULT = {
    "execution": words(*shapes.EXECUTIONS),
    **dict.fromkeys(shapes.STAGE_KEYS, STRINGS),
    "join": shapes.NAME,
}
_BRANCHES = Shape("list", items=record({"when": _WHEN, **_RESULT}, closed=True, required=("when",)))
NEXT = record({**_RESULT, "branches": _BRANCHES, "default": record(_RESULT, closed=True)})

_TOOLS = {**(shapes.TOOLS.fields or {}), "bundled": Shape("any", words=("default",), items=ANY)}

MANIFEST = shapes.MANIFEST._replace(
    fields={
        **(shapes.MANIFEST.fields or {}),
        "entryStage": shapes.NAME,
        "stages": Shape(
            "list",
            items=Shape(
                "any",
                fields={
                    "file": shapes.NAME,
                    **(shapes.INLINE_STAGE.fields or {}),
                    "next": NEXT,
                },
            ),
        ),
        "next": Shape("mapping", items=NEXT),
        "tools": shapes.TOOLS._replace(fields=_TOOLS),
    },
    required=(*shapes.FRAME.required, *shapes.MANIFEST.required),
)
