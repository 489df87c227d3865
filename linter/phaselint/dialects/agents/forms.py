"""What may be written where in the header of each family of files, for those who help to write it
(reference §3). What is right is said by the rules."""

from __future__ import annotations

from phaselint.dialects.agents.fields import CLAUDE, HANDOFF, PROMPT, TARGETS, VALUES, VSCODE
from phaselint.dialects.shape import ANY, BOOLEAN, LIST, MAPPING, STRING, Shape, record, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_KNOWN: dict[str, Shape] = {
    **dict.fromkeys(
        ("name", "description", "argument-hint", "agent", "label", "prompt", "initialPrompt"),
        STRING,
    ),
    **dict.fromkeys(
        (
            *("user-invocable", "disable-model-invocation", "send", "showContinueOn"),
            *("background", "omitClaudeMd"),
        ),
        BOOLEAN,
    ),
    **dict.fromkeys(("mcp-servers", "metadata", "hooks", "mcpServers", "github"), MAPPING),
    "agents": LIST,
    "maxTurns": Shape("integer"),
    "target": words(*TARGETS),
    **{key: words(*allowed) for key, allowed in VALUES.items()},
}
"""Key → what it takes; of others, such as `tools`, more than one kind of value."""

_OUT_OF_USE = frozenset({"infer", "user-invokable", "mode"})
"""Keys that are known and that nobody ought to write any more (§7.3)."""


def _header(keys: Sequence[str], **own: Shape) -> Shape:
    return record({**_fields(keys), **own})


def _fields(keys: Sequence[str]) -> Mapping[str, Shape]:
    return {key: _KNOWN.get(key, ANY) for key in keys if key not in _OUT_OF_USE}


_ENTRY = record(_fields(HANDOFF), required=("label", "agent", "prompt"))
_CLAUDE = _header(CLAUDE)

SHAPES: Mapping[str, Shape] = {
    "vscode": _header(VSCODE, handoffs=Shape("list", items=_ENTRY)),
    "claude": _CLAUDE._replace(required=("name", "description")),
    "plugin": _CLAUDE._replace(required=("description",)),
    "prompt": _header(PROMPT),
}
"""Family of files → the shape of its headers."""
