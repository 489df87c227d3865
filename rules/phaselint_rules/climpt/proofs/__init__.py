"""How the executor shows each finding (reference §7, "Confirm"; design §8).

A module per theme, imported when one of its provers is first run. `claims` holds findings against
the agent on the bench, `bench` leads a run along a way of steps.
"""

from __future__ import annotations

from phaselint.vocabulary.deferred import deferred_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint_rules.climpt.proofs import (
        boundaries,
        chainprompts,
        chains,
        conditionals,
        entry,
        entrypairs,
        flow,
        gates,
        graph,
        handoffs,
        inputs,
        jumps,
        loading,
        members,
        prompts,
        refusals,
        settings,
        signals,
        starts,
        stepids,
        steprefusals,
        transitions,
        unanswerable,
        unfilled,
        unsupplied,
        validation,
        validationphases,
        validators,
        variables,
        verdicts,
    )
else:
    boundaries = deferred_module("phaselint_rules.climpt.proofs.boundaries")
    chainprompts = deferred_module("phaselint_rules.climpt.proofs.chainprompts")
    chains = deferred_module("phaselint_rules.climpt.proofs.chains")
    conditionals = deferred_module("phaselint_rules.climpt.proofs.conditionals")
    entry = deferred_module("phaselint_rules.climpt.proofs.entry")
    entrypairs = deferred_module("phaselint_rules.climpt.proofs.entrypairs")
    flow = deferred_module("phaselint_rules.climpt.proofs.flow")
    gates = deferred_module("phaselint_rules.climpt.proofs.gates")
    graph = deferred_module("phaselint_rules.climpt.proofs.graph")
    handoffs = deferred_module("phaselint_rules.climpt.proofs.handoffs")
    inputs = deferred_module("phaselint_rules.climpt.proofs.inputs")
    jumps = deferred_module("phaselint_rules.climpt.proofs.jumps")
    loading = deferred_module("phaselint_rules.climpt.proofs.loading")
    members = deferred_module("phaselint_rules.climpt.proofs.members")
    prompts = deferred_module("phaselint_rules.climpt.proofs.prompts")
    refusals = deferred_module("phaselint_rules.climpt.proofs.refusals")
    settings = deferred_module("phaselint_rules.climpt.proofs.settings")
    signals = deferred_module("phaselint_rules.climpt.proofs.signals")
    starts = deferred_module("phaselint_rules.climpt.proofs.starts")
    stepids = deferred_module("phaselint_rules.climpt.proofs.stepids")
    steprefusals = deferred_module("phaselint_rules.climpt.proofs.steprefusals")
    transitions = deferred_module("phaselint_rules.climpt.proofs.transitions")
    unanswerable = deferred_module("phaselint_rules.climpt.proofs.unanswerable")
    unfilled = deferred_module("phaselint_rules.climpt.proofs.unfilled")
    unsupplied = deferred_module("phaselint_rules.climpt.proofs.unsupplied")
    validation = deferred_module("phaselint_rules.climpt.proofs.validation")
    validationphases = deferred_module("phaselint_rules.climpt.proofs.validationphases")
    validators = deferred_module("phaselint_rules.climpt.proofs.validators")
    variables = deferred_module("phaselint_rules.climpt.proofs.variables")
    verdicts = deferred_module("phaselint_rules.climpt.proofs.verdicts")

__all__ = [
    "boundaries",
    "chainprompts",
    "chains",
    "conditionals",
    "entry",
    "entrypairs",
    "flow",
    "gates",
    "graph",
    "handoffs",
    "inputs",
    "jumps",
    "loading",
    "members",
    "prompts",
    "refusals",
    "settings",
    "signals",
    "starts",
    "stepids",
    "steprefusals",
    "transitions",
    "validation",
    "validationphases",
    "validators",
    "variables",
    "verdicts",
]
