"""Which rules were not asked about a contract, since other defects come first (reference §5.4).

That such a rule finds nothing says nothing: a suppression of it is not unused, and an entry of
the baseline not stale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts

_PHASES = frozenset({"initial-phase-count", "no-terminal-phase", "unknown-phase"})
_NAMES = frozenset({"terminal-phase-tools"})
_START = frozenset({"illegal-advance", "unreachable-phase"})
_GRAPH = frozenset(
    {
        "branching-targets",
        "dead-end-phase",
        "deadlocked-phases",
        "no-escalation-terminal",
        "risky-tool-everywhere",
        "suppression-ineffective",
        "terminal-has-outgoing",
    }
)
_TOOLS = frozenset(
    {
        "suppression-unmatched",
        "tool-deadlock",
        "unenterable-phase",
        "unimplemented-transition",
    }
)
_ORDER = frozenset(
    {
        "analysis-incomplete",
        "limit-below-shortest-path",
        "no-viable-path",
        "order-trap",
        "unsatisfiable-precondition",
    }
)


def unasked(facts: VesanorFacts) -> frozenset[str]:
    """The names of the rules that were not asked, or not in full, about this contract."""
    if facts.has_order:
        cut_off = facts.order_matters and facts.order.incomplete
        return _ORDER - {"analysis-incomplete"} if cut_off else frozenset()
    ended = facts.names_known and bool(facts.terminals)
    conditions = (
        (not facts.contract.nameless, frozenset({"unknown-tool-reference"})),
        (facts.phases_known, _PHASES),
        (ended, _NAMES),
        (ended and facts.tools_known, frozenset({"dead-phase"})),
        (facts.has_start, _START),
        (facts.has_graph, _GRAPH),
        (facts.has_tool_graph, _TOOLS),
    )
    return _ORDER.union(*(rules for asked, rules in conditions if not asked))
