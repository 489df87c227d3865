"""Proofs of the rules by execution, imported for a dry run only."""

from __future__ import annotations

from phaselint.vocabulary.deferred import deferred_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint_rules.agents.proofs import calls, graph, handoffs, tools
else:
    calls = deferred_module("phaselint_rules.agents.proofs.calls")
    graph = deferred_module("phaselint_rules.agents.proofs.graph")
    handoffs = deferred_module("phaselint_rules.agents.proofs.handoffs")
    tools = deferred_module("phaselint_rules.agents.proofs.tools")

__all__ = ["calls", "graph", "handoffs", "tools"]
