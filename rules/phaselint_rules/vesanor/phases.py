"""Phases: the declarations and the transitions map (reference vesanor §6.2)."""

from __future__ import annotations

from itertools import pairwise

from phaselint.vocabulary.claim import Never, Notes, Refused
from phaselint.vocabulary.finding import Finding, Fix, Place, Related, Witness, WitnessStep
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Grade, rule
from phaselint_rules.vesanor.needs import ENDS, ENDS_AND_TOOLS, GRAPH, PHASES, SESSION, START
from phaselint_rules.vesanor.places import name_place
from phaselint_rules.vesanor.suppress_entries import waived
from phaselint_rules.words import meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.analysis.graphs import Pit

BY_KIND_OF_PHASE = (
    Grade("error", "if the phase isn't terminal"),
    Grade("warning", "if the phase is terminal"),
)


@rule("VE101", ERROR, needs=SESSION)
def duplicate_phase(facts: VesanorFacts) -> Iterator[Finding]:
    """Duplicate phase name

    What:
        Two entries of `phases` have the same name.
    Why:
        Phases are identified by their names; the documentation doesn't define which entry is used.
    Bad:
        phases: [{name: triage, initial: true}, {name: triage}, {name: done, terminal: true}]
    Good:
        phases: [{name: triage, initial: true}, {name: review}, {name: done, terminal: true}]
    Fix:
        Rename or remove one of them. phaselint uses the first for all other checks.
    Source:
        vesanor §2.1, §6.2, §5.4 rule 9
    """
    session = facts.session
    for phase in session.phases:
        first = facts.phases[phase.name]
        if first.number != phase.number:
            yield Finding(
                Place(session.file, ("phases", phase.number, "name")),
                message("phase {} is declared twice", quote(phase.name)),
                "rename it, or remove one of the entries",
                related=(
                    Related(
                        Place(session.file, ("phases", first.number, "name")), "first declared here"
                    ),
                ),
            )


@rule("VE102", ERROR, needs=PHASES, claims="refused")
def initial_phase_count(facts: VesanorFacts) -> Iterator[Finding]:
    """Missing or ambiguous initial phase

    What:
        No phase, or more than one phase, has `initial: true`.
    Why:
        The session refuses to start: every `create()` throws `ReplayConfigError`.
    Bad:
        phases: [{name: triage}, {name: done, terminal: true}]
    Good:
        phases: [{name: triage, initial: true}, {name: done, terminal: true}]
    Fix:
        Mark exactly one phase.
    Dry run:
        The executor refuses the contract.
    Source:
        vesanor §3.1, §6.2
    """
    if len(facts.initials) == 1:
        return
    session = facts.session
    if not facts.initials:
        yield Finding(
            Place(session.file, ("phases",), "key"),
            message("no phase has `initial: true`"),
            "add `initial: true` to the phase in which a session starts",
            claim=Refused(),
        )
        return
    first, *others = (
        Place(session.file, ("phases", facts.phases[name].number, "initial"), "key")
        for name in facts.initials
    )
    yield Finding(
        others[0],
        message(
            "{} phases have `initial: true`: {}", len(facts.initials), quote_all(facts.initials)
        ),
        "keep it on one of them",
        related=tuple(Related(place, "also initial") for place in (first, *others[1:])),
        claim=Refused(),
    )


@rule("PL104", ERROR, needs=PHASES, claims="refused")
def no_terminal_phase(facts: VesanorFacts) -> Iterator[Finding]:
    """Session without a terminal phase

    What:
        No phase has `terminal: true`.
    Why:
        The session refuses to start: no run could ever complete.
    Bad:
        phases: [{name: triage, initial: true}, {name: done}]
    Good:
        phases: [{name: triage, initial: true}, {name: done, terminal: true}]
    Fix:
        Mark the phases in which work ends.
    Dry run:
        The executor refuses the contract.
    Source:
        vesanor §3.1, §6.2
    """
    if not facts.terminals:
        yield Finding(
            Place(facts.session.file, ("phases",), "key"),
            message("no phase has `terminal: true`"),
            "add `terminal: true` to the phases in which work ends",
            claim=Refused(),
        )


WAITING = " (graph checks wait until all names of phases are declared)"
"""What the first undeclared name reports for all of them (reference §6.9)."""


@rule("VE103", ERROR, needs=PHASES, claims="refused", fix="unsafe")
def unknown_phase(facts: VesanorFacts) -> Iterator[Finding]:
    """Reference to an undeclared phase

    What:
        A key or target of `transitions`, an entry of `valid_in_phases` or an `advances_to` isn't a
        phase of the session.
    Why:
        Vesanor refuses to compile the session. Until this is fixed, the graph isn't checked: a typo
        would look like a dead end.
    Bad:
        transitions: {valid_in_phases: [triage], advances_to: reveiw}
    Good:
        transitions: {valid_in_phases: [triage], advances_to: review}
    Fix:
        Correct the name, or declare the phase.
    Dry run:
        The executor refuses the contract.
    Source:
        vesanor §3.1, §6.2
    """
    known = tuple(facts.phases)
    for number, mention in enumerate(facts.undeclared):
        yield Finding(
            mention.place,
            message("{} isn't a declared phase", quote(mention.name)),
            meant(mention.name, known, "declare it in `phases`, or correct the name")
            + ("" if number else WAITING),
            fix=respell(mention.name, known, mention.place),
            claim=Refused(),
        )


@rule("PL101", BY_KIND_OF_PHASE, needs=START, claims="never", ends="unused")
def unreachable_phase(facts: VesanorFacts) -> Iterator[Finding]:
    """Phase that `transitions` never reaches

    What:
        A phase can't be reached from the initial phase over `transitions`.
    Why:
        If the phase isn't terminal, Vesanor reports an error and refuses to start. A terminal phase
        is unused, or a sign that a transition is missing.
    Bad:
        transitions: {triage: [done], review: [done]}
    Good:
        transitions: {triage: [review, done], review: [done]}
    Fix:
        Add the missing transition, or remove the phase.
    Dry run:
        Complete exploration never enters it.
    Source:
        vesanor §3.1, §3.3 A1, §6.2
    """
    for phase in facts.phases:
        if phase in facts.reach:
            continue
        ends = phase in facts.terminals
        kind = "terminal phase" if ends else "phase"
        yield waived(
            facts,
            "unreachable_phase",
            (phase,),
            Finding(
                name_place(facts, phase),
                message("{} {} is unreachable from {}", kind, quote(phase), quote(facts.initial)),
                "add a transition to it in `transitions`, or remove it",
                severity="warning" if ends else "error",
                related=_sources(facts, phase),
                witness=Witness({"phase": phase, "reach": sorted(facts.reach)}),
                claim=Never(phase, entry=facts.initial),
                tags=("unnecessary",),
            ),
        )


def _sources(facts: VesanorFacts, phase: str) -> tuple[Related, ...]:
    return tuple(
        Related(
            facts.edges[edge], f"{quote(edge[0])} has a transition to it, but is also unreachable"
        )
        for edge in facts.edges_to.get(phase, ())
        if edge[0] != phase
    )


@rule("VE104", WARNING, needs=GRAPH, fix="manual")
def terminal_has_outgoing(facts: VesanorFacts) -> Iterator[Finding]:
    """Terminal phase with outgoing transitions

    What:
        A phase with `terminal: true` has targets in `transitions`.
    Why:
        A run is complete there; the transitions promise a continuation that never has to happen.
    Bad:
        transitions: {triage: [done], done: [triage]}
    Good:
        transitions: {triage: [done]}
    Fix:
        Remove the transitions, or `terminal: true`.
    Source:
        vesanor §6.2
    """
    for phase in facts.phases:
        targets = facts.session.transitions.get(phase)
        if phase in facts.terminals and targets:
            yield Finding(
                Place(facts.session.file, ("transitions", phase), "key"),
                message("terminal phase {} has outgoing transitions", quote(phase)),
                "remove them, or `terminal: true`",
                related=(Related(name_place(facts, phase), "declared terminal here"),),
                fix=Fix("manual", "remove the entry"),
            )


@rule("VE105", WARNING, needs=ENDS_AND_TOOLS, claims="notes", ends="trap")
def dead_phase(facts: VesanorFacts) -> Iterator[Finding]:
    """Phase that no tool lists

    What:
        A reachable phase that isn't terminal isn't in any tool's `valid_in_phases`.
    Why:
        A session leaves a phase by calling a tool; in this phase the model has at most the tools
        that are available everywhere.
    Bad:
        # session.yaml: triage -> waiting -> done, and no tool has
        transitions: {valid_in_phases: [waiting]}
    Good:
        transitions: {valid_in_phases: [waiting], advances_to: done}
    Fix:
        List the phase in the tools that belong there, remove it, or suppress the finding with a
        reason under `graph_analysis.suppress`.
    Dry run:
        A run enters the phase, and no restricted tool is visible there.
    Source:
        vesanor §3.2, §3.3 A2 to A4, §6.2
    """
    for phase in facts.phases:
        if phase in facts.dead:
            yield waived(
                facts,
                "dead_phase",
                (phase,),
                Finding(
                    name_place(facts, phase),
                    message("no tool lists phase {} in `valid_in_phases`", quote(phase)),
                    "list it in a tool that advances the session, or remove it",
                    witness=Witness({"phase": phase}),
                    claim=_lists_nothing(facts, phase),
                    tags=("unnecessary",),
                ),
            )


def _lists_nothing(facts: VesanorFacts, phase: str) -> Notes | None:
    """That every tool that is restricted to phases is hidden for that in one; nothing of one that
    no tools lead to."""
    if facts.has_tool_graph and phase not in facts.enterable:
        return None
    restricted = (name for name, tool in facts.tools.items() if tool.valid_in is not None)
    removed = [(name, "wrong_phase") for name in restricted]
    return Notes(phase, "turn", holds={"removed": removed}, answers=("look around",))


def _pit_steps(facts: VesanorFacts, path: Sequence[str]) -> tuple[WitnessStep, ...]:
    """A walk over the map, one line for each phase."""
    steps = [WitnessStep(f"start in {quote(path[0])}", name_place(facts, path[0]), path[0])]
    for source, target in pairwise(path):
        edge = facts.edges.get((source, target))
        steps.append(WitnessStep(f"{quote(source)} -> {quote(target)}", edge, target))
    return tuple(steps)


def _pit_witness(facts: VesanorFacts, pit: Pit) -> Witness:
    blocked = tuple(
        f"{quote(source)} goes only to {quote_all(targets)}"
        if (targets := sorted(target for _, target in facts.edges_from.get(source, ())))
        else f"{quote(source)} has no outgoing transition"
        for source in pit.members
    )
    data = {"path": list(pit.path), "stuck": list(pit.members)}
    return Witness(data, _pit_steps(facts, pit.path), blocked)


def _lead_in(facts: VesanorFacts, pit: Pit) -> tuple[Related, ...]:
    inside = frozenset(pit.members)
    return tuple(
        Related(facts.edges[edge], f"{quote(edge[0])} goes to it")
        for member in pit.members
        for edge in facts.edges_to.get(member, ())
        if edge[0] not in inside
    )


@rule("PL102", ERROR, needs=GRAPH, prove="proofs.traps:map_trap", ends="trap")
def dead_end_phase(facts: VesanorFacts) -> Iterator[Finding]:
    """Dead-end phase that isn't terminal

    What:
        A reachable phase that isn't terminal has no outgoing transition.
    Why:
        Every path must be able to end in a terminal phase; a session that reaches this phase never
        does.
    Bad:
        transitions: {triage: [parked, done]}
    Good:
        transitions: {triage: [parked, done], parked: [done]}
    Fix:
        Add a transition out of it, or make it terminal.
    Dry run:
        A run enters the phase, and no call can advance it from there.
    Source:
        vesanor §3.3 A7, §5.1, §6.2
    """
    for pit in facts.map_pits:
        if not pit.cyclic:
            phase = pit.members[0]
            yield Finding(
                name_place(facts, phase),
                message("phase {} isn't terminal, but has no outgoing transition", quote(phase)),
                "add a transition out of it, or mark it `terminal: true`",
                related=_lead_in(facts, pit),
                witness=_pit_witness(facts, pit),
            )


@rule(
    "PL103",
    ERROR,
    needs=GRAPH,
    prove="proofs.traps:map_trap",
    catalogue=("circular-deadlock",),
    ends="trap",
)
def deadlocked_phases(facts: VesanorFacts) -> Iterator[Finding]:
    """Loop without an exit

    What:
        A set of reachable phases whose transitions stay within the set.
    Why:
        Vesanor refuses to start: circular transitions. A session that reached this loop would spend
        its whole budget in it.
    Bad:
        transitions: {triage: [a, done], a: [b], b: [a]}
    Good:
        transitions: {triage: [a, done], a: [b], b: [a, done]}
    Fix:
        Add a transition from one of them to a phase that reaches a terminal phase.
    Dry run:
        A run enters the set and stays in it, and complete exploration from there never reaches a
        terminal phase.
    Source:
        vesanor §3.1, §3.3 A6, §5.1, §6.2 (`circular-deadlock`)
    """
    for pit in facts.map_pits:
        if pit.cyclic:
            first = pit.entry
            others = tuple(
                Related(name_place(facts, member), "part of the same deadlock")
                for member in pit.members
                if member != first
            )
            subject = (
                message("phase {} goes only to itself", quote(first))
                if len(pit.members) == 1
                else message("phases {} form a closed loop", quote_all(pit.members))
            )
            yield waived(
                facts,
                "circular_deadlock",
                pit.members,
                Finding(
                    name_place(facts, first),
                    message("{}; no terminal phase is reachable from there", subject),
                    "add a transition out of this cycle toward a terminal phase",
                    related=others + _lead_in(facts, pit),
                    witness=_pit_witness(facts, pit),
                ),
            )


@rule("VE106", INFO, needs=GRAPH, default=False)
def no_escalation_terminal(facts: VesanorFacts) -> Iterator[Finding]:
    """Only one terminal phase

    What:
        Exactly one phase is terminal.
    Why:
        The documentation recommends an escape hatch, such as `escalated` or `manual_review`, for
        cases that the agent can't finish.
    Bad:
        phases: [{name: triage, initial: true}, {name: done, terminal: true}]
    Good:
        phases:
          - {name: triage, initial: true}
          - {name: done, terminal: true}
          - {name: escalated, terminal: true}
    Fix:
        Add a terminal phase for escalation if the work can fail.
    Source:
        vesanor §6.2
    """
    if len(facts.terminals) == 1:
        (only,) = facts.terminals
        yield Finding(
            name_place(facts, only),
            message("{} is the only terminal phase", quote(only)),
            "add a terminal phase for escalation to a person if the work can fail",
        )


@rule("VE107", INFO, needs=ENDS, default=False)
def terminal_phase_tools(facts: VesanorFacts) -> Iterator[Finding]:
    """Tool listed for a terminal phase

    What:
        A tool's `valid_in_phases` contains a terminal phase.
    Why:
        The run is complete there; the tool stays available after the end, which is rarely intended.
    Bad:
        transitions: {valid_in_phases: [done]}
    Good:
        transitions: {valid_in_phases: [review]}
    Fix:
        Remove the phase from the list unless the tool is for work after the end.
    Source:
        vesanor §6.2
    """
    for tool in facts.tools.values():
        for index, phase in enumerate(tool.valid_in or ()):
            if phase in facts.terminals:
                yield Finding(
                    Place(tool.file, ("transitions", "valid_in_phases", index)),
                    message("{} lists terminal phase {}", quote(tool.name), quote(phase)),
                    "remove it, unless the tool is for work after the end",
                )
