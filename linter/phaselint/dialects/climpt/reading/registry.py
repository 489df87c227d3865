"""steps_registry.json → typed data (reference §2.1, §2.6 to §2.8).

Malformed values are left out: the shape pass reports them.
"""

from __future__ import annotations

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
from phaselint.dialects.climpt.spelling import SPELLINGS
from phaselint.dialects.shape import integer, string_at
from phaselint.vocabulary.pure import pure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.spelling import Generation, Spelling
    from phaselint.vocabulary.finding import Pointer

_CONDITIONS: Mapping[Generation, tuple[str, str]] = {
    "1.11": ("validationConditions", ""),
    "1.13": ("validationConditions", ""),
    "1.14": ("postLLMConditions", "preflightConditions"),
}
"""Where the conditions checked after an answer are, and those checked before (1.14 §2.4). Release
1.13 has one list for both."""


def read_registry(
    file: str,
    value: Any,
    base: Pointer = (),
    generation: Generation = "1.13",
    broken: Collection[str] = (),
) -> Registry:
    """The registry of a file, as far as it is well formed; `broken` are the keys of the steps in
    which something is left out."""
    spelling = SPELLINGS[generation]
    steps = value.get("steps") if isinstance(value, dict) else None
    if not isinstance(value, dict):
        return Registry(file, base=base)
    mapping = value.get("entryStepMapping")
    paired = generation == "1.14"
    return Registry(
        file,
        agent_id=string_at(value, "agentId"),
        version=string_at(value, "version"),
        c1=string_at(value, "c1"),
        entry_step=string_at(value, "entryStep"),
        mapping=_entries(mapping, paired=paired),
        lent=_lent(mapping) if paired else {},
        paired=paired,
        entries_known=all(isinstance(each, str) for each in _named(value, paired=paired)),
        steps=dict(_read_steps(mapping_at(value, "steps"), (*base, "steps"), spelling, broken)),
        steps_known=isinstance(steps, dict)
        and all(isinstance(step, dict) for step in steps.values()),
        validators=dict(_read_validators(mapping_at(value, "validators"), (*base, "validators"))),
        validation=dict(
            _read_validation(
                mapping_at(value, "validationSteps"), (*base, "validationSteps"), generation
            )
        ),
        patterns=dict(
            _read_patterns(mapping_at(value, "failurePatterns"), (*base, "failurePatterns"))
        ),
        base=base,
    )


def _named(value: Mapping[str, Any], *, paired: bool) -> Iterator[Any]:
    """What is given as an entry, of any type."""
    yield value.get("entryStep", "")
    mapping = value.get("entryStepMapping", {})
    for entry in mapping.values() if isinstance(mapping, dict) else (mapping,):
        yield entry.get("initial") if paired and isinstance(entry, dict) else entry


def _entries(mapping: Any, *, paired: bool) -> Mapping[str, str] | None:
    """Verdict type → the step that its runs start with: a name, or the first of a pair (1.14 §2.1).
    A name counts as a forgotten pair."""
    if not isinstance(mapping, dict):
        return None
    firsts = {key: string_at(pair, "initial") for key, pair in _pairs(mapping) if paired}
    return {**_words(mapping), **{key: first for key, first in firsts.items() if first}}


def _lent(mapping: Any) -> Mapping[str, str]:
    """Verdict type → the step whose prompt is lent to closure steps."""
    found = {key: string_at(pair, "continuation") for key, pair in _pairs(mapping)}
    return {key: name for key, name in found.items() if name}


def _pairs(mapping: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    entries = mapping.items() if isinstance(mapping, dict) else ()
    return ((key, entry) for key, entry in entries if isinstance(entry, dict))


def _words(mapping: Mapping[str, Any]) -> dict[str, str]:
    return {key: word for key, word in mapping.items() if isinstance(word, str)}


def _read_steps(
    steps: Mapping[str, Any], pointer: Pointer, spelling: Spelling, broken: Collection[str]
) -> Iterator[tuple[str, Step]]:
    entries = {key: value for key, value in steps.items() if isinstance(value, dict)}
    columns = ([*entries], [*entries.values()])
    for key, step in zip(entries, _step.each(columns, pointer, spelling), strict=True):
        yield key, step._replace(sound=False) if key in broken else step


@pure
def _step(key: str, value: Mapping[str, Any], pointer: Pointer, spelling: Spelling) -> Step:
    return read_step(value, (*pointer, key), spelling)


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
                    phase=string_at(value, "phase"),
                ),
            )


def _read_validation(
    steps: Mapping[str, Any], pointer: Pointer, generation: Generation
) -> Iterator[tuple[str, ValidationStep]]:
    after, before = _CONDITIONS[generation]
    for key, value in steps.items():
        if not isinstance(value, dict):
            continue
        place = (*pointer, key)
        failure, schema = mapping_at(value, "onFailure"), value.get("outputSchema")
        yield (
            key,
            ValidationStep(
                key,
                place,
                step_id=string_at(value, "stepId"),
                c2=string_at(value, "c2"),
                c3=string_at(value, "c3"),
                address=_words(mapping_at(value, "address")),
                conditions=tuple(_read_conditions(value, after, place)),
                preflight=tuple(_read_conditions(value, before, place)),
                action=string_at(failure, "action"),
                max_attempts=integer(failure.get("maxAttempts")),
                output_schema=schema if isinstance(schema, dict) else None,
            ),
        )


def _read_conditions(step: Mapping[str, Any], key: str, pointer: Pointer) -> Iterator[Condition]:
    listed = step.get(key)
    for index, entry in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(entry, dict) and isinstance(entry.get("validator"), str):
            place = (*pointer, key, index)
            yield Condition(entry["validator"], place, mapping_at(entry, "params"))


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
