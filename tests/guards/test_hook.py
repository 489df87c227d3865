"""A guard as a process: what a harness sends it, what it answers, and what becomes of its state
when calls are refused, processes are killed or the input is something else."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from guards.driving import guard_text, policy

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from phaselint.guards.writing import OnError

BEFORE = {"never": "call tool pay", "before": "call tool check", "why": "the money is theirs"}
ONCE = {"at-most": 1, "of": "call tool mail"}
AGENT_FIRST = {"never": "call tool pay", "before": "call agent checker"}
HOLDER = """\
import fcntl, sys, time
file = open(sys.argv[1], "a")
fcntl.flock(file, fcntl.LOCK_EX)
print("held", flush=True)
time.sleep(600)
"""
"""A process that locks a file and never lets go."""

TARGETS = ["claude-code", "vscode", "copilot-cli"]


class Ended(NamedTuple):
    """How a guard ended."""

    status: int
    out: str
    err: str

    @property
    def reason(self) -> str | None:
        """Why it blocks a call; none where it doesn't."""
        if not self.out:
            return None
        found = json.loads(self.out)
        found = found.get("hookSpecificOutput", found)
        assert found["permissionDecision"] == "deny"
        return str(found["permissionDecisionReason"])

    @property
    def held(self) -> str | None:
        """Why it blocks the end of a turn; none where it doesn't."""
        if not self.out:
            return None
        found = json.loads(self.out)
        found = found.get("hookSpecificOutput", found)
        assert found["decision"] == "block"
        return str(found["reason"])


class Guard:
    """A guard in a folder of its own, run as a harness does."""

    def __init__(self, folder: Path, text: str) -> None:
        self.path = folder / "guard.py"
        self.path.write_text(text, "utf-8")
        self.states = folder / "states"

    def start(self) -> subprocess.Popen[bytes]:
        """A process that waits for its event."""
        return subprocess.Popen(
            [sys.executable, "-I", str(self.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PHASELINT_GUARD_DIR": str(self.states)},
        )

    def raw(self, data: bytes) -> Ended:
        """What it makes of some bytes."""
        with self.start() as process:
            out, err = process.communicate(data, timeout=60)
        return Ended(process.returncode, out.decode(), err.decode())

    def __call__(self, name: str, **more: Any) -> Ended:
        """What it makes of an event."""
        return self.raw(json.dumps(event(name, **more)).encode())

    def pre(self, tool: str, own: str = "", **more: Any) -> str | None:
        """Why a call is blocked; none where it isn't."""
        ended = self("PreToolUse", **call(tool, own), **more)
        assert (ended.status, ended.err) == (0, "")
        return ended.reason

    def post(self, tool: str, own: str = "", name: str = "PostToolUse", **more: Any) -> None:
        """The result of a call."""
        assert self(name, **call(tool, own), **more) == (0, "", "")

    @property
    def state(self) -> dict[str, Any]:
        """The state of the only session."""
        (path,) = self.states.glob("*.json")
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return found


def event(name: str, **more: Any) -> dict[str, Any]:
    return {"hook_event_name": name, "session_id": "s", "cwd": "/w", **more}


def call(tool: str, own: str) -> dict[str, Any]:
    found: dict[str, Any] = {"tool_name": tool, "tool_input": {"text": "x"}}
    if tool.startswith("agent "):
        found = {"tool_name": "Agent", "tool_input": {"subagent_type": tool.removeprefix("agent ")}}
    return {**found, "tool_use_id": own} if own else found


def made(folder: Path, *policies: Mapping[str, Any], target: str = "claude-code") -> Guard:
    return Guard(folder, guard_text([policy(each) for each in policies], target))


class TestAnswers:
    @pytest.mark.parametrize("target", TARGETS)
    def test_the_reason_is_why_the_policy_is_there(self, tmp_path: Path, target: str) -> None:
        guard = made(tmp_path, BEFORE, target=target)
        ended = guard("PreToolUse", **call("pay", "1"))
        assert (ended.status, ended.err) == (0, "")
        assert ended.reason == (
            "the money is theirs (policy: never call tool pay before call tool check)"
        )
        assert ("hookSpecificOutput" in json.loads(ended.out)) == (target != "copilot-cli")

    def test_an_attempt_is_not_a_success(self, tmp_path: Path) -> None:
        guard = made(tmp_path, BEFORE)
        assert guard.pre("check", "1") is None
        assert guard.pre("pay", "2") is not None
        guard.post("check", "1", "PostToolUseFailure", error="e")
        assert guard.pre("pay", "3") is not None
        assert guard.pre("check", "4") is None
        guard.post("check", "4")
        assert guard.pre("pay", "5") is None

    def test_vs_code_spells_the_common_fields_its_own_way(self, tmp_path: Path) -> None:
        guard = made(tmp_path, BEFORE, target="vscode")
        sent = {"hookEventName": "PreToolUse", "sessionId": "s", **call("pay", "1")}
        assert guard.raw(json.dumps(sent).encode()).reason is not None

    def test_a_call_sent_twice_is_one_call(self, tmp_path: Path) -> None:
        guard = made(tmp_path, ONCE)
        assert guard.pre("mail", "1") is None
        assert guard.pre("mail", "1") is None
        assert guard.pre("mail", "2") is not None

    def test_sessions_do_not_know_each_other(self, tmp_path: Path) -> None:
        guard = made(tmp_path, ONCE)
        assert guard.pre("mail", "1", session_id="../../a") is None
        assert guard.pre("mail", "1", session_id="../../b" * 500) is None
        assert guard.pre("mail", "2", session_id="../../a") is not None
        names = sorted(each.name for each in guard.states.iterdir())
        assert len(names) == 3
        assert [each.name for each in tmp_path.iterdir() if each.is_dir()] == ["states"]


class TestRefused:
    """A call that the user refuses is no act."""

    @pytest.mark.parametrize("ends", ["Stop", "UserPromptSubmit", "PostToolBatch"])
    def test_it_is_dropped_at_the_end_of_a_turn(self, tmp_path: Path, ends: str) -> None:
        guard = made(tmp_path, ONCE)
        assert guard.pre("mail", "1") is None
        assert guard.pre("mail", "2") is not None
        guard(ends)
        assert guard.pre("mail", "3") is None
        guard.post("mail", "3")
        guard(ends)
        assert guard.pre("mail", "4") is not None

    def test_it_is_dropped_when_the_harness_says_so(self, tmp_path: Path) -> None:
        guard = made(tmp_path, ONCE)
        assert guard.pre("mail", "1") is None
        guard("PermissionDenied", **call("mail", "1"), reason="no")
        assert guard.pre("mail", "2") is None

    def test_it_is_dropped_after_ten_minutes(self, tmp_path: Path) -> None:
        guard = made(tmp_path, ONCE)
        assert guard.pre("mail", "1") is None
        (path,) = guard.states.glob("*.json")
        state = guard.state
        for age, blocked in ((540, True), (601, False)):
            state["calls"][0]["time"] = int(time.time()) - age
            path.write_text(json.dumps(state), "utf-8")
            assert (guard.pre("mail", f"after {age}") is not None) == blocked

    def test_one_of_a_subagent_outlives_the_turn_of_the_main_agent(self, tmp_path: Path) -> None:
        guard = made(tmp_path, ONCE)
        inside = {"agent_id": "a1", "agent_type": "checker"}
        assert guard.pre("mail", "1", **inside) is None
        guard("Stop")
        assert guard.pre("mail", "2") is not None
        guard("SubagentStop", **inside)
        assert guard.pre("mail", "3") is None


ANSWERED = {"every": "call tool mail", "followed-by": "call tool log", "why": "we keep a log"}
EVERY = {"every-run": "call tool check"}
IN_TIME = {"every-run": "call tool check", "before": "call tool pay"}


class TestEnds:
    """A turn doesn't end while a policy of how runs end asks for more."""

    @pytest.mark.parametrize("target", TARGETS)
    def test_what_is_missing_is_the_reason(self, tmp_path: Path, target: str) -> None:
        guard = made(tmp_path, ANSWERED, target=target)
        assert guard("Stop").held is None
        assert guard.pre("mail", "1") is None
        guard.post("mail", "1")
        ended = guard("Stop")
        assert (ended.status, ended.err) == (0, "")
        assert ended.held == (
            "we keep a log (policy: every call tool mail followed by call tool log)"
        )
        assert ("hookSpecificOutput" in json.loads(ended.out)) == (target == "vscode")
        assert guard.pre("log", "2") is None
        guard.post("log", "2")
        assert guard("Stop").held is None

    def test_an_attempt_is_not_enough(self, tmp_path: Path) -> None:
        guard = made(tmp_path, EVERY)
        assert guard.pre("check", "1") is None
        guard.post("check", "1", "PostToolUseFailure", error="e")
        assert guard("Stop").held is not None

    def test_three_times_after_a_prompt(self, tmp_path: Path) -> None:
        guard = made(tmp_path, EVERY)
        for _ in range(2):
            held = [guard("Stop").held is not None for _ in range(5)]
            assert held == [True, True, True, False, False]
            guard("UserPromptSubmit", prompt="go on")

    @pytest.mark.parametrize(
        "more",
        [
            {"stop_hook_active": True},
            {"background_tasks": [{"id": "b1"}]},
            {"agent_id": "a1", "agent_type": "checker"},
        ],
    )
    def test_not_where_the_session_goes_on_anyway(
        self, tmp_path: Path, more: dict[str, Any]
    ) -> None:
        guard = made(tmp_path, EVERY)
        assert guard("Stop", **more).held is None
        assert guard("Stop").held is not None

    def test_not_while_an_agent_works_in_the_background(self, tmp_path: Path) -> None:
        guard = made(tmp_path, EVERY)
        assert guard.pre("agent checker", "1") is None
        away = {"status": "async_launched", "agentId": "a1"}
        guard.post("agent checker", "1", tool_response=away)
        assert guard("Stop").held is None
        guard("SubagentStop", agent_id="a1", agent_type="checker")
        assert guard("Stop").held is not None

    def test_what_comes_too_late_is_asked_for_before(self, tmp_path: Path) -> None:
        guard = made(tmp_path, IN_TIME)
        assert guard("Stop").held is None
        assert guard.pre("pay", "1") is not None
        assert guard.pre("check", "2") is None
        guard.post("check", "2")
        assert guard.pre("pay", "3") is None


class TestAgents:
    def test_an_agent_in_the_background_counts_when_it_ends(self, tmp_path: Path) -> None:
        guard = made(tmp_path, AGENT_FIRST)
        assert guard.pre("agent Checker", "1") is None
        guard("SubagentStart", agent_id="a1", agent_type="checker")
        guard.post(
            "agent Checker", "1", tool_response={"status": "async_launched", "agentId": "a1"}
        )
        guard("Stop")
        assert guard.pre("pay", "2") is not None
        guard("SubagentStop", agent_id="a1", agent_type="checker")
        assert guard.pre("pay", "3") is None

    def test_what_an_agent_does_itself_comes_after_its_call(self, tmp_path: Path) -> None:
        guard = made(tmp_path, AGENT_FIRST)
        assert guard.pre("agent checker", "1") is None
        guard("SubagentStart", agent_id="a1", agent_type="checker")
        assert guard.pre("pay", "2", agent_id="a1", agent_type="checker") is None
        assert guard.pre("pay", "3") is not None
        assert guard.pre("agent Payer", "4", agent_id="a1", agent_type="checker") is None
        guard("SubagentStart", agent_id="a2", agent_type="Payer")
        assert guard.pre("pay", "5", agent_id="a2", agent_type="Payer") is None

    def test_an_agent_that_was_stopped_did_not_succeed(self, tmp_path: Path) -> None:
        guard = made(tmp_path, AGENT_FIRST)
        assert guard.pre("agent checker", "1") is None
        guard("SubagentStart", agent_id="a1", agent_type="checker")
        guard("UserPromptSubmit")
        assert guard.pre("pay", "2") is not None
        assert guard.state["calls"] == []


class TestSessions:
    @pytest.mark.parametrize(
        ("source", "kept"),
        [("startup", False), ("clear", False), ("resume", True), ("compact", True), ("fork", True)],
    )
    def test_only_a_new_one_begins_afresh(self, tmp_path: Path, source: str, kept: bool) -> None:
        guard = made(tmp_path, BEFORE)
        guard.pre("check", "1")
        guard.post("check", "1")
        guard("SessionStart", source=source)
        assert (guard.pre("pay", "2") is None) == kept

    def test_old_states_are_removed(self, tmp_path: Path) -> None:
        guard = made(tmp_path, ONCE)
        guard.pre("mail", "1", session_id="old")
        (old,) = guard.states.glob("*.json")
        os.utime(old, (0, 0))
        guard("SessionStart", source="startup")
        assert not old.exists()


class TestOtherInput:
    BROKEN = (b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"a":' * 100_000, b'{"hook_event_name":1}')

    @pytest.mark.parametrize("data", BROKEN)
    @pytest.mark.parametrize(
        ("target", "fail", "status"),
        [
            ("claude-code", "open", 1),
            ("vscode", "open", 1),
            ("copilot-cli", "open", 0),
            ("claude-code", "closed", 2),
            ("vscode", "closed", 2),
            ("copilot-cli", "closed", 2),
        ],
    )
    def test_what_cannot_be_read_is_one_line(
        self, tmp_path: Path, data: bytes, target: str, fail: OnError, status: int
    ) -> None:
        """In Claude Code and VS Code only 2 blocks; in Copilot CLI every status but 0 does."""
        guard = Guard(tmp_path, guard_text([policy(BEFORE)], target, fail))
        ended = guard.raw(data)
        assert (ended.status, ended.out, ended.err.count("\n")) == (status, "", 1)
        assert ended.err.startswith("phaselint guard: can't check this event (")

    def test_an_unknown_event_passes_with_a_line(self, tmp_path: Path) -> None:
        ended = made(tmp_path, BEFORE)("Telepathy", thought="SECRET")
        assert (ended.status, ended.out) == (0, "")
        assert ended.err == "phaselint guard: this guard doesn't know the event; it lets it pass\n"

    def test_a_call_without_a_tool_is_not_checked(self, tmp_path: Path) -> None:
        ended = made(tmp_path, BEFORE)("PreToolUse")
        assert (ended.status, ended.out) == (1, "")
        assert ended.err.count("\n") == 1

    @pytest.mark.parametrize("content", ["", "{", "[]", '{"at": [99], "calls": []}', "\x00" * 50])
    def test_a_damaged_state_is_said_and_begun_afresh(self, tmp_path: Path, content: str) -> None:
        guard = made(tmp_path, BEFORE)
        guard.pre("check", "1")
        (path,) = guard.states.glob("*.json")
        path.write_text(content, "utf-8")
        ended = guard("PreToolUse", **call("pay", "2"))
        assert ended.reason is not None
        assert ended.err == (
            "phaselint guard: the state of this session is damaged; the guard starts over\n"
        )

    def test_a_folder_that_cannot_be_written_is_one_line(self, tmp_path: Path) -> None:
        guard = made(tmp_path, BEFORE)
        guard.states.write_text("a file", "utf-8")
        ended = guard("PreToolUse", **call("pay", "1"))
        assert (ended.status, ended.out, ended.err.count("\n")) == (1, "", 1)


class TestSecrets:
    def test_nothing_of_an_event_but_ids_is_kept_or_told(self, tmp_path: Path) -> None:
        secret = "hunter2-SECRET"
        guard = made(tmp_path, BEFORE, ONCE)
        more = {
            "prompt": secret,
            "tool_response": {"text": secret, "status": secret},
            "error": secret,
            "reason": secret,
            "transcript_path": f"/{secret}",
            "last_assistant_message": secret,
        }
        told = ""
        for name in ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", secret):
            for tool in ("pay", "mail", "check", f"agent {secret}", secret):
                sent = call(tool, "1")
                sent["tool_input"] |= {"text": secret, "prompt": secret}
                ended = guard(name, **sent, **more)
                told += ended.out + ended.err
        kept = "".join(each.read_text("utf-8") for each in guard.states.iterdir())
        assert kept
        assert told
        assert secret not in told + kept


@pytest.mark.posix
class TestKilled:
    def test_a_process_that_is_killed_holds_no_lock(self, tmp_path: Path) -> None:
        guard = made(tmp_path, ONCE)
        guard.pre("log", "0")
        holder = subprocess.Popen(
            [
                sys.executable,
                "-c",
                HOLDER,
                str(guard.states / "lock"),
            ],
            stdout=subprocess.PIPE,
        )
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with guard.start() as waiting:
            assert waiting.stdin is not None
            waiting.stdin.write(json.dumps(event("PreToolUse", **call("mail", "1"))).encode())
            waiting.stdin.close()
            time.sleep(0.5)
            assert waiting.poll() is None
            holder.kill()
            assert waiting.wait(30) == 0
        holder.wait()
        holder.stdout.close()
        assert guard.pre("mail", "2") is not None

    def test_kill_at_any_moment_leaves_the_state_before_or_after(self, tmp_path: Path) -> None:
        pick = random.Random(34)
        guard = made(tmp_path, {"at-most": 2, "of": "call tool mail"})
        guard.pre("log", "0")
        done = 0
        for number in range(40):
            guard("SessionStart", source="startup")
            with guard.start() as process:
                assert process.stdin is not None
                sent = event("PreToolUse", **call("mail", f"{number}"))
                process.stdin.write(json.dumps(sent).encode())
                process.stdin.close()
                time.sleep(pick.random() * 0.12)
                process.send_signal(signal.SIGKILL)
            states = [*guard.states.glob("*.json")]
            calls = len(guard.state["calls"]) if states else 0
            assert calls in (0, 1)
            done += calls
            for step in range(2 - calls):
                assert guard.pre("mail", f"{number} {step}") is None
            assert guard.pre("mail", f"{number} too many") is not None
        assert done < 40

    def test_a_session_that_dies_inside_a_call_goes_on(self, tmp_path: Path) -> None:
        """The harness is killed between the two events of a call, and the session is resumed."""
        guard = made(tmp_path, BEFORE, ONCE)
        guard.pre("check", "1")
        guard.post("check", "1")
        assert guard.pre("mail", "2") is None
        guard("SessionStart", source="resume")
        assert guard.pre("mail", "3") is None
        assert guard.pre("pay", "4") is None

    def test_calls_at_the_same_time_are_decided_one_by_one(self, tmp_path: Path) -> None:
        guard = made(tmp_path, {"at-most": 3, "of": "call tool mail"})
        with ThreadPoolExecutor(6) as pool:
            reasons = [*pool.map(lambda number: guard.pre("mail", str(number)), range(12))]
        assert sum(each is None for each in reasons) == 3
        assert len(guard.state["calls"]) == 3
