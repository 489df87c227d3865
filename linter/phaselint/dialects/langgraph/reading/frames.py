"""Functions that call each other while what they return is read.

A frame is one function with what its parameters are; reading follows calls two levels deep
(reference langgraph §2.9), and takes no more than so many steps.
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.functionmodel import Update, Written
from phaselint.dialects.langgraph.reading.flowing import (
    Among,
    Flow,
    Given,
    Grown,
    Item,
    Param,
    Phi,
)
from phaselint.dialects.langgraph.reading.resolving import Argument, Scope
from phaselint.dialects.langgraph.reading.schemas import class_schema
from phaselint.dialects.langgraph.reading.syntax import constant_truth, name_of_call, positional
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.langgraph.functionmodel import Asked, Schema, Values
    from phaselint.dialects.langgraph.reading.flowing import Bound, Bounds, Names
    from phaselint.dialects.langgraph.reading.observed import Observed
    from phaselint.dialects.langgraph.reading.resolving import Defined
    from phaselint.dialects.langgraph.reading.shared import Shared
    from phaselint.dialects.langgraph.reading.walking import Decide, Function
    from phaselint.vocabulary.finding import Place

LEVELS = 2
"""How many calls deep helpers are followed."""

_STEPS = 6000
"""How many expressions are looked at for one function."""

_DEEP = 40
"""How deep expressions are followed into each other."""

TYPES = ("langgraph.types.", "langgraph.constants.", "langgraph.graph.")
_COPIES = frozenset(
    {"builtins.dict", "copy.copy", "copy.deepcopy", "builtins.vars", "dataclasses.asdict"}
)
_COPYING_NAMES = frozenset(each.rpartition(".")[2] for each in _COPIES)
_CASTS = frozenset({"typing.cast", "typing_extensions.cast"})
_COPYING = frozenset({"copy", "model_dump", "dict", "model_copy", "_asdict"})


class Passed(NamedTuple):
    """What a parameter is given: an expression in the frame of the caller."""

    given: Given
    frame: Frame


class Frame(NamedTuple):
    """A function that is being read: its inner scope, its flow, the parameter that is the state,
    what its parameters were given, and how many calls deep it is."""

    scope: Scope
    flow: Flow
    state: str = ""
    passed: Mapping[str, Passed] = {}
    depth: int = 0
    decide: Decide = constant_truth


class Evaluation:
    """What the reading of one function uses: the names of the project, flows that were read
    already, schemas, and how many steps are left."""

    def __init__(self, shared: Shared) -> None:
        self.shared = shared
        self.resolver = shared.resolver
        self.steps = _STEPS
        self.observed: dict[tuple[object, ...], Observed] = {}
        self.silent: set[int] = set()
        self.asked: dict[tuple[int, int, int], Asked] = {}
        self._values: dict[tuple[int, int], tuple[ast.expr, Scope, Values]] = {}
        self.deep = 0
        self._later: Evaluation | None = None

    @property
    def later(self) -> Evaluation:
        """What finds out later what updates are set to: it has as many steps, for all of them."""
        if self._later is None:
            self._later = Evaluation(self.shared)
        return self._later

    def enter(self) -> bool:
        """Whether there is a step left, and room for another expression inside those before."""
        self.steps -= 1
        self.deep += 1
        return self.steps > 0 and self.deep <= _DEEP

    def leave(self) -> None:
        """Leave an expression."""
        self.deep -= 1

    def place(self, node: ast.AST, frame: Frame) -> Place:
        """Where a node is written."""
        return self.resolver.place(node, frame.scope)

    def origin(self, expression: ast.expr, frame: Frame) -> str:
        """What an expression is from outside the project."""
        return self.resolver.origin(expression, frame.scope)

    def is_type(self, expression: ast.expr, name: str, frame: Frame) -> bool:
        """Whether an expression is `Command`, `Send` or the like of langgraph."""
        found = self.origin(expression, frame)
        return found.startswith("langgraph.") and found.rpartition(".")[2] == name

    def values(self, expression: ast.expr, frame: Frame) -> Values:
        """The constants that an expression may be."""
        key = (id(expression), id(frame.scope))
        kept = self._values.get(key)
        if kept is None:
            found = self.resolver.values(expression, frame.scope)
            kept = self._values[key] = (expression, frame.scope, found)
        return kept[2]

    def is_state(self, bounds: Bounds, frame: Frame, copies: bool = False) -> bool:
        """Whether something may be the state, or one of its `copies`."""
        seen: set[int] = set()
        todo: list[tuple[Bound, Frame]] = [(bound, frame) for bound in bounds]
        while todo and len(seen) < 200:
            bound, at = todo.pop()
            if id(bound) in seen:
                continue
            seen.add(id(bound))
            if isinstance(bound, Param):
                if bound.name == at.state:
                    return True
                passed = at.passed.get(bound.name)
                if passed is not None:
                    todo.append((passed.given, passed.frame))
            elif isinstance(bound, (Item, Grown)):
                todo.extend((each, at) for each in bound.base)
            elif isinstance(bound, Phi):
                todo.extend((each, at) for each in bound.entry)
            elif isinstance(bound, Among):
                todo.extend((each, at) for each in bound.was)
            elif isinstance(bound, Given):
                source = self.copied(bound.expression, at) if copies else bound.expression
                if isinstance(source, ast.Name):
                    todo.extend((each, at) for each in bound.names.get(source.id, ()))
        return False

    def state_expression(
        self, expression: ast.expr, names: Names, frame: Frame, copies: bool = False
    ) -> bool:
        """Whether an expression is the state, or one of its `copies`."""
        source = self.copied(expression, frame) if copies else expression
        if not isinstance(source, ast.Name):
            return False
        return self.is_state(names.get(source.id, ()), frame, copies)

    def copied(self, expression: ast.expr, frame: Frame) -> ast.expr:
        """The original of a copied expression; the expression itself if it isn't a copy."""
        if isinstance(expression, ast.Dict):
            if len(expression.keys) == 1 and expression.keys[0] is None:
                return expression.values[0]
        elif isinstance(expression, ast.BoolOp):
            return expression.values[0]
        elif isinstance(expression, ast.Call):
            func = expression.func
            if isinstance(func, ast.Attribute) and func.attr in _COPYING and not expression.args:
                return func.value if not expression.keywords else expression
            name = name_of_call(expression)
            if len(expression.args) == 1 and name in _COPYING_NAMES:
                known = self.origin(func, frame) in _COPIES
                return expression.args[0] if known else expression
            if len(expression.args) == 2 and name == "cast":
                return expression.args[1] if self.origin(func, frame) in _CASTS else expression
        return expression

    def subscripted(self, expression: ast.expr, frame: Frame) -> bool:
        """Whether an expression is a `TypedDict` of the project, whose calls give dicts."""
        schema = self.schema_class(expression, frame)
        return schema is not None and schema.kind == "typed"

    def schema_class(self, expression: ast.expr, frame: Frame) -> Schema | None:
        """The schema of a class of the project that an expression names."""
        found = self.resolver.defined(expression, frame.scope)
        if not found or len(found) != 1 or found[0].kind != "class":
            return None
        if not isinstance(found[0].node, ast.ClassDef):
            return None
        return class_schema(self.shared, found[0])

    def instance(self, call: ast.Call, frame: Frame) -> Update | None:
        """What an instance of an annotated class writes: each of its fields that is given, or that
        has a value otherwise."""
        schema = self.schema_class(call.func, frame)
        if schema is None or schema.kind not in ("model", "dataclass") or not schema.keys:
            return None
        given = {keyword.arg: keyword for keyword in call.keywords}
        place = self.place(call, frame)
        keys: list[Written] = []
        for position, key in enumerate(schema.keys.values()):
            keyword = given.get(key.name)
            if keyword is not None:
                keys.append(Written(key.name, self.place(keyword, frame)))
            elif schema.kind == "dataclass" or position < len(call.args) or not key.absent:
                keys.append(Written(key.name, place))
        return Update(tuple(keys), schema.known and None not in given)

    def key_place(self, node: ast.AST, frame: Frame) -> Place:
        """Where the key of an item that is set is written."""
        if isinstance(node, ast.Subscript):
            return self.place(node.slice, frame)
        if isinstance(node, ast.Call) and node.args:
            return self.place(node.args[0], frame)
        return self.place(node, frame)

    def callees(self, call: ast.Call, names: Names, frame: Frame) -> Sequence[Frame] | None:
        """The frames of the functions that a call leads to; none where some are not known."""
        if frame.depth >= LEVELS:
            return None
        found = self.resolver.defined(call.func, frame.scope)
        if not found:
            return None
        frames: list[Frame] = []
        for each in found:
            if each.node is frame.scope.body and self._passes_on(call, names, frame):
                continue  # nothing comes back from it that does not come back otherwise
            if not isinstance(each.node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
                return None
            if each.kind != "function" or self.shared.wrapped(each):
                return None
            frames.append(self.called(each, call, names, frame))
        return frames

    def _passes_on(self, call: ast.Call, names: Names, frame: Frame) -> bool:
        """Whether a function calls itself with its own parameters, or with the state."""
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        for each in given:
            bounds = names.get(each.id, ()) if isinstance(each, ast.Name) else ()
            same = len(bounds) == 1 and isinstance(bounds[0], Param)
            if not same and not (bounds and self.is_state(bounds, frame, copies=True)):
                return False
        return True

    def called(self, defined: Defined, call: ast.Call, names: Names, frame: Frame) -> Frame:
        """The frame of a function that is called with arguments."""
        node = defined.node
        assert isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        passed = dict(self.defaults(node, defined.scope))
        passed.update(already(defined))
        listed = [each.arg for each in positional(node)[1 if defined.bound else 0 :]]
        listed = [name for name in listed if name not in defined.arguments]
        for name, value in zip(listed, call.args, strict=False):
            if isinstance(value, ast.Starred):
                for other in (*listed, *(each.arg for each in node.args.kwonlyargs)):
                    passed.pop(other, None)
                break
            passed[name] = Passed(Given(value, names), frame)
        for keyword in call.keywords:
            if keyword.arg is not None:
                passed[keyword.arg] = Passed(Given(keyword.value, names), frame)
            else:
                passed = {name: each for name, each in passed.items() if each.frame is frame}
        arguments = {
            name: Argument(each.given.expression, each.frame.scope) for name, each in passed.items()
        }
        inner = self.resolver.inner(node, defined.scope, arguments)
        return Frame(inner, self.shared.flow(node, inner), "", passed, frame.depth + 1)

    def defaults(self, node: Function, scope: Scope) -> Mapping[str, Passed]:
        """What parameters are that a call does not give."""
        found: dict[str, Passed] = {}
        outside = Frame(scope, Flow(), depth=LEVELS)
        listed = positional(node)
        spec = node.args
        pairs = [*zip(reversed(listed), reversed(spec.defaults), strict=False)]
        pairs += [
            (name, default)
            for name, default in zip(spec.kwonlyargs, spec.kw_defaults, strict=True)
            if default is not None
        ]
        for parameter, default in pairs:
            found[parameter.arg] = Passed(Given(default, {}), outside)
        return found


def already(defined: Defined) -> Mapping[str, Passed]:
    """What a `partial` has given to parameters."""
    return {
        name: Passed(Given(each.expression, {}), Frame(each.scope, Flow(), depth=LEVELS))
        for name, each in defined.arguments.items()
    }
