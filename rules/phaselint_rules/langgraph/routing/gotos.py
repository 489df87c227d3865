"""Commands and sends to names without a node (reference langgraph §7.2)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.facts import Held
from phaselint.dialects.langgraph.functionmodel import Member, name_of
from phaselint.dialects.langgraph.model import END, START
from phaselint.vocabulary.claim import Notes
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import ERROR, Grade, rule
from phaselint_rules.langgraph.edits import respelled
from phaselint_rules.langgraph.needs import CLOSED_RUNS
from phaselint_rules.langgraph.routing.common import (
    fails,
    given,
    gotos,
    is_node,
    routes,
    sent,
    source_of,
    written,
)
from phaselint_rules.langgraph.wording import nearest, use, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.functionmodel import Function, Guard, Known
    from phaselint.dialects.langgraph.model import Branch, Graph
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message

BY_PARENTS = (
    Grade("error", "all graphs that it can point to are known"),
    Grade("warning", "the graph can be a node of others"),
)

NAMED = (None, START, END)
"""Targets of a `Send` that aren't unknown nodes: an unknown value, START, which runs again, and END
(`invalid-destination`)."""

ADD = "add the node, or correct the name"
OLD = (0, 3)
"""Before this release, a `Send` to an unknown node fails (§4.3)."""


class Lost(NamedTuple):
    """A name without a node: where it is given, by which node or router, and under which guards.
    `listed` are the nodes that a map next to a `Send` names, for drawings."""

    known: Known
    name: str
    source: str
    guards: tuple[Guard, ...]
    used: Place
    function: Function | None
    by: str
    runs: bool = True
    listed: tuple[str, ...] = ()
    place: Place | None = None


@rule("LG210", BY_PARENTS, needs=CLOSED_RUNS, claims="notes", fix="unsafe", ends="unused")
def unknown_goto(facts: LanggraphFacts) -> Iterator[Finding]:
    """Goto to a node that doesn't exist

    What:
        The `goto` of a `Command` that a node returns is neither a node of the graph nor END; a
        `goto` for the parent (`graph=Command.PARENT`) isn't a node of any graph that contains this
        one. A function that several graphs use is reported only if none of them has the node.
    Why:
        LangGraph drops the name and continues: unless another node is awake, the run ends there as
        completed. Only the log mentions it. LangGraph compares a declaration
        (`Command[Literal[...]]`) with the nodes, but not the function's return values.
    Bad:
        builder.add_node("writer", writer)
        def critic(state): return Command(goto="writter")
    Good:
        builder.add_node("writer", writer)
        def critic(state): return Command(goto="writer")
    Fix:
        Correct the name, or add the node.
    Dry run:
        A run reaches the node, which returns the command, and the name is dropped.
    Source:
        langgraph §2.9, §4.3, §5.3, §7.2
    """

    def find(ways: Ways) -> Iterator[Held]:
        for lost in _gone(facts, ways.graph):
            yield Held((lost.known.place, lost.name), lost.guards, lost)

    for held in facts.in_all(find):
        lost: Lost = held.value
        said = message(
            "`goto` names {}, which isn't a node; LangGraph drops it silently", lost_name(lost)
        )
        yield _finding(facts, lost, said, tuple(facts.graph.named))
    yield from _to_parents(facts)


def lost_name(lost: Lost) -> Message:
    """The unknown name, in the words of a message."""
    return quote(lost.name) if not isinstance(lost.known.value, Member) else value(lost.known.value)


def _gone(facts: LanggraphFacts, graph: Graph) -> Iterator[Lost]:
    for going in gotos(graph):
        name = name_of(going.known.value)
        if going.back.parent or not isinstance(name, str) or name in (START, END):
            continue
        channel = written(going.known.value)
        if is_node(graph, name) or any(each.channel == channel for each in graph.nodes):
            continue
        if _in_no_graph(facts, going.function, name):
            yield Lost(
                *(going.known, name, going.node.name, going.node.guards, going.node.place),
                *(going.function, "goto", not going.handler, (), going.place(facts)),
            )


def _in_no_graph(facts: LanggraphFacts, function: Function, name: str) -> bool:
    """Whether no graph that uses a function has a node of a name."""

    def lacks(other: LanggraphFacts) -> bool:
        return other.closed and name not in other.graph.named

    return facts.in_all_users(function, lacks)


def _to_parents(facts: LanggraphFacts) -> Iterator[Finding]:
    """Names for the graphs that have this one as a node."""
    graph, project = facts.graph, facts.contract.project
    parents = [facts.beside(project[each]) for each in graph.parents if each in project]
    if not parents or graph.nested or not all(each.closed for each in parents):
        return
    told: set[tuple[Place, str]] = set()
    for going in gotos(graph):
        name, place = name_of(going.known.value), going.known.place
        if not going.back.parent or not isinstance(name, str) or name in (START, END):
            continue
        if any(name in each.graph.named for each in parents) or (place, name) in told:
            continue
        if len(facts.users(going.function)) > 1:
            continue
        told.add((place, name))
        lost = Lost(
            *(going.known, name, going.node.name, going.node.guards, going.node.place),
            *(going.function, "goto", False, (), going.place(facts)),
        )
        said = message("`goto` names {}, which isn't a node of the parent graph", quote(name))
        names = tuple(dict.fromkeys(n for each in parents for n in each.graph.named))
        finding = _finding(facts, lost, said, names)
        yield finding._replace(severity="warning" if graph.exported else "error")


@rule("LG211", ERROR, needs=CLOSED_RUNS, claims="notes", fix="unsafe", ends="unused")
def unknown_send(facts: LanggraphFacts) -> Iterator[Finding]:
    """Send to a node that doesn't exist

    What:
        A router returns a `Send`, or a `Command` has a `Send` as its `goto`, but the graph has no
        such node. A function that several graphs use is reported only if none of them has the node.
    Why:
        LangGraph drops the task with only a line in the log, so none of the work is done. Releases
        before 0.3 fail with `InvalidUpdateError`. The map of the conditional edge doesn't apply to
        a `Send`.
    Bad:
        builder.add_node("joke", joke)
        def fan_out(state): return [Send("jokes", {"topic": t}) for t in state["topics"]]
    Good:
        builder.add_node("joke", joke)
        def fan_out(state): return [Send("joke", {"topic": t}) for t in state["topics"]]
    Fix:
        Correct the name, or add the node.
    Dry run:
        A run reaches the node, a task is sent, and it is dropped.
    Source:
        langgraph §4.3, §5.3, §5.7, §7.2
    """

    def find(ways: Ways) -> Iterator[Held]:
        for lost in _sent(facts, ways.graph):
            yield Held((lost.known.place, lost.name), lost.guards, lost)

    old = facts.contract.version < OLD
    for held in facts.in_all(find):
        lost: Lost = held.value
        does = message(
            "the run fails with `InvalidUpdateError`" if old else "LangGraph drops it silently"
        )
        said = message("`Send` names {}, which isn't a node; {}", quote(lost.name), does)
        finding = _finding(facts, lost, said, tuple(facts.graph.named))
        yield finding._replace(claim=None) if old else finding


def _sent(facts: LanggraphFacts, graph: Graph) -> Iterator[Lost]:
    for branch in graph.branches:
        for each in given(branch) if branch.source is not None else ():
            name = sent(each.known.value)
            if name in NAMED or is_node(graph, name):
                continue
            router = branch.router
            if router is None or _in_no_graph(facts, router, name):
                yield Lost(
                    *(each.known, name, source_of(branch), branch.guards, branch.place),
                    *(router, "send", not fails(branch, each.answer), _listed(branch)),
                )
    for going in gotos(graph):
        name = sent(going.known.value)
        if going.back.parent or name in NAMED or is_node(graph, name):
            continue
        if _in_no_graph(facts, going.function, name):
            yield Lost(
                *(going.known, name, going.node.name, going.node.guards, going.node.place),
                *(going.function, "send", not going.handler),
            )


def _listed(branch: Branch) -> tuple[str, ...]:
    """The nodes that a map names."""
    targets = [each.target for each in (branch.path_map.entries if branch.path_map else ())]
    names = [name_of(each.value) for each in targets if each is not None]
    return tuple(each for each in names if isinstance(each, str) and each != END)


def _finding(facts: LanggraphFacts, lost: Lost, said: Message, names: Sequence[str]) -> Finding:
    near = nearest(lost.name, names)
    meant = {"meant": [*dict.fromkeys((*lost.listed, *((near,) if near else ())))]}
    claim = Notes(lost.source, "dropped", {"to": written(lost.known.value)})
    return Finding(
        lost.place or lost.known.place,
        said,
        use(near, ADD),
        severity="error",
        related=(Related(lost.used, f"used by {quote(lost.source)} here"),),
        witness=Witness({"source": lost.source, "name": lost.name, **meant}),
        fix=respelled(facts, lost.known.place, lost.name, near),
        claim=claim if lost.runs and routes(facts, lost.source, lost.used) else None,
    )
