"""The recursion limit of a graph, and what of a graph is not known (reference §2.11, §5.9)."""

from __future__ import annotations

from phaselint.dialects.langgraph.functionmodel import name_of
from phaselint.dialects.langgraph.model import START
from phaselint.dialects.records import Doubt, Limit
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.functionmodel import Known
    from phaselint.dialects.langgraph.model import Branch, LanggraphContract

LIMIT = "recursion-limit"


def _begins(source: Known | None) -> bool:
    return source is not None and name_of(source.value) == START


def ceilings(contract: LanggraphContract) -> Iterator[Limit]:
    """The largest limit that invocations set, where all are known."""
    graph = contract.graph
    if graph is None or graph.exported or not graph.invocations:
        return
    limits = [each.limit for each in graph.invocations]
    if not all(each.limit_known for each in graph.invocations) or None in limits:
        return
    most = max((each for each in limits if each is not None), key=lambda each: each[0])
    yield Limit(LIMIT, most[0], "steps", most[1])


def doubts(contract: LanggraphContract) -> Iterator[Doubt]:
    """Edges whose ends are not known: what they may wake is left open."""
    from phaselint.dialects.langgraph.running.elements import elements

    graph = contract.graph
    if graph is None:
        return
    every = frozenset(each.id for each in elements(contract))
    ends = [
        *((edge.source, edge.target, edge.place) for edge in graph.edges),
        *(
            (None if not join.complete else join.members[0], join.target, join.place)
            for join in graph.joins
        ),
    ]
    for source, target, place in ends:
        if source is None:
            yield Doubt(message("the source of this edge isn't known"), place, every)
        elif target is None:
            phase = str(name_of(source.value))
            yield Doubt(message("the target of this edge isn't known"), place, every, phase=phase)
    if not graph.compiles and not any(_begins(each.source) for each in graph.edges):
        why = message("the place where this graph is compiled isn't known")
        yield Doubt(why, graph.place, every)
    for branch in graph.branches:
        if branch.source is None:
            why = message("the source of this conditional edge isn't known")
            yield Doubt(why, branch.place, every)
        elif not branch.answers.options and not branch.answers.complete and _leads_anywhere(branch):
            why = message("a target of this conditional edge isn't known")
            phase = str(name_of(branch.source.value))
            yield Doubt(why, branch.place, every, phase=phase)


def _leads_anywhere(branch: Branch) -> bool:
    """Whether nothing is known of where a router leads: neither a map nor a declaration says so."""
    given = branch.path_map
    if given is not None and given.given not in ("ignored", "unknown"):
        return not given.complete and not given.entries
    return branch.router is None or not branch.router.declared
