"""Ways through the stages of a pipeline, from its entry to an end (reference §6.10)."""

from __future__ import annotations

from itertools import islice

from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.stud.bodies.renamed import downstream_of_renamed, uses
from phaselint_rules.stud.needs import GRAPH, NAMED, NAMED_SPECS, NAMES, NEXT
from phaselint_rules.stud.ways.run_descriptions import first_names, near, under, witness_at
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
    prove="form.proofs.refusals:no_entry",
    complete_if=NAMED,
    fix="unsafe",
    catalogue=("entry-stage-unknown",),
)
def unknown_entry(facts: StudFacts) -> Iterator[Finding]:
    """The entry of a pipeline is no stage.

    What:
        `entryStage` is the id of no stage in `stages`. Nothing is then said about which stages
        can be reached and where runs end.
    Why:
        No run begins: it ends with `Validation/StageDefinitionInvalid` before its first stage.
    Bad:
        # stages: weigh, stamp
        entryStage: wiegh
    Good:
        entryStage: weigh
    Fix:
        Correct the name, or add the stage. Where an id is near, it is offered.
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
        message("the entry {} is no stage of the pipeline: no run can begin", quote(entry)),
        meant(entry, known, f"name one of its stages: {first_names(known)}"),
        witness=Witness({"entry": entry, "stages": list(known)}),
        fix=respell(entry, known, place),
    )


@rule("ST601", ERROR, needs=NEXT, complete_if=NAMED_SPECS, fix="unsafe")
def next_missing(facts: StudFacts) -> Iterator[Finding]:
    """Nothing says what runs after a stage.

    What:
        A stage has neither a `next` in its entry nor one in the manifest's `next`. Where nothing
        names it, and `next` has an entry for a near name that no stage has, its id is the slip:
        then all that this name stands in is shown here, and nowhere else.
    Why:
        Whether the workflow is to end there or somebody has forgotten to go on, nobody can tell.
        A run ends there.
    Bad:
        # stages: weigh, stamp
        next:
          weigh: {nextStages: [stamp]}
    Good:
        next:
          weigh: {nextStages: [stamp]}
          stamp: {nextStages: []}
    Fix:
        Say what runs next; `{nextStages: []}` ends the workflow. An id that is the slip is
        corrected.
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
                message("nothing says what runs after the stage {}", quote(name)),
                f"add {quote(name)} to `next`; `{{nextStages: []}}` ends the workflow",
                witness=Witness({"stage": name}),
            )


def _renamed(facts: StudFacts, stage: Stage, name: str) -> Finding:
    """The finding about a stage that is declared under another id than it is named by."""
    place = facts.stage_place(stage, "id")
    return Finding(
        facts.entry_place(stage),
        message(
            "nothing names the stage {}, and nothing says what runs after it: {}, which the "
            "pipeline has in its place, is no stage",
            quote(stage.id),
            quote(name),
        ),
        f"did you mean {quote(name)} as its id?",
        related=tuple(islice(uses(facts, name), MOST_PLACES)),
        witness=Witness({"stage": stage.id, "named": name}),
        fix=respell(stage.id, (name,), place),
    )


@rule("ST602", ERROR, needs=NEXT, complete_if=NAMED, fix="unsafe")
def next_for_unknown_stage(facts: StudFacts) -> Iterator[Finding]:
    """A key of `next` is no stage.

    What:
        `next` says what runs after something that is the id of no stage in `stages`.
    Why:
        It has no effect. Most often the name is misspelt, and the stage that is meant has no
        successor. Where it is rather the stage whose id is, `next-missing` says so.
    Bad:
        # stages: weigh, stamp
        next:
          wiegh: {nextStages: [stamp]}
    Good:
        next:
          weigh: {nextStages: [stamp]}
    Fix:
        Correct the name, or remove the entry. Where the id of a stage without successor is near,
        it is offered.
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
                    "`next` has an entry for {}, which is no stage of the pipeline", quote(name)
                ),
                meant(name, better or near(facts, name, taken), "remove it, or add the stage"),
                witness=Witness({"name": name}),
                fix=respell(name, better, place),
            )


@rule(
    "PL106",
    ERROR,
    needs=NAMES,
    prove="ways.proofs.graph:stops_there",
    complete_if=NAMED_SPECS,
    fix="unsafe",
    catalogue=("next-unknown-stage",),
    ends="failure",
)
def unknown_target(facts: StudFacts) -> Iterator[Finding]:
    """A stage is to be followed by something that is no stage.

    What:
        A name in `nextStages` is the id of no stage in `stages`. Reported once for each name of
        an alternative. Of the `join` of a fan-out `dangling-join` speaks, of a stage that is
        declared under another id `next-missing`.
    Why:
        A run that goes this way ends with an error.
    Bad:
        # stages: weigh, stamp
        weigh: {nextStages: [stmap]}
    Good:
        weigh: {nextStages: [stamp]}
    Fix:
        Correct the name, or add the stage. Where an id is near, it is offered.
    Dry run:
        A run goes this way and ends at the unknown stage.
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
                    "the stage {}{} leads to {}, which is no stage of the pipeline",
                    quote(stage.id),
                    under(label),
                    quote(name),
                ),
                meant(name, better, "add the stage, or correct the name"),
                witness=witness_at(facts, stage.id, target=name, pointer=list(result.pointer)),
                fix=respell(name, better, place),
            )


@rule(
    "PL101",
    WARNING,
    needs=GRAPH,
    prove="ways.proofs.graph:never_entered",
    catalogue=("unreachable-stage",),
    ends="unused",
)
def unreachable_phase(facts: StudFacts) -> Iterator[Finding]:
    """No way leads from the entry to a stage.

    What:
        A stage that no run comes to, whatever the branches decide: not as a successor, not as a
        sibling, not as a join. What a sibling names as its successor is not reached by that.
        A stage that `next-missing` finds under another id than it is named by, and what runs after
        it, is not reported here.
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
        Name it where it is to run, or remove it.
    Dry run:
        Complete exploration from the entry never comes to it.
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
            message("no way leads from the entry {} to the stage {}", quote(entry), quote(name)),
            "name it in the `nextStages` of a stage that runs, or remove it",
            related=tuple(into.get(name, ())[:MOST_PLACES]),
            witness=Witness({"stage": name, "entry": entry}),
            tags=("unnecessary",),
        )


def _into(facts: StudFacts) -> dict[str, list[Related]]:
    """Where stages are named that are not reached by it, and why not."""
    found: dict[str, list[Related]] = {}
    for stage, _, result in facts.results:
        why = (
            "runs only as a sibling, which hands nothing on"
            if facts.roles.only_sibling(stage.id)
            else "is out of reach too"
        )
        named = {name: result.name_at(at) for at, name in enumerate(result.stages)}
        if result.join is not None:
            named[result.join] = result.join_at
        for name, pointer in named.items() if not result.ends else ():
            if name != stage.id:
                text = f"{quote(stage.id)} leads here, but {why}"
                found.setdefault(name, []).append(Related(facts.place(pointer), text))
    return found
