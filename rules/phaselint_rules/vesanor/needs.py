"""What must be known about a contract before a rule is checked (reference vesanor §5.4).

Each is for `needs` or `whole` of a rule and names properties of `VesanorFacts`.
"""

from __future__ import annotations

SESSION = ("session_known",)
"""The session file could be read, if there is one."""

TOOL_NAMES = ("tools_named",)
"""No tool without a name could be the one that is missing."""

MACHINE = ("has_phases",)
"""There are phases: without them every tool is available everywhere (rule 11)."""

PHASES = ("phases_known",)
"""Phases and map could be read."""

ENDS = ("ends_known",)
"""Besides, every name is declared, and some phase is terminal."""

ENDS_AND_TOOLS = ("ends_known", "tools_known")
"""Besides, every tool is known."""

START = ("has_start",)
"""Every name is declared, and one phase is initial."""

GRAPH = ("has_graph",)
"""Besides, some phase is terminal."""

TOOL_GRAPH = ("has_tool_graph",)
"""Besides, every tool is known."""

ORDER = ("has_order",)
"""Besides, so is what every tool requires and forbids."""

ORDER_SEEN = ("order_complete",)
"""No bound has cut the exploration of orders off."""
