"""The rules for teams of coding agents, a module per theme of the reference's catalogue (§7)."""

from __future__ import annotations

from phaselint_rules.agents import (
    claudetools,
    fields,
    graph,
    headers,
    names,
    references,
    toolnames,
    tools,
    values,
)

RULES = (
    *headers.RULES,
    *references.RULES,
    *names.RULES,
    *graph.RULES,
    *fields.RULES,
    *values.RULES,
    *tools.RULES,
    *claudetools.RULES,
    *toolnames.RULES,
)
