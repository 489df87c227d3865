"""The release whose format an agent is written in (reference §9, 1.14 §1.2)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.agent import mapping_at
from phaselint.dialects.climpt.spelling import (
    ABORT,
    CONDITION_LISTS,
    FORMER_CONDITIONS,
    FORMER_MEMBERS,
)
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.spelling import Generation
    from phaselint.vocabulary.finding import Pointer

_FLAT_KEYS = ("behavior", "prompts", "logging")
_LATER_KEYS = ("kind", "adaptationChain", "retry")
_FORMER_KEYS = ("stepKind", "c2", "c3")
_BOUNDARIES = ("allowedTools", "permissionMode")


class Signs(NamedTuple):
    """The places of a registry that show the format of 1.14, and those that show that of 1.13."""

    later: tuple[Pointer, ...] = ()
    former: tuple[Pointer, ...] = ()


def generation_of(
    registry: Any, signs: Signs, agent: Any, has_settings: Callable[[], bool]
) -> Generation:
    """The release of an agent. If a registry shows both, most of its steps decide, or the later
    release if they are even; if it shows neither, the files next to it decide, and only then a
    settings file is looked for."""
    if signs.later and signs.former:
        later, former = _counted(registry)
        return "1.13" if former > later else "1.14"
    if signs.later or signs.former:
        return "1.14" if signs.later else "1.13"
    runner = mapping_at(agent, "runner")
    bounded = any(key in mapping_at(runner, "boundaries") for key in _BOUNDARIES)
    alone = registry is None and bool(runner) and not bounded
    return "1.14" if alone or has_settings() else "1.13"


def signs_of(registry: Any, base: Pointer) -> Signs:
    """What shows the release of the registry at a place."""
    steps = mapping_at(registry, "steps")
    each = _signs_of_step.each(([*steps], [*steps.values()]), (*base, "steps"))
    return Signs(
        tuple(_signs(registry, base, _LATER, (found.later for found in each))),
        tuple(_signs(registry, base, _FORMER, (found.former for found in each))),
    )


@pure
def _signs_of_step(key: str, step: Any, place: Pointer) -> Signs:
    return _step_signs(step, (*place, key))


@pure
def _step_signs(step: Any, place: Pointer) -> Signs:
    """What shows a release in the step at a place."""
    if not isinstance(step, dict):
        return Signs()
    return Signs(
        tuple((*place, *sign) for sign in _in_later_step(step)),
        tuple((*place, *sign) for sign in _in_former_step(step)),
    )


def former_members(registry: Any, base: Pointer) -> Iterator[Pointer]:
    """The members of steps that release 1.14 refuses; not all of them show 1.13 (1.14 §2.2)."""
    for key, step in mapping_at(registry, "steps").items():
        known = FORMER_MEMBERS if isinstance(step, dict) else ()
        yield from ((*base, "steps", key, name) for name in known if name in step)


def signs_of_flat(agent: Any, base: Pointer) -> Iterator[Pointer]:
    """The places of an agent.json that show the flat format of 1.11."""
    if isinstance(agent, dict) and "runner" not in agent:
        yield from ((*base, key) for key in _FLAT_KEYS if key in agent)


def _counted(registry: Any) -> tuple[int, int]:
    """How many steps show 1.14, and how many 1.13 alone."""
    steps = [each for each in mapping_at(registry, "steps").values() if isinstance(each, dict)]
    later = [any(_in_later_step(step)) for step in steps]
    former = [any(_in_former_step(step)) for step in steps]
    alone = (old and not new for old, new in zip(former, later, strict=True))
    return sum(later), sum(alone)


# --- a release by its signs ----------------------------------------------------------------------


class _Marks(NamedTuple):
    """Where a release shows outside of steps, by the part that shows it: pointers from there."""

    entry: Callable[[Any], bool]
    validation: Callable[[Mapping[str, Any]], Iterator[Pointer]]
    validator: Callable[[Mapping[str, Any]], Iterator[Pointer]]


def _signs(
    registry: Any, base: Pointer, marks: _Marks, in_steps: Iterable[tuple[Pointer, ...]]
) -> Iterator[Pointer]:
    for key, target in mapping_at(registry, "entryStepMapping").items():
        if marks.entry(target):
            yield (*base, "entryStepMapping", key)
    for signs in in_steps:
        yield from signs
    sections = (("validationSteps", marks.validation), ("validators", marks.validator))
    for section, shown in sections:
        for key, entry in mapping_at(registry, section).items():
            if isinstance(entry, dict):
                yield from ((*base, section, key, *place) for place in shown(entry))


def _in_later_step(step: Mapping[str, Any]) -> Iterator[Pointer]:
    if isinstance(step.get("address"), dict):
        yield ("address",)
    yield from ((key,) for key in _LATER_KEYS if key in step)


def _in_former_step(step: Mapping[str, Any]) -> Iterator[Pointer]:
    yield from ((key,) for key in _FORMER_KEYS if key in step)
    allowed = mapping_at(step, "structuredGate").get("allowedIntents")
    for index, intent in enumerate(allowed if isinstance(allowed, list) else ()):
        if intent == ABORT:
            yield ("structuredGate", "allowedIntents", index)


def _in_later_validation(step: Mapping[str, Any]) -> Iterator[Pointer]:
    yield from ((key,) for key in CONDITION_LISTS if key in step)


def _in_former_validation(step: Mapping[str, Any]) -> Iterator[Pointer]:
    if FORMER_CONDITIONS in step:
        yield (FORMER_CONDITIONS,)
    if mapping_at(step, "onFailure").get("action") == ABORT:
        yield ("onFailure", "action")


def _in_later_validator(validator: Mapping[str, Any]) -> Iterator[Pointer]:
    if "phase" in validator:
        yield ("phase",)


def _nowhere(_: Mapping[str, Any]) -> Iterator[Pointer]:
    return iter(())


def _is_pair(value: Any) -> bool:
    return isinstance(value, dict)


def _is_name(value: Any) -> bool:
    return isinstance(value, str)


_LATER = _Marks(_is_pair, _in_later_validation, _in_later_validator)
_FORMER = _Marks(_is_name, _in_former_validation, _nowhere)
