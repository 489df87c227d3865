"""Names and words that the server announces to a client."""

from __future__ import annotations

SOURCE = "phaselint"
"""What diagnostics are from."""

SOURCE_FIX_ALL = f"source.fixAll.{SOURCE}"

PROVE = "phaselint.prove"
RUN_SCRIPT = "phaselint.runScript"
SHOW_GRAPH = "phaselint.showGraph"
GRAPH_AT = "phaselint.graphAt"
FIX_ALL = "phaselint.fixAll"

COMMANDS = (PROVE, RUN_SCRIPT, SHOW_GRAPH, GRAPH_AT, FIX_ALL)

TRIGGERS = ('"', "'", ".", "{", "[", " ")
"""Characters after which a client asks for completion by itself."""

TOKENS = (
    "class",
    "function",
    "enumMember",
    "namespace",
    "method",
    "event",
    "parameter",
    "variable",
    "property",
    "interface",
)
"""Kinds of semantic tokens, of the protocol's own list, so every color scheme knows them."""

MODIFIERS = ("definition",)
