"""What a contract declares for sessions to use, and what keeps a session from it.

A tool is one element, no matter how many phases list it: if it works in one of them, failing
in another isn't a defect. So it has an entry for each of its phases, and all have one id.
"""

from __future__ import annotations

from phaselint.dialects.records import Element
from phaselint.dialects.vesanor.reading.turns import Call
from phaselint.dialects.vesanor.running.gatekeeper import narrowed, rulings, unmet
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.message import quote, quote_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.vesanor.model import Phase, Session, Tool, VesanorContract
    from phaselint.dialects.vesanor.running.session import SessionState


def elements(contract: VesanorContract) -> Iterator[Element]:
    """The declared phases, but for the one that every session starts in, and the uses of tools."""
    yield from phases(contract)
    for _, use in uses(contract):
        yield use


def phases(contract: VesanorContract) -> Iterator[Element]:
    """The declared phases, but for the one that every session starts in."""
    session = contract.session
    if session is None or session.phases_form != "list":
        return
    for name, phase in session.declared.items():
        if not phase.initial:
            place = Place(session.file, ("phases", phase.number, "name"))
            yield Element(name, name, quote(name), use="entered", place=place)


def uses(contract: VesanorContract) -> Iterator[tuple[Tool, Element]]:
    """The tools in the phases, not terminal, in which they are available, each with itself. Left
    out is a tool that the contract itself never lets through: with `gate: block`, or a limit of 0
    calls."""
    session = contract.session
    if session is None or session.phases_form != "list":
        return
    declared = session.declared  # made anew each time it is asked for
    for tool in contract.by_name.values():
        if not _shut(tool, session):
            for use in _uses(tool, declared):
                yield tool, use


def _shut(tool: Tool, session: Session) -> bool:
    return tool.gate == "block" or session.limits.per_tool.get(tool.name) == 0


def _uses(tool: Tool, declared: Mapping[str, Phase]) -> Iterator[Element]:
    targets = (tool.advances_to,) if tool.advances_to else ()
    for name, place in tool.available(declared).items():
        if not declared[name].terminal:
            yield Element(
                id=(tool.name,),
                phase=name,
                label=quote(tool.name),
                use="called",
                place=place,
                targets=targets,
            )


def moves(turn: Mapping[str, Any]) -> Iterator[Hashable]:
    """What a recorded turn has used: the tools it released, each by its id and with the phase it
    was called in, and then the phase that was entered."""
    for name in turn["released"]:
        yield (turn["phase_before"], name)
        yield (name,)
    if turn["phase_after"] != turn["phase_before"]:
        yield turn["phase_after"]


def withheld(state: SessionState) -> dict[Hashable, str]:
    """Why tools that are available in the phase of a session cannot be called in it, by their
    ids."""
    _, removed = narrowed(state)
    found: dict[Hashable, str] = {}
    for name in state.law.request:
        reason = removed.get(name) or rulings(state, (Call(name),)).get(0, "")
        if reason and reason != "wrong_phase":
            found[name,] = _words(state, name, reason)
    return found


def _words(state: SessionState, name: str, reason: str) -> str:
    """A reason of the runtime as the end of a sentence; the documented id where there is no more
    to say than that."""
    law = state.law
    if reason == "forbidden_in_state":
        by = sorted(other for other in state.executed if name in law.bans(other))
        return f"forbidden by {quote_all(by)}"
    if reason == "precondition_not_met":
        return _waits(state, name)
    if reason == "illegal_phase_transition":
        return (
            f"there is no transition from {quote(state.phase or '')} to {quote(law.target(name))}"
        )
    if reason == "risk_gate_blocked":
        return "blocked by `gate` or `risk_defaults`"
    return reason


def _waits(state: SessionState, name: str) -> str:
    """What a tool waits for, as the end of a sentence."""
    for entry in unmet(state, name):
        if not entry.tool or (entry.steps is not None and state.steps < entry.steps):
            return f"it waits for {entry.steps} earlier steps"
        if entry.tool in state.executed:
            return f"it waits for another result of {quote(entry.tool)}"
        return f"it waits for {quote(entry.tool)}"
    return ""
