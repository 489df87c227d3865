"""What an event or a failure must be for a claim to hold."""

from __future__ import annotations

import pytest

from phaselint.dialects.records import Event, Fault
from phaselint.executor.claimed_runs import tells
from phaselint.executor.telltales import is_claimed_event, is_claimed_failure
from phaselint.vocabulary.claim import Ends, Notes

EVENT = Event(
    "offer",
    {
        "tools": ["a", "b", "a"],
        "prompt": "one, two",
        "turn": 1,
        "removed": {"c": "forbidden"},
        "result": {"evals": [{"name": "fits"}]},
    },
    "read",
)


@pytest.mark.parametrize(
    ("claim", "held"),
    [
        (Notes("read", "offer"), True),
        (Notes("write", "offer"), False),
        (Notes("read", "enter"), False),
        (Notes("read", "offer", {"turn": 1}), True),
        (Notes("read", "offer", {"turn": 2}), False),
        (Notes("read", "offer", holds={"tools": ("a", "a", "b")}), True),
        (Notes("read", "offer", holds={"tools": ("b", "b")}), False),
        (Notes("read", "offer", holds={"prompt": ("two",)}), True),
        (Notes("read", "offer", holds={"prompt": ("one", "three")}), False),
        (Notes("read", "offer", holds={"turn": (1,)}), False),
        (Notes("read", "offer", holds={"absent": ("a",)}), False),
        (Notes("read", "offer", holds={"removed": (("c", "forbidden"),)}), True),
        (Notes("read", "offer", holds={"removed": (("c", "wrong_phase"),)}), False),
        (Notes("read", "offer", lacks={"removed": (("c", "wrong_phase"),)}), True),
        (Notes("read", "offer", lacks={"removed": (("c", "forbidden"),)}), False),
        (Notes("read", "offer", {("result", "evals", 0, "name"): "fits"}), True),
        (Notes("read", "offer", {("result", "evals", 0, "name"): "fails"}), False),
        (Notes("read", "offer", {("result", "evals", 1, "name"): "fits"}), False),
        (Notes("read", "offer", {("turn", "evals"): 1}), False),
        (Notes("read", "offer", {("result", "judged"): None}), True),
        (Notes("write", "offer", others=("read",)), True),
        (Notes("write", "offer", others=("enter",)), False),
        (Notes("read", "offer", lacks={"tools": ("c",)}), True),
        (Notes("read", "offer", lacks={"tools": ("c", "b")}), False),
        (Notes("read", "offer", lacks={"prompt": ("three",)}), True),
        (Notes("read", "offer", lacks={"absent": ("a",)}), False),
    ],
)
def test_an_event_is_held_to_all_that_a_claim_says(claim: Notes, *, held: bool) -> None:
    assert is_claimed_event(EVENT, claim) is held


USED = [Event("tool", {"tool": each, "allowed": each == "c"}, "read") for each in "abca"]


@pytest.mark.parametrize(
    ("also", "held"),
    [
        ([{"tool": "b"}], True),
        ([{"tool": "b"}, {"tool": "c"}, {"tool": "a"}], True),
        ([{"tool": "b", "allowed": True}], False),
        ([{"tool": "d"}], False),
        ([{"tool": "a"}, {"tool": "a"}], False),  # twice, next to the one that is claimed
        ([{"tool": "b"}, {"tool": "b"}], False),
    ],
)
def test_further_events_are_others(also: list[dict[str, object]], *, held: bool) -> None:
    assert tells(Notes("read", "tool", {"tool": "a"}, also=tuple(also)), USED) is held
    assert not tells(Notes("write", "tool", {"tool": "a"}, also=tuple(also)), USED)


@pytest.mark.parametrize(
    ("claim", "held"),
    [
        (Ends("read", "Error"), True),
        (Ends("read", "Error", "no tools"), True),
        (Ends("read", "Error", "no skills"), False),
        (Ends("read", "Error", about=("tool",)), True),
        (Ends("read", "Error", about=("tool", "skill")), False),
        (Ends("read", "TypeError"), False),
        (Ends("write", "Error"), False),
    ],
)
def test_a_failure_is_held_to_its_phase_code_and_reason(claim: Ends, *, held: bool) -> None:
    fault = Fault("read", "Error", "it has no tools", ("tool", "model"))
    assert is_claimed_failure(fault, claim) is held
    assert not is_claimed_failure(None, claim)
