"""How the first condition of a composite judges answers, if it reads them: it learns about the
latest answer when the handler builds a prompt (see `verdicthandlers.primed`)."""

from __future__ import annotations

from phaselint.dialects.climpt.running.verdicthandlers import (
    COMPOSITE,
    READING,
    handler_of,
    keyword,
    would_finish,
)
from phaselint.javascript.texts import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.model import Step
    from phaselint.dialects.climpt.running.session import Answer, Law

_SIGNS = ("status", "result", "signal", "type")
"""The fields of an answer that can make it a signal."""


def both_ways(law: Law, step: Step, answer: Answer) -> Iterator[Answer]:
    """An answer, and one that goes to the same step but that a composite's first condition judges
    the other way, if its schema has one."""
    yield answer
    kind, config = handler_of(law)
    if law.agent.verdict != COMPOSITE or kind not in READING:
        return
    if would_finish(law, answer.so, answer.text):
        found = (each for each in _unsigned(law, step, answer) if not _finishes(law, each))
    else:
        said = keyword(config) if kind == READING[0] else f"```{text_of(config.get('signalType'))}"
        loud = answer._replace(text=f"{said}\n{answer.text}".strip())
        found = (each for each in _with_fields(law, step, loud, config) if _finishes(law, each))
    other = next(found, None)
    if other is not None:
        yield other


def _finishes(law: Law, answer: Answer) -> bool:
    return would_finish(law, answer.so, answer.text)


def _unsigned(law: Law, step: Step, answer: Answer) -> Iterator[Answer]:
    """The answer with another value in one of the fields that can make it a signal, or else without
    the field: then a step doesn't hand it off."""
    from phaselint.schema import values_at

    schema, so = law.schema(step.key), answer.so
    if schema is None or not isinstance(so, dict):
        return
    for name in filter(so.__contains__, _SIGNS):
        less = {key: value for key, value in so.items() if key != name}
        values = values_at(schema, (name,))
        others = ["x", None] if values is None else values
        for each in (*({**so, name: value} for value in others), less):
            if _is_valid(schema, each):
                yield answer._replace(so=each)


def _with_fields(
    law: Law, step: Step, answer: Answer, config: Mapping[str, Any]
) -> Iterator[Answer]:
    """The answer, and with the fields that a signal needs."""
    yield answer
    needed, schema = config.get("requiredFields"), law.schema(step.key)
    fields = dict.fromkeys(needed, "x") if isinstance(needed, list) else needed
    if isinstance(fields, dict) and isinstance(answer.so, dict) and schema is not None:
        from phaselint.schema import minimal

        whole = {**{text_of(name): value for name, value in fields.items()}, **answer.so}
        if isinstance(needed, dict):
            whole |= needed
        for name in set(whole) - answer.so.keys() if isinstance(needed, list) else ():
            some = minimal(schema.get("properties", {}).get(name, {}))
            whole[name] = whole[name] if some is None else some
        if _is_valid(schema, whole):
            yield answer._replace(so=whole)


def _is_valid(schema: Mapping[str, Any], so: Any) -> bool:
    from phaselint.schema import valid

    return bool(valid(schema, so) == "yes")
