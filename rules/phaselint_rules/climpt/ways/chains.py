"""Chains of adaptations, which set how often a step can be repeated (reference climpt 1.14 §2.2,
§4.3, §7.2)."""

from __future__ import annotations

from phaselint.dialects.climpt.chains import IMPLIED_CHAIN
from phaselint.dialects.climpt.reading.promptfiles import is_element
from phaselint.vocabulary.claim import Ends
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import Message, message, quote
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, rule
from phaselint_rules.climpt.claiming import EXHAUSTED, noted, same_without, taking
from phaselint_rules.climpt.edits import add_member, node, remove, spelt
from phaselint_rules.climpt.needs import OF_1_14, RUN, SOUND, STEPS
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.refusing import refused_for
from phaselint_rules.climpt.vocabulary import UNREADABLE, words_of
from phaselint_rules.climpt.ways.repeatedsteps import (
    CHAIN,
    REPEAT,
    can_repeat,
    chain_place,
    is_list,
    repeats,
    repeats_end,
)
from phaselint_rules.climpt.ways.transitiontext import step_place, witness_at
from phaselint_rules.words import kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.finding import Place

# --- the rules ---------------------------------------------------------------------------------


@rule(
    "CL801",
    WARNING,
    needs=(*OF_1_14, *STEPS),
    prove="ways.proofs.chains:second_repeat_ends",
    complete_if=SOUND,
    fix="unsafe",
    ends="failure",
)
def adaptation_chain_undeclared(facts: ClimptFacts) -> Iterator[Finding]:
    """Repeatable step without an `adaptationChain`

    What:
        Steps list `repeat` but have no `adaptationChain`. They are one finding, at the first step.
    Why:
        A chain allows as many repeats in a row as it has elements, and the implied chain has a
        single `default`: the second `repeat` ends the run with AGENT_ADAPTATION_CHAIN_EXHAUSTED.
        climpt computes a warning about it, but never shows it.
    Bad:
        "initial.x": {"structuredGate": {"allowedIntents": ["next", "repeat"]}}
    Good:
        "initial.x": {
          "structuredGate": {"allowedIntents": ["next", "repeat"]},
          "adaptationChain": ["default", "default"]
        }
    Fix:
        Add a chain with an element for each repeat in a row: `default`, or the adaptation whose
        prompt you want to send.
    Dry run:
        In each of the steps, a run answers `repeat` twice and ends.
    Source:
        climpt 1.14 §2.2, §3.3 (S10), §4.3, §7.2
    """
    lacking = [step for step in facts.met_steps if can_repeat(facts, step) and not step.chain.given]
    if not lacking:
        return
    first, *others = lacking
    also = message(" and of {} other steps", len(others)) if len(others) > 1 else message("")
    if len(others) == 1:
        also = message(" and of {}", quote(others[0].key))
    yield Finding(
        step_place(facts, first.key),
        message("the second `repeat` of {}{} in a row ends the run", quote(first.key), also),
        f"add an `{CHAIN}` with an element for each repeat in a row",
        related=tuple(Related(step_place(facts, s.key), "has no chain either") for s in others),
        witness=witness_at(facts, first.key, steps=[step.key for step in lacking]),
        fix=_declared(facts, lacking),
    )


def _declared(facts: ClimptFacts, lacking: list[Step]) -> Fix | None:
    """Suggest the implied chain for each step, where it can be seen and extended."""
    documents, file = facts.contract.documents, facts.registry.file
    edits = [add_member(documents, file, step.pointer, CHAIN, [*IMPLIED_CHAIN]) for step in lacking]
    sound = tuple(edit for edit in edits if edit is not None)
    return Fix("unsafe", f"add an `{CHAIN}` with one `default`", sound) if sound else None


@rule(
    "CL802",
    ERROR,
    needs=(*OF_1_14, *STEPS),
    claims="ends",
    complete_if=SOUND,
    fix="unsafe",
    ends="failure",
)
def adaptation_chain_empty(facts: ClimptFacts) -> Iterator[Finding]:
    """Empty `adaptationChain` of a repeatable step

    What:
        A step lists `repeat`, but its `adaptationChain` is `[]`.
    Why:
        A chain allows as many repeats in a row as it has elements, so the first `repeat` ends the
        run with AGENT_ADAPTATION_CHAIN_EXHAUSTED. The start doesn't warn about it.
    Bad:
        "adaptationChain": []
    Good:
        "adaptationChain": ["default"]
    Fix:
        Add an element for each repeat, or remove `repeat`.
    Dry run:
        A run answers `repeat` once and ends.
    Source:
        climpt 1.14 §2.2, §4.3, §7.2
    """
    for step in facts.met_steps:
        place = chain_place(facts, step)
        if can_repeat(facts, step) and value_at(facts, place) == []:
            yield Finding(
                place,
                message(
                    "the first `repeat` of {} ends the run: its chain is empty", quote(step.key)
                ),
                'write `["default"]`, or remove `repeat` from `allowedIntents`',
                witness=witness_at(facts, step.key),
                claim=Ends(step.key, EXHAUSTED),
                fix=Fix("unsafe", 'write `["default"]`', (Edit(place, spelt([*IMPLIED_CHAIN])),)),
            )


@rule("CL803", ERROR, needs=(*OF_1_14, *STEPS), claims="refused")
def adaptation_chain_element(facts: ClimptFacts) -> Iterator[Finding]:
    """Invalid `adaptationChain`

    What:
        `adaptationChain` isn't a list; or an element of it isn't a string, is blank, contains
        characters other than letters, digits, `.`, `_` and `-`, or contains `..`.
    Why:
        The start is refused (S9), but `--validate` accepts it. A string in place of the list is
        read letter by letter, `null` crashes the start, and with any other value repeats have no
        limit.
    Bad:
        "adaptationChain": ["more/careful"]
    Good:
        "adaptationChain": ["more-careful"]
    Fix:
        Name the adaptation as in the prompt file, `f_<edition>_<adaptation>.md`.
    Dry run:
        The executor refuses to start the agent, unless a string, a number or an object is in place
        of the list.
    Source:
        climpt 1.14 §2.2, §3.3 (S9), §7.2
    """
    for step in facts.steps.values():
        if not step.chain.given:
            continue
        place = chain_place(facts, step)
        written = value_at(facts, place)
        if isinstance(written, list):
            for index, element in enumerate(written):
                inner = place._replace(pointer=(*place.pointer, index))
                yield from _element(facts, step, inner, element)
        else:
            yield _no_list(facts, step, place, written)


def _no_list(facts: ClimptFacts, step: Step, place: Place, written: Any) -> Finding:
    if written is None:
        why = message("the start crashes")
    elif isinstance(written, str):
        why = message("it is read letter by letter")
    else:
        why = message("repeats have no limit")
    return Finding(
        place,
        message("the chain of {} is {}, not a list: {}", quote(step.key), kind_of(written), why),
        "write a list of adaptations",
        witness=Witness({"step": step.key}),
        claim=refused_for(facts, "TypeError", place) if written is None else None,
    )


def _element(facts: ClimptFacts, step: Step, place: Place, element: Any) -> Iterator[Finding]:
    why = _fault(element)
    if why is not None:
        yield Finding(
            place,
            message("an element of the chain of {} {}; boot refuses it (S9)", quote(step.key), why),
            "write the adaptation with letters, digits, `.`, `_` and `-`",
            witness=Witness({"step": step.key}),
            claim=refused_for(facts, "S9", place),
        )


def _fault(element: Any) -> Message | None:
    """What is wrong with an element of a chain; none if it is valid."""
    if not isinstance(element, str):
        return message("is {}, not a string", kind_of(element))
    if not element.strip():
        return message("is blank")
    if is_element(element):
        return None
    if ".." in element:
        return message("is {}, which contains `..`", quote(element))
    return message("is {}, which can't be part of a file name", quote(element))


@rule(
    "CL804",
    INFO,
    needs=(*OF_1_14, *STEPS),
    prove="form.proofs.unreadfields:no_repeat",
    complete_if=SOUND,
    fix="safe",
)
def adaptation_chain_unused(facts: ClimptFacts) -> Iterator[Finding]:
    """`adaptationChain` of a step that can't be repeated

    What:
        A step with an `adaptationChain` has a gate that neither lists `repeat` nor treats an
        unreadable answer as one.
    Why:
        The chain is read for repeats only.
    Bad:
        "structuredGate": {"allowedIntents": ["next"]}, "adaptationChain": ["default"]
    Good:
        "structuredGate": {"allowedIntents": ["next", "repeat"]}, "adaptationChain": ["default"]
    Fix:
        Remove the chain, or allow `repeat`.
    Dry run:
        A run without the chain takes the same path.
    Source:
        climpt 1.14 §2.2, §4.3, §7.2
    """
    for step in facts.sound_steps:
        gate = step.gate
        if gate is None or not gate.allowed_known or repeats(step) or not step.chain.given:
            continue
        if not is_list(facts, step) or (not gate.fail_fast and gate.fallback == REPEAT):
            continue
        place = chain_place(facts, step)._replace(part="key")
        edit = remove(facts.contract.documents, place.file, place.pointer)
        yield Finding(
            place,
            message(
                "the chain of {} is never used because `repeat` isn't allowed there",
                quote(step.key),
            ),
            "remove it, or list `repeat`",
            witness=Witness({"step": step.key, **node(place)}),
            claim=same_without(facts, place),
            tags=("unnecessary",),
            fix=Fix("safe", f"remove `{CHAIN}`", (edit,)) if edit else None,
        )


@rule("CL805", INFO, needs=(*OF_1_14, *RUN), complete_if=SOUND)
def adaptation_chain_unreachable(facts: ClimptFacts) -> Iterator[Finding]:
    """`adaptationChain` longer than any run

    What:
        A step lists `repeat`, but no run of the agent gets to the last elements of its chain: even
        after a shortest path to the step, too few iterations are left.
    Why:
        The run has used all its iterations before: harmless, but maybe not intended.
    Bad:
        # maxIterations is 3
        "adaptationChain": ["default", "careful", "strict", "last"]
    Good:
        # maxIterations is 6
        "adaptationChain": ["default", "careful", "strict", "last"]
    Fix:
        Allow more iterations, or shorten the chain.
    Source:
        climpt 1.14 §4.3, §7.2
    """
    most = facts.agent.max_iterations
    for step in facts.met_steps:
        way = facts.way_lengths[step.key] if repeats(step) and step.chain.given else 0
        left = most - way
        if not way or left < 0 or step.chain.endless or not is_list(facts, step):
            continue
        if left < len(step.chain.elements):
            yield Finding(
                facts.place((*step.pointer, CHAIN, left)),
                message(
                    "no run sends this element: {} is reached after {} of {} iterations",
                    quote(step.key),
                    way - 1,
                    most,
                ),
                "allow more iterations, or shorten the chain",
            )


@rule(
    "CL806",
    INFO,
    needs=(*OF_1_14, *STEPS),
    claims="notes",
    complete_if=SOUND,
)
def fallback_repeat_exhausts(facts: ClimptFacts) -> Iterator[Finding]:
    """Unreadable answers repeat the step

    What:
        A gate with `"failFast": false` has the `fallbackIntent` `repeat`. Closure steps don't
        count, because runs don't read their gate.
    Why:
        An unreadable answer uses the chain up like an explicit `repeat`: more of them than the
        chain has elements end the run with AGENT_ADAPTATION_CHAIN_EXHAUSTED.
    Bad:
        "failFast": false, "fallbackIntent": "repeat"
    Good:
        "failFast": true
    Fix:
        Make the chain as long as the number of such answers you tolerate, or let the gate fail.
    Dry run:
        A run gives one unreadable answer more than the chain has elements, and ends.
    Source:
        climpt 1.14 §4.3, §7.2
    """
    for step in facts.met_steps:
        gate = step.gate
        if gate is None or gate.fail_fast or gate.fallback != REPEAT or step.kind == "closure":
            continue
        if not repeats(step):  # `fallback-intent-not-allowed` says what is taken instead
            continue
        words = words_of(facts, step)
        if step.chain.endless or not words.listed:
            continue
        length = len(step.chain.elements)
        yield Finding(
            facts.place((*gate.pointer, "fallbackIntent")),
            message(
                "{} to {} in a row end the run",
                message("{} unreadable answers", length + 1)
                if length
                else message("an unreadable answer"),
                quote(step.key),
            ),
            f"add an element to `{CHAIN}` for each such answer you tolerate",
            witness=witness_at(facts, step.key, length=length),
            claim=taking(words, UNREADABLE, used_fallback=True, failure=EXHAUSTED),
        )


@rule(
    "CL810",
    INFO,
    needs=(*OF_1_14, *RUN),
    claims="notes",
    complete_if=SOUND,
    ends="failure",
    default=False,
)
def adaptation_chain_exhausts(facts: ClimptFacts) -> Iterator[Finding]:
    """Repeats that can use up the `adaptationChain`

    What:
        A step lists `repeat` and has a chain, and a run has enough iterations for one repeat more
        than the chain has elements.
    Why:
        That repeat ends the run with AGENT_ADAPTATION_CHAIN_EXHAUSTED. The agent itself sets this
        limit, so no other rule reports it.
    Bad:
        "structuredGate": {"allowedIntents": ["next", "repeat"]}, "adaptationChain": ["default"]
    Good:
        "structuredGate": {"allowedIntents": ["next"]}
    Fix:
        Make the chain as long as the number of repeats in a row, or remove `repeat`.
    Dry run:
        A run answers `repeat` once more than the chain has elements, and ends.
    Source:
        climpt 1.14 §2.2, §4.3, §7.1
    """
    for step in facts.met_steps:
        if not repeats_end(facts, step):
            continue
        length = len(step.chain.elements)
        yield Finding(
            chain_place(facts, step),
            message(
                "{} allows {} in a row; one more ends the run",
                quote(step.key),
                message("one {}", quote(REPEAT)) if length == 1 else message("{} repeats", length),
            ),
            "add an element for each possible repeat in a row",
            witness=witness_at(facts, step.key, intent=REPEAT, length=length),
            claim=noted(step.key, failure=EXHAUSTED),
        )
