"""What LangGraph makes of state classes and annotations is what is read of them, on random ones."""

from __future__ import annotations

import importlib
import sys
import types
import warnings
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from dialects.langgraph.reading.reading_texts import Read
from differential.langgraph.random_types import Types, drawn
from phaselint.dialects.langgraph.functionmodel import Key, Known, Member
from phaselint.dialects.langgraph.reading.schemas import merged

if TYPE_CHECKING:
    from collections.abc import Iterator

pytest.importorskip("langgraph", reason="langgraph is not installed")
pytestmark = pytest.mark.langgraph

MODULES = range(60)
REDUCERS = {"add": "operator.add", "or_": "operator.or_", "_add_messages": "add_messages"}
REFUSAL = "Invalid reducer signature"


class Empty:
    """A state without keys."""


def modules() -> Iterator[tuple[Types, types.ModuleType]]:
    """Random modules that Python accepts."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in MODULES:
            found = drawn(seed)
            module = types.ModuleType(f"random_types_{seed}")
            sys.modules[module.__name__] = module
            try:
                exec(compile(found.text, module.__name__, "exec"), module.__dict__)
                yield found, module
            except TypeError:
                continue  # bases that do not go together
            finally:
                del sys.modules[module.__name__]


def reduced(channel: Any) -> str:
    """How a channel is reduced, in our words."""
    kind = type(channel).__name__
    if kind == "BinaryOperatorAggregate":
        name = getattr(channel.operator, "__name__", "")
        return REDUCERS.get(name, name)
    return "" if kind == "LastValue" else kind


def ours(key: Key) -> str:
    """The same of a key."""
    return "managed" if key.managed else key.channel or key.reducer


def built(*schemas: Any) -> dict[str, str] | str:
    """The keys of a graph of some schemas; the text of the refusal."""
    made = importlib.import_module("langgraph.graph").StateGraph
    try:
        graph = made(schemas[0])
        for each in schemas[1:]:
            graph._add_schema(each)
    except ValueError as error:
        return str(error)
    keys = {name: reduced(each) for name, each in graph.channels.items()}
    keys |= dict.fromkeys(graph.managed, "managed")
    return {name: each for name, each in keys.items() if not name.startswith(("__", "model_"))}


def test_keys() -> None:
    compared = 0
    for found, module in modules():
        read = Read(found.text)
        for name in found.classes:
            schema = read.schema(name)
            real = built(getattr(module, name))
            refused = any(key.parameters != 2 for key in schema.keys.values())
            if isinstance(real, str):
                assert real.startswith(REFUSAL) is refused, (found.text, name, real)
                continue
            assert schema.known
            assert {key: ours(each) for key, each in schema.keys.items()} == real, found.text
            compared += 1
    assert compared > 100


def test_schemas_together() -> None:
    refused = 0
    for found, module in modules():
        read = Read(found.text)
        for names in permutations(found.classes[:3], 2):
            real = built(*(getattr(module, name) for name in names))
            if isinstance(real, str) and real.startswith(REFUSAL):
                continue
            together = merged([read.schema(name) for name in names])
            assert bool(together.conflicts) is isinstance(real, str), (found.text, names, real)
            refused += isinstance(real, str)
            if not isinstance(real, str):
                assert together.keys.keys() == real.keys()
    assert refused > 10


def text_of(value: object) -> str:
    """A name as it is declared."""
    return str(getattr(value, "value", value))


def declared(known: tuple[Known, ...] | None) -> list[str] | None:
    """The same of what is read."""
    if known is None:
        return None
    return [
        each.value.value if isinstance(each.value, Member) else str(each.value) for each in known
    ]


def test_declarations() -> None:
    StateGraph: Any = importlib.import_module("langgraph.graph").StateGraph

    some = 0
    for found, module in modules():
        read = Read(found.text)
        for name in found.functions:
            function = getattr(module, name)
            graph = StateGraph(Empty)
            try:
                graph.add_node("node", function)
            except ValueError:
                continue  # a schema that is refused
            spec = graph.nodes["node"]
            node = read.function(name)
            assert (declared(node.declared) or []) == [text_of(each) for each in spec.ends], name
            schema = None if spec.input_schema is Empty else spec.input_schema.__name__
            assert (None if node.schema is None else node.schema.name) == schema, found.text
            some += bool(node.declared)
            try:
                graph.add_conditional_edges("node", function)
            except NameError:
                continue  # annotations that cannot be evaluated
            (branch,) = graph.branches["node"].values()
            router = read.function(name, as_router=True)
            ends = None if branch.ends is None else [text_of(each) for each in branch.ends]
            assert declared(router.declared) == ends, (found.text, name)
    assert some > 20
