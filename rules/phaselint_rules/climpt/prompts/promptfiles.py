"""Prompt files: missing, empty, never used (reference climpt §1.2, §4.6, §4.7, §7.6)."""

from __future__ import annotations

import posixpath

from phaselint.dialects.climpt.analysis.variablesources import inert
from phaselint.dialects.climpt.reading.promptfiles import (
    addresses,
    file_name,
    resolve,
)
from phaselint.dialects.climpt.reading.stepprompts import sent
from phaselint.vocabulary.finding import Finding, Place, Related
from phaselint.vocabulary.message import Message, message, quote
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Grade, rule
from phaselint_rules.climpt.claiming import noted, sends, unbuilt
from phaselint_rules.climpt.data.declaredvariables import (
    is_blank,
    run_to,
    says_something,
    text_place,
)
from phaselint_rules.climpt.form.legacykeys import OLD_RELEASE, sent_by_old_release
from phaselint_rules.climpt.needs import AGENT, PROMPTS, SOUND
from phaselint_rules.climpt.prompts.breakdown import refused
from phaselint_rules.climpt.ways.transitiontext import step_place
from phaselint_rules.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.dialects.climpt.reading.stepprompts import Prompts
    from phaselint.vocabulary.finding import Part

NO_PROMPT = "PR-C3L-002"
CLOSING_ACTIONS = ("label-only", "label-and-close")

PROMPT_ADAPTATION_MISSING = (
    Grade("error", "with `validate-parity`"),
    Grade("warning", "otherwise: another prompt is sent"),
)


def _asking(facts: ClimptFacts) -> list[tuple[Step, Prompts]]:
    return facts.once(_all_asking)


def _all_asking(facts: ClimptFacts) -> list[tuple[Step, Prompts]]:
    """The steps without a prompt file, with their files. A subprocess needs none, although climpt's
    `--validate` requires one; a refused address has its own rule."""
    asking, there = [], facts.contract.prompts
    for step in facts.sound_steps:
        found = facts.prompts(step)
        if found is None or found.base is None:
            continue
        if all(path is None or path in there for path in found):
            continue
        subprocess = inert(step) and not step.section
        # Whether it is refused takes longest to find out.
        if not (subprocess and not facts.parity) and not refused(facts, step):
            asking.append((step, found))
    return asking


def _step_part(facts: ClimptFacts, step: Step, member: str) -> Place:
    """The place of a member of a step, or else of the step."""
    given = step.adaptation if member == "adaptation" else step.edition
    part: Part = "value"
    return facts.place(step.address_at(member), part) if given else step_place(facts, step.key)


@rule(
    "CL519",
    ERROR,
    needs=PROMPTS,
    claims="ends",
    complete_if=SOUND,
    ends="failure",
)
def prompt_file_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """Missing prompt

    What:
        The prompt root has no `<c2>/<c3>/f_<edition>.md` for a step, nor the file of its
        adaptation. A step that runs a subprocess needs none, except in parity mode. Silent if `c2`
        or `c3` is refused anyway: `breakdown-pattern-mismatch`.
    Why:
        A run that reaches a step of the flow ends with PR-C3L-002. A closure step silently sends
        the prompt of another step, or ends the run with PR-RESOLVE-001 if there is none. In release
        1.14 that is the `continuation` step: if it is the same step, or the registry has only
        closure steps, the run ends with PR-C3L-002.
    Bad:
        // there is no initial/issue/f_default.md
        "initial.issue": {"c2": "initial", "c3": "issue", "edition": "default"}
    Good:
        // there is an initial/issue/f_default.md
        "initial.issue": {"c2": "initial", "c3": "issue", "edition": "default"}
    Fix:
        Add the prompt, or correct the address.
    Dry run:
        A run reaches the step and finds no prompt. Not confirmed if it finds that of the closing
        action, or never reaches the step.
    Source:
        climpt §1.2, §3.2, §4.6, §4.7, §7.6, climpt 1.14 §4.4, §4.5, §7.1
    """
    there = facts.contract.prompts
    for step, found in _asking(facts):
        base = str(found.base)
        if base in there or (found.own is not None and found.own in there):
            continue
        saved = found.action is not None and found.action in there
        fallback = sent_by_old_release(facts, step)
        near = [name for name in facts.contract.listed if _is_beside(name, base)]
        yield Finding(
            _step_part(facts, step, "edition"),
            message(
                "prompt {} of {} doesn't exist{}{}",
                quote(base),
                quote(step.key),
                "" if saved else _instead(facts, step),
                message("; {} sends the fallback {}", OLD_RELEASE, quote(fallback))
                if fallback
                else "",
            ),
            meant(base, near, "add it, or correct `c2`, `c3` or `edition`"),
            witness=run_to(facts, step, file=base, code="" if saved else NO_PROMPT),
            claim=None if saved else unbuilt(step, NO_PROMPT),
        )


def _is_beside(path: str, other: str) -> bool:
    return posixpath.dirname(path) == posixpath.dirname(other)


def _instead(facts: ClimptFacts, step: Step) -> Message:
    """What a run does without the prompt of a step."""
    if step.section or (inert(step) and step.runner is not None):
        return message("")
    if step.kind != "closure":
        return message(", so a run that reaches it ends with {}", NO_PROMPT)
    if not facts.has_agent:
        return message("; another prompt is sent instead, if there is one")
    other = facts.lender
    if facts.handled and other != step.key:
        return message("")
    if other == step.key:
        return message(", so a run that reaches it ends with {}", NO_PROMPT)
    if other in facts.steps:
        return message("; the prompt of {} is sent instead", quote(other))
    return message(", and neither does step {}, so a run ends with PR-RESOLVE-001", quote(other))


@rule(
    "CL520",
    PROMPT_ADAPTATION_MISSING,
    needs=PROMPTS,
    claims="notes",
    complete_if=SOUND,
)
def prompt_adaptation_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """Missing prompt for a step's adaptation

    What:
        A step has an `adaptation`, and `f_<edition>.md` exists, but `f_<edition>_<adaptation>.md`
        doesn't.
    Why:
        The prompt without the adaptation is sent without a warning; climpt's `--validate` refuses
        the agent.
    Bad:
        // there is f_default.md only
        "edition": "default", "adaptation": "strict"
    Good:
        // there is f_default_strict.md
        "edition": "default", "adaptation": "strict"
    Fix:
        Add the prompt, or remove the adaptation.
    Dry run:
        A run reaches the step and sends the other prompt. Not confirmed if the closing action
        replaces the adaptation.
    Source:
        climpt §1.2, §3.2, §4.6, §7.6, §7.9
    """
    there = facts.contract.prompts
    for step, found in _asking(facts):
        base, own = str(found.base), found.own
        if own is None or own in there or base not in there:
            continue
        near = [name for name in facts.contract.listed if _is_beside(name, own) and name != base]
        yield Finding(
            _step_part(facts, step, "adaptation"),
            message(
                "prompt {} of {} doesn't exist; {} is sent instead",
                quote(own),
                quote(step.key),
                quote(posixpath.basename(base)),
            ),
            meant(own, near, "add it, or remove `adaptation`"),
            severity="error" if facts.parity else "warning",
            related=(Related(_file(base), "sent instead"),),
            witness=run_to(facts, step, file=own, sent="" if found.action else base),
            claim=None if found.action else sends(step.key, there[base]),
        )


def _file(path: str) -> Place:
    return Place(path, (), "document")


@rule(
    "CL521",
    WARNING,
    needs=(*AGENT, *PROMPTS),
    claims="notes",
    complete_if=SOUND,
)
def closure_adaptation_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """Missing prompt for the closing action

    What:
        `defaultClosureAction` is `label-only` or `label-and-close`, GitHub isn't disabled, but a
        closure step has no `f_<edition>_<action>.md`. Silent if it has no prompt at all:
        `prompt-file-missing`; and in registries of release 1.14 with closure steps only, which
        never send such a prompt.
    Why:
        The general prompt is sent, which might tell the model to do something other than the
        action.
    Bad:
        // there is closure/issue/f_default.md only
        "integrations": {"github": {"defaultClosureAction": "label-only"}}
    Good:
        // there is closure/issue/f_default_label-only.md
        "integrations": {"github": {"defaultClosureAction": "label-only"}}
    Fix:
        Add the prompt.
    Dry run:
        A run reaches the step and sends the other prompt.
    Source:
        climpt §1.2, §4.7, §7.6, climpt 1.14 §4.5, §7.1
    """
    agent, there = facts.agent, facts.contract.prompts
    for step, found in _asking(facts):
        base, wanted = str(found.base), found.action
        if wanted is None or wanted in there or base not in there or inert(step):
            continue
        where = (*agent.base, "runner", "integrations", "github", "defaultClosureAction")
        yield Finding(
            step_place(facts, step.key),
            message(
                "{} has no prompt for the closing action {}; {} is sent instead",
                quote(step.key),
                quote(agent.closure_action),
                quote(posixpath.basename(base)),
            ),
            f"add {quote(wanted)}",
            related=(
                Related(facts.agent_place(where), "the closing action"),
                Related(_file(base), "sent instead"),
            ),
            witness=run_to(facts, step, file=wanted, sent=base),
            claim=sends(step.key, there[base]),
        )


@rule("CL522", WARNING, needs=PROMPTS, claims="notes", complete_if=SOUND)
def prompt_empty(facts: ClimptFacts) -> Iterator[Finding]:
    """Empty prompt

    What:
        A prompt that steps or retries send is empty except for its leading `---` block.
    Why:
        It is sent anyway: the model gets an empty prompt.
    Bad:
        an empty `initial/issue/f_default.md`
    Good:
        Work on issue {uv-issue}.
    Fix:
        Write the prompt.
    Dry run:
        A run reaches the step and sends an empty prompt. A retry prompt isn't confirmed.
    Source:
        climpt §4.6, §7.6
    """
    texts = tuple(facts.contract.prompts.values())
    blank = [t for t, mute in zip(texts, is_blank.each((texts,)), strict=True) if mute]
    if not blank:
        return
    users: dict[str, Step] = {}
    asked: set[str | None] = set()
    for step in facts.steps.values():
        text = sent(facts.contract, step)
        if text is not None and step.key in facts.met and not inert(step):
            users.setdefault(text.file, step)
        asked.update(facts.prompts(step) or ())
    for text in blank:
        path = text.file
        user = users.get(path)
        if says_something(facts, text) or (user is None and path in asked):
            continue
        whose = message(" of {}", quote(user.key)) if user else ""
        end = text.body_start + len(text.body)
        yield Finding(
            text_place(facts, text, 0, end) if end else _file(path),
            message("the prompt{} is empty, but it is sent anyway", whose),
            "write what the model should do",
            witness=run_to(facts, user, file=path) if user else None,
            claim=noted(user.key, model_called=True, prompt=text.body) if user else None,
        )


@rule("CL523", INFO, needs=PROMPTS, complete_if=SOUND, default=False)
def prompt_unused(facts: ClimptFacts) -> Iterator[Finding]:
    """Unused prompt file

    What:
        A file below the prompt root isn't the prompt of any step, closing action, element of a
        chain or retry. In registries of release 1.14 with closure steps only, those for closing
        actions and elements of chains are never sent.
    Why:
        No run reads it; its name or directory might be misspelled.
    Bad:
        `initial/issue/f_defualt.md`
    Good:
        `initial/issue/f_default.md`
    Fix:
        Correct its name, or remove it.
    Source:
        climpt §1.2, §7.6, climpt 1.14 §4.5, §7.1
    """
    asked = {*_asked_for(facts)}
    for path in facts.contract.listed:
        if path.endswith(".md") and path not in asked:
            missing = [each for each in sorted(filter(None, asked)) if _is_missing(facts, each)]
            yield Finding(
                _file(path),
                message("no step and no retry uses this prompt"),
                meant(path, missing, "correct its name or directory, or remove it"),
            )


def _is_missing(facts: ClimptFacts, path: str) -> bool:
    return path not in facts.contract.prompts


def _asked_for(facts: ClimptFacts) -> Iterator[str | None]:
    """Every prompt that can be used, for any closing action and validators; none for a prompt
    outside the prompt root."""
    root = facts.prompt_root
    agent = facts.agent if facts.has_agent else None
    yield from (each.path for each in addresses(facts.registry, agent, root))
    for validation in facts.registry.validation.values():
        for pattern in facts.registry.patterns.values():
            name = file_name(pattern.edition, pattern.adaptation)
            yield resolve(root, f"{validation.c2}/{validation.c3}", name)
    for step in facts.steps.values():
        if step.kind == "closure" and not facts.handled:
            for action in CLOSING_ACTIONS:
                yield resolve(root, f"{step.c2}/{step.c3}", file_name(step.edition, action))
