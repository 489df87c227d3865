"""One walk over a function's body, by the flow of control (reference langgraph §2.7).

What stands behind a `return`, a `raise` or a call that never returns is not reached; a condition
that is decided (`if False`, `if TYPE_CHECKING`) takes one branch. Nothing is run.
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.flowing import (
    Among,
    Env,
    Flow,
    Given,
    Grown,
    Opaque,
    Param,
    Phi,
    Site,
    merged,
)
from phaselint.dialects.langgraph.reading.scanning import (
    Scan,
    caught_names,
    changed_in,
    name_of_call,
    parameters_of,
)
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from phaselint.dialects.langgraph.reading.flowing import Bounds, Names

    Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    Decide = Callable[[ast.expr, Names], bool | None]
    DecideCase = Callable[[ast.Match, ast.match_case, Names], bool | None]

_MOST_TWINS = 40
"""How many names one object may have."""

_MOST_FACTS = 20
"""How many comparisons of one condition are remembered."""

_BROAD = frozenset({"Exception", "BaseException"})


def positional(function: Function) -> list[ast.arg]:
    """The parameters that can be given by position, `*args` not among them."""
    return [*function.args.posonlyargs, *function.args.args]


def constant_truth(test: ast.expr, _names: Names | None = None) -> bool | None:
    """What a condition is that is a constant, or the one of type checkers."""
    turned = False
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, turned = test.operand, not turned
    found: bool | None = None
    if isinstance(test, ast.Constant):
        found = bool(test.value)
    elif (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (
        isinstance(test, ast.Attribute) and test.attr == "TYPE_CHECKING"
    ):
        found = False
    return found if found is None else found is not turned


def _no_case(_match: ast.Match, _case: ast.match_case, _names: Names) -> bool | None:
    return None


def flow_of(
    function: Function,
    ends: Callable[[ast.Call], bool],
    decide: Decide = constant_truth,
    decide_case: DecideCase = _no_case,
) -> Flow:
    """Walk over a function. `ends` tells of a call that it never returns; `decide` and
    `decide_case` what a condition or a case is, where that is known."""
    names: dict[str, Bounds] = {name: (Param(name),) for name in parameters_of(function)}
    walk = _Walk(names, ends, decide, decide_case)
    if isinstance(function, ast.Lambda):
        walk.sites.append(Site(None, Given(function.body, walk.scan(function.body))))
    else:
        walk.block(function.body)
        if not walk.dead:
            walk.sites.append(Site(None, None))
    return Flow(
        tuple(walk.sites),
        walk.generator,
        walk.raises,
        tuple(walk.accesses),
        tuple(walk.changes),
        frozenset(walk.whole),
        tuple(walk.calls),
        tuple(walk.work),
        walk.tool_calls,
    )


class Fact(NamedTuple):
    """What a condition says of an expression (of a local name, of `name`), and what the names in
    it were then."""

    name: str
    text: str
    among: Among
    names: Names


class _Loop:
    """A loop that is being walked: what its names are at each `continue` and each `break`."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self.laps: list[dict[str, Bounds]] = []
        self.breaks: list[dict[str, Bounds]] = []


class _Walk(Scan):
    """The walk over one body."""

    def __init__(
        self,
        names: dict[str, Bounds],
        ends: Callable[[ast.Call], bool],
        decide: Decide,
        decide_case: DecideCase,
    ) -> None:
        super().__init__(names)
        self.ends, self.decide, self.decide_case = ends, decide, decide_case
        self.dead = False
        self.raises = False
        self.handling = 0
        self.facts: list[list[Fact]] = []
        self.sites: list[Site] = []
        self.loops: list[_Loop] = []

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Walk over statements, up to one that ends the way."""
        for statement in statements:
            if self.dead:
                return
            handler = _STATEMENTS.get(type(statement))
            if handler is not None:
                handler(self, statement)

    def branch(
        self, statements: Sequence[ast.stmt], names: dict[str, Bounds] | None = None
    ) -> dict[str, Bounds] | None:
        """Walk over one branch; back comes what it bound, none where it does not go on."""
        before = self.env
        self.env = Env(before, names)
        self.block(statements)
        own = None if self.dead else self.env.own
        self.env, self.dead = before, False
        return own

    def join(self, branches: Sequence[dict[str, Bounds] | None]) -> None:
        """Go on after branches, of which some may have ended."""
        alive = [branch for branch in branches if branch is not None]
        if not alive:
            self.dead = True
            return
        for name in dict.fromkeys(name for branch in alive for name in branch):
            parts = [branch[name] if name in branch else self.env.get(name) for branch in alive]
            self.env.own[name] = merged(part for part in parts if part is not None)

    def sometimes(
        self,
        statements: Sequence[ast.stmt],
        decided: bool | None = None,
        names: dict[str, Bounds] | None = None,
    ) -> dict[str, Bounds] | None:
        """Walk over a branch that is not always taken."""
        before, self.certain = self.certain, self.certain and decided is True
        own = self.branch(statements, dict(names or {}))
        self.certain = before
        for name, bounds in (names or {}).items():
            if own is not None and own.get(name) is bounds:
                del own[name]  # what is known of it in the branch only
        return own

    # statements

    def if_(self, node: ast.If) -> None:
        branches: list[dict[str, Bounds] | None] = []
        while True:
            names = self.scan(node.test, test=True)
            verdict = self.decide(node.test, names)
            if verdict is not False:
                facts = self._compared(node.test, names)
                self.facts.append([each for each in facts if not each.name])
                equal: dict[str, Bounds] = {each.name: (each.among,) for each in facts if each.name}
                decided = verdict if not branches else None
                own = self.sometimes(node.body, decided, equal)
                self.facts.pop()
                branches.append(own)
            if verdict is True:
                break
            rest = node.orelse
            if len(rest) == 1 and isinstance(rest[0], ast.If):
                node = rest[0]
                continue
            branches.append(self.sometimes(rest, True if not branches else None))
            break
        self.certain = self.certain and None not in branches
        self.join(branches)

    def _compared(self, test: ast.expr, names: Names) -> list[Fact]:
        """What a condition says that expressions are equal to where it holds."""
        parts = test.values if isinstance(test, ast.BoolOp) else [test]
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
            return []
        found: list[Fact] = []
        for part in parts[:_MOST_FACTS]:
            if not isinstance(part, ast.Compare) or len(part.ops) != 1:
                continue
            left, operator = part.left, part.ops[0]
            name = left.id if isinstance(left, ast.Name) and left.id in names else ""
            gets = isinstance(left, ast.Call) and name_of_call(left) == "get"
            if not name and not gets and not isinstance(left, (ast.Subscript, ast.Attribute)):
                continue
            if isinstance(operator, (ast.Eq, ast.In)):
                value = Given(part.comparators[0], names)
                among = Among(value, isinstance(operator, ast.In), names.get(name, ()))
                found.append(Fact(name, ast.dump(left), among, self.names(left)))
        return found

    def _among(self, value: ast.expr, names: Names) -> Among | None:
        """What an expression was compared with, if nothing in it was bound again since."""
        if not self.facts or not any(self.facts):
            return None
        text = ast.dump(value)
        for facts in reversed(self.facts):
            for fact in facts:
                same = all(names.get(name) is bounds for name, bounds in fact.names.items())
                if fact.text == text and same:
                    return fact.among
        return None

    def match(self, node: ast.Match) -> None:
        names = self.scan(node.subject)
        branches: list[dict[str, Bounds] | None] = []
        for case in node.cases:
            verdict = self.decide_case(node, case, names)
            if verdict is False:
                continue
            self._captures(node, case, names)
            if case.guard is not None:
                self.scan(case.guard, test=True)
            branches.append(self.sometimes(case.body))
            if verdict is True or (verdict is None and catches_all(case)):
                break
        else:
            branches.append({})
        self.certain = self.certain and None not in branches
        self.join(branches)

    def _captures(self, node: ast.Match, case: ast.match_case, names: Names) -> None:
        for part in ast.walk(case.pattern):
            name = getattr(part, "name", None) or getattr(part, "rest", None)
            if isinstance(name, str):
                whole = part is case.pattern or (
                    isinstance(part, ast.MatchAs) and part.pattern is case.pattern
                )
                self.set(name, (Given(node.subject, names) if whole else Opaque(part),))

    def for_(self, node: ast.For | ast.AsyncFor) -> None:
        self.scan(node.iter)
        self.loop(node, node.target, endless=False)

    def while_(self, node: ast.While) -> None:
        verdict = constant_truth(node.test)
        if verdict is False:
            self.block(node.orelse)
            return
        self.loop(node, None, endless=verdict is True)

    def loop(
        self, node: ast.For | ast.AsyncFor | ast.While, target: ast.expr | None, endless: bool
    ) -> None:
        """Walk over a loop once: what its names are in a lap is what they were before, or what a
        lap bound them to."""
        loop = _Loop(self._changing(node))
        phis = {name: Phi(self.env.get(name) or ()) for name in loop.names}
        before, certain = self.env, self.certain
        self.env = Env(before, {name: (phi,) for name, phi in phis.items()})
        self.loops.append(loop)
        self.certain = certain and endless
        if isinstance(node, ast.While):
            self.scan(node.test, test=True)
        if target is not None:
            self.bind(target, None, {})
        self.block(node.body)
        if not self.dead:
            loop.laps.append(self._now(loop))
        self.loops.pop()
        self.env, self.dead = before, False
        for name, phi in phis.items():
            phi.laps = merged(lap.get(name, ()) for lap in loop.laps)
        branches: list[dict[str, Bounds] | None] = [*loop.breaks]
        if not endless:
            passed: dict[str, Bounds] = {name: (phi,) for name, phi in phis.items()}
            self.certain = certain and not loop.breaks
            branches.append(self.branch(node.orelse, passed))
        self.certain = certain and endless
        self.join(branches)

    def _changing(self, loop: ast.AST) -> list[str]:
        """The names that a loop may bind or change, other names for the same objects among them."""
        found = dict.fromkeys(changed_in(loop, self.env))
        for name in list(found):
            found.update(dict.fromkeys(self.twins.get(name, ())))
        return list(found)

    def _now(self, loop: _Loop) -> dict[str, Bounds]:
        return {name: self.env.get(name) or () for name in loop.names}

    def break_(self, _node: ast.Break) -> None:
        if self.loops:
            self.loops[-1].breaks.append(self._now(self.loops[-1]))
        self.dead = True

    def continue_(self, _node: ast.Continue) -> None:
        if self.loops:
            self.loops[-1].laps.append(self._now(self.loops[-1]))
        self.dead = True

    def try_(self, node: ast.Try | ast.TryStar) -> None:
        loop = self.loops[-1] if self.loops else None
        laps, breaks = (len(loop.laps), len(loop.breaks)) if loop is not None else (0, 0)
        self.journals.append({})
        self.tries.append(node)
        before = self.env
        self.env = Env(before)
        self.block(node.body)
        self.tries.pop()
        self.block(node.orelse)
        branches = [None if self.dead else self.env.own]
        self.env, self.dead = before, False
        journal = self._journal()
        perhaps = {
            name: merged((self.env.get(name) or (), bounds)) for name, bounds in journal.items()
        }
        certain = self.certain
        for handler in node.handlers:
            own = dict(perhaps)
            if handler.name:
                own[handler.name] = (Opaque(handler),)
            self.certain = False
            self.handling += 1
            branches.append(self.branch(handler.body, own))
            self.handling -= 1
        self.certain = certain and None not in branches
        left = [] if loop is None else [*loop.laps[laps:], *loop.breaks[breaks:]]
        self._finally(node, branches, perhaps, left)

    def _finally(
        self,
        node: ast.Try | ast.TryStar,
        branches: list[dict[str, Bounds] | None],
        perhaps: dict[str, Bounds],
        left: Sequence[dict[str, Bounds]],
    ) -> None:
        """Whatever way a `try` was left, its `finally` is walked; it may end the way itself. `left`
        are the laps of a loop that were left from within it: what it binds counts for them."""
        self.join(branches)
        if not node.finalbody:
            return
        self.journals.append({})
        if self.dead:
            self.dead = False
            self.branch(node.finalbody, perhaps)
            self.dead = True
        else:
            if left or any(_leaves(each) for each in node.finalbody):
                self.join([{}, perhaps])
            self.block(node.finalbody)
        for name, bounds in self._journal().items():
            for names in left:
                if name in names:
                    names[name] = merged((names[name], bounds))

    def _journal(self) -> dict[str, Bounds]:
        """What was bound since a `try` began, which an outer one has to know too."""
        journal = self.journals.pop()
        if self.journals:
            outer = self.journals[-1]
            for name, bounds in journal.items():
                outer[name] = merged((outer.get(name, ()), bounds))
        return journal

    def with_(self, node: ast.With | ast.AsyncWith) -> None:
        cut = False
        for item in node.items:
            self.scan(item.context_expr)
            if item.optional_vars is not None:
                self.bind(item.optional_vars, None, {})
            call = item.context_expr
            cut = cut or (isinstance(call, ast.Call) and name_of_call(call) == "suppress")
        if not cut:
            self.block(node.body)
            return
        self.journals.append({})
        own = self.sometimes(node.body)
        journal = self._journal()
        self.join([own, {n: merged((self.env.get(n) or (), b)) for n, b in journal.items()}])

    def return_(self, node: ast.Return) -> None:
        given = among = None
        if node.value is not None:
            bare = isinstance(node.value, ast.Name)
            names = self.names(node.value) if bare else self.scan(node.value)
            given = Given(node.value, names)
            among = self._among(node.value, names)
        self.sites.append(Site(node, given, self.handling > 0, among))
        self.dead = True

    def raise_(self, node: ast.Raise) -> None:
        for part in (node.exc, node.cause):
            if part is not None:
                self.scan(part)
        self.raises = self.raises or not any(_catches(each, node) for each in self.tries)
        self.dead = True

    def assert_(self, node: ast.Assert) -> None:
        self.scan(node.test, test=True)
        if constant_truth(node.test) is False:
            self.dead = True

    def expression(self, node: ast.Expr) -> None:
        self.scan(node.value)
        value = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(value, ast.Call) and self.ends(value):
            self.raises = True
            self.dead = True

    def assign(self, node: ast.Assign) -> None:
        names = self._value(node.value)
        for target in node.targets:
            self.bind(target, node.value, names)

    def annotated(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.bind(node.target, node.value, self._value(node.value))

    def _value(self, value: ast.expr) -> Names:
        """What a value does; another name for an object is no use of it."""
        return self.names(value) if isinstance(value, ast.Name) else self.scan(value)

    def augmented(self, node: ast.AugAssign) -> None:
        names = self.scan(node.value)
        target = node.target
        if isinstance(target, ast.Name):
            base = self.env.get(target.id) or ()
            how = "update" if isinstance(node.op, ast.BitOr) else "extend"
            self.grow(target.id, Grown(base, how, Given(node.value, names), node))  # type: ignore[arg-type]
            return
        self.scan(target)
        total = ast.copy_location(ast.BinOp(target, node.op, node.value), node)
        self.change(target, Given(total, {**self.names(target), **names}))

    def delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.set(target.id, (Opaque(node),))
            elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
                name = target.value.id
                base = self.env.get(name)
                if base is not None:
                    key = self.given(target.slice)
                    self.grow(name, Grown(base, "remove", key, node))

    def nested(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        self.scan(node, inner=True)
        self.set(node.name, (Opaque(node),))

    def global_(self, node: ast.Global | ast.Nonlocal) -> None:
        for name in node.names:
            self.set(name, (Opaque(node),))

    def imported(self, node: ast.Import | ast.ImportFrom) -> None:
        """An import binds names that are found by where they come from."""

    def bind(self, target: ast.expr, value: ast.expr | None, names: Names) -> None:
        """Bind a target to a value; to something unknown where there is none."""
        if isinstance(target, ast.Name):
            self._bind_name(target.id, value, names)
        elif isinstance(target, (ast.Tuple, ast.List)):
            parts = value.elts if isinstance(value, (ast.Tuple, ast.List)) else None
            listed = [*target.elts, *(parts or ())]
            paired = parts is not None and len(parts) == len(target.elts)
            starred = any(isinstance(each, ast.Starred) for each in listed)
            for index, each in enumerate(target.elts):
                part = parts[index] if parts is not None and paired and not starred else None
                self.bind(each, part, names)
        elif isinstance(target, ast.Starred):
            self.bind(target.value, None, names)
        elif isinstance(target, (ast.Subscript, ast.Attribute)):
            if not isinstance(target.value, ast.Name):
                self.scan(target.value)
            self.change(target, Given(value if value is not None else target, names))

    def _bind_name(self, name: str, value: ast.expr | None, names: Names) -> None:
        for twin in self.twins.pop(name, ()):
            self.twins[twin].discard(name)
        if value is None:
            self.set(name, (Opaque(),))
        elif isinstance(value, ast.Name) and value.id in names:
            self.set(name, names[value.id])
            if value.id != name:
                group = self.twins.setdefault(value.id, set())
                if len(group) > _MOST_TWINS:
                    self.set(name, (Opaque(),))
                    return
                for twin in (*group, value.id):
                    self.twins.setdefault(twin, set()).add(name)
                self.twins[name] = {*group, value.id} - {name}
        else:
            self.set(name, (Given(value, names),))


def catches_all(case: ast.match_case) -> bool:
    """Whether a case takes whatever comes to it."""
    pattern: ast.pattern | None = case.pattern
    if case.guard is not None:
        return False
    if isinstance(pattern, ast.MatchOr):
        pattern = pattern.patterns[-1]
    while isinstance(pattern, ast.MatchAs):
        if pattern.pattern is None:
            return True
        pattern = pattern.pattern
    return False


def _leaves(statement: ast.stmt) -> bool:
    """Whether a statement may leave what it stands in."""
    leaving = (ast.Return, ast.Break, ast.Continue)
    return any(isinstance(each, leaving) for each in ast.walk(statement))


def _catches(node: ast.Try | ast.TryStar, raised: ast.Raise) -> bool:
    """Whether a `try` catches what is raised in it, as far as the names tell."""
    kind = raised.exc.func if isinstance(raised.exc, ast.Call) else raised.exc
    name = kind.attr if isinstance(kind, ast.Attribute) else getattr(kind, "id", "")
    caught = [caught_names(handler) for handler in node.handlers]
    return any(names is None or name in names or names & _BROAD for names in caught)


_STATEMENTS: dict[type[ast.stmt], Any] = {
    ast.If: _Walk.if_,
    ast.Match: _Walk.match,
    ast.For: _Walk.for_,
    ast.AsyncFor: _Walk.for_,
    ast.While: _Walk.while_,
    ast.Break: _Walk.break_,
    ast.Continue: _Walk.continue_,
    ast.Try: _Walk.try_,
    ast.TryStar: _Walk.try_,
    ast.With: _Walk.with_,
    ast.AsyncWith: _Walk.with_,
    ast.Return: _Walk.return_,
    ast.Raise: _Walk.raise_,
    ast.Assert: _Walk.assert_,
    ast.Expr: _Walk.expression,
    ast.Assign: _Walk.assign,
    ast.AnnAssign: _Walk.annotated,
    ast.AugAssign: _Walk.augmented,
    ast.Delete: _Walk.delete,
    ast.FunctionDef: _Walk.nested,
    ast.AsyncFunctionDef: _Walk.nested,
    ast.ClassDef: _Walk.nested,
    ast.Global: _Walk.global_,
    ast.Nonlocal: _Walk.global_,
    ast.Import: _Walk.imported,
    ast.ImportFrom: _Walk.imported,
}
