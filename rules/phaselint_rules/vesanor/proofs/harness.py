"""What the proofs share: what a finding says, looks at a state, and verdicts that say why a finding
could not be proved (design §8).

A finding is only believed about where to look. A prover reads the contract on the
bench, and looks names up softly: a finding may be of another contract.
"""

from __future__ import annotations

from phaselint.dialects.records import Choice
from phaselint.dialects.vesanor.analysis.assumptions import stage
from phaselint.dialects.vesanor.reading.outputs import contradicted
from phaselint.dialects.vesanor.reading.turns import Call, Turn
from phaselint.dialects.vesanor.running.session import KILL_ERROR, LIMIT_ERROR
from phaselint.executor.proof import cut_off_at, unproved
from phaselint.vocabulary.message import quote
from phaselint_rules.vesanor.proofs.copies import requirements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.records import Event
    from phaselint.dialects.vesanor.analysis.assumptions import Staged
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.model import Session, Tool
    from phaselint.dialects.vesanor.running.session import SessionState
    from phaselint.executor.explore import Atlas
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

TEXT = Choice("model", Turn())
Path = tuple[tuple[str, ...], ...]
"""Responses, each the tools that it calls."""


# --- what a finding says ----------------------------------------------------------------------


def data_of(finding: Finding) -> Mapping[str, Any]:
    """The data of a finding's witness."""
    return finding.witness.data if finding.witness else {}


def text(data: Mapping[str, Any], key: str) -> str:
    """A name in the data of a finding; empty where there is none."""
    value = data.get(key)
    return value if isinstance(value, str) else ""


def names(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """A list of names in the data of a finding; empty where there is none."""
    return _names(data.get(key)) or ()


def _names(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, list | tuple):
        return None
    return tuple(value) if all(isinstance(each, str) for each in value) else None


def path_of(value: object) -> Path | None:
    """A run in the data of a finding; none where it is not well formed."""
    if not isinstance(value, list | tuple):
        return None
    path = [_names(response) for response in value]
    return tuple(response for response in path if response) if all(path) else None


# --- what is on the bench ---------------------------------------------------------------------


def tools_of(lab: ProofContext[VesanorFacts]) -> Mapping[str, Tool]:
    """The tools on the bench, by name."""
    return lab.facts.contract.by_name


def session_of(lab: ProofContext[VesanorFacts]) -> Session | None:
    """The session file on the bench, if there is one."""
    return lab.facts.contract.session


def absent(
    lab: ProofContext[VesanorFacts], *, tools: Iterable[str] = (), phases: Iterable[str] = ()
) -> str:
    """A name that the contract on the bench does not have, as a reason."""
    session = session_of(lab)
    for name in tools:
        if name not in tools_of(lab):
            return f"the contract has no tool {quote(name)}"
    for name in phases:
        if session is None or name not in session.declared:
            return f"the contract has no phase {quote(name)}"
    return ""


# --- looks at a state -------------------------------------------------------------------------


def call(*names: str) -> Choice:
    """A response that calls these tools."""
    return Choice("model", Turn(tuple(map(Call, names))))


def look(lab: ProofContext[VesanorFacts], state: SessionState) -> Any:
    """What a turn in a state records when the model calls nothing."""
    _, events = lab.runtime.step(state, TEXT)
    return events[0].data


def placed(lab: ProofContext[Any], phase: str) -> SessionState:
    """A session that is put into a phase at its start."""
    state: SessionState = lab.start
    return state._replace(phase=phase, visited=(phase,))


def shown_somewhere(lab: ProofContext[Any], tools: Iterable[str]) -> bool:
    """Whether a session that is put into some phase is shown one of the tools there: runs may not
    reach that phase, which isn't the tools' fault."""
    wanted = set(tools)
    session = session_of(lab)
    phases = session.declared if session else ()
    return any(not wanted.isdisjoint(look(lab, placed(lab, each))["visible"]) for each in phases)


def advances(lab: ProofContext[VesanorFacts], choice: Choice, target: str) -> bool:
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


# --- runs that a finding shows ----------------------------------------------------------------


def staged_path(
    lab: ProofContext[VesanorFacts], path: Path, *, limits: bool = True
) -> Staged | Proof:
    """A path made ready for the executor; or the verdict on one with a tool that is not on the
    bench, or that goes through a door that no script can open: an assumption of §5.5, or a
    requirement that has a finding of its own and that the exploration ignores (§5.3)."""
    called = [name for response in path for name in response]
    if reason := absent(lab, tools=called):
        return unproved(reason)
    staged = stage(lab.facts.contract, path, limits=limits)
    required = requirements(lab.facts.contract)
    for name in called:
        tool = tools_of(lab)[name]
        if len(tool.requires - contradicted(tool)) > len(required[name]):
            return _unmet("requires_prior_tool", name)
    return _unmet(staged.unmet.kind, staged.unmet.tool) if staged.unmet else staged


def _unmet(kind: str, tool: str) -> Proof:
    return unproved(f"the run relies on `{kind}` of `{tool}`")


def other_assumptions(staged: Staged, data: Mapping[str, Any]) -> str:
    """A reason where a finding's `assumptions` are not those of its path."""
    found = [{"kind": each.kind, "tool": each.tool} for each in staged.assumptions]
    return "" if data.get("assumptions", []) == found else "the run relies on other assumptions"


# --- verdicts ---------------------------------------------------------------------------------


def doubted(proof: Proof, doubts: Iterator[str]) -> Proof:
    """A proof whose other conditions must also hold: `doubts` gives a reason for each that doesn't.
    They are checked only for a proved claim."""
    if proof.status != "proved":
        return proof
    doubt = next(filter(None, doubts), "")
    return proof._replace(status="unproved", reason=doubt) if doubt else proof


def incomplete(*atlases: Atlas[Any]) -> str:
    """A reason where one of some explorations was cut off."""
    return next((cut_off_at(atlas) for atlas in atlases if not atlas.complete), "")


def unseen(atlas: Atlas[Any], reason: str) -> Proof:
    """The verdict on a claim to be replayed that no run showed, as `reason` says."""
    return unproved(reason if atlas.complete else cut_off_at(atlas))
