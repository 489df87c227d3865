"""What the rubrics of judges speak of (reference sweny §5.9)."""

from __future__ import annotations

import re

from phaselint.dialects.sweny.analysis.pathfaults import SUMMARY
from phaselint.dialects.sweny.model import INPUT
from phaselint.schema import declared
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import suggest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node

_REFERENCE = re.compile(r"(?<![\w.$/-])([A-Za-z_][\w-]*)\.([A-Za-z_]\w*)")
"""A name, a dot and a field, not itself part of a longer path."""


_THERE = (SUMMARY,)
"""What the data of a node have, declared or not, when it is judged (reference §5.4)."""

FILE_ENDINGS = frozenset(
    {"css", "csv", "html", "js", "json", "md", "py", "ts", "txt", "yaml", "yml"}
)
"""What follows a dot in a file name: `report.md` isn't a field of the node `report`."""


_OWN = re.compile(r"(?<![\w.$/-])result\.data((?:\.[A-Za-z_]\w*)++)")
"""A path into the data shown to a judge."""


class Undeclared(NamedTuple):
    """A path into the data of a node of which a name is not declared, and the one that is near."""

    path: str
    better: str


def undeclared(facts: SwenyFacts, node: Node, rubric: str) -> tuple[Undeclared, ...]:
    """The paths of a rubric that name what the judged node does not declare, each once."""
    schema = facts.declarations.output(node)
    if schema is None or not node.properties:
        return ()
    found: dict[str, Undeclared] = {}
    for match in _OWN.finditer(rubric):
        names = tuple(match[1].split(".")[1:])
        said = declared(schema.schema, names)
        if said.unknown or said.missing is None or not (said.names or said.closed):
            continue
        name = names[said.missing]
        if said.missing == 0 and (name in _THERE or name in node.required or name in FILE_ENDINGS):
            continue
        near = suggest(name, said.names)
        way = (*names[: said.missing], near or "", *names[said.missing + 1 :])
        found[match[0]] = Undeclared(match[0], ".".join(("result.data", *way)) if near else "")
    return tuple(found.values())


def out_of_scope(facts: SwenyFacts, node: Node, rubric: str) -> tuple[str, ...]:
    """The references of a rubric to the run input or other nodes, each once."""
    found: dict[str, None] = {}
    for match in _REFERENCE.finditer(rubric):
        root, field = match.groups()
        if root == node.id or (root != INPUT and root not in facts.nodes):
            continue
        declared = facts.nodes[root].properties if root in facts.nodes else {}
        if field not in FILE_ENDINGS or field in declared:
            found.setdefault(f"{root}.{field}")
    return tuple(found)
