"""What routers answer (reference langgraph §2.7)."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.langgraph.reading.reading_texts import Read
from phaselint.dialects.langgraph.functionmodel import Send
from phaselint.dialects.langgraph.model import END
from phaselint.dialects.langgraph.reading.guides import guided

HEADER = """
import sys
from functools import partial
from typing import Literal, NoReturn, TypedDict
from langgraph.graph import END, START
from langgraph.prebuilt import tools_condition
from langgraph.types import Command, Send

TABLE = {"a": "first", "b": "second"}
SEVERAL = {"a": ["x", "y"], "b": ["z"]}

def stop() -> NoReturn:
    raise SystemExit

def helper(state, name="deep"):
    return deeper(name)

def deeper(name):
    return name
"""


def answers(body: str, head: str = "def route(state):") -> tuple[list[Any], bool]:
    """What a router with a body answers."""
    lines = "\n".join(f"    {line}" for line in body.strip("\n").splitlines())
    return Read(f"{HEADER}\n{head}\n{lines}\n").answers("route")


MANY = Send("work", many=True)


@pytest.mark.parametrize(
    ("body", "options"),
    [
        ('return "a"', ["a"]),
        ('return "a" if state["k"] else END', ["a", END]),
        ('if state["k"]:\n    return "a"', ["a", None]),
        ('if state["k"]:\n    return "a"\nelse:\n    raise ValueError', ["a"]),
        ('if state["k"]:\n    return "a"\nsys.exit(1)', ["a"]),
        ('if state["k"]:\n    return "a"\nstop()', ["a"]),
        ('x = "a"\nif state["k"]:\n    x = "b"\nreturn x', ["b", "a"]),
        ('x = "a"\nx = "b"\nreturn x', ["b"]),
        ('return "a"\nreturn "b"', ["a"]),
        ('if False:\n    return "a"\nreturn "b"', ["b"]),
        ('while True:\n    if state["k"]:\n        return "a"', ["a"]),
        ('while state["k"]:\n    return "a"', ["a", None]),
        (
            'try:\n    check(state)\nexcept ValueError:\n    return "bad"\nreturn "good"',
            ["bad", "good"],
        ),
        ('try:\n    return "a"\nfinally:\n    close()', ["a"]),
        ('with lock:\n    return "a"', ["a"]),
        (
            'match state["k"]:\n    case 1:\n        return "a"\n    case _:\n        return "b"',
            ["a", "b"],
        ),
        ('match state["k"]:\n    case 1:\n        return "a"', ["a", None]),
        ('return TABLE[state["k"]]', ["first", "second"]),
        ('return TABLE.get(state["k"], "other")', ["first", "second", "other"]),
        ('return SEVERAL[state["k"]]', [["x", "y"], ["z"]]),
        ('return ["a", "b"]', [["a", "b"]]),
        ("return []", [[]]),
        ('return "a", "b"', [["a", "b"]]),
        ('return Send("work", {})', [Send("work")]),
        ('return [Send("work", x) for x in state["xs"]]', [[MANY]]),
        ('return list(Send("work", x) for x in state["xs"])', [[MANY]]),
        (
            'found = []\nfor x in state["xs"]:\n    found.append(Send("work", x))\nreturn found',
            [[], [MANY]],
        ),
        ('found = ["a"]\nif state["k"]:\n    found.append("b")\nreturn found', [["a", "b"], ["a"]]),
        ('found = ["a"]\nfound += ["b"]\nreturn found + ["c"]', [["a", "b", "c"]]),
        ('found = [Send("work", x) for x in state["xs"]]\nreturn found or END', [[MANY], END]),
        ("return helper(state)", ["deep"]),
        ('return helper(state, "a")', ["a"]),
        ('return state["k"] == "x" and "a" or "b"', ["a", "b"]),
        ('if (x := "a"):\n    return x', ["a", None]),
        ('if state["k"] in ("a", "b"):\n    return state["k"]\nreturn END', ["a", "b", END]),
        ('kind = state["k"]\nif kind == "a":\n    return kind\nreturn "b"', ["a", "b"]),
        ("return {}", [{}]),
    ],
)
def test_answers(body: str, options: list[Any]) -> None:
    assert answers(body) == (options, True)


@pytest.mark.parametrize(
    "body",
    [
        'return state["k"]',
        'yield "a"',
        'x = state["k"]\nif x == "a":\n    x = other()\n    return x\nreturn "b"',
        "return unknown(state)",
        'return ["a", state["k"]]',
        'for x in state["xs"]:\n    return x\nreturn END',
        'found = ["a"]\nfill(found)\nreturn found',
        'return f"{state}"',
    ],
)
def test_answers_that_are_not_known(body: str) -> None:
    _options, complete = answers(body)
    assert not complete


def test_answers_in_a_row() -> None:
    body = 'a, b = "x", "y"\na, b = b, a\nreturn a'
    assert answers(body) == (["y"], True)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('route = lambda state: "a"', "route"),
        ('async def route(state):\n    return "a"', "route"),
        ('class Agent:\n    def route(self, state):\n        return "a"', "Agent().route"),
        ('def base(x, state):\n    return x\nroute = partial(base, "a")', "route"),
        (
            """def make(x):
    def inner(state):
        return x
    return inner
route = make("a")""",
            "route",
        ),
    ],
)
def test_kinds_of_routers(text: str, name: str) -> None:
    assert Read(f"{HEADER}\n{text}\n").answers(name) == (["a"], True)


def test_a_generator_of_another_name_is_unknown() -> None:
    text = f'{HEADER}\n@changed\ndef route(state):\n    return "a"\n'
    assert Read(text).answers("route") == ([], False)


def test_the_end_of_a_body() -> None:
    def graded(body: str, types: str = "") -> list[str]:
        lines = "\n".join(f"    {line}" for line in body.splitlines())
        text = (
            f"{HEADER}\n{types}\nclass S(TypedDict):\n    kind: Literal['a', 'b']\n    name: str\n"
        )
        read = Read(f"{text}\ndef route(state: S):\n{lines}\n")
        found = read.function("route", as_router=True).answers.options
        return [each.missing for each in found if each.falls_off]

    both = 'if {0} == "a":\n    return "x"\nelif {0} == "b":\n    return "y"'
    assert graded(both.format('state["kind"]')) == []
    assert graded(both.format('state["name"]')) == ["members"]
    assert graded('if state["name"] == "q":\n    return "x"') == [""]
    assert graded("found = model.invoke(1)\n" + both.format("found.score")) == ["model"]
    assert graded("found = model.invoke(1)\n" + 'if found["to"] == "q":\n    return "x"') == [
        "model"
    ]
    match = (
        'match state["kind"]:\n    case "a":\n        return "x"\n    case "b":\n        return "y"'
    )
    assert graded(match) == []


def test_guides() -> None:
    text = f"""{HEADER}
def route(state):
    if state["to"] == "a":
        return "x"
    if state.get("to") in ("b", "c"):
        return "y"
    return "z"

def sets_a(state):
    return {{"to": "a"}}

def sets_two(state):
    return {{"to": "b" if state["k"] else "q"}}

def sets_any(state):
    return {{"to": state["k"]}}

def sets_sometimes(state):
    return {{"to": "a"}} if state["k"] else {{}}
"""
    read = Read(text)
    router = read.function("route", as_router=True)

    def left(name: str) -> list[Any] | None:
        found = guided(router, read.function(name))
        return None if found is None else [each.targets[0].value for each in found.options]

    assert left("sets_a") == ["x"]
    assert left("sets_two") == ["y", "z"]
    assert left("sets_any") is None
    assert left("sets_sometimes") is None
