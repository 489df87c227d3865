"""The stages in which fan-outs are joined (reference §5.9, §6.10)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Notes, Same, Undecided
from phaselint.vocabulary.finding import Finding, Fix, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.stud.needs import NAMED_SPECS, NAMES, SPECS
from phaselint_rules.stud.runoptions import entering, laws
from phaselint_rules.stud.ways.run_descriptions import (
    PARALLEL,
    fan_outs,
    first_names,
    near,
    under,
    witness_at,
)
from phaselint_rules.stud.ways.transitions import NO_STAGE, element_of, ends_at
from phaselint_rules.words import meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Result, Stage

EITHER = "a run also accepts a join that isn't a sibling"


@rule(
    "PL107",
    ERROR,
    needs=NAMES,
    claims="ends",
    complete_if=NAMED_SPECS,
    fix="unsafe",
    catalogue=("join-dangling",),
    ends="failure",
)
def dangling_join(facts: StudFacts) -> Iterator[Finding]:
    """Join that doesn't exist

    What:
        `join` of a fan-out isn't the ID of a stage in `stages`; with the join policy `sibling`, it
        isn't one of the stages in `nextStages`.
    Why:
        No stage can run when the siblings are done. The reference engine refuses the stage with
        `Validation/StageJoinDangling`.
    Bad:
        # stages: receive, weigh, count, stamp
        receive: {execution: parallel, nextStages: [weigh, count], join: stmap}
    Good:
        receive: {execution: parallel, nextStages: [weigh, count], join: stamp}
    Fix:
        Correct the name, or add the stage. If a similar ID exists, phaselint suggests it.
    Dry run:
        The siblings run, and the run ends with an error at the unknown join. With the policy
        `sibling`, if the join is a stage, nothing is run: the policy itself forbids it.
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
                "isn't one of its siblings {}, as the join policy `sibling` requires",
                first_names(known),
            )
            if inside
            else "isn't a stage of this pipeline"
        )
        data = {"join": result.join, "siblings": list(result.stages), "policy": facts.join_policy}
        ends = ends_at(facts, stage, result, result.join)
        yield Finding(
            place,
            message(
                "join {} of stage {}{} {}",
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
            claim=Undecided(EITHER) if result.join in facts.stages else ends,
            fix=respell(result.join, better, place),
        )


@rule("ST603", WARNING, claims="notes", complete_if=SPECS)
def join_is_sibling(facts: StudFacts) -> Iterator[Finding]:
    """Join that is also one of its siblings

    What:
        `join` is also in `nextStages`. Not reported with the join policy `sibling`, which requires
        that.
    Why:
        The stage runs twice: together with the others, without results, and again when all are
        done.
    Bad:
        receive: {execution: parallel, nextStages: [weigh, count], join: count}
    Good:
        receive: {execution: parallel, nextStages: [weigh, count], join: stamp}
    Fix:
        Use a separate stage as the join; or, if the join should run once, after the others, set the
        option `joinPolicy` of the manifest to `sibling`.
    Dry run:
        A run enters the join after all siblings, itself among them.
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
                "join {} of stage {}{} is also one of its siblings, so it runs twice",
                quote(result.join),
                quote(stage.id),
                under(label),
            ),
            "use a stage that isn't a sibling as the join",
            related=(Related(facts.place(where), "it runs as a sibling here"),),
            witness=witness_at(facts, stage.id, join=result.join, siblings=list(result.stages)),
            claim=_joined_again(facts, stage, result),
        )


def _joined_again(facts: StudFacts, stage: Stage, result: Result) -> Notes | Undecided:
    """That the join is entered after all siblings, of which it is one."""
    join = result.join or ""
    if join not in facts.stages:
        return Undecided(NO_STAGE)
    holds = {"from": tuple(dict.fromkeys((join, *result.stages)))}
    via = element_of(facts, stage, result)
    return Notes(join, entering(facts), holds=holds, options=laws(facts), via=via)


@rule("ST604", WARNING, claims="same", complete_if=SPECS, fix="unsafe")
def join_without_parallel(facts: StudFacts) -> Iterator[Finding]:
    """Join without parallel stages

    What:
        An alternative has a `join`, but its `execution` isn't `parallel`.
    Why:
        The join never runs. Most often `execution: parallel` is missing.
    Bad:
        weigh: {nextStages: [stamp], join: archive}
    Good:
        weigh: {nextStages: [stamp]}
    Fix:
        Remove `join`, or add `execution: parallel`. phaselint suggests removing it.
    Dry run:
        Every run is the same without `join`.
    Source:
        stud §3.3, §5.12, §6.10
    """
    for stage, label, result in facts.results:
        if result.execution == PARALLEL or result.join is None:
            continue
        data = {"join": result.join, "execution": result.execution, "next": list(result.stages)}
        fix = _without_join(facts, result)
        yield Finding(
            facts.place(result.join_at, "key"),
            message(
                "stage {}{} doesn't start stages in parallel, so its join {} never runs",
                quote(stage.id),
                under(label),
                quote(result.join),
            ),
            "remove `join`, or add `execution: parallel`",
            witness=witness_at(facts, stage.id, **data),
            claim=Same((), stage.id, laws(facts)) if fix else None,
            fix=fix,
        )


def _without_join(facts: StudFacts, result: Result) -> Fix | None:
    from phaselint_rules.edits import remove_item

    edit = remove_item(facts.contract.documents[facts.pipeline.file], result.join_at)
    return Fix("unsafe", "remove `join`", (edit,)) if edit else None
