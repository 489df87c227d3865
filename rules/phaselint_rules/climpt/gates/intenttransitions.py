"""Listed intents without rules, and rules without listed intents (reference climpt §7.3)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import continuation, permitted, refusals
from phaselint.vocabulary.finding import Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.rule import WARNING, Grade, rule
from phaselint_rules.climpt.edits import add_member, node, remove
from phaselint_rules.climpt.gates.schemas import is_property, written
from phaselint_rules.climpt.needs import OF_1_13, SOUND, STEPS
from phaselint_rules.climpt.vocabulary import key_place, list_place, vocabularies
from phaselint_rules.climpt.ways.transitiontext import cuts_off, names_target, witness_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.finding import Severity
    from phaselint_rules.climpt.vocabulary import Words

ERRORS = {
    "next": "SR-TRANS-003",
    "handoff": "SR-TRANS-004",
    "escalate": "SR-TRANS-007",
}
"""Intent → how every run ends that says it where the step has no rule for it (reference §4.3)."""

WITHOUT_TARGET = "when the answer names no target, "

INTENT_WITHOUT_TRANSITION = (
    Grade("error", "a run that says it ends with an error, or the start"),
    Grade(
        "warning",
        "before release 1.14: closing in a closure step, jump with a target in the answer, or "
        "repeat with `docs-parity`",
    ),
)

IMPLICIT_CONTINUATION = (
    Grade("error", "with `validate-parity`"),
    Grade("warning", "otherwise: it works"),
)


def _without_rules(facts: ClimptFacts) -> list[tuple[Words, tuple[str, ...]]]:
    """The words of the steps whose list and rules can be compared, and that list an intent without
    a rule; and these intents."""
    return facts.once(_all_without_rules)


def _all_without_rules(facts: ClimptFacts) -> list[tuple[Words, tuple[str, ...]]]:
    every = tuple(vocabularies(facts))
    unruled = _unruled.each((every,))
    return [
        (words, intents)
        for words, intents in zip(every, unruled, strict=True)
        if intents and (facts.parity or not words.step.section)
    ]


def _is_comparable(words: Words) -> bool:
    """Whether the list of a step and its rules can be compared."""
    step = words.step
    if step.gate is None or step.transitions is None or not step.sound:
        return False
    return words.gate.allowed_known and bool(words.listed)


@pure
def _dead(words: Words) -> tuple[str, ...]:
    """The intents with a rule that are not listed, and that no other finding explains."""
    intents = words.step.intents
    if not _is_comparable(words) or any(word not in intents for word in words.listed):
        return ()
    _, lacking = words.differences
    told = (*words.listed, *words.foreign, *lacking)
    return tuple(key for key in words.keys if key in intents and key not in told)


@pure
def _unruled(words: Words) -> tuple[str, ...]:
    """The listed intents without a rule that no other finding explains; none where the two cannot
    be compared."""
    step = words.step
    if not _is_comparable(words) or any(key not in step.intents for key in words.keys):
        return ()
    lacking, _ = words.differences
    return tuple(w for w in permitted(step) if w not in words.keys and w not in lacking)


@rule(
    "CL208",
    INTENT_WITHOUT_TRANSITION,
    needs=STEPS,
    prove="gates.proofs.gates:without_rule",
    complete_if=SOUND,
    fix="safe",
    ends="failure",
)
def intent_without_transition(facts: ClimptFacts) -> Iterator[Finding]:
    """A step may say an intent for which it has no rule.

    What:
        A listed intent that the step's kind has is no key of `transitions`: next where no
        `continuation` step takes its place, handoff, escalate; as a warning closing in a closure
        step, jump where the schema has the target, and repeat with `docs-parity`. Silent where
        `transitions` is missing altogether, where a key of it is no intent, and where another
        rule reports the word: `enum-transition-mismatch`, `implicit-continuation`,
        `target-field-missing`, `target-field-unresolved`. In release 1.14 an error for every
        listed intent, repeat and closing included.
    Why:
        A run that says the intent ends with an error. A closure step ends the run by itself and a
        jump takes its target from the answer, but the reference's validation refuses both. Release
        1.14 does not start without the rule (`S3`), though its `--validate` does not miss one for
        repeat.
    Bad:
        "allowedIntents": ["next", "handoff"], …, "transitions": {"next": {"target": "check.x"}}
    Good:
        "transitions": {"next": {"target": "check.x"}, "handoff": {"target": "closure.x"}}
    Fix:
        Add the rule, or do not list the intent. Which one repeat and closing have is known.
    Dry run:
        A run comes to the step, says the intent and ends with SR-TRANS-003, SR-TRANS-004 or
        SR-TRANS-007; or the start is refused with S3. Where it is a warning, a run shows no error:
        it is not proved.
    Source:
        climpt §3.2, §4.3, §7.3, §7.9, climpt 1.14 §3.3, §7.1
    """
    for words, intents in _without_rules(facts):
        for intent in intents:
            severity = _severity(facts, words.step, intent)
            if severity is None:
                continue
            refused = refusals(words.step).no_rule
            error = refused or ERRORS.get(intent, "")
            effect = f"the start ends with {error}" if refused else _run_ends(error)
            yield Finding(
                list_place(facts, words, intent),
                message(
                    "step {} lists {} and has no rule for it{}",
                    quote(words.step.key),
                    quote(intent),
                    f": {effect}" if error else "",
                ),
                f"add {quote(intent)} to `transitions`, or remove it from the list",
                severity=severity,
                related=(
                    Related(facts.place((*words.step.pointer, "transitions"), "key"), "the rules"),
                ),
                witness=witness_at(facts, words.step.key, intent=intent, error=error),
                fix=_rule(facts, words.step, intent),
            )


def _run_ends(error: str) -> str:
    return f"a run that says it ends with {error}"


def _severity(facts: ClimptFacts, step: Step, intent: str) -> Severity | None:
    """How grave it is that an intent has no rule; none where it is not this rule's to say."""
    if refusals(step).no_rule:
        return "error"
    mild: Severity = "error" if facts.parity else "warning"
    if intent in ("handoff", "escalate"):
        return "error"
    if intent == "repeat":
        return "warning" if facts.options["docs-parity"] else None
    if intent == "closing":
        return mild if step.kind == "closure" else None
    if intent == "jump" and names_target(facts, step):
        return mild
    if intent not in ("next", "jump") or continuation(facts.registry, step):
        return None
    if intent == "next":
        return "error"
    return mild if _has_target(facts, step) else None


def _has_target(facts: ClimptFacts, step: Step) -> bool:
    """Whether a jump's target may be in the answer."""
    field = step.gate.target_field if step.gate else ""
    schema = facts.schema(step)
    return bool(field) and (schema is None or is_property(written(schema, field)))


def _rule(facts: ClimptFacts, step: Step, intent: str) -> Fix | None:
    """Add the rule of an intent that can have one only."""
    if intent not in ("closing", "repeat"):
        return None
    target = step.key if intent == "repeat" else None
    pointer = (*step.pointer, "transitions")
    documents, file = facts.contract.documents, facts.registry.file
    edit = add_member(documents, file, pointer, intent, {"target": target})
    return Fix("safe", "add the rule that the reference asks for", (edit,)) if edit else None


@rule(
    "CL209",
    IMPLICIT_CONTINUATION,
    needs=(*OF_1_13, *STEPS),
    prove="gates.proofs.gates:goes_on",
    complete_if=SOUND,
    fix="safe",
    ends="failure",
)
def implicit_continuation(facts: ClimptFacts) -> Iterator[Finding]:
    """An initial step goes on without a rule, to the continuation of the same name.

    What:
        A step `initial.X` lists next or jump without a rule for it, and `continuation.X` exists.
        Not of a jump whose every answer names the target: that asks no rule. In release 1.14 a
        rule is asked for in any case (`intent-without-transition`), and an empty one leads there
        (`transition-rule-ambiguous`).
    Why:
        It works, but nobody sees where the step goes, and the reference's validation refuses it.
    Bad:
        "initial.audit": {…, "allowedIntents": ["next"], "transitions": {}}
    Good:
        "transitions": {"next": {"target": "continuation.audit"}}
    Fix:
        Write the rule.
    Dry run:
        A run says the intent and goes on to the continuation, as it does with the rule.
    Source:
        climpt §4.3, §7.3, §7.9, climpt 1.14 §4.3, §7.1
    """
    for words, intents in _without_rules(facts):
        step = words.step
        target = continuation(facts.registry, step)
        for intent in intents if target else ():
            jumps = intent == "jump"
            if intent not in ("next", "jump") or (jumps and names_target(facts, step)):
                continue
            pointer = (*step.pointer, "transitions")
            documents, file = facts.contract.documents, facts.registry.file
            edit = add_member(documents, file, pointer, intent, {"target": target})
            yield Finding(
                list_place(facts, words, intent),
                message(
                    "step {} has no rule for {}: {}it goes on to {} because of its name",
                    quote(step.key),
                    quote(intent),
                    WITHOUT_TARGET if jumps and words.gate.target_field else "",
                    quote(target),
                ),
                "write the rule",
                severity="error" if facts.parity else "warning",
                related=(
                    Related(facts.place(facts.steps[target].pointer, "key"), "where it goes on"),
                ),
                witness=witness_at(facts, step.key, intent=intent, target=target),
                fix=Fix("safe", f"add the rule to {quote(target)}", (edit,)) if edit else None,
            )


@rule(
    "CL210",
    WARNING,
    needs=STEPS,
    prove="form.proofs.unreadfields:not_listed",
    complete_if=SOUND,
    fix="unsafe",
)
def dead_transition(facts: ClimptFacts) -> Iterator[Finding]:
    """A step has a rule for an intent that it does not list.

    What:
        A key of `transitions` is an intent and not in `allowedIntents`. Silent where nothing is
        listed, where a listed word is no intent, and where another rule reports the word: one
        that the kind forbids, or that the enum of the schema has.
    Why:
        No run ever follows the rule.
    Bad:
        "allowedIntents": ["next"], …, "transitions": {"next": …, "jump": {"target": "a.b"}}
    Good:
        "allowedIntents": ["next", "jump"]
    Fix:
        List the intent, in the enum too, or remove the rule. No removal is offered while the step
        lists an intent that its kind forbids, or where only this rule points towards an end.
    Dry run:
        Without the rule, a run of the agent is the same.
    Source:
        climpt §3.2, §4.3, §7.3
    """
    every = tuple(vocabularies(facts))
    for words, dead in zip(every, _dead.each((every,)), strict=True):
        for key in dead if facts.parity or not words.step.section else ():
            place = key_place(facts, words, key)
            kept = words.foreign or cuts_off(facts, words.step, key)
            edit = None if kept else remove(facts.contract.documents, place.file, place.pointer)
            yield Finding(
                place,
                message(
                    "step {} does not list {}: nothing follows the rule",
                    quote(words.step.key),
                    quote(key),
                ),
                f"list {quote(key)}, or remove the rule",
                related=(Related(list_place(facts, words), "what it lists"),),
                witness=Witness({"step": words.step.key, "intent": key, **node(place)}),
                fix=Fix("unsafe", f"remove the rule for {quote(key)}", (edit,)) if edit else None,
            )
