"""The program of a guard for graphs of LangGraph: it wraps nodes, and blocks those that would
violate a policy.

`phaselint policies --export langgraph` writes this file with the tables of a contract between the
two marks. It uses the standard library alone. Its state is in the channel `phaselint_guard` of the
graph, so checkpoints carry it; it holds names of nodes and numbers, never values of the state.

Put the channel into the state of the graph, and wrap each node before `add_node`:

    class State(TypedDict):
        phaselint_guard: Annotated[dict, advance]

    builder.add_node("review", guard(review, "review"))
"""

from __future__ import annotations

import dataclasses
import functools
import inspect

# parts: begin
from phaselint.policies.matching import alike

# parts: end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# tables: begin
GUARD = "template"
POLICIES: list[dict[str, Any]] = []
# tables: end

CHANNEL = "phaselint_guard"
"""The key of the guard's state."""

STOP = -1
"""The state of a table that no run may reach."""


class PolicyViolation(Exception):
    """A node would violate a policy."""


def letter(policy: dict[str, Any], name: str) -> int:
    """What entering a node is to a policy."""
    found = 0
    for _, how, its_name, _, if_done, _ in policy["acts"]:
        if alike(its_name, name) if how == "like" else its_name == name:
            found |= if_done
    return found


def states_in(value: dict[str, Any] | None) -> list[int]:
    """The states of the policies, as the channel has them."""
    if value and value.get("guard") == GUARD:
        return list(value["at"])
    return [policy["start"] for policy in POLICIES]


def advance(value: dict[str, Any], update: Any) -> dict[str, Any]:
    """The reducer of the channel: move over the names of nodes that ran, in order. Nodes of one
    step begin together, so only their step shows that they violate a policy between them.

    Raises:
        PolicyViolation: they do; the step isn't taken.
    """
    if isinstance(update, dict):
        return update if update.get("guard") == GUARD else {"guard": GUARD, "at": states_in(None)}
    at = states_in(value)
    for name in update or ():
        for number, policy in enumerate(POLICIES):
            found = policy["next"][at[number]].get(letter(policy, name), at[number])
            if found == STOP:
                raise PolicyViolation(policy["message"])
            at[number] = found
    return {"guard": GUARD, "at": at}


def check(state: Any, name: str) -> None:
    """Check a node before it runs.

    Raises:
        PolicyViolation: it would violate a policy in this state of the graph.
        TypeError: the state has no channel of the guard.
    """
    value = state.get(CHANNEL) if hasattr(state, "get") else getattr(state, CHANNEL, None)
    if not isinstance(value, dict):
        raise TypeError(f"the input of a guarded node needs the key `{CHANNEL}`: {name}")
    for policy, at in zip(POLICIES, states_in(value)):  # noqa: B905 - Python 3.9 has no `strict`
        if policy["next"][at].get(letter(policy, name), at) == STOP:
            raise PolicyViolation(policy["message"])


def noted(result: Any, name: str) -> Any:
    """The result of a node with its name for the channel.

    Raises:
        TypeError: the node returns something other than a dict, a `Command` or none.
    """
    if result is None:
        return {CHANNEL: [name]}
    if isinstance(result, dict):
        return {**result, CHANNEL: [name]}
    if isinstance(result, list) and result and hasattr(result[0], "goto"):
        return [noted(result[0], name), *result[1:]]
    if dataclasses.is_dataclass(result) and hasattr(result, "goto") and hasattr(result, "update"):
        update = result.update
        if isinstance(update, (list, tuple)):
            return dataclasses.replace(result, update=[*update, (CHANNEL, [name])])  # type: ignore[type-var]
        return dataclasses.replace(result, update=noted(update, name))  # type: ignore[type-var]
    raise TypeError(f"a guarded node must return a dict, a `Command` or none: {name}")


def guard(node: Callable[..., Any], name: str) -> Callable[..., Any]:
    """A node that first checks whether it may run. `name` is its name in the contract; that of a
    node in a subgraph has the subgraph's name before a slash. A node that is interrupted or fails
    leaves the channel as it was, so running it again counts as one entry."""
    call = node if callable(node) else node.invoke
    if inspect.iscoroutinefunction(call):

        @functools.wraps(call)
        async def later(state: Any, *rest: Any, **named: Any) -> Any:
            check(state, name)
            return noted(await call(state, *rest, **named), name)

        return later

    @functools.wraps(call)
    def now(state: Any, *rest: Any, **named: Any) -> Any:
        check(state, name)
        return noted(call(state, *rest, **named), name)

    return now
