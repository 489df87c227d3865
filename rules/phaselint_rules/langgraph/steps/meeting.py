"""Nodes where paths of different lengths meet, and deferred nodes (reference langgraph §7.3)."""

from __future__ import annotations

import re

from phaselint.dialects.langgraph.analysis.deferring import early, runs_twice_deferred, useless
from phaselint.dialects.langgraph.analysis.doubles import doubles
from phaselint.dialects.langgraph.analysis.facts import Held
from phaselint.dialects.langgraph.analysis.ways import text_of
from phaselint.dialects.langgraph.model import START
from phaselint.vocabulary.claim import Notes, Same
from phaselint.vocabulary.finding import Edit, Finding, Place, Related, Witness, WitnessStep
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint_rules.langgraph.edits import checked, put, span, without_edge
from phaselint_rules.langgraph.needs import RUNS, TARGETS
from phaselint_rules.langgraph.wording import listed, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.langgraph.analysis.deferring import Early
    from phaselint.dialects.langgraph.analysis.doubles import Double
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.stepping import Choices
    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.functionmodel import Guard
    from phaselint.dialects.langgraph.model import Node
    from phaselint.vocabulary.finding import Fix
    from phaselint.vocabulary.message import Message

DEFERS = (0, 4)
"""The first release with deferred nodes."""

DEFERRED = re.compile(r"\s*,\s*defer\s*=\s*True")


@rule("LG305", WARNING, needs=RUNS, claims="notes", complete_if=TARGETS, fix="unsafe")
def double_run(facts: LanggraphFacts) -> Iterator[Finding]:
    """Node that runs twice because branches differ in length

    What:
        Separate edges go to a node from nodes that run in different steps of one run, and no router
        decides in between. Loops, exclusive branches and deferred nodes are skipped.
    Why:
        A node that several edges wake in one step runs once. If they wake it in different steps, it
        runs each time, and so do all nodes after it. The first time, it runs without the results of
        the longer branch.
    Bad:
        builder.add_edge("plan", "search")
        builder.add_edge("plan", "draft")
        builder.add_edge("search", "read")
        builder.add_edge("read", "report")
        builder.add_edge("draft", "report")
    Good:
        builder.add_edge(["read", "draft"], "report")
    Fix:
        Join the branches with an edge from a list of nodes, or add the node with `defer=True`.
        phaselint suggests that if the node then runs once.
    Dry run:
        A run in which the node runs a second time.
    Source:
        langgraph §5.2, §7.3
    """

    def find(ways: Ways) -> Iterator[Held]:
        for each in doubles(ways):
            yield Held(each.name, _guards(ways, each), each)

    for held in facts.in_all(find):
        yield _doubled(facts, held.value)


def _deferred(facts: LanggraphFacts, node: Node) -> Fix | None:
    """Suggest deferring a node if it then runs once."""
    if facts.contract.version < DEFERS or any(map(runs_twice_deferred(node.name), facts.ways)):
        return None
    document, found = facts.contract.documents.get(node.place.file), span(node.place)
    same = sum(each.place == node.place for each in facts.graph.nodes)
    if document is None or found is None or same != 1:
        return None
    text = document.text[found[0] : found[1]]
    if not text.endswith(")") or "defer" in text:
        return None
    inside = text[:-1].rstrip()
    comma = " " if inside.endswith(",") else ", "
    edit = put(node.place, found[0] + len(inside), f"{comma}defer=True")
    return checked(facts, "unsafe", "add the node with `defer=True`", (edit,))


def _guards(ways: Ways, found: Double) -> tuple[Guard, ...]:
    """The conditions under which the nodes of a run, and what wakes them, exist."""
    guards: list[Guard] = []
    names = {task for tasks, _ in found.run for task in tasks} | {START}
    for name in names:
        guards += ways.nodes[name].guards if name != START else ()
        source = ways.sources[name]
        targets = {found.name, *names}
        guards += (
            guard
            for edge in source.edges
            if text_of(edge.target) in targets
            for guard in edge.guards
        )
        for decision in source.decisions:
            guards += decision.branch.guards if decision.branch is not None else ()
    return tuple(dict.fromkeys(guards))


def _doubled(facts: LanggraphFacts, found: Double) -> Finding:
    node = facts.graph.named[found.name]
    first, second = found.steps
    early_by, late_by = found.wakers
    return Finding(
        node.place,
        message(
            "node {} runs in step {} after {} and again in step {} after {}",
            quote(found.name),
            first,
            _names(early_by),
            second,
            _names(late_by),
        ),
        "join the branches with an edge from a list of nodes, or set `defer=True`",
        related=tuple(_related(facts, found)),
        witness=Witness({"node": found.name, "steps": [first, second]}, tuple(_steps(found.run))),
        fix=_deferred(facts, node),
        claim=Notes(found.name, "again"),
    )


def _names(names: Sequence[str]) -> Message:
    return listed([message("START") if each == START else quote(each) for each in names])


def _related(facts: LanggraphFacts, found: Double) -> Iterator[Related]:
    """What wakes the node, in the two steps."""
    for step, wakers in zip(found.steps, found.wakers, strict=True):
        for name in wakers[:2]:
            ways = [way for each in facts.ways for way in each.ways.get(name, ())]
            place = next((way.place for way in ways if way.target == found.name), None)
            if place is not None:
                yield Related(place, f"wakes it for step {step}")


def _steps(run: Sequence[tuple[Sequence[str], Choices]]) -> Iterator[WitnessStep]:
    """The steps of a run with the decisions in them."""
    for number, (tasks, choices) in enumerate(run):
        decided = [
            f"{'START' if each.source == START else quote(each.source)} gives"
            f" {value(each.outcome.label)}"
            for each in choices
            if each.outcome.label is not None
        ]
        if number or decided:
            what = f"step {number}: {', '.join(map(quote, tasks))}" if number else "START"
            phase = tasks[0] if tasks else ""
            yield WitnessStep("; ".join((what, *decided)), phase=phase)


@rule(
    "LG306",
    WARNING,
    needs=RUNS,
    claims="notes",
    complete_if=TARGETS,
    fix="unsafe",
)
def deferred_runs_early(facts: LanggraphFacts) -> Iterator[Finding]:
    """Deferred node that doesn't wait for `Send`s

    What:
        A node added with `defer=True` is woken in a step that otherwise queues only `Send`s.
    Why:
        A deferred node waits until no other node would run through an edge. Pending `Send`s don't
        count: the node runs in the same step as their tasks, and again after them if they go to it.
    Bad:
        builder.add_node("total", total, defer=True)
        builder.add_edge("split", "total")
        builder.add_conditional_edges("split", spread, ["work"])
        builder.add_edge("work", "total")
    Good:
        builder.add_node("total", total)
        builder.add_conditional_edges("split", spread, ["work"])
        builder.add_edge("work", "total")
    Fix:
        Remove the direct edge, as phaselint suggests: the tasks wake the node once, in the next
        step.
    Dry run:
        A run in which the node runs in one step with a task of a `Send`.
    Source:
        langgraph §5.6, §7.3, §7.7
    """

    def find(ways: Ways) -> Iterator[Held]:
        for each in early(ways):
            guards = [*each.node.guards]
            for name in (*each.wakers, *each.tasks):
                guards += ways.nodes[name].guards if name in ways.nodes else ()
                guards += (guard for one in ways.sources[name].edges for guard in one.guards)
            yield Held(each.node.name, tuple(dict.fromkeys(guards)), each)

    for held in facts.in_all(find):
        yield _early(facts, held.value)


def _early(facts: LanggraphFacts, found: Early) -> Finding:
    name = found.node.name
    said = "node {} is deferred but runs in the same step as {}, which `Send` starts"
    again = ", and again after them" if len(found.tasks) > 1 else ", and again after it"
    tasks = listed([quote(each) for each in found.tasks])
    return Finding(
        found.node.place,
        message(said + (again if found.again else ""), quote(name), tasks),
        f"remove the edge from {quote(found.wakers[0])} to {quote(name)}"
        if found.edge is not None
        else "wake the deferred node only from the tasks",
        related=(
            *((Related(found.edge.place, "wakes it too early"),) if found.edge else ()),
            *(Related(place, "sends") for place in found.sends[:2]),
        ),
        witness=Witness(
            {"node": name, "tasks": list(found.tasks), "step": found.step},
            tuple(_steps(found.run)),
        ),
        claim=Notes(name, "step", holds={"nodes": (name, *found.tasks)}, others=("",)),
        fix=_without_edge(facts, found),
    )


def _without_edge(facts: LanggraphFacts, found: Early) -> Fix | None:
    if found.edge is None or not found.again:
        return None
    return checked(facts, "unsafe", "remove the edge", without_edge(facts, found.edge.place))


@rule("LG307", INFO, needs=RUNS, default=False, claims="same", fix="safe")
def useless_defer(facts: LanggraphFacts) -> Iterator[Finding]:
    """Deferred node that never has to wait

    What:
        A node added with `defer=True` has one predecessor or is part of a loop, and no other node
        ever runs when it is woken.
    Why:
        `defer=True` has no effect there.
    Bad:
        builder.add_node("draft", draft)
        builder.add_node("report", report, defer=True)
        builder.add_edge("draft", "report")
    Good:
        builder.add_node("report", report)
    Fix:
        Remove `defer=True`, as phaselint suggests.
    Dry run:
        The executor compares runs with and without `defer=True`: they are the same.
    Source:
        langgraph §5.6, §7.3
    """

    def find(ways: Ways) -> Iterator[Held]:
        for node in useless(ways):
            yield Held(node.name, node.guards, node)

    for held in facts.in_all(find):
        node = held.value
        fix = _undeferred(facts, node)
        yield Finding(
            node.place,
            message("`defer=True` of node {} has no effect", quote(node.name)),
            "remove `defer=True`",
            witness=Witness({"node": node.name}),
            fix=fix,
            claim=Same(fix.edits) if fix is not None else None,
        )


def _undeferred(facts: LanggraphFacts, node: Node) -> Fix | None:
    """Suggest removing `defer=True` with the comma before it."""
    document, found = facts.contract.documents.get(node.place.file), span(node.place)
    if document is None or found is None or node.defer_place is None:
        return None
    text = document.text[found[0] : found[1]]
    given = [*DEFERRED.finditer(text)]
    if len(given) != 1 or sum(each.place == node.place for each in facts.graph.nodes) != 1:
        return None
    start, end = (found[0] + at for at in given[0].span())
    return checked(
        facts, "safe", "remove `defer=True`", (Edit(Place(node.place.file, (start, end)), ""),)
    )
