"""What the calls of a function in the project agree on (reference langgraph §1.2 F8)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.following import arguments_of
from phaselint.dialects.langgraph.reading.scopes import module_scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.langgraph.reading.course import Course
    from phaselint.dialects.langgraph.reading.resolving import Argument, Defined

_MOST_CALLS = 50


def agreed_arguments(world: Course, defined: Defined) -> Mapping[str, Argument]:
    """Constants that all calls of a function pass for a parameter. None are shared if the function
    is used other than in a call."""
    node = defined.node
    arguments = getattr(node, "args", None)
    name = getattr(node, "name", "")
    if not isinstance(arguments, ast.arguments) or not (arguments.args or arguments.kwonlyargs):
        return {}
    uses = world.uses(name)
    if not 0 < uses <= _MOST_CALLS:
        return {}
    given: list[Mapping[str, Argument]] = []
    for module, call in world.calls_of(name):
        if any(isinstance(each, ast.Starred) for each in call.args):
            return {}
        if any(word.arg is None for word in call.keywords):
            return {}
        scope = module_scope(module)
        given.append(arguments_of(defined, call.args, call.keywords, scope))
    if len(given) != uses:
        return {}
    return _common(given)


def _common(given: list[Mapping[str, Argument]]) -> Mapping[str, Argument]:
    """The parameters that have one and the same constant in all."""
    found: dict[str, Argument] = {}
    for name, argument in given[0].items():
        others = [each.get(name) for each in given]
        if all(
            other is not None
            and isinstance(other.expression, ast.Constant)
            and isinstance(argument.expression, ast.Constant)
            and type(other.expression.value) is type(argument.expression.value)
            and other.expression.value == argument.expression.value
            for other in others
        ):
            found[name] = argument
    return found
