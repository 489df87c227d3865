"""Records as programs really write them, one log for each: which acts come of them."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.transcripts.logs import find, read
from transcripts import writing

if TYPE_CHECKING:
    from pathlib import Path

    from phaselint.transcripts.logs import Log

Record = dict[str, Any]


def log_of(path: Path) -> Log:
    """The log of a file."""
    (found,) = find([str(path)])
    assert not isinstance(found, str)
    return read(found)


def told(path: Path) -> list[str]:
    """The acts of the runs of a log, each with its actor where it has one."""
    return [
        f"{each.deed.text} [{each.actor}]" if each.actor else each.deed.text
        for run in log_of(path).runs
        for each in run.acts()
    ]


def event(kind: str, data: Record, agent: str = "") -> Record:
    """An event of Copilot CLI."""
    head = {"type": kind, "data": data, "id": "e", "timestamp": "2026-11-02T09:00:00.000Z"}
    return {**head, **({"agentId": agent} if agent else {})}


def span(key: str, above: str, operation: str, name: str, at: int, trace: str = "t") -> Record:
    """A span of OpenTelemetry, which takes a second."""
    named = {"invoke_agent": "gen_ai.agent.name", "execute_tool": "gen_ai.tool.name"}[operation]
    values = {"gen_ai.operation.name": operation, named: name, "gen_ai.conversation.id": "c"}
    return {
        "traceId": trace,
        "spanId": key,
        **({"parentSpanId": above} if above else {}),
        "startTimeUnixNano": str(at * 10**9),
        "endTimeUnixNano": str((at + 1) * 10**9),
        "attributes": [{"key": k, "value": {"stringValue": v}} for k, v in values.items()],
    }


def spans(path: Path, *some: Record) -> Path:
    """A file of spans, a line each."""
    return writing.lines(
        path / "x.jsonl",
        ({"resourceSpans": [{"scopeSpans": [{"spans": [each]}]}]} for each in some),
    )


CHAT: Record = {
    "agents": ["editor"],
    "responderUsername": "x",
    "requests": [{"followups": [{}], "response": []}],
}
RUNS: tuple[Record, ...] = (
    {"tags": ["a"], "id": "1", "trace_id": "t", "run_type": "tool", "name": "look"},
)
SPANS: Record = {
    "list": [1],
    "resourceSpans": [{"scopeSpans": [{"spans": [span("1", "", "execute_tool", "look", 1)]}]}],
}


class TestWholeValues:
    """A single value in many lines, some of which are values of their own."""

    @pytest.mark.parametrize(
        "start", [b"", BOM_UTF8, b"\n\r\n"], ids=["plain", "bom", "empty line"]
    )
    @pytest.mark.parametrize(
        ("value", "name"),
        [
            (CHAT, "vscode-chat"),
            ([*RUNS], "langsmith"),
            ({"runs": [*RUNS]}, "langsmith"),
            (SPANS, "otlp"),
        ],
        ids=["chat", "runs", "answer with runs", "spans"],
    )
    def test_its_format_is_known(
        self, tmp_path: Path, value: object, name: str, start: bytes
    ) -> None:
        path = tmp_path / "x.json"
        path.write_bytes(start + json.dumps(value, indent=2).encode())
        log = log_of(path)
        assert (log.format.name, len(log.runs), log.records > 0) == (name, 1, True)


class TestClaude:
    def test_a_session_may_be_resumed_with_another_agent(self, tmp_path: Path) -> None:
        path = writing.claude(tmp_path, "editor", (("call", "", "tool", "Read"),))
        again = {"type": "agent-setting", "agentSetting": "editor", "sessionId": writing.SESSION}
        other = {**again, "agentSetting": "checker"}
        more = writing.ClaudeSession(tmp_path / "more", cwd="/w")
        more.run((("call", "", "tool", "Grep"),))
        later = more.write().read_text("utf-8").replace('"uuid": "', '"uuid": "more')
        head = path.read_text("utf-8") + json.dumps(again) + "\n"
        path.write_text(head + json.dumps(other) + "\n" + later, "utf-8")
        assert told(path)[1:] == [
            "reach editor [editor]",
            "call tool Read [editor]",
            "reach checker [checker]",
            "call tool Grep [checker]",
        ]

    @pytest.mark.parametrize(
        ("given", "act"),
        [
            ({"skill": "a:b"}, "call skill a:b"),
            ({"command": "links docs/index.md"}, "call skill links"),
            ({}, "call tool Skill"),
        ],
    )
    def test_a_skill_is_named_by_either_key(self, tmp_path: Path, given: Record, act: str) -> None:
        session = writing.ClaudeSession(tmp_path, "editor")
        session.answer("", session.use("", "Skill", given))
        assert told(session.write())[-1] == f"{act} [editor]"

    @pytest.mark.parametrize("status", ["async_launched", "remote_launched", "completed"])
    def test_an_agent_that_was_only_launched_may_still_fail(
        self, tmp_path: Path, status: str
    ) -> None:
        session = writing.ClaudeSession(tmp_path, "editor")
        call = session.use("", "Agent", {"subagent_type": "checker"})
        session.answer("", call, status=status, agentId="a1")
        session.done()
        (run,) = log_of(session.write()).runs
        *_, last = run.acts()
        assert (last.ok, run.ended) == ("yes" if status == "completed" else "unknown", "completed")


class TestCopilot:
    HEAD = event("session.start", {"sessionId": "s"})

    @pytest.mark.parametrize(
        ("kind", "end"), [("routine", "completed"), ("error", "failed"), ("new", "open")]
    )
    def test_only_known_ends_are_told(self, tmp_path: Path, kind: str, end: str) -> None:
        last = event("session.shutdown", {"shutdownType": kind})
        (run,) = log_of(writing.lines(tmp_path / "x.jsonl", [self.HEAD, last])).runs
        assert run.ended == end

    def test_a_record_that_is_there_twice_is_one_act(self, tmp_path: Path) -> None:
        call = event("tool.execution_start", {"toolCallId": "1", "toolName": "bash"})
        agent = event("subagent.started", {"toolCallId": "2", "agentName": "checker"}, "a")
        done = event("tool.execution_complete", {"toolCallId": "1", "success": True})
        some = [self.HEAD, call, call, agent, agent, done, call, done]
        path = writing.lines(tmp_path / "x.jsonl", some)
        assert told(path)[1:] == [
            "call tool bash [main]",
            "call agent checker [main]",
            "reach checker [checker]",
            "call tool bash [main]",
        ]
        assert log_of(path).skipped["repeated"] == 2


class TestSpans:
    def test_ids_are_those_of_a_trace(self, tmp_path: Path) -> None:
        """Programs that count their spans begin anew with each trace."""
        path = spans(
            tmp_path,
            span("1", "", "invoke_agent", "editor", 1),
            span("2", "1", "execute_tool", "edit", 2),
            span("1", "", "invoke_agent", "checker", 5, "u"),
            span("2", "1", "execute_tool", "grep", 6, "u"),
        )
        assert told(path) == [
            "start",
            "reach editor [editor]",
            "call tool edit [editor]",
            "turn",
            "reach checker [checker]",
            "call tool grep [checker]",
        ]

    def test_a_span_that_was_sent_twice_is_one_act(self, tmp_path: Path) -> None:
        some = (span("1", "", "invoke_agent", "editor", 1), span("2", "1", "execute_tool", "e", 2))
        path = spans(tmp_path, *some, *some)
        assert told(path) == told(spans(tmp_path / "once", *some))
        assert log_of(path).skipped["repeated"] == 2

    def test_of_spans_that_start_together_the_outer_one_is_first(self, tmp_path: Path) -> None:
        some = [
            span("a", "m", "execute_tool", "look", 1),
            span("m", "z", "invoke_agent", "checker", 1),
            span("z", "", "invoke_agent", "editor", 1),
        ]
        some += [span(f"{each}", "z", "execute_tool", f"x{each}", 2) for each in range(12)]
        path = spans(tmp_path, *some)
        assert told(path)[1:5] == [
            "reach editor [editor]",
            "call agent checker [editor]",
            "reach checker [checker]",
            "call tool look [checker]",
        ]
        assert told(path)[5:] == [f"call tool x{each} [editor]" for each in range(12)]

    def test_logs_and_metrics_of_copilot_chat_are_no_lost_spans(self, tmp_path: Path) -> None:
        readable = {
            "_spanContext": {"traceId": "t", "spanId": "1"},
            "startTime": [1, 0],
            "endTime": [2, 0],
            "attributes": {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "look"},
        }
        record = {"hrTime": [1, 0], "hrTimeObserved": [1, 0], "attributes": {}, "body": "x"}
        metrics: Record = {"resource": {}, "scopeMetrics": []}
        path = writing.lines(tmp_path / "x.jsonl", [record, metrics, readable, record])
        (run,) = log_of(path).runs
        assert (told(path)[-1], run.gap) == ("call tool look [main]", None)
        assert log_of(path).notes == ()
        torn = writing.lines(tmp_path / "y.jsonl", [record, {}, readable])
        assert log_of(torn).runs[0].gap == 0


class TestLangGraph:
    UPDATES: tuple[Record, ...] = ({"draft": {"x": 1}}, {"check": None}, {"__interrupt__": []})

    @pytest.mark.parametrize(
        "wrapped",
        [
            lambda each: each,
            lambda each: ["updates", each],
            lambda each: [[], each],
            lambda each: {"type": "updates", "ns": [], "data": each},
        ],
        ids=["alone", "with a mode", "with a space", "version 2"],
    )
    def test_updates_alone_are_a_log(self, tmp_path: Path, wrapped: Any) -> None:
        path = writing.lines(tmp_path / "x.jsonl", map(wrapped, self.UPDATES))
        assert told(path) == ["start", "enter draft", "enter check"]
        assert log_of(path).runs[0].ended == "waiting"

    def test_a_failed_task_may_start_again(self, tmp_path: Path) -> None:
        """A program that catches the exception goes on from the last checkpoint, with the ids that
        tasks had: what happened between isn't in the stream."""
        start = {"id": "1", "name": "draft", "input": {}, "triggers": []}
        end = {"id": "1", "name": "draft", "error": "x", "result": {}, "interrupts": []}
        path = writing.lines(tmp_path / "x.jsonl", [start, end, start, {**end, "error": None}])
        (run,) = log_of(path).runs
        assert told(path)[1:] == ["enter draft", "fail draft", "resume draft"]
        assert (run.ended, run.gap) == ("completed", 3)


@pytest.mark.parametrize(
    "record",
    [
        {"run": 1, "act": "call"},
        {"run": 1, "act": "enter  "},
        {"run": 1, "act": "follow a"},
        {"run": 1, "act": "take next"},
        {"run": 1, "act": "enter"},
    ],
    ids=lambda each: each["act"],
)
def test_an_act_without_its_name_may_be_any(tmp_path: Path, record: Record) -> None:
    some = [{"run": 1, "act": "enter a"}, record, {"run": 1, "act": "enter b"}]
    (run,) = log_of(writing.lines(tmp_path / "x.jsonl", some)).runs
    assert [each.deed.text for each in run.acts()] == ["start", "enter a", "enter b"]
    assert run.gap == 2
