"""Policies on logs: what the machines say is what the monitor of single runs says."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from fresh import SEED
from phaselint.dialects.acts import Act
from phaselint.policies.monitor import shows as does
from phaselint.policies.monitor import violation
from phaselint.policies.reading import read_policies
from phaselint.transcripts.formats.table import FORMATS
from phaselint.transcripts.judging import judge
from phaselint.transcripts.seen import Seen
from phaselint.transcripts.traces import Trace

if TYPE_CHECKING:
    from phaselint.dialects.acts import Ok
    from phaselint.policies.policy import Policy

A, B, C = "call tool a", "call tool b", "call tool c"
POLICIES: list[dict[str, Any]] = [
    {"never": A},
    {"never": A, "before": B},
    {"never": A, "after": B},
    {"never": A, "between": [B, C]},
    {"at-most": 1, "of": A},
    {"at-most": 1, "of": A, "after": B},
    {"at-most": 1, "of": A, "between": [B, C]},
    {"never-both": [A, B]},
    {"every-run": A},
    {"every-run": A, "before": B},
    {"every-run": A, "after": B},
    {"every": A, "followed-by": B},
    {"some-run": A},
    {"some-run": A, "after": B},
]


def policy_of(written: dict[str, Any]) -> Policy:
    (policy,), flaws = read_policies([written], ())
    assert not flaws
    return policy


def run_of(calls: list[tuple[str, Ok]], end: str, name: str = "acts") -> Trace:
    trace = Trace(next(each for each in FORMATS if each.name == name), "")
    trace.take("x", Seen("start", place=1))
    for number, (called, ok) in enumerate(calls, 2):
        trace.take("x", Seen("call", called, number, sort="tool", ok=ok))
    trace.take("x", Seen("end", end, len(calls) + 2))
    trace.close()
    return trace


@pytest.mark.parametrize("written", POLICIES, ids=str)
def test_the_monitor_agrees(written: dict[str, Any]) -> None:
    pick, policy = random.Random(f"{SEED}/{written}"), policy_of(written)
    for _ in range(300):
        oks: tuple[Ok, ...] = ("yes", "no", "unknown")
        calls = [(pick.choice("abcd"), pick.choice(oks)) for _ in range(pick.randrange(7))]
        end = pick.choice(("completed", "failed", ""))
        acts = [Act("start"), *(Act("call", name, "tool", ok=ok) for name, ok in calls)]
        judged = judge(policy, run_of(calls, end))
        if policy.shape == "some-run":
            assert (judged.verdict == "held") == (does(policy, acts) is not None), SEED
            continue
        found = violation(policy, acts, bool(end))
        assert (judged.verdict == "broken") == (found is not None), (SEED, calls, end)
        if judged.number is not None:
            assert judged.number == found


def test_a_failed_call_enables_nothing() -> None:
    policy = policy_of({"never": A, "before": B})
    assert judge(policy, run_of([("b", "no"), ("a", "yes")], "completed")).verdict == "broken"
    assert judge(policy, run_of([("b", "yes"), ("a", "yes")], "completed")).verdict == "held"


def test_a_policy_about_what_logs_do_not_show_is_not_decided() -> None:
    policy = policy_of({"never": A, "before": B})
    judged = judge(policy, run_of([], "completed", "climpt"))
    assert judged.verdict == "not decidable"
    assert judged.why == "a climpt agent log doesn't show `call tool a`"


def test_a_sample_decides_only_what_must_never_happen() -> None:
    trace = run_of([("a", "yes")], "completed")
    trace.sampled = True
    assert judge(policy_of({"never": A}), trace).verdict == "broken"
    assert judge(policy_of({"every": A, "followed-by": B}), trace).verdict == "not decidable"
