"""How the executor shows which agent a name reaches."""

from __future__ import annotations

from phaselint.dialects.agents.names import BUILT_IN
from phaselint.dialects.agents.words import spoken
from phaselint.executor.proof import PLAIN, RunInput, data_of
from phaselint.vocabulary.rule import by
from phaselint_rules.agents.proofs.stages import is_stopped
from phaselint_rules.agents.proofs.twins import at_work_in, changed, events, proof_by_run, without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.records import Choice
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

    Words = tuple[Choice, ...]
    Trial = tuple[Words, RunInput]

_OF_CLAUDE = RunInput(options={"harness": "claude"})


@by("differential")
def one_reached(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The name reaches one of the two files; if that file is missing, it reaches the other."""
    data = data_of(finding)
    name, files = data["agent"], set(data["files"])
    trials = _naming(name, claude=bool(data["claude"]))
    words, setting, _ = _reaching(lab, trials)
    called = lab.facts.called
    others = [each.file for way in (False, True) for each in called.get((name, way), ())]
    gone = [file for file in others if file not in files]
    _, _, first = _reaching(without(lab, gone) if gone else lab, trials)
    other = without(lab, [*gone, first])
    then, _, second = _reaching(other, trials)
    stopped = is_stopped(events(other, then, setting))
    holds = "" not in (first, second) and first != second and {first, second} == files
    return proof_by_run(lab, f"name {name}", words, setting, holds=holds, doubt=stopped)


def _naming(name: str, *, claude: bool) -> Sequence[Trial]:
    """The ways in which a session can use a name: people pick it, or a model calls it."""
    if claude:
        return [((spoken("subagent", name),), _OF_CLAUDE)]
    return [
        ((spoken("pick", name), spoken("send")), PLAIN),
        ((spoken("send"), spoken("subagent", name)), PLAIN),
    ]


def _reaching(
    lab: ProofContext[AgentsFacts], trials: Sequence[Trial]
) -> tuple[Words, RunInput, str]:
    """The first way that reaches a file, with the file; the last if none does."""
    for words, setting in trials:
        file = _reached_by(lab, words, setting)
        if file:
            return words, setting, file
    return (*trials[-1], "")


def _reached_by(lab: ProofContext[AgentsFacts], words: Words, setting: RunInput) -> str:
    """The file of the agent that the last word made work; empty if there isn't any."""
    happened = events(lab, words, setting)
    return "" if is_stopped(happened) else at_work_in(happened)


@by("differential")
def built_in_reached(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The name reaches no file of the team; under another name, the file that has it is reached."""
    data = data_of(finding)
    name, file = data["agent"], data["file"]
    own = any(each.file == file and lab.facts.name(each) == name for each in lab.facts.scope.own)
    words = [spoken("pick", name), spoken("send")]
    reached = at_work_in(events(lab, words, PLAIN))
    other = f"{name}, renamed"
    renamed = changed(
        lab, file, lambda agent: agent._replace(title=other, stem=other, invocable=True)
    )
    again = at_work_in(events(renamed, [spoken("pick", other), spoken("send")], PLAIN))
    holds = own and name in BUILT_IN and not reached and again == file
    return proof_by_run(lab, f"name {name}", words, PLAIN, holds=holds, doubt="")
