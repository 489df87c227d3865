"""Which generation of the format a file is in (reference §2.9, §7.1 `format-generation`, §9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.vocabulary.finding import Pointer

_STEP_KEYS = ("address", "kind", "adaptationChain")
_VALIDATION_KEYS = ("address", "preflightConditions", "postLLMConditions", "adaptationChain")
_FLAT_KEYS = ("behavior", "prompts", "logging")


def signs_of_next(registry: Any, base: Pointer) -> Iterator[Pointer]:
    """The places of a registry that show the format of 1.14."""
    if not isinstance(registry, dict):
        return
    mapping = registry.get("entryStepMapping")
    for key, target in mapping.items() if isinstance(mapping, dict) else ():
        if isinstance(target, dict):
            yield (*base, "entryStepMapping", key)
    for section, wanted in (("steps", _STEP_KEYS), ("validationSteps", _VALIDATION_KEYS)):
        entries = registry.get(section)
        for key, entry in entries.items() if isinstance(entries, dict) else ():
            if isinstance(entry, dict):
                yield from ((*base, section, key, sign) for sign in wanted if sign in entry)


def signs_of_flat(agent: Any, base: Pointer) -> Iterator[Pointer]:
    """The places of an agent.json that show the flat format of 1.11."""
    if isinstance(agent, dict) and "runner" not in agent:
        yield from ((*base, key) for key in _FLAT_KEYS if key in agent)
