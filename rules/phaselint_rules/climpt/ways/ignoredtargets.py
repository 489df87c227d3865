"""Parts of transitions that no run reads (reference climpt §7.5)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Notes, Same
from phaselint.vocabulary.finding import Edit, Finding, Fix
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import WARNING, rule
from phaselint_rules.climpt.claiming import same_with
from phaselint_rules.climpt.edits import remove, spelt
from phaselint_rules.climpt.needs import SOUND, STEPS
from phaselint_rules.climpt.ways.transitiontext import (
    can_be_asked,
    spoken,
    transition_data,
    transitions_of,
    witness_at,
)
from phaselint_rules.words import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step


@rule(
    "CL405",
    WARNING,
    needs=STEPS,
    claims="same",
    complete_if=SOUND,
    fix="safe",
)
def closing_target_ignored(facts: ClimptFacts) -> Iterator[Finding]:
    """Target of a `closing` transition, which is ignored

    What:
        The target of a listed `closing` transition is an existing step.
    Why:
        `closing` always ends the run; no step follows.
    Bad:
        "closing": {"target": "closure.x"}
    Good:
        "closing": {"target": null}
    Fix:
        Write `null`.
    Dry run:
        A run takes the transition, and all runs are the same with `null` there.
    Source:
        climpt §2.5, §4.3, §5, §7.5
    """
    for step, transition in transitions_of(facts):
        named = (
            transition.target if transition.simple and transition.target in facts.steps else None
        )
        if (
            transition.intent != "closing"
            or named is None
            or not can_be_asked(facts, step, transition)
        ):
            continue
        place = facts.place((*transition.pointer, "target"))
        edit = Edit(place, "null")
        said = "closure_signal" if step.kind == "closure" else "intent"
        yield Finding(
            place,
            message(
                "{} names {}, but `closing` ends the run", spoken(step, "closing"), quote(named)
            ),
            "write `null`",
            witness=witness_at(facts, step.key, intent="closing"),
            claim=Same(after=step.key, via=Notes(step.key, "iteration", {said: "closing"})),
            fix=Fix("safe", "write `null`", (edit,)),
        )


@rule(
    "CL406",
    WARNING,
    needs=STEPS,
    claims="same",
    complete_if=SOUND,
    fix="unsafe",
)
def repeat_target_ignored(facts: ClimptFacts) -> Iterator[Finding]:
    """Target of a `repeat` transition, which is ignored

    What:
        The target of a listed `repeat` transition is a step other than its own, also in closure
        steps. Not reported with the option `documented-edges`.
    Why:
        `repeat` always runs the same step again: the transition is never read. Some parts of
        climpt's documentation say otherwise.
    Bad:
        "continuation.x": {"transitions": {"repeat": {"target": "initial.x"}}}
    Good:
        "continuation.x": {"transitions": {"repeat": {"target": "continuation.x"}}}
    Fix:
        Name the step itself. Use `next`, `jump` or `escalate` to go to the other step.
    Dry run:
        A run answers `repeat` and stays in the step, just as it does if the transition names the
        step itself.
    Source:
        climpt §4.3, §5, §7.5
    """
    if facts.options["documented-edges"]:
        return
    for step, transition in transitions_of(facts):
        named = (
            transition.target if transition.simple and transition.target in facts.steps else None
        )
        if transition.intent != "repeat" or named is None or named == step.key:
            continue
        if step.chain.barren or not can_be_asked(facts, step, transition):
            continue
        place = facts.place((*transition.pointer, "target"))
        yield Finding(
            place,
            message(
                "{} names {}, but `repeat` always runs {} again",
                spoken(step, "repeat"),
                quote(named),
                quote(step.key),
            ),
            f"write {quote(step.key)}, or use {_forward(step)} to go there",
            witness=witness_at(facts, step.key, intent="repeat", target=named),
            claim=same_with(facts, place, Edit(place, spelt(step.key))),
            fix=replace(named, step.key, place),
        )


def _forward(step: Step) -> str:
    others = {"verification": ("next", "jump", "escalate"), "closure": ()}
    intents = others.get(step.kind, ("next", "jump"))
    return quote_all(intents) if intents else "another step"


@rule(
    "CL407",
    WARNING,
    needs=STEPS,
    claims="same",
    complete_if=SOUND,
    fix="safe",
)
def transition_fallback_ignored(facts: ClimptFacts) -> Iterator[Finding]:
    """Fallback of a transition, which is ignored

    What:
        A transition has a `fallback` that names a step. Not reported with the option
        `documented-edges`.
    Why:
        Only climpt's `--validate` reads it; a run never does.
    Bad:
        "next": {"target": "verification.x", "fallback": "initial.x"}
    Good:
        "next": {"target": "verification.x"}
    Fix:
        Remove it.
    Dry run:
        The contract and a copy without the fallback do the same on the same script.
    Source:
        climpt §2.5, §4.3, §4.13, §7.5
    """
    if facts.options["documented-edges"]:
        return
    documents = facts.contract.documents
    for step, transition in transitions_of(facts):
        if transition.fallback not in facts.steps:
            continue
        pointer = (*transition.pointer, "fallback")
        place = facts.place(pointer, "key")
        edit = remove(documents, facts.registry.file, pointer)
        first = next(
            each for each in transition.named if each != pointer or len(transition.named) == 1
        )
        data = transition_data(transition, first) if can_be_asked(facts, step, transition) else {}
        yield Finding(
            place,
            message("the fallback of {} is never used", spoken(step, transition.intent)),
            "remove it",
            witness=witness_at(facts, step.key, **data),
            claim=same_with(facts, place, edit) if edit and data else None,
            fix=Fix("safe", "remove the fallback", (edit,)) if edit else None,
        )
