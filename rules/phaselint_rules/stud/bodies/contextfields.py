"""Context fields that placeholders name: whether a run has them, and what they give away
(reference §2.5, §3.5, §6.7)."""

from __future__ import annotations

import re

from phaselint.vocabulary.claim import All, Notes, Undecided, Written
from phaselint.vocabulary.finding import Related
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, rule
from phaselint.vocabulary.suggest import listing, suggest
from phaselint_rules.stud.needs import ALL, CONTEXT
from phaselint_rules.stud.upstream.rendered import renders
from phaselint_rules.stud.upstream.uses import each_place_once, finding, uses, uses_by_stage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.uses import Use
    from phaselint.dialects.stud.model import ContextSchema, Stage
    from phaselint.vocabulary.finding import Finding, Pointer

VALUE = "the value"
_LONGEST_LIST = 100


@rule(
    "ST407", ERROR, needs=CONTEXT, prove="bodies.proofs.contextfields:undeclared", complete_if=ALL
)
def placeholder_ctx_undeclared(facts: StudFacts) -> Iterator[Finding]:
    """Placeholder for an undeclared context field

    What:
        The manifest has `ctx`, and a placeholder `ctx.x` names a field that isn't declared for all
        stages or for this one and isn't a reserved name. Reported once per spelling. Silent if the
        manifest has no `ctx`.
    Why:
        A field that is never written renders as nothing. The reference engine's validation refuses
        the stage with `StageCtxUnresolved` if the form is `${ctx.x}`.
    Bad:
        ctx: {required: [route]}
        # and in a body
        Timetable for {{ctx.line}}
    Good:
        ctx: {required: [line]}
    Fix:
        Declare the field, or use the name of a declared one.
    Dry run:
        A run with the declared fields reaches the stage, and its prompt has nothing in that place.
    Source:
        stud §2.4, §3.5, §4.1, §6.7
    """
    yield from each_place_once(_undeclared(facts))


def _undeclared(facts: StudFacts) -> Iterator[Finding]:
    known = facts.context
    for own in uses_by_stage(facts, "context"):
        stage = own[0].stage.id
        declared = known.required_in(stage) | known.optional_in(stage)
        for use in own:
            if use.name not in declared:
                yield _unknown(facts, use, known, sorted(declared))


def _unknown(facts: StudFacts, use: Use, known: ContextSchema, declared: Sequence[str]) -> Finding:
    near = suggest(use.name, declared)
    elsewhere = [(stage, known.by_stage[stage]) for stage in known.stages_with(use.name)]
    only = quote_all(stage for stage, _ in elsewhere)
    where = message("only for {}", only) if elsewhere else "nowhere"
    listed = listing(declared)
    return finding(
        use,
        message(
            "{} renders nothing: context field {} is declared {}",
            quote(use.written),
            quote(use.name),
            where,
        ),
        f"use {quote(near)}"
        if near
        else f"declare it in `ctx`, or use {listed}"
        if listed
        else "declare it in `ctx`",
        *(
            Related(
                facts.place({**names.optional, **names.required}[use.name]),
                f"declared for {quote(stage)}",
            )
            for stage, names in elsewhere
        ),
        claim=_without(facts, use),
        field=use.name,
        declared=[stage for stage, _ in elsewhere],
    )


@rule(
    "ST408",
    INFO,
    needs=CONTEXT,
    claims="read_and_notes",
    complete_if=ALL,
    default=False,
)
def placeholder_optional_field(facts: StudFacts) -> Iterator[Finding]:
    """Placeholder for an optional context field

    What:
        A placeholder `ctx.x` names a field that the manifest declares only under `optional`.
        Reported once per spelling.
    Why:
        If the field is absent, nothing is rendered in its place, and the sentence around it has a
        gap.
    Bad:
        ctx: {optional: [season]}
        # and in a body
        Timetable for the {{ctx.season}} season.
    Good:
        ctx: {required: [season]}
    Fix:
        Make the field required, or write a sentence that also works without it.
    Dry run:
        A run without the field reaches the stage, and its prompt has nothing in that place.
    Source:
        stud §2.4, §3.5, §6.7
    """
    yield from each_place_once(_optional(facts))


def _optional(facts: StudFacts) -> Iterator[Finding]:
    known = facts.context
    for own in uses_by_stage(facts, "context"):
        stage = own[0].stage
        optional = known.optional_in(stage.id)
        for use in own:
            if use.name in optional:
                place = facts.place(_declaration(known, stage, use.name))
                yield finding(
                    use,
                    message(
                        "{} renders nothing in runs without the optional field {}",
                        quote(use.written),
                        quote(use.name),
                    ),
                    f"declare {quote(use.name)} under `required`, or write a "
                    "sentence that also works without it",
                    Related(place, "declared here"),
                    claim=All(
                        (_without(facts, use),),
                        (Written(place, like=re.escape(use.name)),),
                        f"that `{use.name}` is optional",
                    ),
                    field=use.name,
                )


def _without(facts: StudFacts, use: Use) -> Notes | Undecided:
    """That nothing is in the place of a placeholder in a run that has all required context fields
    but this one."""
    found, known = renders(facts, use, ""), facts.context
    parts = (known.everywhere, *known.by_stage.values())
    names = [name for part in parts for name in part.required if name != use.name]
    given = {"ctx": {name: f"some {name}" for name in names}}
    return found._replace(given=given, hostile=True) if isinstance(found, Notes) else found


def _declaration(known: ContextSchema, stage: Stage, name: str) -> Pointer:
    own = known.by_stage.get(stage.id, known.everywhere).optional
    return own[name] if name in own else known.everywhere.optional[name]


@rule("ST412", WARNING, claims="notes", complete_if=ALL)
def placeholder_secret_like(facts: StudFacts) -> Iterator[Finding]:
    """Likely secret in the prompt

    What:
        The name of the context field in a placeholder contains one of these, in any case: `apikey`,
        `api_key`, `api-key`, `secret`, `token`, `password`, `passwd`, `credential`, `private_key`
        (configurable). Reported once per spelling.
    Why:
        The value becomes part of the prompt: it is sent to the model provider, and the model can
        repeat it.
    Bad:
        Log in with {{ctx.archiveToken}}
    Good:
        The tool `archive_read` is logged in.
    Fix:
        Keep it out of the prompt: let a tool or the state machine use the secret.
    Dry run:
        A run reaches the stage, and its prompt contains the value of the field.
    Source:
        stud §2.4, §6.7, §9
    """
    yield from each_place_once(_secret(facts))


def _secret(facts: StudFacts) -> Iterator[Finding]:
    hints = [(hint, hint.casefold()) for hint in facts.options["secret-names"] if hint]
    for use in uses(facts, "context"):
        name = use.name.casefold()
        hint = next((hint for hint, plain in hints if plain in name), "")
        if hint:
            yield finding(
                use,
                message(
                    "{} puts what looks like a secret ({}) into the prompt",
                    quote(use.written),
                    quote(hint),
                ),
                "keep it out of the prompt: let a tool or the state machine use it",
                claim=_in_place(facts, use, hint),
                field=use.name,
                hint=hint,
            )


def _in_place(facts: StudFacts, use: Use, hint: str) -> Notes | Undecided:
    """That the value of a context field, whose name has a certain part, is in the place of a
    placeholder."""
    if not hint or hint.casefold() not in use.name.casefold():
        return Undecided("the name doesn't look like a secret")
    if any(isinstance(step, int) and step > _LONGEST_LIST for step in use.path):
        return Undecided("the index is too high for a run")
    value: Any = VALUE
    for step in reversed(use.path[2:]):
        value = [*[None] * step, value] if isinstance(step, int) else {step: value}
    found = renders(facts, use, VALUE)
    world = {"setup": {use.stage.id: {use.name: value}}}
    return found._replace(world=world, hostile=True) if isinstance(found, Notes) else found
