"""What decides of a result that judges look at how its run goes on (reference §5.6, §5.9).

A judge may say anything of any result. So two results are alike for which the evaluators that are
left say the same, and in which later gates find the same, whatever the judges say.
"""

from __future__ import annotations

from phaselint.dialects.sweny.running.answers import ERROR
from phaselint.dialects.sweny.running.gates import PatternTimeout, by_function, by_value, succeeds
from phaselint.dialects.sweny.running.questions import node_of
from phaselint.dialects.sweny.running.readings import EVALS, of_data
from phaselint.javascript.texts import json_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from phaselint.dialects.sweny.model import Node
    from phaselint.dialects.sweny.running.gates import Rules
    from phaselint.dialects.sweny.running.readings import Reading
    from phaselint.dialects.sweny.running.results import Result
    from phaselint.dialects.sweny.running.session import Law, Pending, State


def facts_of(state: State, pending: Pending) -> Hashable:
    """What distinguishes results under judgment: verdicts and readings, or, where more than these
    counts, all of the data and the calls."""
    node, law, result = node_of(state), state.law, pending.result
    readings = law.book.read.get(node.id, ()) if law.book else ()
    if not tells_all(law, readings):
        try:
            verdicts = tuple(_verdicts(node, len(pending.verdicts), result, law.rules))
        except PatternTimeout:
            pass  # then nothing but the data tells
        else:
            ends = (result.data, {**result.data, ERROR: ""})  # if it passes, and if it fails
            hidden = EVALS in result.data  # then it is all that is found of verdicts
            asked = readings if hidden else of_data(readings)
            found = tuple(each.holds(end, law.rules) for each in asked for end in ends)
            return verdicts, hidden, found
    calls = tuple((call["tool"], succeeds(call)) for call in result.calls)
    return json_of(result.data), calls


def _verdicts(node: Node, done: int, result: Result, rules: Rules) -> Iterator[bool]:
    """What the evaluators that are left say, judges apart."""
    for evaluator in node.evals[done:]:
        if evaluator.kind == "value":
            yield by_value(evaluator, result.data, rules).passed
        elif evaluator.kind == "function":
            yield by_function(evaluator, result.calls, rules).passed


def tells_all(law: Law, readings: Sequence[Reading]) -> bool:
    """Whether anything but verdicts and readings looks at results, or a reading at what only their
    end brings: words of verdicts and of failures. Then all of a result is told apart."""
    edges = law.workflow.edges
    return bool(
        law.book is None
        or law.obeyed is not None
        or any(edge.expr for edge in edges)
        or any(each.tells_errors() or each.tells_words() for each in readings)
    )
