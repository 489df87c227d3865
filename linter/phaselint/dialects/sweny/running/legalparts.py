"""What looks at the data of a model run, for the checker of certificates (reference §5.5, §11.4).

Each part has sides that together have all data: of a check those that pass it and those that fail
it, of a value that conditions or expressions compare its classes. Data on the same sides lead to
the same, so it is enough to find some for each choice of sides (`legalruns`).
"""

from __future__ import annotations

from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.dialects.sweny.running.checksides import (
    Side,
    Undecided,
    all_of,
    of_demand,
    of_match,
)
from phaselint.dialects.sweny.running.gates import value_failures
from phaselint.dialects.sweny.running.readings import EVALS
from phaselint.dialects.sweny.running.wording import domain, pin, pin_to_none, spelled
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Demand, Match, Node
    from phaselint.dialects.sweny.running.gates import Rules
    from phaselint.dialects.sweny.running.readings import Reading
    from phaselint.dialects.sweny.running.session import Law
    from phaselint.dialects.sweny.running.wording import ObservedField

    Data = Mapping[str, Any]


class Part(NamedTuple):
    """What looks at data: sides that together have all data, and the number of the side that data
    are on."""

    sides: Sequence[Side]
    side: Callable[[Data], int]


def parts_of(law: Law, node: Node) -> list[Part]:
    """What looks at what a model says in a node: evaluators, later gates, conditions of a router
    that obeys them, and expressions. Raises Undecided."""
    readings = law.book.read.get(node.id, ()) if law.book else ()
    told = law.obeyed.told.get(node.id, ()) if law.obeyed else ()
    found = [*_of_evaluators(node, law.rules), *_of_readings(node, readings, law.rules)]
    found += _of_conditions(node, told)
    texts = [edge.expr for edge in law.workflow.edges if edge.expr]
    if texts:
        from phaselint.dialects.sweny.running.legalexpressions import classes

        found += map(_partition, classes(node, texts))
    return found


def without(name: str) -> Any:
    """The schema of data that lack something."""
    return {"properties": {name: False}}


def may_hide(node: Node) -> bool:
    """Whether a node's data may have a key by which later gates find verdicts: it is declared, or
    asked for by the node's own evaluators."""
    asked = (parse(path).root for e in node.evals for path in _paths(e.required, e.matches))
    return EVALS in node.properties or EVALS in node.required or EVALS in asked


def _of_evaluators(node: Node, rules: Rules) -> Iterator[Part]:
    for each in node.evals:
        if each.kind == "value":
            yield _part(each.required, each.matches, 0, "", rules)


def _of_readings(node: Node, readings: Sequence[Reading], rules: Rules) -> Iterator[Part]:
    """The parts of later gates that look at data, and those that look at verdicts, which data may
    hide."""
    own = may_hide(node)
    for each in readings:
        if each.tells_words():
            raise Undecided
        required = [d for d in each.required if not _of_verdicts(d.path)]
        matches = [m for m in each.matches if not _of_verdicts(m.path)]
        if required or matches:
            yield _part(required, matches, 1, each.root, rules)
        required = [d for d in each.required if _of_verdicts(d.path)]
        matches = [m for m in each.matches if _of_verdicts(m.path)]
        if own and (required or matches):
            yield _part(required, matches, 1, each.root, rules)
            yield _partition([{"required": [EVALS]}, without(EVALS)])


def _of_conditions(node: Node, told: Sequence[ObservedField]) -> Iterator[Part]:
    """The values of a property that the conditions of a router that obeys them tell apart."""
    for each in told:
        if each.classes:
            values = domain(node, each.fields)
            alike = ([value for value in values if spelled(value) in c] for c in each.classes)
            yield _partition(
                [*(pin(each.fields, some) for some in alike), pin_to_none(each.fields, values)]
            )


def _partition(schemas: Sequence[Any]) -> Part:
    """Schemas that together have all data, no two of them the same."""
    from phaselint.schema import valid

    def side(data: Data) -> int:
        return next(n for n, each in enumerate(schemas) if valid(each, data) == "yes")

    return Part([Side(each, each) for each in schemas], side)


def _part(
    required: Sequence[Demand], matches: Sequence[Match], skipped: int, root: str, rules: Rules
) -> Part:
    sides = [of_demand(each.path, skipped, vacuous=rules.vacuous) for each in required]
    sides += [of_match(each, skipped) for each in matches]

    def side(data: Data) -> int:
        return int(
            bool(value_failures(required, matches, {root: data} if skipped else data, rules))
        )

    return Part(all_of(sides), side)


def _paths(required: Iterable[Demand], matches: Iterable[Match]) -> Iterator[str]:
    yield from (each.path for each in required)
    yield from (each.path for each in matches)


def _of_verdicts(path: str) -> bool:
    return [each.name for each in parse(path).segments[1:2]] == [EVALS]
