"""Schemas of the results that a stage is given (reference stud §2.6, §6.9)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.misfits import Misfit, misfits, refusals
from phaselint.dialects.stud.model import RESULT_FIELDS
from phaselint.schema import declared
from phaselint.vocabulary.claim import Notes
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.stud.completion.schemas import invalid
from phaselint_rules.stud.needs import ALL, GRAPH
from phaselint_rules.stud.runoptions import judging, unnamed
from phaselint_rules.stud.wording import called, several
from phaselint_rules.words import and_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.handover import Clash, Keyword
    from phaselint.dialects.stud.model import Stage
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message

SCHEMA = "inputsSchema"

NONE_GIVEN = "no run gives the stage a result"

ALWAYS = ("verdict", "capHit", "attemptCount")
"""The fields that every result has (§2.6)."""


@rule(
    "ST509",
    ERROR,
    claims="notes",
    complete_if=ALL,
    ends="failure",
)
def inputs_schema_invalid(facts: StudFacts) -> Iterator[Finding]:
    """Inputs schema that isn't valid JSON Schema

    What:
        `inputsSchema` breaks the rules of JSON Schema (see `completion-schema-invalid`). One
        finding per schema, at its first error.
    Why:
        It can't judge any result. The stage fails as soon as it gets one.
    Bad:
        inputsSchema: {type: objekt}
    Good:
        inputsSchema: {type: object}
    Fix:
        Write what the keyword requires.
    Dry run:
        A stage before completes, and this one fails at Setup; if no run gives it a result, nothing
        is run.
    Source:
        stud §2.3, §2.6, §6.9
    """
    for stage in facts.usable:
        faults = facts.inputs_faults.get(facts.key(stage), ())
        if faults and stage.has(SCHEMA):
            found = invalid(facts, stage, SCHEMA, faults)
            yield found._replace(claim=_fails_with_any(facts, stage))


def _fails_with_any(facts: StudFacts, stage: Stage) -> Notes | None:
    """That a stage fails once it is given a result; nothing where no other passes it one."""
    if not facts.graph_known or unnamed(facts, stage):
        return None
    given = any(way.sources for way in facts.roles.predecessors(stage.id))
    claim = _fails_at_setup(facts, stage)._replace(hostile=True, doubt=NONE_GIVEN)
    return claim if given else None


def _fails_at_setup(facts: StudFacts, stage: Stage, via: Hashable = None) -> Notes:
    """That a stage fails at Setup for a result that it is given."""
    failed, options = {"reason": "InputsSchemaViolation"}, judging(facts, stage)
    return Notes(stage.id, "StageInitFailed", failed, options=options, via=via)


@rule("ST510", WARNING, needs=GRAPH, prove="upstream.proofs.inputs:never_given", complete_if=ALL)
def inputs_schema_never_checked(facts: StudFacts) -> Iterator[Finding]:
    """Inputs schema that is never checked

    What:
        A stage with an `inputsSchema` is the entry, and no stage points back to it; or it runs only
        as a sibling of fan-outs.
    Why:
        `ctx.upstream` is empty there, and the schema is checked against each of its elements, so it
        protects the stage from nothing.
    Bad:
        entryStage: survey
        stages: [{id: survey, inputsSchema: {type: object, required: [parsed]}}]
    Good:
        entryStage: survey
        stages: [{id: survey}]
    Fix:
        Remove it, or move it to the stage that gets the results.
    Dry run:
        In all runs, the stage never gets a result.
    Source:
        stud §2.6, §5.3 R6, §5.9 R36, §6.9
    """
    for stage in facts.stages.values():
        roles, entry = facts.roles, facts.pipeline.entry
        first = stage.id == entry and not roles.predecessors(stage.id)
        if not stage.has(SCHEMA) or not (first or roles.only_sibling(stage.id)):
            continue
        where = "is the first one" if first else "runs only as a sibling"
        yield Finding(
            facts.stage_place(stage, SCHEMA, part="key"),
            message(
                "`{}` of {} is never checked: the stage {} and doesn't get a result",
                SCHEMA,
                called(stage),
                where,
            ),
            "remove it, or move it to the stage that gets the results",
            related=(Related(facts.place(("entryStage",)), "the first stage"),)
            if first
            else tuple(
                Related(
                    facts.place(way.result.name_at(way.result.stages.index(stage.id))),
                    "it runs as a sibling here",
                )
                for way in roles.predecessors(stage.id)[:9]
            ),
            witness=Witness({"stage": stage.id, "role": "entry" if first else "sibling"}),
        )


@rule(
    "ST511",
    ERROR,
    needs=GRAPH,
    claims="notes",
    complete_if=ALL,
    ends="failure",
)
def inputs_schema_unsatisfiable(facts: StudFacts) -> Iterator[Finding]:
    """Inputs schema that no result satisfies

    What:
        Every transition into a stage with an `inputsSchema` passes a result that certainly doesn't
        satisfy it: the result of the stage before, or of a joined sibling. A result has `verdict`
        (`ok` or `fail`), `capHit`, `attemptCount` and optionally `reason`, `parsed` (the payload,
        as defined by the completion schema) and `output`, and nothing else.
    Why:
        The schema is checked at Setup, before anything else. The stage never starts, and the run
        ends with an error.
    Bad:
        inputsSchema: {type: object, required: [decision]}
    Good:
        inputsSchema:
          type: object
          required: [parsed]
          properties: {parsed: {type: object, required: [decision]}}
    Fix:
        Describe a result, with the payload under `parsed`, as the stage before produces it.
    Dry run:
        The stage before completes with a valid payload, and this one fails: `StageInitFailed …
        InputsSchemaViolation`.
    Source:
        stud §2.6, §5.3 R6, §6.9
    """
    for stage in facts.stages.values():
        if stage.has(SCHEMA) and not facts.inputs_faults.get(facts.key(stage)):
            found = misfits(facts, stage)
            if found:
                yield _unsatisfiable(facts, stage, found)


def _unsatisfiable(facts: StudFacts, stage: Stage, misfits: list[Misfit]) -> Finding:
    first, *others = misfits
    more = [misfit.giver.id for misfit in others if misfit.giver.id != first.giver.id]
    also = (
        message(", nor does any result of {}", several(list(dict.fromkeys(more)))) if more else ""
    )
    return Finding(
        place_of(facts, stage, first.clash),
        message(
            "no result of {} satisfies `{}` of {}: {}{}",
            called(first.giver),
            SCHEMA,
            called(stage),
            why_of(first.clash),
            also,
        ),
        _help(facts, first),
        related=tuple(
            Related(_giver_place(facts, misfit), f"the known fields of {called(misfit.giver)}")
            for misfit in misfits[:9]
        ),
        witness=Witness({"stage": stage.id, "predecessors": refusals(misfits)}),
        claim=_fails_at_setup(facts, stage, via=(first.giver.id, stage.id)),
    )


def place_of(facts: StudFacts, stage: Stage, found: Clash) -> Place:
    """The keyword of the inputs schema that the finding is about: what it demands, else what it
    excludes, else the schema as a whole."""
    demanded = found.demanded if found.demanded and found.demanded.side == "inputs" else None
    own = found.of("inputs")
    word = own[0] if own else demanded
    pointer = word.pointer if word else ()
    item = bool(pointer) and isinstance(pointer[-1], int)
    return facts.stage_place(stage, SCHEMA, *pointer, part="value" if item else "key")


def _giver_place(facts: StudFacts, misfit: Misfit) -> Place:
    """What is written about the part of a result that does not fit; the completion schema where
    nothing is."""
    giver = misfit.giver
    for word in misfit.clash.of("result"):
        if word.pointer[:2] == ("properties", "parsed") and isinstance(
            giver.completion_schema, dict
        ):
            rest = word.pointer[2:]
            moved = giver.completion_schema.get("type") != "object"
            return facts.stage_place(
                giver, "completionSchema", *(rest[2:] if moved else rest), part="key"
            )
        if word.pointer[:2] == ("properties", "output"):
            return facts.place(("outputs", giver.id, *word.pointer[2:]), "key")
    return facts.stage_place(giver, "completionSchema", part="key")


def why_of(found: Clash) -> Message:
    """Why no result satisfies a schema, as a sentence."""
    field = quote(".".join(found.path))
    here, there = found.of("inputs"), found.of("result")
    missing = there and all(map(_forbids, there)) and not here
    if missing and len(found.path) == 1:
        return message("it requires {}, but a result has no such field", field)
    if missing:
        owner = "the declared output" if found.path[0] == "output" else "the completion schema"
        return message("it requires {}, but {} doesn't allow it", field, owner)
    if not found.keywords:
        return message(
            "{} would have to contain itself infinitely often", field if found.path else "it"
        )
    if here and not there and all(map(_forbids, here)):
        if not found.path:
            return message("it is `false`")
        return message("it doesn't allow {}, which every result has", field)
    if not here or not there:
        from phaselint_rules.contradictions import exclusion

        excluded = exclusion([(word.pointer, word.value) for word in found.keywords])
        return message("of {}, which it requires, {}", field, excluded) if found.path else excluded
    subject = field if found.path else "a result"
    return message("{} has {} there and {} here", subject, _words(there), _words(here))


def _forbids(word: Keyword) -> bool:
    from phaselint_rules.contradictions import forbids

    return forbids((word.pointer, word.value))


def _words(keywords: tuple[Keyword, ...]) -> Message:
    from phaselint_rules.contradictions import spelt, telling

    listed = telling([(word.pointer, word.value) for word in keywords])
    return and_all(list(dict.fromkeys(map(spelt, listed))))


def _help(facts: StudFacts, misfit: Misfit) -> str:
    """What to write instead."""
    path = misfit.clash.path
    if not path:
        return f"describe a result: an object with {quote_all(RESULT_FIELDS)}"
    if not misfit.clash.of("result") and all(map(_forbids, misfit.clash.of("inputs"))):
        return f"also allow the other fields of a result: {quote_all(ALWAYS)}"
    payload = facts.schema_of(misfit.giver)
    if len(path) == 1 and path[0] not in RESULT_FIELDS:
        if isinstance(payload, dict) and declared(payload, path).pointers:
            return f"require `parsed`, and {quote(path[0])} below it (it is in the payload)"
        near = suggest(path[0], RESULT_FIELDS)
        return f"use {quote(near)}" if near else f"use one of {quote_all(RESULT_FIELDS)}"
    if path[0] == "parsed" and len(path) > 1 and isinstance(payload, dict):
        found = declared(payload, path[1:])
        near = suggest(path[-1], found.names) if found.missing is not None else None
        if near:
            return f"use {quote(near)}"
    return f"describe {quote('.'.join(path))} as {called(misfit.giver)} produces it"
