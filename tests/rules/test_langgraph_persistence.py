"""Rules about interrupts and persistence of graphs of LangGraph (reference langgraph §7.5)."""

from __future__ import annotations

import json

import pytest

from rules.langgraph_programs import FILE, HEAD, graph, hits, told

STATE = "class S(TypedDict, total=False):\n    text: str\n"
ASK = 'def a(state: S):\n    return {"text": interrupt("?")}\n'
PLAIN = 'def a(state: S):\n    return {"text": "x"}\n'
SAVED = "app = g.compile(checkpointer=InMemorySaver())\n"
UNSAVED = "app = g.compile()\n"
THREAD = '{"configurable": {"thread_id": "1"}}'


def program(compiled: str, calls: str, node: str = ASK) -> str:
    return STATE + node + graph("START a END") + compiled + calls


# --- resume-without-checkpointer ------------------------------------------------------------------

RESUME = 'app.invoke(Command(resume="yes"), config)\n'


def resumed(text: str) -> list[str]:
    return told(text, "resume-without-checkpointer")


def test_a_graph_without_a_checkpointer_cannot_be_resumed() -> None:
    assert resumed(program(UNSAVED, RESUME)) == [
        (
            'E app.invoke(Command(resume="yes"), config) | resume of a graph without a '
            "checkpointer: RuntimeError"
        )
    ]


@pytest.mark.parametrize(
    ("compiled", "calls"),
    [
        (SAVED, RESUME),
        ("app = g.compile(checkpointer=make())\n", RESUME),
        (UNSAVED, "app.checkpointer = make()\n" + RESUME),
        (UNSAVED, 'app.invoke({"text": ""})\n'),
    ],
)
def test_a_graph_that_may_have_a_checkpointer_may_be_resumed(compiled: str, calls: str) -> None:
    assert resumed(program(compiled, calls)) == []


def test_a_platform_supplies_the_checkpointer() -> None:
    files = {
        FILE: HEAD + program(UNSAVED, RESUME),
        "langgraph.json": json.dumps({"graphs": {"a": f"./{FILE}:app"}}),
    }
    assert list(hits(files, "resume-without-checkpointer")) == []


# --- missing-thread-id ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "count"),
    [
        ('app.invoke({"text": ""})', 1),
        ('app.invoke({"text": ""}, {"recursion_limit": 5})', 1),
        ('app.invoke({"text": ""}, config={"configurable": {}})', 1),
        (f'app.invoke({{"text": ""}}, {THREAD})', 0),
        (f'config = {THREAD}\napp.invoke({{"text": ""}}, config)', 0),
        ('app.invoke({"text": ""}, load())', 0),
        ('app.invoke({"text": ""}, {**load()})', 0),
        ('app.invoke({"text": ""}, {"configurable": load()})', 0),
        (f'app.with_config({THREAD}).invoke({{"text": ""}})', 0),
    ],
)
def test_a_checkpointer_needs_a_thread(call: str, count: int) -> None:
    assert len(told(program(SAVED, call + "\n", PLAIN), "missing-thread-id")) == count


@pytest.mark.parametrize(
    "compiled", [UNSAVED, "app = g.compile(checkpointer=make() if x else None)\n"]
)
def test_without_a_certain_checkpointer_no_thread_is_needed(compiled: str) -> None:
    assert told(program(compiled, 'app.invoke({"text": ""})\n', PLAIN), "missing-thread-id") == []


# --- interrupts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("handler", "count"),
    [
        ("except Exception:\n        return {}", 1),
        ("except:\n        return {}", 1),
        ("except BaseException as error:\n        return {}", 1),
        ("except (KeyError, Exception):\n        return {}", 1),
        ("except KeyError:\n        return {}", 0),
        ("except Exception:\n        raise", 0),
        ("except Exception as error:\n        raise error", 0),
        ("finally:\n        print()", 0),
    ],
)
def test_a_wide_handler_swallows_the_interrupt(handler: str, count: int) -> None:
    node = f'def a(state: S):\n    try:\n        return {{"text": interrupt("?")}}\n    {handler}\n'
    found = told(program(SAVED, "", node), "interrupt-swallowed")
    assert len(found) == count
    if count:
        assert found[0].startswith('W return {"text": interrupt("?")} | ')


def test_an_interrupt_before_the_try_is_not_swallowed() -> None:
    node = (
        'def a(state: S):\n    text = interrupt("?")\n    try:\n'
        '        return {"text": load(text)}\n    except Exception:\n        return {}\n'
    )
    assert told(program(SAVED, "", node), "interrupt-swallowed") == []


@pytest.mark.parametrize(
    ("compiled", "calls", "count"),
    [
        (UNSAVED, 'app.invoke({"text": ""})\n', 1),
        (UNSAVED, "", 0),
        (UNSAVED, 'app.invoke({"text": ""})\n' + RESUME, 0),
        (SAVED, f'app.invoke({{"text": ""}}, {THREAD})\n', 0),
        (UNSAVED, 'app.invoke({"text": ""})\nserve(app)\n', 0),
    ],
)
def test_an_interrupt_that_nobody_resumes(compiled: str, calls: str, count: int) -> None:
    assert len(told(program(compiled, calls), "interrupt-without-checkpointer")) == count


def test_an_interrupt_of_some_runs_only_says_nothing() -> None:
    node = (
        'def a(state: S):\n    if state["text"]:\n        return {"text": interrupt("?")}\n'
        "    return {}\n"
    )
    text = program(UNSAVED, 'app.invoke({"text": ""})\n', node)
    assert told(text, "interrupt-without-checkpointer") == []


@pytest.mark.parametrize(("name", "count"), [("send_mail", 1), ("db.write", 1), ("format", 0)])
def test_work_before_an_interrupt_is_done_again(name: str, count: int) -> None:
    node = f'def a(state: S):\n    {name}("x")\n    return {{"text": interrupt("?")}}\n'
    assert len(told(program(SAVED, "", node), "work-before-interrupt")) == count
