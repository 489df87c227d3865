"""steps_registry.json → typed data (reference §2.1, §2.6 to §2.8).

What is malformed is left out: the shape pass says what is wrong with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.climpt.model import (
    Condition,
    Pattern,
    Registry,
    Step,
    ValidationStep,
    Validator,
)
from phaselint.dialects.climpt.reading.agent import mapping_at
from phaselint.dialects.climpt.reading.stepentries import read_step, texts
from phaselint.dialects.shape import integer, string_at

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from phaselint.vocabulary.finding import Pointer


def read_registry(
    file: str, value: Any, base: Pointer = (), broken: Collection[str] = ()
) -> Registry:
    """The registry of a file, as far as it is well formed; `broken` are the keys of the steps in
    which something has to be left out."""
    steps = value.get("steps") if isinstance(value, dict) else None
    if not isinstance(value, dict):
        return Registry(file, base=base)
    mapping = value.get("entryStepMapping")
    return Registry(
        file,
        agent_id=string_at(value, "agentId"),
        version=string_at(value, "version"),
        c1=string_at(value, "c1"),
        entry_step=string_at(value, "entryStep"),
        mapping=_words(mapping) if isinstance(mapping, dict) else None,
        entries_known=all(isinstance(each, str) for each in _entries(value)),
        steps=dict(_read_steps(mapping_at(value, "steps"), (*base, "steps"), broken)),
        steps_known=isinstance(steps, dict)
        and all(isinstance(step, dict) for step in steps.values()),
        validators=dict(_read_validators(mapping_at(value, "validators"), (*base, "validators"))),
        validation=dict(
            _read_validation(mapping_at(value, "validationSteps"), (*base, "validationSteps"))
        ),
        patterns=dict(
            _read_patterns(mapping_at(value, "failurePatterns"), (*base, "failurePatterns"))
        ),
        base=base,
    )


def _entries(value: Mapping[str, Any]) -> Iterator[Any]:
    """What is given as an entry, of whatever type."""
    yield value.get("entryStep", "")
    mapping = value.get("entryStepMapping", {})
    yield from mapping.values() if isinstance(mapping, dict) else (mapping,)


def _words(mapping: Mapping[str, Any]) -> dict[str, str]:
    return {key: word for key, word in mapping.items() if isinstance(word, str)}


def _read_steps(
    steps: Mapping[str, Any], pointer: Pointer, broken: Collection[str]
) -> Iterator[tuple[str, Step]]:
    for key, value in steps.items():
        if isinstance(value, dict):
            yield key, read_step(key, value, (*pointer, key), key not in broken)


def _read_validators(
    validators: Mapping[str, Any], pointer: Pointer
) -> Iterator[tuple[str, Validator]]:
    for name, value in validators.items():
        if isinstance(value, dict):
            extract = value.get("extractParams")
            yield (
                name,
                Validator(
                    name,
                    (*pointer, name),
                    type=string_at(value, "type"),
                    command=string_at(value, "command"),
                    success_when=string_at(value, "successWhen"),
                    pattern=string_at(value, "failurePattern"),
                    extractors=_words(extract) if isinstance(extract, dict) else None,
                    recoverable=value.get("recoverableByDefault") is not False,
                    raw=value,
                ),
            )


def _read_validation(
    steps: Mapping[str, Any], pointer: Pointer
) -> Iterator[tuple[str, ValidationStep]]:
    for key, value in steps.items():
        if not isinstance(value, dict):
            continue
        place = (*pointer, key)
        failure, schema = mapping_at(value, "onFailure"), value.get("outputSchema")
        conditions = value.get("validationConditions")
        yield (
            key,
            ValidationStep(
                key,
                place,
                step_id=string_at(value, "stepId"),
                c2=string_at(value, "c2"),
                c3=string_at(value, "c3"),
                conditions=tuple(_read_conditions(conditions, (*place, "validationConditions"))),
                action=string_at(failure, "action"),
                max_attempts=integer(failure.get("maxAttempts")),
                output_schema=schema if isinstance(schema, dict) else None,
            ),
        )


def _read_conditions(value: Any, pointer: Pointer) -> Iterator[Condition]:
    for index, entry in enumerate(value if isinstance(value, list) else ()):
        if isinstance(entry, dict) and isinstance(entry.get("validator"), str):
            yield Condition(entry["validator"], (*pointer, index), mapping_at(entry, "params"))


def _read_patterns(patterns: Mapping[str, Any], pointer: Pointer) -> Iterator[tuple[str, Pattern]]:
    for name, value in patterns.items():
        if isinstance(value, dict):
            yield (
                name,
                Pattern(
                    name,
                    (*pointer, name),
                    edition=string_at(value, "edition"),
                    adaptation=string_at(value, "adaptation"),
                    params=texts(value.get("params")),
                    semantic=texts(value.get("semanticMatch")),
                ),
            )
