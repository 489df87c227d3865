"""What there is to show of a state, in each dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import cases
from films import film_of, seen

if TYPE_CHECKING:
    from pathlib import Path

SHOWN = {
    "limit-cuts-off-phase/bad-tools": {
        "phase": "typeset",
        "outcome": "running",
        "visible": "print_run, read_proof, sign_proof",
        "withheld": "print_run: session_limit_exceeded; read_proof: session_limit_exceeded; "
        "sign_proof: session_limit_exceeded",
        "forbidden": "none",
        "executed": "edit, set_type, read_proof",
        "steps": "3 of 12",
        "total_calls": "3 of 3",
    },
    "exhausted-loop-dead-end/bad": {
        "phase": "tighten",
        "outcome": "completed",
        "tools": "none",
        "results": "draft: success, rehearse: success, tighten: success",
        "visits": "9 of 200",
        "tighten -> rehearse": "3 of 3",
    },
    "input-field-optional/bad": {
        "phase": "closure.tides",
        "outcome": "failed(PR-RESOLVE-001)",
        "iteration": "2 of 6",
        "kind": "closure",
        "intents": "closing, repeat",
        "tools": "Read, Grep",
        "permission mode": "acceptEdits",
        "passed on": "none",
    },
    "adaptation-chain-undeclared/bad-closing": {
        "phase": "closure.plank",
        "outcome": "failed(AGENT_ADAPTATION_CHAIN_EXHAUSTED)",
        "iteration": "4 of 8",
        "kind": "closure",
        "intents": "closing, repeat",
        "tools": "Read, Grep",
        "permission mode": "acceptEdits",
        "repeats": "1 of 1",
    },
    "no-terminal-phase/bad-stud-fan-out": {
        "phase": "receive",
        "outcome": "running",
        "asked": "the assert",
        "attempt": "1 of 1",
        "turn": "1 of 3",
        "tools": "none",
        "completion tool": "submit_receive",
        "capHit": "false",
        "upstream": "stamp: ok",
        "executions": "5 of 50",
    },
    "auto-send-cycle/bad": {
        "phase": "Change Reviewer",
        "outcome": "running",
        "active": "Change Reviewer",
        "stack": "none",
        "open": "false",
        "tools": "read, search/changes",
        "buttons": "none",
        "turns": "4 of 4",
    },
    "tool-not-for-subagents/bad": {
        "phase": "docs-writer",
        "outcome": "running",
        "active": "main",
        "stack": "docs-writer",
        "open": "true",
        "tools": "Read, Edit, AskUserQuestion",
    },
}
"""The last frame of a film of a case, by what the state has in it."""


@pytest.mark.parametrize("name", SHOWN)
def test_the_state_at_the_end(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cases.write(cases.FIXTURES / "rules" / name, tmp_path / name)
    _, film = film_of(seen(name), name.partition("/")[0])
    assert dict(film.frames[-1].state) == SHOWN[name]


def test_stages_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = "no-terminal-phase/bad-stud-fan-out"
    cases.write(cases.FIXTURES / "rules" / name, tmp_path / name)
    _, film = film_of(seen(name), "no-terminal-phase")
    beside = [dict(frame.state).get("in parallel") for frame in film.frames]
    assert "weigh: act, count: enter" in beside


def test_what_a_session_may_not_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cases.write(cases.FIXTURES / "rules" / "never-callable-tool" / "bad", tmp_path / "desk")
    _, film = film_of(seen("desk"), "never-callable-tool")
    state = dict(film.frames[-1].state)
    assert state["forbidden"] == "call_medic"
    assert state["withheld"] == (
        "call_medic: forbidden by `board`; print_receipt: it waits for `sell_meal`"
    )
