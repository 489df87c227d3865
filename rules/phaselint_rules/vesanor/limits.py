"""Limits and risk (reference vesanor §6.5)."""

from __future__ import annotations

from phaselint.dialects.vesanor.reading.files import stem
from phaselint.dialects.vesanor.reading.limits import bad_limits, bad_limits_of_tool
from phaselint.vocabulary.claim import Notes, Undecided
from phaselint.vocabulary.finding import Edit, Finding, Fix, Place, Related, Witness, WitnessStep
from phaselint.vocabulary.message import joined, message, quote
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Grade, rule
from phaselint.vocabulary.suggest import plural
from phaselint_rules.vesanor.needs import ORDER, ORDER_SEEN, SESSION
from phaselint_rules.vesanor.places import name_place
from phaselint_rules.vesanor.runs import NOT_READ, blocked, calling, response_steps, run_data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.analysis.witness import Needed
    from phaselint.dialects.vesanor.model import Tool
    from phaselint.vocabulary.message import Message

BY_LOSS = (
    Grade("error", "if a phase is cut off"),
    Grade("warning", "if only tools are cut off"),
)


@rule(
    "VE401",
    ERROR,
    needs=ORDER,
    prove="proofs.spending:limit_ends_run",
    complete_if=ORDER_SEEN,
    ends="trap",
)
def limit_below_shortest_path(facts: VesanorFacts) -> Iterator[Finding]:
    """Session limit below the minimum of every complete run

    What:
        `max_tool_calls` is less than the minimum number of calls, or `max_steps` less than the
        minimum number of responses, of all runs from the initial phase to a terminal phase.
    Why:
        Every session of this contract ends in `session_limit_exceeded`.
    Bad:
        session_limits: {max_tool_calls: 2}   # the shortest run calls three tools
    Good:
        session_limits: {max_tool_calls: 10}
    Fix:
        Raise the limit, or shorten the path.
    Dry run:
        The shortest run ends in `session_limit_exceeded`.
    Source:
        vesanor §5.3, §6.5
    """
    for found in facts.needed:
        noun = "call" if found.limit == "max_tool_calls" else "response"
        yield Finding(
            Place(facts.session.file, ("session_limits", found.limit)),
            message(
                "{} is {}, but every complete run needs at least {}",
                quote(found.limit),
                found.value,
                plural(found.needed, noun),
            ),
            f"raise it to {found.needed} or more",
            witness=_limit_witness(facts, found),
        )


def _limit_witness(facts: VesanorFacts, found: Needed) -> Witness:
    data = {"limit": found.limit, "value": found.value, "needed": found.needed}
    if found.path is not None:
        run = run_data(facts, found.path, limits=False)
        return Witness({**data, **run}, response_steps(facts, found.path))
    phases = found.phases or ()
    steps = tuple(
        WitnessStep(f"enter {quote(name)}", name_place(facts, name), name) for name in phases
    )
    return Witness({**data, "path_phases": list(phases)}, steps)


@rule(
    "VE407",
    BY_LOSS,
    needs=ORDER,
    prove="proofs.spending:cuts_off",
    complete_if=ORDER_SEEN,
    ends="unused",
)
def limit_cuts_off_phase(facts: VesanorFacts) -> Iterator[Finding]:
    """Session limit that cuts off a phase or tool

    What:
        Some session can be completed within `max_tool_calls` or `max_steps`, but a phase that
        sessions could enter without the limit is never entered within it. Or all phases are
        entered, but a tool is never called.
    Why:
        Nearly every contract has an early exit, such as `cancelled`, so the nearest end doesn't
        show whether the goal can be reached. Every session that aims for the goal ends in
        `session_limit_exceeded`.
    Bad:
        session_limits: {max_tool_calls: 6}   # `cancelled` takes one call, `booked` eight
    Good:
        session_limits: {max_tool_calls: 20}
    Fix:
        Raise the limit, or shorten the path.
    Dry run:
        Exploration without the limit reaches none of them in fewer calls, or responses, than the
        finding says, and a shortest run ends in `session_limit_exceeded`.
    Source:
        vesanor §5.3, §6.5
    """
    for found in facts.cut_off:
        noun = "call" if found.limit == "max_tool_calls" else "response"
        missed = [
            message("no session {} {}", does, joined(", ", _needing(needed, noun)))
            for does, needed in (("enters", found.phases), ("calls", found.tools))
            if needed
        ]
        most = max([*found.phases.values(), *found.tools.values()])
        data = {
            "limit": found.limit,
            "value": found.value,
            "phases": dict(found.phases),
            "tools": dict(found.tools),
        }
        yield Finding(
            Place(facts.session.file, ("session_limits", found.limit)),
            message(
                "within {} of {} {}", quote(found.limit), found.value, joined(", and ", missed)
            ),
            f"raise it to {most} or more",
            severity="error" if found.phases else "warning",
            witness=Witness(
                {**data, **run_data(facts, found.path, limits=False)},
                response_steps(facts, found.path),
            ),
        )


def _needing(needed: Mapping[str, int], noun: str) -> Iterator[Message]:
    """Names, each with what it needs."""
    for name, count in needed.items():
        yield message("{} (needs {})", quote(name), plural(count, noun))


@rule("VE402", ERROR, needs=SESSION)
def invalid_limit(facts: VesanorFacts) -> Iterator[Finding]:
    """Limit out of range

    What:
        `max_steps`, `max_tool_calls`, `window`, `threshold` or a breaker value isn't an integer
        above 0, `max_cost_per_session` isn't above 0, or a value of `max_calls_per_tool` isn't an
        integer of 0 or greater. In a tool contract: `total_ms`, `max_attempts` or
        `max_sleep_seconds` is negative.
    Why:
        Limits are never dropped silently: the session file must compile with all of them. No call
        ends within a negative time.
    Bad:
        session_limits: {max_steps: 0}
    Good:
        session_limits: {max_steps: 20}
    Fix:
        Use a number in the range, or remove the limit.
    Source:
        vesanor §2.2, §2.3, §6.5
    """
    for tool in (*facts.contract.tools, *facts.contract.unnamed):
        for bad in bad_limits_of_tool(facts.contract.documents[tool.file].value):
            yield Finding(
                Place(tool.file, bad.pointer),
                message("{} must be {}", quote(".".join(map(str, bad.pointer))), bad.wanted),
                f"use {bad.wanted}",
            )
    for bad in bad_limits(facts.session_value.get("session_limits")):
        yield Finding(
            Place(facts.session.file, ("session_limits", *bad.pointer)),
            message("{} must be {}", quote(".".join(map(str, bad.pointer))), bad.wanted),
            f"use {bad.wanted}, or remove the limit",
        )


@rule("VE403", WARNING, needs=SESSION)
def limit_inconsistent(facts: VesanorFacts) -> Iterator[Finding]:
    """Limit made pointless by another limit

    What:
        `loop_detection.threshold` is above `window`, or a value of `max_calls_per_tool` is
        above `max_tool_calls`.
    Why:
        With one call per step, loop detection can never trigger; the tool's own limit can never be
        reached.
    Bad:
        loop_detection: {window: 3, threshold: 5}
    Good:
        loop_detection: {window: 5, threshold: 3}
    Fix:
        Correct one of the two numbers.
    Source:
        vesanor §2.3, §6.5
    """
    session, limits = facts.session, facts.session.limits
    window, threshold = limits.loop_window, limits.loop_threshold
    if window is not None and threshold is not None and threshold > window:
        loop = ("session_limits", "loop_detection")
        yield Finding(
            Place(session.file, (*loop, "threshold")),
            message(
                "the threshold of {} equal calls doesn't fit into a window of {}",
                threshold,
                plural(window, "step"),
            ),
            "raise `window`, or lower `threshold`",
            related=(Related(Place(session.file, (*loop, "window")), "window"),),
        )
    most = limits.max_tool_calls
    if most is None:
        return
    for name, own in limits.per_tool.items():
        if own > most:
            yield Finding(
                Place(session.file, ("session_limits", "max_calls_per_tool", name)),
                message(
                    "{} can be called {} times, but all tools together only {} times",
                    quote(name),
                    own,
                    most,
                ),
                "lower it, or raise `max_tool_calls`",
                related=(
                    Related(
                        Place(session.file, ("session_limits", "max_tool_calls")), "total limit"
                    ),
                ),
            )


@rule("VE404", WARNING, needs=SESSION, claims="notes", fix="unsafe", ends="unused")
def blocked_by_risk_default(facts: VesanorFacts) -> Iterator[Finding]:
    """Tool blocked only by the default of its class

    What:
        A tool has no `gate`, and `risk_defaults` blocks its `side_effect`.
    Why:
        The model sees the tool, but every call of it is blocked. If that is intended, the tool's
        own contract should say so.
    Bad:
        # risk_defaults: {financial: block}
        tool: issue_refund
        side_effect: financial
    Good:
        tool: issue_refund
        side_effect: financial
        gate: allow
    Fix:
        Use `gate: allow` to open it, or `gate: block` to make it explicit. If a transition needs
        the tool, `gate: block` would only turn the warning into a dead end, so phaselint doesn't
        suggest a fix: open the tool, or change `risk_defaults`.
    Dry run:
        A run reaches a state in which the tool is visible, calls it, and the call is blocked
        with `risk_gate_blocked`.
    Source:
        vesanor §3.3 A11, §6.5
    """
    for tool in facts.tools.values():
        if not tool.gate and facts.session.risk_defaults.get(tool.side_effect) == "block":
            needed = _needed(facts, tool)
            yield Finding(
                Place(tool.file, ("side_effect",)),
                message(
                    "every call of {} is blocked: `risk_defaults` blocks {} tools",
                    quote(tool.name),
                    quote(tool.side_effect),
                ),
                "use `gate: allow` to open it, or "
                + ("change `risk_defaults`" if needed else "`gate: block` to make it explicit"),
                related=(
                    Related(
                        Place(facts.session.file, ("risk_defaults", tool.side_effect)),
                        "default of its class",
                    ),
                ),
                witness=Witness({"tool": tool.name}),
                claim=_blocks(facts, tool),
                fix=None if needed else _closing(facts, tool),
            )


def _blocks(facts: VesanorFacts, tool: Tool) -> Notes | Undecided:
    """That the gate of a tool blocks its call where the model sees it."""
    if facts.has_phases and not facts.phases_known:
        return NOT_READ
    phases = [each for each in facts.phases if tool.available_in(each)]
    if facts.has_phases and not phases:
        return Undecided("the tool isn't available in any phase")
    first, *others = phases or [""]
    shut = {"visible": (tool.name,), "blocked": (blocked(tool.name, "risk_gate_blocked"),)}
    return Notes(
        first,
        "turn",
        holds=shut,
        others=tuple(others),
        answers=(calling(tool.name),),
        provided=shut,  # where another reason blocks each call, nothing is decided
    )


def _needed(facts: VesanorFacts, tool: Tool) -> bool:
    """Whether a transition needs a tool: no other tool that is open takes it. Where names are not
    declared, that is not known, and every tool that leads on may be needed."""
    if not facts.has_phases or not tool.advances_to:
        return False
    defaults = facts.session.risk_defaults
    return not facts.names_known or any(
        tool.name in names
        and source not in facts.terminals
        and all(facts.tools[name].gate_under(defaults) == "block" for name in names)
        for (source, _), names in facts.tool_edges.items()
    )


def _closing(facts: VesanorFacts, tool: Tool) -> Fix:
    """A tool with a gate of its own that is closed."""
    title = "add `gate: block`"
    if not _block_style(facts, tool.file):
        return Fix("manual", title)
    place = Place(tool.file, ("side_effect",))
    return Fix("unsafe", title, (Edit(place, f"{tool.side_effect}\ngate: block"),))


def _block_style(facts: VesanorFacts, file: str) -> bool:
    """Whether a line of its own may follow the side effect of a tool."""
    return not facts.contract.documents[file].text.lstrip().startswith("{")


@rule("VE405", INFO, default=False)
def requires_principal(facts: VesanorFacts) -> Iterator[Finding]:
    """Policy that needs a principal at run time

    What:
        The session file or a tool contract has a `policy`.
    Why:
        A session started without the option `principal` throws `ReplayConfigError`.
    Bad:
        # session.yaml has a policy; code: replay(client, {contractsDir})
        policy: {roles: [agent]}
    Good:
        # code: replay(client, {contractsDir, principal})
        policy: {roles: [agent]}
    Fix:
        Pass a principal where the session is created.
    Source:
        vesanor §2.1, §3.1, §6.5
    """
    contract = facts.contract
    files = [contract.session.file] if contract.session and contract.session.policy else []
    files += [tool.file for tool in (*contract.tools, *contract.unnamed) if tool.policy]
    for file in files:
        yield Finding(
            Place(file, ("policy",), "key"),
            message("`policy` needs a `principal` when the session is created"),
            "pass the option `principal`",
        )


@rule("VE406", INFO, default=False)
def requires_wrapped_tool(facts: VesanorFacts) -> Iterator[Finding]:
    """Execution constraints that need a wrapped tool

    What:
        A tool contract has `execution_constraints`.
    Why:
        A session in which the tool isn't wrapped by the option `tools` throws `ReplayConfigError`
        at start.
    Bad:
        # code: replay(client, {contractsDir})
        execution_constraints: {arguments: []}
    Good:
        # code: replay(client, {contractsDir, tools: {issue_refund}})
        execution_constraints: {arguments: []}
    Fix:
        Wrap the tool where the session is created.
    Source:
        vesanor §2.2, §3.1, §6.5
    """
    for tool in (*facts.contract.tools, *facts.contract.unnamed):
        if tool.constrained:
            yield Finding(
                Place(tool.file, ("execution_constraints",), "key"),
                message(
                    "{} must be wrapped by the option `tools`",
                    quote(tool.name or stem(tool.file)),
                ),
                "wrap it where the session is created",
            )
