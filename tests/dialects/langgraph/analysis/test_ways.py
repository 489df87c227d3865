"""What is read of the ways of a graph: variants, what is unknown, handing over, drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dialects.langgraph.analysis.graphs import END, FILE, START, Guard, Send, Short
from phaselint.dialects.langgraph.analysis.facts import Held, LanggraphFacts
from phaselint.dialects.langgraph.analysis.lower import machine_of
from phaselint.dialects.langgraph.analysis.unreached import reasons, reasons_of, unreached
from phaselint.dialects.langgraph.functionmodel import Return, Update

if TYPE_CHECKING:
    from typing import Literal

    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.model import Graph

YES, NO = Guard("flag", True), Guard("flag", False)


def line(*names: str) -> Short:
    """Nodes, one after the other from START on."""
    short = Short()
    for name in names:
        short.node(name)
    for source, target in zip((START, *names), names, strict=False):
        short.edge(source, target)
    return short


# --- variants -------------------------------------------------------------------------------------


def test_a_graph_without_conditions_has_one_variant() -> None:
    facts = line("a", "b").facts
    assert len(facts.views) == 1
    assert facts.views[0].graph is facts.graph


def test_a_variant_has_what_stands_under_its_conditions() -> None:
    short = line("a", "b")
    short.node("c", guards=(YES,))
    short.edge("a", "c", YES)
    short.edge("a", "b", NO)
    with_flag, without = short.facts.views
    assert [*with_flag.nodes] == ["a", "b", "c"]
    assert [*without.nodes] == ["a", "b"]
    assert len(with_flag.graph.edges) == len(without.graph.edges) == 3


def test_a_node_is_unreachable_in_every_variant_or_not_at_all() -> None:
    short = line("a")
    short.node("b")
    short.edge("a", "b", YES)
    assert told(short.facts) == []
    short.node("c", guards=(NO,))
    assert told(short.facts) == ["c"]


def told(facts: LanggraphFacts) -> list[str]:
    """The nodes that are unreachable wherever they are."""

    def find(ways: Ways) -> list[Held]:
        return [Held(each.node.name, each.node.guards, None) for each in unreached(ways)]

    return [held.key for held in facts.in_all(find) if isinstance(held.key, str)]


def test_conditions_beyond_four_are_forgotten() -> None:
    short = line("a")
    for number in range(5):
        short.node(f"n{number}", guards=(Guard(f"flag{number}", True),))
    facts = short.facts
    assert len(facts.views) == 1
    assert not facts.closed
    assert not facts.targets_known


# --- what is not known ----------------------------------------------------------------------------


def test_an_unknown_target_leads_anywhere() -> None:
    short = line("a")
    short.node("b")
    short.edge("a", "?")
    (ways,) = short.facts.ways
    assert ways.astray == ("a",)
    assert ways.reached == {"a", "b"}
    assert not short.facts.targets_known


def test_an_unreached_source_does_not_spread() -> None:
    short = line("a")
    short.node("b")
    short.node("c")
    short.edge("b", "?")
    (ways,) = short.facts.ways
    assert ways.astray == ()
    assert ways.reached == {"a"}
    assert short.facts.targets_known


def test_an_unknown_source_may_be_any() -> None:
    short = line("a")
    short.node("b")
    short.edge("?", "b")
    (ways,) = short.facts.ways
    assert ways.reached == {"a", "b"}
    assert not ways.certain


def test_unknown_answers_go_by_the_map() -> None:
    short = line("a")
    for name in "bcd":
        short.node(name)
    short.router("a", "x", "?", path_map={"x": "b", "y": "c"})
    (ways,) = short.facts.ways
    assert ways.reached == {"a", "b", "c"}
    assert short.facts.targets_known


def test_known_answers_leave_labels_dead() -> None:
    short = line("a")
    for name in "bc":
        short.node(name)
    short.router("a", "x", path_map={"x": "b", "y": "c"})
    (ways,) = short.facts.ways
    assert ways.reached == {"a", "b"}
    (missing,) = unreached(ways)
    (why,) = reasons(reasons_of(ways), missing)
    assert (why.kind, why.source, why.name) == ("label", "a", "y")


def test_labels_beside_sends_are_for_drawings() -> None:
    short = line("a")
    short.node("b")
    short.router("a", [Send("nobody")], path_map={"b": "b"})
    (ways,) = short.facts.ways
    assert ways.reached == {"a", "b"}


def test_a_misspelled_goto_is_named_as_the_reason() -> None:
    short = Short()
    short.node("critic", "writter", None)
    short.node("writer")
    short.edge(START, "critic")
    (ways,) = short.facts.ways
    (missing,) = unreached(ways)
    (why,) = reasons(reasons_of(ways), missing)
    assert (why.kind, why.source, why.name) == ("near", "critic", "writter")


# --- graphs in graphs -----------------------------------------------------------------------------


def hands_over(short: Short, name: str, target: str = "hotel") -> None:
    """Have a node return a command for a node of the parent."""
    (at,) = (number for number, node in enumerate(short.nodes) if node.name == name)
    node = short.nodes[at]
    back = Return(short.place(), "command", Update(), short.answers(target), parent=True)
    assert node.function is not None
    short.nodes[at] = node._replace(function=node.function._replace(returns=(back,)))


@pytest.mark.parametrize(("goto", "reached"), [("hotel", True), ("flight", False)])
def test_a_subgraph_hands_over_to_its_parent(goto: str, reached: bool) -> None:
    inner = Short()
    inner.node("talk")
    inner.edge(START, "talk")
    hands_over(inner, "talk", goto)
    sub = inner.graph._replace(id=f"{FILE}::sub")
    (ways,) = inside(sub).ways
    assert ("hotel" in ways.reached) == reached


def test_a_subgraph_that_is_not_known_may_hand_over_to_anyone() -> None:
    facts = inside(line("a").graph._replace(id=f"{FILE}::sub", open="it is returned"))
    assert not facts.targets_known


def test_a_graph_that_a_node_calls_hands_over_from_anywhere() -> None:
    inner = line("talk")
    hands_over(inner, "talk")
    sub = inner.graph._replace(id=f"{FILE}::sub", nested=True)
    outer = line("flight")
    outer.node("hotel")
    graph = outer.graph
    contract = outer.contract._replace(project={graph.id: graph, sub.id: sub})
    (ways,) = LanggraphFacts(contract, {}, 40_000).ways
    assert ways.reached == {"flight", "hotel"}


def apart(checkpointer: Literal["yes", "no"] = "no", certain: bool = True) -> Graph:
    """A graph that hands over to `hotel` once both sides of one decision have run."""
    inner = line("talk")
    for name in ("left", "right", "back"):
        inner.node(name)
    inner.router("talk", "left", "right")
    inner.edge("left,right", "back", certain=certain)
    hands_over(inner, "back")
    (compiled,) = inner.graph.compiles
    compiles = (compiled._replace(checkpointer=checkpointer),)
    return inner.graph._replace(id=f"{FILE}::sub", compiles=compiles)


def test_what_no_run_of_a_subgraph_commands_is_drawn_but_never_run() -> None:
    inner = line("talk")
    inner.node("idle")
    hands_over(inner, "idle")
    for sub in (inner.graph._replace(id=f"{FILE}::sub"), apart()):
        (ways,) = inside(sub).ways
        assert "hotel" in ways.reached
        assert ways.walk.ran == {"flight"}
        assert ways.walk.complete
        assert ways.certain


def test_what_some_run_of_a_subgraph_commands_is_run() -> None:
    inner = line("talk", "back")
    hands_over(inner, "back")
    (ways,) = inside(inner.graph._replace(id=f"{FILE}::sub")).ways
    assert ways.walk.ran == {"flight", "hotel"}
    assert ways.certain


def guarded() -> Graph:
    """The same with more conditions than are distinguished."""
    sub = apart()
    guards = tuple(Guard(f"flag{number}", True) for number in range(5))
    return sub._replace(joins=tuple(each._replace(guards=guards) for each in sub.joins))


@pytest.mark.parametrize("sub", [apart(checkpointer="yes"), apart(certain=False), guarded()])
def test_a_command_that_some_run_of_a_subgraph_may_give_is_not_certain(sub: Graph) -> None:
    (ways,) = inside(sub).ways
    assert ways.walk.ran == {"flight", "hotel"}
    assert not ways.certain


def inside(sub: Graph) -> LanggraphFacts:
    """A graph with a subgraph as its first node, and another node."""
    outer = line("flight")
    outer.node("hotel")
    outer.nodes[0] = outer.nodes[0]._replace(kind="subgraph", function=None, subgraph=sub.id)
    graph = outer.graph
    contract = outer.contract._replace(project={graph.id: graph, sub.id: sub})
    return LanggraphFacts(contract, {}, 40_000)


# --- drawing --------------------------------------------------------------------------------------


def test_the_machine_has_labels_and_ends() -> None:
    short = line("a")
    short.node("b")
    short.router("a", "x", "y", path_map={"x": "b", "y": END})
    machine = machine_of(short.contract)
    names = [phase.name for phase in machine.phases]
    assert names == ["a", "b", "END"]
    assert [names[number] for number in machine.initial] == ["a"]
    assert [phase.terminal for phase in machine.phases] == [False, True, True]
    moves = {
        (names[each.source], names[each.target or 0], machine.actions[each.action])
        for each in machine.moves
    }
    assert moves == {("a", "b", "x"), ("a", "END", "y")}


def test_start_is_drawn_where_it_decides() -> None:
    short = Short()
    short.node("a")
    short.node("b")
    short.router(START, "a", "b")
    machine = machine_of(short.contract)
    assert [machine.phases[number].name for number in machine.initial] == ["START"]


def test_a_graph_of_a_broken_file_has_no_machine() -> None:
    contract = line("a").contract._replace(graph=None)
    assert machine_of(contract).phases == ()
    assert not LanggraphFacts(contract, {}, 40_000).has_graph


def test_nothing_follows_a_run_that_is_over_though_a_join_has_all_its_members() -> None:
    short = line("a", "b")
    short.node("c")
    short.edge("a,b", "c")
    (ways,) = short.facts.ways
    for state in ways.walk.states:
        over = state._replace(awake=frozenset(), sends=(), kept=frozenset())
        assert not list(ways.walk.steps.following(over))
    assert "c" in ways.walk.ran
