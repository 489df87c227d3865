"""Static edges taken in addition to a router or a command (reference langgraph §7.2)."""

from __future__ import annotations

import re

from phaselint.dialects.langgraph.analysis.facts import Held
from phaselint.dialects.langgraph.analysis.graphways import outcome_sends
from phaselint.dialects.langgraph.functionmodel import Send, name_of
from phaselint.dialects.langgraph.model import END, START
from phaselint.vocabulary.claim import Notes
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import Grade, rule
from phaselint_rules.langgraph.edits import checked, without_edge
from phaselint_rules.langgraph.needs import BUILT
from phaselint_rules.langgraph.routing.common import called, routes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.decisions import Decision
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.ways import Source, Ways
    from phaselint.dialects.langgraph.functionmodel import Constant, Function
    from phaselint.dialects.langgraph.model import Branch, Edge, Node
    from phaselint.vocabulary.finding import Place, Severity
    from phaselint.vocabulary.message import Message

BY_TARGETS = (
    Grade("warning", "the router names the same node, or another target of it ends the path"),
    Grade("info", "otherwise"),
)

BY_RETURNS = (
    Grade("warning", "every return of the node is a command with a `goto`"),
    Grade("info", "some of them are not"),
)

FAILURE = (
    r"(^|[^a-z])(errors?|err|fail(ed|ures?)?|abort(ed)?|reject(ed)?|refus(e|ed|al)|denied|"
    r"cancel(l?ed)?)($|[^a-z])"
)
"""Names of nodes that should end the usual path."""


class Beside(NamedTuple):
    """A static edge next to a decision: its target, whether it is as bad as it looks, and where the
    decision is made."""

    edge: Edge
    source: str
    target: str
    severity: Severity
    other: str = ""
    decided: Place | None = None
    branch: Branch | None = None


@rule("LG208", BY_TARGETS, needs=BUILT, prove="routing.proofs.beside:both_run", fix="unsafe")
def static_edge_beside_conditional(facts: LanggraphFacts) -> Iterator[Finding]:
    """Static edge next to a conditional edge meant to choose

    What:
        A node has a conditional edge and a static edge to another node, and that node is one of the
        targets of the router, or another target of the router ends the path: END, or a node for
        errors. An edge to END has no effect and is skipped; so is an edge next to a router that
        returns only `Send`s, because it points to the node that collects them.
    Why:
        Edges add up. The static edge is taken regardless of the router's answer, so after an error
        both the error node and the usual path run.
    Bad:
        builder.add_edge("load", "retrieve")
        builder.add_conditional_edges("load", check, {"error": "handle_error", "go": "retrieve"})
    Good:
        builder.add_conditional_edges("load", check, {"error": "handle_error", "go": "retrieve"})
    Fix:
        Remove the static edge.
    Dry run:
        In a run, the router names another node, and both that node and the edge's target wake up.
    Source:
        langgraph §0, §5.3, §7.2, §9.1
    """

    def find(ways: Ways) -> Iterator[Held]:
        for source in ways.sources.values():
            for decision in source.decisions:
                if decision.branch is None:
                    continue
                for found in _beside_branch(source, decision):
                    guards = (*found.edge.guards, *decision.branch.guards)
                    yield Held((found.edge.place, found.source, found.target), guards, found)

    for held in facts.in_all(find):
        found: Beside = held.value
        router = called(found.branch) if found.branch is not None else message("router")
        said = message(
            "edge from {} to {} is always taken, regardless of {}",
            quote(found.source),
            quote(found.target),
            router,
        )
        yield _finding(facts, found, said, "the router is added here")


def _beside_branch(source: Source, decision: Decision) -> Iterator[Beside]:
    """The static edges of a source between which a router there should choose."""
    branch, outcomes = decision.branch, [each for each in decision.outcomes if not each.fails]
    if branch is None or not outcomes:
        return
    wakes = {name for each in outcomes for name in each.wakes}
    ends = any(each.ends for each in outcomes)
    if not wakes and any(each.sends or outcome_sends(each) for each in outcomes):
        return  # the edge points to the node that collects the tasks
    if len(wakes) + ends < 2 and not decision.known:
        return  # there is only one target
    for edge in source.edges:
        target = _name(edge)
        if not (edge.certain or branch.certain):
            continue  # they can be on two branches of a condition
        if all(target in each.wakes for each in outcomes) and decision.known:
            continue  # the edge has no effect
        failing = sorted(each for each in wakes - {target} if re.search(FAILURE, each.lower()))
        other = "END" if ends else next(iter(failing), "")
        severity: Severity = "warning" if target in wakes or other else "info"
        yield Beside(
            *(edge, source.name, target, severity, other),
            decided=branch.place,
            branch=branch,
        )


def _name(edge: Edge) -> str:
    name = None if edge.target is None else name_of(edge.target.value)
    return name if isinstance(name, str) else ""


@rule("LG209", BY_RETURNS, needs=BUILT, prove="routing.proofs.beside:both_run", fix="unsafe")
def static_edge_beside_command(facts: LanggraphFacts) -> Iterator[Finding]:
    """Static edge of a node that returns commands

    What:
        Every return of a node is a `Command` with a `goto`, and the node has a static edge to a
        node, other than END, that a `goto` doesn't always name. If some return of the node is a
        plain update, this is an info, because the edge can be its default.
    Why:
        Edges and commands add up: the target of the edge and the target of the `goto` both run.
    Bad:
        def review(state): return Command(goto="rewrite" if state["open"] else "file")
        builder.add_edge("review", "publish")
    Good:
        def review(state): return Command(goto="rewrite" if state["open"] else "publish")
    Fix:
        Remove the static edge, or name its target in the `goto`.
    Dry run:
        In a run, both the target of the edge and that of the `goto` wake up.
    Source:
        langgraph §0, §2.9, §5.3, §7.2
    """

    def find(ways: Ways) -> Iterator[Held]:
        for source in ways.sources.values():
            node = ways.nodes.get(source.name)
            if node is not None and node.function is not None:
                for found in _beside_command(source, node, node.function):
                    guards = (*found.edge.guards, *node.guards)
                    yield Held((found.edge.place, found.source, found.target), guards, found)

    for held in facts.in_all(find):
        found: Beside = held.value
        said = message(
            "both {} and the `goto` of {} run after it",
            quote(found.target),
            quote(found.source),
        )
        yield _finding(facts, found, said, "returns a command here")


def _beside_command(source: Source, node: Node, function: Function) -> Iterator[Beside]:
    """The static edges of a node that returns commands."""
    if not function.returns_complete:
        return
    backs = [each for each in function.returns if each.form != "invalid"]
    going = [each for each in backs if each.goto is not None and not each.parent]
    if not going:
        return
    for edge in source.edges:
        target = _name(edge)
        if not (edge.certain or node.certain):
            continue
        places = [
            option.place
            for each in going
            for option in (each.goto.options if each.goto is not None else ())
            if any(_elsewhere(to.value, target) for to in option.targets)
        ]
        if not places:
            continue
        severity: Severity = "warning" if len(going) == len(backs) else "info"
        yield Beside(edge, node.name, target, severity, decided=places[0])


def _elsewhere(value: Constant, target: str) -> bool:
    """Whether a value of a `goto` wakes a node other than a target. A `Send` doesn't: the edge next
    to it points to the node that collects the tasks."""
    return not isinstance(value, Send) and name_of(value) not in (target, END, START, None)


def _finding(facts: LanggraphFacts, found: Beside, said: Message, related: str) -> Finding:
    title = f"remove the edge from {quote(found.source)} to {quote(found.target)}"
    fix = checked(facts, "unsafe", title, without_edge(facts, found.edge.place))
    claim = Notes(found.source, "go", {"to": found.target, "by": "edge"})
    return Finding(
        found.edge.place,
        said,
        "remove the static edge to let only the router or the command choose"
        if found.severity == "warning"
        else "remove the static edge if the node should choose",
        severity=found.severity,
        related=(Related(found.decided, related),) if found.decided else (),
        witness=Witness({"source": found.source, "target": found.target, "other": found.other}),
        fix=fix,
        claim=claim if routes(facts, found.source) else None,
    )
