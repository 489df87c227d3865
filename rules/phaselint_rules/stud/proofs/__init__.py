"""Proofs of the stud rules by execution (design §8)."""

from __future__ import annotations

from phaselint.vocabulary.deferred import deferred_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint_rules.stud.proofs import (
        bodies,
        completion,
        definitions,
        exhaustion,
        forks,
        graph,
        inputs,
        joins,
        loops,
        prompts,
        refusals,
        schemas,
        shadows,
        tools,
    )
else:
    bodies = deferred_module("phaselint_rules.stud.proofs.bodies")
    completion = deferred_module("phaselint_rules.stud.proofs.completion")
    definitions = deferred_module("phaselint_rules.stud.proofs.definitions")
    exhaustion = deferred_module("phaselint_rules.stud.proofs.exhaustion")
    forks = deferred_module("phaselint_rules.stud.proofs.forks")
    graph = deferred_module("phaselint_rules.stud.proofs.graph")
    inputs = deferred_module("phaselint_rules.stud.proofs.inputs")
    joins = deferred_module("phaselint_rules.stud.proofs.joins")
    loops = deferred_module("phaselint_rules.stud.proofs.loops")
    prompts = deferred_module("phaselint_rules.stud.proofs.prompts")
    refusals = deferred_module("phaselint_rules.stud.proofs.refusals")
    schemas = deferred_module("phaselint_rules.stud.proofs.schemas")
    shadows = deferred_module("phaselint_rules.stud.proofs.shadows")
    tools = deferred_module("phaselint_rules.stud.proofs.tools")

__all__ = [
    "bodies",
    "completion",
    "definitions",
    "exhaustion",
    "forks",
    "graph",
    "inputs",
    "joins",
    "loops",
    "prompts",
    "refusals",
    "schemas",
    "shadows",
    "tools",
]
