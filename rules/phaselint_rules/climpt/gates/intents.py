"""Single words in the places of intents: no intent at all, for a model only, for another kind
(reference climpt §7.3)."""

from __future__ import annotations

from phaselint.dialects.climpt.model import ALLOWED, INTENTS
from phaselint.dialects.climpt.spelling import ABORT
from phaselint.vocabulary.claim import Never
from phaselint.vocabulary.finding import Finding, Fix, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, WARNING, Grade, rule
from phaselint.vocabulary.suggest import listing, suggest
from phaselint_rules.climpt.claiming import noted
from phaselint_rules.climpt.edits import remove
from phaselint_rules.climpt.needs import OF_1_13, RESOLVED, SOUND, STEPS
from phaselint_rules.climpt.refusing import INTENTS as REFUSED
from phaselint_rules.climpt.refusing import SCHEMA, refused_for
from phaselint_rules.climpt.vocabulary import (
    list_place,
    meaning,
    related,
    respelling,
    uses,
    vocabularies,
)
from phaselint_rules.climpt.ways.transitiontext import witness_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.claim import Notes, Refused
    from phaselint.vocabulary.finding import Place
    from phaselint_rules.climpt.vocabulary import Words

ABORT_UNUSABLE = (
    Grade("error", "in a step with a kind"),
    Grade("warning", "in a step without kind"),
)


def _about(words: Words, word: str, **more: object) -> Witness:
    """What a proof must know: the step, the word, and where it is."""
    data = {
        "step": words.step.key,
        "word": word,
        "listed": word in words.numbers,
        "fallback": words.falls_back_to(word),
        "key": word in (words.step.transitions or ()),
        "enum": word in words.offered,
    }
    return Witness({**data, **more})


def _refused(facts: ClimptFacts, words: Words, word: str) -> Refused | None:
    """That the start is refused, if it checks the word: the list and the fallback of a step with a
    kind, and the enum of a schema."""
    checked = [list_place(facts, words, word)] if word in words.numbers else []
    if words.falls_back_to(word):
        checked.append(facts.place((*words.gate.pointer, "fallbackIntent")))
    if words.step.kind and checked:
        return refused_for(facts, REFUSED, *checked)
    if words.enum is not None and (word in words.enum.words) != (word in words.numbers):
        return refused_for(facts, SCHEMA, list_place(facts, words))
    return None


@rule(
    "CL201",
    ERROR,
    needs=STEPS,
    claims="refused",
    complete_if=SOUND,
    fix="unsafe",
)
def unknown_intent(facts: ClimptFacts) -> Iterator[Finding]:
    """Unknown intent

    What:
        A word in `allowedIntents`, in `fallbackIntent` or as a key of `transitions` is neither an
        intent nor one of the aliases that a model can use. Reported once for each word of a step.
        If the word is only in the list or only a key, what the others lack because of it isn't
        reported again. In release 1.14 `abort` is such a word; before, `abort-unusable` reports it.
    Why:
        The agent doesn't start with such a word in the list or as the fallback. As a key, it makes
        a transition that is never taken.
    Bad:
        "allowedIntents": ["finish", "repeat"]
    Good:
        "allowedIntents": ["closing", "repeat"]
    Fix:
        Use the intended intent. Nothing replaces `abort`: remove it from the list, the enum and the
        transitions. A run fails by an error, not by an intent.
    Dry run:
        The start is refused with SR-VALID-001. A key alone has no effect, so it isn't confirmed.
    Source:
        climpt §2.3, §3.1, §7.3, climpt 1.14 §2.3, §7.1
    """
    for words in vocabularies(facts):
        for word in words.unknown:
            found = uses(facts, words, word)
            advice, fix = _instead(facts, words, word, found)
            yield Finding(
                found[0][0],
                message(
                    "{} of step {} isn't an intent{}",
                    quote(word) if word else message("an empty string"),
                    quote(words.step.key),
                    " in release 1.14" if word in INTENTS else "",
                ),
                advice,
                related=related(found[1:]),
                witness=_about(words, word),
                claim=_refused(facts, words, word),
                fix=fix,
            )


def _instead(
    facts: ClimptFacts, words: Words, word: str, found: Sequence[tuple[Place, str]]
) -> tuple[str, Fix | None]:
    """What to do about a word that isn't an intent, and how."""
    if word in INTENTS:
        advice = "remove it: a run fails by an error, not by an intent"
        return advice, _removal(facts, words, found)
    intents = words.step.intents
    better = suggest(word, intents)
    if better:
        return f"use {quote(better)}", respelling(words, word, better, found)
    return f"write {listing(ALLOWED.get(words.step.kind, intents))}", None


def _removal(facts: ClimptFacts, words: Words, found: Sequence[tuple[Place, str]]) -> Fix | None:
    """Remove `abort` everywhere; none if it is the fallback too, if one can't be removed, or if a
    step without kind would have no other exit."""
    edits = [remove(facts.contract.documents, p.file, p.pointer) for p, _ in found]
    kept = bool(words.step.kind) or any(word != ABORT for word in words.keys)
    if words.gate.fallback == ABORT or not kept or not all(edits):
        return None
    return Fix("unsafe", f"remove {quote(ABORT)}", tuple(filter(None, edits)))


@rule(
    "CL202",
    ERROR,
    needs=STEPS,
    claims="refused",
    complete_if=RESOLVED,
    fix="unsafe",
)
def intent_alias_in_contract(facts: ClimptFacts) -> Iterator[Finding]:
    """Alias that only a model can use for an intent

    What:
        `continue`, `pass`, `retry`, `wait`, `fail`, `done` or `finished`, in upper or lower case,
        is in `allowedIntents`, in `fallbackIntent`, a key of `transitions` or in the enum of the
        schema. Reported once for each word of a step.
    Why:
        The model's word is translated before it is compared, so such a word never matches. In the
        list, the start refuses it; in the enum, it makes the enum differ from the list.
    Bad:
        "enum": ["continue", "repeat"]
    Good:
        "enum": ["next", "repeat"]
    Fix:
        Use the intent that the alias means, in all places.
    Dry run:
        The start is refused with SR-VALID-001 or SR-VALID-003. A key alone has no effect, so it
        isn't confirmed.
    Source:
        climpt §4.3, §7.3
    """
    reported = set()
    for words in vocabularies(facts):
        for word in words.aliases:
            found, intent = uses(facts, words, word), meaning(word)
            if not found or found[0][0] in reported:
                continue
            reported.add(found[0][0])
            yield Finding(
                found[0][0],
                message(
                    "{} of step {} never matches: it is translated to {} before the comparison",
                    quote(word),
                    quote(words.step.key),
                    quote(intent),
                ),
                f"write {quote(intent)}",
                related=related(found[1:]),
                witness=_about(words, word, intent=intent),
                claim=_refused(facts, words, word),
                fix=respelling(words, word, intent, found),
            )


@rule("CL203", ERROR, needs=STEPS, claims="refused", complete_if=SOUND)
def intent_not_allowed_for_kind(facts: ClimptFacts) -> Iterator[Finding]:
    """Intent not allowed for this kind of step

    What:
        The step has a kind, but its `allowedIntents` or a key of its `transitions` is an intent
        that this kind doesn't have. Work steps can use next, repeat, jump and handoff; verification
        steps next, repeat, jump and escalate; closure steps closing and repeat. Reported once for
        each intent of a step. `abort-unusable` reports `abort`.
    Why:
        With such an intent in the list, the agent doesn't start. As a key, it makes a transition
        that no run takes, and climpt's `--validate` refuses it.
    Bad:
        "stepKind": "work", "structuredGate": {"allowedIntents": ["closing"]}
    Good:
        "stepKind": "work", "structuredGate": {"allowedIntents": ["handoff"]}
    Fix:
        Use an intent of the kind: work steps reach a closure step with handoff, verification steps
        with next. Or change the kind.
    Dry run:
        The start is refused with SR-VALID-001. A key alone has no effect, so it isn't confirmed.
    Source:
        climpt §2.3, §3.1, §3.2, §7.3
    """
    for words in vocabularies(facts):
        kind = words.step.kind
        for word in words.foreign:
            if word == ABORT:
                continue
            found = uses(facts, words, word)
            where = "has a transition in" if word not in words.listed else "is listed in"
            yield Finding(
                found[0][0],
                message(
                    "{} {} step {}, but a {} step can't use it",
                    quote(word),
                    where,
                    quote(words.step.key),
                    quote(kind),
                ),
                f"use {quote_all(ALLOWED[kind])} in a {kind} step",
                related=related(found[1:]),
                witness=_about(words, word, kind=kind),
                claim=_refused(facts, words, word) if word in words.listed else None,
            )


@rule(
    "CL204",
    ABORT_UNUSABLE,
    needs=(*OF_1_13, *STEPS),
    claims="notes_or_refused",
    complete_if=SOUND,
    fix="unsafe",
)
def abort_unusable(facts: ClimptFacts) -> Iterator[Finding]:
    """Intent `abort`, unusable in every step

    What:
        `abort` is in the `allowedIntents` of a step or a key of its `transitions`, and the step has
        a kind; or it is listed in a step without a kind.
    Why:
        According to climpt's documentation it is always allowed. But no kind has it, so the agent
        doesn't start. A step without a kind can use it, and then the run ends as a success.
    Bad:
        "allowedIntents": ["next", "abort"]
    Good:
        "allowedIntents": ["next"]
    Fix:
        Remove it from the list, the enum and the transitions. No fix is suggested if it is the only
        exit of a step without a kind.
    Dry run:
        The start is refused with SR-VALID-001; in a step without a kind, a run uses `abort` and
        ends as a success. A key alone has no effect, so it isn't confirmed.
    Source:
        climpt §2.4, §4.3, §5, §7.3
    """
    for words in vocabularies(facts):
        kind = words.step.kind
        listed, keyed = ABORT in words.listed, ABORT in words.keys
        if not listed and not (kind and keyed):
            continue
        found = uses(facts, words, ABORT)
        if kind:
            why = "no kind of step can use it"
        else:
            why = "in a step without a kind, it ends the run as a success"
        yield Finding(
            found[0][0],
            message("{} of step {} is useless: {}", quote(ABORT), quote(words.step.key), why),
            "remove it, and let the step go to one that ends the run",
            severity="error" if kind else "warning",
            related=related(found[1:]),
            witness=witness_at(facts, words.step.key, listed=listed, kind=kind, ends=[ABORT]),
            claim=_aborting(facts, words),
            fix=_removal(facts, words, found),
        )


def _aborting(facts: ClimptFacts, words: Words) -> Notes | Refused | None:
    """That the start is refused because of `abort` in a list; that it ends runs of a step without a
    kind."""
    if not words.step.kind:
        return noted(words.step.key, intent=ABORT, complete=True)
    listed = ABORT in words.listed
    return refused_for(facts, REFUSED, list_place(facts, words, ABORT)) if listed else None


@rule(
    "CL205",
    ERROR,
    needs=STEPS,
    claims="never",
    complete_if=SOUND,
    ends="failure",
)
def empty_allowed_intents(facts: ClimptFacts) -> Iterator[Finding]:
    """Gate without intents

    What:
        `allowedIntents` is an empty list. Additional intents in the schema and the transitions are
        then not reported.
    Why:
        The run ends with an error after any answer of the model.
    Bad:
        "allowedIntents": []
    Good:
        "allowedIntents": ["next", "repeat"]
    Fix:
        List the intents that the schema offers and that have transitions.
    Dry run:
        Runs reach the step, and every answer ends them there. The gate of a closure step isn't
        read, so it isn't confirmed there.
    Source:
        climpt §3.3, §4.3, §7.3
    """
    for words in vocabularies(facts):
        if words.step.gate is None or words.listed or not words.gate.allowed_known:
            continue
        offered = [
            word for word in (words.enum.words if words.enum else ()) if word in words.step.intents
        ]
        yield Finding(
            list_place(facts, words),
            message("the gate of step {} lists no intents", quote(words.step.key)),
            f"list {quote_all(offered or words.keys)}"
            if offered or words.keys
            else "list the intents that the step can use",
            witness=witness_at(facts, words.step.key),
            claim=_answered(words.step),
        )


def _answered(step: Step) -> Never | None:
    """That each answer of a step ends the run; none for a closure step, whose gate isn't read."""
    if step.kind == "closure":
        return None
    return Never(noted(step.key, failure=None)._replace(hostile=True), after=step.key)


@rule("CL206", WARNING, needs=STEPS, complete_if=SOUND, fix="safe")
def duplicate_intent(facts: ClimptFacts) -> Iterator[Finding]:
    """Duplicate intent in a gate

    What:
        `allowedIntents` has a word more than once. Reported once for each word.
    Why:
        The second one has no effect; another intent might be intended.
    Bad:
        "allowedIntents": ["next", "next"]
    Good:
        "allowedIntents": ["next"]
    Fix:
        Remove the second one, or write the intended intent.
    Source:
        climpt §2.4, §7.3
    """
    for words in vocabularies(facts):
        allowed = words.gate.allowed
        if len(frozenset(allowed)) == len(allowed):
            continue
        second: dict[str, int] = {}
        for number, word in enumerate(allowed):
            if words.numbers[word] < number:
                second.setdefault(word, number)
        for word in words.listed:
            if word not in second or not words.gate.allowed_known:
                continue
            place = facts.place((*words.gate.pointer, "allowedIntents", second[word]))
            edit = remove(facts.contract.documents, place.file, place.pointer)
            yield Finding(
                place,
                message("{} is listed twice in step {}", quote(word), quote(words.step.key)),
                "remove it",
                related=related([(list_place(facts, words, word), "listed first")]),
                witness=Witness({"step": words.step.key, "word": word}),
                fix=Fix("safe", f"remove the second {quote(word)}", (edit,)) if edit else None,
            )
