"""The verdict handlers: is the work finished (reference §4.11)?

They are asked only where a closure step gave no clear signal, and in registries without gates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from phaselint.javascript.equality import equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.climpt.running.session import Law, State

DEFAULT_CHECKS = 10
DEFAULT_KEYWORD = "TASK_COMPLETE"
CLOSED = "closed"
OPEN = "open"
TELLING = ("count:iteration", "detect:graph", "poll:state")
"""Types whose handler reports a verdict."""


def finished(state: State, out: Any, prose: str) -> tuple[State, bool]:
    """Ask the handler, and say whether the work is finished.

    Args:
        out: the structured output of the iteration; anything but an object is none.
        prose: what the model said.
    """
    law, verdict = state.law, state.law.agent.verdict
    given = out if isinstance(out, Mapping) else {}
    state = _seen(state._replace(checks=state.checks + 1), given)
    if verdict == "count:iteration":
        return state, not _set_back(state) and _reached(law, state.n, law.most)
    if verdict == "count:check":
        return state, _reached(law, state.checks, most_checks(law))
    if verdict == "detect:keyword":
        return state, keyword(law) in prose
    if verdict == "detect:structured":
        return state, _signals(law.config, given, prose)
    if verdict == "detect:graph":
        return state, given.get("status") == "completed" or given.get("complete") is True
    if verdict == "poll:state" or (verdict == "meta:composite" and _composite(law.config)):
        found, state = state.supplied("issue", "", OPEN)
        return state, found == CLOSED
    if verdict == "meta:custom":
        found, state = state.supplied("custom", "", False)
        return state, found is True
    return state, False


def _seen(state: State, out: Mapping[str, Any]) -> State:
    told = out.get("verdict")
    return state._replace(seen_verdict=told) if isinstance(told, str) and told else state


def _set_back(state: State) -> bool:
    """Whether the handler has built the prompt of this iteration, which sets its count one back:
    no limit is reached then that does not end the run."""
    return "handler_prompted" in state.record


def _reached(law: Law, count: int, most: float) -> bool:
    """Whether a count has reached its limit. With limits lifted each count from the second on
    may be the last one, for a limit that ends a run also lets it succeed."""
    return count >= (min(most, 2) if law.unbounded else most)


def most_checks(law: Law) -> float:
    """The number of checks that a counting handler makes."""
    most = law.config.get("maxChecks")
    number = isinstance(most, (int, float)) and not isinstance(most, bool)
    return most if number and most is not None else DEFAULT_CHECKS


def keyword(law: Law) -> str:
    """The word that ends the work with a keyword handler."""
    word = law.config.get("verdictKeyword")
    return word if isinstance(word, str) and word else DEFAULT_KEYWORD


def _signals(config: Mapping[str, Any], out: Mapping[str, Any], prose: str) -> bool:
    signal = config.get("signalType")
    told = (
        (isinstance(signal, str) and signal in (out.get("signal"), out.get("type")))
        or out.get("status") == "completed"
        or out.get("result") == "complete"
    )
    if told:
        return _has_fields(config.get("requiredFields"), out)
    if not isinstance(signal, str):
        return False
    return re.search(rf"```{re.escape(signal)}\b", prose) is not None


def _has_fields(required: Any, out: Mapping[str, Any]) -> bool:
    if isinstance(required, list):
        return all(isinstance(name, str) and out.get(name) is not None for name in required)
    if isinstance(required, Mapping):
        return all(equal(out.get(name), value) for name, value in required.items())
    return True


def _composite(config: Mapping[str, Any]) -> bool:
    """Whether a composite can become true at all: it passes neither the answer nor the number of
    the iteration on, so that only the state of the issue is left."""
    conditions = config.get("conditions")
    types = [
        each.get("type") if isinstance(each, Mapping) else None
        for each in (conditions if isinstance(conditions, list) else ())
    ]
    everything = config.get("operator") == "and"
    polled = [word == "poll:state" for word in types]
    return bool(polled) and (all(polled) if everything else any(polled))
