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


def _run(data: Mapping[str, Any]) -> str:
    answer = data["answer"]
    if "error" in answer:
        said = f"error: {answer['error']}"
    elif "so" in answer:
        said = str(answer["so"])
    else:
        said = first_line(answer.get("text", "")) or "(nothing)"
    return f"prompt `{first_line(data['prompt'])}`; answer {said}"


def _result(data: Mapping[str, Any]) -> str:
    output = first_line(data["stdout"] or data["stderr"])
    return f"status {data['exit']}" + (f", {output}" if output else "")


def _validator(data: Mapping[str, Any]) -> str:
    holds = "holds" if data["holds"] else "fails"
    told = "assumed" if data.get("assumed") else _result(data)
    return f"validator `{data['name']}` {holds}: {told}"


def _iteration(data: Mapping[str, Any]) -> str:
    parts = [f"iteration {data['n']}"]
    if data.get("preflight_failed"):
        parts.append("preflight failed, the model isn't called")
    if data.get("intent"):
        parts.append(f"intent {data['intent']}" + (" (fallback)" * data["used_fallback"]))
    if data.get("closure_signal"):
        parts.append(f"signal {data['closure_signal']}")
    if data.get("next"):
        parts.append(f"next `{data['next']}`")
    parts += (f"error: {each}" for each in data.get("errors", ()))
    if data.get("failure"):
        parts.append(f"ends with {data['failure']}")
    return "; ".join((*parts, "complete") if data.get("complete") else parts)


_TELLERS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "start": lambda data: f"start for {data['verdict']}",
    "refused": lambda data: f"refused: {data['code']}: {data['reason']}",
    "model:run": _run,
    "validator": _validator,
    "subprocess": lambda data: f"`{data['command']}`: {_result(data)}",
    "iteration": _iteration,
}
