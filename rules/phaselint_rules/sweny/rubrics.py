"""What the rubrics of judges speak of (reference sweny §5.9)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from phaselint.dialects.sweny.model import INPUT

if TYPE_CHECKING:
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node

_REFERENCE = re.compile(r"(?<![\w.$/-])([A-Za-z_][\w-]*)\.([A-Za-z_]\w*)")
"""A name, a dot and a field, not itself part of a longer path."""


FILE_ENDINGS = frozenset(
    {"css", "csv", "html", "js", "json", "md", "py", "ts", "txt", "yaml", "yml"}
)
"""What follows a dot in the name of a file: `report.md` is no field of the node `report`."""


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
