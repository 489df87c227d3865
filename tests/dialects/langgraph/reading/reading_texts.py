"""Texts of modules that are read, and run, in tests of the reading of functions."""

from __future__ import annotations

import ast
import random
from collections import Counter
from contextlib import nullcontext, suppress
from typing import Any, NamedTuple

from phaselint.dialects.langgraph.functionmodel import (
    Answer,
    Answers,
    Function,
    Member,
    Schema,
    Send,
)
from phaselint.dialects.langgraph.model import END
from phaselint.dialects.langgraph.reading.functions import Reader
from phaselint.dialects.langgraph.reading.project import Project
from phaselint.dialects.langgraph.reading.scopes import module_scope
from phaselint.project.memory import DictReader

MAIN = "main.py"
BELOW = 10**6
"""A line below all of a module, for names as they are at its end."""


class Read:
    """A module, and how it is read."""

    def __init__(self, text: str, **files: str) -> None:
        named = {f"{name}.py": each for name, each in files.items()}
        self.text = text
        self.project = Project(DictReader({MAIN: text, **named}), "")
        module = self.project.modules.at(MAIN)
        assert module is not None
        self.scope = module_scope(module)
        self.reader = Reader(self.project)

    def expression(self, text: str) -> ast.expr:
        """An expression at the end of the module."""
        found = ast.parse(text, mode="eval").body
        for node in ast.walk(found):
            if hasattr(node, "lineno"):
                node.lineno = node.end_lineno = BELOW  # type: ignore[attr-defined]
        return found

    def function(self, name: str, *, as_router: bool = False) -> Function:
        """A function, method or lambda by its name."""
        found = self.project.defined(self.expression(name), self.scope)
        assert found, name
        return self.reader.function(found[0], as_router)

    def answers(self, name: str) -> tuple[list[Any], bool]:
        """What a router answers: constants, and lists of them; whether that is all."""
        found = self.function(name, as_router=True).answers
        return [said(each) for each in found.options], complete(found)

    def schema(self, text: str) -> Schema:
        """The schema that an expression names."""
        return self.reader.schema(self.expression(text), self.scope)

    def at(self, place: Any) -> str:
        """The text at a place."""
        start, end = place.pointer
        return self.text[start:end]


def complete(answers: Answers) -> bool:
    """Whether all is known of answers."""
    return answers.complete and all(each.complete for each in answers.options)


def said(answer: Answer) -> Any:
    """An answer in short."""
    targets = [each.value for each in answer.targets]
    if answer.unhashable:
        return {}
    return targets if not answer.single else targets[0]


class Queued(NamedTuple):
    """A `Send` in a program that runs."""

    node: str
    arg: Any = None


class Told:
    """A `Command` in a program that runs."""

    def __init__(self, goto: Any = (), update: Any = None, graph: Any = None) -> None:
        self.goto, self.update, self.graph = goto, update, graph


def state_of(seed: int) -> dict[str, Any]:
    """A random state."""
    drawn = random.Random(seed)
    state: dict[str, Any] = {key: drawn.choice("abcde") for key in "klm"}
    state["items"] = [drawn.choice("ab") for _ in range(drawn.randint(0, 3))]
    if drawn.random() < 0.2:
        del state[drawn.choice("klm")]
    return state


def run(text: str, name: str, state: dict[str, Any], seed: int) -> Any:
    """What a function of a module gives for a state, with random conditions and failures."""
    drawn = random.Random(seed)
    laps = iter(range(8))

    def maybe_raise(_value: object) -> None:
        if drawn.random() < 0.5:
            raise ValueError("maybe")

    namespace: dict[str, Any] = {
        "Send": Queued,
        "Command": Told,
        "END": END,
        "more": lambda: next(laps, None) is not None and drawn.random() < 0.6,
        "maybe": lambda _value: drawn.random() < 0.5,
        "maybe_raise": maybe_raise,
        "suppress": suppress,
        "context": nullcontext,
    }
    lines = [line for line in text.splitlines() if not line.startswith("from ")]
    exec(compile("\n".join(lines), MAIN, "exec"), namespace)
    return namespace[name](state)


def gives(answer: Answer, result: Any) -> bool:
    """Whether a result is one of those that an answer stands for."""
    if isinstance(result, (dict, set)):
        return answer.unhashable
    several = isinstance(result, (list, tuple)) and not isinstance(result, Queued)
    if several is answer.single:
        return False
    values = list(result) if several else [result]
    if any(isinstance(each, (list, dict, set)) for each in values):
        return answer.unhashable
    if not answer.complete:
        return True
    sent = Counter(each.node for each in values if isinstance(each, Queued))
    plain = {each for each in values if not isinstance(each, Queued)}
    wanted = [each.value for each in answer.targets]
    sends = [each for each in wanted if isinstance(each, Send)]
    many = {each.node for each in sends if each.many}
    if any(each.node is None for each in sends):
        return True
    once = Counter(each.node for each in sends if not each.many)
    for node in many:
        sent.pop(str(node), None)
    return sent == once and plain == {
        each.value if isinstance(each, Member) else each
        for each in wanted
        if not isinstance(each, Send)
    }
