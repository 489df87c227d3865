"""Placeholders that are never replaced, or that nothing describes (reference §2.4, §6.7)."""

from __future__ import annotations

import re

from phaselint.dialects.stud.analysis.uses import IDS, OWN, kind_of
from phaselint.dialects.stud.reading.placeholders import head, lex
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.stud.needs import ALL
from phaselint_rules.stud.upstream.uses import each_place_once, finding, uses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.uses import Use
    from phaselint.vocabulary.finding import Finding
    from phaselint.vocabulary.message import Message

THROUGH_CONTEXT = "have the state machine write the value to a context field, and name that field"

_SOURCES = {"env": "the environment", "settings": "settings", "process": "the process"}
_VALUES = frozenset({"context", "id", "upstream", "stage"})


@rule("ST403", ERROR, prove="proofs.prompts:literal", complete_if=ALL)
def placeholder_env(facts: StudFacts) -> Iterator[Finding]:
    """A placeholder wants a value of the environment, the settings or the process.

    What:
        The first segment of a placeholder, in either form, is `env`, `settings` or `process`.
        Reported once for each wording.
    Why:
        Prompts see the context of the stage and nothing else. The placeholder is not replaced:
        the model reads it as text.
    Bad:
        Write to {{env.REPORT_DIR}}
    Good:
        Write to {{ctx.reportDir}}
    Fix:
        Have the state machine write the value to a context field, and name that field.
    Dry run:
        A run comes to the stage, and its prompt has the placeholder in it.
    Source:
        stud §2.4, §4.2, §6.7
    """
    yield from each_place_once(_outside(facts))


def _outside(facts: StudFacts) -> Iterator[Finding]:
    for use in uses(facts, "env"):
        first = head(use.placeholder.inner)
        yield finding(
            use,
            _literal(use, message("no placeholder leads to {}", _SOURCES[first])),
            THROUGH_CONTEXT,
        )


@rule("ST404", ERROR, prove="proofs.prompts:literal", complete_if=ALL)
def placeholder_unknown_namespace(facts: StudFacts) -> Iterator[Finding]:
    """A placeholder starts with neither `ctx` nor `stage`.

    What:
        A placeholder is a path, and its first segment is another word than `ctx` and `stage`.
        Those that lead to the environment are `placeholder-env`. Reported once for each wording.
    Why:
        Only these two can be read. The placeholder is not replaced: the model reads it as text.
    Bad:
        Run {{workflow.id}}
    Good:
        Run {{ctx.workflowRunId}}
    Fix:
        Name a context field, `stage.id` or `stage.name`.
    Dry run:
        A run comes to the stage, and its prompt has the placeholder in it.
    Source:
        stud §2.4, §6.7
    """
    yield from each_place_once(_elsewhere(facts))


def _elsewhere(facts: StudFacts) -> Iterator[Finding]:
    for use in uses(facts, "namespace"):
        better = _in_namespace(facts, use)
        yield finding(
            use,
            _literal(
                use,
                message(
                    "placeholders start with `ctx` or `stage`, not with {}", quote(str(use.path[0]))
                ),
            ),
            f"did you mean {quote(better)}?" if better else THROUGH_CONTEXT,
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


@rule("ST405", ERROR, prove="proofs.prompts:literal_in_retries", complete_if=ALL)
def placeholder_ctx_attempts(facts: StudFacts) -> Iterator[Finding]:
    """A placeholder wants the attempts of the stage.

    What:
        A placeholder is `ctx.attempts` or something in it. Reported once for each wording.
    Why:
        A body is rendered once, before the first attempt; a retry goes on in the same transcript.
        Attempts cannot be named in it. The placeholder is not replaced: the model reads it as
        text.
    Bad:
        Last time: {{ctx.attempts[0].parseError}}
    Good:
        Where an answer was refused, the transcript says why.
    Fix:
        Drop it: a retry tells the model the reason.
    Dry run:
        A run with a retry: the body is rendered once, with the placeholder in it.
    Source:
        stud §2.4, §2.5, §6.7
    """
    yield from each_place_once(_hidden(facts, "attempts"))


@rule("ST406", ERROR, complete_if=ALL)
def placeholder_ctx_host(facts: StudFacts) -> Iterator[Finding]:
    """A placeholder wants the host.

    What:
        A placeholder is `ctx.host` or something in it. Reported once for each wording.
    Why:
        It is what the code of the state machine works with; prompts cannot read it. The
        placeholder is not replaced: the model reads it as text.
    Bad:
        Session {{ctx.host.session.id}}
    Good:
        Run {{ctx.workflowRunId}}
    Fix:
        Have the state machine write the value to a context field, and name that field.
    Source:
        stud §2.4, §2.5, §6.7
    """
    yield from each_place_once(_hidden(facts, "host"))


def _hidden(facts: StudFacts, name: Literal["attempts", "host"]) -> Iterator[Finding]:
    if name == "attempts":
        reason = message(
            "a body is rendered once, before the first attempt, and cannot name attempts"
        )
        advice = "drop it: a retry tells the model the reason"
    else:
        reason = message("`ctx.host` is for the code of the state machine, and no body can name it")
        advice = THROUGH_CONTEXT
    for use in uses(facts, name):
        yield finding(use, _literal(use, reason), advice)


@rule("ST409", ERROR, prove="proofs.prompts:literal", complete_if=ALL)
def placeholder_syntax(facts: StudFacts) -> Iterator[Finding]:
    """A placeholder is no path to a value.

    What:
        What stands between `{{` and `}}` is no path: an expression, a helper, a condition, a
        negative index; `ctx` or `stage` alone; `ctx.upstream` without an index and a field;
        a member of `ctx.workflowRunId` or `ctx.stageExecutionId`. Also a `{{` that is never
        closed, and a `${…}` other than `${ctx.word}` (looked at only where it starts with `ctx`,
        `stage`, `env`, `settings` or `process`). Reported once for each wording.
    Why:
        There are no conditions, loops, filters or expressions. The placeholder is not replaced:
        the model reads it as text.
    Bad:
        {{#if ctx.due}}Due {{ctx.due}}{{/if}}
    Good:
        Due {{ctx.due}}
    Fix:
        Write a path: `ctx.name`, `ctx.upstream[0].parsed.name`, `stage.id`. What has to be decided
        or computed, the state machine does.
    Dry run:
        A run comes to the stage, and its prompt has the placeholder in it.
    Source:
        stud §2.4, §6.7
    """
    yield from each_place_once(_malformed(facts))


def _malformed(facts: StudFacts) -> Iterator[Finding]:
    for use in uses(facts, "syntax"):
        reason, advice = _slip(use)
        yield finding(use, _literal(use, reason), advice)


def _literal(use: Use, reason: Message) -> Message:
    """That a placeholder is not replaced, and why not."""
    return message("{} reaches the model as it stands: {}", quote(use.written), reason)


def _slip(use: Use) -> tuple[Message, str]:
    """What is wrong with a placeholder that is none, and what to write."""
    inner, first = use.placeholder.inner, use.placeholder.inner[:1]
    path = "write a path, such as `{{ctx.name}}`"
    if not use.placeholder.closed:
        closing = "}}" if use.placeholder.style == "braces" else "}"
        return message("no {} follows", quote(closing)), f"close it with {quote(closing)}"
    if inner in ("ctx", "stage"):
        return message("{} alone is no value", quote(inner)), f"name a field, such as `{inner}.id`"
    if re.match(r"ctx\.upstream(?![\w-])", inner):
        better = "write a path, such as `{{ctx.upstream[0].verdict}}`"
        if re.match(r"ctx\.upstream\[\s*-", inner):
            return message("results are counted from 0"), better
        wanted = "`ctx.upstream` is a list: an index in brackets and a field have to follow"
        return message(wanted), better
    members = re.match(rf"ctx\.({'|'.join(IDS)})(?=[.\[])", inner)
    if members:
        name = f"ctx.{members[1]}"
        return message("{} is a text without members", quote(name)), f"write `{{{{{name}}}}}`"
    if use.placeholder.style == "dollar":
        trimmed = f"${{{inner}}}"
        if lex(trimmed)[0].path is not None:
            return message("this form takes no blanks"), f"write {quote(trimmed)}"
        return message("this form takes one name, as in `${ctx.name}`"), _with_braces(inner)
    if first in "#/^>!&" or re.match(r"(if|else|each|for|end)\b", inner):
        return message("there are no conditions, loops or helpers"), path
    if re.search(r"\[\s*-\s*\d", inner):
        return message("elements are counted from 0"), "write an index of 0 or more"
    if "|" in inner:
        return message("there are no filters"), path
    return message("it is empty" if not inner else "it is no path, and nothing is computed"), path


def _with_braces(inner: str) -> str:
    written = f"{{{{{inner}}}}}"
    lexed = lex(written)
    if len(lexed) == 1 and kind_of(lexed[0]) in _VALUES:
        return f"write {quote(written)}"
    return "write a path, such as `{{ctx.name}}`"


@rule("ST410", WARNING, complete_if=ALL)
def placeholder_stage_field(facts: StudFacts) -> Iterator[Finding]:
    """A placeholder wants a field of the stage that nobody promises.

    What:
        A placeholder is `stage.x` with another field than `id` and `name`, or leads into one of
        them. Reported once for each wording.
    Why:
        Only these two are listed as readable. What becomes of the others is not said anywhere.
    Bad:
        You have {{stage.turnCap}} turns.
    Good:
        You have 12 turns.
    Fix:
        Write the value, or name `stage.id` or `stage.name`.
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
                "nothing says what {} becomes: of a stage only `stage.id` and `stage.name` are "
                "promised",
                quote(use.written),
            ),
            f"did you mean `{{{{stage.{near}}}}}`?"
            if near
            else f"write `{{{{stage.{field}}}}}`"
            if field in OWN
            else "write the value in its place",
        )
