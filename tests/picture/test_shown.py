"""What films say happens and changes, in each dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import cases
from films import film_of, seen

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from phaselint.diagram.model import Frame

SHOWN = {
    "limit-cuts-off-phase/bad-tools": [
        "the model calls `read_proof`",
        "→ the model can call `sign_proof`",
        "→ `print_run` is withheld: session_limit_exceeded",
        "→ `read_proof` is withheld: session_limit_exceeded",
        "→ `sign_proof` is withheld: session_limit_exceeded",
        "→ executed so far: `read_proof`",
        "→ step 3 of 12",
        "→ tool call 3 of 3",
        "`sign_proof` is blocked: session_limit_exceeded; ReplayContractError",
    ],
    "exhausted-loop-dead-end/bad": [
        "the router answers `tighten`",
        "the run goes on to `tighten` (rehearse.verdict is drags)",
        "→ the model runs next",
        "→ visit 9 of 200",
        "the model run ends: success",
        "the node ends with success",
        "the workflow ends",
    ],
    "input-field-optional/bad": [
        "the agent starts, to finish by `count:iteration`",
        "→ iteration 1 of 6",
        "→ `verification.tides` is a verification step",
        "→ `verification.tides` allows the intents `next`, `repeat`",
        "→ the model can use `Read`, `Grep`",
        "→ the permission mode is `plan`",
        "the model is sent `# Check the tides` and answers with `next_action`",
        "iteration 1 ends; the intent is `next`; next comes `closure.tides`",
        "iteration 2 ends; the run ends with PR-RESOLVE-001",
        "→ iteration 2 of 6",
        "→ `closure.tides` is a closure step",
        "→ `closure.tides` allows the intents `closing`, `repeat`",
        "→ the permission mode is `acceptEdits`",
    ],
    "adaptation-chain-undeclared/bad-closing": [
        "the model is sent `# Finish the plank` and answers with `next_action`",
        "iteration 3 ends; the closing signal is `repeat`",
        "→ iteration 4 of 8",
        "→ repeat 1 of 1 of `closure.plank`",
        "the model is sent `# Finish the plank` and answers with `next_action`",
        "iteration 4 ends; the run ends with AGENT_ADAPTATION_CHAIN_EXHAUSTED",
    ],
    "join-never-ready/bad": [
        "the model makes 0 calls",
        "the model calls no tool and is told to go on",
        "`weigh` hits its turn cap at 3",
        "→ the assert decides next",
        "→ turn 3 of 3 of `weigh`",
        "→ `weigh` has reached its turn cap",
        "attempt 1 of `weigh` gets fail, at the turn cap",
        "`weigh` ends with fail",
        "sibling `weigh` has failed",
        "the workflow ends: failed",
        "→ in parallel, finished: `weigh`",
    ],
    "auto-send-cycle/bad": [
        "the turn of `Change Reviewer` ends",
        "Autopilot hands off from `Change Reviewer` to `Lead`",
        "a turn of `Lead` starts",
        "→ the active agent is `Lead`",
        "→ `Lead` can use `agent`, `read`",
        "→ turn 4 of 4",
        "the turn of `Lead` ends",
        "Autopilot hands off from `Lead` to `Change Reviewer`",
        "the limit of 4 turns is reached",
        "→ the turn is over",
        "→ the active agent is `Change Reviewer`",
        "→ `Change Reviewer` can use `read`, `search/changes`",
    ],
    "tool-not-for-subagents/bad": [
        "subagent `docs-writer` starts at depth 1",
        "→ a call is open to subagent `docs-writer`",
        "→ `docs-writer` can use `Read`, `Edit`, `AskUserQuestion`",
        "`docs-writer` calls `AskUserQuestion` and is refused",
    ],
    "unknown-goto/bad": [
        "`writer` writes `text`",
        "`writer` leads to `critic` by its edge",
        "step 2 runs `critic`",
        "→ step 2 of 10007",
        "→ nodes of this step: `critic`",
        "`critic` writes `text`",
        "the way from `critic` to `writter` is dropped",
        "the run ends: completed",
    ],
}
"""The last steps of a film of a case, by what they say."""


@pytest.mark.parametrize("name", SHOWN)
def test_the_last_steps_in_words(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cases.write(cases.FIXTURES / "rules" / name, tmp_path / name)
    _, film = film_of(seen(name), name.partition("/")[0])
    assert told(film.frames[-2:]) == SHOWN[name]


def told(frames: Sequence[Frame]) -> list[str]:
    """What frames say, a change after an arrow."""
    return [line for each in frames for line in (*each.said, *(f"→ {one}" for one in each.changed))]


def test_stages_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = "join-never-ready/bad"
    cases.write(cases.FIXTURES / "rules" / name, tmp_path / name)
    _, film = film_of(seen(name), "join-never-ready")
    lines = told(film.frames)
    begins = lines.index("→ in parallel, about to start: `weigh`, `count`")
    assert "stages start in parallel: `weigh`, `count`" in lines[:begins]
    assert "→ in parallel, at work: `weigh`" in lines[begins:]


def test_what_a_session_may_not_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cases.write(cases.FIXTURES / "rules" / "never-callable-tool" / "bad", tmp_path / "desk")
    _, film = film_of(seen("desk"), "never-callable-tool")
    lines = told(film.frames)
    assert "→ forbidden from now on: `call_medic`" in lines
    assert "→ `call_medic` is withheld: forbidden by `board`" in lines
    assert "→ `print_receipt` is withheld: it waits for `sell_meal`" in lines
