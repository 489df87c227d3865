"""Listed intents without transitions, and transitions without listed intents (reference climpt
§7.3)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import continuation, permitted, refusals
from phaselint.vocabulary.claim import Ends, Same
from phaselint.vocabulary.finding import Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.rule import WARNING, Grade, rule
from phaselint_rules.climpt.claiming import same_without
from phaselint_rules.climpt.edits import add_member, node, remove
from phaselint_rules.climpt.gates.schemas import is_property, written
from phaselint_rules.climpt.needs import OF_1_13, SOUND, STEPS
from phaselint_rules.climpt.refusing import refused_for
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
"""Intent → how every run with this intent ends if the step has no transition for it (reference
§4.3)."""

WITHOUT_TARGET = "when the answer names no target, "

INTENT_WITHOUT_TRANSITION = (
    Grade("error", "a run with this intent, or the start, ends with an error"),
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
    """The words of the steps whose list and transitions can be compared and that list an intent
    without a transition; and these intents."""
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
    """Whether the list of a step and its transitions can be compared."""
    step = words.step
    if step.gate is None or step.transitions is None or not step.sound:
        return False
    return words.gate.allowed_known and bool(words.listed)


@pure
def _dead(words: Words) -> tuple[str, ...]:
    """The intents with a transition that aren't listed and that no other finding explains."""
    intents = words.step.intents
    if not _is_comparable(words) or any(word not in intents for word in words.listed):
        return ()
    _, lacking = words.differences
    told = (*words.listed, *words.foreign, *lacking)
    return tuple(key for key in words.keys if key in intents and key not in told)


@pure
def _unruled(words: Words) -> tuple[str, ...]:
    """The listed intents without a transition that no other finding explains; none if the two can't
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
    claims="ends_or_refused",
    complete_if=SOUND,
    fix="safe",
    ends="failure",
)
def intent_without_transition(facts: ClimptFacts) -> Iterator[Finding]:
    """Intent without a transition

    What:
        A listed intent that the step's kind has isn't a key of `transitions`: next if no
        `continuation` step takes its place, handoff, escalate; as a warning closing in a closure
        step, jump if the schema has the target, and repeat with `docs-parity`. Silent if
        `transitions` is missing altogether, if a key of it isn't an intent, and if another rule
        reports the word: `enum-transition-mismatch`, `implicit-continuation`,
        `target-field-missing`, `target-field-unresolved`. In release 1.14 it is an error for every
        listed intent, including repeat and closing.
    Why:
        A run with this intent ends with an error. A closure step ends the run anyway, and a jump
        takes its target from the answer, but climpt's `--validate` refuses both. Release 1.14
        doesn't start without the transition (`S3`), although its `--validate` accepts a missing one
        for repeat.
    Bad:
        "allowedIntents": ["next", "handoff"], …, "transitions": {"next": {"target": "check.x"}}
    Good:
        "transitions": {"next": {"target": "check.x"}, "handoff": {"target": "closure.x"}}
    Fix:
        Add the transition, or remove the intent from the list. A fix adds the only possible one for
        repeat and closing.
    Dry run:
        A run reaches the step with this intent and ends with SR-TRANS-003, SR-TRANS-004 or
        SR-TRANS-007; or the start is refused with S3. A warning isn't confirmed, because a run
        shows no error.
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
            place = list_place(facts, words, intent)
            failing = Ends(words.step.key, error) if error else None
            yield Finding(
                place,
                message(
                    "step {} allows {}, but has no transition for it{}",
                    quote(words.step.key),
                    quote(intent),
                    f": {effect}" if error else "",
                ),
                f"add {quote(intent)} to `transitions`, or remove it from the list",
                severity=severity,
                related=(
                    Related(
                        facts.place((*words.step.pointer, "transitions"), "key"), "the transitions"
                    ),
                ),
                witness=witness_at(facts, words.step.key, intent=intent, error=error),
                claim=refused_for(facts, refused, place) if refused else failing,
                fix=_rule(facts, words.step, intent),
            )


def _run_ends(error: str) -> str:
    return f"a run with this intent ends with {error}"


def _severity(facts: ClimptFacts, step: Step, intent: str) -> Severity | None:
    """How severe it is that an intent has no transition; none if another rule reports it."""
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
    """Whether a jump's target can be in the answer."""
    field = step.gate.target_field if step.gate else ""
    schema = facts.schema(step)
    return bool(field) and (schema is None or is_property(written(schema, field)))


def _rule(facts: ClimptFacts, step: Step, intent: str) -> Fix | None:
    """Add the transition of an intent that can have only one."""
    if intent not in ("closing", "repeat"):
        return None
    target = step.key if intent == "repeat" else None
    pointer = (*step.pointer, "transitions")
    documents, file = facts.contract.documents, facts.registry.file
    edit = add_member(documents, file, pointer, intent, {"target": target})
    return Fix("safe", "add the transition that climpt requires", (edit,)) if edit else None


@rule(
    "CL209",
    IMPLICIT_CONTINUATION,
    needs=(*OF_1_13, *STEPS),
    claims="same",
    complete_if=SOUND,
    fix="safe",
    ends="failure",
)
def implicit_continuation(facts: ClimptFacts) -> Iterator[Finding]:
    """Missing transition of an initial step, replaced by its name

    What:
        A step `initial.X` lists next or jump without a transition for it, and `continuation.X`
        exists. Doesn't apply to a jump if every answer names the target: that needs no transition.
        Release 1.14 always requires a transition (`intent-without-transition`), and an empty one
        points there (`transition-rule-ambiguous`).
    Why:
        It works, but the file doesn't show where the step goes, and climpt's `--validate` refuses
        it.
    Bad:
        "initial.audit": {…, "allowedIntents": ["next"], "transitions": {}}
    Good:
        "transitions": {"next": {"target": "continuation.audit"}}
    Fix:
        Add the transition.
    Dry run:
        A run with this intent continues with the continuation, just as it does with the transition.
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
                    "step {} has no transition for {}: {}it continues with {} because of its name",
                    quote(step.key),
                    quote(intent),
                    WITHOUT_TARGET if jumps and words.gate.target_field else "",
                    quote(target),
                ),
                "add the transition",
                severity="error" if facts.parity else "warning",
                related=(
                    Related(facts.place(facts.steps[target].pointer, "key"), "where it continues"),
                ),
                witness=witness_at(facts, step.key, intent=intent, target=target),
                claim=Same((edit,), after=step.key, via=(step.key, intent, target))
                if edit
                else None,
                fix=Fix("safe", f"add the transition to {quote(target)}", (edit,))
                if edit
                else None,
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
    """Transition for a disallowed intent

    What:
        A key of `transitions` is an intent that isn't in `allowedIntents`. Silent if nothing is
        listed, if a listed word isn't an intent, and if another rule reports the word: one that the
        kind forbids, or that the enum of the schema has.
    Why:
        No run ever takes the transition.
    Bad:
        "allowedIntents": ["next"], …, "transitions": {"next": …, "jump": {"target": "a.b"}}
    Good:
        "allowedIntents": ["next", "jump"]
    Fix:
        List the intent, in the enum too, or remove the transition. No removal is suggested while
        the step lists an intent that its kind forbids, or if only this transition points toward an
        end.
    Dry run:
        Without the transition, a run of the agent is the same.
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
                    "step {} doesn't allow {}, so this transition is never taken",
                    quote(words.step.key),
                    quote(key),
                ),
                f"list {quote(key)}, or remove the transition",
                related=(Related(list_place(facts, words), "the allowed intents"),),
                witness=Witness({"step": words.step.key, "intent": key, **node(place)}),
                claim=same_without(facts, place),
                fix=Fix("unsafe", f"remove the transition for {quote(key)}", (edit,))
                if edit
                else None,
            )
