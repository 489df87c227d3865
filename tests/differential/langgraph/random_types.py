"""Random state classes, and functions with annotations, as text that Python can run."""

from __future__ import annotations

import random
from typing import NamedTuple

HEADER = """import operator
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, Literal, Optional, TypedDict, Union

from langgraph.channels import EphemeralValue, UntrackedValue
from langgraph.graph import END, MessagesState, StateGraph, add_messages
from langgraph.graph.message import add_messages as adding
from langgraph.managed import IsLastStep, RemainingSteps
from langgraph.types import Command
from pydantic import BaseModel, Field
from typing_extensions import NotRequired, Required
from typing_extensions import TypedDict as Typed

Route = Literal["x", "y"]
Log = Annotated[list, operator.add]


class Step(str, Enum):
    PLAN = "plan"


def two(a, b):
    return a


def three(a, b, c=1):
    return a


def one(a):
    return a


def keyword(a, b, *, c=1):
    return a


def starred(a, *b):
    return a


first = lambda a, b: a
if TYPE_CHECKING:
    from elsewhere import Hidden
"""

ANNOTATIONS = (
    "int",
    "list",
    "Annotated[list, operator.add]",
    "Annotated[list, add_messages]",
    "Annotated[list, adding]",
    "Annotated[int, two]",
    "Annotated[int, first]",
    "Annotated[int, lambda a, b: b]",
    'Annotated[list, operator.add, "doc"]',
    "NotRequired[Annotated[list, operator.add]]",
    "Annotated[Optional[list], operator.or_]",
    "Log",
    "Optional[Log]",
    'Annotated[Log, "doc"]',
    '"Annotated[list, operator.add]"',
    "Annotated[int, keyword]",
    "Annotated[int, EphemeralValue]",
    'Annotated[int, UntrackedValue, "doc"]',
    "RemainingSteps",
    "IsLastStep",
    "dict[str, Any]",
    "Annotated[int, Field(gt=1)]",
)
REFUSED = ("Annotated[int, one]", "Annotated[int, three]", "Annotated[int, starred]")
RETURNS = (
    "str",
    'Literal["a", "b"]',
    'Literal["a", END]',
    'Optional[Literal["a"]]',
    'list[Literal["a"]]',
    "Route",
    'Literal[Route, "c"]',
    "\"Literal['a']\"",
    'Annotated[Literal["a"], "doc"]',
    'Literal[Step.PLAN, "b"]',
    'Command[Literal["a", "b"]]',
    "Command[Route]",
    'Optional[Command[Literal["a"]]]',
    'dict | Command[Literal["q"]]',
    'Union[Command, Command[Literal["z"]]]',
    'Union[Command[str], Command[Literal["z"]]]',
    "Command",
    "\"Command[Literal['a', 'b']]\"",
    'Literal["a", None, True, 3]',
    'tuple[Command[Literal["a"]], ...]',
)


class Types(NamedTuple):
    """The text of a module, with its classes and functions."""

    text: str
    classes: tuple[str, ...]
    functions: tuple[str, ...]


def drawn(seed: int) -> Types:
    """A module with random classes and functions."""
    chance = random.Random(seed)
    postponed = chance.random() < 0.4
    kinds: dict[str, str] = {}
    lines = [_class(chance, f"C{index}", kinds) for index in range(chance.randint(3, 6))]
    names = [f"f{index}" for index in range(6)]
    lines += [_function(chance, name, list(kinds), postponed) for name in names]
    future = "from __future__ import annotations\n" if postponed else ""
    return Types(future + HEADER + "\n".join(lines) + "\n", tuple(kinds), tuple(names))


def _class(chance: random.Random, name: str, kinds: dict[str, str]) -> str:
    kind = chance.choice(
        ["TypedDict", "TypedDict", "Typed", "", "@dataclass", "BaseModel", "MessagesState"]
        + ["functional", *kinds] * 2
    )
    if kind == "functional":
        kinds[name] = "TypedDict"
        fields = ", ".join(f'"{key}": {each}' for key, each in _fields(chance, "TypedDict"))
        return f'{name} = TypedDict("{name}", {{{fields}}})'
    bases = [kind] if kind and kind != "@dataclass" else []
    root = kinds.get(kind, "TypedDict" if kind in ("Typed", "MessagesState") else kind)
    typed = [each for each, its in kinds.items() if its == "TypedDict" and each != kind]
    if kind in kinds and root == "TypedDict" and typed and chance.random() < 0.4:
        bases.append(chance.choice(typed))
    kinds[name] = root
    default = " = None" if root in ("@dataclass", "BaseModel") else ""
    body = [f"    {key}: {each}{default}" for key, each in _fields(chance, root)] or ["    pass"]
    mark = "@dataclass\n" if root == "@dataclass" else ""
    return f"{mark}class {name}({', '.join(bases)}):\n" + "\n".join(body)


def _fields(chance: random.Random, root: str) -> list[tuple[str, str]]:
    found = []
    for key in chance.sample("abcdef", chance.randint(0, 4)):
        listed = ANNOTATIONS if chance.random() < 0.95 else REFUSED
        annotation = chance.choice(listed)
        if root != "TypedDict" and "NotRequired" in annotation:
            annotation = "int"
        if root == "BaseModel" and annotation in ("RemainingSteps", "IsLastStep"):
            annotation = "str"
        found.append((key, annotation))
    return found


def _function(chance: random.Random, name: str, classes: list[str], postponed: bool) -> str:
    one = chance.choice(classes)
    state = chance.choice(
        [
            *(one, one, "dict", "Any", "", "MessagesState", f'"{one}"', f"Optional[{one}]"),
            *(f'Annotated[{one}, "doc"]', "dict[str, int]"),
        ]
    )
    more = chance.choice(["", "", ", config=None", ', hidden: "Hidden" = None'])
    if postponed and chance.random() < 0.2:
        more = ", hidden: Hidden = None"
    returns = f" -> {chance.choice(RETURNS)}" if chance.random() < 0.85 else ""
    start = "async def" if chance.random() < 0.2 else "def"
    annotated = f": {state}" if state else ""
    return f"{start} {name}(state{annotated}{more}){returns}:\n    return None"
