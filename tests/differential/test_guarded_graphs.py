"""The guard of a graph inside LangGraph itself: random graphs of guarded nodes, next to a judge of
finished runs.

`PHASELINT_LANGGRAPH` is how many graphs are drawn; `PHASELINT_SEED` draws those of an earlier run
again.
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

import pytest

from fresh import SEED, until
from guards.driving import random_graph_policy
from guards.test_graph import KNOWN, NODES, loaded, policy
from phaselint.dialects.acts import Act
from phaselint.policies.monitor import violation

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.langgraph
COUNT = int(os.environ.get("PHASELINT_LANGGRAPH", "200"))


class Package:
    """The names of LangGraph that are used here."""

    def __init__(self) -> None:
        self.saver: Any = import_module("langgraph.checkpoint.memory").InMemorySaver
        graph: Any = import_module("langgraph.graph")
        self.builder, self.start, self.end = (
            graph.StateGraph,
            graph.START,
            graph.END,
        )
        types: Any = import_module("langgraph.types")
        self.command, self.interrupt = types.Command, types.interrupt


def state_of(names: dict[str, Any], **keys: type) -> Any:
    """The schema of a graph's state with the channel of a guard."""
    annotated: Any = Annotated
    made: Any = TypedDict
    return made("State", {**keys, "phaselint_guard": annotated[dict, names["advance"]]})


def built(names: dict[str, Any], order: list[str], ran: list[str]) -> Any:
    """A graph in which one guarded node follows the other, each by a `Command` or an edge."""

    package = Package()
    builder = package.builder(state_of(names, at=int))

    def node(name: str) -> Callable[..., Any]:
        def run(state: Any, config: Any) -> Any:
            assert config["configurable"]["thread_id"]
            ran.append(name)
            at = state["at"] + 1
            follows = order[at] if at < len(order) else package.end
            return package.command(update={"at": at}, goto=follows)

        del run.__annotations__["config"]  # the package wants its own type, or none
        return run

    for name in NODES:
        builder.add_node(name, names["guard"](node(name), name))
    builder.add_edge(package.start, order[0])
    return builder.compile(checkpointer=package.saver())


def test_langgraph_stops_at_exactly_the_first_violation(
    record_property: Callable[[str, object], None],
) -> None:
    record_property("seed", SEED)
    told: Counter[str] = Counter()
    for number in until(told, dict.fromkeys(("passed", "blocked"), COUNT / 20 + 1), COUNT):
        pick = random.Random(f"{SEED} {number}")
        policies = [policy(**random_graph_policy(pick, NODES)) for _ in range(2)]
        order = [pick.choice(NODES) for _ in range(pick.randint(1, 9))]
        acts = [Act("enter", each, phase=each) for each in order]
        assert {*acts} <= {*KNOWN}
        found = [at for one in policies if (at := violation(one, acts, ended=False)) is not None]
        first = min(found, default=None)
        names, ran = loaded(*policies), list[str]()
        graph = built(names, order, ran)
        config = {"configurable": {"thread_id": str(number)}, "recursion_limit": 50}
        if first is None:
            graph.invoke({"at": 0}, config)
            assert ran == order
            told["passed"] += 1
            continue
        with pytest.raises(Exception, match=r"policy|never|at most") as raised:
            graph.invoke({"at": 0}, config)
        assert isinstance(raised.value, names["PolicyViolation"])
        assert ran == order[:first]
        told["blocked"] += 1
        stopped = graph.get_state(config)
        assert stopped.next == (order[first],)
        with pytest.raises(names["PolicyViolation"]):
            graph.invoke(None, config)
        assert ran == order[:first]


def test_an_interrupted_node_is_entered_once() -> None:

    names = loaded(policy(**{"at-most": 1, "of": "enter review"}))
    package = Package()
    builder = package.builder(state_of(names, text=str))
    builder.add_node("review", names["guard"](lambda _: {"text": package.interrupt("?")}, "review"))
    builder.add_edge(package.start, "review")
    graph = builder.compile(checkpointer=package.saver())
    config = {"configurable": {"thread_id": "1"}}
    graph.invoke({"text": ""}, config)
    assert graph.invoke(package.command(resume="yes"), config)["text"] == "yes"
    with pytest.raises(names["PolicyViolation"]):
        graph.invoke({"text": ""}, config)


def test_nodes_of_one_step_that_violate_a_policy_together_end_the_run() -> None:

    names = loaded(policy(**{"never-both": ["enter draft", "enter send"]}))
    package = Package()
    builder = package.builder(state_of(names, text=str))
    for name in ("draft", "send"):
        builder.add_node(name, names["guard"](lambda _: None, name))
        builder.add_edge(package.start, name)
    with pytest.raises(names["PolicyViolation"]):
        builder.compile().invoke({"text": ""})


def test_a_guard_as_a_module_is_what_users_import() -> None:
    names = loaded(policy(never="enter send"))
    module = ModuleType("guarded")
    module.__dict__.update(names)
    sys.modules["guarded"] = module
    try:
        from guarded import PolicyViolation, advance, guard  # type: ignore[import-not-found]
    finally:
        del sys.modules["guarded"]
    assert advance({}, ["draft"])["at"] == [0]
    with pytest.raises(PolicyViolation):
        guard(lambda _: None, "send")({"phaselint_guard": {}})
