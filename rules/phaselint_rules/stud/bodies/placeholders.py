"""Placeholders that are never replaced, or that nothing describes (reference §2.4, §6.7)."""

from __future__ import annotations

import re

from phaselint.dialects.stud.analysis.uses import IDS, OWN, kind_of
from phaselint.dialects.stud.reading.placeholders import head, lex
from phaselint.vocabulary.claim import Notes, Undecided
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.stud.needs import ALL
from phaselint_rules.stud.runoptions import is_used, judging
from phaselint_rules.stud.upstream.uses import each_place_once, finding, uses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.uses import Use
    from phaselint.vocabulary.finding import Finding
    from phaselint.vocabulary.message import Message

    Slip = tuple[Use, Message, str]
    """A placeholder, what is wrong with it, and what to write."""

THROUGH_CONTEXT = "have the state machine write the value to a context field, and name that field"

NO_RUN = "no run reaches the stage"

_SOURCES = {"env": "the environment", "settings": "settings", "process": "the process"}
_VALUES = frozenset({"context", "id", "upstream", "stage"})


@rule("ST403", ERROR, claims="notes", complete_if=ALL)
def placeholder_env(facts: StudFacts) -> Iterator[Finding]:
    """Placeholder for the environment, settings or process

    What:
        The first segment of a placeholder, in either form, is `env`, `settings` or `process`.
        Reported once per spelling.
    Why:
        Prompts can read only the context of the stage. The placeholder isn't replaced: the model
        reads it as text.
    Bad:
        Write to {{env.REPORT_DIR}}
    Good:
        Write to {{ctx.reportDir}}
    Fix:
        Have the state machine write the value to a context field, and name that field.
    Dry run:
        A run reaches the stage, and its prompt still contains the placeholder.
    Source:
        stud §2.4, §4.2, §6.7
    """
    yield from each_place_once(_unchanged(facts, _outside(facts)))


def _outside(facts: StudFacts) -> Iterator[Slip]:
    for use in uses(facts, "env"):
        first = head(use.placeholder.inner)
        yield (
            use,
            _literal(use, message("placeholders can't read {}", _SOURCES[first])),
            THROUGH_CONTEXT,
        )


@rule("ST404", ERROR, claims="notes", complete_if=ALL)
def placeholder_unknown_namespace(facts: StudFacts) -> Iterator[Finding]:
    """Placeholder that starts with neither `ctx` nor `stage`

    What:
        A placeholder is a path whose first segment is a word other than `ctx` and `stage`.
        Placeholders for the environment are reported as `placeholder-env`. Reported once per
        spelling.
    Why:
        Only these two can be read. The placeholder isn't replaced: the model reads it as text.
    Bad:
        Run {{workflow.id}}
    Good:
        Run {{ctx.workflowRunId}}
    Fix:
        Name a context field, `stage.id` or `stage.name`.
    Dry run:
        A run reaches the stage, and its prompt still contains the placeholder.
    Source:
        stud §2.4, §6.7
    """
    yield from each_place_once(_unchanged(facts, _elsewhere(facts)))


def _elsewhere(facts: StudFacts) -> Iterator[Slip]:
    for use in uses(facts, "namespace"):
        better = _in_namespace(facts, use)
        yield (
            use,
            _literal(
                use,
                message(
                    "placeholders must start with `ctx` or `stage`, not {}", quote(str(use.path[0]))
                ),
            ),
            f"use {quote(better)}" if better else THROUGH_CONTEXT,
        )


def _in_namespace(facts: StudFacts, use: Use) -> str:
    """A placeholder that was most likely meant; empty for none."""
    first, inner = str(use.path[0]), use.placeholder.inner
    tail = inner[len(first) :]
    if re.fullmatch(r"workflow(Run)?(\.id|Id|\.runId)", inner):
        return f"{{{{ctx.{IDS[0]}}}}}"
    names: tuple[str, ...] = (*IDS, "upstream")
    if facts.has_context:
        known = facts.context
        names = (*names, *known.required_in(use.stage.id), *known.optional_in(use.stage.id))
    candidates = [f"ctx.{inner}"] if first in names else []
    near = suggest(first, ("ctx", "stage"))
    if near:
        candidates.append(f"{near}{tail}")
    for each in candidates:
        written = f"{{{{{each}}}}}"
        lexed = lex(written)
        if len(lexed) == 1 and kind_of(lexed[0]) in _VALUES:
            return written
    return ""


@rule("ST405", ERROR, claims="notes", complete_if=ALL)
def placeholder_ctx_attempts(facts: StudFacts) -> Iterator[Finding]:
    """Placeholder for the attempts of the stage

    What:
        A placeholder is `ctx.attempts` or a path below it. Reported once per spelling.
    Why:
        A body is rendered once, before the first attempt; a retry continues in the same transcript,
        so the body can't name attempts. The placeholder isn't replaced: the model reads it as text.
    Bad:
        Last time: {{ctx.attempts[0].parseError}}
    Good:
        Where an answer was refused, the transcript says why.
    Fix:
        Remove it: a retry tells the model the reason.
    Dry run:
        A run reaches the stage, and its prompt still contains the placeholder.
    Source:
        stud §2.4, §2.5, §6.7
    """
    yield from each_place_once(_unchanged(facts, _attempts(facts)))


def _attempts(facts: StudFacts) -> Iterator[Slip]:
    reason = message("a body is rendered once, before the first attempt, so it can't name attempts")
    for use in uses(facts, "attempts"):
        yield use, _literal(use, reason), "remove it; a retry tells the model the reason"


@rule("ST406", ERROR, complete_if=ALL)
def placeholder_ctx_host(facts: StudFacts) -> Iterator[Finding]:
    """Placeholder for the host

    What:
        A placeholder is `ctx.host` or a path below it. Reported once per spelling.
    Why:
        Only the code of the state machine works with the host; prompts can't read it. The
        placeholder isn't replaced: the model reads it as text.
    Bad:
        Session {{ctx.host.session.id}}
    Good:
        Run {{ctx.workflowRunId}}
    Fix:
        Have the state machine write the value to a context field, and name that field.
    Source:
        stud §2.4, §2.5, §6.7
    """
    yield from each_place_once(_of_host(facts))


def _of_host(facts: StudFacts) -> Iterator[Finding]:
    reason = message("`ctx.host` is only for the code of the state machine; prompts can't read it")
    for use in uses(facts, "host"):
        yield finding(use, _literal(use, reason), THROUGH_CONTEXT)


@rule("ST409", ERROR, claims="notes", complete_if=ALL)
def placeholder_syntax(facts: StudFacts) -> Iterator[Finding]:
    """Placeholder that isn't a path to a value

    What:
        The content between `{{` and `}}` isn't a path, but an expression, a helper, a condition or
        a negative index; `ctx` or `stage` alone; `ctx.upstream` without an index and a field; or a
        member of `ctx.workflowRunId` or `ctx.stageExecutionId`. Also a `{{` that is never closed,
        and a `${…}` other than `${ctx.word}` (checked only if it starts with `ctx`, `stage`, `env`,
        `settings` or `process`). Reported once per spelling.
    Why:
        Conditions, loops, filters and expressions don't exist. The placeholder isn't replaced: the
        model reads it as text.
    Bad:
        {{#if ctx.due}}Due {{ctx.due}}{{/if}}
    Good:
        Due {{ctx.due}}
    Fix:
        Write a path: `ctx.name`, `ctx.upstream[0].parsed.name`, `stage.id`. Let the state machine
        decide or compute everything else.
    Dry run:
        A run reaches the stage, and its prompt still contains the placeholder.
    Source:
        stud §2.4, §6.7
    """
    yield from each_place_once(_unchanged(facts, _malformed(facts)))


def _malformed(facts: StudFacts) -> Iterator[Slip]:
    for use in uses(facts, "syntax"):
        reason, advice = _slip(use)
        yield use, _literal(use, reason), advice


def _unchanged(facts: StudFacts, found: Iterator[Slip]) -> Iterator[Finding]:
    """Findings which claim that a prompt contains the placeholder unchanged."""
    for use, said, advice in found:
        yield finding(use, said, advice)._replace(claim=_in_prompt(facts, use))


def _in_prompt(facts: StudFacts, use: Use) -> Notes | Undecided:
    """That the prompt of a stage contains a placeholder; of no run where runs use another stage of
    the same ID."""
    stage, placeholder = use.stage, use.placeholder
    if not stage.id or not is_used(facts, stage):
        return Undecided(NO_RUN)
    text = stage.body.text[placeholder.start : placeholder.end]
    holds = {"body": (text,)}
    return Notes(stage.id, "StageEntered", holds=holds, options=judging(facts, stage))


def _literal(use: Use, reason: Message) -> Message:
    """That a placeholder is not replaced, and why not."""
    return message("{} reaches the model unchanged: {}", quote(use.written), reason)


def _slip(use: Use) -> tuple[Message, str]:
    """What is wrong with a placeholder that isn't one, and what to write."""
    inner, first = use.placeholder.inner, use.placeholder.inner[:1]
    path = "write a path, such as `{{ctx.name}}`"
    if not use.placeholder.closed:
        closing = "}}" if use.placeholder.style == "braces" else "}"
        return message("no {} follows", quote(closing)), f"close it with {quote(closing)}"
    if inner in ("ctx", "stage"):
        return message(
            "{} alone isn't a value", quote(inner)
        ), f"name a field, such as `{inner}.id`"
    if re.match(r"ctx\.upstream(?![\w-])", inner):
        better = "write a path, such as `{{ctx.upstream[0].verdict}}`"
        if re.match(r"ctx\.upstream\[\s*-", inner):
            return message("results are numbered from 0"), better
        wanted = "`ctx.upstream` is a list; add an index in brackets and a field"
        return message(wanted), better
    members = re.match(rf"ctx\.({'|'.join(IDS)})(?=[.\[])", inner)
    if members:
        name = f"ctx.{members[1]}"
        return message("{} is a string without members", quote(name)), f"use `{{{{{name}}}}}`"
    if use.placeholder.style == "dollar":
        trimmed = f"${{{inner}}}"
        if lex(trimmed)[0].path is not None:
            return message("this form doesn't allow spaces"), f"write {quote(trimmed)}"
        return message("this form takes one name, as in `${ctx.name}`"), _with_braces(inner)
    if first in "#/^>!&" or re.match(r"(if|else|each|for|end)\b", inner):
        return message("there are no conditions, loops or helpers"), path
    if re.search(r"\[\s*-\s*\d", inner):
        return message("elements are numbered from 0"), "write an index of 0 or more"
    if "|" in inner:
        return message("there are no filters"), path
    return message(
        "it is empty" if not inner else "it isn't a path, and placeholders don't compute anything"
    ), path


def _with_braces(inner: str) -> str:
    written = f"{{{{{inner}}}}}"
    lexed = lex(written)
    if len(lexed) == 1 and kind_of(lexed[0]) in _VALUES:
        return f"write {quote(written)}"
    return "write a path, such as `{{ctx.name}}`"


@rule("ST410", WARNING, complete_if=ALL)
def placeholder_stage_field(facts: StudFacts) -> Iterator[Finding]:
    """Placeholder for an undocumented stage field

    What:
        A placeholder is `stage.x` with a field other than `id` and `name`, or a path below one of
        them.
    Why:
        Only these two are documented as readable; the format doesn't define what other fields
        become.
    Bad:
        You have {{stage.turnCap}} turns.
    Good:
        You have 12 turns.
    Fix:
        Write the value, or use `stage.id` or `stage.name`.
    Source:
        stud §2.4, §6.7
    """
    yield from each_place_once(_undocumented(facts))


def _undocumented(facts: StudFacts) -> Iterator[Finding]:
    for use in uses(facts, "stage-field"):
        field = str(use.path[1])
        near = suggest(field, OWN) if len(use.path) == 2 else None
        yield finding(
            use,
            message(
                "{} isn't defined; only `stage.id` and `stage.name` can be read",
                quote(use.written),
            ),
            f"use `{{{{stage.{near}}}}}`"
            if near
            else f"use `{{{{stage.{field}}}}}`"
            if field in OWN
            else "write the value instead",
        )
