"""What the parts of the reading of names ask each other for; `project.Project` answers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from collections.abc import Mapping, Sequence
    from typing import Any, Protocol

    from phaselint.dialects.langgraph.functionmodel import Values
    from phaselint.dialects.langgraph.reading.assignments import Assigned
    from phaselint.dialects.langgraph.reading.bindings import Bindings
    from phaselint.dialects.langgraph.reading.index import Index
    from phaselint.dialects.langgraph.reading.resolving import Defined, Module, Scope
    from phaselint.dialects.langgraph.reading.targets import Targets
    from phaselint.vocabulary.finding import Place

    Item = tuple[ast.expr, Scope]
    Entry = tuple[ast.expr, ast.expr, Scope]
else:
    Protocol = object  # structural type: no isinstance at run time


class Names(Protocol):
    """The names and values of a project."""

    def values(self, expression: ast.expr, scope: Scope, /) -> Values:
        """The constants that an expression may be, remembered."""

    def evaluate(self, expression: ast.expr, scope: Scope, /) -> Values:
        """The same, as a part of another question."""

    def targets(self, expression: ast.expr, scope: Scope, /) -> Targets:
        """What an expression may name, in the project and outside it, remembered."""

    def settled(self, name: str, scope: Scope, /) -> Targets | None:
        """What a name is wherever it is used in a module, where nothing else binds it."""

    def items(self, expression: ast.expr, scope: Scope, /) -> Sequence[Item] | None:
        """The members of what an expression gives, remembered."""

    def called_items(self, call: ast.Call, scope: Scope, /) -> Sequence[Item] | None:
        """The members of what a call gives."""

    def entries_of(self, expression: ast.expr, scope: Scope, /) -> Sequence[Entry] | None:
        """Keys and values of what an expression gives."""

    def aliased(self, expression: ast.expr, scope: Scope, /) -> Item | None:
        """The expression that a name is bound to."""

    def place(self, node: ast.AST, scope: Scope, /) -> Place:
        """Where a node of a tree is written."""

    def enter(self, question: str, key: Any, /) -> bool:
        """Whether a question may be gone into."""

    def leave(self, question: str, key: Any, /) -> None:
        """A question that was gone into has its answer."""

    def imported(self, name: str, level: int, source: str, /) -> Module | str | None:
        """The module that an import in a file leads to; its name for one from outside."""

    def submodule(self, module: Module, name: str, /) -> Module | None:
        """The module of a name in the folder of a package."""

    def bindings(self, body: ast.AST, /) -> Bindings:
        """The bindings of a scope."""

    def assigned(self, body: ast.AST, /) -> Mapping[str, Sequence[Assigned]]:
        """The assignments to attributes of `self` in a class."""

    def returns(self, function: ast.AST, /) -> Sequence[ast.Return]:
        """The `return`s of a function."""

    def is_plain_function(self, defined: Defined, /) -> bool:
        """Whether what a function returns is what a call of it gives."""

    def is_changed(self, expression: ast.expr, scope: Scope, /) -> bool:
        """Whether what a name stands for may be changed in place."""

    def index(self, module: Module, /) -> Index:
        """The names in a module."""

    def part(self, expression: ast.expr, scope: Scope, path: Sequence[int], /) -> Item | None:
        """A member of a member of what an expression gives."""

    def parts(
        self, expression: ast.expr, scope: Scope, path: Sequence[int], /
    ) -> Sequence[Item] | None:
        """What the variable of a loop stands for, of each round."""

    def picked(self, expression: ast.Subscript, scope: Scope, /) -> Sequence[Item] | None:
        """What a subscript may pick."""

    def truth(self, expression: ast.expr, scope: Scope, /) -> bool | None:
        """Whether a condition holds, where that is known."""

    def of_self(self, scope: Scope, name: str, /) -> Targets:
        """What an attribute of `self` is."""

    def of_class(self, defined: Defined, name: str, /) -> Targets:
        """What an attribute of a class is."""

    def of_instance(self, call: ast.Call, scope: Scope, name: str, /) -> Targets:
        """What an attribute is of what a call makes."""
