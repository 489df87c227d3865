"""Calls that fail: what they count, and what moves on all the same (reference vesanor §4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts import contract, findings, tool, verdict
from dialects.vesanor import oracle
from dialects.vesanor.tiny import tiny_files
from phaselint.dialects.records import Choice
from phaselint.dialects.vesanor.reading.turns import Call, Turn
from phaselint.executor.explore import explore

if TYPE_CHECKING:
    from dialects.vesanor.build import Files
    from phaselint.vocabulary.diagnostic import Diagnostic

LINE = "a!:[b] b:[z] z*"


def found(rule: str, files: dict[str, str]) -> list[Diagnostic]:
    return [each for each in findings(files, opt_in=(rule,)) if each.name == rule]


def exhausted(graph: str, *tools: str | dict[str, Any], **most: int) -> list[Diagnostic]:
    files = contract(graph, *tools, session_limits={"max_calls_per_tool": most})
    return found("failure-exhausts-limit", files)


class TestExhausted:
    def test_the_only_way_on(self) -> None:
        [finding] = exhausted(LINE, "go[a]->b", "end[b]->z", go=1)
        assert verdict(finding) == "proved explore"
        assert not exhausted(LINE, "go[a]->b", "end[b]->z", go=2)

    def test_another_tool_for_the_same_transition(self) -> None:
        assert not exhausted(LINE, "go[a]->b", "run[a]->b", "end[b]->z", go=1)

    def test_another_way(self) -> None:
        assert not exhausted("a!:[b,z] b:[z] z*", "go[a]->b", "end[b]->z", "skip[a]->z", go=1)

    def test_a_tool_that_leads_nowhere_and_is_required(self) -> None:
        [finding] = exhausted(LINE, "look[a]", "go[a]->b", "end[b]->z needs look", look=1)
        assert verdict(finding) == "proved explore"

    def test_a_tool_for_two_transitions(self) -> None:
        graph, tools = "a!:[b] b:[a,c] c:[a,b,z] z*", ("on[a,c]->b", "turn[b]->c", "end[c]->z")
        assert exhausted(graph, *tools, on=1, turn=1)[0].place.pointer[-1] == "on"
        assert len(exhausted(graph, *tools, on=1, turn=1)) == 2
        assert not exhausted(graph, *tools, on=2, turn=2)

    def test_what_moves_on_anyway(self) -> None:
        assert not exhausted(LINE, tool("go[a]->b", commit_requirement="none"), "end[b]->z", go=1)

    def test_no_run_completes_at_all(self) -> None:
        assert not exhausted("a!:[b] b:[] z*", "go[a]->b", go=1)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=80)
def test_each_that_is_found_is_stuck_after_a_failure(seed: int) -> None:
    files = tiny_files(seed, limits=True)
    for finding in found("failure-exhausts-limit", files):
        assert finding.proof is not None
        assert finding.proof.status != "refuted"
        assert finding.witness is not None
        name = finding.witness.data["tool"]
        assert not _completes_after(files, name)


def _completes_after(files: Files, name: str) -> bool:
    """Whether some session completes in which the first call of a tool fails."""
    atlas = explore(oracle.RUNTIME, oracle.start(files, limits=True), oracle.ENOUGH)
    failing = Choice("tool", Turn((Call(name, ok=False),)))
    for state in atlas.states:
        if state.phase in state.law.terminals or state.calls.get(name):
            continue
        after, (event,) = oracle.RUNTIME.step(state, failing)
        if event.data.get("failed"):
            later = explore(oracle.RUNTIME, after, oracle.ENOUGH)
            if any(each.phase in each.law.terminals for each in later.states):
                return True
    return False


class TestMovesOn:
    def test_without_a_commit(self) -> None:
        files = contract(LINE, tool("go[a]->b", commit_requirement="none"), "end[b]->z")
        [finding] = found("advances-on-failure", files)
        assert verdict(finding) == "proved replay"
        assert finding.place.file == "go.yaml"

    @pytest.mark.parametrize("given", ["go[a]", "go[b]->b"])
    def test_what_moves_nowhere(self, given: str) -> None:
        files = contract(
            "a!:[b] b:[b,z] z*",
            tool(given, commit_requirement="none"),
            "on[a]->b",
            "end[b]->z",
        )
        assert not found("advances-on-failure", files)
