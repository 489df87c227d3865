"""Tools that must be called and whose limit leaves no room for a call that fails (reference
§4.2, step 6): a failed call counts and does not advance.
"""

from __future__ import annotations

from phaselint.dialects.vesanor.analysis.lower import waits_for
from phaselint.machine.graph import reachable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.vesanor.analysis.graphs import GraphFacts


def tight(facts: GraphFacts) -> Iterator[str]:
    """The tools that may be called once and that every complete run calls, as far as is seen from
    the ways over tools alone. No way needs a tool twice: it always leads to the same phase."""
    for name, most in sorted(facts.session.limits.per_tool.items()):
        tool = facts.tools.get(name)
        if tool and tool.acknowledged and most == 1 and _ends(facts, frozenset()):
            waiting = {each for each in facts.tools if name in waits_for(facts.tools, each)}
            if not _ends(facts, waiting | {name}):
                yield name


def _ends(facts: GraphFacts, without: frozenset[str] | set[str]) -> bool:
    """Whether a way leads to a terminal phase without some tools."""
    number = {name: index for index, name in enumerate(facts.phases)}
    onward: list[list[int]] = [[] for _ in number]
    for (source, target), names in facts.tool_edges.items():
        if not without.issuperset(names) and source in number and target in number:
            onward[number[source]].append(number[target])
    seen = reachable(onward, [number[facts.initial]])
    return any(seen[number[name]] for name in facts.terminals)
