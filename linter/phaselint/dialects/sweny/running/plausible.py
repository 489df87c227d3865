"""Whether a scripted answer is one that a client could have given (reference §5.2, §5.15, §5.18).

The runtime takes every answer, as the reference does; a script that goes on from one that no run
has shows nothing.
"""

from __future__ import annotations

from phaselint.dialects.schema_violations import forbidden
from phaselint.dialects.sweny.reading.catalogue import AGENT_TOOLS
from phaselint.dialects.sweny.running.answers import SUMMARY
from phaselint.dialects.sweny.running.prompts import offered
from phaselint.dialects.sweny.running.results import Ran
from phaselint.dialects.sweny.running.toolbox import tools_of
from phaselint.schema import valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.records import Misfit
    from phaselint.dialects.sweny.model import Node
    from phaselint.dialects.sweny.running.results import Answer
    from phaselint.dialects.sweny.running.toolbox import Tooling


def misfit(node: Node, answer: Answer) -> Misfit | None:
    """What of the data of a run that succeeds the node's output surely forbids."""
    if not isinstance(answer, Ran) or answer.status != "success" or node.output is None:
        return None
    declared = SUMMARY in node.properties
    data = {k: v for k, v in answer.data.items() if declared or k != SUMMARY}
    if valid(node.output, data) != "no":
        return None
    return forbidden(node.output, data, "data", node.id)


def impossible_calls(
    skills: Mapping[str, Tooling], node: Node, calls: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[int, str, str]]:
    """The calls of tools that the model does not have: number, tool, and what keeps it from it.
    Any name that no skill has may be a tool of a server."""
    if not calls:
        return
    own = tools_of(skills, node.skills)
    seen = offered(node, own)
    for number, call in enumerate(calls):
        tool = call["tool"]
        if tool in seen:
            continue
        if tool in own:
            yield number, tool, "`tools` excludes it"
        elif tool in AGENT_TOOLS and tool in node.disallowed:
            yield number, tool, "`disallowed_tools` excludes it"
        elif any(tool in skill.tools for skill in skills.values()):
            yield number, tool, "no skill of the node has it"
