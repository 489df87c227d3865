"""The guard of a graph without LangGraph: what it makes of states, results and failures."""

from __future__ import annotations

import asyncio
import dataclasses
import random
from typing import TYPE_CHECKING, Any

import pytest

from guards.driving import random_graph_policy
from phaselint.dialects.acts import Act
from phaselint.guards.making import made
from phaselint.guards.rows import View
from phaselint.guards.targets import OF
from phaselint.guards.writing import Origin, written
from phaselint.policies.monitor import violation
from phaselint.policies.naming import resolved
from phaselint.policies.reading import read_policies

if TYPE_CHECKING:
    from phaselint.policies.policy import Policy

NODES = ("draft", "review", "send", "support/model")
KNOWN = tuple(Act("enter", each, phase=each) for each in NODES)


def policy(**value: Any) -> Policy:
    (found,), _ = read_policies([value], ())
    return resolved(found, KNOWN)


def loaded(*policies: Policy) -> dict[str, Any]:
    """The names of the file of a guard."""
    view = View(OF["langgraph"], team=False, known=KNOWN)
    tables = []
    for each in policies:
        found, reason = made(each, view, None)
        assert found is not None, reason
        tables.append(found.table)
    origin = Origin("graph", "langgraph", "0" * 16, ("a:1",) * len(tables))
    names: dict[str, Any] = {"__name__": "guard"}
    text = written(tables, view.target, origin, team=False, on_error="open")
    exec(compile(text, "guard.py", "exec"), names)
    return names


@dataclasses.dataclass(frozen=True)
class Command:
    """As much of LangGraph's `Command` as a guard looks at."""

    update: Any = None
    goto: Any = ()


BEFORE = policy(never="enter send", before="enter review", why="two people read it")


class TestResults:
    @pytest.mark.parametrize(
        ("result", "noted"),
        [
            (None, {"phaselint_guard": ["draft"]}),
            ({"text": 1}, {"text": 1, "phaselint_guard": ["draft"]}),
            (Command(goto="x"), Command({"phaselint_guard": ["draft"]}, "x")),
            (Command({"a": 1}), Command({"a": 1, "phaselint_guard": ["draft"]})),
            (Command([("a", 1)]), Command([("a", 1), ("phaselint_guard", ["draft"])])),
            ([Command({}), Command()], [Command({"phaselint_guard": ["draft"]}), Command()]),
        ],
    )
    def test_the_name_joins_the_update(self, result: Any, noted: Any) -> None:
        names = loaded(BEFORE)
        wrapped = names["guard"](lambda _: result, "draft")
        assert wrapped({"phaselint_guard": {}}) == noted

    def test_other_results_are_refused(self) -> None:
        wrapped = loaded(BEFORE)["guard"](lambda _: "text", "draft")
        with pytest.raises(TypeError, match="a guarded node must return"):
            wrapped({"phaselint_guard": {}})

    def test_a_state_without_the_channel_is_refused(self) -> None:
        wrapped = loaded(BEFORE)["guard"](lambda _: None, "draft")
        with pytest.raises(TypeError, match="`phaselint_guard`"):
            wrapped({})

    def test_coroutines_stay_coroutines(self) -> None:
        async def node(_: Any) -> None:
            return None

        names = loaded(BEFORE)
        assert asyncio.run(names["guard"](node, "review")({"phaselint_guard": {}})) == {
            "phaselint_guard": ["review"]
        }
        with pytest.raises(names["PolicyViolation"]):
            asyncio.run(names["guard"](node, "send")({"phaselint_guard": {}}))

    def test_a_node_that_fails_leaves_no_name(self) -> None:
        def node(_: Any) -> None:
            raise KeyError("x")

        with pytest.raises(KeyError):
            loaded(BEFORE)["guard"](node, "review")({"phaselint_guard": {}})


class TestSequences:
    def test_exactly_the_first_violation_is_blocked(self) -> None:
        pick = random.Random(34)
        blocked = 0
        for _ in range(400):
            policies = [policy(**random_graph_policy(pick, NODES)) for _ in range(2)]
            names = loaded(*policies)
            state: dict[str, Any] = {}
            done: list[Act] = []
            for _ in range(12):
                act = pick.choice(KNOWN)
                acts = [*done, act]
                expected = any(violation(one, acts, ended=False) == len(done) for one in policies)
                wrapped = names["guard"](lambda _: None, act.subject)
                if expected:
                    with pytest.raises(names["PolicyViolation"]):
                        wrapped({"phaselint_guard": state})
                    blocked += 1
                else:
                    update = wrapped({"phaselint_guard": state})
                    state = names["advance"](state, update["phaselint_guard"])
                    done = acts
        assert blocked > 400

    def test_the_message_says_why(self) -> None:
        names = loaded(BEFORE)
        with pytest.raises(names["PolicyViolation"], match=r"^two people read it \(policy: never"):
            names["guard"](lambda _: None, "send")({"phaselint_guard": {}})
