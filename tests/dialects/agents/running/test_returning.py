"""Calls come back, and a certificate of a team holds sessions in which each agent is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dialects.agents.running.brute import drawn
from dialects.agents.running.test_elements import agent, to
from phaselint.dialects.agents import DIALECT
from phaselint.dialects.agents.analysis.facts import AgentsFacts
from phaselint.dialects.agents.reading.load import load
from phaselint.dialects.agents.running.elements import Answered, Called
from phaselint.dialects.agents.running.runtime import AgentsRuntime
from phaselint.dialects.agents.words import spoken
from phaselint.dialects.options import in_force
from phaselint.executor.clean_certificate import Silence, silence
from phaselint.executor.clean_certificate_checker import Player, check, wrong_sessions
from phaselint.executor.explore import explore
from phaselint.executor.proof import ProofContext
from phaselint.executor.replay import Script
from phaselint.executor.sessions import sessions
from phaselint.executor.soundness.search import search
from phaselint.linting.certifying import certificate_doubt
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.agents.running.session import Session
    from phaselint.dialects.records import Choice, Event

VSCODE = ".github/agents/"
TEAM = {
    f"{VSCODE}lead.agent.md": agent("Lead", "agents: [Helper, Other]", to("Other")),
    f"{VSCODE}other.agent.md": agent("Other", "agents: [Helper]"),
    f"{VSCODE}helper.agent.md": agent("Helper", "user-invocable: false"),
}
BLOCKED = ("user-invocable: false", "disable-model-invocation: true")
APART = {
    f"{VSCODE}first.agent.md": agent("First", "agents: [One]"),
    f"{VSCODE}second.agent.md": agent("Second", "agents: [Two]"),
    f"{VSCODE}one.agent.md": agent("One", *BLOCKED),
    f"{VSCODE}two.agent.md": agent("Two", *BLOCKED),
}
"""Two agents that only a turn of their own caller comes to."""

HELPED = (Called("Lead", "Helper"), Called("Other", "Helper"))


class Mute(AgentsRuntime):
    """Sessions in which `Helper` never answers, though the user may leave in the meantime."""

    def choices(self, state: Session) -> Sequence[Choice]:
        if self._is_mute(state):
            return (*(each for each in super().choices(state) if each.value[0] != "answer"), LEAVE)
        return super().choices(state)

    def legal(self, state: Session) -> Sequence[Choice] | None:
        return self.choices(state)

    def step(self, state: Session, choice: Choice) -> tuple[Session, tuple[Event, ...]]:
        if self._is_mute(state) and choice == LEAVE:
            idle = state._replace(stack=(), open=False)
            return super().step(idle, choice)
        return super().step(state, choice)

    @staticmethod
    def _is_mute(state: Session) -> bool:
        return state.frame == "Helper" and not state.ended


LEAVE = spoken("leave")


def lab_of(runtime: AgentsRuntime, files: Mapping[str, str], **options: Any) -> ProofContext[Any]:
    reader = DictReader(files)
    target, *_ = DIALECT.detect(reader, "")
    facts = AgentsFacts(load(reader, target), in_force(DIALECT, {}, {}), 0)
    return ProofContext(runtime, facts, {**facts.options, **options}, DIALECT.open_options, 10_000)


class TestNet:
    def test_a_call_that_returns_is_told_of_nowhere(self) -> None:
        assert search(lab_of(AgentsRuntime(), TEAM)).told == ()

    def test_one_that_never_does_is(self) -> None:
        found = search(lab_of(Mute(), TEAM))
        said = [(each.rule, str(each.finding.message)) for each in found.told]
        assert said == [("no-way-to-complete", "the call of `Helper` never returns")] * 2
        scripts = [each.proof.script for each in found.told]
        assert all(script is not None for script in scripts)

    def test_it_is_not_certified(self) -> None:
        lab = lab_of(Mute(), TEAM)
        found = search(lab)
        explained = [(each, ()) for each in found.told]
        assert certificate_doubt(lab, found, explained) is None
        blinded = found._replace(told=())
        doubt = certificate_doubt(lab, blinded, ())
        assert doubt is not None
        assert "Answered" in doubt

    def test_a_team_is(self) -> None:
        lab = lab_of(AgentsRuntime(), TEAM)
        assert certificate_doubt(lab, search(lab), ()) == ""


RUNTIME = AgentsRuntime()


def certificate(lab: ProofContext[Any]) -> tuple[Silence, str]:
    """The certificate of a team, and what the checker says of it."""
    atlas = explore(RUNTIME, RUNTIME.relax(lab.start), 10_000)
    elements = RUNTIME.elements(lab.facts.contract)
    ids = [each.id for each in elements]
    ids += [answer for each in ids if (answer := RUNTIME.returns(each)) is not None]
    made = silence(RUNTIME, [atlas], ids, {})
    phases = [each.id for each in elements if each.is_phase]
    toured = sessions(RUNTIME, [(lab.start, atlas)], made.ways, phases)
    made = made._replace(sessions=toured)
    return made, verdict(lab, made)


def verdict(lab: ProofContext[Any], made: Silence) -> str:
    elements = RUNTIME.elements(lab.facts.contract)
    return check(RUNTIME, [RUNTIME.relax(lab.start)], elements, {}, made, [lab.start])


class TestCertificate:
    def test_one_session_uses_all_agents_and_every_call_comes_back(self) -> None:
        lab = lab_of(RUNTIME, TEAM)
        made, wrong = certificate(lab)
        assert wrong == ""
        [session] = made.sessions
        state, used = lab.start, list[object]()
        for choice in session.choices:
            state, events = RUNTIME.step(state, choice)
            used += RUNTIME.moves(events)
        assert str(state.ended) == "completed"
        assert {"Lead", "Other", "Helper"} <= set(used)
        calls = [each for each in used if isinstance(each, Called)]
        assert calls
        assert [each.call for each in used if isinstance(each, Answered)] == calls

    @pytest.mark.parametrize("call", HELPED)
    def test_it_holds_the_answer_to_each_call(self, call: Called) -> None:
        lab = lab_of(RUNTIME, TEAM)
        made, _ = certificate(lab)
        kept = {each: script for each, script in made.uses.items() if each != Answered(call)}
        assert "doesn't mention" in verdict(lab, made._replace(uses=kept))
        before = {**made.uses, Answered(call): made.uses[call]}
        assert "doesn't use it" in verdict(lab, made._replace(uses=before))

    def test_without_sessions_it_is_refused(self) -> None:
        lab = lab_of(RUNTIME, TEAM)
        made, _ = certificate(lab)
        assert "no completed run uses" in verdict(lab, made._replace(sessions=()))

    def test_a_session_has_to_be_completed(self) -> None:
        lab = lab_of(RUNTIME, TEAM)
        made, _ = certificate(lab)
        cut = made.sessions[0]._replace(choices=made.sessions[0].choices[:-1])
        assert "doesn't complete" in verdict(lab, made._replace(sessions=(cut,)))

    def test_one_that_leaves_a_call_open_is_refused(self) -> None:
        """By a runtime in which the user may leave, and which takes no offence."""
        runtime, lab = Mute(), lab_of(Mute(), TEAM)
        words = (spoken("send"), spoken("subagent", "Helper"), LEAVE)
        made = Silence({"Helper": Script(0, words[:2])}, {}, (), sessions=(Script(0, words),))
        elements = [each for each in runtime.elements(lab.facts.contract) if each.id == "Helper"]
        wrong = wrong_sessions(Player(runtime), [lab.start], elements, made)
        assert "makes 1 calls" in wrong

    @pytest.mark.parametrize(("turns", "count"), [(1, 2), (2, 1)])
    def test_where_turns_run_out_there_are_several(self, turns: int, count: int) -> None:
        lab = lab_of(RUNTIME, APART, **{"max-turns": turns})
        made, wrong = certificate(lab)
        assert wrong == ""
        assert len(made.sessions) == count


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_what_a_random_team_uses_is_used_in_sessions(seed: int) -> None:
    team = drawn(seed)
    if team.options["permission"] == "autopilot":  # where some turns never come to an end
        return
    start = team.start(limits=True)
    atlas = explore(RUNTIME, team.start(), 10_000)
    made = silence(RUNTIME, [atlas], (), {})
    used = {move for edge in atlas.edges for move in RUNTIME.moves(edge.events)}
    phases = {each.id for each in RUNTIME.elements(team.team) if each.is_phase} & used
    left = phases.difference(RUNTIME.moves(start.opening))
    for script in sessions(RUNTIME, [(start, atlas)], made.ways, sorted(phases, key=str)):
        state = start
        for choice in script.choices:
            assert choice in RUNTIME.choices(state)
            state, events = RUNTIME.step(state, choice)
            left.difference_update(RUNTIME.moves(events))
        assert str(state.ended) == "completed"
    assert left == set()
