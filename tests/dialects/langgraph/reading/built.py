"""What tests of the graphs that programs build share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.base import Target
from phaselint.dialects.langgraph.functionmodel import name_of
from phaselint.dialects.langgraph.options import OPTIONS
from phaselint.dialects.langgraph.reading.load import graphs_of, load
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.langgraph.model import Graph, PathMap
    from phaselint.vocabulary.finding import Place

DEFAULTS: dict[str, Any] = {option.name: option.default for option in OPTIONS}
HEAD = """\
import functools
import operator
from enum import Enum
from functools import partial
from typing import Annotated, Literal, TypedDict
from langchain_core.runnables import RunnableLambda
from langgraph.checkpoint.memory import MemorySaver
from langgraph.graph import END, START, MessageGraph, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, create_react_agent, tools_condition
from langgraph.types import Command, Send


class State(TypedDict, total=False):
    x: int


def f(state): return {}
def h(state): return {}
def route(state):
    if state["x"]:
        return "a"
    return "b"


"""


def graphs(files: Mapping[str, str], **options: Any) -> dict[str, Graph]:
    """The graphs of a project, by name."""
    reader = DictReader(files)
    found: dict[str, Graph] = {}
    for file in sorted(files):
        for name in graphs_of(reader, file) if file.endswith(".py") else ():
            target = Target("langgraph", file.rpartition("/")[0], file, name)
            contract = load(reader, target, {**DEFAULTS, **options})
            assert contract.graph is not None
            assert contract.project[f"{file}::{name}"] == contract.graph
            found[name] = contract.graph
    return found


def graph(text: str, **files: str) -> Graph:
    """The one graph of a program, or the first."""
    others = {name.replace("__", "/") + ".py": other for name, other in files.items()}
    return next(iter(graphs({"main.py": HEAD + text, **others}).values()))


def text_at(text: str, place: Place) -> str:
    """What stands at a place of the program."""
    start, end = map(int, place.pointer)
    return (HEAD + text)[start:end]


def names(read: Graph) -> list[str]:
    return [node.name for node in read.nodes]


def edges(read: Graph) -> set[tuple[object, object]]:
    return {
        (
            None if edge.source is None else name_of(edge.source.value),
            None if edge.target is None else name_of(edge.target.value),
        )
        for edge in read.edges
    }


def entries(path_map: PathMap | None) -> dict[object, object]:
    assert path_map is not None
    return {
        entry.label: None if entry.target is None else name_of(entry.target.value)
        for entry in path_map.entries
    }
