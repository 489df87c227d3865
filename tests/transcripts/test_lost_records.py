"""Records that can't be read or aren't understood: no run leaves its contract and no policy is
broken because of one, in any format.

`PHASELINT_SEED` draws the same runs again, `PHASELINT_LOST` says how many of each format.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from fresh import SEED, picker
from laws import test_round_trip as workflows
from laws import test_team_logs as teams
from phaselint.policies.reading import read_policies
from phaselint.transcripts.formats.table import FORMATS, format_of
from phaselint.transcripts.judging import judge
from phaselint.transcripts.logs import find, read
from transcripts import writing

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator
    from pathlib import Path

    from phaselint.linting.conforming import Subject
    from phaselint.policies.policy import Policy
    from phaselint.transcripts.traces import Trace

RUNS = int(os.environ.get("PHASELINT_LOST") or 2)
LOST = {"garbled": b'{"type": "assist\n', "strange": b'{"never": "seen"}\n', "number": b"42\n"}
ODD: tuple[Any, ...] = (7, [7], {"odd": 7})
"""Values that nothing in a log may have, but that a number is one in `NUMBERS`: a run or a time."""

NUMBERS = ("run", "startTimeUnixNano")
SILENT = ("start", "end", "turn", "follow")
LINES = [each for each in teams.FORMATS if each != "vscode"]

graph = workflows.graph


def traces(path: Path) -> tuple[Trace, ...]:
    (file,) = find([str(path)])
    assert not isinstance(file, str)
    return read(file).runs


def policies(trace: Trace, pick: random.Random) -> Iterator[Policy]:
    """Policies about what a run does, of every shape that can be broken."""
    acts = [each for each in trace.acts() if each.deed.verb not in SILENT]
    for _ in range(4 if acts else 0):
        a, b, c = (pick.choice(acts).deed.text for _ in range(3))
        written: list[dict[str, Any]] = [
            {"never": a, "before": b},
            {"never": a, "after": b},
            {"never": a, "between": [b, c]},
            {"at-most": 1, "of": a},
            {"at-most": 1, "of": a, "before": b},
            {"at-most": 1, "of": a, "between": [b, c]},
            {"never-both": [a, b]},
            {"every-run": a},
            {"every-run": a, "before": b},
            {"every": a, "followed-by": b},
        ]
        calls = [each for each in acts if each.deed.verb == "call" and each.actor.isalpha()]
        if calls:
            one, other = pick.choice(calls), pick.choice(calls)
            written.append({"never": f"{one.deed.text} in {other.actor}"})
        for value in written:
            yield from read_policies([value], ())[0]


def spoil(value: Any, seen: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """A value with each of its parts in turn of another kind, and where that is."""
    for key in value if isinstance(value, dict) else range(len(value)):
        inner, place = value[key], (*seen, "*" if isinstance(key, int) else key)
        for odd in ODD:
            fits = type(inner) is type(odd) or (odd == ODD[0] and key in NUMBERS)
            if inner is not None and not fits:
                value[key] = odd
                yield place, value
                value[key] = inner
        if isinstance(inner, (dict, list)):
            for at, _ in spoil(inner, place):
                yield at, value


def spoil_each(subject: Subject, path: Path, pick: random.Random) -> int:
    """Have each value of a log be of another kind in turn; how many such logs there were."""
    tried = 0
    (whole,) = traces(path)
    asked = held(subject, whole, pick)
    for file in sorted((*path.parent.rglob("*.jsonl"), *path.parent.rglob("chat.json"))):
        before = file.read_bytes()
        records = [
            json.loads(each)
            for each in (before.splitlines() if file.suffix == ".jsonl" else [before])
        ]
        for number, record in enumerate(records):
            others = [json.dumps(each) for each in records]
            for at, changed in spoil(record):
                others[number] = json.dumps(changed)
                file.write_text("\n".join(others) + "\n", "utf-8")
                if format_of(str(file)) is None:
                    continue
                for trace in traces(path):
                    assert_harmless(subject, trace, asked, (SEED, number, at, changed))
                tried += 1
        file.write_bytes(before)
    return tried


def held(subject: Subject, trace: Trace, pick: random.Random) -> list[Policy]:
    """Policies that a run doesn't break."""
    assert subject.follow(trace).first is None, SEED
    some = policies(trace, pick)
    return [each for each in some if judge(each, trace, subject.spell).verdict != "broken"]


def assert_harmless(
    subject: Subject, trace: Trace, asked: list[Policy], about: tuple[Any, ...]
) -> None:
    """A run of which a record isn't understood leaves nothing and breaks nothing."""
    assert subject.follow(trace).first is None, about
    for each in asked:
        judged = judge(each, trace, subject.spell)
        assert judged.verdict != "broken", (each.written, *about)


def lose_each(subject: Subject, path: Path, pick: random.Random) -> int:
    """Lose each record of a log in turn; how many logs without one there were."""
    tried = 0
    (whole,) = traces(path)
    asked = held(subject, whole, pick)
    for file in sorted(path.parent.rglob("*.jsonl")):
        lines = file.read_bytes().splitlines(keepends=True)
        if len(lines) == 1:
            continue  # the rest is not a log
        for number, (kind, lost) in ((n, each) for n in range(len(lines)) for each in LOST.items()):
            file.write_bytes(b"".join((*lines[:number], lost, *lines[number + 1 :])))
            for trace in traces(path):
                assert_harmless(subject, trace, asked, (SEED, kind, number, lines))
                tried += 1
        file.write_bytes(b"".join(lines))
    return tried


@pytest.mark.parametrize("name", teams.FORMATS)
def test_a_value_of_another_kind_in_a_session(name: str, tmp_path: Path) -> None:
    pick, subject = picker("spoiled", name), teams.subject_of(teams.FORMATS[name].contract)
    main, calls = teams.Sessions(name, pick).make(0.0)
    path = writing.TEAMS[name](tmp_path, main, tuple(each.step for each in calls))
    assert spoil_each(subject, path, pick)


@pytest.mark.parametrize("name", workflows.CASES)
def test_a_value_of_another_kind_in_a_run(name: str, graph: str, tmp_path: Path) -> None:
    pick, found = picker("spoiled", name), workflows.bench(name, graph)
    made = pick.choice(workflows.runs_of(found, pick))
    acts = tuple(workflows.entered_once(made.acts)) if name == "climpt" else made.acts
    path = workflows.written(workflows.CASES[name], tmp_path, acts, made.end)
    assert spoil_each(found.subject, path, pick)


@pytest.mark.parametrize("name", LINES)
def test_of_a_session_of_a_team(name: str, tmp_path: Path) -> None:
    pick, subject = picker("lost", name), teams.subject_of(teams.FORMATS[name].contract)
    sessions = teams.Sessions(name, pick)
    tried = 0
    for number in range(RUNS):
        main, calls = sessions.make(0.0)
        steps = tuple(each.step for each in calls)
        tried += lose_each(subject, writing.TEAMS[name](tmp_path / str(number), main, steps), pick)
    assert tried


@pytest.mark.parametrize("name", workflows.CASES)
def test_of_a_run_of_a_workflow(name: str, graph: str, tmp_path: Path) -> None:
    pick, found = picker("lost", name), workflows.bench(name, graph)
    tried = 0
    for number, made in enumerate(workflows.runs_of(found, pick)[:RUNS]):
        acts = made.acts
        if name == "climpt":
            acts = tuple(workflows.entered_once(acts))
        path = workflows.written(workflows.CASES[name], tmp_path / str(number), acts, made.end)
        tried += lose_each(found.subject, path, pick)
    assert tried


def gaps(path: Path, format_: str = "") -> dict[str, int | None]:
    """Each run, and before which of its acts a record is missing."""
    only = next((each for each in FORMATS if each.name == format_), None)
    (file,) = find([str(path)], only=only)
    assert not isinstance(file, str)
    return {each.name: each.gap for each in read(file).runs}


def test_a_change_of_a_stored_chat_that_is_lost_may_be_anywhere(tmp_path: Path) -> None:
    request = {"response": [{"kind": "toolInvocationSerialized", "toolId": "x"}]}
    changes: list[Any] = [
        {"kind": 0, "v": {"version": 3, "requests": [request]}},
        {"kind": 2, "k": ["requests"], "v": [request]},
        {"kind": 1, "k": ["requests", 1, "isCanceled"], "v": True},
    ]
    assert gaps(writing.lines(tmp_path / "a.jsonl", changes)) == {"": None}
    assert gaps(writing.lines(tmp_path / "b.jsonl", [changes[0], changes[2]])) == {"": 0}
    assert gaps(writing.lines(tmp_path / "c.jsonl", [*changes[:1], 1, *changes[1:]])) == {"": 0}


def test_a_lost_run_of_langsmith_may_be_of_any(tmp_path: Path) -> None:
    runs = [
        {"id": f"{each}", "trace_id": "t", "run_type": "tool", "name": "x", "dotted_order": each}
        for each in "ab"
    ]
    assert gaps(writing.lines(tmp_path / "a.jsonl", runs)) == {"t": None}
    assert gaps(writing.lines(tmp_path / "b.jsonl", [runs[0], 1, runs[1]])) == {"t": 0}
    path = writing.lines(tmp_path / "c.jsonl", [0, *runs])
    path.write_text(path.read_text("utf-8").replace("0\n", "{\n", 1), "utf-8")
    assert gaps(path, "langsmith") == {"t": 0}


def test_the_next_run_of_a_stream_is_whole_if_it_is_told_to_start(tmp_path: Path) -> None:
    start, end = {"type": "workflow:start"}, {"type": "workflow:end", "results": {}}
    node = {"type": "node:enter", "node": "a"}
    run = [start, node, end]
    assert gaps(writing.lines(tmp_path / "a.jsonl", [*run, 1, *run])) == {"1": None, "2": None}
    assert gaps(writing.lines(tmp_path / "b.jsonl", [*run, 1, node])) == {"1": None, "2": 0}


def test_a_lost_record_of_a_stream_is_of_the_session_that_goes_on(tmp_path: Path) -> None:
    def told(session: str, *, init: bool) -> list[Any]:
        head = {"type": "system", "subtype": "init", "session_id": session}
        said = {"type": "assistant", "message": {"content": []}, "session_id": session}
        return [head, said] if init else [said]

    first = told("a", init=True)
    whole = writing.lines(tmp_path / "a.jsonl", [*first, 1, *told("b", init=True)])
    assert gaps(whole) == {"a": 2, "b": None}
    torn = writing.lines(tmp_path / "b.jsonl", [*first, 1, *told("b", init=False)])
    assert gaps(torn) == {"a": 2, "b": 0}


def test_a_lost_start_of_the_orchestrator_gives_its_acts_to_no_other_run(tmp_path: Path) -> None:
    def event(name: str, subject: int, **more: Any) -> dict[str, Any]:
        data = {"event": name, "subjectId": subject, **more}
        return {"timestamp": "", "level": "info", "message": "x", "metadata": data}

    records = [event("run_start", 1), 1, event("dispatch", 2, agent="x")]
    (trace,) = traces(writing.lines(tmp_path / "a.jsonl", records))
    assert [each.deed.text for each in trace.acts()] == ["start"]


def test_a_task_whose_end_is_not_told_is_over_with_the_node_around_it(tmp_path: Path) -> None:
    def task(space: list[str], key: str, **more: Any) -> list[Any]:
        return [space, {"id": key, "name": key, **more}]

    done: dict[str, Any] = {"error": None, "result": {}, "interrupts": []}
    records = [
        task([], "outer", input={}, triggers=[]),
        task(["outer:outer"], "inner", input={}, triggers=[]),
        task([], "outer", **done),
    ]
    (trace,) = traces(writing.lines(tmp_path / "a.jsonl", records))
    assert trace.ended == "completed"
    (trace,) = traces(writing.lines(tmp_path / "b.jsonl", records[:2]))
    assert trace.ended == "open"


def test_a_call_whose_caller_is_lost_is_nobodys(tmp_path: Path) -> None:
    """The span of a subagent is missing: its calls aren't those of the agent at the top."""
    steps = [
        ("sub", "", "helper", (("call", "", "tool", "x"),)),
        ("call", "", "tool", "y"),
    ]
    path = writing.otlp(tmp_path, "main agent", steps)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    kept = [each for each in lines if '"helper"' not in each]
    assert len(kept) == len(lines) - 1
    path.write_text("".join(kept), "utf-8")
    (trace,) = traces(path)
    actors = {each.deed.subject: each.actor for each in trace.acts() if each.deed.verb == "call"}
    assert (actors["x"], actors["y"]) == ("?", "main agent")
