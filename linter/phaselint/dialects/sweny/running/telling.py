"""Events of a run of a workflow as clauses, for somebody who watches it."""

from __future__ import annotations

from phaselint.dialects.showing import first_line
from phaselint.dialects.sweny.running.headlines import headline
from phaselint.vocabulary.message import quote, quote_some
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.records import Event


def told(event: Event) -> str:
    """An event as a clause; empty where others of its step say the same."""
    tell = _TELLERS.get(event.kind)
    return tell(event.data) if tell else headline(event.kind, event.data)


def _run(data: Mapping[str, Any]) -> str:
    answer = data["answer"]
    if "throw" in answer:
        return f"the model run throws: {answer['throw']}"
    said = f"the model run ends: {answer['status']}"
    if answer["data"]:
        said += f"; it returns {quote_some([*answer['data']])}"
    calls = [call["tool"] for call in answer["toolCalls"]]
    return said + (f"; it calls {quote_some(calls)}" if calls else "")


def _evaluate(data: Mapping[str, Any]) -> str:
    answer = data["answer"]
    if "throw" in answer:
        return f"the router throws: {answer['throw']}"
    return f"the router answers {quote(first_line(str(answer['text'])))}"


def _ask(data: Mapping[str, Any]) -> str:
    who = f"judge {quote(data['evaluator'])}" if data["purpose"] == "judge" else "the reflection"
    answer = data["answer"]
    if "throw" in answer:
        return f"{who} throws: {answer['throw']}"
    return f"{who} says: {first_line(str(answer['text'])) or 'nothing'}"


def _exit(data: Mapping[str, Any]) -> str:
    result = data["result"]
    reason = result["data"].get("error") or result["data"].get("skipped_reason") or ""
    why = " ".join(str(reason).split())
    said = {"success": "the node ends with success", "failed": "the node fails"}
    ended = said.get(result["status"], f"the node is {result['status']}")
    return f"{ended}: {why}" if why and result["status"] != "success" else ended


def _route(data: Mapping[str, Any]) -> str:
    target = quote(data["to"]) if data["to"] else "no node"
    return f"the run goes on to {target} ({data['reason']})"


_TELLERS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "workflow:start": lambda data: f"workflow {quote(data['workflow'])} starts",
    "sources:resolved": lambda data: (
        f"{plural(len(data['sources']), 'source')} resolved" if data["sources"] else ""
    ),
    "node:enter": lambda _: "",
    "model:run": _run,
    "model:call": lambda data: f"the model calls {quote(data['call']['tool'])}",
    "model:evaluate": _evaluate,
    "model:ask": _ask,
    "node:retry": lambda data: f"the node is tried again (retry {data['attempt']})",
    "node:exit": _exit,
    "route": _route,
    "workflow:end": lambda _: "the workflow ends",
}
