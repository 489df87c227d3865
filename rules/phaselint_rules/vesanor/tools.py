"""Tools against phases: the graph that tools induce (reference vesanor §6.3)."""

from __future__ import annotations

from phaselint.dialects.vesanor.analysis.lower import dead_gate
from phaselint.dialects.vesanor.model import RISK_CLASSES
from phaselint.vocabulary.claim import Never, Notes, Traps, Undecided
from phaselint.vocabulary.finding import Finding, Fix, Place, Related, Witness, WitnessStep
from phaselint.vocabulary.message import arrows, message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, rule
from phaselint_rules.vesanor.needs import GRAPH, MACHINE, START, TOOL_GRAPH
from phaselint_rules.vesanor.places import first_free, name_place
from phaselint_rules.vesanor.runs import blocked, calling, never_shown, response_steps, run_data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.analysis.graphs import Pit
    from phaselint.dialects.vesanor.model import Tool

CHANGING = frozenset(RISK_CLASSES) - {"read"}


@rule(
    "VE201",
    ERROR,
    needs=START,
    claims="notes",
    fix="manual",
    ends="unused",
)
def illegal_advance(facts: VesanorFacts) -> Iterator[Finding]:
    """Tool that advances without a transition

    What:
        A tool is available in a reachable phase that isn't terminal, but `transitions` has no entry
        from there to its `advances_to`.
    Why:
        The model sees the tool there, but every call is blocked with `illegal_phase_transition`.
    Bad:
        # transitions: {triage: [review], review: [done]}
        transitions: {valid_in_phases: [triage, review], advances_to: done}
    Good:
        transitions: {valid_in_phases: [review], advances_to: done}
    Fix:
        Remove the phase from `valid_in_phases`, correct `advances_to`, or add the transition.
    Dry run:
        A run reaches the phase and calls the tool; the call is blocked.
    Source:
        vesanor §3.3 A8, §6.3
    """
    taken: set[Place] = set()
    for tool, phase in facts.illegal:
        legal = facts.session.transitions.get(phase, ())
        where = (
            message("goes to {}", quote_all(legal))
            if legal
            else message("has no outgoing transition")
        )
        everywhere = "" if tool.valid_in is not None else ", although it is available everywhere"
        yield Finding(
            first_free(_places(facts, tool, phase), taken),
            message(
                "{} can't advance from {} to {}{}: {} {}",
                quote(tool.name),
                quote(phase),
                quote(tool.advances_to),
                everywhere,
                quote(phase),
                where,
            ),
            f"remove {quote(phase)} from its `valid_in_phases`, or add the transition"
            if tool.valid_in is not None
            else "restrict the tool with `valid_in_phases`, or add the transition",
            related=(
                Related(Place(tool.file, ("transitions", "advances_to")), "advances to this"),
            ),
            witness=Witness(
                {
                    "tool": tool.name,
                    "phase": phase,
                    "target": tool.advances_to,
                    "leads": list(legal),
                }
            ),
            claim=_blocks(tool.name, phase),
            fix=Fix("manual", f"remove {quote(phase)}") if tool.valid_in is not None else None,
        )


def _blocks(name: str, phase: str) -> Notes:
    """That a call of a tool is blocked as an illegal advance in a phase, where it is available."""
    return Notes(
        phase,
        "turn",
        holds={"blocked": (blocked(name, "illegal_phase_transition"),)},
        lacks={"removed": ((name, "wrong_phase"),)},
        answers=(calling(name),),
    )


def _places(facts: VesanorFacts, tool: Tool, phase: str) -> tuple[Place, ...]:
    """Where a tool lists a phase; of one that is available everywhere, the phase's edges, its
    declaration, or the target."""
    if tool.valid_in is not None:
        return (facts.available_in[tool.name][phase],)
    edges = Place(facts.session.file, ("transitions", phase), "key")
    others = (name_place(facts, phase), Place(tool.file, ("transitions", "advances_to")))
    return (edges, *others) if phase in facts.session.transitions else others


@rule(
    "VE202",
    WARNING,
    needs=TOOL_GRAPH,
    prove="proofs.visits:never_taken",
    fix="manual",
    ends="unused",
)
def unimplemented_transition(facts: VesanorFacts) -> Iterator[Finding]:
    """Transition that no tool takes

    What:
        `transitions` has an entry that no callable tool takes, from a phase that sessions can enter
        to a phase that they can enter in another way.
    Why:
        The branch in `transitions` can never be taken; usually a tool is missing or has the wrong
        `valid_in_phases`.
    Bad:
        # transitions: {a: [b, c], b: [c]}, and only
        transitions: {valid_in_phases: [a], advances_to: b}
    Good:
        # another tool
        transitions: {valid_in_phases: [a], advances_to: c}
    Fix:
        Add or correct the tool, or remove the transition.
    Dry run:
        Complete exploration never takes the transition.
    Source:
        vesanor §5.4 rule 7, §6.3
    """
    broken = {phase for _, phase in facts.illegal}
    sound = facts.working - facts.stuck - facts.dead - broken
    for (source, target), place in facts.edges.items():
        enterable = source in sound and target in facts.enterable
        if enterable and (source, target) not in facts.tool_edges:
            yield Finding(
                place,
                message("no tool takes the transition from {} to {}", quote(source), quote(target)),
                "add a tool for it, or remove it from `transitions`",
                witness=Witness({"edge": [source, target]}),
                fix=Fix("manual", "remove the transition"),
            )


@rule("VE203", WARNING, needs=TOOL_GRAPH, claims="never", ends="unused")
def unenterable_phase(facts: VesanorFacts) -> Iterator[Finding]:
    """Phase that no tool enters

    What:
        A phase is reachable over `transitions`, but no sequence of tool calls enters it.
    Why:
        A phase changes only by executing a tool, so this one is never visited.
    Bad:
        # transitions: {triage: [fast, slow]}, and only
        transitions: {valid_in_phases: [triage], advances_to: fast}
    Good:
        # another tool
        transitions: {valid_in_phases: [triage], advances_to: slow}
    Fix:
        Add a tool that advances to it, or remove the phase.
    Dry run:
        Complete exploration never visits it.
    Source:
        vesanor §5.4 rule 8, §6.3
    """
    broken = {phase for _, phase in facts.illegal}
    excused = facts.dead | facts.stuck | broken
    missed = facts.reach - facts.enterable - facts.dead
    for phase in facts.phases:
        if phase not in missed:
            continue
        sources = sorted(s for s, _ in facts.edges_to.get(phase, ()) if s in facts.enterable)
        if sources and not excused.issuperset(sources):
            untaken = [source for source in sources if (source, phase) not in facts.tool_edges]
            yield Finding(
                name_place(facts, phase),
                (
                    message("no tool advances to {} from {}", quote(phase), quote_all(untaken))
                    if untaken
                    else message(
                        "tools advance to {} only from {}, where the run is complete",
                        quote(phase),
                        quote_all(sources),
                    )
                ),
                "add a tool that advances to it, or remove the phase",
                related=tuple(
                    Related(facts.edges[source, phase], "declared here") for source in sources
                ),
                witness=Witness({"phase": phase, "from": sources}),
                claim=Never(phase),
                tags=("unnecessary",),
            )


@rule("VE204", ERROR, needs=TOOL_GRAPH, claims="traps", ends="trap")
def tool_deadlock(facts: VesanorFacts) -> Iterator[Finding]:
    """Deadlocked phases

    What:
        Transitions out of these phases exist, but no callable tool takes them.
    Why:
        A session leaves a phase only by executing a tool. A session that reaches these phases can
        never complete.
    Bad:
        # transitions: {check: [wait, done], wait: [check, done]}, and only
        transitions: {valid_in_phases: [check], advances_to: wait}
        transitions: {valid_in_phases: [wait], advances_to: check}
    Good:
        # another tool
        transitions: {valid_in_phases: [check], advances_to: done}
    Fix:
        Add a tool for one of the transitions listed in the finding.
    Dry run:
        A run enters the phases, and complete exploration from there never leaves them.
    Source:
        vesanor §3.3 A4, §5.2, §6.3
    """
    for pit in facts.entered_pits:
        leaving = _leaving(facts, pit)
        ways = [edge for edge in leaving if edge not in facts.tool_edges]
        noun = message("phase{} {}", "s" if len(pit.members) > 1 else "", quote_all(pit.members))
        subject = (
            message("tools leave {} only for a deadlock in `transitions`", noun)
            if len(ways) < len(leaving)
            else message("no tool leaves {}", noun)
        )
        shut = {edge: _shut(facts, edge) for edge in ways}
        closed = sorted({name for names in shut.values() for name in names})
        remedy = (
            "add a tool for " + " or ".join(map(arrows, ways))
            if ways
            else "add a tool that advances toward a terminal phase"
        )
        yield Finding(
            name_place(facts, pit.entry),
            message("{}, so the session can never complete", subject),
            f"allow calls of {quote_all(closed)}, or {remedy}" if closed else remedy,
            related=(
                *(Related(facts.edges[edge], _untaken(edge, shut[edge])) for edge in ways),
                *(_closing(facts, name) for name in closed),
            ),
            witness=_pit_witness(facts, pit, ways),
            claim=Traps(pit.members),
        )


def _leaving(facts: VesanorFacts, pit: Pit) -> list[tuple[str, str]]:
    """The transitions out of the phases of a deadlock."""
    inside = frozenset(pit.members)
    members = [name for name in facts.edges_from if name in inside]
    return [edge for name in members for edge in facts.edges_from[name] if edge[1] not in inside]


def _shut(facts: VesanorFacts, edge: tuple[str, str]) -> tuple[str, ...]:
    """The tools that would take an edge if their gate or a limit of 0 let them."""
    source, target = edge
    return tuple(
        name
        for name, tool in facts.tools.items()
        if tool.advances_to == target
        and tool.available_in(source)
        and dead_gate(tool, facts.session)
    )


def _closing(facts: VesanorFacts, name: str) -> Related:
    """What keeps a tool from ever being called: its gate, or a limit of 0 calls."""
    tool = facts.tools[name]
    if tool.gate == "block":
        return Related(Place(tool.file, ("gate",)), f"this blocks {quote(name)}")
    limit = ("session_limits", "max_calls_per_tool", name)
    return Related(Place(facts.session.file, limit), f"{quote(name)} can be called 0 times")


def _untaken(edge: tuple[str, str], shut: Sequence[str]) -> str:
    if not shut:
        return f"no tool takes {arrows(edge)}"
    return f"{quote_all(shut)} can never be called, and no other tool takes {arrows(edge)}"


def _pit_witness(facts: VesanorFacts, pit: Pit, ways: Iterable[tuple[str, str]]) -> Witness:
    path = facts.order.run_into(pit.members) if facts.has_order else None
    blocked = tuple(f"no callable tool takes {arrows(edge)}" for edge in ways)
    data = {"path_phases": list(pit.path), "stuck": list(pit.members)}
    if path is None:
        steps = tuple(
            WitnessStep(f"enter {quote(name)}", name_place(facts, name), name) for name in pit.path
        )
        return Witness(data, steps, blocked)
    run = run_data(facts, path)
    return Witness({**run, "stuck": list(pit.members)}, response_steps(facts, path), blocked)


@rule("VE205", WARNING, needs=MACHINE, claims="never", ends="unused")
def empty_valid_in_phases(facts: VesanorFacts) -> Iterator[Finding]:
    """Tool that isn't available in any phase

    What:
        `valid_in_phases` is an empty list, although the session has phases.
    Why:
        The tool is never visible. To make it available everywhere, remove the key.
    Bad:
        transitions: {valid_in_phases: []}
    Good:
        transitions: {valid_in_phases: [triage]}
    Fix:
        List the phases, or remove the key.
    Dry run:
        Complete exploration never shows the tool to the model.
    Source:
        vesanor §2.2, §6.3
    """
    for tool in facts.tools.values():
        if tool.valid_in == ():
            yield Finding(
                Place(tool.file, ("transitions", "valid_in_phases")),
                message("{} isn't available in any phase", quote(tool.name)),
                "list its phases, or remove the key to allow all",
                witness=Witness({"tool": tool.name}),
                claim=never_shown(facts, tool.name),
            )


@rule("VE206", WARNING, needs=GRAPH, prove="proofs.visibility:visible_everywhere")
def risky_tool_everywhere(facts: VesanorFacts) -> Iterator[Finding]:
    """Tool with side effects available in every phase

    What:
        A tool whose `side_effect` isn't `read` is available in all reachable phases (at least two),
        has an open gate and no preconditions, and doesn't end the run. Silent if its gate or its
        preconditions have an invalid value or type.
    Why:
        Phases exist to hide such tools until they are needed.
    Bad:
        tool: terraform_destroy
        side_effect: destructive
    Good:
        tool: terraform_destroy
        side_effect: destructive
        transitions: {valid_in_phases: [approved]}
    Fix:
        List its phases, or require a prior tool.
    Dry run:
        The tool is visible in every phase that a run enters.
    Source:
        vesanor §6.3
    """
    working = facts.reach - facts.terminals
    unread = {
        (file, *problem.pointer[:2])
        for kind in ("invalid-enum", "invalid-type")
        for file, problem in facts.shape_problems(kind)
    }
    for tool in facts.tools.values():
        if (
            tool.side_effect in CHANGING
            and not unread & _guards(facts, tool)
            and len(working) >= 2
            and working <= facts.available_in[tool.name].keys()
            and tool.gate_under(facts.session.risk_defaults) != "block"
            and not tool.preconditions
            and tool.advances_to not in facts.terminals
            and tool.file not in facts.contract.open
        ):
            listed = tool.valid_in is not None
            pointer = ("transitions", "valid_in_phases") if listed else ("side_effect",)
            yield Finding(
                Place(tool.file, pointer),
                message(
                    "{} (`{}`) is available in every phase", quote(tool.name), tool.side_effect
                ),
                "restrict it with `valid_in_phases`, or add a precondition",
                witness=Witness({"tool": tool.name, "phases": sorted(working)}),
            )


def _guards(facts: VesanorFacts, tool: Tool) -> set[tuple[str | int, ...]]:
    """The fields that may keep a tool shut: their files and pointers."""
    default = (facts.session.file, "risk_defaults", tool.side_effect)
    return {(tool.file, "gate"), (tool.file, "preconditions"), default}


@rule("VE207", INFO, needs=GRAPH, claims="notes", default=False)
def branching_targets(facts: VesanorFacts) -> Iterator[Finding]:
    """Tools of one phase that advance to different phases

    What:
        In a phase that sessions can enter, two callable tools have different targets.
    Why:
        This is how a model branches. But if it calls both in one response, all of these calls are
        blocked with `ambiguous_phase_transition`.
    Bad:
        approve: {valid_in_phases: [review], advances_to: approved}
        reject: {valid_in_phases: [review], advances_to: rejected}
    Good:
        # legal as it is; tell the model to call one of them
    Fix:
        No change is required; the prompt should tell the model to call only one of them.
    Dry run:
        A run enters the phase and calls both in one response; they are blocked.
    Source:
        vesanor §4.2, §6.3
    """
    taken: dict[str, dict[str, str]] = {}
    for (source, target), names in facts.tool_edges.items():
        taken.setdefault(source, {})[target] = names[0]
    for phase in facts.phases:
        ways = taken.get(phase, {})
        if phase in facts.working and len(ways) > 1:
            choices = quote_all(f"{name} -> {target}" for target, name in sorted(ways.items()))
            yield Finding(
                name_place(facts, phase),
                message("tools of {} advance to different phases: {}", quote(phase), choices),
                "tell the model to call only one of them per response",
                witness=Witness({"phase": phase, "tools": sorted(ways.values())}),
                claim=_ambiguous(facts, phase, sorted(ways.values())),
            )


def _ambiguous(facts: VesanorFacts, phase: str, tools: Sequence[str]) -> Notes | Undecided:
    """That two of some tools are blocked if they are called in one response, of those that wait
    for no other if there are such."""
    known, defaults = facts.tools, facts.session.risk_defaults
    usable = [name for name in tools if known[name].gate_under(defaults) != "block"]
    both = sorted(usable, key=lambda name: bool(known[name].preconditions))[:2]
    if len(both) < 2:
        return Undecided("no run can call two of them at once")
    return Notes(
        phase,
        "turn",
        holds={"blocked": [blocked(name, "ambiguous_phase_transition") for name in both]},
        answers=(calling(*both),),
        provided={"visible": both},
    )
