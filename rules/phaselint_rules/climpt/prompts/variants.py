"""The prompts that repeats send (reference climpt 1.14 §4.2 to §4.5, §7.2)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.variablesources import inert
from phaselint.dialects.climpt.chains import IMPLIED_CHAIN
from phaselint.dialects.climpt.reading.promptfiles import closing_adaptation, variants
from phaselint.dialects.climpt.reading.stepprompts import path
from phaselint.vocabulary.finding import Edit, Finding, Fix, Place, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import WARNING, rule
from phaselint_rules.climpt.data.declaredvariables import run_to
from phaselint_rules.climpt.edits import add_member, spelt
from phaselint_rules.climpt.needs import AGENT, OF_1_14, PROMPTS, SOUND
from phaselint_rules.climpt.prompts.breakdown import refused
from phaselint_rules.climpt.ways.repeatedsteps import (
    CHAIN,
    can_repeat,
    chain_place,
    element_place,
    is_list,
)
from phaselint_rules.climpt.ways.transitiontext import step_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step

(DEFAULT,) = IMPLIED_CHAIN


def _repeating(facts: ClimptFacts) -> Iterator[tuple[Step, str]]:
    """The steps that send their own prompt, also by repeats, with the path of that of the edition.
    In a registry of closure steps only, there are none."""
    if facts.registry.closure_only:
        return
    for step in facts.met_steps:
        base = path(facts.contract, step) if step.c2 and step.c3 else None
        if not can_repeat(facts, step) or inert(step) or not is_list(facts, step):
            continue
        if base is not None and base in facts.contract.prompts and not refused(facts, step):
            yield step, base


@rule(
    "CL807",
    WARNING,
    needs=(*OF_1_14, *PROMPTS),
    prove="prompts.proofs.variants:sends_base_again",
    complete_if=SOUND,
)
def adaptation_variant_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """Missing prompt for a repeat

    What:
        A step lists `repeat`, but for an element of its chain other than `default` there is no
        `f_<edition>_<element>.md`, while `f_<edition>.md` exists. Each element is reported once. In
        a registry of closure steps only, `closure-variant-never-sent` is reported.
    Why:
        The repeat sends the prompt of the edition again, as if the chain named nothing.
    Bad:
        // there is f_default.md only
        "adaptationChain": ["default", "strict"]
    Good:
        // there is f_default_strict.md
        "adaptationChain": ["default", "strict"]
    Fix:
        Add the prompt, or use `default`.
    Dry run:
        A run repeats the step up to this element, and sends the prompt of the edition.
    Source:
        climpt 1.14 §1.1, §4.2, §5, §7.2
    """
    for step, base in _repeating(facts):
        for element in variants(step):
            file = path(facts.contract, step, element)
            if element == DEFAULT or file is None or file in facts.contract.prompts:
                continue
            number = step.chain.elements.index(element) + 1
            yield Finding(
                element_place(facts, step, element),
                message(
                    "repeat {} of {} sends the base prompt again: {} doesn't exist",
                    number,
                    quote(step.key),
                    quote(file),
                ),
                f"add it, or use `{DEFAULT}`",
                related=(Related(Place(base, (), "document"), "sent instead"),),
                witness=run_to(facts, step, element=element, file=file, sent=base),
            )


@rule(
    "CL808",
    WARNING,
    needs=(*OF_1_14, *PROMPTS),
    prove="prompts.proofs.variants:loses_variant",
    complete_if=SOUND,
    fix="unsafe",
)
def own_variant_lost_after_repeat(facts: ClimptFacts) -> Iterator[Finding]:
    """Adaptation of a step that is lost after a repeat

    What:
        The address of a step has an `adaptation` with a prompt; the step lists `repeat`, its chain
        is absent or has `default`, and `f_<edition>_default.md` doesn't exist.
    Why:
        An element of the chain replaces the step's own adaptation, so after the repeat the prompt
        without an adaptation is sent.
    Bad:
        "address": {"c1": "steps", "c2": "initial", "c3": "x", "edition": "default",
          "adaptation": "strict"},
        "adaptationChain": ["default"]
    Good:
        "address": {"c1": "steps", "c2": "initial", "c3": "x", "edition": "default",
          "adaptation": "strict"},
        "adaptationChain": ["strict"]
    Fix:
        Use the step's own adaptation in the chain.
    Dry run:
        A run sends the prompt of the adaptation, repeats the step up to `default`, and sends the
        prompt of the edition.
    Source:
        climpt 1.14 §4.2, §7.2
    """
    for step, base in _repeating(facts):
        own, there = step.adaptation, facts.contract.prompts
        known = facts.prompts(step)
        if known is None or known.own not in there or known.action is not None:
            continue
        if own == DEFAULT or DEFAULT not in step.chain.elements:
            continue
        if path(facts.contract, step, DEFAULT) in there:
            continue
        place = element_place(facts, step, DEFAULT)
        yield Finding(
            place if step.chain.given else step_place(facts, step.key),
            message(
                "after a repeat, {} sends the base prompt, not the prompt of its adaptation {}",
                quote(step.key),
                quote(own),
            ),
            f"use {quote(own)} in `{CHAIN}`",
            related=(
                Related(facts.place(step.address_at("adaptation")), "its adaptation"),
                Related(Place(base, (), "document"), "sent instead"),
            ),
            witness=run_to(facts, step, own=own, sent=base),
            fix=_with_own(facts, step),
        )


def _with_own(facts: ClimptFacts, step: Step) -> Fix | None:
    """Suggest the step's own adaptation in place of each `default` in its chain."""
    elements = [step.adaptation if each == DEFAULT else each for each in step.chain.elements]
    title = f"use {quote(step.adaptation)} in `{CHAIN}`"
    if step.chain.given:
        return Fix("unsafe", title, (Edit(chain_place(facts, step), spelt(elements)),))
    documents, file = facts.contract.documents, facts.registry.file
    edit = add_member(documents, file, step.pointer, CHAIN, elements)
    return Fix("unsafe", title, (edit,)) if edit else None


@rule(
    "CL809",
    WARNING,
    needs=(*OF_1_14, *PROMPTS),
    prove="prompts.proofs.variants:never_sends",
    complete_if=(*AGENT, *SOUND),
)
def closure_variant_never_sent(facts: ClimptFacts) -> Iterator[Finding]:
    """Prompt that a registry of closure steps never sends

    What:
        All steps of the registry are of kind `closure`, and a chain has an element other than
        `default`, or a prompt for the agent's closing action exists.
    Why:
        In such a registry, prompts come from the verdict handler: it always sends that of the
        `continuation` step. The chain only limits the number of repeats.
    Bad:
        "closure.x": {"kind": "closure", "adaptationChain": ["strict"]}
    Good:
        "closure.x": {"kind": "closure", "adaptationChain": ["default"]}
    Fix:
        Use `default`, and move the text of the variant into the prompt.
    Dry run:
        A run repeats the step up to this element, and sends the same prompt again; or it sends a
        prompt other than that for the closing action.
    Source:
        climpt 1.14 §4.2, §4.5, §7.2
    """
    if not facts.registry.closure_only:
        return
    for step in facts.met_steps:
        if inert(step) or not is_list(facts, step):
            continue
        yield from _unsent_elements(facts, step)
        yield from _unsent_action(facts, step)


NEVER_SENT = "a registry with only closure steps never sends variants"


def _unsent_elements(facts: ClimptFacts, step: Step) -> Iterator[Finding]:
    """The finding about the first element of a chain that would send a variant."""
    asked = [element for element in variants(step) if element != DEFAULT]
    if asked and can_repeat(facts, step):
        yield Finding(
            element_place(facts, step, asked[0]),
            message(
                "the chain of {} names {}, but {}", quote(step.key), quote(asked[0]), NEVER_SENT
            ),
            f"use `{DEFAULT}`",
            witness=run_to(facts, step, element=asked[0]),
        )


def _unsent_action(facts: ClimptFacts, step: Step) -> Iterator[Finding]:
    """The finding about the prompt for the closing action, unless that is the step's own variant,
    which is sent."""
    action = closing_adaptation(facts.agent) if facts.has_agent else ""
    unsent = action and action != step.adaptation
    file = path(facts.contract, step, action) if unsent else None
    if file is not None and file in facts.contract.prompts:
        where = (*facts.agent.base, "runner", "integrations", "github", "defaultClosureAction")
        yield Finding(
            facts.agent_place(where),
            message("{} is the prompt for {}, but {}", quote(file), quote(action), NEVER_SENT),
            "move its text into the other prompt",
            related=(Related(Place(file, (), "document"), "never sent"),),
            witness=run_to(facts, step, file=file),
        )
