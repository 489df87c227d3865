"""Chains of adaptations, which say how often a step may be repeated (reference climpt 1.14 §2.2,
§4.3, §7.2)."""

from __future__ import annotations

from phaselint.dialects.climpt.chains import IMPLIED_CHAIN
from phaselint.dialects.climpt.reading.promptfiles import is_element
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import Message, message, quote
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, rule
from phaselint_rules.climpt.edits import add_member, node, remove, spelt
from phaselint_rules.climpt.needs import OF_1_14, RUN, SOUND, STEPS
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.vocabulary import words_of
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
    """Steps may be repeated and do not say how often.

    What:
        Steps list `repeat` and have no `adaptationChain`. They are one finding, at the first.
    Why:
        A chain allows as many repeats in a row as it has elements, and the implied one has a
        single `default`: the second `repeat` ends the run with AGENT_ADAPTATION_CHAIN_EXHAUSTED.
        The reference computes a warning of that and shows it nowhere.
    Bad:
        "initial.x": {"structuredGate": {"allowedIntents": ["next", "repeat"]}}
    Good:
        "initial.x": {
          "structuredGate": {"allowedIntents": ["next", "repeat"]},
          "adaptationChain": ["default", "default"]
        }
    Fix:
        Write a chain with an element for each repeat in a row: `default`, or the adaptation whose
        prompt is to be sent.
    Dry run:
        In each of the steps, a run says `repeat` twice and ends.
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
        f"write an `{CHAIN}` with an element for each repeat in a row",
        related=tuple(Related(step_place(facts, s.key), "no chain either") for s in others),
        witness=witness_at(facts, first.key, steps=[step.key for step in lacking]),
        fix=_declared(facts, lacking),
    )


def _declared(facts: ClimptFacts, lacking: list[Step]) -> Fix | None:
    """Offer the chain that is implied for each step, so that it can be seen and made longer."""
    documents, file = facts.contract.documents, facts.registry.file
    edits = [add_member(documents, file, step.pointer, CHAIN, [*IMPLIED_CHAIN]) for step in lacking]
    sound = tuple(edit for edit in edits if edit is not None)
    return Fix("unsafe", f"add an `{CHAIN}` of one `default`", sound) if sound else None


@rule(
    "CL802",
    ERROR,
    needs=(*OF_1_14, *STEPS),
    prove="ways.proofs.chains:first_repeat_ends",
    complete_if=SOUND,
    fix="unsafe",
    ends="failure",
)
def adaptation_chain_empty(facts: ClimptFacts) -> Iterator[Finding]:
    """A step may be repeated, and its chain has no element.

    What:
        A step lists `repeat`, and its `adaptationChain` is `[]`.
    Why:
        A chain allows as many repeats in a row as it has elements: the first `repeat` ends the
        run with AGENT_ADAPTATION_CHAIN_EXHAUSTED. Nothing at start-up says so.
    Bad:
        "adaptationChain": []
    Good:
        "adaptationChain": ["default"]
    Fix:
        Write an element for each repeat, or allow none.
    Dry run:
        A run says `repeat` once and ends.
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
                'write `["default"]`, or take `repeat` out of `allowedIntents`',
                witness=witness_at(facts, step.key),
                fix=Fix("unsafe", 'write `["default"]`', (Edit(place, spelt([*IMPLIED_CHAIN])),)),
            )


@rule("CL803", ERROR, needs=(*OF_1_14, *STEPS), prove="ways.proofs.chains:refused_chain")
def adaptation_chain_element(facts: ClimptFacts) -> Iterator[Finding]:
    """A chain is no list of adaptations.

    What:
        `adaptationChain` is no list; or an element of it is no text, is blank, has another
        character than letters, digits, `.`, `_` and `-`, or has `..`.
    Why:
        The start is refused (S9), and `--validate` says nothing. A text in place of the list is
        taken letter by letter, `null` makes the start crash, and with anything else repeats have
        no limit.
    Bad:
        "adaptationChain": ["more/careful"]
    Good:
        "adaptationChain": ["more-careful"]
    Fix:
        Name the adaptation as the prompt file does, `f_<edition>_<adaptation>.md`.
    Dry run:
        The executor refuses to start the agent, unless it is a text, a number or an object that
        stands in place of the list.
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
                yield from _element(step, place._replace(pointer=(*place.pointer, index)), element)
        else:
            yield _no_list(step, place, written)


def _no_list(step: Step, place: Place, written: Any) -> Finding:
    if written is None:
        why = message("the start crashes")
    elif isinstance(written, str):
        why = message("it is taken letter by letter")
    else:
        why = message("repeats have no limit")
    return Finding(
        place,
        message("the chain of {} is {} and no list: {}", quote(step.key), kind_of(written), why),
        "write a list of adaptations",
        witness=Witness({"step": step.key}),
    )


def _element(step: Step, place: Place, element: Any) -> Iterator[Finding]:
    why = _fault(element)
    if why is not None:
        yield Finding(
            place,
            message("an element of the chain of {} {}: boot refuses it (S9)", quote(step.key), why),
            "write the adaptation with letters, digits, `.`, `_` and `-`",
            witness=Witness({"step": step.key}),
        )


def _fault(element: Any) -> Message | None:
    """What is wrong with an element of a chain; none where nothing is."""
    if not isinstance(element, str):
        return message("is {} and no text", kind_of(element))
    if not element.strip():
        return message("is blank")
    if is_element(element):
        return None
    if ".." in element:
        return message("is {}, which has `..`", quote(element))
    return message("is {}, which is no part of a file name", quote(element))


@rule(
    "CL804",
    INFO,
    needs=(*OF_1_14, *STEPS),
    prove="form.proofs.unreadfields:no_repeat",
    complete_if=SOUND,
    fix="safe",
)
def adaptation_chain_unused(facts: ClimptFacts) -> Iterator[Finding]:
    """A step has a chain and may not be repeated.

    What:
        A step with an `adaptationChain` has a gate that neither lists `repeat` nor takes an
        answer that it cannot read for one.
    Why:
        Nothing but a repeat asks for the chain.
    Bad:
        "structuredGate": {"allowedIntents": ["next"]}, "adaptationChain": ["default"]
    Good:
        "structuredGate": {"allowedIntents": ["next", "repeat"]}, "adaptationChain": ["default"]
    Fix:
        Remove the chain, or allow `repeat`.
    Dry run:
        A run without the chain goes the same way.
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
            message("the chain of {} is not used: `repeat` is not allowed there", quote(step.key)),
            "remove it, or list `repeat`",
            witness=Witness({"step": step.key, **node(place)}),
            tags=("unnecessary",),
            fix=Fix("safe", f"remove `{CHAIN}`", (edit,)) if edit else None,
        )


@rule("CL805", INFO, needs=(*OF_1_14, *RUN), complete_if=SOUND)
def adaptation_chain_unreachable(facts: ClimptFacts) -> Iterator[Finding]:
    """A chain is longer than a run.

    What:
        A step lists `repeat`, and its chain has elements that no run of the agent sends: even on
        a shortest way to the step there are not as many iterations left.
    Why:
        The iterations are used up before: harmless, and perhaps not meant.
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
    prove="ways.proofs.chains:nonsense_exhausts",
    complete_if=SOUND,
)
def fallback_repeat_exhausts(facts: ClimptFacts) -> Iterator[Finding]:
    """A step repeats whatever it cannot read, as far as its chain goes.

    What:
        A gate with `"failFast": false` has the `fallbackIntent` `repeat`, and is not that of a
        closure step, which runs do not ask.
    Why:
        An answer that cannot be read uses up the chain like a `repeat` that was said: one more
        than it has elements ends the run with AGENT_ADAPTATION_CHAIN_EXHAUSTED.
    Bad:
        "failFast": false, "fallbackIntent": "repeat"
    Good:
        "failFast": true
    Fix:
        Make the chain as long as so many answers may be tolerated, or let the gate fail.
    Dry run:
        A run gives answers that cannot be read, one more than the chain has elements, and ends.
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
                "{} in a row that {} cannot read end the run",
                message("{} answers", length + 1) if length else message("an answer"),
                quote(step.key),
            ),
            f"make its `{CHAIN}` as long as so many may be tolerated",
            witness=witness_at(facts, step.key, length=length),
        )


@rule(
    "CL810",
    INFO,
    needs=(*OF_1_14, *RUN),
    prove="ways.proofs.chains:one_more_ends",
    complete_if=SOUND,
    ends="failure",
    default=False,
)
def adaptation_chain_exhausts(facts: ClimptFacts) -> Iterator[Finding]:
    """Repeats may use up the chain of a step.

    What:
        A step lists `repeat` and has a chain, and a run has iterations left for one repeat more
        than the chain has elements.
    Why:
        That repeat ends the run with AGENT_ADAPTATION_CHAIN_EXHAUSTED. The agent says how many
        there may be, so nothing else reports it.
    Bad:
        "structuredGate": {"allowedIntents": ["next", "repeat"]}, "adaptationChain": ["default"]
    Good:
        "structuredGate": {"allowedIntents": ["next"]}
    Fix:
        Make the chain as long as there may be repeats in a row, or allow no `repeat`.
    Dry run:
        A run says `repeat` once more than the chain has elements and ends.
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
                "{} allows {} in a row: one more ends the run",
                quote(step.key),
                message("one {}", quote(REPEAT)) if length == 1 else message("{} repeats", length),
            ),
            "make it as long as there may be repeats in a row",
            witness=witness_at(facts, step.key, intent=REPEAT, length=length),
        )
