"""Proofs of the rules by execution, imported for a dry run only."""

from __future__ import annotations

from phaselint.vocabulary.deferred import deferred_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint_rules.agents.proofs import calls, fields, graph, handoffs, names, tools
else:
    calls = deferred_module("phaselint_rules.agents.proofs.calls")
    fields = deferred_module("phaselint_rules.agents.proofs.fields")
    graph = deferred_module("phaselint_rules.agents.proofs.graph")
    handoffs = deferred_module("phaselint_rules.agents.proofs.handoffs")
    names = deferred_module("phaselint_rules.agents.proofs.names")
    tools = deferred_module("phaselint_rules.agents.proofs.tools")

__all__ = ["calls", "fields", "graph", "handoffs", "names", "tools"]
