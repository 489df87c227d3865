"""The rules for boards."""

from __future__ import annotations

from phaselint_lanes.rules import document, graph, stamps

RULES = (*document.RULES, *graph.RULES, *stamps.RULES)
