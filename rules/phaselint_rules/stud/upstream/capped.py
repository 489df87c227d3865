"""Stages that don't start with what is given after a cap hit (reference stud §2.6, §5.3 R6)."""

from __future__ import annotations

from itertools import islice

from phaselint.dialects.stud.analysis.misfits import misfits
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import joined, message, quote
from phaselint.vocabulary.rule import INFO, rule
from phaselint_rules.stud.needs import ALL, GRAPH
from phaselint_rules.stud.upstream.inputs import SCHEMA, place_of, why_of
from phaselint_rules.stud.wording import called, several

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.stud.analysis.capped import Capped
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage
    from phaselint.vocabulary.message import Message

VERDICTS = 2
"""Verdicts that a stage which has acted can have."""

MOST_WAYS = 9
"""Paths into a stage that a finding names."""


@rule(
    "ST512",
    INFO,
    needs=GRAPH,
    prove="upstream.proofs.inputs:stops_after_cap",
    complete_if=ALL,
    default=False,
)
def inputs_schema_refuses_cap_hit(facts: StudFacts) -> Iterator[Finding]:
    """Inputs schema that no result of a cap hit satisfies

    What:
        A stage with an `inputsSchema` gets the result of another stage over a transition that
        results also take after a cap hit: the only transition, a default, or a branch that holds
        for them. The schema requires what such a result never has, most often `parsed`, but results
        of completed stages can have it. One finding per schema.
    Why:
        A stage that reaches its `turnCap` passes on a result without a payload. The next stage then
        doesn't start, and the run ends with `StageInitFailed`.
    Bad:
        survey: {nextStages: [label]}
        # label: inputsSchema: {type: object, required: [parsed]}
    Good:
        survey:
          branches: [{when: {capHit: true}, nextStages: []}]
          default: {nextStages: [label]}
    Fix:
        Route results of a cap hit elsewhere, or let the schema accept them.
    Dry run:
        The stage before reaches its cap, and this one fails: `StageInitFailed …
        InputsSchemaViolation`.
    Source:
        stud §2.6, §5.3 R6, §5.5 R13, §5.6 R24, §6.9
    """
    for stage in facts.stages.values():
        if stage.has(SCHEMA) and not facts.inputs_faults.get(facts.key(stage)):
            from phaselint.dialects.stud.analysis.capped import refused

            found = refused(facts, stage)
            if found and not misfits(facts, stage):
                yield _finding(facts, stage, found)


def _finding(facts: StudFacts, stage: Stage, found: Sequence[Capped]) -> Finding:
    first, *others = found
    also = message("; the same holds for {}", several([each.giver.id for each in others]))
    ways = {_named_at(each, stage): each.way.origin for each in found}
    return Finding(
        place_of(facts, stage, first.clash),
        message(
            "no result of {}{} after a cap hit satisfies `{}` of {}: {}{}",
            called(first.giver),
            _with(first),
            SCHEMA,
            called(stage),
            _why(first),
            also if others else "",
        ),
        "add a branch with `capHit: true` to another stage, or accept a result without it",
        related=tuple(
            Related(facts.place(pointer), f"{quote(origin)} points here")
            for pointer, origin in islice(ways.items(), MOST_WAYS)
        ),
        witness=Witness({"stage": stage.id, "predecessors": [each.told for each in found]}),
    )


def _with(found: Capped) -> Message:
    """The verdicts that it is about, where these are not all."""
    if len(found.verdicts) == VERDICTS:
        return message("")
    return message(" with the verdict {}", joined(" or ", map(quote, found.verdicts)))


def _why(found: Capped) -> Message:
    if found.clash.path[:1] == ("parsed",):
        return message("it requires {}, which is missing then", quote("parsed"))
    return why_of(found.clash)


def _named_at(found: Capped, stage: Stage) -> tuple[str | int, ...]:
    result = found.way.result
    return result.name_at(result.stages.index(stage.id))
