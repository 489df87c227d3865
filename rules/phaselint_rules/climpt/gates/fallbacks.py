"""What a gate does with an answer that it cannot read (reference climpt §7.3)."""

from __future__ import annotations

from phaselint.dialects.climpt.model import ALLOWED
from phaselint.vocabulary.finding import Finding, Fix, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import INFO, WARNING, Grade, rule
from phaselint_rules.climpt.edits import node, remove, spelt
from phaselint_rules.climpt.form.releases import release_of
from phaselint_rules.climpt.needs import SOUND, STEPS
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
    from phaselint.vocabulary.finding import Place
    from phaselint_rules.climpt.vocabulary import Words

NOT_ALLOWED = (
    Grade("error", "the start is refused, or before release 1.14 another intent is taken"),
    Grade("warning", "in release 1.14, another intent is taken"),
)


def _place(facts: ClimptFacts, words: Words, field: str) -> Place:
    return facts.place((*words.gate.pointer, field))


@rule(
    "CL211",
    NOT_ALLOWED,
    needs=STEPS,
    prove="gates.proofs.gates:passes_over",
    complete_if=SOUND,
    fix="unsafe",
)
def fallback_intent_not_allowed(facts: ClimptFacts) -> Iterator[Finding]:
    """The fallback of a gate is not among the intents that it lists.

    What:
        `fallbackIntent` is an intent and not in `allowedIntents`: one that the step's kind does not
        have, or one that is asked for, since `failFast` is `false` and the gate is read; the latter
        is a warning in release 1.14. Any other has no effect at all (`fallback-intent-ignored`).
        Silent where nothing is listed.
    Why:
        Where the step's kind does not have the intent, the agent does not start. Otherwise the
        fallback is passed over: an answer that cannot be read becomes `next`, or the intent that
        is listed first.
    Bad:
        "allowedIntents": ["next", "repeat"], "failFast": false, "fallbackIntent": "handoff"
    Good:
        "allowedIntents": ["next", "repeat"], "failFast": false, "fallbackIntent": "repeat"
    Fix:
        Use a listed intent.
    Dry run:
        The start is refused with SR-VALID-001; or an answer that cannot be read is given, and the
        run takes another intent; the fallback is read.
    Source:
        climpt §2.4, §3.1, §4.3, §7.3, climpt 1.14 §7.1
    """
    for words in vocabularies(facts):
        word = words.gate.fallback
        step, instead = words.step, taken_instead(words)
        if word not in step.intents or word in words.listed:
            continue
        if not words.listed or not words.gate.allowed_known:
            continue
        foreign = word not in ALLOWED.get(step.kind, step.intents)
        if not foreign and (words.gate.fail_fast or step.kind == "closure"):
            continue
        why = (
            message(", and no {} step may say it", step.kind)
            if foreign
            else message(": {} is taken instead", quote(instead))
        )
        better = "repeat" if "repeat" in words.listed else instead
        place = _place(facts, words, "fallbackIntent")
        yield Finding(
            place,
            message(
                "the fallback {} of step {} is not in `allowedIntents`{}",
                quote(word),
                quote(step.key),
                why,
            ),
            f"use a listed intent, such as {quote(better)}",
            severity="error" if foreign else release_of(facts).passed_over,
            related=(Related(list_place(facts, words), "what is listed"),),
            witness=witness_at(
                facts,
                step.key,
                word=word,
                refused=foreign,
                instead=instead,
                answer=UNREADABLE,
                kind=step.kind,
            ),
            fix=_replaced(place, word, better),
        )


def _replaced(place: Place, word: str, better: str) -> Fix:
    from phaselint.vocabulary.finding import Edit

    return Fix("unsafe", f"replace {quote(word)} by {quote(better)}", (Edit(place, spelt(better)),))


@rule(
    "CL212",
    INFO,
    needs=STEPS,
    prove="form.proofs.unreadfields:never_asked",
    complete_if=SOUND,
    fix="safe",
    default=False,
)
def fallback_intent_ignored(facts: ClimptFacts) -> Iterator[Finding]:
    """A gate has a fallback that nothing asks for.

    What:
        `fallbackIntent` is set, and `failFast` is not `false`. Silent where the fallback is no
        intent, or one that the step's kind does not have, which is reported instead.
    Why:
        An answer that cannot be read ends the run; the fallback has no effect.
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
                "the fallback {} of step {} has no effect: `failFast` is not `false`",
                quote(word),
                quote(words.step.key),
            ),
            "remove it",
            witness=witness_at(facts, words.step.key, word=word, **node(place)),
            fix=Fix("safe", "remove `fallbackIntent`", (edit,)) if edit else None,
        )


@rule(
    "CL213",
    WARNING,
    needs=STEPS,
    prove="gates.proofs.gates:takes_anything",
    complete_if=SOUND,
    fix="unsafe",
)
def fail_fast_disabled(facts: ClimptFacts) -> Iterator[Finding]:
    """A gate takes an answer that it cannot read for an intent.

    What:
        `failFast` is `false` in a step whose gate is read: not in a closure step.
    Why:
        An answer without an intent, or with one that is not listed, is taken for the fallback,
        else for `next`, else for the intent that is listed first. The run goes on as if the model
        had said so.
    Bad:
        "allowedIntents": ["next", "repeat"], "failFast": false
    Good:
        "allowedIntents": ["next", "repeat"]
    Fix:
        Remove it, or say with `fallbackIntent` that the step is to be repeated.
    Dry run:
        An answer that cannot be read is given, and the run goes on with an intent.
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
                "step {} takes any answer that it cannot read for {}",
                quote(step.key),
                quote(instead),
            ),
            "remove `failFast`, so that such an answer ends the run",
            witness=witness_at(facts, step.key, instead=instead, answer=UNREADABLE),
            fix=Fix("unsafe", "remove `failFast`", (edit,)) if edit else None,
        )
