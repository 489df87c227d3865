"""Guards fed with the events of sessions that `conform` reads: what a guard would have blocked is
what the judge of logs calls a violation, at the same call."""

from __future__ import annotations

import os
import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fresh import SEED, until
from guards.driving import AGENTS, SAFETY, TOOLS, Loaded, guard_text, random_policy
from phaselint.dialects.acts import Act
from phaselint.policies.naming import resolved
from phaselint.policies.reading import read_policies
from phaselint.transcripts.judging import judge
from phaselint.transcripts.logs import find, read
from transcripts import writing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from phaselint.policies.policy import Policy
    from phaselint.transcripts.deeds import TracedAct
    from phaselint.transcripts.traces import Trace

    Record = Callable[[str, object], None]

COUNT = int(os.environ.get("PHASELINT_GUARDS", "50"))
LOGS = Path(__file__).parents[2] / "fixtures" / "projects" / "release-crew-fixed" / "logs"


def session(pick: random.Random, folder: Path) -> Path:
    """A session of Claude Code: calls one after the other, some of which fail."""
    made = writing.ClaudeSession(folder, "lead")
    for _ in range(pick.randint(3, 20)):
        name = pick.choice((*TOOLS, *AGENTS))
        agent = name in AGENTS
        given = {"subagent_type": name} if agent else {}
        call = made.use("", "Agent" if agent else name, given)
        made.answer("", call, bad=pick.random() < 0.3)
    made.done()
    return made.write()


def events(act: TracedAct) -> Iterator[dict[str, Any]]:
    """What a harness tells a guard of a call."""
    deed, own = act.deed, f"toolu-{act.number}"
    tool: dict[str, Any] = {"tool_name": deed.subject, "tool_input": {"x": writing.SECRET}}
    if deed.sort == "agent":
        tool = {"tool_name": "Agent", "tool_input": {"subagent_type": deed.subject}}
    done = "PostToolUse" if act.ok == "yes" else "PostToolUseFailure"
    for name in ("PreToolUse", done):
        yield {"hook_event_name": name, "session_id": "s", "tool_use_id": own, **tool}


def blocked(guard: Loaded, trace: Trace) -> int | None:
    """The number of the first call that a guard blocks; none where it blocks no call."""
    guard({"hook_event_name": "SessionStart", "session_id": "s", "source": "startup"})
    for act in trace.acts():
        if act.deed.verb == "call":
            before, after = events(act)
            if guard(before) is not None:
                return act.number
            guard(after)
    return None


def traced(path: Path) -> Trace:
    """The only run of a log."""
    (file,) = find([str(path)])
    assert not isinstance(file, str)
    (trace,) = read(file).runs
    return trace


def breaks(policies: Sequence[Policy], trace: Trace) -> int | None:
    """The number of the first act that breaks a policy by itself."""
    found = (judge(each, trace) for each in policies)
    return min(
        (each.number for each in found if each.verdict == "broken" and each.number is not None),
        default=None,
    )


def test_a_guard_blocks_the_first_call_that_breaks_a_policy_in_a_log(
    tmp_path: Path, record_property: Record
) -> None:
    record_property("seed", SEED)
    seen = Counter[str]()
    for number in until(seen, {"blocked": COUNT / 10 + 1, "passed": 1}, COUNT):
        pick = random.Random(f"{SEED} log {number}")
        policies = [random_policy(pick, SAFETY) for _ in range(pick.choice((1, 2, 3)))]
        folder = tmp_path / str(number)
        trace = traced(session(pick, folder))
        guard = Loaded(guard_text(policies, "claude-code"), folder)
        expected = breaks(policies, trace)
        assert blocked(guard, trace) == expected, (number, [each.rule for each in policies])
        seen["passed" if expected is None else "blocked"] += 1


@pytest.mark.parametrize(
    "value",
    [
        {"never": "call tool WebFetch"},
        {"never": "call tool Edit", "before": "call tool Grep"},
        {"never": "call tool Edit", "before": "call agent link-checker"},
        {"never": "call tool *", "after": "call tool Edit"},
        {"at-most": 1, "of": "call tool Edit"},
        {"at-most": 1, "of": "call tool *"},
        {"never-both": ["call tool Edit", "call tool WebFetch"]},
    ],
)
def test_it_does_so_in_the_logs_of_the_example(tmp_path: Path, value: dict[str, Any]) -> None:
    (rule,), _ = read_policies([value], ())
    view = [
        Act("call", name, kind)
        for kind, names in (("tool", "Edit Grep Read WebFetch"), ("agent", "link-checker"))
        for name in names.split()
    ]
    found = resolved(rule, view)
    logs = sorted(LOGS.glob("*.jsonl"))
    assert len(logs) == 3
    broken = 0
    for path in logs:
        (tmp_path / path.stem).mkdir()
        guard = Loaded(guard_text([found], "claude-code"), tmp_path / path.stem)
        trace = traced(path)
        expected = breaks([found], trace)
        assert blocked(guard, trace) == expected
        broken += expected is not None
    assert broken
