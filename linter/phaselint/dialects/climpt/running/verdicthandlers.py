"""The verdict handlers: is the work finished (reference §4.11)?

They are asked only if a closure step gave no clear signal, and in registries without gates.
"""

from __future__ import annotations

from collections.abc import Mapping

from phaselint.dialects.climpt.reading.values import parsed
from phaselint.javascript.equality import equal
from phaselint.javascript.spaces import trim
from phaselint.javascript.texts import text_of
from phaselint.javascript.values import is_truthy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.climpt.running.session import Law, State

DEFAULT_CHECKS = 10
DEFAULT_ITERATIONS = 100
DEFAULT_KEYWORD = "TASK_COMPLETE"
CLOSED = "closed"
OPEN = "open"
COMPOSITE = "meta:composite"
READING = ("detect:keyword", "detect:structured")
"""Types whose handler reads answers."""

TELLING = ("count:iteration", "detect:graph", "poll:state")
"""Types whose handler reports a verdict."""


def finished(state: State, out: Any, prose: str) -> tuple[State, bool]:
    """Ask the handler, and say whether the work is finished.

    Args:
        out: the structured output of the iteration; a value other than an object is ignored.
        prose: the prose of the model.
    """
    law, verdict = state.law, state.law.agent.verdict
    given = out if isinstance(out, Mapping) else {}
    state = state._replace(checks=state.checks + 1, seen_verdict=_told_verdict(given))
    if verdict == "count:iteration":
        return state, not _set_back(state) and _reached(state, state.n, law.most)
    if verdict == "count:check":
        return state, _reached(state, state.checks, most_checks(law.config))
    if verdict == "detect:keyword":
        return state, keyword(law.config) in prose
    if verdict == "detect:structured":
        return state, _signals(law.config, out, prose)
    if verdict == "detect:graph":
        return state, given.get("status") == "completed" or given.get("complete") is True
    if verdict == COMPOSITE:
        return _composite(state)
    if verdict == "poll:state":
        return _closed(state)
    if verdict == "meta:custom":
        found, state = state.supplied("custom", "", False)
        return state, found is True
    return state, False


def _told_verdict(out: Mapping[str, Any]) -> str:
    """The verdict of the answer that the handler sees: none if it says none."""
    told = out.get("verdict")
    return told if isinstance(told, str) else ""


def _set_back(state: State) -> bool:
    """Whether the handler has built the prompt of this iteration, which sets its count one back: no
    limit is reached then that doesn't end the run."""
    return "handler_prompted" in state.record


def _reached(state: State, count: int, most: float) -> bool:
    """Whether a count has reached its limit. With limits lifted, each count from the second on can
    be the last one, because a limit that ends a run also lets it succeed; none is after an answer
    that comes too early for that."""
    if not state.law.unbounded:
        return count >= most
    return count >= min(most, 2) and not state.early


def is_counted(law: Law) -> bool:
    """Whether a count of iterations or checks lets a run succeed."""
    return handler_of(law)[0] in ("count:iteration", "count:check")


def most_checks(config: Mapping[str, Any]) -> float:
    """The number of checks that a counting handler makes."""
    most = config.get("maxChecks")
    number = isinstance(most, (int, float)) and not isinstance(most, bool)
    return most if number and most is not None else DEFAULT_CHECKS


def most_iterations(law: Law) -> float:
    """The number of iterations after which a counting handler finishes: of a composite that of
    its first condition."""
    if law.agent.verdict != COMPOSITE:
        return law.most
    most = handler_of(law)[1].get("maxIterations")
    number = isinstance(most, (int, float)) and not isinstance(most, bool)
    return most if number and most is not None else DEFAULT_ITERATIONS


def keyword(config: Mapping[str, Any]) -> str:
    """The word that ends the work with a keyword handler."""
    word = config.get("verdictKeyword")
    return word if isinstance(word, str) and word else DEFAULT_KEYWORD


def _signals(config: Mapping[str, Any], out: Any, prose: str) -> bool:
    """Whether an answer gives the signal, with the fields that it needs: its structured output if
    it has any, or else the block that starts with the signal, which doesn't need to be JSON if no
    fields are needed."""
    signal, required = config.get("signalType"), config.get("requiredFields")
    fence = f"```{text_of(signal)}"
    if isinstance(out, (Mapping, list)):
        given: Mapping[str, Any] = out if isinstance(out, Mapping) else {}
        told = fence in prose or signal in (given.get("signal"), given.get("type"))
        told = told or given.get("status") == "completed" or given.get("result") == "complete"
        return told and _has_fields(required, given)
    if fence not in prose:
        return False
    block = _block(prose, fence)
    if block is None:
        return not is_truthy(required)
    return _has_fields(required, block if isinstance(block, dict) else {})


def _block(prose: str, fence: str) -> Mapping[str, Any] | list[Any] | None:
    """The JSON value between the line of a fence and the next one, if there is one."""
    start = prose.find("\n", prose.index(fence))
    end = prose.find("```", start) if start >= 0 else -1
    return parsed(trim(prose[start:end])) if end >= 0 else None


def _has_fields(required: Any, out: Mapping[str, Any]) -> bool:
    """Whether an answer has the fields of a list, or those of a mapping with their values; null is
    a value."""
    if isinstance(required, list):
        return all(text_of(name) in out for name in required)
    if isinstance(required, Mapping):
        return all(name in out and equal(out[name], value) for name, value in required.items())
    return True


# --- composites --------------------------------------------------------------------------------


def handler_of(law: Law) -> tuple[str, Mapping[str, Any]]:
    """The type and the configuration of the handler that builds prompts: for a composite those of
    its first condition."""
    if law.agent.verdict != COMPOSITE:
        return law.agent.verdict, law.config
    first = next(iter(_conditions(law.config)), {})
    config = first.get("config")
    return str(first.get("type")), config if isinstance(config, Mapping) else {}


def telling(law: Law) -> Mapping[str, Any]:
    """The fields of structured output by whose values the handler may take it for finished: field →
    that value."""
    verdict = law.agent.verdict
    if verdict == "detect:structured":
        signal = law.config.get("signalType")
        return {"signal": signal, "type": signal, "status": "completed", "result": "complete"}
    return {"status": "completed", "complete": True} if verdict == "detect:graph" else {}


def would_finish(law: Law, out: Any, prose: str) -> bool:
    """Whether an answer would meet the first condition of a composite that reads it."""
    kind, config = handler_of(law)
    if law.agent.verdict != COMPOSITE or kind not in READING:
        return False
    return keyword(config) in prose if kind == READING[0] else _signals(config, out, prose)


def primed(state: State) -> State:
    """The state after the verdict handler has built a prompt. The first condition of a composite
    learns only this way about the iteration before, and its answer."""
    law, (kind, _) = state.law, handler_of(state.law)
    if law.agent.verdict != COMPOSITE:
        return state
    if kind == "count:iteration":
        return state._replace(primed=_reached(state, state.n, most_iterations(law) + 1))
    return state._replace(primed=state.latest) if kind in READING else state


def _composite(state: State) -> tuple[State, bool]:
    """Ask a composite. It passes neither the answer nor the number of the iteration on, so its
    conditions know the state of the issue only, and the first one what `primed` says."""
    config = state.law.config
    polled = [each.get("type") == "poll:state" for each in _conditions(config)]
    known = [state.primed, *(False for _ in polled[1:])]
    everything = config.get("operator") == "and"
    settled = all if everything else any
    if not polled or settled(known):
        return state, bool(polled)
    if not settled(map(max, polled, known)):
        return state, False
    return _closed(state)


def _conditions(config: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    conditions = config.get("conditions")
    given = conditions if isinstance(conditions, list) else []
    return [each if isinstance(each, Mapping) else {} for each in given]


def _closed(state: State) -> tuple[State, bool]:
    found, state = state.supplied("issue", "", OPEN)
    return state, found == CLOSED
