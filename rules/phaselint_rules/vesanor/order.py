"""Order: preconditions, bans, and the traps they make (reference vesanor §6.4)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Never
from phaselint.vocabulary.finding import Finding, Place, Related, Witness
from phaselint.vocabulary.message import arrows, joined, message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Grade, rule
from phaselint_rules.vesanor.needs import ORDER, ORDER_SEEN, TOOL_NAMES
from phaselint_rules.vesanor.places import BY_TIME, ban_place, first_free, name_place
from phaselint_rules.vesanor.runs import never_shown, response_steps, run_data
from phaselint_rules.words import meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.analysis.order import Unsatisfiable
    from phaselint.dialects.vesanor.analysis.outputtraps import OutputTrap
    from phaselint.dialects.vesanor.analysis.witness import TrapRun
    from phaselint.dialects.vesanor.model import Tool
    from phaselint.vocabulary.message import Message

BY_KEY = (
    Grade("error", "in `requires_prior_tool`"),
    Grade("warning", "in `forbids_after` and `max_calls_per_tool`"),
)


@rule(
    "VE301",
    BY_KEY,
    needs=TOOL_NAMES,
    claims="never",
    fix="unsafe",
    ends="unused",
)
def unknown_tool_reference(facts: VesanorFacts) -> Iterator[Finding]:
    """Tool name without a contract

    What:
        `requires_prior_tool` (error), `forbids_after` or `max_calls_per_tool` (warnings) names a
        tool without a contract in the directory.
    Why:
        A tool that requires it can never be called, because only tools with a contract are ever
        released. A ban or limit on it has no effect.
    Bad:
        preconditions: [{requires_prior_tool: check_eligibilty}]
    Good:
        preconditions: [{requires_prior_tool: check_eligibility}]
    Fix:
        Correct the name, or add the contract.
    Dry run:
        Complete exploration never shows the requiring tool to the model.
    Source:
        vesanor §2.4, §6.4, §5.4 rule 10
    """
    known = tuple(facts.tools)
    for tool in facts.tools.values():
        for entry in tool.preconditions:
            if entry.tool and entry.tool not in facts.tools:
                pointer = ("preconditions", entry.number, "requires_prior_tool")
                witness = Witness({"tool": tool.name, "reference": entry.tool})
                yield _unknown(
                    entry.tool,
                    known,
                    Place(tool.file, pointer),
                    message(
                        "{} requires {}, which has no contract, so it can never be called",
                        quote(tool.name),
                        quote(entry.tool),
                    ),
                )._replace(witness=witness, severity="error", claim=never_shown(facts, tool.name))
        for index, name in enumerate(tool.forbids_after):
            if name not in facts.tools:
                yield _unknown(
                    name,
                    known,
                    Place(tool.file, ("forbids_after", index)),
                    message("{} forbids {}, which has no contract", quote(tool.name), quote(name)),
                )
    for name in facts.session.limits.per_tool:
        if name not in facts.tools:
            yield _unknown(
                name,
                known,
                Place(facts.session.file, ("session_limits", "max_calls_per_tool", name), "key"),
                message("limit for {}, which has no contract", quote(name)),
            )


def _unknown(name: str, known: tuple[str, ...], place: Place, message: Message) -> Finding:
    return Finding(
        place,
        message,
        meant(name, known, "correct the name, or add its contract"),
        severity="warning",
        fix=respell(name, known, place),
    )


def _precondition_place(tool: Tool, required: str) -> Place:
    for entry in tool.preconditions:
        if entry.tool == required:
            return Place(tool.file, ("preconditions", entry.number, "requires_prior_tool"))
    return Place(tool.file, ("preconditions",), "key")


@rule("VE302", ERROR, claims="never", ends="unused")
def precondition_cycle(facts: VesanorFacts) -> Iterator[Finding]:
    """Tools that wait for each other

    What:
        `requires_prior_tool` forms a cycle, or a tool requires itself.
    Why:
        None of them can ever be called first, so none is ever visible.
    Bad:
        # verify.yaml requires approve, and approve.yaml
        preconditions: [{requires_prior_tool: verify}]
    Good:
        # approve.yaml alone requires verify
        preconditions: [{requires_prior_tool: verify}]
    Fix:
        Remove the requirement that points in the wrong direction.
    Dry run:
        Complete exploration never shows any of them to the model.
    Source:
        vesanor §5.3, §6.4
    """
    for cycle in facts.cycles:
        first = facts.tools[cycle[0]]
        inside = sorted(first.requires.intersection(cycle))
        related = tuple(
            Related(_precondition_place(facts.tools[name], other), f"{quote(name)} waits for this")
            for name in cycle[1:]
            for other in sorted(facts.tools[name].requires.intersection(cycle))
        )
        text = (
            message("{} requires an earlier call of itself", quote(cycle[0]))
            if len(cycle) == 1
            else message("tools {} wait for each other; none can ever be called", quote_all(cycle))
        )
        yield Finding(
            _precondition_place(first, inside[0]),
            text,
            "remove the requirement that points in the wrong direction",
            related=related,
            witness=Witness({"cycle": list(cycle)}),
            claim=never_shown(facts, *cycle),
        )


@rule(
    "VE303",
    BY_TIME,
    prove="proofs.calls:never_executed",
    complete_if=(*ORDER, *ORDER_SEEN),
    fix="unsafe",
    ends="unused",
)
def unsatisfiable_precondition(facts: VesanorFacts) -> Iterator[Finding]:
    """Tool precondition that is never met

    What:
        A tool is callable in a phase that sessions can enter, but its `requires_prior_tool` is
        never met there in any order of calls. Or its `requires_step_count` is at least as large as
        `max_steps`. Or no output of the required tool meets its `with_output`: the conditions
        contradict each other or the required tool's own `output_invariants`, compare with a bound
        that isn't a number, or use a path without `$`. If the tool is also available in a terminal
        phase, it might be called there, after the session has completed: that is a warning.
    Why:
        The tool is never visible, so its work is never done.
    Bad:
        # pay is valid in `open`; verify only in `closed`, after it, without a way back
        preconditions: [{requires_prior_tool: verify}]
    Good:
        # verify is valid in `open` as well
        preconditions: [{requires_prior_tool: verify}]
    Fix:
        Make the required tool callable earlier, correct the conditions, or remove the requirement.
    Dry run:
        Complete exploration over responses never executes the tool. The executor doesn't check
        output invariants: a finding about them isn't confirmed.
    Source:
        vesanor §2.4, §4.4, §5.3, §6.4
    """
    yield from _step_counts(facts)
    if facts.clashes:
        from phaselint_rules.vesanor import outputs

        yield from outputs.never_met(facts)
    for found in facts.order.unsatisfiable if facts.order_matters else ():
        tool = facts.tools[found.tool]
        never = [name for name in found.requires if name not in facts.order.executed]
        culprit = (never or list(found.requires))[0]
        yield Finding(
            _precondition_place(tool, culprit),
            _out_of_order(found),
            f"make {quote(culprit)} callable before {quote(tool.name)}, or remove the requirement",
            related=(*_required(facts, found), *_waiting(facts, found)),
            witness=Witness({"tool": tool.name, "requires": list(found.requires)}),
            severity="warning" if found.afterwards else "error",
        )


def _out_of_order(found: Unsatisfiable) -> Message:
    """What is wrong: a terminal phase doesn't stop a run, so a tool available in a terminal phase
    might still be called there."""
    tool, required = quote(found.tool), quote_all(found.requires)
    if found.afterwards:
        return message(
            "{} can't be called before the session completes: no order of calls executes {} first",
            tool,
            required,
        )
    return message(
        "{} can never be called: no order of calls executes {} while {} is still possible",
        tool,
        required,
        tool,
    )


def _required(facts: VesanorFacts, found: Unsatisfiable) -> Iterator[Related]:
    for name in found.requires:
        yield Related(Place(facts.tools[name].file, ("tool",)), "required tool")


def _waiting(facts: VesanorFacts, found: Unsatisfiable) -> Iterator[Related]:
    """Where the tools could be called that wait for one that never is."""
    for name in found.waiting:
        places = facts.available_in[name]
        listed = (place for each, place in places.items() if each in facts.callable_in[name])
        for place in dict.fromkeys(listed):
            never = "not called in time" if found.afterwards else "never called"
            yield Related(place, f"{quote(name)} waits for it, so it is also {never}")


def _step_counts(facts: VesanorFacts) -> Iterator[Finding]:
    most = facts.session.limits.max_steps
    limit = Place(facts.session.file, ("session_limits", "max_steps"))
    for tool, entry in facts.late_counts:
        pointer = ("preconditions", entry.number, "requires_step_count", "gte")
        yield Finding(
            Place(tool.file, pointer),
            message(
                "{} needs {} earlier steps, but the session ends after {}",
                quote(tool.name),
                entry.steps,
                most,
            ),
            "lower the count, or raise `max_steps`",
            related=(Related(limit, "limit"),),
            witness=Witness(
                {"tool": tool.name, "requires_step_count": entry.steps, "max_steps": most}
            ),
        )


@rule(
    "VE304",
    ERROR,
    needs=ORDER,
    claims="never",
    complete_if=ORDER_SEEN,
    ends="trap",
)
def no_viable_path(facts: VesanorFacts) -> Iterator[Finding]:
    """Preconditions and bans that let no run finish

    What:
        Transitions to a terminal phase exist, but no order of calls reaches one: on every path some
        tool has been forbidden, or waits for a forbidden tool.
    Why:
        No session of this contract can ever be completed.
    Bad:
        # open_case forbids close_case, and close_case is the only way to the end
        forbids_after: [close_case]
    Good:
        # open_case without the ban
        forbids_after: []
    Fix:
        Remove one of the bans or requirements on the path.
    Dry run:
        Complete exploration over responses never reaches a terminal phase.
    Source:
        vesanor §5.3, §6.4
    """
    if not (facts.order_matters and facts.order.no_viable_path):
        return
    order = facts.order
    blocked, related = [], []
    bans: set[str] = set()
    for (source, target), names in facts.tool_edges.items():
        if source in order.reached and target not in order.reached:
            for name in names:
                by = sorted(o.name for o in facts.tools.values() if name in o.forbids_after)
                why = f"forbidden by {quote_all(by)}" if by else "its preconditions are never met"
                blocked.append(f"{quote(name)} would leave {quote(source)}: {why}")
                bans.update(f"{quote(name)} from `forbids_after` of {quote_all(by)}" for _ in by)
                related += [Related(ban_place(facts.tools[o], name), "forbids it") for o in by]
    first, *others = (name for name in facts.phases if name in facts.terminals)
    yield Finding(
        name_place(facts, facts.initial),
        message("no order of calls reaches a terminal phase"),
        f"remove {' or '.join(sorted(bans))}"
        if bans
        else "remove a requirement that blocks the path",
        related=tuple(related),
        witness=Witness(
            {"reached": [name for name in facts.phases if name in order.reached]},
            blocked=tuple(blocked),
        ),
        claim=Never(first, tuple(others)),
    )


@rule(
    "VE305",
    WARNING,
    needs=ORDER,
    prove="proofs.traps:steps_into_trap",
    complete_if=ORDER_SEEN,
    ends="trap",
)
def order_trap(facts: VesanorFacts) -> Iterator[Finding]:
    """Call that makes completion impossible

    What:
        A run can still finish; then the model gives a response that the contract allows, and after
        it no order of calls reaches a terminal phase. The cause can be an output: a tool advances
        because of another tool's last output, a later tool needs a different output, and the other
        tool can only be called again in the same response.
    Why:
        Nothing tells the model that it left out a step. The session continues until a limit ends
        it.
    Bad:
        # pay is valid in `payment` and requires verify, which is valid in `triage` only
        tool: go_to_payment
        transitions: {valid_in_phases: [triage], advances_to: payment}
    Good:
        tool: go_to_payment
        transitions: {valid_in_phases: [triage], advances_to: payment}
        preconditions: [{requires_prior_tool: verify}]
    Fix:
        Make the tool that advances the session require what is needed later, or make that callable
        later.
    Dry run:
        A run takes the response, and complete exploration from there never reaches a terminal
        phase.
    Source:
        vesanor §5.3, §6.4
    """
    taken: set[Place] = set()
    for trap in facts.order.traps if facts.order_matters else ():
        tools = sorted(
            (facts.tools[name] for name in trap.tools), key=lambda each: not each.advances_to
        )
        tool = tools[0]
        places = [facts.available_in[each.name][trap.phase] for each in tools]
        calls = joined(" and ", map(quote, trap.tools))
        yield Finding(
            first_free([*places, name_place(facts, trap.phase)], taken),
            message(
                "calling {} in {} makes a terminal phase unreachable",
                calls,
                quote(trap.phase),
            ),
            _advice(trap, tool),
            related=tuple(Related(place, "called in the same response") for place in places[1:]),
            witness=Witness(
                {
                    **run_data(facts, trap.path),
                    "phase": trap.after,
                    "stuck": list(trap.stuck),
                },
                response_steps(facts, trap.path),
                tuple(_closed(facts, trap)),
            ),
        )
    for each in facts.order.output_traps if facts.order_matters else ():
        yield _by_output(facts, each, taken)


def _by_output(facts: VesanorFacts, trap: OutputTrap, taken: set[Place]) -> Finding:
    """A trap into which a tool leads that is called without another, whose output comes later."""
    tool = facts.tools[trap.tool]
    place = facts.available_in[trap.tool][trap.phase]
    name, made = trap.held[0]
    blocked = (
        f"{quote(name)}: needs another output of {quote(made)}, which can no longer be called"
        for name, made in trap.held
    )
    return Finding(
        first_free([place, name_place(facts, trap.phase)], taken),
        message(
            "calling {} alone in {} makes a terminal phase unreachable: "
            "{} needs another output of {}",
            quote(tool.name),
            quote(trap.phase),
            quote(name),
            quote(made),
        ),
        f"make {quote(made)} callable in {quote(trap.after)}, or require the same output twice",
        witness=Witness(
            {
                **run_data(facts, trap.path),
                "phase": trap.after,
                "held": [list(each) for each in trap.held],
            },
            response_steps(facts, trap.path),
            tuple(blocked),
        ),
    )


@rule("PL022", INFO, needs=ORDER)
def analysis_incomplete(facts: VesanorFacts) -> Iterator[Finding]:
    """Call orders not explored completely

    What:
        The exploration of call orders reached its limit of expanded states, or of tools that
        interact in one response.
    Why:
        Parts that weren't examined are unknown, not clean. The message gives the limit; `--bound`
        raises the limit of states. If too many tools interact, `--dry-run` explores the contract
        with responses of the same effect merged.
    Bad:
        # thirteen tools of one phase that all forbid each other
    Good:
        # the same work in several phases
    Fix:
        Run with a higher `--bound` or with `--dry-run`, or simplify the contract.
    Source:
        design §6; vesanor §5.3
    """
    reason = facts.order.incomplete if facts.order_matters else ""
    if reason:
        bounded = "bound" in reason
        wider = "raise `--bound`" if bounded else "use `--dry-run`, which merges responses"
        yield Finding(
            Place(facts.session.file, ("phases",), "key"),
            message(
                "call orders weren't explored completely: {} {}",
                reason,
                "was hit" if bounded else "are too many",
            ),
            f"{wider}; some order traps might not be reported",
        )


def _closed(facts: VesanorFacts, trap: TrapRun) -> Iterator[str]:
    """What keeps each tool that would leave the stuck set from being called, and where every other
    transition from the phase after the response ends."""
    for way in trap.shut:
        subject = f"{quote(way.tool)} from {quote(way.source)} to {quote(way.target)}"
        if way.forbidden_by:
            # The first line of the run is its start, so response 1 is in line 2.
            line = f"line {way.response + 1} of the run" if way.response else "on every path there"
            yield f"{subject}: forbidden by {quote_all(way.forbidden_by)} ({line})"
        never = [name for name in way.waits_for if name not in facts.order.executed]
        late = [name for name in way.waits_for if name in facts.order.executed]
        if never:
            yield f"{subject}: needs {quote_all(never)}, which can never be called"
        if late:
            yield f"{subject}: {quote_all(late)} can no longer be called"
    told = {(way.source, way.target) for way in trap.shut}
    for edge in facts.edges_from.get(trap.after, ()):
        if edge not in told:
            yield _onward(facts, trap, edge)


def _onward(facts: VesanorFacts, trap: TrapRun, edge: tuple[str, str]) -> str:
    """Where a transition ends if it leads to a dead end, or that it is never taken."""
    closed = facts.tool_edges.get(edge, ())
    if not closed:
        return f"no tool takes {arrows(edge)}"
    names = [name for name, target in trap.onward if target == edge[1]]
    stuck = edge[1] in facts.stuck | facts.trapped
    end = "it ends in a deadlock" if stuck else "no terminal phase is reachable from there either"
    can = "can be called" if names else _kept_from(facts, trap, closed[0])
    which = quote_all(names or closed[:1])
    return f"{which} from {quote(edge[0])} to {quote(edge[1])}: {can}, but {end}"


def _kept_from(facts: VesanorFacts, trap: TrapRun, name: str) -> str:
    """What keeps a tool from being called right after a run."""
    called = {each for response in trap.path for each in response}
    by = sorted(each for each in called if name in facts.tools[each].forbids_after)
    missing = sorted(facts.tools[name].requires - called)
    return f"forbidden by {quote_all(by)}" if by else f"waits for {quote_all(missing)}"


def _advice(trap: TrapRun, tool: Tool) -> str:
    """What can help: a requirement where something is missing, a ban lifted where one is in the
    way, a way out where there is none."""
    banned = sorted({way.tool for way in trap.shut if way.forbidden_by})
    by = sorted({name for way in trap.shut for name in way.forbidden_by})
    lift = f"remove {quote_all(banned)} from `forbids_after` of {quote_all(by)}"
    require = (
        f"make {quote(tool.name)} require what is needed later, or make that callable after it"
    )
    if any(way.waits_for for way in trap.shut):
        return f"{require}; and {lift}" if banned else require
    return lift if banned else "add a tool that advances from there toward a terminal phase"
