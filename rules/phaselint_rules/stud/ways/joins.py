"""The stages in which fan-outs are joined (reference §5.9, §6.10)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding, Fix, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.stud.needs import NAMED_SPECS, NAMES, SPECS
from phaselint_rules.stud.ways.run_descriptions import (
    PARALLEL,
    fan_outs,
    first_names,
    near,
    under,
    witness_at,
)
from phaselint_rules.words import meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Result


@rule(
    "PL107",
    ERROR,
    needs=NAMES,
    prove="ways.proofs.joins:ends_there",
    complete_if=NAMED_SPECS,
    fix="unsafe",
    catalogue=("join-dangling",),
    ends="failure",
)
def dangling_join(facts: StudFacts) -> Iterator[Finding]:
    """The join of a fan-out does not exist.

    What:
        `join` of a fan-out is the id of no stage in `stages`. With the join policy `sibling`, it
        is none of the stages in `nextStages`.
    Why:
        Nothing can run when the siblings are done. The reference refuses the stage with
        `Validation/StageJoinDangling`.
    Bad:
        # stages: receive, weigh, count, stamp
        receive: {execution: parallel, nextStages: [weigh, count], join: stmap}
    Good:
        receive: {execution: parallel, nextStages: [weigh, count], join: stamp}
    Fix:
        Correct the name, or add the stage. Where an id is near, it is offered.
    Dry run:
        The siblings run, and the run ends with an error at the unknown join. Under the policy
        `sibling`, where the join is a stage, nothing is run: the policy itself forbids it.
    Source:
        stud §3.3, §4.1, §5.9 (R39), §6.10, §7 (D4) (`join-dangling`)
    """
    for stage, label, result in fan_outs(facts):
        if result.join is None:
            continue
        inside = facts.join_policy == "sibling"
        known = tuple(dict.fromkeys(result.stages)) if inside else tuple(facts.stages)
        if result.join in known:
            continue
        place = facts.place(result.join_at)
        better = near(facts, result.join, known)
        why = (
            message(
                "is none of its siblings {}, as the join policy `sibling` wants it",
                first_names(known),
            )
            if inside
            else "is no stage of the pipeline"
        )
        data = {"join": result.join, "siblings": list(result.stages), "policy": facts.join_policy}
        yield Finding(
            place,
            message(
                "the join {} of the stage {}{} {}",
                quote(result.join),
                quote(stage.id),
                under(label),
                why,
            ),
            meant(
                result.join,
                better,
                "add it to `nextStages`" if inside else "add the stage, or correct the name",
            ),
            witness=witness_at(facts, stage.id, **data),
            fix=respell(result.join, better, place),
        )


@rule("ST603", WARNING, prove="ways.proofs.joins:runs_twice", complete_if=SPECS)
def join_is_sibling(facts: StudFacts) -> Iterator[Finding]:
    """The join of a fan-out is one of its siblings.

    What:
        `join` is in `nextStages` too. Not under the join policy `sibling`, which demands that.
    Why:
        The stage runs twice: beside the others, with nothing handed to it, and again when all are
        done.
    Bad:
        receive: {execution: parallel, nextStages: [weigh, count], join: count}
    Good:
        receive: {execution: parallel, nextStages: [weigh, count], join: stamp}
    Fix:
        Join in a stage of its own; or set the option `joinPolicy` of the manifest to `sibling`,
        if the join is meant to run once, after the others.
    Dry run:
        A run of the fan-out enters the stage twice.
    Source:
        stud §3.3, §5.12, §6.10, §7 (D4)
    """
    if facts.join_policy == "sibling":
        return
    for stage, label, result in fan_outs(facts):
        if result.join is None or result.join not in result.stages:
            continue
        where = result.name_at(result.stages.index(result.join))
        yield Finding(
            facts.place(result.join_at),
            message(
                "the join {} of the stage {}{} is one of its siblings too: it runs twice",
                quote(result.join),
                quote(stage.id),
                under(label),
            ),
            "join in a stage that is no sibling",
            related=(Related(facts.place(where), "it runs beside the others here"),),
            witness=witness_at(facts, stage.id, join=result.join, siblings=list(result.stages)),
        )


@rule("ST604", WARNING, prove="ways.proofs.joins:never_joined", complete_if=SPECS, fix="unsafe")
def join_without_parallel(facts: StudFacts) -> Iterator[Finding]:
    """A join stands where nothing runs side by side.

    What:
        An alternative has a `join`, and its `execution` is not `parallel`.
    Why:
        The join never runs. Most often `execution: parallel` is missing.
    Bad:
        weigh: {nextStages: [stamp], join: archive}
    Good:
        weigh: {nextStages: [stamp]}
    Fix:
        Remove `join`, or add `execution: parallel`. That it be removed is offered.
    Dry run:
        A run goes this way and enters no stage by the join.
    Source:
        stud §3.3, §5.12, §6.10
    """
    for stage, label, result in facts.results:
        if result.execution == PARALLEL or result.join is None:
            continue
        data = {"join": result.join, "execution": result.execution, "next": list(result.stages)}
        yield Finding(
            facts.place(result.join_at, "key"),
            message(
                "the stage {}{} starts nothing in parallel, so its join {} never runs",
                quote(stage.id),
                under(label),
                quote(result.join),
            ),
            "remove `join`, or add `execution: parallel`",
            witness=witness_at(facts, stage.id, **data),
            fix=_without_join(facts, result),
        )


def _without_join(facts: StudFacts, result: Result) -> Fix | None:
    from phaselint_rules.edits import remove_item

    edit = remove_item(facts.contract.documents[facts.pipeline.file], result.join_at)
    return Fix("unsafe", "remove `join`", (edit,)) if edit else None
