"""Ways through the stages of a pipeline, from its entry to an end (reference §6.10)."""

from __future__ import annotations

from itertools import islice

from phaselint.vocabulary.claim import Never
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.stud.bodies.renamed import downstream_of_renamed, uses
from phaselint_rules.stud.form.refusals import is_refused
from phaselint_rules.stud.needs import GRAPH, NAMED, NAMED_SPECS, NAMES, NEXT
from phaselint_rules.stud.ways.run_descriptions import first_names, near, under, witness_at
from phaselint_rules.stud.ways.transitions import ends_at
from phaselint_rules.words import meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage


MOST_PLACES = 9
"""Places where an unreachable stage is named that a finding shows."""


@rule(
    "PL105",
    ERROR,
    needs=NAMES,
    claims="refused",
    complete_if=NAMED,
    fix="unsafe",
    catalogue=("entry-stage-unknown",),
)
def unknown_entry(facts: StudFacts) -> Iterator[Finding]:
    """Entry that isn't a stage of the pipeline

    What:
        `entryStage` isn't the ID of a stage in `stages`. Which stages are reachable and where runs
        end isn't checked then.
    Why:
        No run begins: it ends with `Validation/StageDefinitionInvalid` before its first stage.
    Bad:
        # stages: weigh, stamp
        entryStage: wiegh
    Good:
        entryStage: weigh
    Fix:
        Correct the name, or add the stage. If a similar ID exists, phaselint suggests it.
    Dry run:
        The executor refuses to start the pipeline.
    Source:
        stud §3.1, §4.1, §5.2 (R1), §6.10
    """
    entry = facts.pipeline.entry
    if entry in facts.stages:
        return
    place = facts.place(("entryStage",))
    known = tuple(facts.stages)
    yield Finding(
        place,
        message("entry {} isn't a stage of this pipeline, so no run can start", quote(entry)),
        meant(entry, known, f"use one of its stages: {first_names(known)}"),
        witness=Witness({"entry": entry, "stages": list(known)}),
        claim=is_refused(facts, facts.pipeline.file, "entryStage"),
        fix=respell(entry, known, place),
    )


@rule("ST601", ERROR, needs=NEXT, complete_if=NAMED_SPECS, fix="unsafe")
def next_missing(facts: StudFacts) -> Iterator[Finding]:
    """Stage without a successor

    What:
        A stage has neither a `next` in its entry nor one in the manifest's `next`. If the stage is
        never named, and `next` has an entry for a similar name that isn't a stage, the stage's ID
        is the mistake: all places with that name are then part of this finding, and not reported
        elsewhere.
    Why:
        It is unclear whether the workflow should end there or a successor is missing. A run ends
        there.
    Bad:
        # stages: weigh, stamp
        next:
          weigh: {nextStages: [stamp]}
    Good:
        next:
          weigh: {nextStages: [stamp]}
          stamp: {nextStages: []}
    Fix:
        Add what runs next; `{nextStages: []}` ends the workflow. A mistaken ID is corrected.
    Source:
        stud §3.3, §6.2, §6.10
    """
    meant_ids = facts.renamed
    for name, stage in facts.stages.items():
        if name in meant_ids:
            yield _renamed(facts, stage, meant_ids[name])
        elif name not in facts.pipeline.specs and name not in facts.stand_ins:
            yield Finding(
                facts.entry_place(stage),
                message("stage {} has no `next`; a run ends there", quote(name)),
                f"add {quote(name)} to `next`; `{{nextStages: []}}` ends the workflow",
                witness=Witness({"stage": name}),
            )


def _renamed(facts: StudFacts, stage: Stage, name: str) -> Finding:
    """The finding about a stage that is declared under another id than it is named by."""
    place = facts.stage_place(stage, "id")
    return Finding(
        facts.entry_place(stage),
        message(
            "stage {} is never named and has no `next`; the pipeline "
            "names {} instead, which isn't a stage",
            quote(stage.id),
            quote(name),
        ),
        f"use {quote(name)} as its ID",
        related=tuple(islice(uses(facts, name), MOST_PLACES)),
        witness=Witness({"stage": stage.id, "named": name}),
        fix=respell(stage.id, (name,), place),
    )


@rule("ST602", ERROR, needs=NEXT, complete_if=NAMED, fix="unsafe")
def next_for_unknown_stage(facts: StudFacts) -> Iterator[Finding]:
    """Entry of `next` for an unknown stage

    What:
        `next` has an entry for a name that isn't the ID of a stage in `stages`.
    Why:
        The entry has no effect. Most often the name is misspelled, and the intended stage has no
        successor. If the stage's ID is misspelled instead, `next-missing` reports it.
    Bad:
        # stages: weigh, stamp
        next:
          wiegh: {nextStages: [stamp]}
    Good:
        next:
          weigh: {nextStages: [stamp]}
    Fix:
        Correct the name, or remove the entry. If a similar ID of a stage without a successor
        exists, phaselint suggests it.
    Source:
        stud §3.1, §3.3, §6.10
    """
    specs = facts.pipeline.specs
    open_ids = [name for name in facts.stages if name not in specs]
    taken = () if open_ids else tuple(facts.stages)
    told = {*facts.renamed.values()}
    for name, spec in specs.items():
        if name not in facts.stages and name not in told:
            place = facts.place(spec.pointer, "key")
            better = near(facts, name, open_ids)
            yield Finding(
                place,
                message(
                    "`next` has an entry for {}, which isn't a stage of this pipeline", quote(name)
                ),
                meant(name, better or near(facts, name, taken), "remove it, or add the stage"),
                witness=Witness({"name": name}),
                fix=respell(name, better, place),
            )


@rule(
    "PL106",
    ERROR,
    needs=NAMES,
    claims="ends",
    complete_if=NAMED_SPECS,
    fix="unsafe",
    catalogue=("next-unknown-stage",),
    ends="failure",
)
def unknown_target(facts: StudFacts) -> Iterator[Finding]:
    """Successor that isn't a stage of the pipeline

    What:
        A name in `nextStages` isn't the ID of a stage in `stages`. Reported once per name and
        alternative. The `join` of a fan-out is reported as `dangling-join`, a stage declared under
        another ID as `next-missing`.
    Why:
        A run that takes this transition ends with an error.
    Bad:
        # stages: weigh, stamp
        weigh: {nextStages: [stmap]}
    Good:
        weigh: {nextStages: [stamp]}
    Fix:
        Correct the name, or add the stage. If a similar ID exists, phaselint suggests it.
    Dry run:
        A run takes this transition and ends at the unknown stage.
    Source:
        stud §3.3, §6.2, §6.10
    """
    known = tuple(facts.stages)
    told = {*known, *facts.renamed.values()}
    for stage, label, result in facts.results:
        told_here: set[str] = set()
        for number, name in () if result.ends else enumerate(result.stages):
            if name in told or name in told_here:
                continue
            told_here.add(name)
            place = facts.place(result.name_at(number))
            better = near(facts, name, known)
            yield Finding(
                place,
                message(
                    "stage {}{} points to {}, which isn't a stage of this pipeline",
                    quote(stage.id),
                    under(label),
                    quote(name),
                ),
                meant(name, better, "add the stage, or correct the name"),
                witness=witness_at(facts, stage.id, target=name, pointer=list(result.pointer)),
                claim=ends_at(facts, stage, result, name),
                fix=respell(name, better, place),
            )


@rule(
    "PL101",
    WARNING,
    needs=GRAPH,
    claims="never",
    catalogue=("unreachable-stage",),
    ends="unused",
)
def unreachable_phase(facts: StudFacts) -> Iterator[Finding]:
    """Unreachable stage

    What:
        No run reaches the stage, whatever the branches decide: not as a successor, a sibling or a
        join. The successors of a sibling don't make a stage reachable. A stage that `next-missing`
        finds under another ID, and the stages after it, aren't reported here.
    Why:
        The stage never runs.
    Bad:
        # stages: weigh, stamp, refund
        next:
          weigh: {nextStages: [stamp]}
          stamp: {nextStages: []}
          refund: {nextStages: []}
    Good:
        next:
          weigh:
            branches: [{when: {verdict: ok}, nextStages: [stamp]}]
            default: {nextStages: [refund]}
          stamp: {nextStages: []}
          refund: {nextStages: []}
    Fix:
        Name it where it should run, or remove it.
    Dry run:
        Complete exploration from the entry never reaches it.
    Source:
        stud §3.3, §6.2, §6.10 (`unreachable-stage`)
    """
    entry = facts.pipeline.entry
    lost = [each for each in facts.stages.items() if each[0] not in facts.roles.roles]
    told = downstream_of_renamed(facts) if lost else ()
    into = _into(facts) if lost else {}
    for name, stage in lost:
        if name in told:
            continue
        yield Finding(
            facts.entry_place(stage),
            message("stage {} is unreachable from entry {}", quote(name), quote(entry)),
            "name it in the `nextStages` of a stage that runs, or remove it",
            related=tuple(into.get(name, ())[:MOST_PLACES]),
            witness=Witness({"stage": name, "entry": entry}),
            tags=("unnecessary",),
            claim=Never(name, entry=entry),
        )


def _into(facts: StudFacts) -> dict[str, list[Related]]:
    """Where stages are named that are not reached by it, and why not."""
    found: dict[str, list[Related]] = {}
    for stage, _, result in facts.results:
        why = (
            "runs only as a sibling, so its successors are ignored"
            if facts.roles.only_sibling(stage.id)
            else "is unreachable too"
        )
        named = {name: result.name_at(at) for at, name in enumerate(result.stages)}
        if result.join is not None:
            named[result.join] = result.join_at
        for name, pointer in named.items() if not result.ends else ():
            if name != stage.id:
                text = f"{quote(stage.id)} points here, but {why}"
                found.setdefault(name, []).append(Related(facts.place(pointer), text))
    return found
