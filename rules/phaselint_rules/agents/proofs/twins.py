"""A team compared with another that differs in one agent, on the same words."""

from __future__ import annotations

from phaselint.executor.planning import beside, replay_answers
from phaselint.executor.proof import PLAIN, by_replay
from phaselint.vocabulary.finding import Proof
from phaselint_rules.agents.claiming import ANOTHER
from phaselint_rules.agents.proofs.stages import is_stopped, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent, Team
    from phaselint.dialects.records import Choice, Event
    from phaselint.executor.proof import ProofContext, RunInput

    Bench = ProofContext[AgentsFacts]


def altered(facts: AgentsFacts, file: str, change: Callable[[Agent], Agent]) -> Team:
    """The same team, except for one agent."""
    agents = (change(each) if each.file == file else each for each in facts.contract.agents)
    return facts.contract._replace(agents=tuple(agents))


def changed(lab: Bench, file: str, change: Callable[[Agent], Agent]) -> Bench:
    """A bench with the same team, except for one agent."""
    return beside(lab, altered(lab.facts, file, change))


def without(lab: Bench, files: Collection[str]) -> Bench:
    """A bench with the same team, except for some files."""
    team, gone = lab.facts.contract, {*files}
    agents = (each for each in team.agents if each.file not in gone)
    return beside(lab, team._replace(agents=tuple(agents)))


def events(lab: Bench, choices: Sequence[Choice], setting: RunInput) -> Sequence[Event]:
    """The events of a run."""
    return lab.replay(choices, setting).events


def by_replay_beside(
    lab: Bench,
    name: str,
    choices: Sequence[Choice],
    shows: Callable[[Sequence[Event]], bool],
    copies: Iterable[Bench],
    *,
    anew: Sequence[Choice] = (),
    setting: RunInput = PLAIN,
    cut_off: Callable[[Sequence[Event]], str] = lambda _: "",
) -> Proof:
    """The verdict on what a run shows; if something other than the finding, such as another problem
    of the agent, hides it, the verdict on a copy without that. `anew` is what is said in a copy, if
    different."""
    proof = by_replay(lab, name, choices, shows, setting=setting, cut_off=cut_off)
    if proof.status == "proved":
        return proof
    said = anew or choices
    shown = any(shows(events(copy, said, setting)) for copy in copies)
    return Proof("proved", "differential", proof.script) if shown else proof


def alone(lab: Bench, name: str, file: str, *, claude: bool) -> Bench:
    """A bench on which an agent is the only one of its name; the same bench if it already is, or
    has another name.
    another name."""
    files = [each.file for each in written(lab.facts, name, claude=claude)]
    others = [each for each in files if each != file]
    return without(lab, others) if others and file in files else lab


def at_work_in(events: Sequence[Event]) -> str:
    """The file of the agent that worked last; empty if it is built in, or if none worked."""
    for event in reversed(events):
        if event.kind in ("turn-start", "subagent-start"):
            file: str = event.data.get("file", "")
            return file
    return ""


def is_elsewhere(events: Sequence[Event], file: str) -> str:
    """Why a file didn't work, in words: a reason, or its name reached another agent; empty if it
    worked."""
    kept = is_stopped(events)
    return kept or ("" if at_work_in(events) == file else ANOTHER)


def proof_by_run(
    lab: Bench, name: str, choices: Sequence[Choice], setting: RunInput, *, holds: bool, doubt: str
) -> Proof:
    """The verdict on what a run shows, compared with those of other teams; `doubt` is the reason
    why it can't show it, empty if the finding is wrong."""
    script = replay_answers(lab, name, choices, setting).script
    if holds:
        return Proof("proved", "differential", script)
    if doubt:
        return Proof("unproved", "differential", script, doubt)
    reason = "the runs don't show the finding"
    return Proof("refuted", "differential", script, reason)
