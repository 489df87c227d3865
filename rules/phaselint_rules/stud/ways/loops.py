"""Cycles of stages, with a way out and without (reference §6.10)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding, Related
from phaselint.vocabulary.message import arrows, message
from phaselint.vocabulary.rule import ERROR, INFO, rule
from phaselint_rules.stud.needs import GRAPH
from phaselint_rules.stud.ways.cycles import round_trip, shortest, through, tour
from phaselint_rules.stud.ways.run_descriptions import (
    MOST_LINES,
    MOST_NAMED,
    first_names,
    flow_reference,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.vocabulary.message import Message


@rule(
    "PL104",
    ERROR,
    needs=GRAPH,
    prove="ways.proofs.loops:never_ends",
    catalogue=("no-terminal-stage",),
    ends="trap",
)
def no_terminal_phase(facts: StudFacts) -> Iterator[Finding]:
    """No stage of a pipeline ends the workflow.

    What:
        Each stage that runs in its own turn names, in all its alternatives that some result takes,
        stages that run next. Siblings end nothing. A stage that names an unknown stage or join is
        not blamed.
    Why:
        No run comes to an end: it goes round until something else stops it.
    Bad:
        # stages: weigh, stamp
        weigh: {nextStages: [stamp]}
        stamp: {nextStages: [weigh]}
    Good:
        weigh: {nextStages: [stamp]}
        stamp: {nextStages: []}
    Fix:
        Let a stage end the workflow with `{nextStages: []}`.
    Dry run:
        A run goes round a shortest cycle, and complete exploration from the entry never comes to
        an end other than an error.
    Source:
        stud §3.3, §6.2, §6.10 (`no-terminal-stage`)
    """
    if facts.roles.terminal or not facts.roles.cycles:
        return
    cycle = shortest(facts, [name for names in facts.roles.cycles for name in names])
    yield _cyclic(
        facts,
        cycle,
        message("no stage of the pipeline ends the workflow: runs go round {}", _round(cycle)),
        "let a stage end the workflow with `{nextStages: []}`",
    )


@rule(
    "PL103",
    ERROR,
    needs=GRAPH,
    prove="ways.proofs.loops:never_ends",
    catalogue=("no-exit-cycle",),
    ends="trap",
)
def deadlocked_phases(facts: StudFacts) -> Iterator[Finding]:
    """Stages lead only to each other, and never to an end.

    What:
        A stage leads round to itself, and runs that come there cannot come to an end: every
        alternative that some result takes names a stage of which that holds as well. A list of
        next stages is worked off as a whole, so that one which names the stage itself has it run
        again after all else. One finding for all stages that lead to one another. Where no stage
        of the pipeline ends the workflow, `no-terminal-phase` is reported instead.
    Why:
        A run that comes there goes round until something else stops it.
    Bad:
        weigh: {branches: [{when: {verdict: ok}, nextStages: [stamp]}], default: {nextStages: []}}
        stamp: {nextStages: [frank]}
        frank: {nextStages: [stamp]}
    Good:
        weigh: {branches: [{when: {verdict: ok}, nextStages: [stamp]}], default: {nextStages: []}}
        stamp: {nextStages: [frank]}
        frank: {nextStages: []}
    Fix:
        Add a way out to one of the stages.
    Dry run:
        A run comes to the cycle and goes round it, and complete exploration from there never
        comes to an end other than an error.
    Source:
        stud §3.3, §6.2, §6.10 (`no-exit-cycle`)
    """
    if not facts.roles.terminal:
        return
    for members in facts.roles.cycles:
        endless = [name for name in members if name not in facts.roles.good]
        if endless:
            first = min(endless, key=facts.roles.depth)
            every = len(endless) == len(members)
            cycle = shortest(facts, members) if every else through(facts, members, first)
            yield _cyclic(
                facts,
                cycle,
                message(
                    "no way leads from {} to an end: runs go round {}",
                    first_names(endless),
                    _round(cycle),
                ),
                "add a way that leads to an end",
            )


@rule("ST608", INFO, needs=GRAPH, prove="ways.proofs.loops:goes_round", default=False)
def unbounded_loop(facts: StudFacts) -> Iterator[Finding]:
    """Nothing in a pipeline bounds a loop.

    What:
        Stages lead round to themselves, by alternatives that results take, and runs can come to an
        end from all of them. One finding for a pipeline, with the loop that runs come to first.
    Why:
        A manifest cannot count. If the branch that leads back is chosen every time, a run does
        not end; only the code of the state machine can see to it that it is not.
    Bad:
        weigh:
          branches: [{when: {verdict: fail}, nextStages: [weigh]}]
          default: {nextStages: []}
    Good:
        weigh: {nextStages: []}
    Fix:
        Count the rounds in the code of the state machine; or do without the loop.
    Dry run:
        A run chooses the branch that leads back every time, until the limit on stage executions
        ends it.
    Source:
        stud §5.2 (R3), §6.2, §6.10
    """
    loops = [names for names in facts.roles.cycles if facts.roles.good.issuperset(names)]
    rounds = [shortest(facts, names) for names in loops]
    if rounds:
        cycle = min(rounds, key=lambda names: facts.roles.depth(names[0]))
        yield _cyclic(
            facts,
            cycle,
            message("nothing in the pipeline bounds the loop {}", _round(cycle)),
            "see to it in the code of the state machine that it ends",
        )


def _round(cycle: Sequence[str]) -> Message:
    """A cycle in a message: of a long one how it begins and ends."""
    if len(cycle) <= MOST_LINES:
        return arrows(cycle)
    first, last = cycle[:MOST_NAMED], cycle[-MOST_NAMED:]
    more = len(cycle) - len(first) - len(last)
    return message("{} -> ({} more) -> {}", arrows(first), more, arrows(last))


def _cyclic(facts: StudFacts, cycle: Sequence[str], message: Message, help: str) -> Finding:
    """A finding at the reference that closes a cycle."""
    return Finding(
        flow_reference(facts, cycle[-2], cycle[-1]),
        message,
        help,
        related=tuple(
            Related(flow_reference(facts, source, target), "part of the cycle")
            for source, target in round_trip(cycle)[:MOST_LINES]
        ),
        witness=tour(facts, cycle),
    )
