"""Keys that classes give a state, and what annotations declare (reference langgraph §2.7-§2.10)."""

from __future__ import annotations

import pytest

from dialects.langgraph.reading.reading_texts import Read
from phaselint.dialects.langgraph.reading.schemas import merged

HEADER = """
import operator
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NotRequired, Optional, TypedDict, Union
from pydantic import BaseModel, Field
from langgraph.channels import EphemeralValue
from langgraph.graph import END, MessagesState, add_messages
from langgraph.managed import RemainingSteps
from langgraph.prebuilt.chat_agent_executor import AgentState
from langgraph.types import Command

Log = Annotated[list, operator.add]
Route = Literal["a", "b"]

def last(old, new):
    return new

def three(a, b, c):
    return a

class First(TypedDict):
    x: int
    log: Log

class Second(TypedDict):
    log: list

class Both(First, Second):
    y: NotRequired[Annotated[int, last]]

class Model(BaseModel):
    a: int = 1
    b: list = Field(default_factory=list)
    c: str = Field(...)

@dataclass
class Data:
    a: int
    b: list = field(default_factory=list)

    def __getitem__(self, key):
        return getattr(self, key)

class Chat(MessagesState):
    steps: RemainingSteps
    once: Annotated[str, EphemeralValue]

Functional = TypedDict("Functional", {"q": str, "w": Annotated[int, three]})

class Hidden(Unknown):
    z: int
"""


@pytest.mark.parametrize(
    ("name", "kind", "keys"),
    [
        ("First", "typed", {"x": "", "log": "operator.add"}),
        ("Both", "typed", {"x": "", "log": "", "y": "last"}),
        ("Model", "model", {"a": "", "b": "", "c": ""}),
        ("Data", "dataclass", {"a": "", "b": ""}),
        ("Chat", "typed", {"messages": "add_messages", "steps": "", "once": ""}),
        ("Functional", "typed", {"q": "", "w": "three"}),
        ("AgentState", "typed", {"messages": "add_messages", "remaining_steps": ""}),
        ("dict", "root", {}),
        ("Annotated[list, operator.add]", "root", {}),
    ],
)
def test_schemas(name: str, kind: str, keys: dict[str, str]) -> None:
    found = Read(HEADER).schema(name)
    assert found.known
    assert found.kind == kind
    assert {key: each.reducer for key, each in found.keys.items()} == keys


def test_fields() -> None:
    read = Read(HEADER)
    assert {name for name, key in read.schema("Model").keys.items() if key.default} == {"a", "b"}
    assert read.schema("Functional").keys["w"].parameters == 3
    assert read.schema("Both").keys["y"].parameters == 2
    chat = read.schema("Chat").keys
    assert chat["steps"].managed
    assert chat["once"].channel == "EphemeralValue"
    assert read.schema("Data").subscriptable
    assert not read.schema("Model").subscriptable
    assert not read.schema("Hidden").known
    assert list(read.schema("Hidden").keys) == ["z"]
    root = read.schema("Annotated[list, operator.add]").root
    assert root is not None
    assert root.reducer == "operator.add"


def test_keys_of_several_schemas() -> None:
    read = Read(HEADER)
    first, second = read.schema("First"), read.schema("Second")
    found = merged([first, second])
    assert list(found.keys) == ["x", "log"]
    assert found.known
    assert not found.conflicts
    assert found.keys["log"].reducer == "operator.add"
    assert [name for name, _there, _here in merged([second, first]).conflicts] == ["log"]
    assert not merged([first, read.schema("Hidden")]).known


@pytest.mark.parametrize(
    ("annotation", "names"),
    [
        ('Literal["a", "b"]', ["a", "b"]),
        ('Literal["a", END]', ["a", "__end__"]),
        ("Route", ["a", "b"]),
        ('Literal[Route, "c"]', ["a", "b", "c"]),
        ("\"Literal['a']\"", ["a"]),
        ('Annotated[Literal["a"], 1]', ["a"]),
        ('Optional[Literal["a"]]', None),
        ('list[Literal["a"]]', None),
        ("str", None),
    ],
)
def test_what_routers_declare(annotation: str, names: list[str] | None) -> None:
    read = Read(f"{HEADER}\ndef route(state) -> {annotation}:\n    return state\n")
    found = read.function("route", as_router=True).declared
    assert (None if found is None else [each.value for each in found]) == names


@pytest.mark.parametrize(
    ("annotation", "names"),
    [
        ('Command[Literal["a", "b"]]', ["a", "b"]),
        ('Optional[Command[Literal["a"]]]', ["a"]),
        ('dict | Command[Literal["a"]]', ["a"]),
        ("\"Command[Literal['a']]\"", ["a"]),
        ("Command[Route]", ["a", "b"]),
        ("Command", None),
        ('Literal["a"]', None),
    ],
)
def test_what_nodes_declare(annotation: str, names: list[str] | None) -> None:
    read = Read(f"{HEADER}\ndef work(state) -> {annotation}:\n    return state\n")
    found = read.function("work").declared
    assert (None if found is None else [each.value for each in found]) == names


def test_annotations_that_fail_take_the_others_with_them() -> None:
    text = "from __future__ import annotations\nfrom typing import TYPE_CHECKING\n"
    text += "if TYPE_CHECKING:\n    from other import Secret\n"
    work = '\ndef work(state: First, secret: {}) -> Command[Literal["a"]]:\n    return state\n'
    known = Read(text + HEADER + work.format("int")).function("work")
    assert known.declared is not None
    assert known.schema is not None
    lost = Read(text + HEADER + work.format("Secret")).function("work")
    assert lost.declared is None
    assert lost.schema is None


def test_lists_of_tools() -> None:
    text = """
from langchain_core.tools import StructuredTool, Tool, tool
from langgraph.prebuilt import ToolNode, create_react_agent

def plain(x):
    return x

@tool
def marked(x):
    return x

@tool("given")
def named(x):
    return x

other = StructuredTool.from_function(plain, name="made")
base = [plain, marked]
node = ToolNode(base + [named, other])
agent = create_react_agent(model, [plain, search()])
bound = model.bind_tools([plain], tool_choice="any")

def work(state):
    return {"messages": [bound.invoke(state["messages"])]}
"""
    read = Read(text)

    def listed(name: str) -> tuple[list[str], bool, bool]:
        expression = read.project.defined(read.expression(name), read.scope)
        assert expression
        found = read.reader.tools(expression[0].node, expression[0].scope)  # type: ignore[arg-type]
        return [each[0] for each in found.tools], found.complete, found.structured

    assert listed("node") == (["plain", "marked", "given", "made"], True, False)
    assert listed("agent") == (["plain"], False, False)
    assert listed("bound") == (["plain"], True, True)
    (of_node,) = read.function("work").bound
    assert [each[0] for each in of_node.tools] == ["plain"]
