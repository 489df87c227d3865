"""Transitions that choose between steps depending on a value (reference climpt §2.5, §4.3,
§7.5)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.conditionvalues import (
    DEFAULT,
    handed,
    keys_of,
    longer_list,
    others_excluded,
    possible_keys,
    produced,
    producible,
)
from phaselint.dialects.climpt.analysis.lower import continuation, refusals
from phaselint.vocabulary.claim import Ends, Same
from phaselint.vocabulary.finding import Finding, Fix, Related
from phaselint.vocabulary.message import Message, message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Grade, rule
from phaselint_rules.climpt.claiming import noted, same_to, same_without_condition
from phaselint_rules.climpt.edits import remove
from phaselint_rules.climpt.form.blankkeys import FORMS, unslipped
from phaselint_rules.climpt.needs import CHOICES, RESOLVED, SOUND, STEPS
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.ways.transitiontext import (
    EMPTY,
    FORWARD,
    REFUSED,
    can_be_asked,
    first_names,
    may_be_taken,
    names_target,
    spoken,
    transitions_of,
    witness_at,
)
from phaselint_rules.words import meant, replace, respell

NO_TARGET = "SR-TRANS-002"
"""How a run ends whose transition has no step for what is passed on."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step, Transition

CONDITIONAL_NOT_SUPPORTED_HERE = (
    Grade("error", "under `handoff` or `escalate`, or under `closing` with `validate-parity`"),
    Grade("warning", "under `repeat` or `closing`"),
)


def conditionals(facts: ClimptFacts) -> Iterator[tuple[Step, Transition]]:
    """The conditional transitions that runs read as such, of steps that a model can answer."""
    for step, transition in transitions_of(facts):
        conditional = (
            transition.conditional and not transition.simple and transition.intent in FORWARD
        )
        if (
            conditional
            and may_be_taken(facts, step, transition)
            and step.key not in facts.unanswerable
        ):
            yield step, transition


@rule(
    "CL408",
    ERROR,
    needs=(*STEPS, *CHOICES),
    claims="ends_or_same",
    complete_if=SOUND,
    ends="failure",
)
def transition_rule_ambiguous(facts: ClimptFacts) -> Iterator[Finding]:
    """Transition with both forms, or with neither

    What:
        A transition has a `target` together with a `condition` and `targets`, or neither.
    Why:
        climpt's `--validate` refuses the registry. A run uses `target` if it exists. A `next` or
        `jump` without either form counts as absent, a `handoff` ends the run with SR-TRANS-004, and
        an `escalate` with SR-TRANS-009. In release 1.14, a start accepts even a transition that
        counts as absent.
    Bad:
        "next": {}
    Good:
        "next": {"target": "verification.x"}
    Fix:
        Write `target`, or `condition` with `targets`.
    Dry run:
        A run takes the transition: with both forms it goes to `target`, with neither it ends with
        an error or goes to the continuation of the step; and all runs are the same with that one
        target. Not confirmed for a transition that no run reads.
    Source:
        climpt §2.5, §4.3, §7.5, climpt 1.14 §4.3, §7.1
    """
    for step, transition in transitions_of(facts):
        if transition.simple != transition.conditional:
            continue
        if unslipped(value_at(facts, facts.place(transition.pointer)), FORMS) != FORMS:
            continue
        shown = can_be_asked(facts, step, transition) and transition.intent not in (
            "repeat",
            "closing",
            "abort",
        )
        data = {"intent": transition.intent} if shown else {}
        if transition.simple:
            said = message("has both `target` and `condition` with `targets`; `target` wins")
            target = transition.target
        else:
            effect = _without_form(facts, step, transition)
            said = message("has neither `target` nor `condition` with `targets`: {}", effect)
            target = None
        yield Finding(
            facts.place(transition.pointer, "key"),
            message("{} {}", spoken(step, transition.intent), said),
            "write `target`, or `condition` with `targets`",
            witness=witness_at(facts, step.key, both=transition.simple, target=target, **data),
            claim=_one_form(facts, step, transition) if shown else None,
        )


def _one_form(facts: ClimptFacts, step: Step, transition: Transition) -> Ends | Same | None:
    """That a transition with both forms is followed as if it had only a target, one with neither as
    if it named the continuation of the step; or that a run which takes it fails."""
    intent = transition.intent
    taken = noted(step.key, intent=intent)
    if transition.simple:
        same = same_without_condition(facts, step, transition)
        return same._replace(via=taken) if same else None
    onward = continuation(facts.registry, step) if intent in FORWARD else ""
    if not onward:
        return Ends(step.key, EMPTY[intent], quote(step.key), via=taken)
    return same_to(facts, step, transition, onward)


def _without_form(facts: ClimptFacts, step: Step, transition: Transition) -> str:
    """What happens with a transition that has neither form."""
    if transition.intent == "jump" and names_target(facts, step):
        return "it is never read because every jump names its target"
    if transition.intent in ("handoff", "escalate") and can_be_asked(facts, step, transition):
        return f"a run that takes it ends with {EMPTY[transition.intent]}"
    if not refusals(step).no_rule:
        return "it counts as absent"
    if transition.intent not in FORWARD:
        return "it is never read"
    onward = continuation(facts.registry, step)
    if onward:
        return f"the step's name makes a run continue with {quote(onward)}"
    return f"a run that takes it ends with {EMPTY[transition.intent]}"


@rule(
    "CL409",
    ERROR,
    needs=(*STEPS, *CHOICES),
    claims="ends",
    complete_if=RESOLVED,
    ends="failure",
)
def conditional_without_default(facts: ClimptFacts) -> Iterator[Finding]:
    """Conditional transition that doesn't cover every value

    What:
        A conditional `next` or `jump` has no `default`, but the schema allows an answer in which
        the value of the condition is absent or isn't one of the keys. A condition that isn't handed
        off at all is left to `condition-not-in-handoff`.
    Why:
        With such an answer the run ends with SR-TRANS-002.
    Bad:
        "next": {"condition": "state", "targets": {"done": "closure.x"}}
    Good:
        "next": {"condition": "state", "targets": {"done": "closure.x", "default": "work.x"}}
    Fix:
        Add `default`, or make the value required and give each of its values a key.
    Dry run:
        A run gives an answer with such a value and ends with SR-TRANS-002.
    Source:
        climpt §2.5, §4.3, §7.5
    """
    for step, transition in conditionals(facts):
        path, schema = handed(step, transition.condition), facts.schema(step)
        if DEFAULT in transition.targets or path is None or schema is None:
            continue
        found = produced(schema, path)
        missing = (
            None if found.keys is None else [k for k in found.keys if k not in transition.targets]
        )
        if missing is None and found.always and others_excluded(schema, path, transition.targets):
            continue
        if missing == [] and found.always:
            continue
        yield Finding(
            facts.place((*transition.pointer, "targets"), "key"),
            message(
                "{} has no `default`, but {} {}; the run then ends with SR-TRANS-002",
                spoken(step, transition.intent),
                quote(path),
                _uncovered(missing),
            ),
            "add `default`",
            witness=witness_at(
                facts,
                step.key,
                intent=transition.intent,
                field=path,
                keys=list(transition.targets),
                missing=missing,
            ),
            claim=Ends(step.key, NO_TARGET, why=quote(transition.intent)),
        )


def _uncovered(missing: list[str] | None) -> Message:
    if missing is None:
        return message("can have other values")
    if not missing:
        return message("can be absent")
    return message("can be {}", first_names([key if key != DEFAULT else "null" for key in missing]))


@rule(
    "CL410",
    WARNING,
    needs=(*STEPS, *CHOICES),
    prove="ways.proofs.conditionals:never_chosen",
    complete_if=RESOLVED,
    fix="unsafe",
    ends="unused",
)
def conditional_key_unreachable(facts: ClimptFacts) -> Iterator[Finding]:
    """Conditional transition with a key that never matches

    What:
        A key of `targets` other than `default` is a value that the schema doesn't allow for the
        condition, by its `enum`, `const` or type. An object is `[object Object]` there, and a list
        is its elements with commas between them: the message says so if only a list of one element
        matches the key. A field that the schema doesn't have at all is left to
        `handoff-field-unresolved`.
    Why:
        The transition to that step is never taken, or not for a longer list; the intended value
        goes to `default`.
    Bad:
        // the schema has "state": {"enum": ["open", "done"]}
        "targets": {"blocked": "work.x", "default": "closure.x"}
    Good:
        "targets": {"open": "work.x", "default": "closure.x"}
    Fix:
        Correct the key, remove it, or allow the value in the schema.
    Dry run:
        Complete exploration with answers that the schema allows never has the value there; the key
        is read from the file. With a list of two elements, one of which is the key, a run goes to
        `default`.
    Source:
        climpt §2.5, §4.3, §7.5
    """
    for step, transition in conditionals(facts):
        path, schema = handed(step, transition.condition), facts.schema(step)
        if path is None or schema is None:
            continue
        for key, target in transition.targets.items():
            if key == DEFAULT:
                continue
            if producible(schema, path, key):
                yield from _of_a_list(facts, step, transition, path, key)
                continue
            known = [each for each in possible_keys(schema, path) or () if each != DEFAULT]
            edit = remove(
                facts.contract.documents, facts.registry.file, (*transition.pointer, "targets", key)
            )
            yield Finding(
                facts.place((*transition.pointer, "targets", key), "key"),
                message(
                    "{} has the key {}, but {} never has this value",
                    spoken(step, transition.intent),
                    quote(key),
                    quote(path),
                ),
                meant(
                    key,
                    known,
                    f"use one of its values: {first_names(known)}" if known else "remove it",
                ),
                related=_declared(facts, step, path),
                witness=witness_at(facts, step.key, value=key, field=path, target=target),
                fix=Fix("unsafe", f"remove {quote(key)}", (edit,)) if edit else None,
            )


def _of_a_list(
    facts: ClimptFacts, step: Step, transition: Transition, path: str, key: str
) -> Iterator[Finding]:
    """The finding about a key that only a list of one element can match."""
    listed = longer_list(facts.schema(step), path, key)
    if listed is None or ",".join(listed) in transition.targets:
        return
    yield Finding(
        facts.place((*transition.pointer, "targets", key), "key"),
        message(
            "{} has the key {}, but {} is a list: only a list of 1 element matches {}",
            spoken(step, transition.intent),
            quote(key),
            quote(path),
            quote(key),
        ),
        "use a string as the condition",
        related=_declared(facts, step, path),
        witness=witness_at(
            facts,
            step.key,
            intent=transition.intent,
            field=path,
            value=key,
            listed=listed,
            target=transition.targets.get(DEFAULT),
        ),
    )


def _declared(facts: ClimptFacts, step: Step, path: str) -> tuple[Related, ...]:
    from phaselint_rules.climpt.gates.schemas import property_place, written

    schema = facts.schema(step)
    place = property_place(facts, step, written(schema, path)) if schema is not None else None
    return (Related(place, f"the values of {quote(path)}"),) if place else ()


@rule(
    "CL411",
    ERROR,
    needs=(*STEPS, *CHOICES),
    claims="same",
    complete_if=SOUND,
    fix="unsafe",
    ends="failure",
)
def condition_not_in_handoff(facts: ClimptFacts) -> Iterator[Finding]:
    """Condition that isn't among the handed-off values

    What:
        `condition` of a conditional `next` or `jump` isn't the last segment of any path in
        `handoffFields`. A condition with a dot never is. Silent under a `jump` if every answer
        names the target, and in steps that no run reaches.
    Why:
        A condition is a single key of the handed-off values. A missing key always goes to
        `default`; without a default the run ends with SR-TRANS-002.
    Bad:
        "handoffFields": ["progress.state"], … "condition": "progress.state"
    Good:
        "handoffFields": ["progress.state"], … "condition": "state"
    Fix:
        Use the last segment of the path, and list the path in `handoffFields`.
    Dry run:
        A run takes the transition, and all runs are the same with the step under `default` as its
        only target, or `null`.
    Source:
        climpt §2.5, §4.3, §7.5
    """
    for step, transition in conditionals(facts):
        if handed(step, transition.condition) is not None:
            continue
        known = keys_of(step)
        place = facts.place((*transition.pointer, "condition"))
        last = transition.condition.rpartition(".")[2]
        default = transition.targets.get(DEFAULT)
        outcome = (
            message("goes to {}", quote(default)) if default else "ends the run with SR-TRANS-002"
        )
        yield Finding(
            place,
            message(
                "step {} doesn't hand off {}: {}{} always {}",
                quote(step.key),
                quote(transition.condition),
                "when the answer names no target, " if _by_answer(step, transition) else "",
                spoken(step, transition.intent),
                outcome,
            ),
            f"use {quote(last)}, the last segment of the path"
            if last in known
            else meant(
                transition.condition, known, f"add its path to `handoffFields`{_has(known)}"
            ),
            related=_fields(facts, step),
            witness=witness_at(
                facts,
                step.key,
                intent=transition.intent,
                condition=transition.condition,
                keys=[key for key in transition.targets if key != DEFAULT],
                target=default,
            ),
            claim=same_to(facts, step, transition, default),
            fix=replace(transition.condition, last, place)
            if last in known
            else respell(transition.condition, known, place),
        )


def _by_answer(step: Step, transition: Transition) -> bool:
    """Whether an answer can name the target in place of a transition."""
    return transition.intent == "jump" and step.gate is not None and bool(step.gate.target_field)


def _has(known: tuple[str, ...]) -> str:
    return f", which has {quote_all(known)}" if known else ""


def _fields(facts: ClimptFacts, step: Step) -> tuple[Related, ...]:
    if step.gate is None or not step.gate.handoff_fields:
        return ()
    place = facts.place((*step.gate.pointer, "handoffFields"), "key")
    return (Related(place, "the handed-off fields"),)


@rule(
    "CL412",
    CONDITIONAL_NOT_SUPPORTED_HERE,
    needs=(*STEPS, *CHOICES),
    claims="ends_or_same",
    complete_if=SOUND,
    ends="failure",
)
def conditional_not_supported_here(facts: ClimptFacts) -> Iterator[Finding]:
    """Condition on a transition that doesn't support it

    What:
        A listed `handoff` or `escalate` has `condition` and `targets` instead of `target`; as a
        warning, `repeat` or `closing` has them, where they are never read. In parity mode `closing`
        is an error, because climpt's `--validate` refuses it.
    Why:
        Only `next` and `jump` support conditions. After `handoff` the run ends with SR-TRANS-004,
        after `escalate` with SR-TRANS-009.
    Bad:
        "handoff": {"condition": "state", "targets": {"default": "closure.x"}}
    Good:
        "handoff": {"target": "closure.x"}
    Fix:
        Write `target`, or use `next`.
    Dry run:
        A run takes the transition and ends with the code; or all runs are the same without the
        condition.
    Source:
        climpt §3.3, §4.3, §5, §7.5, §7.9
    """
    for step, transition in transitions_of(facts):
        plain = transition.simple or not transition.conditional or transition.intent in FORWARD
        refused = facts.parity and transition.intent == "closing"
        if plain or not (refused or may_be_taken(facts, step, transition)):
            continue
        code = REFUSED.get(transition.intent, "")
        outcome = f"the run ends with {code}" if code else "the condition is never read"
        yield Finding(
            facts.place((*transition.pointer, "condition"), "key"),
            message("{} can't have a condition: {}", spoken(step, transition.intent), outcome),
            "use `target` instead",
            severity="error" if code or refused else "warning",
            witness=witness_at(facts, step.key, code=code, intent=transition.intent),
            claim=Ends(step.key, code) if code else same_without_condition(facts, step, transition),
        )


@rule("CL413", INFO, needs=(*STEPS, *CHOICES), complete_if=SOUND, default=False)
def conditional_single_target(facts: ClimptFacts) -> Iterator[Finding]:
    """Condition that doesn't affect the target

    What:
        All values of `targets` of a conditional `next` or `jump` are the same step, including
        `default`.
    Why:
        The condition has no effect.
    Bad:
        "next": {"condition": "state", "targets": {"done": "closure.x", "default": "closure.x"}}
    Good:
        "next": {"target": "closure.x"}
    Fix:
        Use `target`, or correct one of the steps.
    Source:
        climpt §2.5, §7.5
    """
    for step, transition in conditionals(facts):
        names = set(transition.targets.values())
        if len(names) == 1 and DEFAULT in transition.targets and None not in names:
            (name,) = names
            yield Finding(
                facts.place((*transition.pointer, "targets"), "key"),
                message(
                    "{} goes to {} for every value of its condition",
                    spoken(step, transition.intent),
                    quote(str(name)),
                ),
                "use `target`, or correct one of the steps",
            )
