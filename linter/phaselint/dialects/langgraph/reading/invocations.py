"""Compilations and runs of a graph (reference langgraph §2.12)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.model import Compile, Invocation
from phaselint.dialects.langgraph.reading.making import given, place_of_call, spreads, underlying

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Literal

    from phaselint.dialects.langgraph.functionmodel import Known
    from phaselint.dialects.langgraph.model import Certainty
    from phaselint.dialects.langgraph.reading.drafts import Operation
    from phaselint.dialects.langgraph.reading.making import Making
    from phaselint.dialects.langgraph.reading.resolving import Scope
    from phaselint.vocabulary.finding import Place

    Kind = Literal["input", "resume", "none", "unknown"]


def compile_of(making: Making, operation: Operation) -> Compile:
    """What a `compile` of a graph is given."""
    call, scope = operation.call, operation.scope
    arguments = given(call, "checkpointer")
    before, known_before = _interrupts(making, arguments.get("interrupt_before"), scope)
    after, known_after = _interrupts(making, arguments.get("interrupt_after"), scope)
    name = arguments.get("name")
    said = None if name is None else making.project.values(name, scope).only
    checkpointer = checkpointer_of(making, arguments.get("checkpointer"), scope)
    if checkpointer == "no" and spreads(call):
        checkpointer = "unknown"
    return Compile(
        place_of_call(making.project, call, scope),
        checkpointer,
        interrupt_before=before,
        interrupt_after=after,
        interrupts_known=known_before and known_after and not spreads(call),
        binding=operation.binding,
        guards=making.guards(operation),
        order=operation.order,
        name=str(said.value) if said is not None else "",
    )


def checkpointer_of(making: Making, expression: ast.expr | None, scope: Scope) -> Certainty:
    """Whether there is a checkpointer."""
    if expression is None:
        return "no"
    only = making.project.values(expression, scope).only
    if only is not None:
        return "yes" if only.value is True else "no"
    if making.project.values(expression, scope).known:
        return "unknown"
    written, where = underlying(making.project, expression, scope)
    if isinstance(written, ast.Call):
        return _called(making, written, where)
    if isinstance(written, ast.Name) and _entered(making, written, where):
        return "yes"
    return "unknown"


def _called(making: Making, call: ast.Call, scope: Scope) -> Certainty:
    """What a call gives is a checkpointer if it is made by a class or method from outside."""
    targets = making.project.targets(call.func, scope)
    if targets.outside and not targets.defined:
        return "yes"
    if any(each.kind == "class" for each in targets.defined):
        return "yes"
    return "unknown"


def _entered(making: Making, name: ast.Name, scope: Scope) -> bool:
    """Whether a name is what a `with` gives."""
    from phaselint.dialects.langgraph.reading.bindings import start_of
    from phaselint.dialects.langgraph.reading.scopes import lookup

    found = lookup(making.project, name.id, scope, start_of(name))
    return bool(found) and all(isinstance(each.binding.node, ast.withitem) for each in found)


def _interrupts(
    making: Making, expression: ast.expr | None, scope: Scope
) -> tuple[tuple[Known, ...], bool]:
    """The nodes before or after which runs stop, and whether those are all."""
    if expression is None:
        return (), True
    values = making.project.values(expression, scope)
    if values.only is not None:
        return ((values.only,) if isinstance(values.only.value, str) else ()), True
    items = making.project.items(expression, scope)
    if items is None:
        return (), False
    each = [making.project.values(*item).only for item in items]
    known = tuple(one for one in each if one is not None)
    return known, len(known) == len(each)


def invocation_of(making: Making, operation: Operation) -> Invocation:
    """A run of a compiled graph."""
    call, scope = operation.call, operation.scope
    arguments = given(call, "input", "config")
    kind, keys, complete = _input(making, arguments.get("input"), scope)
    if operation.method in {"batch", "abatch", "batch_as_completed", "abatch_as_completed"}:
        kind, keys, complete = "unknown", (), False
    config = _Config(making)
    for each, where in operation.configs:
        config.add(given(each, "config").get("config"), where)
        config.words(each, where)
    config.add(arguments.get("config"), scope)
    if spreads(call):
        config.limit_known, config.thread = False, "unknown"
    return Invocation(
        place_of_call(making.project, call, scope),
        operation.method,
        kind=kind,
        keys=keys,
        complete=complete,
        limit=config.limit,
        limit_known=config.limit_known,
        thread=config.thread,
        in_async=operation.is_async,
        file=scope.module.path,
    )


def _input(
    making: Making, expression: ast.expr | None, scope: Scope
) -> tuple[Kind, tuple[Known, ...], bool]:
    """What a run begins with: the keys of its input, or how it goes on."""
    if expression is None:
        return "unknown", (), False
    only = making.project.values(expression, scope).only
    if only is not None and only.value is None:
        return "none", (), True
    pairs = making.project.entries(expression, scope)
    if pairs is not None:
        values = [making.project.values(key, where).only for key, _, where in pairs]
        known = tuple(each for each in values if each is not None)
        return "input", known, len(known) == len(values)
    written, where = underlying(making.project, expression, scope)
    if isinstance(written, ast.Call):
        origin = making.project.origin(written.func, where)
        if origin.startswith("langgraph.") and origin.endswith(".Command"):
            resumes = "resume" in given(written, "graph", "update", "resume", "goto")
            return ("resume" if resumes else "unknown"), (), False
    if isinstance(written, ast.Dict):
        keys = [making.project.values(k, where).only for k in written.keys if k is not None]
        return "input", tuple(each for each in keys if each is not None), False
    return "unknown", (), False


class _Config:
    """What configurations of a run say together."""

    def __init__(self, making: Making) -> None:
        self._making = making
        self.limit: tuple[int, Place] | None = None
        self.limit_known = True
        self.thread: Certainty = "no"

    def add(self, expression: ast.expr | None, scope: Scope) -> None:
        """Another configuration: a dict."""
        if expression is None or _is_none(expression):
            return
        pairs = self._making.project.entries(expression, scope)
        if pairs is None:
            self._partly(expression, scope)
            return
        for key, value, where in pairs:
            self._entry(self._making.project.values(key, where).only, value, where)

    def _partly(self, expression: ast.expr, scope: Scope) -> None:
        """A configuration of which not all is known."""
        self.limit_known = False
        self.thread = "unknown"
        written, where = underlying(self._making.project, expression, scope)
        if isinstance(written, ast.Dict):
            for key, value in zip(written.keys, written.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == "recursion_limit":
                    self._number(value, where)

    def words(self, call: ast.Call, scope: Scope) -> None:
        """A configuration by keywords."""
        words: Mapping[str, ast.expr] = given(call)
        if "recursion_limit" in words:
            self._number(words["recursion_limit"], scope)
        if "configurable" in words:
            self._configurable(words["configurable"], scope)

    def _entry(self, key: Known | None, value: ast.expr, scope: Scope) -> None:
        if key is None:
            self.limit_known, self.thread = False, "unknown"
        elif key.value == "recursion_limit":
            self._number(value, scope)
        elif key.value == "configurable":
            self._configurable(value, scope)

    def _number(self, value: ast.expr, scope: Scope) -> None:
        only = self._making.project.values(value, scope).only
        if only is not None and isinstance(only.value, int) and not isinstance(only.value, bool):
            self.limit = (only.value, self._making.project.place(value, scope))
            self.limit_known = True
        else:
            self.limit, self.limit_known = None, False

    def _configurable(self, value: ast.expr, scope: Scope) -> None:
        pairs = self._making.project.entries(value, scope)
        if pairs is None:
            self.thread = "unknown"
            return
        names = [self._making.project.values(key, where).only for key, _, where in pairs]
        if any(each is not None and each.value == "thread_id" for each in names):
            self.thread = "yes"
        elif any(each is None for each in names) and self.thread == "no":
            self.thread = "unknown"


def _is_none(expression: ast.expr) -> bool:
    return isinstance(expression, ast.Constant) and expression.value is None


def late_operations(operations: Sequence[Operation]) -> Sequence[Operation]:
    """Operations after the last `compile`, in straight line with it."""
    compiles = [each for each in operations if each.method == "compile"]
    if not compiles:
        return ()
    last = compiles[-1]
    return [
        each
        for each in operations
        if each.order > last.order
        and each.method.startswith(("add_", "set_"))
        and each.frame == last.frame
        and not each.repeated
        and each.guards[: len(last.guards)] == last.guards
    ]
