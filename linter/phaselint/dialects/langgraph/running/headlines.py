"""Events as lines in the canonical form (reference §5.17)."""

from __future__ import annotations

from collections import Counter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.records import Event


def headline(event: Event) -> str:
    """An event as one line."""
    data, node = event.data, event.phase
    line = _line(event.kind, node, data)
    inside = data.get("inside")
    return f"{line} [in {inside}]" if inside else line


def _line(kind: str, node: str, data: Mapping[str, Any]) -> str:
    if kind == "step":
        listed = Counter(data["nodes"]).items()
        names = ", ".join(name if n == 1 else f"{name}×{n}" for name, n in listed)
        return f"step {data['number']}: {names}"
    if kind == "go":
        return f"go {node} -> {data['to']} ({_by(data)})"
    if kind in ("send", "dropped"):
        return f"{kind} {node} -> {data['to']}"
    if kind == "arrive":
        return f"arrive {node} -> {data['to']} ({data['seen']}/{data['of']})"
    if kind in ("write", "lost"):
        return f"{kind} {node}: {data['key']}"
    if kind == "end":
        return f"end {data['outcome']}"
    if kind == "refused":
        return f"refused {data['error']}: {data['text']}"
    more = data.get("error") or data.get("attempt") or data.get("side") or ""
    return f"{kind} {node} {more}".rstrip()


def _by(data: Mapping[str, Any]) -> str:
    if "label" not in data:
        return str(data["by"])
    label = data["label"]
    return f'label "{label}"' if isinstance(label, str) else f"label {label}"
