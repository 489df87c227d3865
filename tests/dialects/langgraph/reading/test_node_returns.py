"""What comes back from nodes, and what they do with the state (reference langgraph §2.9)."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.langgraph.reading.reading_texts import Read, said
from phaselint.dialects.langgraph.functionmodel import Function, Send
from phaselint.dialects.langgraph.model import END

HEADER = """
import operator
from dataclasses import dataclass
from typing import TypedDict
from pydantic import BaseModel
from langgraph.graph import END
from langgraph.types import Command, Send, interrupt

class Plain(TypedDict):
    a: int
    b: int

class Model(BaseModel):
    a: int = 1
    b: int | None = None

@dataclass
class Data:
    a: int = 1
    b: int | None = None

def made(state):
    found = {"made": 1}
    found["more"] = 2
    return found

def goes(name):
    return Command(goto=name)
"""


def node(body: str, head: str = "def work(state):") -> Function:
    """A node with a body."""
    lines = "\n".join(f"    {line}" for line in body.strip("\n").splitlines())
    return Read(f"{HEADER}\n{head}\n{lines}\n").function("work")


def keys(body: str) -> list[Any]:
    """Form and keys of each return site; `...` where other keys may be written, `*` for all."""
    found: list[Any] = []
    for each in node(body).returns:
        names = [one.key for one in each.update.keys]
        names += ["*"] if each.update.whole else []
        names += [] if each.update.complete else ["..."]
        found.append((each.form, *names))
    return found


@pytest.mark.parametrize(
    ("body", "sites"),
    [
        ("pass", [("none",)]),
        ("return None", [("none",)]),
        ('return {"a": 1, "b": state["x"]}', [("dict", "a", "b")]),
        ('return {**state, "a": 1}', [("dict", "a", "*")]),
        ("return dict(state, a=1)", [("dict", "a", "*")]),
        ('return {**other(), "a": 1}', [("dict", "a", "...")]),
        ('up = {"a": 1}\nup["b"] = 2\nreturn up', [("dict", "a", "b")]),
        ('up = {}\nif state["x"]:\n    up["a"] = 1\nreturn up', [("dict", "a"), ("dict",)]),
        ('up = {}\nup.update({"a": 1}, b=2)\nreturn up', [("dict", "a", "b")]),
        ('up = {"a": 1, "b": 2}\ndel up["a"]\nreturn up', [("dict", "b")]),
        ('up = {}\nfor k in state["ks"]:\n    up[k] = 1\nreturn up', [("dict",), ("dict", "...")]),
        ('up = {"a": 1}\nchange(up)\nreturn up', [("dict", "a", "...")]),
        ('up = other = {}\nother["a"] = 1\nreturn up', [("dict",), ("dict", "a")]),
        ('state["a"] = 1\nreturn state', [("state", "a", "*")]),
        ("return made(state)", [("dict", "made", "more")]),
        ("return Plain(a=1)", [("dict", "a")]),
        ("return Model(a=2)", [("object", "a")]),
        ("return Data()", [("object", "a", "b")]),
        ('return {"a": 1} | {"b": 2}', [("dict", "a", "b")]),
        ('return {"a": 1} if state["x"] else None', [("dict", "a"), ("none",)]),
        ('return "text"', [("invalid",)]),
        ("return 1", [("invalid",)]),
        ('return [{"a": 1}]', [("invalid",)]),
        ("return []", [("invalid",)]),
        ("return other(state)", [("unknown", "...")]),
        ('return Command(update={"a": 1})', [("command", "a")]),
        ('return Command(update=[("a", 1), ("b", 2)])', [("command", "a", "b")]),
        ('return [Command(goto="n"), {"a": 1}]', [("command", "a")]),
        ('return Command(goto="n", **more)', [("command", "...")]),
        ('while state["x"]:\n    return {"a": 1}\nreturn work(state)', [("dict", "a")]),
    ],
)
def test_updates(body: str, sites: list[Any]) -> None:
    assert keys(body) == sites


@pytest.mark.parametrize(
    ("body", "goto"),
    [
        ('return Command(goto="a")', ["a"]),
        ('return Command(goto="a" if state["x"] else END)', ["a", END]),
        ('return Command(goto=["a", "b"])', [["a", "b"]]),
        ('return Command(goto=Send("a", state))', [Send("a")]),
        ('return Send("a", state)', [Send("a")]),
        ('to = "a"\nif state["x"]:\n    to = "b"\nreturn Command(goto=to)', ["b", "a"]),
        ('return goes("a")', ["a"]),
        ('return [Command(goto="a"), Command(goto="b")]', [["a", "b"]]),
        ('command = Command(goto="a")\nreturn command', ["a"]),
    ],
)
def test_gotos(body: str, goto: list[Any]) -> None:
    (site,) = node(body).returns
    assert site.goto is not None
    assert [said(each) for each in site.goto.options] == goto
    assert site.goto.complete
    assert site.command is not None or "goes" in body


def test_commands_for_the_parent() -> None:
    body = 'return Command(goto="a", graph={})'
    assert [each.parent for each in node(body.format("Command.PARENT")).returns] == [True]
    assert [each.parent for each in node(body.format('"__parent__"')).returns] == [True]
    assert [each.parent for each in node(body.format("None")).returns] == [False]
    (unknown,) = node(body.format('"other"')).returns
    assert not unknown.update.complete


def test_handlers() -> None:
    body = 'try:\n    x = ask()\nexcept OSError:\n    return {"error": 1}\nreturn {"x": x}'
    assert [each.exceptional for each in node(body).returns] == [True, False]


@pytest.mark.parametrize(
    ("body", "again"),
    [
        ('return {"log": state["log"] + ["x"]}', True),
        ('return {"log": ["x"] + state["log"]}', True),
        ('return {"log": [*state["log"], "x"]}', True),
        ('return {"log": state.get("log", [])}', True),
        ('old = state["log"]\nold.append("x")\nreturn {"log": old}', True),
        ('old = list(state["log"])\nreturn {"log": old}', True),
        ('return {"log": ["x"]}', False),
        ('return {"log": [state["log"]]}', False),
        ('return {"other": state["log"]}', False),
        ('state["log"] = ["x"]\nreturn {"log": state["log"]}', False),
    ],
)
def test_what_is_written_again(body: str, again: bool) -> None:
    (site,) = node(body).returns
    assert site.update.keys[0].again is again


def test_reads() -> None:
    body = """
x = state["a"]
y = state.get("b")
z = state.get("c", 1)
w = y.lower()
if "d" in state:
    v = state["d"]
reads(state)
return {"e": state["f"][0], "g": getattr(state, "h", None)}
"""
    text = 'def reads(values):\n    return values["deep"]\n\ndef work(state):'
    found = node(body, text)
    assert sorted(
        (each.key, each.by, each.default, each.guarded, each.needed) for each in found.reads
    ) == [
        ("a", "subscript", False, False, False),
        ("b", "get", False, False, True),
        ("c", "get", True, False, False),
        ("d", "subscript", False, True, False),
        ("deep", "subscript", False, False, False),
        ("f", "subscript", False, False, False),
        ("h", "get", True, False, False),
    ]
    assert found.reads_complete


@pytest.mark.parametrize(
    "body", ["other(state)", "print(f'{state}')", "for k in state: pass", "state.items()"]
)
def test_reads_that_are_not_known(body: str) -> None:
    assert not node(body).reads_complete


def test_changes() -> None:
    body = 'state["a"] = 1\nstate["b"].append(2)\nstate.update({"c": 3})\n'
    body += 'copy = dict(state)\ncopy["d"] = 4'
    assert [(each.key, each.kind) for each in node(body).changes] == [
        ("a", "set"),
        ("b", "in-place"),
        ("c", "set"),
    ]


def test_interrupts() -> None:
    body = """
send_mail(state)
try:
    first = interrupt("?")
except Exception:
    first = None
if first:
    second = interrupt("?")
try:
    third = interrupt("?")
except ValueError:
    raise
except Exception:
    raise
"""
    first, second, third = node(body).interrupts
    assert first.swallowed is not None
    assert first.certain
    assert [name for name, _place in first.work] == ["send_mail"]
    assert second.swallowed is None
    assert not second.certain
    assert third.swallowed is None


def test_signatures() -> None:
    found = node("return {}", "async def work(state: Plain, config):")
    assert found.is_async
    assert found.parameters == 2
    assert found.schema is not None
    assert list(found.schema.keys) == ["a", "b"]
    assert node("raise ValueError").raises
    assert not node("try:\n    raise ValueError\nexcept ValueError:\n    pass").raises


def test_deep_and_large_functions_end() -> None:
    nested = "".join("    " * level + f'if state["k{level}"]:\n' for level in range(80))
    assert node(nested + "    " * 80 + 'return {"a": 1}').returns_complete
    many = "\n".join(f'if state["k"]:\n    up["k{index}"] = {index}' for index in range(300))
    assert node("up = {}\n" + many + "\nreturn up").returns_complete
    assert node("return work(work(work(state)))").returns_complete
    for deep in (" + ".join(["x"] * 800), "x" + ".a" * 800, "x" + "(1)" * 800, "-" * 400 + "1"):
        text = (
            f'x = [1]\nif state["k"] == {deep} and {deep} == "a":\n    return {deep}\nreturn {deep}'
        )
        assert node(text).returns_complete
        assert Read(f"{HEADER}\ndef work(state):\n    x = [1]\n    return {deep}\n").answers("work")
