"""Compilations and runs of graphs, and who else has them (reference langgraph §2.11, §2.12)."""

from __future__ import annotations

import pytest

from dialects.langgraph.reading.built import DEFAULTS, HEAD, graph, graphs, text_at
from phaselint.dialects.base import Target
from phaselint.dialects.langgraph.reading.load import load
from phaselint.project.memory import DictReader

# --- Compilations, runs and who else has the graph, §2.11 and §2.12 -------------------------------

CHECKPOINTERS = {
    "": "no",
    "checkpointer=None": "no",
    "checkpointer=False": "no",
    "None": "no",
    "checkpointer=True": "yes",
    "checkpointer=MemorySaver()": "yes",
    "checkpointer=memory": "yes",
    "MemorySaver()": "yes",
    "checkpointer=entered": "yes",
    "checkpointer=unknown": "unknown",
    "checkpointer=memory if unknown else None": "unknown",
    "**unknown": "unknown",
}


@pytest.mark.parametrize("given", CHECKPOINTERS)
def test_checkpointers(given: str) -> None:
    (compiled,) = graph(
        "memory = MemorySaver()\nwith MemorySaver.from_x() as entered:\n    pass\n"
        f"g = StateGraph(State)\napp = g.compile({given})\n"
    ).compiles
    assert (compiled.checkpointer, compiled.binding) == (CHECKPOINTERS[given], "app")


def test_interruptions() -> None:
    (compiled,) = graph(
        "g = StateGraph(State)\ng.compile(interrupt_before=['a'], interrupt_after='*', name='n')\n"
    ).compiles
    assert [each.value for each in compiled.interrupt_before] == ["a"]
    assert [each.value for each in compiled.interrupt_after] == ["*"]
    assert (compiled.interrupts_known, compiled.name) == (True, "n")
    (compiled,) = graph("g = StateGraph(State)\ng.compile(interrupt_before=unknown)\n").compiles
    assert not compiled.interrupts_known


def test_late_operations() -> None:
    text = (
        "g = StateGraph(State)\ng.add_node('a', f)\napp = g.compile()\ng.add_edge('a', END)\n"
        "def later():\n    g.add_node('b', f)\n"
    )
    read = graph(text)
    assert [(what, text_at(text, place)) for what, place in read.late] == [
        ("add_edge", "g.add_edge('a', END)")
    ]
    assert graph(text.replace("def later", "other = g.compile()\ndef later")).late == ()


RUNS: dict[str, tuple[str, list[str], bool, int | None, bool, str]] = {
    "app.invoke({'x': 1})": ("input", ["x"], True, None, True, "no"),
    "app.invoke({'x': 1, **more})": ("input", ["x"], False, None, True, "no"),
    "app.invoke(None)": ("none", [], True, None, True, "no"),
    "app.invoke(unknown)": ("unknown", [], False, None, True, "no"),
    "app.invoke(Command(resume=1), CONFIG)": ("resume", [], False, 7, True, "yes"),
    "app.stream({}, {'recursion_limit': 3})": ("input", [], True, 3, True, "no"),
    "app.invoke({}, config={'configurable': {'thread_id': '1'}})": (
        "input", [], True, None, True, "yes"
    ),
    "app.invoke({}, config=unknown)": ("input", [], True, None, False, "unknown"),
    "app.with_config(recursion_limit=4).invoke({})": ("input", [], True, 4, True, "no"),
    "app.with_config({'recursion_limit': 4}).invoke({})": ("input", [], True, 4, True, "no"),
    "app.batch([{}])": ("unknown", [], False, None, True, "no"),
}  # fmt: skip


@pytest.mark.parametrize("call", RUNS)
def test_runs(call: str) -> None:
    text = (
        "CONFIG = {'recursion_limit': 7, 'configurable': {'thread_id': '1'}}\n"
        f"g = StateGraph(State)\napp = g.compile()\ndef main():\n    print({call})\n"
    )
    (run,) = graph(text).invocations
    limit = None if run.limit is None else run.limit[0]
    keys = [str(each.value) for each in run.keys]
    found = (run.kind, keys, run.complete, limit, run.limit_known, run.thread)
    assert found == RUNS[call]
    assert text_at(text, run.place).startswith(("app.", "invoke"))


def test_runs_of_coroutines() -> None:
    (run,) = graph(
        "g = StateGraph(State)\napp = g.compile()\nasync def main():\n    await app.ainvoke({})\n"
    ).invocations
    assert (run.method, run.in_async) == ("ainvoke", True)


EXPORTED = {
    "": "",
    "app.invoke({})\n": "",
    "print(app)\n": "",
    "other(app)\n": "it is passed to `other`",
    "apps = [app]\n": "it is put into a container",
    "__all__ = ['app']\n": "`__all__` lists `app`",
    "app.update_state({}, {})\n": "its state is set by `update_state`",
    "server.app = app\n": "it is stored in another object",
}


@pytest.mark.parametrize("text", EXPORTED)
def test_whether_others_may_run_a_graph(text: str) -> None:
    read = graph(f"g = StateGraph(State)\napp = g.compile()\n{text}")
    assert read.exported == EXPORTED[text]


def test_that_what_a_function_returns_is_followed_where_it_is_called() -> None:
    text = "def make():\n    g = StateGraph(State)\n    return g.compile()\n"
    assert graph(text).exported == "`make` returns it"
    assert graph(f"{text}app = make()\napp.invoke({{}})\n").exported == ""


def test_platforms_and_packages() -> None:
    text = f"{HEAD}g = StateGraph(State)\napp = g.compile()\n"
    manifest = {"langgraph.json": '{"graphs": {"a": "./main.py:app"}}'}
    (read,) = graphs({"main.py": text, **manifest}).values()
    assert (read.served, read.exported) == (True, "a platform serves it")
    (read,) = graphs({"main.py": text}, platform=True).values()
    assert read.served
    package = {"pyproject.toml": "[build-system]\n", "pack/__init__.py": "", "pack/main.py": text}
    (read,) = graphs(package).values()
    assert (read.served, read.exported) == (False, "it is part of a package")


def test_graphs_in_graphs() -> None:
    found = graphs(
        {
            "main.py": HEAD
            + "inner = StateGraph(State)\ninner.add_node(f)\ncompiled = inner.compile()\n"
            + "called = StateGraph(State).add_node(f).compile()\n"
            + "def calls(state): return called.invoke(state)\n"
            + "outer = StateGraph(State)\nouter.add_node('sub', compiled)\nouter.add_node(calls)\n"
        }
    )
    assert found["outer"].nodes[0].subgraph == "main.py::inner"
    assert found["inner"].parents == ("main.py::outer",)
    assert (found["called"].nested, found["inner"].nested) == (True, False)


def test_checkpointers_that_are_set_later() -> None:
    read = graph("g = StateGraph(State)\napp = g.compile()\napp.checkpointer = MemorySaver()\n")
    assert read.checkpointed_later


def test_schemas() -> None:
    read = graph(
        "class In(TypedDict):\n    i: int\nclass Out(TypedDict):\n    o: int\n"
        "class Private(TypedDict):\n    p: int\ndef n(state: Private): return {}\n"
        "g = StateGraph(State, input_schema=In, output_schema=Out)\ng.add_node(n)\n"
    )
    assert list(read.all_keys) == ["x", "i", "o", "p"]
    assert read.keys_known
    assert read.input is not None
    assert read.output is not None
    assert (list(read.input.keys), list(read.output.keys)) == (["i"], ["o"])


def test_message_graphs() -> None:
    read = graph("g = MessageGraph()\ng.add_node('a', f)\n")
    assert read.state.is_root
    assert read.state.root is not None
    assert read.state.root.reducer == "add_messages"


def test_that_unknown_schemas_are_said() -> None:
    read = graph("g = StateGraph(unknown)\n")
    assert not read.keys_known
    assert [said for said, _ in read.unknown_parts] == ["the state schema isn't known"]


def test_users_of_functions() -> None:
    reader = DictReader(
        {
            "main.py": HEAD
            + "a = StateGraph(State).add_node(f)\nb = StateGraph(State).add_node('n', f)\n"
        }
    )
    contract = load(reader, Target("langgraph", "", "main.py", "a"), DEFAULTS)
    assert contract.graph is not None
    (node,) = contract.graph.nodes
    assert node.function is not None
    assert contract.users[node.function.id] == ("main.py::a", "main.py::b")


def test_that_a_project_is_read_once() -> None:
    reader = DictReader({"main.py": HEAD + "a = StateGraph(State)\nb = StateGraph(State)\n"})
    first = load(reader, Target("langgraph", "", "main.py", "a"), DEFAULTS)
    second = load(reader, Target("langgraph", "", "main.py", "b"), DEFAULTS)
    other = load(reader, Target("langgraph", "", "main.py", "b"), {**DEFAULTS, "platform": True})
    assert first.project is second.project
    assert other.project is not second.project
