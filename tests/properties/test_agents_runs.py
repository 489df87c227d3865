"""What rules say of random teams is what sessions of them show, and the other way round."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws.bench import checks
from laws.random_contracts import MAKERS
from phaselint.dialects.agents.running.elements import Called, HandedOn
from phaselint.executor.proof import proof_context

if TYPE_CHECKING:
    from collections.abc import Hashable

    from phaselint.dialects.records import Element
    from phaselint.linting.check import Checked

UNREACHED = ("unreachable-phase", "unreachable-without-nesting", "subagent-depth-exceeded")
CLOSED = ("incomplete-handoff", "handoff-to-hidden-agent")
BOUND = 20_000


def team(number: int, *, claude: bool) -> dict[str, str]:
    """A random team of a harness, which may let subagents call subagents."""
    pick = random.Random(number)
    while True:
        files = MAKERS["agents"](pick)
        if any(path.startswith(".claude") for path in files) == claude:
            return files


def unused(files: dict[str, str], options: dict[str, Any]) -> tuple[list[Element], Checked]:
    """What no session of a team uses of it, and what rules find."""
    config = {"phaselint.toml": "[agents]\n" + "\n".join(f"{k} = {v}" for k, v in options.items())}
    [(dialect, _, checked)] = checks({**files, **config}, bound=BOUND)
    assert checked.facts is not None
    lab = proof_context(dialect, checked.facts, BOUND)
    atlas = lab.sampled
    assert atlas.complete
    used: set[Hashable] = {move for edge in atlas.edges for move in lab.runtime.moves(edge.events)}
    elements = lab.runtime.elements(checked.facts.contract)
    return [each for each in elements if each.id not in used], checked


def named(checked: Checked, *rules: str) -> set[str]:
    """The agents that findings of some rules are about."""
    facts: Any = checked.facts
    of_files = {each.path: facts.name(each) for each in facts.all}
    found = [
        hit.finding.witness.data
        for hit in checked.hits
        if hit.rule.name in rules and hit.finding.witness is not None
    ]
    return {data["agent"] if "agent" in data else of_files[data["file"]] for data in found}


@pytest.mark.parametrize("nesting", ["true", "false"])
@settings(max_examples=60, deadline=None)
@given(number=st.integers(0, 10**6))
def test_of_vs_code(nesting: str, number: int) -> None:
    files = team(number, claude=False)
    dead, checked = unused(files, {"nesting": json.dumps(nesting)})
    unreached = {each.phase for each in dead if each.is_phase}
    assert unreached == named(checked, *UNREACHED)
    closed = {
        (hit.finding.place.file, hit.finding.place.pointer[:2])
        for hit in checked.hits
        if hit.rule.name in CLOSED
    }
    handoffs = [each for each in dead if isinstance(each.id, HandedOn)]
    assert closed.issuperset((each.place.file, each.place.pointer) for each in handoffs)
    callers = {each.id.agent for each in dead if isinstance(each.id, Called)}
    assert callers <= named(checked, "agents-without-agent-tool", "no-usable-tool")


@settings(max_examples=60, deadline=None)
@given(number=st.integers(0, 10**6))
def test_of_claude_code(number: int) -> None:
    dead, checked = unused(team(number, claude=True), {})
    assert {each.phase for each in dead} <= named(checked, "no-usable-tool")


@settings(max_examples=60, deadline=None)
@given(number=st.integers(0, 10**6), claude=st.booleans())
def test_of_what_is_clean_all_is_used(number: int, *, claude: bool) -> None:
    dead, checked = unused(team(number, claude=claude), {})
    assert not dead or any(hit.explains for hit in checked.hits)
