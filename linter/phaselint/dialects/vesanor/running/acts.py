"""What sessions do, as acts (reference §4.2); `parts` has all that a model may answer."""

from __future__ import annotations

from phaselint.dialects.acts import Act, KnownAct
from phaselint.dialects.records import OnDemand
from phaselint.dialects.vesanor.running.events import SAY
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.acts import Ok
    from phaselint.dialects.records import Event
    from phaselint.dialects.vesanor.model import Phase, VesanorContract
    from phaselint.dialects.vesanor.running.session import SessionState


def acts(events: Sequence[Event]) -> Iterator[Act]:
    """The calls that were let through, in order, and the phases that were entered."""
    for event in events:
        data = event.data
        told = data.at_hand("said") if isinstance(data, OnDemand) else 0
        if told is None or told < len(data["released"]):
            yield from _calls(data, event.phase, told or 0)
        if event.kind != SAY and data["phase_after"] != data["phase_before"]:
            yield _entering(data["phase_after"])


def _calls(data: Mapping[str, Any], phase: str, told: int) -> Iterator[Act]:
    failed = _failed(data)
    for index, name in enumerate(data["released"]):
        if index >= told:
            ok: Ok = "no" if index in failed else "yes"
            yield Act("call", name, phase=phase, ok=ok)


def _failed(data: Mapping[str, Any]) -> frozenset[int]:
    """Which of the released calls failed: `failed_at` says it of a tool some of whose calls did."""
    if "failed_at" in data:
        return frozenset(data["failed_at"])
    names = data.get("failed", ())
    return frozenset(index for index, name in enumerate(data["released"]) if name in names)


def _entering(phase: str) -> Act:
    return Act("enter", phase, phase=phase)


def begun(state: SessionState) -> Iterator[Act]:
    """That a session is in its first phase, which isn't entered in any turn."""
    if state.phase is not None and not state.refused:
        yield _entering(state.phase)


def known_acts(contract: VesanorContract) -> Iterator[KnownAct]:
    """The phases, and the tools in each phase, not terminal, that their files let them be used in;
    also where a gate or a ban keeps every run from it."""
    session = contract.session
    declared: Mapping[str, Phase] = {}
    if session is not None and session.phases_form == "list":
        declared = session.declared
        for name, phase in declared.items():
            place = Place(session.file, ("phases", phase.number, "name"))
            yield KnownAct(_entering(name), place)
    for tool in contract.by_name.values():
        if not declared:
            yield KnownAct(Act("call", tool.name), Place(tool.file, ("tool",)))
        for name, place in tool.available(declared).items():
            if not declared[name].terminal:
                yield KnownAct(Act("call", tool.name, phase=name), place)
