"""The shape of a workflow file with all its branches spelled out: what may be written where, for
those who help to write it. What is right is said by `shapes`."""

from __future__ import annotations

from functools import cache

from phaselint.dialects.shape import ANY, BOOLEAN, MAPPING, STRING, STRINGS, Shape, record, words
from phaselint.dialects.sweny.reading import shapes
from phaselint.dialects.sweny.reading.catalogue import CATEGORIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SOURCE = Shape("any", fields={"inline": STRING, "file": STRING, "url": STRING, "type": STRING})
SOURCES = Shape("any", items=SOURCE)
NODE_SOURCES = SOURCES._replace(fields={"only": BOOLEAN, "sources": SOURCES})

_RETRY_TEXT = Shape("any", fields={"auto": Shape("true"), "reflect": STRING})
_OUTPUT = record({"type": STRING, "properties": MAPPING, "required": STRINGS})


def _spelled_out(workflow: Shape, node: Shape) -> Shape:
    """The shape of a workflow with the branches of its nodes and sources."""
    fields = {
        **(node.fields or {}),
        "instruction": SOURCE,
        "output": _OUTPUT,
        "rules": NODE_SOURCES,
        "context": NODE_SOURCES,
        "retry": shapes.RETRY._replace(
            fields={**(shapes.RETRY.fields or {}), "instruction": _RETRY_TEXT}
        ),
    }
    own = {
        "nodes": Shape("mapping", items=node._replace(fields=fields)),
        "rules": SOURCES,
        "context": SOURCES,
    }
    return workflow._replace(fields={**(workflow.fields or {}), **own})


WORKFLOW = _spelled_out(shapes.WORKFLOW, shapes.NODE)


def workflow_of(release: str) -> Shape:
    """The shape of a workflow for a release."""
    if release == "current":
        return WORKFLOW
    return _next_workflow()


@cache
def _next_workflow() -> Shape:
    from phaselint.dialects.sweny.reading import nextshapes

    number = Shape("any", fields={"input": STRING})
    policy = nextshapes.POLICY._replace(kind="any", words=nextshapes.ACCESS.words)
    output = _with(nextshapes.OUTPUT, {"number": number})
    node = _with(
        nextshapes.NODE,
        {"permissions": policy, "outputs": Shape("list", items=output)},
    )
    edge = _with(nextshapes.EDGE, {"when": nextshapes.EXPRESSION._replace(kind="any")})
    workflow = _with(
        nextshapes.WORKFLOW, {"permissions": policy, "edges": Shape("list", items=edge)}
    )
    return _spelled_out(workflow, node)


def _with(shape: Shape, fields: Mapping[str, Shape]) -> Shape:
    return shape._replace(fields={**(shape.fields or {}), **fields})


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
