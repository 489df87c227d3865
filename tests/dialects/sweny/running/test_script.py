"""Scripted answers, and what a trace says of events (reference §10)."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.sweny.runs import RUNTIME, Scripted, begin, workflow
from phaselint.dialects.protocol import ScriptError
from phaselint.dialects.records import Choice, Question
from phaselint.dialects.sweny.running.results import Ran, Said, Threw
from phaselint.executor.trace import as_data, as_text

JUDGE = {"name": "j", "kind": "judge", "rubric": "r"}
AT_RUN = begin(workflow("a>b?p a>c?q", a={"eval": [JUDGE]}, b={}, c={}))
AT_ASK, _ = RUNTIME.step(AT_RUN, Choice("model", Ran()))
AT_ROUTE, _ = RUNTIME.step(AT_ASK, Choice("model", Said("VERDICT: yes"), "ask"))


def test_every_question_has_its_channel() -> None:
    channels = [RUNTIME.asks(state) for state in (AT_RUN, AT_ASK, AT_ROUTE)]
    assert channels == [Question("model", "a"), Question("ask", "a"), Question("route", "a")]


def test_visits_are_counted() -> None:
    state = begin(workflow("a>a?again*1", a={}))
    state, _ = RUNTIME.step(state, Choice("model", Ran()))
    state, _ = RUNTIME.step(state, Choice("model", Said("a"), "route"))
    assert RUNTIME.asks(state) == Question("model", "a", 1)


@pytest.mark.parametrize(
    ("state", "answer", "value"),
    [
        (AT_RUN, {}, Ran()),
        (AT_RUN, {"data": None}, Ran()),
        (AT_RUN, {"status": "failed", "data": {"error": "x"}}, Ran("failed", {"error": "x"})),
        (AT_RUN, {"toolCalls": [{"tool": "t"}]}, Ran(calls=({"input": {}, "tool": "t"},))),
        (AT_RUN, {"throw": "down"}, Threw("down")),
        (AT_ROUTE, "b", Said("b")),
        (AT_ROUTE, "nowhere", Said("nowhere")),
        (AT_ROUTE, {"nth": 2}, Said("c")),
        (AT_ROUTE, {"throw": "down"}, Threw("down")),
        (AT_ASK, "", Said("")),
        (AT_ASK, {"throw": "down"}, Threw("down")),
    ],
)
def test_an_answer_can_be_read_and_written_again(state: Any, answer: Any, value: Any) -> None:
    choice = RUNTIME.read(state, answer)
    assert choice.value == value
    assert RUNTIME.read(state, RUNTIME.write(choice)) == choice


@pytest.mark.parametrize(
    ("state", "answer", "pointer", "word"),
    [
        (AT_RUN, "text", (), "mapping"),
        (AT_RUN, {"stats": "failed"}, ("stats",), "a similar name exists: `status`"),
        (AT_RUN, {"status": "error"}, ("status",), "`success`"),
        (AT_RUN, {"data": []}, ("data",), "mapping"),
        (AT_RUN, {"toolCalls": {}}, ("toolCalls",), "list"),
        (AT_RUN, {"toolCalls": ["t"]}, ("toolCalls", 0), "`tool`"),
        (AT_RUN, {"toolCalls": [{}]}, ("toolCalls", 0), "`tool`"),
        (AT_RUN, {"toolCalls": [{"tool": "t", "arg": 1}]}, ("toolCalls", 0, "arg"), "unknown key"),
        (AT_RUN, {"toolCalls": [{"tool": "t", "status": "ok"}]}, ("toolCalls", 0, "status"),
         "`error`"),
        (AT_RUN, {"throw": 3}, ("throw",), "text"),
        (AT_RUN, {"throw": "x", "data": {}}, (), "only key"),
        (AT_ROUTE, 3, (), "target"),
        (AT_ROUTE, {}, (), "target"),
        (AT_ROUTE, {"nth": True}, (), "target"),
        (AT_ROUTE, {"nth": 3}, ("nth",), "2 choices"),
        (AT_ROUTE, {"to": "b"}, ("to",), "unknown key"),
        (AT_ASK, 3, (), "must be a string"),
        (AT_ASK, {}, (), "must be a string"),
    ],
)  # fmt: skip
def test_an_answer_that_is_not_well_formed(
    state: Any, answer: Any, pointer: Any, word: str
) -> None:
    with pytest.raises(ScriptError) as error:
        RUNTIME.read(state, answer)
    assert error.value.pointer == pointer
    assert word in error.value.message


RUN = Scripted(
    workflow(
        "a>b?good",
        a={
            "eval": [{"name": "v", "kind": "value", "rule": {"output_required": ["z"]}}, JUDGE],
            "retry": {"max": 1, "instruction": {"auto": True}},
            "output": {"properties": {"z": {}, "y": {}}},
        },
        b={"requires": {"output_required": ["input.q"], "on_fail": "skip"}},
    ),
    run=[{}, {"data": {"z": 1}, "toolCalls": [{"tool": "t"}]}],
    ask=["VERDICT: yes", "because", "VERDICT: yes\nREASONING: fine"],
)


STORY = """
-  workflow `w` starts
-  sources resolved: 2
a  enter
a  run: success
a  judge `j`: VERDICT: yes
a  log: eval failed (attempt 1/2): eval failed (policy: all_pass): - v (value): {no_z}
a  reflection: because
a  retry 1
a  run (attempt 2): success, data `z`, calls `t`
a  judge `j`: VERDICT: yes
a  exit: success
a  log: route eval: source node 'a' declared properties not in emitted data: y
a  warning: {filled}: y
a  router is offered `b`: good; answers b
a  route -> `b` (good)
b  enter
b  exit: skipped: requires not met: - {no_q}
b  log: requires skipped: requires failed: - {no_q}
-  workflow ends
outcome: completed (visits 2)
""".format(
    no_z="output_required: 'z' missing segment 'z'",
    no_q="output_required: 'input.q' missing segment 'q'",
    filled="declared output properties missing from emitted data; "
    "routing view filled them with null",
)


def test_a_trace_reads_like_the_run() -> None:
    lines = list(as_text(RUNTIME, RUN.played))
    assert lines[0] == "scenario `test`\n"
    assert [line.split(".", 1)[-1].strip() for line in lines[1:]] == STORY.strip().splitlines()


def test_a_trace_as_data_has_plain_values() -> None:
    (run,) = as_data("w.json", [RUN.played])["runs"]
    contexts = [event["context"] for event in run["events"] if event["kind"] == "model:run"]
    assert [type(context) for context in contexts] == [dict, dict]
    assert run["summary"]["calls"] == {"run": 2, "evaluate": 1, "ask": 3}


def test_calls_that_throw_can_be_told() -> None:
    run = Scripted(workflow(a={}), run=[{"throw": "down"}])
    assert RUNTIME.headline(run.run.events[-1]) == "run throws: down"
