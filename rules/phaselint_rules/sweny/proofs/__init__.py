"""How the executor shows each finding (reference §8, "Confirm"; design §8).

A module per theme, imported when one of its provers is first run; `samples` makes up what a model
could answer, `bench` leads a run along a way and says what it was offered there.
"""

from __future__ import annotations

from phaselint.vocabulary.deferred import deferred_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint_rules.sweny.proofs import (
        calls,
        clashes,
        evaluators,
        expressions,
        gates,
        graph,
        inputs,
        loading,
        loops,
        paths,
        regexes,
        retries,
        routes,
        skills,
        sources,
        tools,
        views,
    )
else:
    calls = deferred_module("phaselint_rules.sweny.proofs.calls")
    clashes = deferred_module("phaselint_rules.sweny.proofs.clashes")
    evaluators = deferred_module("phaselint_rules.sweny.proofs.evaluators")
    expressions = deferred_module("phaselint_rules.sweny.proofs.expressions")
    gates = deferred_module("phaselint_rules.sweny.proofs.gates")
    graph = deferred_module("phaselint_rules.sweny.proofs.graph")
    inputs = deferred_module("phaselint_rules.sweny.proofs.inputs")
    loading = deferred_module("phaselint_rules.sweny.proofs.loading")
    loops = deferred_module("phaselint_rules.sweny.proofs.loops")
    paths = deferred_module("phaselint_rules.sweny.proofs.paths")
    regexes = deferred_module("phaselint_rules.sweny.proofs.regexes")
    retries = deferred_module("phaselint_rules.sweny.proofs.retries")
    routes = deferred_module("phaselint_rules.sweny.proofs.routes")
    skills = deferred_module("phaselint_rules.sweny.proofs.skills")
    sources = deferred_module("phaselint_rules.sweny.proofs.sources")
    tools = deferred_module("phaselint_rules.sweny.proofs.tools")
    views = deferred_module("phaselint_rules.sweny.proofs.views")

__all__ = [
    "calls",
    "clashes",
    "evaluators",
    "expressions",
    "gates",
    "graph",
    "inputs",
    "loading",
    "loops",
    "paths",
    "regexes",
    "retries",
    "routes",
    "skills",
    "sources",
    "tools",
    "views",
]
