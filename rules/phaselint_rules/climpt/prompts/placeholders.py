"""Placeholders that are never filled, and the system prompt (reference climpt §4.6, §7.6)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.variablesources import inert
from phaselint.dialects.climpt.reading.promptfiles import INPUT_TEXT
from phaselint.vocabulary.claim import Ends, Same
from phaselint.vocabulary.finding import Edit, Finding, Fix, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.climpt.claiming import at_start, first_step, noted, unbuilt
from phaselint_rules.climpt.data.declaredvariables import (
    FILLED,
    NO_INPUT,
    NO_SYSTEM,
    ends,
    run_to,
    sent_by_prompt,
    text_place,
)
from phaselint_rules.climpt.needs import AGENT, PROMPTS, SOUND, STEPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts


@rule(
    "CL524",
    ERROR,
    needs=STEPS,
    claims="ends",
    complete_if=SOUND,
    fix="safe",
    ends="failure",
)
def stdin_never_supplied(facts: ClimptFacts) -> Iterator[Finding]:
    """Input text that is never supplied

    What:
        `usesStdin` is true. Steps whose prompt no run builds don't count.
    Why:
        The runner supplies no input text: the run ends with PR-RESOLVE-004, and a closure step
        sends a prompt other than its own.
    Bad:
        "usesStdin": true
    Good:
        "usesStdin": false
    Fix:
        Set it to `false`. If the prompt has `{input_text}`, remove that too.
    Dry run:
        A run reaches the step and can't build its prompt.
    Source:
        climpt §2.2, §4.6, §7.6
    """
    for step in facts.met_steps:
        if not step.uses_stdin or inert(step):
            continue
        place = facts.place((*step.pointer, "usesStdin"))
        plainly = all(text.input_text < 0 for text in facts.texts(step))
        yield Finding(
            place,
            message(
                "{} needs an input text that is never supplied, {}",
                quote(step.key),
                ends(facts, step, NO_INPUT),
            ),
            "set it to `false`"
            + ("" if plainly else f" and remove {quote(INPUT_TEXT)} from the prompt"),
            witness=run_to(facts, step, code=NO_INPUT),
            claim=unbuilt(step, NO_INPUT),
            fix=Fix("safe" if plainly else "unsafe", "set it to `false`", (Edit(place, "false"),)),
        )


@rule(
    "CL525",
    WARNING,
    needs=PROMPTS,
    claims="same",
    complete_if=SOUND,
    fix="unsafe",
)
def input_text_placeholder(facts: ClimptFacts) -> Iterator[Finding]:
    """Placeholder for an input text that is always empty

    What:
        `{input_text}` is in the prompt of a step without `usesStdin`. `stdin-never-supplied`
        reports a step with it.
    Why:
        The placeholder is replaced by an empty string.
    Bad:
        Sum up: {input_text}
    Good:
        Sum up issue {uv-issue}.
    Fix:
        Remove it.
    Dry run:
        All runs that reach the step are the same without the placeholder.
    Source:
        climpt §4.6, §7.6
    """
    for text, steps in sent_by_prompt(facts):
        start = text.input_text
        if start < text.body_start or any(step.uses_stdin for step in steps):
            continue
        place = text_place(facts, text, start, start + len(INPUT_TEXT))
        edit = Edit(place, "")
        yield Finding(
            place,
            message(
                "{} in the prompt of {} is always empty",
                quote(INPUT_TEXT),
                quote_all(step.key for step in steps),
            ),
            "remove it",
            witness=run_to(facts, steps[0], file=text.file),
            claim=Same((edit,), after=steps[0].key),
            fix=Fix("unsafe", f"remove {quote(INPUT_TEXT)}", (edit,)),
        )


@rule(
    "CL526",
    ERROR,
    needs=(*AGENT, "prompt_files_known"),
    claims="ends",
    ends="failure",
)
def system_prompt_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """Missing system prompt

    What:
        The file `systemPromptPath` doesn't exist in the agent's directory.
    Why:
        Every run ends with PR-SYSTEM-002 before the model is asked for the first time.
    Bad:
        // there is no prompts/system.md
        "flow": {"systemPromptPath": "prompts/system.md"}
    Good:
        // there is a prompts/system.md
        "flow": {"systemPromptPath": "prompts/system.md"}
    Fix:
        Add the file, or correct the path.
    Dry run:
        A run ends in its first iteration.
    Source:
        climpt §1.1, §3.2, §3.3, §7.6
    """
    agent = facts.agent
    pointer = (*agent.base, "runner", "flow", "systemPromptPath")
    led_out = any((agent.file, pointer) == (file, at) for file, at, _ in facts.contract.outside)
    if not agent.system_prompt or facts.contract.system_prompt is not None or led_out:
        return
    yield Finding(
        facts.agent_place(pointer),
        message(
            "{} doesn't exist in the agent's directory, so every run ends with {}",
            quote(agent.system_prompt),
            NO_SYSTEM,
        ),
        "add the file, or correct the path",
        witness=Witness({"code": NO_SYSTEM}),
        claim=at_start(facts, Ends(first_step(facts), NO_SYSTEM)),
    )


@rule(
    "CL527",
    WARNING,
    needs=AGENT,
    claims="notes",
    complete_if=("prompt_files_known",),
)
def system_prompt_placeholder(facts: ClimptFacts) -> Iterator[Finding]:
    """Variable in the system prompt that isn't filled in

    What:
        The system prompt contains `{uv-x}`, but `x` is neither `agent_name` nor `verdict_criteria`.
        Reported once for each name.
    Why:
        Only these two are filled in: the model reads the placeholder itself.
    Bad:
        You work on issue {uv-issue}.
    Good:
        You are {uv-agent_name}.
    Fix:
        Use the variable in the prompts of the steps.
    Dry run:
        The model gets a system prompt with the placeholder.
    Source:
        climpt §2.9, §4.6, §7.6
    """
    text = facts.contract.system_prompt
    if text is None:
        return
    seen: set[str] = set()
    for name, start, end in text.variables:
        if name in FILLED or name in seen or start < text.body_start:
            continue
        seen.add(name)
        yield Finding(
            text_place(facts, text, start, end),
            message(
                "`{uv-{}}` isn't replaced in a system prompt, so the model reads the "
                "placeholder itself",
                name,
            ),
            f"use it in the prompts of the steps; only {quote_all(FILLED)} are filled in here",
            witness=Witness({"variable": name}),
            claim=at_start(facts, noted(first_step(facts), holds={"system": (f"{{uv-{name}}}",)})),
        )
