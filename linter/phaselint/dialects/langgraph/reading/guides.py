"""Routers that decide by one key of the state (reference §2.7, correlation).

The body is walked again for each constant that the key is compared with: a comparison is then
decided, and only the answers are left that the key leads to. Other conditions may hold or not, so
nothing is taken away that could come back.
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.functionmodel import Answers, Guide, name_of
from phaselint.dialects.langgraph.reading.flowing import Given
from phaselint.dialects.langgraph.reading.syntax import catches_all, constant_truth
from phaselint.dialects.langgraph.reading.trees import breadth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from phaselint.dialects.langgraph.functionmodel import (
        Answer,
        Constant,
        Function,
        Key,
    )
    from phaselint.dialects.langgraph.reading.flowing import Names
    from phaselint.dialects.langgraph.reading.frames import Evaluation, Frame

    Def = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

_MOST = 24
"""How many constants a key is compared with."""

_DEEPEST = 12


class _Other:
    """Any value but the constants that a key is compared with."""


_OTHER = _Other()
_Value = object


def guide_of(
    ev: Evaluation,
    frame: Frame,
    options: Sequence[Answer],
    answers: Callable[[Frame], Sequence[Answer]],
) -> Guide | None:
    """How a router decides by one key; none where it does not. `answers` reads those of a frame
    whose flow was decided."""
    node = frame.scope.body
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        return None
    if len(options) < 2:
        return None
    asked = _asked(ev, frame, node)
    if len(asked.keys) != 1 or len(asked.constants) > _MOST:
        return None
    key = next(iter(asked.keys))
    indices = {each: index for index, each in enumerate(options)}
    cases: list[tuple[Constant, tuple[int, ...]]] = []
    otherwise: tuple[int, ...] = ()
    for value in (*asked.constants, _OTHER):
        decided = _Decided(ev, frame, key, value, asked.constants)
        flow = ev.shared.flow(node, frame.scope, decided.test, decided.case)
        found = answers(frame._replace(flow=flow, decide=decided.test))
        chosen = {indices.get(each, -1) for each in found}
        if -1 in chosen or ev.steps <= 0:
            return None
        if isinstance(value, _Other):
            otherwise = tuple(sorted(chosen))
        else:
            cases.append((value, tuple(sorted(chosen))))
    everything = tuple(range(len(options)))
    if all(given == everything for _value, given in cases) and otherwise == everything:
        return None
    return Guide(key, tuple(cases), otherwise)


def _asked(ev: Evaluation, frame: Frame, node: Def) -> _Asked:
    """What the conditions of a router compare."""
    asked = _Asked(ev, frame)
    ev.shared.flow(node, frame.scope, asked.test, asked.case)
    for site in frame.flow.sites:
        if site.given is not None:
            for part in breadth(site.given.expression):
                if isinstance(part, ast.IfExp):
                    asked.test(part.test, site.given.names)
    return asked


def _key(ev: Evaluation, node: ast.expr, names: Names, frame: Frame) -> str | None:
    """The key of the state whose value an expression is."""
    for _ in range(_DEEPEST):
        if isinstance(node, ast.NamedExpr):
            node = node.value
        if not isinstance(node, ast.Name):
            break
        bounds = names.get(node.id, ())
        if len(bounds) != 1 or not isinstance(bounds[0], Given):
            return None
        node, names = bounds[0].expression, bounds[0].names
    if isinstance(node, ast.Attribute):
        base, key = node.value, str(node.attr)
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        base, key = node.value, str(node.slice.value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        first = node.args[0]
        if node.func.attr != "get" or not isinstance(first, ast.Constant):
            return None
        base, key = node.func.value, str(first.value)
    else:
        return None
    return key if ev.state_expression(base, names, frame) else None


class _Comparison:
    """Comparisons of keys of the state with constants."""

    def __init__(self, ev: Evaluation, frame: Frame) -> None:
        self.ev, self.frame = ev, frame

    def compared(self, node: ast.expr, names: Names) -> tuple[str, list[Constant], bool] | None:
        """Key, constants, and whether it must be one of them; None for anything else."""
        if not isinstance(node, ast.Compare) or len(node.ops) != 1:
            return None
        left, right = node.left, node.comparators[0]
        operator = node.ops[0]
        equal = isinstance(operator, (ast.Eq, ast.In, ast.Is))
        key = _key(self.ev, left, names, self.frame)
        if isinstance(operator, (ast.In, ast.NotIn)):
            members = None if key is None else self._members(right)
            return (key, members, equal) if key is not None and members is not None else None
        if not isinstance(operator, (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)):
            return None
        if key is None:
            key, right = _key(self.ev, right, names, self.frame), left
        constant = None if key is None else self._constant(right)
        return (key, constant, equal) if key is not None and constant is not None else None

    def _constant(self, node: ast.expr) -> list[Constant] | None:
        only = self.ev.values(node, self.frame).only
        return None if only is None else [only.value]

    def _members(self, node: ast.expr) -> list[Constant] | None:
        items = self.ev.resolver.items(node, self.frame.scope)
        if items is None:
            return None
        found = [self.ev.resolver.values(each, scope).only for each, scope in items]
        known = [each.value for each in found if each is not None]
        return known if len(known) == len(found) else None

    def pattern(self, pattern: ast.pattern) -> list[Constant] | None:
        """The constants of a pattern; none where it asks for something else."""
        if isinstance(pattern, ast.MatchValue):
            return self._constant(pattern.value)
        if isinstance(pattern, ast.MatchSingleton):
            return [pattern.value]
        if isinstance(pattern, ast.MatchOr):
            parts = [self.pattern(each) for each in pattern.patterns[:_MOST]]
            known = [each for each in parts if each is not None]
            complete = len(known) == len(pattern.patterns)
            return [one for each in known for one in each] if complete else None
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is not None:
            return self.pattern(pattern.pattern)
        return None


class _Asked(_Comparison):
    """Which keys a router compares, and with what."""

    def __init__(self, ev: Evaluation, frame: Frame) -> None:
        super().__init__(ev, frame)
        self.keys: dict[str, None] = {}
        self.constants: dict[Constant, None] = {}

    def _note(self, key: str, constants: Sequence[Constant]) -> None:
        self.keys[key] = None
        self.constants.update((name_of(each), None) for each in constants)

    def test(self, node: ast.expr, names: Names) -> bool | None:
        """Note the comparisons of a condition."""
        for part in breadth(node):
            if isinstance(part, ast.Compare):
                found = self.compared(part, names)
                if found is not None:
                    self._note(found[0], found[1])
        bare = node
        while isinstance(bare, ast.UnaryOp) and isinstance(bare.op, ast.Not):
            bare = bare.operand
        key = _key(self.ev, bare, names, self.frame)
        if key is not None:
            self._note(key, (True, False, None))
        return constant_truth(node)

    def case(self, match: ast.Match, case: ast.match_case, names: Names) -> bool | None:
        """Note the constants of a case."""
        key = _key(self.ev, match.subject, names, self.frame)
        constants = self.pattern(case.pattern)
        if key is not None and constants is not None:
            self._note(key, constants)
        return None


class _Decided(_Comparison):
    """What conditions are when a key has one value."""

    def __init__(
        self,
        ev: Evaluation,
        frame: Frame,
        key: str,
        value: _Value,
        asked: Collection[Constant],
    ) -> None:
        super().__init__(ev, frame)
        self.key, self.value, self.asked = key, value, asked

    def _among(self, constants: Sequence[Constant]) -> bool | None:
        """Whether the value is one of some constants; none where it is any other one than those
        that are asked for, and these are others."""
        if any(name_of(each) == self.value for each in constants):
            return True
        if isinstance(self.value, _Other) and any(name_of(e) not in self.asked for e in constants):
            return None
        return False

    def test(self, node: ast.expr, names: Names) -> bool | None:
        """What a condition is; none where the key does not decide it."""
        return self._test(node, names, 0)

    def _test(self, node: ast.expr, names: Names, depth: int) -> bool | None:
        known = constant_truth(node)
        if known is not None or depth > _DEEPEST:
            return known
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self._test(node.operand, names, depth + 1)
            return None if inner is None else not inner
        if isinstance(node, ast.BoolOp):
            parts = [self._test(each, names, depth + 1) for each in node.values]
            decisive = isinstance(node.op, ast.Or)
            if decisive in parts:
                return decisive
            return None if None in parts else not decisive
        found = self.compared(node, names)
        if found is not None:
            key, constants, equal = found
            among = self._among(constants) if key == self.key else None
            return None if among is None else among is equal
        if isinstance(self.value, _Other) or _key(self.ev, node, names, self.frame) != self.key:
            return None
        return bool(self.value)

    def case(self, match: ast.Match, case: ast.match_case, names: Names) -> bool | None:
        """Whether a case takes the value."""
        if _key(self.ev, match.subject, names, self.frame) != self.key:
            return None
        constants = self.pattern(case.pattern)
        if constants is None:
            return True if catches_all(case) else None
        among = self._among(constants)
        if not among:
            return among
        return True if case.guard is None else None


def guided(
    router: Function, source: Function, keys: Mapping[str, Key] | None = None
) -> Answers | None:
    """The answers of a router after a node that sets the key that it decides by to constants; none
    where it does not, or where a reducer makes something else of them."""
    guide = router.guide
    if guide is None or not source.returns_complete or not source.returns:
        return None
    key = (keys or {}).get(guide.key)
    if key is not None and (key.reducer or key.channel):
        return None
    chosen: set[int] = set()
    cases = list(guide.cases)
    for each in source.returns:
        if each.parent:
            continue
        written = [one for one in each.update.keys if one.key == guide.key]
        if not written or not written[-1].values.complete:
            return None
        for constant in written[-1].values.constants:
            value = name_of(constant)
            matching = [given for label, given in cases if label == value]
            chosen.update(matching[0] if matching else guide.otherwise)
    options = tuple(router.answers.options[index] for index in sorted(chosen))
    return Answers(options, router.answers.complete)


__all__ = ["guide_of", "guided"]
