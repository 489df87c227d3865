"""What names are bound to in one scope, and which binding reaches a use (reference §2.2).

A scope is a module, a function, a lambda or a class. Its bindings are listed once, in the order of
the text; which of them reaches a use follows from where both stand: branches of one `if` exclude
each other, a loop may run again, a handler may come after any part of its `try`.
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.trees import chain_of, children, leaves
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, Literal

    Position = tuple[int, int]
    Kind = Literal[
        "value", "loop", "function", "class", "import", "added", "parameter", "global", "unknown"
    ]

FIRST: Position = (0, 0)
LAST: Position = (1 << 60, 0)
_MOST = 64
"""The most bindings that can reach a use; with more, it is unknown."""

_OPEN = 1 << 30
"""The most arms of a construct that can be skipped as a whole."""


class Arm(NamedTuple):
    """A part of a construct that need not run: a branch, a handler, the body of a loop.

    `of` is how many arms the construct has, of which one is taken; `ended` are those that end
    in a `return` or `raise`. `private` tells that nothing outside sees what is bound in it.
    """

    fork: int
    which: int
    of: int
    start: Position
    end: Position
    fork_start: Position
    fork_end: Position
    exclusive: bool = False
    loop: bool = False
    private: bool = False
    ended: tuple[int, ...] = ()

    def holds(self, at: Position) -> bool:
        """Whether a position is in the arm."""
        return self.start <= at <= self.end

    def rules_out(self, at: Position) -> bool:
        """Whether what is bound in the arm is not bound at a position outside it."""
        if self.private or self.which in self.ended:
            return True
        return self.exclusive and self.fork_start <= at <= self.fork_end


class Binding(NamedTuple):
    """One binding of a name.

    Attributes:
        at: from where on it holds.
        kind: a `value` (an expression, of which `path` is unpacked), an item of a `loop` over one,
            a `function` or `class`, an `import`, something `added` to what it was (`+=`), a
            `parameter`, a name that is `global` elsewhere, or `unknown`.
        node: the expression or definition; of an import none.
        module, attribute, level: of an import: the module, what of it (empty for itself).
        arms: the constructs around it, outermost first.
    """

    name: str
    at: Position
    kind: Kind
    node: ast.AST | None = None
    path: tuple[int, ...] = ()
    arms: tuple[Arm, ...] = ()
    module: str = ""
    attribute: str = ""
    level: int = 0


class Bindings(NamedTuple):
    """All bindings of a scope by name, in order, modules of star imports, and `global` names."""

    names: dict[str, list[Binding]]
    stars: tuple[tuple[str, int], ...] = ()
    elsewhere: frozenset[str] = frozenset()

    def reaching(self, name: str, at: Position) -> Sequence[Binding]:
        """The bindings that may be what a name stands for at a position; none where nothing above
        binds it. Those below count where a loop leads back to them."""
        listed = self.names.get(name)
        if not listed:
            return ()
        found: list[Binding] = []
        covered: dict[int, set[int]] = {}
        for binding in reversed(listed):
            if binding.at > at:
                if any(arm.loop and arm.holds(at) and not arm.private for arm in binding.arms):
                    found.append(binding)
                continue
            outside = tuple(arm for arm in binding.arms if not arm.holds(at))
            if any(arm.rules_out(at) for arm in outside):
                continue
            found.append(binding)
            if _covers(outside, covered):
                break
            if len(found) > _MOST:
                return [Binding(name, FIRST, "unknown")]
        return found

    def final(self, name: str) -> Sequence[Binding]:
        """Those at the end of the scope."""
        return self.reaching(name, LAST)


def _covers(outside: tuple[Arm, ...], covered: dict[int, set[int]]) -> bool:
    """Whether a binding, with those seen before it, is made whatever arms are taken."""
    while outside:
        arm = outside[-1]
        seen = covered.setdefault(arm.fork, set(arm.ended))
        seen.add(arm.which)
        if len(seen) < arm.of:
            return False
        outside = outside[:-1]
    return True


def start_of(node: ast.AST) -> Position:
    """Where a node starts."""
    return (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))


def end_of(node: ast.AST) -> Position:
    """Where a node ends."""
    return (getattr(node, "end_lineno", 0) or 0, getattr(node, "end_col_offset", 0) or 0)


def bindings_of(body: ast.AST, plain: bool = False) -> Bindings:
    """List the bindings of a module, function, lambda or class; `plain`: no expression in it binds
    a name."""
    collector = _Collector(plain)
    if isinstance(body, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        collector.parameters(body.args)
    if isinstance(body, ast.Lambda):
        collector.expression(body.body, ())
    else:
        collector.block(getattr(body, "body", []), ())
    for listed in collector.names.values():
        listed.sort(key=lambda binding: binding.at)
    return Bindings(collector.names, tuple(collector.stars), frozenset(collector.globals))


class _Collector:
    """Goes through the statements of one scope."""

    def __init__(self, plain: bool) -> None:
        self._plain = plain
        self.names: dict[str, list[Binding]] = {}
        self.stars: list[tuple[str, int]] = []
        self.globals: set[str] = set()

    def bind(self, name: str, at: Position, kind: Kind, node: ast.AST | None, **more: Any) -> None:
        """Note a binding."""
        self.names.setdefault(name, []).append(Binding(name, at, kind, node, **more))

    def parameters(self, arguments: ast.arguments) -> None:
        """Bind the parameters of a function."""
        listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        for each in (*listed, arguments.vararg, arguments.kwarg):
            if each is not None:
                self.bind(each.arg, FIRST, "parameter", each)

    def block(self, statements: Sequence[ast.stmt], arms: tuple[Arm, ...]) -> None:
        """Go through the statements of a block."""
        for statement in statements:
            handler = _HANDLERS.get(type(statement))
            if handler is not None:
                handler(self, statement, arms)
            else:
                self.inside(statement, arms)

    def inside(self, statement: ast.AST, arms: tuple[Arm, ...]) -> None:
        """Bind what the expressions of a statement bind."""
        for child in children(statement):
            if isinstance(child, ast.expr):
                self.expression(child, arms)

    def expression(self, expression: ast.AST, arms: tuple[Arm, ...]) -> None:
        """Bind what `:=` and comprehensions in an expression bind."""
        waiting: list[tuple[ast.AST, tuple[Arm, ...]]] = [] if self._plain else [(expression, arms)]
        while waiting:
            node, around = waiting.pop()
            if type(node) in _LEAVES:
                continue
            if isinstance(node, ast.NamedExpr):
                self.target(node.target, end_of(node), "value", node.value, around)
            elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
                around = (*around, _within(node))
                for part in node.generators:
                    self.target(part.target, start_of(node), "loop", part.iter, around)
            waiting.extend((child, around) for child in children(node))

    def target(
        self,
        target: ast.expr,
        at: Position,
        kind: Kind,
        node: ast.AST | None,
        arms: tuple[Arm, ...],
        path: tuple[int, ...] = (),
    ) -> None:
        """Bind the names of a target to (parts of) a value."""
        if isinstance(target, ast.Name):
            self.bind(target.id, at, kind, node, path=path, arms=arms)
        elif isinstance(target, (ast.Tuple, ast.List)):
            starred = any(isinstance(each, ast.Starred) for each in target.elts)
            for index, each in enumerate(target.elts):
                inner = each.value if isinstance(each, ast.Starred) else each
                part: Kind = "unknown" if starred else kind
                if len(path) < 8:
                    self.target(inner, at, part, node, arms, (*path, index))

    def assign(self, statement: ast.Assign, arms: tuple[Arm, ...]) -> None:
        self.expression(statement.value, arms)
        for target in statement.targets:
            self.target(target, end_of(statement), "value", statement.value, arms)

    def annotated(self, statement: ast.AnnAssign, arms: tuple[Arm, ...]) -> None:
        if statement.value is not None:
            self.expression(statement.value, arms)
            self.target(statement.target, end_of(statement), "value", statement.value, arms)

    def augmented(self, statement: ast.AugAssign, arms: tuple[Arm, ...]) -> None:
        self.target(statement.target, end_of(statement), "added", statement, arms)

    def definition(
        self,
        statement: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef,
        arms: tuple[Arm, ...],
    ) -> None:
        kind: Kind = "class" if isinstance(statement, ast.ClassDef) else "function"
        self.bind(statement.name, end_of(statement), kind, statement, arms=arms)

    def imported(self, statement: ast.Import, arms: tuple[Arm, ...]) -> None:
        for each in statement.names:
            name = each.asname or each.name.partition(".")[0]
            module = each.name if each.asname else name
            self.bind(name, end_of(statement), "import", None, arms=arms, module=module)

    def imported_from(self, statement: ast.ImportFrom, arms: tuple[Arm, ...]) -> None:
        module, level = statement.module or "", statement.level
        for each in statement.names:
            if each.name == "*":
                self.stars.append((module, level))
                continue
            more = {"arms": arms, "module": module, "attribute": each.name, "level": level}
            self.bind(each.asname or each.name, end_of(statement), "import", None, **more)

    def branches(self, statement: ast.If, arms: tuple[Arm, ...]) -> None:
        tests, blocks, closed = chain_of(statement)
        for test in tests:
            self.expression(test, arms)
        self.fork(statement, blocks, arms, closed=closed)

    def fork(
        self,
        statement: ast.stmt,
        blocks: Sequence[Sequence[ast.stmt]],
        arms: tuple[Arm, ...],
        *,
        closed: bool,
        exclusive: bool = True,
    ) -> None:
        """Go through blocks of which one is run."""
        count = len(blocks) if closed else len(blocks) + 1
        ended = tuple(index for index, block in enumerate(blocks) if leaves(block))
        for index, block in enumerate(blocks):
            if block:
                arm = Arm(
                    fork=id(statement),
                    which=index,
                    of=count,
                    start=start_of(block[0]),
                    end=end_of(block[-1]),
                    fork_start=start_of(statement),
                    fork_end=end_of(statement),
                    exclusive=exclusive,
                    ended=ended,
                )
                self.block(block, (*arms, arm))

    def loop(self, statement: ast.For | ast.AsyncFor | ast.While, arms: tuple[Arm, ...]) -> None:
        arm = _around(statement)
        if not isinstance(statement, ast.While):
            self.expression(statement.iter, arms)
            at = end_of(statement.iter)
            self.target(statement.target, at, "loop", statement.iter, (*arms, arm))
        else:
            self.expression(statement.test, (*arms, arm))
        self.block(statement.body, (*arms, arm))
        self.block(statement.orelse, arms)

    def guarded(self, statement: ast.Try, arms: tuple[Arm, ...]) -> None:
        body = [*statement.body, *statement.orelse]
        blocks = [body, *(handler.body for handler in statement.handlers)]
        for handler in statement.handlers:
            if handler.name:
                self.bind(handler.name, start_of(handler), "unknown", None, arms=arms)
        self.fork(statement, blocks, arms, closed=True, exclusive=False)
        self.block(statement.finalbody, arms)

    def entered(self, statement: ast.With, arms: tuple[Arm, ...]) -> None:
        for item in statement.items:
            self.expression(item.context_expr, arms)
            if item.optional_vars is not None:
                self.target(item.optional_vars, end_of(item.optional_vars), "unknown", item, arms)
        self.block(statement.body, arms)

    def matched(self, statement: ast.Match, arms: tuple[Arm, ...]) -> None:
        self.expression(statement.subject, arms)
        closed = False
        for case in statement.cases:
            for name in _captures(case.pattern):
                self.bind(name, start_of(case.pattern), "unknown", None, arms=arms)
            pattern = case.pattern
            closed |= (
                isinstance(pattern, ast.MatchAs) and pattern.pattern is None and not case.guard
            )
        self.fork(statement, [case.body for case in statement.cases], arms, closed=closed)

    def deleted(self, statement: ast.Delete, arms: tuple[Arm, ...]) -> None:
        for target in statement.targets:
            self.target(target, end_of(statement), "unknown", None, arms)

    def elsewhere(self, statement: ast.Global | ast.Nonlocal, arms: tuple[Arm, ...]) -> None:
        self.globals.update(statement.names)
        for name in statement.names:
            self.bind(name, start_of(statement), "global", statement, arms=arms)


def _within(node: ast.AST) -> Arm:
    """The arm of a comprehension: what it binds is seen in it alone."""
    return _around(node)._replace(private=True)


def _around(node: ast.AST) -> Arm:
    """The arm of a loop."""
    start, end = start_of(node), end_of(node)
    return Arm(
        fork=id(node),
        which=0,
        of=_OPEN,
        start=start,
        end=end,
        fork_start=start,
        fork_end=end,
        loop=True,
    )


def _captures(pattern: ast.pattern) -> Iterator[str]:
    """The names that a pattern binds."""
    for node in ast.walk(pattern):
        if isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name:
            yield node.name
        elif isinstance(node, ast.MatchMapping) and node.rest:
            yield node.rest


_LEAVES = frozenset({ast.Constant, ast.Name, ast.Load, ast.Store, ast.Lambda})
_HANDLERS: dict[type[ast.stmt], Any] = {
    ast.Assign: _Collector.assign,
    ast.AnnAssign: _Collector.annotated,
    ast.AugAssign: _Collector.augmented,
    ast.FunctionDef: _Collector.definition,
    ast.AsyncFunctionDef: _Collector.definition,
    ast.ClassDef: _Collector.definition,
    ast.Import: _Collector.imported,
    ast.ImportFrom: _Collector.imported_from,
    ast.If: _Collector.branches,
    ast.For: _Collector.loop,
    ast.AsyncFor: _Collector.loop,
    ast.While: _Collector.loop,
    ast.Try: _Collector.guarded,
    ast.TryStar: _Collector.guarded,
    ast.With: _Collector.entered,
    ast.AsyncWith: _Collector.entered,
    ast.Match: _Collector.matched,
    ast.Delete: _Collector.deleted,
    ast.Global: _Collector.elsewhere,
    ast.Nonlocal: _Collector.elsewhere,
}
"""The reader of a statement, by its type."""
