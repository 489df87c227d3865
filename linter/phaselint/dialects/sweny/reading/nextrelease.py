"""How the next release reads a workflow (reference §11.1 to §11.3)."""

from __future__ import annotations

import re

from phaselint.dialects.shape import integer
from phaselint.dialects.sweny.policies import (
    NEWEST_VERSION,
    Budget,
    Declaration,
    Permissions,
    Policy,
)
from phaselint.dialects.sweny.reading.nextshapes import WORKFLOW
from phaselint.dialects.sweny.reading.nodes import texts
from phaselint.dialects.sweny.reading.releases import Release

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.sweny.model import Workflow
    from phaselint.dialects.sweny.policies import Access
    from phaselint.vocabulary.finding import Pointer

VERSION = "spec_version"
_DIGITS = r"[1-9][0-9]*"
_ACCESS: Mapping[Any, Access] = {"read": "read", "write": "write"}


def is_supported(value: Mapping[str, Any]) -> bool:
    """Whether a file is for a version that exists; a file without a version is for the first."""
    return VERSION not in value or version_of(value[VERSION]) in range(1, NEWEST_VERSION + 1)


def version_of(given: Any) -> int | None:
    """The version that a value stands for: a positive integer, or the digits of one."""
    if isinstance(given, str):
        return int(given) if re.fullmatch(_DIGITS, given) and len(given) < 20 else None
    number = integer(given)
    return number if number is not None and number > 0 else None


def completed(workflow: Workflow, value: Mapping[str, Any]) -> Workflow:
    """The workflow with its rights, budgets and effects."""
    given = value.get("nodes")
    written = given if isinstance(given, dict) else {}
    nodes = {
        id: node._replace(policy=_of_node(node.pointer, written.get(id)))
        for id, node in workflow.nodes.items()
    }
    safe = value.get("safe_outputs")
    allow = safe.get("allow") if isinstance(safe, dict) else None
    policy = Policy(
        _permissions(value, ()),
        _budget(value, ()),
        allow=texts(allow) if isinstance(allow, list) else None,
        bounded=value.get("context_mode") != "full",
    )
    return workflow._replace(nodes=nodes, policy=policy)


def _of_node(pointer: Pointer, value: Any) -> Policy:
    if not isinstance(value, dict):
        return Policy(halts=True)
    return Policy(
        _permissions(value, pointer),
        _budget(value, pointer),
        outputs=tuple(_declarations(value.get("outputs"), (*pointer, "outputs"))),
        agent_env=(*pointer, "agent_env") if "agent_env" in value else None,
        halts=value.get("on_fail") != "continue",
    )


def _permissions(value: Mapping[str, Any], above: Pointer) -> Permissions | None:
    given, pointer = value.get("permissions"), (*above, "permissions")
    if isinstance(given, dict):
        word = given.get("access")
        access = _ACCESS.get(word) if isinstance(word, str) else None
        return Permissions(pointer, access, texts(given.get("deny")), given.get("strict") is True)
    return Permissions(pointer, _ACCESS.get(given)) if isinstance(given, str) else None


def _budget(value: Mapping[str, Any], above: Pointer) -> Budget | None:
    given = value.get("budget")
    if not isinstance(given, dict):
        return None
    limits = {unit: limit for unit, limit in given.items() if isinstance(limit, (int, float))}
    return Budget((*above, "budget"), limits)


def _declarations(value: Any, pointer: Pointer) -> Iterator[Declaration]:
    for number, entry in enumerate(value if isinstance(value, list) else ()):
        if isinstance(entry, dict) and isinstance(entry.get("type"), str):
            yield Declaration((*pointer, number), entry["type"], entry)


NEXT = Release("next", WORKFLOW, is_supported, completed)
