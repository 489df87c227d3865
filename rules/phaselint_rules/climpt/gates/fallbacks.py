"""What a gate does with an unreadable answer (reference climpt §7.3)."""

from __future__ import annotations

from phaselint.dialects.climpt.model import ALLOWED
from phaselint.vocabulary.finding import Finding, Fix, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import INFO, WARNING, Grade, rule
from phaselint_rules.climpt.claiming import same_without, taking
from phaselint_rules.climpt.edits import node, remove, spelt
from phaselint_rules.climpt.form.releases import release_of
from phaselint_rules.climpt.needs import SOUND, STEPS
from phaselint_rules.climpt.refusing import INTENTS, refused_for
from phaselint_rules.climpt.vocabulary import (
    UNREADABLE,
    is_possible,
    list_place,
    taken_instead,
    vocabularies,
)
from phaselint_rules.climpt.ways.transitiontext import witness_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.vocabulary.claim import Notes, Refused
    from phaselint.vocabulary.finding import Place
    from phaselint_rules.climpt.vocabulary import Words

NOT_ALLOWED = (
    Grade("error", "the start is refused, or before release 1.14 another intent is used"),
    Grade("warning", "in release 1.14, another intent is used"),
)


def _place(facts: ClimptFacts, words: Words, field: str) -> Place:
    return facts.place((*words.gate.pointer, field))


@rule(
    "CL211",
    NOT_ALLOWED,
    needs=STEPS,
    claims="notes_or_refused",
    complete_if=SOUND,
    fix="unsafe",
)
def fallback_intent_not_allowed(facts: ClimptFacts) -> Iterator[Finding]:
    """Fallback intent that isn't in `allowedIntents`

    What:
        `fallbackIntent` is an intent, but not in `allowedIntents`: either the step's kind doesn't
        have it, or it is needed, because `failFast` is `false` and the gate is read. The second
        case is a warning in release 1.14. Any other fallback has no effect
        (`fallback-intent-ignored`). Silent if nothing is listed.
    Why:
        If the step's kind doesn't have the intent, the agent doesn't start. Otherwise the fallback
        is skipped: an unreadable answer becomes `next`, or the first listed intent.
    Bad:
        "allowedIntents": ["next", "repeat"], "failFast": false, "fallbackIntent": "handoff"
    Good:
        "allowedIntents": ["next", "repeat"], "failFast": false, "fallbackIntent": "repeat"
    Fix:
        Use a listed intent.
    Dry run:
        The start is refused with SR-VALID-001; or the model gives an unreadable answer, and the run
        uses another intent; the fallback is read from the file.
    Source:
        climpt §2.4, §3.1, §4.3, §7.3, climpt 1.14 §7.1
    """
    for words in vocabularies(facts):
        word, step, instead = words.gate.fallback, words.step, taken_instead(words)
        if word not in step.intents or word in words.listed:
            continue
        if not words.listed or not words.gate.allowed_known:
            continue
        foreign = word not in ALLOWED.get(step.kind, step.intents)
        if not foreign and (words.gate.fail_fast or step.kind == "closure"):
            continue
        why = (
            message(", and a {} step can't use it", step.kind)
            if foreign
            else message("; {} is used instead", quote(instead))
        )
        better = "repeat" if "repeat" in words.listed else instead
        place = _place(facts, words, "fallbackIntent")
        yield Finding(
            place,
            message(
                "fallback {} of step {} isn't in `allowedIntents`{}",
                quote(word),
                quote(step.key),
                why,
            ),
            f"use a listed intent, such as {quote(better)}",
            severity="error" if foreign else release_of(facts).passed_over,
            related=(Related(list_place(facts, words), "the allowed intents"),),
            witness=witness_at(
                facts,
                step.key,
                word=word,
                refused=foreign,
                instead=instead,
                answer=UNREADABLE,
                kind=step.kind,
            ),
            claim=_passed_over(facts, words, "" if foreign else instead),
            fix=_replaced(place, word, better),
        )


def _passed_over(facts: ClimptFacts, words: Words, instead: str) -> Notes | Refused:
    """That a fallback gives way to another intent, or without one, that the start is refused for
    it."""
    if not instead:
        return refused_for(facts, INTENTS, _place(facts, words, "fallbackIntent"))
    return taking(words, UNREADABLE, used_fallback=True, intent=instead)


def _replaced(place: Place, word: str, better: str) -> Fix:
    from phaselint.vocabulary.finding import Edit

    return Fix(
        "unsafe", f"replace {quote(word)} with {quote(better)}", (Edit(place, spelt(better)),)
    )


@rule(
    "CL212",
    INFO,
    needs=STEPS,
    claims="same",
    complete_if=SOUND,
    fix="safe",
    default=False,
)
def fallback_intent_ignored(facts: ClimptFacts) -> Iterator[Finding]:
    """Fallback intent without effect

    What:
        `fallbackIntent` is set, but `failFast` isn't `false`. Silent if the fallback isn't an
        intent or if the step's kind doesn't have it, which other rules report.
    Why:
        An unreadable answer ends the run; the fallback has no effect.
    Bad:
        "allowedIntents": ["next", "repeat"], "fallbackIntent": "repeat"
    Good:
        "allowedIntents": ["next", "repeat"]
    Fix:
        Remove it.
    Dry run:
        Without the fallback, a run of the agent is the same.
    Source:
        climpt §2.4, §4.3, §7.3
    """
    for words in vocabularies(facts):
        word = words.gate.fallback
        if not words.gate.fail_fast or not is_possible(words.step, word, words.listed):
            continue
        place = _place(facts, words, "fallbackIntent")
        edit = remove(facts.contract.documents, place.file, place.pointer)
        yield Finding(
            place,
            message(
                "fallback {} of step {} has no effect because `failFast` isn't `false`",
                quote(word),
                quote(words.step.key),
            ),
            "remove it",
            witness=witness_at(facts, words.step.key, word=word, **node(place)),
            claim=same_without(facts, place),
            fix=Fix("safe", "remove `fallbackIntent`", (edit,)) if edit else None,
        )


@rule(
    "CL213",
    WARNING,
    needs=STEPS,
    claims="notes",
    complete_if=SOUND,
    fix="unsafe",
)
def fail_fast_disabled(facts: ClimptFacts) -> Iterator[Finding]:
    """Unreadable answer accepted as an intent

    What:
        `failFast` is `false` in a step whose gate is read, which means any step but a closure step.
    Why:
        An answer without an intent, or with one that isn't listed, becomes the fallback, or else
        `next`, or else the first listed intent. The run continues as if the model had chosen it.
    Bad:
        "allowedIntents": ["next", "repeat"], "failFast": false
    Good:
        "allowedIntents": ["next", "repeat"]
    Fix:
        Remove `failFast`, or set `fallbackIntent` so that the step is repeated.
    Dry run:
        The model gives an unreadable answer, and the run continues with an intent.
    Source:
        climpt §2.4, §4.3, §7.3
    """
    for words in vocabularies(facts):
        step, instead = words.step, taken_instead(words)
        if words.gate.fail_fast or step.kind == "closure" or step.section or not instead:
            continue
        place = _place(facts, words, "failFast")
        edit = remove(facts.contract.documents, place.file, place.pointer)
        yield Finding(
            place,
            message(
                "step {} treats any unreadable answer as {}",
                quote(step.key),
                quote(instead),
            ),
            "remove `failFast` to end the run on such an answer",
            witness=witness_at(facts, step.key, instead=instead, answer=UNREADABLE),
            claim=taking(words, UNREADABLE, used_fallback=True, intent=instead),
            fix=Fix("unsafe", "remove `failFast`", (edit,)) if edit else None,
        )
