"""Cycles of stages, with a way out and without (reference §6.10)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Traps, Undecided
from phaselint.vocabulary.finding import Finding, Related
from phaselint.vocabulary.message import arrows, message
from phaselint.vocabulary.rule import ERROR, INFO, rule
from phaselint_rules.stud.needs import GRAPH
from phaselint_rules.stud.runoptions import laws
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
    claims="traps",
    catalogue=("no-terminal-stage",),
    ends="trap",
)
def no_terminal_phase(facts: StudFacts) -> Iterator[Finding]:
    """Pipeline that never ends

    What:
        For each stage that runs in its own turn, all alternatives that some result takes name a
        next stage. Siblings don't end the workflow. A stage that names an unknown stage or join
        isn't reported.
    Why:
        No run ends: it loops until something else stops it.
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
        A run reaches a stage of a shortest cycle, and complete exploration shows that no run that
        has reached one completes.
    Source:
        stud §3.3, §6.2, §6.10 (`no-terminal-stage`)
    """
    if facts.roles.terminal or not facts.roles.cycles:
        return
    from phaselint_rules.stud.ways.cycles import shortest

    cycle = shortest(facts, [name for names in facts.roles.cycles for name in names])
    yield _cyclic(
        facts,
        cycle,
        message("no stage of the pipeline ends the workflow: runs loop through {}", _round(cycle)),
        "let a stage end the workflow with `{nextStages: []}`",
    )._replace(claim=_endless(facts, cycle[:-1]))


@rule(
    "PL103",
    ERROR,
    needs=GRAPH,
    claims="traps",
    catalogue=("no-exit-cycle",),
    ends="trap",
)
def deadlocked_phases(facts: StudFacts) -> Iterator[Finding]:
    """Loop without an exit

    What:
        A stage leads back to itself, and runs that get there can't end: every alternative that some
        result takes names a stage with the same property. A list of next stages is processed
        completely, so a list that contains the stage itself runs it again after all others. One
        finding for all stages of the loop. If no stage of the pipeline ends the workflow,
        `no-terminal-phase` is reported instead.
    Why:
        A run that gets there loops until something else stops it.
    Bad:
        weigh: {branches: [{when: {verdict: ok}, nextStages: [stamp]}], default: {nextStages: []}}
        stamp: {nextStages: [frank]}
        frank: {nextStages: [stamp]}
    Good:
        weigh: {branches: [{when: {verdict: ok}, nextStages: [stamp]}], default: {nextStages: []}}
        stamp: {nextStages: [frank]}
        frank: {nextStages: []}
    Fix:
        Add an exit to one of the stages.
    Dry run:
        A run reaches one of the stages, and complete exploration shows that no run that has reached
        one completes.
    Source:
        stud §3.3, §6.2, §6.10 (`no-exit-cycle`)
    """
    if not facts.roles.terminal:
        return
    for members in facts.roles.cycles:
        endless = [name for name in members if name not in facts.roles.good]
        if endless:
            from phaselint_rules.stud.ways.cycles import shortest, through

            first = min(endless, key=facts.roles.depth)
            every = len(endless) == len(members)
            cycle = shortest(facts, members) if every else through(facts, members, first)
            yield _cyclic(
                facts,
                cycle,
                message(
                    "no path from {} to an end: runs loop through {}",
                    first_names(endless),
                    _round(cycle),
                ),
                "add a transition to an end",
            )._replace(claim=_endless(facts, endless))


@rule("ST608", INFO, needs=GRAPH, prove="ways.proofs.loops:goes_round", default=False)
def unbounded_loop(facts: StudFacts) -> Iterator[Finding]:
    """Loop without a bound

    What:
        Stages form a loop, through alternatives that results take, and runs can end from all of
        them. One finding per pipeline, for the loop that runs reach first.
    Why:
        A manifest can't count. If the branch that leads back is chosen every time, the run doesn't
        end; only the code of the state machine can prevent that.
    Bad:
        weigh:
          branches: [{when: {verdict: fail}, nextStages: [weigh]}]
          default: {nextStages: []}
    Good:
        weigh: {nextStages: []}
    Fix:
        Count the rounds in the code of the state machine, or remove the loop.
    Dry run:
        A run chooses the branch that leads back every time, until the limit on stage executions
        ends it.
    Source:
        stud §5.2 (R3), §6.2, §6.10
    """
    loops = [names for names in facts.roles.cycles if facts.roles.good.issuperset(names)]
    if loops:
        from phaselint_rules.stud.ways.cycles import shortest

        rounds = [shortest(facts, names) for names in loops]
        cycle = min(rounds, key=lambda names: facts.roles.depth(names[0]))
        yield _cyclic(
            facts,
            cycle,
            message("the pipeline has no bound on the loop {}", _round(cycle)),
            "limit the rounds in the code of the state machine",
        )


def _endless(facts: StudFacts, names: Sequence[str]) -> Traps | Undecided:
    """That no run ends which reaches one of some stages in its own turn."""
    beside = next((name for name in names if "sibling" in facts.roles.roles[name]), None)
    if beside is not None:
        return Undecided(f"runs also reach `{beside}` as a sibling")
    return Traps(tuple(names), options=laws(facts))


def _round(cycle: Sequence[str]) -> Message:
    """A cycle in a message: of a long one how it begins and ends."""
    if len(cycle) <= MOST_LINES:
        return arrows(cycle)
    first, last = cycle[:MOST_NAMED], cycle[-MOST_NAMED:]
    more = len(cycle) - len(first) - len(last)
    return message("{} -> ({} more) -> {}", arrows(first), more, arrows(last))


def _cyclic(facts: StudFacts, cycle: Sequence[str], message: Message, help: str) -> Finding:
    """A finding at the reference that closes a cycle."""
    from phaselint_rules.stud.ways.cycles import round_trip, tour

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
