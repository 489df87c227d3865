"""What decides of a result that judges look at how its run goes on (reference §5.6, §5.9).

A judge may say anything of any result. So two results are alike for which the evaluators that are
left say the same, and in which later gates find the same, whatever the judges say.
"""

from __future__ import annotations

from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.dialects.sweny.running.answers import WRITTEN
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
    if not _counts_more(law, result, readings):
        try:
            verdicts = tuple(_verdicts(node, len(pending.verdicts), result, law.rules))
        except PatternTimeout:
            pass  # then nothing but the data tells
        else:
            found = (each.holds(result.data, law.rules) for each in of_data(readings))
            return verdicts, tuple(found)
    calls = tuple((call["tool"], succeeds(call)) for call in result.calls)
    return json_of(result.data), calls


def _verdicts(node: Node, done: int, result: Result, rules: Rules) -> Iterator[bool]:
    """What the evaluators that are left say, judges apart."""
    for evaluator in node.evals[done:]:
        if evaluator.kind == "value":
            yield by_value(evaluator, result.data, rules).passed
        elif evaluator.kind == "function":
            yield by_function(evaluator, result.calls, rules).passed


def _counts_more(law: Law, result: Result, readings: Sequence[Reading]) -> bool:
    """Whether anything but verdicts and readings looks at a result, or a reading at what only its
    end brings: words of verdicts and of failures."""
    edges = law.workflow.edges
    return bool(
        law.book is None
        or law.documented
        or law.obeyed is not None
        or EVALS in result.data
        or any(edge.expr for edge in edges)
        or any(each.names(WRITTEN) or _reads_words(each) for each in readings)
    )


def _reads_words(reading: Reading) -> bool:
    """Whether a reading looks at more of a verdict than whether it is passed."""
    paths = (*(each.path for each in reading.required), *(each.path for each in reading.matches))
    for path in paths:
        names = [each.name for each in parse(path).segments[1:]]
        if names[:1] == [EVALS] and names[2:] != ["pass"]:
            return True
    return False
