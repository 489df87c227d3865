"""One walk over a function's body, by the flow of control (reference langgraph §2.7).

Code after a `return`, a `raise` or a call that never returns is unreachable; a condition with a
known value (`if False`, `if TYPE_CHECKING`) takes one branch. No code is run.
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.binding import Binding
from phaselint.dialects.langgraph.reading.flowing import (
    Env,
    Flow,
    Given,
    Opaque,
    Param,
    Phi,
    Site,
    merged,
)
from phaselint.dialects.langgraph.reading.scanning import changed_in
from phaselint.dialects.langgraph.reading.syntax import (
    catches,
    catches_all,
    constant_truth,
    leaves,
    name_of_call,
    parameters_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from phaselint.dialects.langgraph.reading.flowing import Bounds, Names

    Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    Decide = Callable[[ast.expr, Names], bool | None]
    DecideCase = Callable[[ast.Match, ast.match_case, Names], bool | None]


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
        sites=tuple(walk.sites),
        generator=walk.generator,
        raises=walk.raises,
        accesses=tuple(walk.accesses),
        changes=tuple(walk.changes),
        whole=frozenset(walk.whole),
        calls=tuple(walk.calls),
        work=tuple(walk.work),
        tool_calls=walk.tool_calls,
    )


class _Loop:
    """A loop that is being walked: what its names are at each `continue` and each `break`."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self.laps: list[dict[str, Bounds]] = []
        self.breaks: list[dict[str, Bounds]] = []


class _Walk(Binding):
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
        self.dead = self.raises = False
        self.handling = 0
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
                del own[name]  # facts about it in this branch only
        return own

    # statements

    def if_(self, node: ast.If) -> None:
        branches: list[dict[str, Bounds] | None] = []
        while True:
            names = self.scan(node.test, test=True)
            verdict = self.decide(node.test, names)
            if verdict is not False:
                facts = self.compared(node.test, names)
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
        self.journals += [{}, {}]  # of all of it, and of its body
        self.tries.append(node)
        before = self.env
        self.env = Env(before)
        self.block(node.body)
        self.tries.pop()
        self.block(node.orelse)
        branches = [None if self.dead else self.env.own]
        self.env, self.dead = before, False
        perhaps = self._perhaps()
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
        perhaps = self._perhaps()
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
            if left or any(leaves(each) for each in node.finalbody):
                self.join([{}, perhaps])
            self.block(node.finalbody)
        for name, bounds in self._journal().items():
            for names in left:
                if name in names:
                    names[name] = merged((names[name], bounds))

    def _perhaps(self) -> dict[str, Bounds]:
        """What names may be after a part that may have been left anywhere."""
        bound = self._journal()
        return {name: merged((self.env.get(name) or (), each)) for name, each in bound.items()}

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
        self.join([own, self._perhaps()])

    def return_(self, node: ast.Return) -> None:
        given = among = None
        if node.value is not None:
            bare = isinstance(node.value, ast.Name)
            names = self.names(node.value) if bare else self.scan(node.value)
            given = Given(node.value, names)
            among = self.among(node.value, names)
        self.sites.append(Site(node, given, self.handling > 0, among))
        self.dead = True

    def raise_(self, node: ast.Raise) -> None:
        for part in (node.exc, node.cause):
            if part is not None:
                self.scan(part)
        self.raises = self.raises or not any(catches(each, node) for each in self.tries)
        self.dead = True

    def assert_(self, node: ast.Assert) -> None:
        self.scan(node.test, test=True)
        if constant_truth(node.test) is False:
            self.dead = True

    def expression(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # as docstrings are
            self.scan(node.value)
        value = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(value, ast.Call) and self.ends(value):
            self.raises = True
            self.dead = True


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
}
