"""Calls that fail: what they count, and whether the session moves on (reference vesanor §4.2)."""

from __future__ import annotations

from phaselint.dialects.records import Choice
from phaselint.dialects.vesanor.model import Limits
from phaselint.dialects.vesanor.reading.turns import Call, Turn
from phaselint.dialects.vesanor.running.gatekeeper import rulings
from phaselint.executor.proof import by_replay, unproved
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.rule import by
from phaselint_rules.vesanor.proofs.copies import copied, with_session
from phaselint_rules.vesanor.proofs.harness import (
    absent,
    completed,
    data_of,
    doubted,
    incomplete,
    limited,
    session_of,
    text,
    unseen,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Event
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.running.session import SessionState
    from phaselint.executor.explore import Atlas
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof


@by("explore")
def stuck_after_failure(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """Within the limit of the tool alone some session completes, and none does in which the first
    call of the tool fails."""
    data = data_of(finding)
    tool, session = text(data, "tool"), session_of(lab)
    most = session.limits.per_tool.get(tool) if session else None
    if reason := absent(lab, tools=[tool]):
        return unproved(reason)
    if most != 1:
        return unproved(f"{quote(tool)} can be called more or less often than once")
    alone = _only(lab, tool)
    atlas = alone.explore(alone.start, limited=True)
    found = _first_call(alone.runtime, atlas, tool)
    if found is None:
        return unseen(atlas, f"no run calls {quote(tool)}")
    before, after = found
    choices = (*atlas.run_to(before), _failing(tool))
    proof = by_replay(
        lab, f"{tool} fails", choices, lambda events: _failed(events, tool), cut_off=limited
    )
    later = alone.explore(after, limited=True)
    return doubted(proof._replace(method="explore"), _may_complete(atlas, later))


def _only(lab: ProofContext[VesanorFacts], tool: str) -> ProofContext[Any]:
    """The contract with the limit of one tool and with tools that may never be called."""

    def alone(limits: Limits) -> Limits:
        kept = {name: most for name, most in limits.per_tool.items() if name == tool or not most}
        return Limits(per_tool=kept)

    return copied(
        lab,
        f"the limit of {tool} alone",
        lambda given: (
            given
            if given.session is None
            else with_session(given, limits=alone(given.session.limits))
        ),
    )


def _may_complete(atlas: Atlas[Any], later: Atlas[Any]) -> Iterator[str]:
    yield incomplete(atlas, later)
    if atlas.find(completed) is None:
        yield "no session completes even if no call fails"
    if later.find(completed) is not None:
        yield "a session completes after a failed call"


def _first_call(
    runtime: Runtime[Any], atlas: Atlas[Any], tool: str
) -> tuple[int, SessionState] | None:
    """The state, by its number, in which a run first calls a tool, and the one after a call of it
    alone that fails."""
    for number, state in enumerate(atlas.states):
        if not completed(state) and not state.calls.get(tool) and not rulings(state, (Call(tool),)):
            after, events = runtime.step(state, _failing(tool))
            if _failed(events, tool):
                return number, after
    return None


def _failing(tool: str) -> Choice:
    return Choice("tool", Turn((Call(tool, ok=False),)))


def _failed(events: Sequence[Event], tool: str) -> bool:
    return tool in events[-1].data.get("failed", ())
