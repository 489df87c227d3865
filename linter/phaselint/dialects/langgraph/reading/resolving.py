"""What reading functions, schemas and tools asks of the reading of names and values.

`Scope` says where an expression stands; `Resolver` finds what it may be. Both are of the whole
project: what a name stands for may be in another file.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from collections.abc import Mapping, Sequence
    from typing import Literal, Protocol

    from phaselint.dialects.langgraph.functionmodel import Values
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Place

    Body = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef
    DefinedKind = Literal["function", "class", "module", "value"]
else:
    Protocol = object  # structural type: no isinstance at run time


class Module(NamedTuple):
    """A Python file of the project: its path, its name with dots from each root it is found from,
    its document and its tree."""

    path: str
    document: Document
    tree: ast.Module


class Argument(NamedTuple):
    """What a parameter stands for: an expression, and where that stands."""

    expression: ast.expr
    scope: Scope


class Scope(NamedTuple):
    """Where an expression stands: the module, function, lambda or class whose names it sees, what
    is around that, and what its parameters are known to be. `owner` is the class of `self`."""

    module: Module
    body: Body
    outer: Scope | None = None
    arguments: Mapping[str, Argument] = {}
    owner: ast.ClassDef | None = None
    owner_scope: Scope | None = None


class Defined(NamedTuple):
    """The meaning of an expression: a function, class or module of the project with its defining
    scope, or (`value`) an expression that isn't a name, with its scope. For a module, `node` is its
    tree. `bound`: a function is called as a method, so its first parameter is `self`. `arguments`
    are the parameters already passed by `partial`. `through`: a function was reached through
    `partial` or `runnable` (`RunnableLambda`), whose annotations LangGraph reads only in part."""

    kind: DefinedKind
    node: ast.AST
    scope: Scope
    bound: bool = False
    arguments: Mapping[str, Argument] = {}
    through: Literal["", "partial", "runnable"] = ""


class Resolver(Protocol):
    """The names and values of a project."""

    def values(self, expression: ast.expr, scope: Scope) -> Values:
        """The constants that an expression may be (reference §2.2). Known constants have the place
        where they are written; a name, that of its use, with the constant's own as `source`."""

    def defined(self, expression: ast.expr, scope: Scope) -> Sequence[Defined] | None:
        """What an expression may name: one for each binding that may reach it; none where that
        is not known. Leads through assignments, imports, `self.x`, `partial`, `RunnableLambda`."""

    def everywhere(self, name: str, scope: Scope) -> Defined | None:
        """The one thing of the project that a name is wherever it is used in a module; none where
        it may be another there."""

    def aliased(self, expression: ast.expr, scope: Scope) -> tuple[ast.expr, Scope] | None:
        """The expression that a name is bound to, as a name for a type is, with where that stands;
        none where it is bound to something else, or to more than one."""

    def origin(self, expression: ast.expr, scope: Scope) -> str:
        """The dotted name of what an expression is from outside the project, by its imports, such
        as `langgraph.types.Command`, or of a builtin (`builtins.dict`); empty where it is something
        else. A call gives nothing; a subscript (`StateGraph[S]`) what it is of."""

    def items(self, expression: ast.expr, scope: Scope) -> Sequence[tuple[ast.expr, Scope]] | None:
        """The members of a list, tuple or set that is known (by name, `+`, unpacking, `zip`, ...),
        each with where it stands; none where it is not."""

    def entries(
        self, expression: ast.expr, scope: Scope
    ) -> Sequence[tuple[ast.expr, ast.expr, Scope]] | None:
        """Keys and values of a dict that is known; none where it is not."""

    def inner(self, function: ast.AST, scope: Scope, arguments: Mapping[str, Argument]) -> Scope:
        """The scope inside a function, lambda or class that is defined in a scope, with what is
        known of its parameters."""

    def place(self, node: ast.AST, scope: Scope) -> Place:
        """Where a node of a tree is written."""
