"""Graphs in which a run can get stuck, as far as their ways tell.

It does no harm to list too many graphs: an exploration is only larger where several of them run in
one step and take turns (see `turns`).
"""

from __future__ import annotations

from phaselint.dialects.langgraph.functionmodel import Send, name_of
from phaselint.dialects.langgraph.model import START
from phaselint.dialects.langgraph.running.ahead import backwards, closure, commanded, followers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.functionmodel import Answers
    from phaselint.dialects.langgraph.model import Branch
    from phaselint.dialects.langgraph.running.session import Law


def may_trap(law: Law) -> bool:
    """Whether runs can reach a node from which no end can be reached."""
    commands = {name: (*commanded(each.nodes, law.nodes),) for name, each in law.subgraphs.items()}
    after = followers(law.nodes, law.edges, law.joins, law.branches, commands)
    reached = closure(after, after[START])
    if not reached.isdisjoint(law.trapping):
        return True
    ends = [name for name in reached if _may_end(law, name)]
    return not reached <= closure(backwards(after), ends)


def _may_end(law: Law, name: str) -> bool:
    """Whether a node may be the last that runs: it wakes no other, or fails, or leaves the graph.
    What else runs in its step is left out of account."""
    function = law.nodes[name].function
    sites = function.returns if function is not None else ()
    if (function is not None and function.raises) or any(site.parent for site in sites):
        return True
    if any(end.node is not None for end in law.edges.get(name, ())):
        return False
    goes = [site.goto for site in sites]
    stays = not goes or any(each is None or _names_no_node(each, law) for each in goes)
    return stays and all(_ends(branch, law) for branch in law.branches.get(name, ()))


def _ends(branch: Branch, law: Law) -> bool:
    """Whether a router may wake nobody."""
    mapped = branch.path_map
    if mapped is None or not mapped.complete:
        return _names_no_node(branch.answers, law)
    named = (each.target for each in mapped.entries)
    return any(each is None or name_of(each.value) not in law.nodes for each in named)


def _names_no_node(answers: Answers, law: Law) -> bool:
    """Whether one of some answers names no node, for all that is known."""
    if not answers.complete:
        return True
    return any(
        all(
            not isinstance(each.value, Send) and name_of(each.value) not in law.nodes
            for each in one
        )
        for one in (option.targets for option in answers.options)
    )
