"""Answers that follow one transition of a step (reference §4.3)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.conditionvalues import DEFAULT, handed
from phaselint.dialects.climpt.reading.values import path_of
from phaselint.javascript.texts import text_of
from phaselint.schema import Equals, Matches
from phaselint_rules.climpt.proofs.answering import answer, closing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint_rules.climpt.proofs.answering import Demand

NO_KEY = "(no such key)"


def saying(
    facts: ClimptFacts, step: Step, intent: str, key: str | None = None
) -> dict[str, Any] | None:
    """The smallest answer that says an intent, with a condition of the value that a key stands
    for; none where the schema has none."""
    if step.kind == "closure":
        return closing(facts, step, intent)
    rule = (step.transitions or {}).get(intent)
    path = handed(step, rule.condition) if rule and key is not None else None
    if rule is None or path is None or key is None:
        return answer(facts, step, intent)
    if key == DEFAULT:
        return uncovered(facts, step, intent, path, rule.targets)
    return answer(facts, step, intent, (path_of(path), Matches(key.__eq__, (key,), text_of)))


def uncovered(
    facts: ClimptFacts, step: Step, intent: str, field: str, keys: Collection[str]
) -> dict[str, Any] | None:
    """The smallest answer in which a value is absent, null or none of some keys."""
    return next(_uncovered(facts, step, intent, field, keys), None)


def _uncovered(
    facts: ClimptFacts, step: Step, intent: str, field: str, keys: Collection[str]
) -> Iterator[dict[str, Any]]:
    path = path_of(field)
    others = Matches(lambda text: text not in keys, (NO_KEY,), text_of, tuple(keys))
    demands: tuple[tuple[Demand, ...], ...] = (((path, others),), ((path, Equals(None)),), ())
    for wanted in demands:
        found = answer(facts, step, intent, *wanted)
        if found is not None and key_in(found["so"], field) not in keys:
            yield found


def key_in(so: Mapping[str, Any], field: str) -> str | None:
    """The key that the value at a path of an answer stands for; none for the default."""
    value: Any = so
    for name in path_of(field):
        value = value.get(name) if isinstance(value, dict) else None
    return None if value is None else text_of(value)
