"""Events of an agent's run as clauses, for somebody who watches it."""

from __future__ import annotations

from phaselint.dialects.climpt.running.headlines import headline
from phaselint.dialects.showing import first_line
from phaselint.vocabulary.message import quote, quote_some

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.records import Event

LONGEST = 80
"""Characters of a prompt that are shown."""


def told(event: Event) -> str:
    """An event as a clause."""
    tell = _TELLERS.get(event.kind)
    return tell(event.data) if tell else headline(event.kind, event.data)


def _run(data: Mapping[str, Any]) -> str:
    answer = data["answer"]
    prompt = first_line(data["prompt"])
    if len(prompt) > LONGEST:
        prompt = f"{prompt[:LONGEST]}…"
    asked = f"the model is sent {quote(prompt)}" if prompt else "the model is sent an empty prompt"
    if "error" in answer:
        return f"{asked} and fails: {answer['error']}"
    if "so" in answer:
        return f"{asked} and answers {_fields(answer['so'])}"
    text = first_line(answer.get("text", ""))
    return f"{asked} and answers " + (quote(text) if text else "with an empty text")


def _fields(answer: Any) -> str:
    """An answer by what it has: its intent is told by the iteration."""
    if not isinstance(answer, dict):
        return f"with a {type(answer).__name__}"
    return f"with {quote_some(list(answer))}" if answer else "with an empty object"


def _iteration(data: Mapping[str, Any]) -> str:
    return "; ".join(_parts(data))


def _parts(data: Mapping[str, Any]) -> Iterator[str]:
    yield f"iteration {data['n']} ends"
    if data.get("preflight_failed"):
        yield "its preflight failed, so the model isn't called"
    if data.get("intent"):
        fallback = ", as the fallback" if data["used_fallback"] else ""
        yield f"the intent is {quote(data['intent'])}{fallback}"
    if data.get("closure_signal"):
        yield f"the closing signal is {quote(data['closure_signal'])}"
    if data.get("next"):
        yield f"next comes {quote(data['next'])}"
    for error in data.get("errors", ()):
        yield f"error: {error}"
    if data.get("failure"):
        yield f"the run ends with {data['failure']}"
    if data.get("complete"):
        yield "the agent is done"


_TELLERS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "start": lambda data: f"the agent starts, to finish by {quote(data['verdict'])}",
    "model:run": _run,
    "iteration": _iteration,
}
