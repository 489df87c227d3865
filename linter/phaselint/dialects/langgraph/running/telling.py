"""Events of a run of a graph as clauses, for somebody who watches it (reference §5.17)."""

from __future__ import annotations

from phaselint.dialects.langgraph.running.headlines import headline
from phaselint.vocabulary.message import quote, quote_some

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.records import Event

_CAUSES = {"edge": "its edge", "router": "its router", "goto": "its `Command`"}


def told(event: Event) -> str:
    """An event as a clause; empty where others of its step say the same."""
    tell = _TELLERS.get(event.kind)
    if tell is None:
        return headline(event)
    inside = event.data.get("inside")
    said = tell(event.phase, event.data)
    return f"{said}, in {quote(inside)}" if inside and said else said


def _go(node: str, data: Mapping[str, Any]) -> str:
    if "label" in data:
        cause = f"the label {quote(str(data['label']))}"
    else:
        cause = _CAUSES.get(data["by"], str(data["by"]))
    return f"{quote(node)} leads to {quote(data['to'])} by {cause}"


def _nothing(node: str, data: Mapping[str, Any]) -> str:
    if data["side"] == "input":
        return f"{quote(node)} reads no key of the graph around it"
    return f"{quote(node)} writes no key of the graph around it"


def _end(_node: str, data: Mapping[str, Any]) -> str:
    return f"the run ends: {data['outcome']}"


_TELLERS: Mapping[str, Callable[[str, Mapping[str, Any]], str]] = {
    "begin": lambda _, __: "the graph is invoked",
    "step": lambda _, data: (
        f"step {data['number']} runs {quote_some(list(dict.fromkeys(data['nodes'])))}"
    ),
    "go": _go,
    "send": lambda node, data: f"{quote(node)} sends a task to {quote(data['to'])}",
    "dropped": lambda node, data: f"the way from {quote(node)} to {quote(data['to'])} is dropped",
    "arrive": lambda node, data: (
        f"{quote(node)} arrives at the join of {quote(data['to'])}, {data['seen']} of {data['of']}"
    ),
    "joined": lambda node, _: f"the join of {quote(node)} is complete",
    "write": lambda node, data: f"{quote(node)} writes {quote(data['key'])}",
    "lost": lambda node, data: f"{quote(data['key'])} written by {quote(node)} is lost",
    "again": lambda node, _: f"{quote(node)} runs again",
    "raise": lambda node, data: f"{quote(node)} raises {data['error']}",
    "retry": lambda node, data: f"{quote(node)} is tried again (attempt {data['attempt']})",
    "handled": lambda node, data: f"the handler of {quote(node)} takes {data['error']}",
    "interrupt": lambda node, _: f"the run is interrupted at {quote(node)}",
    "nothing": _nothing,
    "end": _end,
}
