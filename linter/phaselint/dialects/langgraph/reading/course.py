"""One run of a body, and what the parts that go through a program ask each other for;
`world.World` answers.
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.drafts import NONE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Protocol

    from phaselint.dialects.langgraph.functionmodel import Guard
    from phaselint.dialects.langgraph.reading.drafts import Draft, Operation, Ref, Refs
    from phaselint.dialects.langgraph.reading.guards import Conditions
    from phaselint.dialects.langgraph.reading.project import Project
    from phaselint.dialects.langgraph.reading.resolving import Argument, Defined, Module, Scope
else:
    Protocol = object  # structural type: no isinstance at run time

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
MOST_ITEMS = 64
"""The most iterations of a loop that are unrolled."""


class Frame:
    """One run of the body of a module, class or function.

    Attributes:
        env: the graphs that names stand for.
        guards, certain, repeated: under what the statement that is at hand is run.
        returned: the graphs that it gives back.
        left: whether an unknown condition may have ended the loop that is at hand.
        exits: how many statements so far leave the function or a round of a loop.
    """

    def __init__(
        self,
        scope: Scope,
        number: int,
        outer: Frame | None,
        conditions: Conditions,
        env: Mapping[str, Refs],
        around: Frame | None = None,
    ) -> None:
        """`outer` is the frame whose names are seen here; `around`, that from which it is run."""
        self.scope = scope
        self.number = number
        self.outer = outer
        self.conditions = conditions
        self.env: dict[str, Refs] = dict(env)
        self.guards: tuple[Guard, ...] = () if around is None else around.guards
        self.certain: bool = around is None or around.certain
        self.repeated: bool = around is not None and around.repeated
        self.depth: int = 0 if around is None else around.depth + 1
        self.returned: Refs = NONE
        self.left = False
        self.exits = 0
        self.rounds: int = 0 if around is None else around.rounds
        self.binding = ""
        inside = () if around is None else around.inside
        body = scope.body
        self.inside: tuple[ast.AST, ...] = (
            (body, *inside) if isinstance(body, (*FUNCTIONS, ast.Lambda)) else inside
        )

    def knows(self, names: frozenset[str]) -> bool:
        """Whether one of some names stands for a graph here."""
        current: Frame | None = self
        while current is not None:
            if not names.isdisjoint(current.env):
                return True
            current = current.outer
        return False


class Course(Protocol):
    """All that is known of the graphs of a project while it is gone through.

    Attributes:
        sites: the graphs, by the identity of the calls that make them.
        frames: the last run of each body, by its identity.
        results: the graphs that functions give back that were gone through.
        followed: functions whose results somebody in the program takes.
        configs: calls of `with_config`.
    """

    project: Project
    sites: dict[int, Draft]
    frames: dict[int, Frame]
    results: dict[int, Refs]
    followed: set[int]
    configs: list[tuple[ast.Call, Scope]]

    def step(self) -> bool:
        """Count a step; false where there were too many."""

    def ordered(self) -> int:
        """The number of the next operation."""

    def evaluate(self, frame: Frame, expression: ast.expr, /) -> Refs:
        """The graphs that an expression gives."""

    def called(self, frame: Frame, call: ast.Call, /) -> Refs:
        """The graphs that a call gives."""

    def frame(self, scope: Scope, env: Mapping[str, Refs], around: Frame | None = None, /) -> Frame:
        """A new run of a body."""

    def run_module(self, module: Module, /) -> Frame | None:
        """Go through a module."""

    def run_class(self, defined: Defined, /) -> None:
        """Go through the methods of a class."""

    def run_function(
        self,
        defined: Defined,
        env: Mapping[str, Refs],
        arguments: Mapping[str, Argument],
        around: Frame | None,
        /,
    ) -> Refs:
        """Go through a function with what its parameters stand for."""

    def result(self, defined: Defined, /) -> Refs:
        """The graphs that a function gives back, when it is gone through by itself."""

    def concerns(self, node: ast.AST, /) -> bool:
        """Whether a function or class has names of interest in it."""

    def mentions(self, frame: Frame, node: ast.AST, /) -> bool:
        """Whether a statement or expression has a name of interest in it."""

    def interesting(self, frame: Frame, name: str, /) -> None:
        """A module-level name was bound to a graph."""

    def may_inline(self, defined: Defined, /) -> bool:
        """Whether a function may be gone through for one of its calls."""

    def uses(self, name: str, /) -> int:
        """How often a name is used in all modules."""

    def calls_of(self, name: str, /) -> Sequence[tuple[Module, ast.Call]]:
        """The calls of what has a name."""

    def configured(self, call: ast.Call, scope: Scope, /) -> int:
        """Note a call of `with_config`; back comes its number."""

    def attribute(self, owner: ast.AST, name: str, /) -> Refs:
        """The graphs that an attribute of the instances of a class stands for."""

    def keep(self, owner: ast.AST, name: str, refs: Refs, /) -> None:
        """An attribute of the instances of a class may stand for more."""

    def draft(self, ref: Ref, /) -> Draft:
        """The graph that something stands for."""

    def note(self, draft: Draft, operation: Operation, /) -> None:
        """Something is done to a graph."""
