"""What readers of logs take from records, format by format."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaselint.transcripts.formats.langsmith import packed
from phaselint.transcripts.formats.table import FORMATS, format_of
from phaselint.transcripts.logs import LogFile, find, read
from phaselint.transcripts.uuids import Uuids
from transcripts import writing

if TYPE_CHECKING:
    from pathlib import Path

    from phaselint.transcripts.logs import Log
    from phaselint.transcripts.traces import Trace

STEPS = (
    ("call", "", "tool", "Edit"),
    ("sub", "", "checker", (("call", "checker", "tool", "Grep"),)),
    ("call", "", "tool", "Read"),
)


def log_of(path: Path) -> Log:
    """The log of a file."""
    found: list[LogFile | str] = list(find([str(path)]))
    assert len(found) == 1
    assert not isinstance(found[0], str)
    return read(found[0])


def told(trace: Trace) -> list[str]:
    """The acts of a run, each with its actor."""
    return [f"{each.deed.text} [{each.actor}]" for each in trace.acts()]


class TestTeams:
    @pytest.mark.parametrize("name", ["claude", "copilot", "vscode", "otlp"])
    def test_agents_and_their_calls_are_told(self, tmp_path: Path, name: str) -> None:
        (trace,) = log_of(writing.TEAMS[name](tmp_path, "editor", STEPS)).runs
        assert told(trace) == [
            "start []",
            "reach editor [editor]",
            "call tool Edit [editor]",
            "call agent checker [editor]",
            "reach checker [checker]",
            "call tool Grep [checker]",
            "call tool Read [editor]",
        ]
        assert trace.ended == "completed"

    def test_a_stream_does_not_tell_the_main_agent(self, tmp_path: Path) -> None:
        (trace,) = log_of(writing.claude_stream(tmp_path, "editor", STEPS)).runs
        assert told(trace)[1] == "reach main [main]"
        assert told(trace)[4:6] == ["reach checker [checker]", "call tool Grep [checker]"]

    def test_parallel_subagents_are_told_apart(self, tmp_path: Path) -> None:
        session = writing.ClaudeSession(tmp_path, "editor")
        one = session.use("", "Agent", {"subagent_type": "left"})
        other = session.use("", "Agent", {"subagent_type": "right"})
        session.use("a1", "Read", {})
        session.use("a2", "Grep", {})
        session.use("a1", "Edit", {})
        session.answer("", other, status="completed", agentId="a2", agentType="right")
        session.answer("", one, status="completed", agentId="a1", agentType="left")
        (trace,) = log_of(session.write()).runs
        assert told(trace)[-5:] == [
            "reach left [left]",
            "call tool Read [left]",
            "reach right [right]",
            "call tool Grep [right]",
            "call tool Edit [left]",
        ]

    def test_agents_at_the_top_follow_each_other(self, tmp_path: Path) -> None:
        path = writing.copilot(tmp_path, "editor", STEPS[:1])
        head, chosen, *rest = path.read_text("utf-8").splitlines(keepends=True)
        other = chosen.replace('"agentName": "editor"', '"agentName": "author"')
        path.write_text("".join((head, chosen, *rest[:3], other, *rest[1:])), "utf-8")
        (trace,) = log_of(path).runs
        assert told(trace)[1:5] == [
            "reach editor [editor]",
            "call tool Edit [editor]",
            "reach author [author]",
            "call tool Edit [author]",
        ]

    def test_a_call_without_result_leaves_the_run_open(self, tmp_path: Path) -> None:
        session = writing.ClaudeSession(tmp_path)
        session.use("", "Read", {})
        (trace,) = log_of(session.write()).runs
        assert (trace.ended, trace.unanswered, trace.is_over) == ("open", 1, False)

    def test_results_say_whether_a_call_succeeded(self, tmp_path: Path) -> None:
        session = writing.ClaudeSession(tmp_path)
        session.answer("", session.use("", "Read", {}), bad=True)
        session.answer("", session.use("", "Grep", {}))
        session.use("", "Glob", {})
        (trace,) = log_of(session.write()).runs
        assert [each.ok for each in trace.acts()][-3:] == ["no", "yes", "unknown"]

    def test_a_result_may_come_before_its_call(self, tmp_path: Path) -> None:
        path = writing.claude(tmp_path, "", (("call", "", "tool", "Read"),))
        head, call, result, last = path.read_text("utf-8").splitlines()
        path.write_text("\n".join((head, result, call, last)) + "\n", "utf-8")
        (trace,) = log_of(path).runs
        assert (trace.ended, trace.unanswered) == ("completed", 0)

    def test_copied_records_are_left_out(self, tmp_path: Path) -> None:
        path = writing.claude(tmp_path, "editor", STEPS)
        copy = path.with_name("1a1b2c3d-0000-4000-8000-000000000000.jsonl")
        copy.write_bytes(path.read_bytes())
        seen = Uuids()
        logs = [read(each, seen) for each in find([str(tmp_path)]) if isinstance(each, LogFile)]
        assert [len(each.runs) for each in logs] == [1, 0]
        assert logs[1].skipped["repeated"] > 3

    def test_a_stored_session_is_replayed(self, tmp_path: Path) -> None:
        chat = json.loads(writing.vscode(tmp_path, "editor", STEPS).read_text("utf-8"))
        (request,) = chat["requests"]
        parts = request.pop("response")
        changes: list[dict[str, Any]] = [
            {"kind": 0, "v": {**chat, "requests": []}},
            {"kind": 2, "k": ["requests"], "v": [{**request, "response": [{"kind": "x"}]}]},
            {"kind": 2, "k": ["requests", 0, "response"], "v": parts, "i": 0},
            {"kind": 1, "k": ["customTitle"], "v": writing.SECRET},
            {"kind": 3, "k": ["customTitle"]},
        ]
        whole = log_of(tmp_path / "chat.json")
        (stored,) = log_of(writing.lines(tmp_path / "chat.jsonl", changes)).runs
        assert told(stored) == told(whole.runs[0])

    def test_spans_in_any_order_are_one_run(self, tmp_path: Path) -> None:
        path = writing.otlp(tmp_path, "editor", STEPS)
        forward = told(log_of(path).runs[0])
        path.write_text("".join(reversed(path.read_text("utf-8").splitlines(keepends=True))))
        assert told(log_of(path).runs[0]) == forward

    def test_a_sample_of_spans_is_known_as_one(self, tmp_path: Path) -> None:
        path = writing.otlp(tmp_path, "editor", STEPS)
        path.write_text("".join(path.read_text("utf-8").splitlines(keepends=True)[:-1]))
        assert all(each.sampled for each in log_of(path).runs)


class TestOthers:
    def test_an_agent_of_climpt(self, tmp_path: Path) -> None:
        acts = (("enter", "a"), ("enter", "a"), ("take", "next", "a"), ("enter", "a"))
        (trace,) = log_of(writing.climpt(tmp_path, acts, "limit")).runs
        assert told(trace) == ["start []", "enter a []", "take next of a []", "enter a []"]
        assert trace.ended == "limit"

    def test_a_stream_of_sweny_has_calls_that_were_not_announced(self, tmp_path: Path) -> None:
        calls = [{"tool": "Bash"}, {"tool": "look"}]
        result = {"status": "success", "toolCalls": calls}
        path = writing.lines(
            tmp_path / "x.jsonl",
            [
                {"type": "workflow:start", "workflow": "w"},
                {"type": "node:enter", "node": "a"},
                {"type": "tool:call", "node": "a", "tool": "look"},
                {"type": "node:exit", "node": "a", "result": result},
                {"type": "workflow:start", "workflow": "w"},
            ],
        )
        first, second = log_of(path).runs
        assert [each.deed.text for each in first.acts()][2:] == [
            "call tool look",
            "call tool Bash",
            "pass a",
        ]
        assert (first.ended, second.ended) == ("crashed", "crashed")

    def test_a_stream_of_tasks(self, tmp_path: Path) -> None:
        acts = [("enter", "a"), ("interrupt", "a"), ("resume", "a"), ("enter", "b"), ("fail", "b")]
        (trace,) = log_of(writing.tasks(tmp_path, acts, "")).runs
        assert [each.deed.text for each in trace.acts()][1:] == [" ".join(each) for each in acts]
        assert trace.ended == "failed"

    @pytest.mark.parametrize(
        "wrapped",
        [
            lambda each: ["tasks", each],
            lambda each: [["outer:1"], "tasks", each],
            lambda each: {"type": "tasks", "ns": ["outer:1"], "data": each},
            lambda each: {
                "step": 1,
                "timestamp": "2026-03-02T09:00:00+00:00",
                "type": "task" if "input" in each else "task_result",
                "payload": each,
            },
        ],
    )
    def test_any_shape_of_a_stream_tells_the_same(self, tmp_path: Path, wrapped: Any) -> None:
        path = writing.tasks(tmp_path, [("enter", "a"), ("enter", "b")], "")
        records = map(json.loads, path.read_text("utf-8").splitlines())
        (trace,) = log_of(writing.lines(path, map(wrapped, records))).runs
        nodes = [each.deed.subject.removeprefix("outer/") for each in trace.acts()]
        assert nodes == ["", "a", "b"]

    def test_updates_count_where_they_are_alone(self, tmp_path: Path) -> None:
        records = [["updates", {"a": {"x": writing.SECRET}}], ["updates", {"__interrupt__": []}]]
        (trace,) = log_of(writing.lines(tmp_path / "x.jsonl", records)).runs
        assert [each.deed.text for each in trace.acts()] == ["start", "enter a"]
        assert trace.ended == "waiting"

    def test_parts_of_a_log_of_stud_are_one_run(self, tmp_path: Path) -> None:
        def record(kind: str, at: int, **payload: Any) -> dict[str, Any]:
            head = {"type": kind, "correlationId": "c", "timestamp": at}
            return {**head, "payload": {"sessionId": "s", "args": writing.SECRET, **payload}}

        call = {"toolName": "read", "toolCallId": "1"}
        first = [record("SessionStarted", 1), record("ToolCallStarted", 2, **call)]
        rest = [record("ToolCallFailed", 3, **call), record("SessionClosed", 4)]
        writing.lines(tmp_path / "session-s.jsonl.2026-11-02", first)
        (trace,) = log_of(writing.lines(tmp_path / "session-s.jsonl", rest)).runs
        assert [each.deed.text for each in trace.acts()] == ["start", "call tool read", "fail read"]
        assert (trace.ended, [each.ok for each in trace.acts()][1]) == ("completed", "no")

    def test_our_own_format_has_every_act(self, tmp_path: Path) -> None:
        acts = ["start", "call tool pay", "take `next` of a", "follow a -> b", "end completed"]
        (trace,) = log_of(writing.lines(tmp_path / "x.jsonl", writing.words(acts))).runs
        assert [each.deed.text for each in trace.acts()] == acts[:-1]
        assert trace.ended == "completed"


class TestBadInput:
    @pytest.mark.parametrize("name", sorted(writing.TEAMS))
    def test_any_cut_of_a_log_is_read(self, tmp_path: Path, name: str) -> None:
        path = writing.TEAMS[name](tmp_path, "editor", STEPS)
        data = path.read_bytes()
        for end in range(0, len(data), 97):
            path.write_bytes(data[:end])
            format_ = format_of(str(path))
            if format_ is not None and name != "vscode":
                log_of(path)

    @pytest.mark.parametrize("format_", FORMATS, ids=lambda each: each.name)
    def test_records_of_any_shape_never_crash_a_reader(self, tmp_path: Path, format_: Any) -> None:
        if format_.bare:
            pytest.skip("a database has no records of other shapes")
        odd: list[Any] = [
            None,
            1,
            "x",
            [],
            {},
            [[], []],
            {"type": "user"},
            {"type": "assistant", "message": 1},
        ]
        odd += [{"type": each, "data": 3, "message": [1]} for each in ("system", "result", "route")]
        odd += [{"kind": 2, "k": ["a", 1], "v": 3}, {"kind": 0, "v": {"requests": [1, {}]}}]
        path = writing.lines(tmp_path / "x.jsonl", odd)
        (file,) = find([str(path)], only=format_)
        assert not isinstance(file, str)
        read(file)

    def test_unknown_kinds_are_said(self, tmp_path: Path) -> None:
        path = writing.claude(tmp_path, "editor", STEPS)
        odd = "".join('{"type":"new","sessionId":"x"}\n' for _ in range(20))
        path.write_text(path.read_text("utf-8") + odd, "utf-8")
        log = log_of(path)
        assert log.skipped["new"] == 20
        assert "the format may have changed" in log.notes[0]

    def test_a_clock_that_goes_back_keeps_the_order_of_the_file(self, tmp_path: Path) -> None:
        path = writing.claude(tmp_path, "editor", STEPS)
        forward = told(log_of(path).runs[0])
        rest = path.read_text("utf-8").replace("09:00:03", "08:00:03")
        path.write_text(rest, "utf-8")
        log = log_of(path)
        assert told(log.runs[0])[:3] == forward[:3]
        assert "the clock goes back" in log.notes[0]


@given(st.lists(st.lists(st.integers(0, 30), min_size=1, max_size=4), max_size=12))
def test_packed_orders_of_langsmith_have_the_same_order(paths: list[list[int]]) -> None:
    def part(number: int) -> str:
        return f"2026{number % 12 + 1:02}01T0000{number % 7:02}{number:06}Z{UUID(int=number << 96)}"

    orders = [".".join(map(part, path)) for path in paths]
    assert sorted(orders, key=packed) == sorted(orders)
    assert len(set(map(packed, orders))) == len(set(orders))
