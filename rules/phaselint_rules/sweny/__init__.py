"""The rules of the SWEny dialect, a module per theme of the reference's catalogue (§8)."""

from __future__ import annotations

from phaselint_rules.sweny import (
    bounds,
    decisions,
    failures,
    fields,
    gates,
    graph,
    judges,
    loading,
    loops,
    names,
    outputs,
    references,
    requires,
    retries,
    routes,
    routevalues,
    typos,
    undeclared,
    writing,
)

RULES = (
    *writing.RULES,
    *loading.RULES,
    *typos.RULES,
    *names.RULES,
    *graph.RULES,
    *loops.RULES,
    *bounds.RULES,
    *gates.RULES,
    *routes.RULES,
    *routevalues.RULES,
    *references.RULES,
    *failures.RULES,
    *decisions.RULES,
    *requires.RULES,
    *fields.RULES,
    *undeclared.RULES,
    *retries.RULES,
    *judges.RULES,
    *outputs.RULES,
)
