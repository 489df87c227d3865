"""What the proofs share: looks at a state, and verdicts that say why a finding could not be proved
(design §8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.protocol import Choice
from phaselint.dialects.vesanor.reading.turns import Call, Turn
from phaselint.dialects.vesanor.running.session import KILL_ERROR, LIMIT_ERROR
from phaselint.executor.proof import cut_off_at
from phaselint.vocabulary.finding import Proof

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.protocol import Event
    from phaselint.dialects.vesanor.analysis.assumptions import Staged
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.running.session import SessionState
    from phaselint.executor.explore import Atlas
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding

TEXT = Choice("model", Turn())


def data_of(finding: Finding) -> Any:
    """The data of a finding's witness."""
    return finding.witness.data if finding.witness else {}


def call(*names: str) -> Choice:
    """A response that calls these tools."""
    return Choice("model", Turn(tuple(map(Call, names))))


def look(lab: Lab[VesanorFacts], state: SessionState) -> Any:
    """What a turn in a state records when the model calls nothing."""
    _, events = lab.runtime.step(state, TEXT)
    return events[0].data


def advances(lab: Lab[VesanorFacts], choice: Choice, target: str) -> bool:
    """Whether a response advances to a phase and does not just stay in it."""
    return any(lab.start.law.target(call.tool) == target for call in choice.value.calls)


def completed(state: SessionState) -> bool:
    """Whether a run has reached a terminal phase."""
    return state.phase in state.law.terminals


def _reasons(event: Event) -> set[str]:
    return {block["reason"] for block in event.data["blocked"]}


def over_limit(events: Sequence[Event]) -> bool:
    """Whether a session limit or the circuit breaker ended a run."""
    return any(
        event.data["error"] in (LIMIT_ERROR, KILL_ERROR) or LIMIT_ERROR in _reasons(event)
        for event in events
    )


def limited(events: Sequence[Event]) -> str:
    """What of `session_limits` kept a run from getting anywhere, as a reason."""
    if over_limit(events):
        return "a session limit ends the run before it gets there"
    if any("loop_detected" in _reasons(event) for event in events):
        return "loop detection blocks a call before the run gets there"
    return ""


def rests_on(lab: Lab[VesanorFacts], path: Sequence[Sequence[str]], staged: Staged) -> Proof | None:
    """The verdict on a path through a door that no script can open: an assumption of §5.5, or
    a requirement that has a finding of its own and that the exploration ignores (§5.3)."""
    facts = lab.facts
    waiting = {name for cycle in facts.cycles for name in cycle}
    shut = {name for name, tool in facts.tools.items() if not tool.requires <= facts.tools.keys()}
    for name in (name for response in path for name in response):
        if name in waiting | shut:
            return unmet("requires_prior_tool", name)
    return unmet(staged.unmet.kind, staged.unmet.tool) if staged.unmet else None


def unmet(kind: str, tool: str) -> Proof:
    """The verdict on a path through a door that no script can open."""
    return Proof("unproved", "replay", None, f"the run rests on `{kind}` of `{tool}`")


def settled(atlas: Atlas[Any]) -> Proof:
    """The verdict on what was not found in an exploration."""
    if not atlas.complete:
        return Proof("unproved", "explore", None, cut_off_at(atlas))
    return Proof("proved", "explore")


def unseen(atlas: Atlas[Any], reason: str) -> Proof:
    """The verdict on what was to be replayed and no run was seen to do, which `reason` says."""
    return Proof("unproved", "replay", None, reason if atlas.complete else cut_off_at(atlas))
