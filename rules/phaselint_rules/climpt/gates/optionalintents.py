"""Schemas that let an answer omit its intent, one file of schemas at a time (reference climpt §7.4,
§7.9)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.values import path_of
from phaselint.schema import without
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple
from phaselint_rules.climpt.gates.schemas import SIGNAL, all_intents, written
from phaselint_rules.climpt.ways.transitiontext import way_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Gate, Step
    from phaselint_rules.climpt.gates.schemas import Enum


class Lapse(NamedTuple):
    """A step whose schema doesn't require every name on the path to its intent: the numbers of the
    optional ones, and an answer without the intent."""

    step: Step
    gate: Gate
    names: tuple[str, ...]
    optional: tuple[int, ...]
    answer: Any

    @property
    def closing(self) -> bool:
        return self.step.kind == "closure"

    @property
    def field(self) -> str:
        return ".".join(self.names)

    @property
    def lacking(self) -> tuple[str, ...]:
        """The names that aren't required."""
        return tuple(self.names[number] for number in self.optional)


def lapses(facts: ClimptFacts) -> list[tuple[Lapse, ...]]:
    """The steps whose answers can lack the intent, grouped by what they lack in one file: that is
    one cause. The first is a step for which a run can show it, if there is one."""
    found: dict[tuple[str, tuple[str, ...]], list[Lapse]] = {}
    for each in _each(facts):
        found.setdefault((each.step.schema_file, each.lacking), []).append(each)
    return [tuple(sorted(each, key=lambda one: _rank(facts, one))) for each in found.values()]


def _rank(facts: ClimptFacts, lapse: Lapse) -> tuple[bool, bool]:
    shown = facts.graph_known and bool(way_to(facts, lapse.step.key))
    return not shown, lapse.closing


def _each(facts: ClimptFacts) -> Iterator[Lapse]:
    if facts.gated:
        every = zip(facts.listed, facts.step_schemas, all_intents(facts), strict=True)
        rows = [row for row in every if row[1] is not None and row[0].key in facts.met]
        columns = [*zip(*rows, strict=True)]
        yield from (each for each in _lapse.each(columns) if each is not None)


@pure
def _lapse(step: Step, schema: Any, enum: Enum | None) -> Lapse | None:
    gate = step.gate
    if gate is None or step.section:
        return None
    names = path_of(SIGNAL if step.kind == "closure" else gate.field)
    lenient = step.kind != "closure" and not gate.fail_fast  # such an answer is an intent there
    if not names[0] or enum is None or lenient or _is_idle(step):
        return None
    said = written(schema, ".".join(names))
    answer = without(schema, names) if said.missing is None and said.optional else None
    return None if answer is None else Lapse(step, gate, names, said.optional, answer)


def _is_idle(step: Step) -> bool:
    """Whether no model is asked in a step."""
    return step.kind == "closure" and step.runner is not None
