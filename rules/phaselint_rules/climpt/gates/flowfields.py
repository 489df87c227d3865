"""What a step must have to take part in the flow, and what a section must not have (reference
climpt §7.4)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Refused, Same
from phaselint.vocabulary.finding import Finding, Fix, Related, Witness
from phaselint.vocabulary.message import joined, message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, rule
from phaselint_rules.climpt.form.blankkeys import PARTS, unslipped
from phaselint_rules.climpt.form.releases import release_of
from phaselint_rules.climpt.gates.stepparts import flow_members
from phaselint_rules.climpt.needs import SOUND, STEPS
from phaselint_rules.climpt.pointertext import written_step
from phaselint_rules.climpt.refusing import refused_for
from phaselint_rules.climpt.ways.transitiontext import step_place
from phaselint_rules.edits import remove_items

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step

PREFIX = "section."
INCOMPLETE = "SR-GATE-003"


def _members(facts: ClimptFacts, step: Step, names: tuple[str, ...]) -> list[str]:
    """Those of some members that a step has, as the runtime sees it: null, zero, false and the
    empty string count as absent."""
    value = written_step(facts, step)
    return [name for name in names if value.get(name) or value.get(name) in ({}, [])]


def _refused(facts: ClimptFacts, step: Step, missing: Sequence[str]) -> Refused:
    """That the start is refused for what a step lacks: in release 1.14 first for a gate without
    transitions."""
    first = release_of(facts).no_transitions
    early = step.gate is not None and "transitions" in missing
    codes = (*((first,) if early and first != INCOMPLETE else ()), INCOMPLETE)
    return refused_for(facts, codes, *(facts.place((*step.pointer, name)) for name in missing))


@rule("CL301", ERROR, needs=STEPS, claims="refused", complete_if=SOUND)
def gate_incomplete(facts: ClimptFacts) -> Iterator[Finding]:
    """Step without a gate, transitions or schema among gated steps

    What:
        Some step of the registry has `structuredGate`, but a step whose ID doesn't start with
        `section.` lacks `structuredGate`, `transitions` or `outputSchemaRef`.
    Why:
        Either all steps of a registry have a gate or none: the agent doesn't start.
    Bad:
        "closure.audit": {…, "structuredGate": {…}, "outputSchemaRef": {…}}
    Good:
        "closure.audit": {…, "structuredGate": {…}, "outputSchemaRef": {…}, "transitions": {…}}
    Fix:
        Add what is missing. If the step is only a piece of text, give it an ID that starts with
        `section.`.
    Dry run:
        The start is refused with SR-GATE-003, or in release 1.14 with SR-VALID-004 if a step has a
        gate but no transitions.
    Source:
        climpt §3.1, §7.4, climpt 1.14 §3.1, §3.4, §7.1
    """
    if not facts.gated:
        return
    for step in facts.steps.values():
        if all(map(written_step(facts, step).get, PARTS)):
            continue
        there = _members(facts, step, PARTS)
        missing = [name for name in PARTS if name not in there]
        if missing:
            missing = [*unslipped(written_step(facts, step), missing)]
        if not missing or step.key.startswith(PREFIX):
            continue
        lacking = joined(" and no ", map(quote, missing))
        yield Finding(
            step_place(facts, step.key),
            message(
                "step {} has no {}, which a registry with gates requires",
                quote(step.key),
                lacking,
            ),
            f"add {quote_all(missing)}",
            witness=Witness({"step": step.key, "missing": missing}),
            claim=_refused(facts, step, missing),
        )


@rule(
    "CL302",
    WARNING,
    needs=STEPS,
    prove="gates.proofs.signals:inert_section",
    complete_if=SOUND,
    fix="safe",
)
def section_with_flow(facts: ClimptFacts) -> Iterator[Finding]:
    """Section with fields that only a step uses

    What:
        A step whose ID starts with `section.`, or whose `c2` is `section`, has `structuredGate`,
        `transitions`, `outputSchemaRef` or `stepKind`. In release 1.14 it must have a kind.
    Why:
        A section is a piece of text that runs never enter, so these fields have no effect. It might
        be intended as a step; a jump to it ends the run.
    Bad:
        "section.rules": {…, "c2": "section", "stepKind": "work", "structuredGate": {…}}
    Good:
        "section.rules": {…, "c2": "section"}
    Fix:
        Remove the fields, or give the step another ID and phase. If only `c2` says `section`, the
        start requires these fields unless the ID starts with `section.` too.
    Dry run:
        Without them, all runs of the agent are the same.
    Source:
        climpt §2.3, §3.4, §7.4, climpt 1.14 §2.2, §7.1
    """
    for step in facts.steps.values():
        found = _members(facts, step, flow_members(step)) if step.section else []
        if not found:
            continue
        prefixed = step.key.startswith(PREFIX)
        document = facts.contract.documents[facts.registry.file]
        edits = remove_items(document, step.pointer, found)
        yield Finding(
            step_place(facts, step.key),
            message(
                "section {} has {}, but sections are never run", quote(step.key), quote_all(found)
            ),
            "remove them" if prefixed else f"remove them, and start its ID with {quote(PREFIX)}",
            related=tuple(
                Related(facts.place((*step.pointer, name), "key"), "has no effect")
                for name in found
            ),
            witness=Witness({"step": step.key, "members": found, "pointer": list(step.pointer)}),
            claim=Same(edits) if edits else None,
            fix=Fix("safe", f"remove {quote_all(found)}", edits) if prefixed and edits else None,
        )


@rule("CL303", INFO, needs=STEPS, complete_if=SOUND, default=False)
def section_step_inert(facts: ClimptFacts) -> Iterator[Finding]:
    """Section that is never loaded

    What:
        A step's ID starts with `section.`, or its `c2` is `section`.
    Why:
        According to climpt's documentation, prompts can be built from sections. No code does that:
        the prompt of the section is never sent.
    Bad:
        "section.rules": {"stepId": "section.rules", …}
    Good:
        "initial.audit": {…}   // the rules are in its prompt
    Fix:
        Move the text into the prompts that need it.
    Source:
        climpt §2.3, §7.4
    """
    for step in facts.steps.values():
        if step.section:
            yield Finding(
                step_place(facts, step.key),
                message("section {} is never loaded", quote(step.key)),
                "move its text into the prompts that need it",
                witness=Witness({"step": step.key}),
            )
