"""Fan-outs, their siblings and their joins (reference §5.9, §6.10)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Ends, Notes, Same, Undecided
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, Grade, rule
from phaselint_rules.stud.needs import ALL, GRAPH, SPECS
from phaselint_rules.stud.runoptions import by_reference, entering, laws
from phaselint_rules.stud.ways.run_descriptions import fan_outs, lines, under, witness_at
from phaselint_rules.stud.ways.transitions import NO_STAGE, element_of, ends_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.roles import Fan
    from phaselint.dialects.stud.model import Result, Stage
    from phaselint.vocabulary.finding import Place

FEWEST = 2

LOST_OR_IDLE = (
    Grade("warning", "it names a stage that is not the join"),
    Grade("info", "it names only the join, which runs anyway"),
)


@rule(
    "ST605",
    ERROR,
    claims="ends",
    complete_if=SPECS,
    fix="unsafe",
    ends="failure",
)
def parallel_too_few_siblings(facts: StudFacts) -> Iterator[Finding]:
    """Fan-out with fewer than two siblings

    What:
        `execution` is `parallel`, but `nextStages` has fewer than two names.
    Why:
        The run ends with `ExtensionHost/InvalidParallelPlan`.
    Bad:
        receive: {execution: parallel, nextStages: [weigh], join: stamp}
    Good:
        receive: {execution: parallel, nextStages: [weigh, count], join: stamp}
    Fix:
        Add another sibling, or run the stage sequentially. If there is no join, phaselint suggests
        running it sequentially.
    Dry run:
        A run that gets there ends with the error.
    Source:
        stud §4.1, §5.9 (R35), §6.10
    """
    for stage, label, result in fan_outs(facts):
        if len(result.stages) >= FEWEST:
            continue
        execution = facts.place((*result.pointer, "execution"))
        named = message("only {}", quote(result.stages[0])) if result.stages else "no stage"
        sequential = "sequential" if result.stages and result.join is None else ""
        yield Finding(
            execution,
            message(
                "stage {}{} starts {} in parallel, but a fan-out needs at least two siblings",
                quote(stage.id),
                under(label),
                named,
            ),
            "run it sequentially, or add another sibling"
            if sequential
            else "add at least two siblings",
            witness=witness_at(facts, stage.id, siblings=list(result.stages)),
            claim=_no_plan(facts, stage, result),
            fix=Fix("unsafe", "run it sequentially", (_spelt(facts, execution, sequential),))
            if sequential
            else None,
        )


def _no_plan(facts: StudFacts, stage: Stage, result: Result) -> Ends | Undecided:
    if result.ends:
        return Undecided("no next stage is listed, so the run ends before a fan-out")
    if by_reference(facts):
        return Undecided("the scheduler of the reference engine continues here")
    return ends_at(facts, stage, result)


def _spelt(facts: StudFacts, place: Place, word: str) -> Edit:
    """Another word in the place of one."""
    quoted = facts.contract.documents[place.file].format == "json"
    return Edit(place, f'"{word}"' if quoted else word)


@rule("ST606", WARNING, claims="notes", complete_if=SPECS)
def parallel_duplicate_sibling(facts: StudFacts) -> Iterator[Finding]:
    """Duplicate sibling in a fan-out

    What:
        `nextStages` of a fan-out contains a name more than once. One finding per name.
    Why:
        The stage runs twice at the same time, and each run can undo or repeat what the other does.
        The reference engine passes one result for both to the join.
    Bad:
        receive: {execution: parallel, nextStages: [weigh, count, weigh], join: stamp}
    Good:
        receive: {execution: parallel, nextStages: [weigh, count], join: stamp}
    Fix:
        Remove the second, or declare a second stage.
    Dry run:
        A run enters the stage as the sibling that is listed again.
    Source:
        stud §5.9, §6.10
    """
    for stage, label, result in fan_outs(facts):
        named: dict[str, list[int]] = {}
        for number, name in enumerate(result.stages):
            named.setdefault(name, []).append(number)
        for name, numbers in named.items():
            if len(numbers) < FEWEST:
                continue
            first, second, *_ = numbers
            yield Finding(
                facts.place(result.name_at(second)),
                message(
                    "stage {}{} starts {} {} in parallel",
                    quote(stage.id),
                    under(label),
                    quote(name),
                    f"{len(numbers)} times",
                ),
                "name it once",
                related=(Related(facts.place(result.name_at(first)), "the first time"),),
                witness=witness_at(facts, stage.id, sibling=name, siblings=list(result.stages)),
                claim=_started_again(facts, stage, result, second),
            )


def _started_again(
    facts: StudFacts, stage: Stage, result: Result, number: int
) -> Notes | Undecided:
    """That a stage is entered as the sibling which it is listed as again."""
    name, names = result.stages[number], list(result.stages)
    if name not in facts.stages:
        return Undecided(NO_STAGE)
    if facts.join_policy == "sibling":
        if name == result.join:
            return Undecided("the join policy `sibling` doesn't start a join as a sibling")
        number -= names[:number].count(result.join or "")
    fields = {"from": [stage.id], "sibling": number + 1}
    via = element_of(facts, stage, result)
    return Notes(name, entering(facts), fields, options=laws(facts), via=via)


@rule("ST607", LOST_OR_IDLE, needs=GRAPH, claims="same")
def sibling_next_ignored(facts: StudFacts) -> Iterator[Finding]:
    """Ignored successor of a sibling

    What:
        A stage runs only as a sibling of fan-outs, but one of its alternatives isn't empty. One
        finding per stage. If it names only the join of its fan-outs, the finding is a note.
    Why:
        Only the join runs after siblings. The successors of a sibling are never followed.
    Bad:
        receive: {execution: parallel, nextStages: [weigh, count], join: stamp}
        weigh: {nextStages: [label]}
    Good:
        receive: {execution: parallel, nextStages: [weigh, count], join: stamp}
        weigh: {nextStages: []}
    Fix:
        Give siblings `{nextStages: []}`, and let the join continue.
    Dry run:
        Every run is the same with `{nextStages: []}`.
    Source:
        stud §5.9 (R39), §6.2, §6.10
    """
    for stage, leading in _leading_on(facts).items():
        join = facts.roles.join_of(stage)
        lost = [result for result in leading if not result.is_just(join)]
        yield _ignored(facts, stage, lost[0]) if lost else _idle(facts, stage, leading[0])


def _leading_on(facts: StudFacts) -> Mapping[str, Sequence[Result]]:
    """The alternatives that lead on, of each stage that is only a sibling."""
    found: dict[str, list[Result]] = {}
    for stage, _, result in facts.results:
        if facts.roles.only_sibling(stage.id) and not result.ends:
            found.setdefault(stage.id, []).append(result)
    return found


def _ignored(facts: StudFacts, stage: str, result: Result) -> Finding:
    """The finding about an alternative that nothing follows."""
    join = facts.roles.join_of(stage)
    at_name = next((at for at, name in enumerate(result.stages) if name != join), 0)
    return Finding(
        facts.place(result.name_at(at_name)),
        message(
            "stage {} runs only as a sibling, so it never starts {}",
            quote(stage),
            quote(result.stages[at_name]),
        ),
        "write `{nextStages: []}` here, and let the join continue",
        related=(_started(facts, stage),),
        witness=witness_at(facts, stage, successors=list(result.stages), idle=False),
        claim=_without_successors(facts, stage, result),
    )


def _idle(facts: StudFacts, stage: str, result: Result) -> Finding:
    """The note about an alternative that names only what runs anyway."""
    return Finding(
        facts.place(result.name_at(0)),
        message(
            "stage {} runs only as a sibling, and join {} runs after it "
            "anyway; naming it here has no effect",
            quote(stage),
            quote(result.stages[0]),
        ),
        "write `{nextStages: []}` here",
        severity="info",
        related=(_started(facts, stage),),
        witness=witness_at(facts, stage, successors=list(result.stages), idle=True),
        claim=_without_successors(facts, stage, result),
    )


def _without_successors(facts: StudFacts, stage: str, result: Result) -> Same | Undecided:
    """That runs through a stage are the same if an alternative names no next stage."""
    from phaselint_rules.edits import remove_items

    document = facts.contract.documents[facts.pipeline.file]
    listed = (*result.pointer, result.key)
    edits = remove_items(document, listed, range(len(result.stages)))
    if not edits:
        return Undecided("its next stages can't be removed to compare runs")
    return Same(edits, stage, laws(facts))


def _started(facts: StudFacts, sibling: str) -> Related:
    """Where a sibling is started, the first time."""
    way = facts.roles.predecessors(sibling)[0]
    named = way.result.name_at(way.result.stages.index(sibling))
    return Related(facts.place(named), f"{quote(way.origin)} starts it here")


@rule(
    "ST609",
    ERROR,
    needs=GRAPH,
    prove="ways.proofs.parallel:fails_the_group",
    complete_if=ALL,
    ends="unused",
)
def join_never_ready(facts: StudFacts) -> Iterator[Finding]:
    """Join that can never run

    What:
        A reachable fan-out has a join, but no payload satisfies the completion schema of one of its
        siblings: it excludes objects, or is unsatisfiable.
    Why:
        The sibling uses up its turns and fails, and the whole fan-out with it:
        `ExtensionHost/ParallelSiblingFailure`.
    Bad:
        # weigh: completionSchema: {type: array}
        receive: {execution: parallel, nextStages: [weigh, count], join: stamp}
    Good:
        # weigh: completionSchema: {type: object, required: [grams], ...}
        receive: {execution: parallel, nextStages: [weigh, count], join: stamp}
    Fix:
        Repair the completion schema.
    Dry run:
        The sibling continues until its cap, and the run ends with the error.
    Source:
        stud §5.9 (R38), §6.2, §6.10
    """
    for fan in facts.roles.fans:
        for name in fan.siblings if fan.join is not None else ():
            stage = facts.stages[name]
            if stage.has("completionSchema") and facts.dead(stage):
                yield _never_ready(facts, fan, stage)


def _never_ready(facts: StudFacts, fan: Fan, stage: Stage) -> Finding:
    schema = facts.stage_place(stage, "completionSchema", part="key")
    named = fan.result.name_at(fan.result.stages.index(stage.id))
    way = (*facts.roles.way(fan.origin), stage.id)
    data = {"stage": stage.id, "origin": fan.origin, "join": fan.join, "path": list(way)}
    return Finding(
        facts.place(named),
        message(
            "sibling {} can never complete, so join {} never runs",
            quote(stage.id),
            quote(fan.join or ""),
        ),
        f"repair the completion schema of {quote(stage.id)}",
        related=(Related(schema, "no payload satisfies this"),),
        witness=Witness(data, tuple(lines(facts, way))),
    )
