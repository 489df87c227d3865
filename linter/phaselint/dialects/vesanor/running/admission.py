"""What a session refuses to start with: the compile-level findings (reference §3.1, §6 "C").

Written against the contract alone and apart from `analysis` and the rules, whose verdicts it
confirms: plain sets, no machine.
"""

from __future__ import annotations

from phaselint.dialects.vesanor.model import HIGH_RISK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.vesanor.model import Session, VesanorContract

FILE_ERRORS = ("syntax-error", "duplicate-key")


def config_errors(contract: VesanorContract) -> tuple[str, ...]:
    """Names of the rules a session start breaks, each once, in the catalog's order."""
    return tuple(dict.fromkeys(_errors(contract)))


def _errors(contract: VesanorContract) -> Iterator[str]:
    kinds = {p.kind for document in contract.documents.values() for p in document.problems}
    yield from (name for name in FILE_ERRORS if name in kinds)
    session = contract.session
    if session is not None and session.phases_form == "mapping":
        yield "phases-not-array"
    if session is not None and session.bad_transitions:
        yield "transitions-not-map"
    if any(
        tool.evidence_class == "ack_only" and tool.side_effect in HIGH_RISK
        for tool in (*contract.tools, *contract.unnamed)
    ):
        yield "evidence-class-conflict"
    if session is not None and _readable(session):
        yield from _phase_errors(contract, session)


def _readable(session: Session) -> bool:
    """Whether the phases and the map say what they mean (reference §5.4 rule 1)."""
    return session.phases_form == "list" and session.flags_ok and not session.bad_transitions


def _phase_errors(contract: VesanorContract, session: Session) -> Iterator[str]:
    names = set(session.declared)
    unknown = _mentioned(contract, session) - names
    if unknown:
        yield "unknown-phase"
    initial = {name for name, phase in session.declared.items() if phase.initial}
    terminal = {name for name, phase in session.declared.items() if phase.terminal}
    if len(initial) != 1:
        yield "initial-phase-count"
    if not terminal:
        yield "no-terminal-phase"
    if len(initial) != 1 or unknown:
        return
    after = {name: set(session.transitions.get(name, ())) for name in names}
    reached = _closure(after, initial)
    if names - reached - terminal:
        yield "unreachable-phase"
    if terminal and _goes_round(after, reached - _closure(_reverse(after), terminal)):
        yield "deadlocked-phases"


def _mentioned(contract: VesanorContract, session: Session) -> set[str]:
    named = set(session.transitions)
    for targets in session.transitions.values():
        named.update(targets)
    for tool in (*contract.tools, *contract.unnamed):
        named.update(tool.valid_in or ())
        named.update(filter(None, (tool.advances_to,)))
    return named


def _closure(after: Mapping[str, set[str]], start: set[str]) -> set[str]:
    """Everything that can be reached from a set of phases, the set included."""
    found, waiting = set(start), list(start)
    while waiting:
        new = after[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def _reverse(after: Mapping[str, set[str]]) -> dict[str, set[str]]:
    before: dict[str, set[str]] = {name: set() for name in after}
    for source, targets in after.items():
        for target in targets:
            before[target].add(source)
    return before


def _goes_round(after: Mapping[str, set[str]], trapped: set[str]) -> bool:
    """Whether some phases of a closed set go only to each other (§5.1): each goes to such phases or
    to a dead end, and phases that don't go to a dead end are left with the closed ones."""
    ends = {name for name in trapped if not after[name]}
    return bool(trapped - _closure(_reverse(after), ends))
