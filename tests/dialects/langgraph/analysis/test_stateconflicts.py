"""Which nodes write one key in one step (reference langgraph §5.4, §5.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dialects.langgraph.analysis.graphs import START, Send, Short
from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
from phaselint.dialects.langgraph.analysis.stateconflicts import conflicts
from phaselint.dialects.langgraph.functionmodel import (
    Guard,
    Key,
    Return,
    Schema,
    Update,
    Written,
)
from phaselint.dialects.langgraph.model import END

if TYPE_CHECKING:
    from phaselint.dialects.langgraph.analysis.stateconflicts import Conflict


class Kept(Short):
    """A graph whose nodes write: `x` and `y` have no reducer, `log` has one."""

    def writes(self, name: str, *returns: str, guards: tuple[Guard, ...] = ()) -> None:
        """A node with a return for each text of keys; `*` is the whole state."""
        self.node(name, guards=guards)
        node = self.nodes[-1]
        assert node.function is not None
        sites = tuple(self.site(keys) for keys in returns)
        self.nodes[-1] = node._replace(function=node.function._replace(returns=sites))

    def site(self, keys: str) -> Return:
        written = tuple(Written(key, self.place()) for key in keys.replace("*", "").split())
        return Return(self.place(), "dict", Update(written, whole="*" in keys))

    @property
    def keyed(self) -> LanggraphFacts:
        keys = {name: Key(name, self.place()) for name in ("x", "y")}
        keys["log"] = Key("log", self.place(), "operator.add")
        graph = self.graph._replace(state=Schema("State", keys, known=True), all_keys=keys)
        contract = self.contract._replace(graph=graph, project={graph.id: graph})
        return LanggraphFacts(contract, {}, 40_000)

    @property
    def told(self) -> list[tuple[str, tuple[str, ...], bool, str]]:
        return [_told(each) for each in conflicts(self.keyed)]


def _told(each: Conflict) -> tuple[str, tuple[str, ...], bool, str]:
    return each.key, each.names, each.certain, each.last


@pytest.fixture
def graph() -> Kept:
    return Kept()


def both(graph: Kept, left: str, right: str) -> None:
    """Two nodes that run together, `b` added first."""
    graph.writes("b", *left.split("|"))
    graph.writes("a", *right.split("|"))
    graph.edge(START, "b")
    graph.edge(START, "a")


def test_two_nodes_of_one_step_clash_at_the_one_that_is_applied_later(graph: Kept) -> None:
    both(graph, "x", "x y")
    assert graph.told == [("x", ("b", "a"), True, "b")]


def test_a_key_with_a_reducer_takes_several_values(graph: Kept) -> None:
    both(graph, "log", "log")
    assert graph.told == []


def test_a_key_that_is_written_now_and_then_may_clash(graph: Kept) -> None:
    both(graph, "x|", "x")
    assert graph.told == [("x", ("b", "a"), False, "b")]


def test_nodes_of_different_steps_do_not_clash(graph: Kept) -> None:
    graph.writes("a", "x")
    graph.writes("b", "x")
    graph.edge(START, "a")
    graph.edge("a", "b")
    assert graph.told == []


def test_nodes_on_branches_of_one_decision_do_not_clash(graph: Kept) -> None:
    graph.writes("a", "x")
    graph.writes("b", "x")
    graph.router(START, "a", "b")
    assert graph.told == []


def test_a_router_that_gives_both_at_once_lets_them_clash(graph: Kept) -> None:
    graph.writes("a", "x")
    graph.writes("b", "x")
    graph.router(START, ["a", "b"], END)
    assert graph.told == [("x", ("a", "b"), True, "b")]


def test_a_node_that_is_sent_to_twice_clashes_with_itself(graph: Kept) -> None:
    graph.writes("work", "x")
    graph.router(START, [Send("work", many=True)])
    assert graph.told == [("x", ("work",), True, "work")]


def test_one_send_is_one_task(graph: Kept) -> None:
    graph.writes("work", "x")
    graph.router(START, [Send("work")])
    assert graph.told == []


def test_which_of_two_nodes_that_are_sent_to_is_applied_last_is_not_known(graph: Kept) -> None:
    graph.writes("a", "x")
    graph.writes("b", "x")
    graph.router(START, [Send("a"), Send("b")])
    (found,) = conflicts(graph.keyed)
    assert {found.last, *found.or_last} == {"a", "b"}


def test_three_nodes_are_one_conflict(graph: Kept) -> None:
    for name in ("a", "b", "c"):
        graph.writes(name, "x")
        graph.edge(START, name)
    assert graph.told == [("x", ("a", "b", "c"), True, "b")]


def test_the_first_clash_of_a_step_ends_it(graph: Kept) -> None:
    graph.writes("a", "x y")
    graph.writes("b", "x")
    graph.writes("c", "y")
    for name in ("a", "b", "c"):
        graph.edge(START, name)
    assert graph.told == [("x", ("a", "b"), True, "b"), ("y", ("a", "c"), True, "b")]


def test_the_whole_state_is_every_key_and_said_once(graph: Kept) -> None:
    both(graph, "*", "*")
    assert graph.told == [("x", ("b", "a"), True, "b")]


def test_a_key_that_is_named_comes_before_the_whole_state(graph: Kept) -> None:
    both(graph, "y *", "y")
    assert graph.told == [("y", ("b", "a"), True, "b")]


def test_nodes_of_opposite_conditions_are_never_together(graph: Kept) -> None:
    graph.writes("a", "x", guards=(Guard("fast", holds=True),))
    graph.writes("b", "x", guards=(Guard("fast", holds=False),))
    graph.edge(START, "a", Guard("fast", holds=True))
    graph.edge(START, "b", Guard("fast", holds=False))
    assert graph.told == []


def test_a_clash_in_one_variant_is_one(graph: Kept) -> None:
    both(graph, "x", "x")
    graph.edges[1] = graph.edges[1]._replace(guards=(Guard("fast", holds=True),))
    assert graph.told == [("x", ("b", "a"), True, "b")]


def test_a_node_that_may_not_be_there_says_nothing(graph: Kept) -> None:
    both(graph, "x", "x")
    graph.nodes[0] = graph.nodes[0]._replace(certain=False)
    assert graph.told == []
