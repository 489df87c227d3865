"""What a start checks of a registry in release 1.13 (reference §3.1, steps 6 and 10).

Written against the raw registry, independently of the rules whose verdicts it confirms. Every check
can raise the error that crashes the reference: a value of another shape.
"""

from __future__ import annotations

from phaselint.dialects.climpt.running.admission import crashing, entry_places
from phaselint.dialects.climpt.running.failure import Failure, refused_at
from phaselint.dialects.climpt.running.gatechecks import gate_refusals, intent_refusals, is_step
from phaselint.javascript.values import is_truthy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

_WORK = ("initial", "continuation")


def registry_refusals(registry: Any, name: Any) -> Iterator[Failure]:
    """What the registry loader refuses, for the agent of a name."""
    missing = [key for key in ("agentId", "version", "steps") if not is_truthy(registry.get(key))]
    if missing:
        places = ((key,) for key in missing)
        yield refused_at("SR-LOAD-001", "`agentId`, `version` or `steps` is missing", *places)
    if registry["agentId"] != name:
        reason = f"the registry belongs to `{registry['agentId']}`"
        yield refused_at("SR-LOAD-002", reason, ("agentId",))
    steps: Mapping[str, Any] = registry["steps"]
    yield from crashing(intent_refusals(steps, kind_of))
    yield from crashing(_entries(registry, steps))
    yield from gate_refusals(steps)


def kind_of(step: Mapping[str, Any]) -> str:
    """The kind of a raw step (reference §2.3)."""
    given = step.get("stepKind")
    phase = step.get("c2")
    return str(given) if is_truthy(given) else "work" if phase in _WORK else str(phase)


def _entries(registry: Mapping[str, Any], steps: Mapping[str, Any]) -> Iterator[Failure]:
    entry, mapping = registry.get("entryStep"), registry.get("entryStepMapping")
    if not entry and not isinstance(mapping, dict):
        yield refused_at("SR-ENTRY-001", "no entry step is set", ())
    if entry and not is_step(steps, entry):
        yield refused_at("SR-ENTRY-002", f"step `{entry}` doesn't exist", ("entryStep",))
    for key, target in (mapping or {}).items():
        if not is_step(steps, target):
            reason = f"`{key}`: step `{target}` doesn't exist"
            yield refused_at("SR-ENTRY-003", reason, ("entryStepMapping", key))


def entry_refusals(registry: Any, verdict: Any) -> Iterator[Failure]:
    """Where runs of a verdict type have no step to start in; without an agent, runs of any type."""
    mapping = registry.get("entryStepMapping") or {}
    named = mapping.get(verdict) if verdict is not None else next(iter(mapping.values()), None)
    if not named and not registry.get("entryStep"):
        reason = f"no entry step for the verdict type `{verdict}`"
        yield refused_at("SR-GATE-002", reason, *entry_places(registry, verdict))
