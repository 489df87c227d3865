"""The shape of a workflow file with all its branches spelled out: what may be written where, for
those who help to write it. What is right is said by `shapes`."""

from __future__ import annotations

from phaselint.dialects.shape import ANY, BOOLEAN, MAPPING, STRING, STRINGS, Shape, record, words
from phaselint.dialects.sweny.reading import shapes
from phaselint.dialects.sweny.reading.catalogue import CATEGORIES

SOURCE = Shape("any", fields={"inline": STRING, "file": STRING, "url": STRING, "type": STRING})
SOURCES = Shape("any", items=SOURCE)
NODE_SOURCES = SOURCES._replace(fields={"only": BOOLEAN, "sources": SOURCES})

_RETRY_TEXT = Shape("any", fields={"auto": Shape("true"), "reflect": STRING})
_OUTPUT = record({"type": STRING, "properties": MAPPING, "required": STRINGS})

_NODE_FIELDS = shapes.NODE.fields or {}

NODE = shapes.NODE._replace(
    fields={
        **_NODE_FIELDS,
        "instruction": SOURCE,
        "output": _OUTPUT,
        "rules": NODE_SOURCES,
        "context": NODE_SOURCES,
        "retry": shapes.RETRY._replace(
            fields={**(shapes.RETRY.fields or {}), "instruction": _RETRY_TEXT}
        ),
    }
)

WORKFLOW = shapes.WORKFLOW._replace(
    fields={
        **(shapes.WORKFLOW.fields or {}),
        "nodes": Shape("mapping", items=NODE),
        "rules": SOURCES,
        "context": SOURCES,
    }
)

SKILL = record(
    {
        "name": STRING,
        "description": STRING,
        "category": words(*CATEGORIES),
        "config": Shape(
            "mapping",
            items=record({"description": STRING, "required": BOOLEAN, "env": STRING}),
        ),
        "mcp": shapes.MCP,
        "metadata": ANY,
        "license": STRING,
    },
    required=("name",),
)
"""The front matter of a SKILL.md (reference §3.10)."""
