"""Gate paths against what is declared (reference §5.4, §5.7, §8.3).

A path of `requires` starts in the context map, one of an evaluator in the node's own data. Both
are read once into a `Use`: the place of the path, and its one fault.
The gravest fault of a path hides the milder ones, so one slip is one finding.
"""

from __future__ import annotations

import re
from functools import reduce
from operator import getitem

from phaselint.dialects.sweny.analysis.declarations import Ground, outcome_of, value_of
from phaselint.dialects.sweny.analysis.pathuses import Use
from phaselint.dialects.sweny.model import INPUT, Match
from phaselint.dialects.sweny.reading.pathgrammar import addressable, parse
from phaselint.javascript.members import has, inherits
from phaselint.schema import EACH, declared
from phaselint.vocabulary.pure import pure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.sweny.analysis.declarations import Declarations
    from phaselint.dialects.sweny.analysis.pathuses import Fault
    from phaselint.dialects.sweny.model import Demand, Evaluator, Node
    from phaselint.dialects.sweny.reading.pathgrammar import Segment
    from phaselint.schema import Conflict, Declared, Path, Step


SPECIAL_INPUTS = ("rules", "context", "dryRun", "additionalContext")
"""Keys of the run input that the engine reads itself (reference §5.1)."""

EVALS = "evals"
SUMMARY = "summary"
RECEIPTS = "safe_outputs"
"""Where the receipts of a node's outputs are read (reference §11.5)."""

ERROR, SOFT, SKIPPED = "error", "fail_soft", "skipped_reason"
"""What is in a node's data, declared or not, beside `evals` and `summary`: of any node that failed,
of one that says `fail_soft`, and of one whose `requires` skips it (reference §5.4)."""

SYNTHESIZED = "output_required"
"""The evaluator result that stands for a missing required field (reference §5.6)."""

_COUNT = {"type": "integer", "minimum": 0}
_SIGNS = r"[^A-Za-z0-9]"
_PREFIX = r"^[a-z]+:"
_INDEX = r"\[\d*\]|\[\*\]$"


def in_requires(known: Declarations) -> tuple[Use, ...]:
    """Every path of a `requires` in a sound node, in document order."""
    return tuple(
        _in_context(known, use)
        for node in known.nodes.values()
        if node.sound and node.requires is not None
        for use in _required(node)
    )


def in_evaluators(known: Declarations) -> tuple[Use, ...]:
    """Every path of a `value` evaluator in a sound node, in document order; evaluators of other
    kinds ignore their paths (reference §5.6)."""
    return tuple(
        _in_own_data(known, use)
        for node in known.nodes.values()
        if node.sound and node.evals
        for use in _evaluated(node)
    )


@pure
def _required(node: Node) -> tuple[Use, ...]:
    """The paths in the `requires` of a node."""
    requires = node.requires
    return () if requires is None else (*_uses(node, (*requires.required, *requires.matches)),)


@pure
def _evaluated(node: Node) -> tuple[Use, ...]:
    """The paths in the evaluators of a node."""
    return tuple(
        use._replace(evaluator=evaluator)
        for evaluator in node.evals
        if evaluator.kind == "value"
        for use in _uses(node, (*evaluator.required, *evaluator.matches))
    )


def _uses(node: Node, entries: Iterable[Demand | Match]) -> Iterator[Use]:
    for entry in entries:
        match = entry if isinstance(entry, Match) else None
        pointer = (*entry.pointer, "path") if match else entry.pointer
        path = parse(entry.path)
        fault: Fault = "syntax" if path.error else ""
        yield Use(node, entry.path, pointer, path, match, fault=fault)


# --- where a path starts ----------------------------------------------------------------------


def _in_own_data(known: Declarations, use: Use) -> Use:
    if use.fault:
        return use
    ground = known.output(use.node)
    return _in_data(use._replace(root=use.node.id), use.node, ground, 0, (SUMMARY,))


def _in_context(known: Declarations, use: Use) -> Use:
    root = use.path.root
    if use.fault:
        return _unaddressable(known, use) or use
    if root == INPUT and INPUT in known.nodes:  # its result replaces the run input
        return use
    if root != INPUT and root not in known.nodes:
        if inherits(root):
            return use
        return _unaddressable(known, use) or use._replace(fault="unknown-root")
    use = use._replace(root=root)
    if root == use.node.id:
        return use._replace(fault="self")
    if _never_before(known, use):
        return use._replace(fault="not-upstream")
    if use.path.segments[0].wildcard:
        return use._replace(fault="type-mismatch", wild=True, types=("object",))
    if len(use.path.segments) == 1:
        return use
    return _of_input(known, use) if root == INPUT else _of_node(known, use, known.nodes[root])


def _unaddressable(known: Declarations, use: Use) -> Use | None:
    """A path that names nothing, if it is meant for what no path can name."""
    words = [re.sub(_INDEX, "", word) for word in re.sub(_PREFIX, "", use.text).split(".")]
    found = _meant(words[0], known.nodes)
    if found:
        return use._replace(fault="unaddressable-node", root=found)
    node = known.nodes.get(words[0])
    if node is None or len(words) < 3 or words[1] != EVALS:
        return None
    found = _meant(words[2], (evaluator.name for evaluator in node.evals))
    return (
        use._replace(fault="unaddressable-evaluator", root=node.id, names=(found,))
        if found
        else None
    )


def _meant(word: str, names: Iterable[str]) -> str:
    """The name that no path can name, and that is a word but for its signs."""
    plain = re.sub(_SIGNS, "", word)
    for name in names:
        if not addressable(name) and (word == name or plain == re.sub(_SIGNS, "", name) != ""):
            return name
    return ""


def _never_before(known: Declarations, use: Use) -> bool:
    """Whether no run has finished the named node when it comes here. A node that no run comes to
    has its own finding, which says it all."""
    name, root = use.node.id, use.root
    ways = known.ways
    if ways is None or not ways.reach.issuperset((name, root)):
        return False
    return not ways.precedes(root, name)


def _of_input(known: Declarations, use: Use) -> Use:
    """A path into the run input; what is optional there, a gate is right to demand."""
    inputs = known.inputs
    name = use.path.segments[1].name
    if inputs is None or inherits(name):
        return use
    if name in inputs:
        ground = value_of(inputs[name])
        if use.path.segments[1].wildcard:
            return _below(use, ground, 2, (EACH,))
        return _below(use, ground, 2)
    if name in SPECIAL_INPUTS:
        return use
    return use._replace(fault="undeclared-input", at=1, names=tuple(inputs))


def _of_node(known: Declarations, use: Use, node: Node) -> Use:
    """A path into the data of a node, with its evaluators' results."""
    ground = known.output(node)
    if use.path.segments[1].name == EVALS and EVALS not in node.properties:
        return _of_evaluator(known, use, node) if node.sound else use
    use = _in_data(use, node, ground, 1, tuple(_written(node)))
    if use.fault == "optional-element" and _demanded(use, node):
        return use._replace(fault="", at=0)
    return use


def _written(node: Node) -> Iterator[str]:
    """What the runtime or the client may write into a node's data."""
    yield from (SUMMARY, ERROR)
    if node.fail_soft:
        yield SOFT
    if node.requires is not None and node.requires.on_fail == "skip":
        yield SKIPPED
    if node.policy.outputs:
        yield RECEIPTS


def _of_evaluator(known: Declarations, use: Use, node: Node) -> Use:
    segments = use.path.segments
    wild = next((at for at, each in enumerate(segments[1:3], 1) if each.wildcard), None)
    if wild is not None:
        return use._replace(fault="type-mismatch", at=wild, wild=True, types=("object",))
    if len(segments) == 2:
        return use
    named = {evaluator.name: evaluator for evaluator in node.evals}
    evaluator = named.get(segments[2].name)
    if evaluator is not None:
        passes = _asks_for_failure(use.match) and _cannot_fail(known, node, evaluator)
        return _below(use, outcome_of(evaluator, passes=passes), 3)
    made_up = segments[2].name == SYNTHESIZED and node.required
    if inherits(segments[2].name) or (made_up and _asks_for_failure(use.match)):
        return use
    open_ = use.match is None or use.match.operator == "matches"
    if made_up and open_ and _always_lacks(known, node):
        return use
    return use._replace(fault="unknown-evaluator", at=2, names=tuple(named))


def _cannot_fail(known: Declarations, node: Node, evaluator: Evaluator) -> bool:
    """Whether all data that are declared pass an evaluator."""
    from phaselint.dialects.sweny.analysis.certain import cannot_fail

    return cannot_fail([_in_own_data(known, each) for each in _evaluated(node)], evaluator)


def _always_lacks(known: Declarations, node: Node) -> bool:
    """Whether no data are declared that have all that is required."""
    from phaselint.schema import conforming

    ground = known.output(node)
    return ground is not None and conforming({**ground.schema, "type": "object"}, []).answer == "no"


def _asks_for_failure(match: Match | None) -> bool:
    """Whether a check holds for the result that only a failed gate brings about."""
    wanted = [] if match is None else match.value if match.operator == "in" else [match.value]
    return any(value is False for value in wanted)


# --- what is declared below -------------------------------------------------------------------


def _in_data(
    use: Use, node: Node, ground: Ground | None, start: int, known: tuple[str, ...]
) -> Use:
    """A path whose segment number `start` is a field of the node's data."""
    if ground is None:
        return use
    below = _below(use, ground, start)
    if below.at != start or below.wild:
        return below
    if below.fault == "type-mismatch":  # a schema that no mapping conforms to
        return use
    if below.fault == "undeclared" and below.segment in (*known, *node.required):
        return use  # it exists anyway, or the gate ensures it
    if below.fault == "optional" and below.segment in (*known, EVALS):
        return below._replace(fault="", at=0)
    return below


def _below(use: Use, ground: Ground, start: int, first: Path = ()) -> Use:
    """Hold the segments from `start` on against a schema; `first` are steps before them, which
    belong to the segment before `start`."""
    steps: list[Step] = list(first)
    numbers = [start - 1] * len(steps)
    for number, segment in enumerate(use.path.segments[start:], start):
        steps += (segment.name, EACH) if segment.wildcard else (segment.name,)
        numbers += [number] * (len(steps) - len(numbers))
    said = declared(ground.schema, tuple(steps))
    if said.unknown:
        return use
    use = use._replace(schema=ground.schema, steps=tuple(steps))
    if said.conflict is not None:
        return _mismatch(use, ground, said.conflict, steps, numbers)
    if said.missing is not None and (said.names or said.closed):
        if said.closed is None and _is_required(ground.schema, steps[: said.missing + 1]):
            return use  # all data have it
        return _undeclared(use, ground, said, numbers[said.missing])
    optional = [step for step in said.optional if not inherits(str(steps[step]))]
    if optional:
        return _optional(use, ground, optional, numbers)
    return use._replace(places=tuple(map(ground.place, said.pointers)))


def _is_required(schema: Any, steps: Sequence[Step]) -> bool:
    """Whether a schema requires the name of the last step where it says what is before that,
    though it declares no property of that name."""
    *before, name = steps
    for pointer in declared(schema, tuple(before)).pointers:
        part = reduce(getitem, pointer, schema)
        if isinstance(part, dict) and name in (part.get("required") or ()):
            return True
    return False


def _mismatch(
    use: Use, ground: Ground, conflict: Conflict, steps: Sequence[Step], numbers: Sequence[int]
) -> Use:
    """A step that the types exclude, but for what every list has: its length, its methods."""
    at, types = conflict.step, conflict.written
    name = steps[at]
    if "array" in types and isinstance(name, str) and has([], name):
        if name != "length":
            return use
        if at == len(steps) - 1:
            return use._replace(schema=_COUNT, steps=())
        at, types = at + 1, ("number",)
    return use._replace(
        fault="type-mismatch",
        at=numbers[at],
        wild=steps[at] is EACH,
        types=types,
        places=(ground.place(conflict.pointer),),
    )


def _undeclared(use: Use, ground: Ground, said: Declared, at: int) -> Use:
    """A name next to declared names, or where none are allowed."""
    if inherits(use.path.segments[at].name):
        return use
    closed = said.closed is not None
    places = (ground.place(said.closed),) if said.closed is not None else ()
    return use._replace(fault="undeclared", at=at, names=said.names, closed=closed, places=places)


def _optional(use: Use, ground: Ground, optional: Sequence[int], numbers: Sequence[int]) -> Use:
    """A name that may be absent; one that an element may lack comes first, for it is less plain:
    the list is there."""
    steps = use.steps
    step = next((each for each in optional if EACH in steps[:each]), optional[0])
    return use._replace(
        fault="optional-element" if EACH in steps[:step] else "optional",
        at=numbers[step],
        places=tuple(map(ground.place, declared(ground.schema, steps[: step + 1]).pointers)),
    )


def _demanded(use: Use, node: Node) -> bool:
    """Whether an evaluator of its node demands the name that may be absent, as `required` would:
    a path fails in both modes when one element lacks a segment (reference §5.7)."""
    *way, last = use.path.segments[1 : use.at + 1]
    end = len(way)
    return any(
        len(path) > end and list(path[:end]) == way and path[end].name == last.name
        for evaluator in node.evals
        if evaluator.kind == "value"
        for path in _segments(evaluator)
    )


def _segments(evaluator: Evaluator) -> Iterator[tuple[Segment, ...]]:
    for demand in evaluator.required:
        yield parse(demand.path).segments
    for match in evaluator.matches:
        yield parse(match.path).segments
