"""Functions that nodes and routers run, as records (reference §2.6 to §2.12)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.functionmodel import (
    Answer,
    Answers,
    Function,
    Known,
)
from phaselint.dialects.langgraph.model import END
from phaselint.dialects.langgraph.reading.annotations import (
    command_literal,
    gives_one,
    hints_fail,
    members,
    plain,
    router_literal,
)
from phaselint.dialects.langgraph.reading.answering import site_options
from phaselint.dialects.langgraph.reading.flowing import Flow, Given
from phaselint.dialects.langgraph.reading.frames import Evaluation, Frame, already
from phaselint.dialects.langgraph.reading.giving import answers_of
from phaselint.dialects.langgraph.reading.guides import guide_of
from phaselint.dialects.langgraph.reading.missing import missing_case
from phaselint.dialects.langgraph.reading.observing import interrupts_of, observed
from phaselint.dialects.langgraph.reading.optionsets import as_answer
from phaselint.dialects.langgraph.reading.reducers import Annotation
from phaselint.dialects.langgraph.reading.returning import returns_of
from phaselint.dialects.langgraph.reading.schemas import has_hints, schema_of
from phaselint.dialects.langgraph.reading.shared import Shared
from phaselint.dialects.langgraph.reading.syntax import positional
from phaselint.dialects.langgraph.reading.tools import bound_tools, tools_of
from phaselint.dialects.langgraph.reading.words import has_word
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.functionmodel import Guide, Return, Schema, ToolList
    from phaselint.dialects.langgraph.reading.resolving import Defined, Resolver, Scope

    Def = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

_CALLERS_TOOLS = "tool_calls"


class _Head(NamedTuple):
    """What a function is before its body is read."""

    node: Def
    scope: Scope
    name: str
    id: str
    place: Place
    state: str
    parameters: int


class _Signature(NamedTuple):
    """What LangGraph takes of the annotations of a function (see `Function`)."""

    schema: Schema | None = None
    schema_unknown: bool = False
    declared: tuple[Known, ...] | None = None
    annotation: Place | None = None
    returns_one: bool = False


class _Result(NamedTuple):
    """What a function returns as a node, and whether that is all; what it answers as a router."""

    returns: tuple[Return, ...] = ()
    complete: bool = False
    answers: Answers = Answers()
    guide: Guide | None = None


class Reader:
    """Reads the functions, schemas and tools of a project, each once."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self.shared = Shared(resolver)
        self._functions: dict[tuple[str, bool], Function] = {}

    def schema(self, expression: ast.expr, scope: Scope) -> Schema:
        """The schema that an expression names."""
        return schema_of(self.shared, expression, scope)

    def tools(self, call: ast.Call, scope: Scope) -> ToolList:
        """The tools that a call lists."""
        return tools_of(self.resolver, call, scope)

    def answers(self, expression: ast.expr, scope: Scope) -> Answers:
        """What an expression that stands outside of functions may answer, as a `goto` does."""
        frame = Frame(scope, Flow())
        place = self.resolver.place(expression, scope)
        return answers_of(Evaluation(self.shared), Given(expression, {}), frame, place)

    def function(self, defined: Defined, as_router: bool = False) -> Function:
        """A function that is defined in the project: what it returns as a node, or what it answers
        as a router."""
        head = self._head(defined)
        if head is None:
            return Function("", "", self.resolver.place(defined.node, defined.scope))
        key = (head.id, as_router)
        found = self._functions.get(key)
        if found is None:
            found = self._functions[key] = self._read(head, defined, as_router)
        return found

    def _head(self, defined: Defined) -> _Head | None:
        node = defined.node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            return None
        scope = self.resolver.inner(node, defined.scope, defined.arguments)
        listed = positional(node)[1 if defined.bound else 0 :]
        open_ones = [each.arg for each in listed if each.arg not in defined.arguments]
        state = open_ones[0] if open_ones else ""
        if not state and node.args.kwonlyargs and isinstance(node, ast.Lambda):
            state = ""
        name = "" if isinstance(node, ast.Lambda) else node.name
        many = -1 if node.args.vararg is not None else len(open_ones)
        place = _name_place(self.resolver.place(node, defined.scope), node, defined.scope)
        made = _made_with(scope)
        identity = f"{defined.scope.module.path}:{node.lineno}:{node.col_offset}{made}"
        return _Head(
            node=node,
            scope=scope,
            name=name,
            id=identity,
            place=place,
            state=state,
            parameters=many,
        )

    def _read(self, head: _Head, defined: Defined, as_router: bool) -> Function:
        node = head.node
        ev = Evaluation(self.shared)
        flow = self.shared.flow(node, head.scope)
        frame = Frame(head.scope, flow, head.state, already(defined))
        opaque = self.shared.wrapped(defined)
        signature = self._signature(head, defined, as_router)
        seen = observed(ev, frame)
        interrupts = interrupts_of(Evaluation(self.shared), frame)
        bound = bound_tools(ev, frame)
        calls_tools = flow.tool_calls or self._calls_tools(frame)
        result = _Result() if opaque else self._result(head, frame, as_router)
        return Function(
            *(head.id, head.name, head.place),
            schema=signature.schema,
            schema_unknown=signature.schema_unknown,
            returns=result.returns,
            returns_complete=result.complete,
            answers=result.answers,
            guide=result.guide,
            declared=signature.declared,
            annotation=signature.annotation,
            reads=seen.reads,
            reads_complete=seen.complete and not opaque,
            changes=seen.changes,
            interrupts=interrupts,
            bound=bound,
            is_async=isinstance(node, ast.AsyncFunctionDef),
            parameters=head.parameters,
            commands=self._commands(head.scope),
            raises=flow.raises,
            reads_tool_calls=calls_tools,
            returns_one=signature.returns_one,
        )

    def _result(self, head: _Head, frame: Frame, as_router: bool) -> _Result:
        """What a function gives back."""
        ev = Evaluation(self.shared)
        if not as_router:
            return _Result(*returns_of(ev, frame, head.place))
        answers = router_answers(ev, frame, head.place)
        guide = guide_of(
            ev, frame, answers.options, lambda at: router_answers(ev, at, head.place).options
        )
        return _Result(answers=answers, guide=guide)

    def _signature(self, head: _Head, defined: Defined, as_router: bool) -> _Signature:
        """What LangGraph takes of the annotations of a function."""
        node, outside = head.node, defined.scope
        if isinstance(node, ast.Lambda) or defined.through == "partial":
            return _Signature()
        hidden = defined.through == "runnable" and not as_router
        if hints_fail(self.shared, node, outside) or hidden:
            return _Signature()
        if node.returns is None:
            return _Signature(*self._schema(node, head, outside))
        given = Annotation(node.returns, outside)
        named = members(self.resolver, given)
        if as_router:
            unseen = node.name == "__call__"
            declared = None if unseen else router_literal(self.resolver, given)
        else:
            declared = command_literal(self.resolver, named)
        annotation = self.resolver.place(node.returns, outside)
        returns_one = gives_one(self.resolver, named)
        schema = self._schema(node, head, outside)
        return _Signature(*schema, declared, annotation, returns_one)

    def _schema(self, node: Def, head: _Head, outside: Scope) -> tuple[Schema | None, bool]:
        """The class of the first parameter, and whether it is unknown; none where LangGraph takes
        none of it."""
        annotation = next(
            (each.annotation for each in positional(node) if each.arg == head.state), None
        )
        if annotation is None:
            return None, False
        schema = schema_of(self.shared, *plain(self.resolver, annotation, outside))
        hints = has_hints(schema)
        return (schema if hints else None), hints is None

    def _calls_tools(self, frame: Frame) -> bool:
        """Whether a function of the project that this one calls mentions `tool_calls`."""
        if not has_word(frame.scope.module.document, _CALLERS_TOOLS):
            return False
        ev = Evaluation(self.shared)
        for called in frame.flow.calls[:100]:
            for each in ev.callees(called.call, called.names, frame) or ():
                if each.flow.tool_calls:
                    return True
        return False

    def _commands(self, scope: Scope) -> bool:
        """Whether the module of a function has the name `Command`."""
        return "Command" in self.shared.module_names(scope.module)


def router_answers(ev: Evaluation, frame: Frame, end: Place) -> Answers:
    """What a router may answer; `end` is where falling off its end is said to be."""
    if frame.flow.generator:
        return Answers()
    found: list[Answer] = []
    complete = True
    for site in frame.flow.sites:
        if site.given is not None:
            node = site.node or site.given.expression
            place = ev.place(node, frame)
            listed, known = site_options(ev, site, frame)
            found.extend(as_answer(each, place) for each in listed)
            complete = complete and known
        elif site.node is not None:
            place = ev.place(site.node, frame)
            found.append(Answer((Known(None, place),), place))
        else:
            found.extend(_falls_off(ev, frame, end))
    return Answers(tuple(dict.fromkeys(found)), complete)


def _falls_off(ev: Evaluation, frame: Frame, end: Place) -> list[Answer]:
    """The answer of the end of a body, unless no case is missing."""
    grade = missing_case(ev, frame)
    if grade == "none":
        return []
    return [Answer((Known(None, end),), end, falls_off=True, missing=grade)]


def tools_condition_function(place: Place) -> Function:
    """`tools_condition` of langgraph: to the node `tools`, or to the end."""
    names = (Known("tools", place), Known(END, place))
    found = tuple(Answer((each,), place) for each in names)
    return Function(
        "langgraph.prebuilt.tools_condition",
        "tools_condition",
        place,
        answers=Answers(found, complete=True),
        declared=names,
        reads_complete=False,
        parameters=2,
        returns_one=True,
    )


def _name_place(place: Place, node: Def, scope: Scope) -> Place:
    """The name in a `def`, of which the place is that of the whole."""
    if isinstance(node, ast.Lambda) or len(place.pointer) != 2:
        return place
    start, _end = place.pointer
    if not isinstance(start, int):
        return place
    found = scope.module.document.text.find(node.name, start + len("def"))
    return Place(place.file, (found, found + len(node.name))) if found >= 0 else place


def _made_with(scope: Scope) -> str:
    """What a factory was called with, where that made the function."""
    parts = []
    at: Scope | None = scope
    for _ in range(6):
        if at is None:
            break
        for name, argument in at.arguments.items():
            expression = argument.expression
            place = f"{argument.scope.module.path}:{expression.lineno}:{expression.col_offset}"
            if isinstance(expression, ast.Constant):
                place = repr(expression.value)[:60]
            parts.append(f"{name}={place}")
        at = at.outer
    return f"({', '.join(parts)})" if parts else ""


__all__ = ["Reader", "router_answers", "tools_condition_function"]
