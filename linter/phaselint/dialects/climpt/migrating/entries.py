"""Where runs start, in the form of 1.14 (1.14 §2.1, §9)."""

from __future__ import annotations

from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.migrating.context import Context

GRAPH = "detect:graph"
"""The verdict type that still reads `entryStep`."""


def migrated_entries(registry: Mapping[str, Any], context: Context) -> dict[str, Any]:
    """A registry whose entries are pairs, including one for the verdict type of the agent."""
    found = dict(registry)
    verdict, entry = context.agent.verdict, registry.get("entryStep")
    mapping = registry.get("entryStepMapping")
    pairs = {
        key: _pair(value, context) if isinstance(value, str) else value
        for key, value in (mapping if isinstance(mapping, dict) else {}).items()
    }
    if not isinstance(entry, str) or not entry:
        return _with(found, pairs)
    if context.contract.agent is None:
        if not pairs:
            text = message(
                "without agent.json, the verdict type of the entry `{}` isn't known", entry
            )
            context.remark(context.registry.file, ("entryStep",), text)
        return _with(found, pairs)
    if not pairs.get(verdict):
        pairs[verdict] = _pair(entry, context)
    if verdict == GRAPH:
        return _with(found, pairs)
    if mapping is None:
        return {
            "entryStepMapping" if key == "entryStep" else key: (
                pairs if key == "entryStep" else value
            )
            for key, value in found.items()
        }
    found.pop("entryStep")
    return _with(found, pairs)


def _with(registry: dict[str, Any], pairs: Mapping[str, Any]) -> dict[str, Any]:
    return {**registry, "entryStepMapping": dict(pairs)} if pairs else registry


def _pair(key: str, context: Context) -> dict[str, str]:
    """A step as the start of runs, with the step whose prompt is lent to closure steps."""
    lent = "" if context.closure_only else context.continuation_of(key)
    return {"initial": key, "continuation": lent or key}
