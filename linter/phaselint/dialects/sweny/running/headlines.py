"""Events as one line each, for readable traces (design §8)."""

from __future__ import annotations

from phaselint.dialects.showing import first_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def headline(kind: str, data: Mapping[str, Any]) -> str:
    """An event as one line."""
    tell = _TELLERS.get(kind)
    return tell(data) if tell else kind


def _answer(data: Mapping[str, Any]) -> str:
    answer = data["answer"]
    if "throw" in answer:
        return f"throws: {answer['throw']}"
    return first_line(str(answer["text"]))


def _run(data: Mapping[str, Any]) -> str:
    attempt = f" (attempt {data['attempt'] + 1})" if data["attempt"] else ""
    answer = data["answer"]
    if "throw" in answer:
        return f"run{attempt} throws: {answer['throw']}"
    said = f"run{attempt}: {answer['status']}"
    fields = ", ".join(f"`{key}`" for key in answer["data"])
    calls = ", ".join(f"`{call['tool']}`" for call in answer["toolCalls"])
    return said + (f", data {fields}" if fields else "") + (f", calls {calls}" if calls else "")


def _evaluate(data: Mapping[str, Any]) -> str:
    offered = "; ".join(f"`{each['id']}`: {each['description']}" for each in data["choices"])
    return f"router is offered {offered}; answers {_answer(data)}"


def _ask(data: Mapping[str, Any]) -> str:
    who = f"judge `{data['evaluator']}`" if data["purpose"] == "judge" else "reflection"
    return f"{who}: {_answer(data) or '(nothing)'}"


def _exit(data: Mapping[str, Any]) -> str:
    result = data["result"]
    told = result["data"].get("error") or result["data"].get("skipped_reason") or ""
    why = " ".join(str(told).split())
    return f"exit: {result['status']}" + (
        f": {why}" if why and result["status"] != "success" else ""
    )


_TELLERS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "workflow:start": lambda data: f"workflow `{data['workflow']}` starts",
    "sources:resolved": lambda data: f"sources resolved: {len(data['sources'])}",
    "node:enter": lambda _: "enter",
    "model:run": _run,
    "model:call": lambda data: f"call `{data['call']['tool']}`",
    "tool:impossible": lambda data: data["doubts"][0]["message"],
    "model:evaluate": _evaluate,
    "model:ask": _ask,
    "node:retry": lambda data: f"retry {data['attempt']}",
    "node:exit": _exit,
    "node:warning": lambda data: f"warning: {data['reason']}: {', '.join(data['fields'])}",
    "warn": lambda data: f"log: {' '.join(data['message'].split())}",
    "route": lambda data: f"route -> `{data['to']}` ({data['reason']})",
    "workflow:end": lambda _: "workflow ends",
}
