"""Loops that no run leaves (reference langgraph §6, §7.3)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.facts import Held
from phaselint.dialects.langgraph.analysis.loops import cycles
from phaselint.vocabulary.claim import Traps
from phaselint.vocabulary.finding import Finding, Related, Witness, WitnessStep
from phaselint.vocabulary.message import arrows, joined, message, quote
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import ERROR, INFO, Grade, rule
from phaselint_rules.langgraph.needs import RUNS, TARGETS
from phaselint_rules.langgraph.wording import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.loops import DeadExit, Loop
    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.functionmodel import Guard
    from phaselint.vocabulary.message import Message

MOST_RELATED = 6
"""The most related places in a finding."""


@rule(
    "PL103",
    (
        Grade("error", "no function of the loop raises"),
        Grade("info", "a function of the loop raises, which may be its exit"),
    ),
    needs=RUNS,
    claims="traps",
    complete_if=TARGETS,
    ends="trap",
)
def deadlocked_phases(facts: LanggraphFacts) -> Iterator[Finding]:
    """Loop without an exit

    What:
        Runs reach nodes that always wake each other: no edge, label, or `goto` goes to a node
        outside or to END, and none of the nodes interrupts the run.
    Why:
        A run that enters the loop never completes. It ends with `GraphRecursionError`, after 25
        steps or after 10007, depending on the release.
    Bad:
        builder.add_edge(START, "read")
        builder.add_edge("read", "reply")
        builder.add_edge("reply", "read")
    Good:
        builder.add_edge(START, "read")
        builder.add_edge("read", "reply")
        builder.add_conditional_edges("reply", more, {True: "read", False: END})
    Fix:
        Add a conditional edge to a node outside the loop, or to END.
    Dry run:
        The executor enters the loop, and no run completes that has entered it.
    Source:
        langgraph §5.9, §6, §7.3
    """

    def find(ways: Ways) -> Iterator[Held]:
        for loop in ways.loops:
            if not loop.exits or loop.raises:
                yield Held(loop.nodes, _guards(ways, loop.nodes), loop)

    for held in facts.in_all(find):
        loop: Loop = held.value
        nodes = [facts.graph.named[name] for name in loop.nodes]
        yield Finding(
            nodes[0].place,
            message(
                "loop {} has no exit: GraphRecursionError after {} steps",
                arrows(loop.way),
                facts.limit,
            ),
            "add a conditional edge to a node outside the loop, or to END",
            severity="info" if loop.raises else "error",
            related=(
                *(Related(each.place, "part of the loop") for each in nodes[1:MOST_RELATED]),
                *(Related(each.place, "may raise") for each in loop.raises[:2]),
            ),
            witness=Witness(
                {"nodes": list(loop.nodes), "limit": facts.limit},
                tuple(WitnessStep(f"{quote(name)} runs", phase=name) for name in loop.way),
            ),
            claim=None if loop.raises else Traps(loop.nodes),
        )


class _Exit(NamedTuple):
    """A router that never returns the labels that would leave a loop."""

    loop: Loop
    given: DeadExit


@rule(
    "LG301",
    ERROR,
    needs=RUNS,
    claims="traps",
    complete_if=TARGETS,
    ends="trap",
)
def exit_never_returned(facts: LanggraphFacts) -> Iterator[Finding]:
    """Loop whose only exits are labels that are never returned

    What:
        All labels that leave a loop are in the map of a router, but the router returns only other
        labels.
    Why:
        A run that enters the loop never leaves it and ends with `GraphRecursionError`.
    Bad:
        def again(state):
            return "more" if state["left"] else "retry"

        builder.add_conditional_edges("ask", again, {"more": "ask", "retry": "ask", "done": END})
    Good:
        def again(state):
            return "more" if state["left"] else "done"

        builder.add_conditional_edges("ask", again, {"more": "ask", "done": END})
    Fix:
        Return the label in the case that should end the loop.
    Dry run:
        The executor enters the loop, and no run completes that has entered it.
    Source:
        langgraph §6, §7.3, §7.7
    """

    def find(ways: Ways) -> Iterator[Held]:
        for loop in ways.loops:
            if not loop.raises:
                for given in loop.exits:
                    guards = (*_guards(ways, loop.nodes), *given.branch.guards)
                    yield Held((loop.nodes, given.branch.place), guards, _Exit(loop, given))

    for held in facts.in_all(find):
        loop, given = held.value
        labels = [value(each.label) for each in given.entries]
        router = given.branch.name
        answers = tuple(dict.fromkeys(each.place for each in given.branch.answers.options))
        yield Finding(
            given.branch.place,
            message(
                "{} {} loop {}, but {} never returns {}",
                joined(", ", labels),
                "leaves" if len(labels) == 1 else "leave",
                arrows(loop.way),
                message("router {}", quote(router)) if router else message("the router"),
                "it" if len(labels) == 1 else "them",
            ),
            f"return {labels[0]} where the loop should end",
            related=(
                *(Related(each.place, "only exit") for each in given.entries[:2]),
                *(Related(each, "stays in the loop") for each in answers[:MOST_RELATED]),
            ),
            witness=Witness(
                {
                    "nodes": list(loop.nodes),
                    "router": router,
                    "labels": [str(each.label) for each in given.entries],
                }
            ),
            claim=Traps(loop.nodes),
        )


def _guards(ways: Ways, names: Sequence[str]) -> tuple[Guard, ...]:
    """The conditions under which nodes and the edges and routers between them exist."""
    found: list[Guard] = []
    for name in names:
        source = ways.sources[name]
        found += ways.nodes[name].guards
        for edge in source.edges:
            found += edge.guards
        for decision in source.decisions:
            found += decision.branch.guards if decision.branch is not None else ()
    return tuple(dict.fromkeys(found))


@rule("LG302", INFO, needs=RUNS, default=False)
def loop_by_model(facts: LanggraphFacts) -> Iterator[Finding]:
    """Loop that only unknown values end

    What:
        Only routers or commands with unknown values, such as the answer of a model, decide whether
        runs leave the loop. No node of the loop counts its iterations, and no invocation sets
        `recursion_limit`.
    Why:
        This is normal for agents. If the model never decides to stop, the run continues up to the
        recursion limit, which is 10007 steps since langgraph 1.2.
    Bad:
        def next_step(state):
            return state["decision"]

        builder.add_conditional_edges("think", next_step, {"act": "act", "done": END})
        builder.add_edge("act", "think")
    Good:
        def next_step(state):
            return "done" if state["round"] > 5 else state["decision"]
    Fix:
        Count the iterations in the state, or set `recursion_limit` where the graph is invoked.
    Source:
        langgraph §7.3
    """
    if any(each.limit is not None for each in facts.graph.invocations):
        return

    def find(ways: Ways) -> Iterator[Held]:
        for group in cycles(ways):
            if ways.reached.issuperset(group) and _by_unknown(ways, group):
                yield Held(group, _guards(ways, group), group)

    for held in facts.in_all(find):
        nodes = [facts.graph.named[name] for name in held.value]
        yield Finding(
            nodes[0].place,
            message(
                "only an unknown value, such as a model's answer, ends the loop of {}",
                _all(held.value),
            ),
            "count the iterations in the state, or set `recursion_limit` where the graph is "
            "invoked",
            related=tuple(Related(each.place, "part of the loop") for each in nodes[1:4]),
            witness=Witness({"nodes": list(held.value)}),
        )


def _all(names: Sequence[str]) -> Message:
    return joined(", ", [quote(each) for each in names])


def _by_unknown(ways: Ways, group: Sequence[str]) -> bool:
    """Whether only unknown decisions leave a loop, and no node in it counts."""
    leaving = [
        decision
        for name in group
        for decision in ways.sources[name].decisions
        if any(
            not outcome.reached or any(target not in group for target in outcome.reached)
            for outcome in decision.outcomes
        )
    ]
    if not leaving or any(each.known for each in leaving):
        return False
    for name in group:
        function = ways.nodes[name].function
        for each in function.returns if function is not None else ():
            if any(written.again for written in each.update.keys):
                return False
    return True
