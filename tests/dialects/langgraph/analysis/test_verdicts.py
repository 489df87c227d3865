"""What is read in small random graphs holds in the exploration of all their runs, and the other way
round where all is known. The executor shares nothing with the analysis."""

from __future__ import annotations

from random import Random

import pytest

from dialects.langgraph.analysis.graphs import START, Short
from dialects.langgraph.analysis.random_graphs import random_fork, random_graph
from fresh import SEED
from phaselint.dialects.langgraph import DIALECT
from phaselint.dialects.langgraph.analysis.doubles import doubles
from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
from phaselint.dialects.langgraph.analysis.unreached import unreached
from phaselint.dialects.langgraph.analysis.ways import text_of
from phaselint.dialects.langgraph.model import Invocation
from phaselint.document.model import Document
from phaselint.executor.proof import ProofContext, proof_context
from phaselint_rules import RULES

BOUND = 40_000
COUNT = 250
OPTIONS = {option.name: option.default for option in DIALECT.options}
NAMES = frozenset(
    {
        "unreachable-phase",
        "deadlocked-phases",
        "exit-never-returned",
        "dangling-join",
        "exclusive-join",
        "double-run",
        "deferred-runs-early",
        "recursion-limit-too-low",
    }
)
CHECKED = tuple(
    each for each in RULES.of(("langgraph",)) if each.dialect == "langgraph" and each.name in NAMES
)


def drawn(random: Random) -> Short:
    """A random graph."""
    if random.random() < 0.4:
        return random_fork(random)
    return random_graph(random, loops=random.random() < 0.4, unknown=random.random() < 0.2)


def built(short: Short) -> LanggraphFacts | None:
    """The facts of a graph that LangGraph compiles; none of another."""
    facts = LanggraphFacts(short.contract, OPTIONS, BOUND)
    return facts if facts.buildable and facts.targets_known else None


SEEDS = ("fixed", "fresh")


def seed_of(which: str) -> str:
    """A seed that stays, or a fresh one."""
    return SEED if which == "fresh" else which


@pytest.mark.parametrize("which", SEEDS)
def test_every_finding_is_proved(which: str) -> None:
    seed = seed_of(which)
    proved = set()
    for number in range(COUNT):
        facts = built(drawn(Random(f"{seed}/{number}")))
        if facts is None:
            continue
        lab = proof_context(DIALECT, facts, BOUND)
        for rule in CHECKED:
            for finding in rule.check(facts):
                assert rule.prove is not None
                proof = rule.prove(lab.of(rule), finding)
                assert proof.status == "proved", (seed, number, finding.message, proof.reason)
                proved.add(rule.name)
    assert proved >= {"unreachable-phase", "exclusive-join", "dangling-join", "double-run"}


@pytest.mark.parametrize("which", SEEDS)
def test_limits_are_those_of_the_shortest_run(which: str) -> None:
    seed = seed_of(which)
    found = 0
    for number in range(COUNT):
        random = Random(f"limit/{seed}/{number}")
        short = drawn(random)
        limit = (random.randint(1, 5), short.place())
        short.invocations.append(
            Invocation(short.place(), "invoke", "input", limit=limit, limit_known=True)
        )
        facts = built(short)
        if facts is None:
            continue
        rule = next(each for each in CHECKED if each.name == "recursion-limit-too-low")
        findings = list(rule.check(facts))
        lab = proof_context(DIALECT, facts, BOUND)
        for finding in findings:
            assert rule.prove is not None
            assert rule.prove(lab.of(rule), finding).status == "proved", (seed, number)
        if not findings:
            runs = lab.explore(lab.start, limited=True)
            completes = runs.find(lambda state: str(state.ended) == "completed") is not None
            ends = lab.atlas.find(lambda state: str(state.ended) == "completed") is not None
            assert completes or not ends, (seed, number)
        found += len(findings)
    assert found


@pytest.mark.parametrize("which", SEEDS)
def test_silence_about_nodes_and_joins(which: str) -> None:
    """A node that runs is not called unreachable; a join that completes not starved, and one that
    never does has a reason that is told, or a loop."""
    seed = seed_of(which)
    for number in range(COUNT):
        facts = built(drawn(Random(f"silence/{seed}/{number}")))
        if facts is None:
            continue
        lab = proof_context(DIALECT, facts, BOUND)
        assert lab.atlas.complete
        ran, joined, again = happened(lab)
        (ways,) = facts.ways
        missing = {each.node.name for each in unreached(ways)}
        assert not missing & ran, (seed, number)
        assert ran == ways.walk.ran, (seed, number)
        for index, join in enumerate(ways.graph.joins):
            members = frozenset(text_of(each) for each in join.members)
            target = text_of(join.target)
            if target in ways.nodes:
                completes = any(each.arrived[index] == members for each in ways.walk.states)
                woken = (tuple(map(text_of, join.members)), target) in joined
                # What it wakes if that is deferred waits for the end of all loops.
                assert completes == woken or (completes and ways.nodes[target].defer)
        told = {each.name for each in doubles(ways)}
        assert told <= again, (seed, number)


def happened(lab: ProofContext[LanggraphFacts]) -> tuple[set[str], set[object], set[str]]:
    """The nodes that run, the joins that complete, and the nodes that run again, in any run."""
    ran: set[str] = set()
    joined: set[object] = set()
    again: set[str] = set()
    opening = lab.runtime.opening(lab.atlas.states[0])
    for events in (opening, *(edge.events for edge in lab.atlas.edges)):
        for event in events:
            if event.kind == "step":
                ran |= set(event.data["nodes"])
            elif event.kind == "joined":
                joined.add((tuple(event.data["members"]), event.phase))
            elif event.kind == "again":
                again.add(event.phase)
    return ran, joined, again


# --- what the reference says ----------------------------------------------------------------------


def found(short: Short) -> dict[str, list[str]]:
    """The findings about a graph: the messages of each rule."""
    facts = short.facts
    return {
        rule.name: [each.message for each in rule.check(facts)]
        for rule in CHECKED
        if all(getattr(facts, need) for need in rule.needs)
    }


def hub(*, back: bool) -> Short:
    """The worked example of §7.9."""
    short = Short()
    for name in ("hub", "text", "image", "merge"):
        short.node(name)
    short.edge(START, "hub")
    short.router("hub", "text", "image", path_map={"text": "text", "image": "image"})
    if back:
        short.edge("text", "hub")
    short.edge("text,image", "merge")
    short.edge("merge", "__end__")
    return short


def test_a_decision_taken_again_may_complete_a_join() -> None:
    assert not found(hub(back=True))["exclusive-join"]


def test_a_decision_taken_once_starves_a_join() -> None:
    told = found(hub(back=False))
    (said,) = told["exclusive-join"]
    assert said == (
        "join waits for both `text` and `image`, but router `route_hub_0` starts only one, "
        "so `merge` never runs"
    )
    assert not told["unreachable-phase"]


def test_lists_of_labels_complete_a_join() -> None:
    short = Short()
    for name in ("hub", "text", "image", "merge"):
        short.node(name)
    short.edge(START, "hub")
    short.router("hub", "text", ["text", "image"])
    short.edge("text,image", "merge")
    assert not found(short)["exclusive-join"]


def test_unequal_branches_run_a_node_twice() -> None:
    short = Short()
    for name in ("plan", "search", "draft", "read", "report", "send"):
        short.node(name)
    short.edge(START, "plan")
    short.edge("plan", "search")
    short.edge("plan", "draft")
    short.edge("search", "read")
    short.edge("read", "report")
    short.edge("draft", "report")
    short.edge("report", "send")
    assert found(short)["double-run"] == [
        "node `report` runs in step 3 after `draft` and again in step 4 after `read`"
    ]


def test_what_nothing_is_known_of_is_not_unreachable() -> None:
    short = Short()
    short.node("first", "?")
    short.node("second")
    short.edge(START, "first")
    assert "unreachable-phase" not in found(short)


@pytest.mark.parametrize(
    ("caller", "named"),
    [
        ('app.update_state(config, {}, as_node="human")', True),
        ('app.invoke(Command(goto="human"))', True),
        ('app.update_state(config, {}, as_node="robot")', False),
        ('Command(goto="human")', False),
    ],
)
def test_a_node_that_callers_name_is_not_unreachable(caller: str, named: bool) -> None:
    short = Short()
    short.node("first")
    short.node("human")
    short.edge(START, "first")
    document = Document("caller.py", "python", f"{caller}\n")
    contract = short.contract._replace(documents={"caller.py": document})
    facts = LanggraphFacts(contract, OPTIONS, BOUND)
    rule = next(each for each in CHECKED if each.name == "unreachable-phase")
    assert bool(list(rule.check(facts))) == (not named)
