"""Rights, budgets and effects of nodes in a workflow of the next release (reference §11.1,
§11.2)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal

    from phaselint.vocabulary.finding import Pointer

    Access = Literal["read", "write"]


CLASSES = ("shell", "write", "edit", "net", "subagent")
"""The classes of built-in tools that a policy denies by name."""

OUTPUT_TYPES = ("comment", "issue", "pr", "label", "issue_state")

APPLIERS: Mapping[str, frozenset[str]] = {
    "github": frozenset(OUTPUT_TYPES),
    "linear": frozenset({"comment", "issue", "issue_state"}),
}
"""The skills that can apply outputs, and the types that each can (reference §11.2)."""

CLOSING = "issue_state"
NUMBERED = frozenset({"comment", "label", CLOSING})
"""The types whose declaration may have a `number`."""

RESERVED_SKILL = "sweny-core"
"""The ID of the engine's own server."""

MOST_ITERATIONS = 100
MOST_RETRIES = 10
NEWEST_VERSION = 1


class Permissions(NamedTuple):
    """`permissions` of the workflow or a node; without `access`, it doesn't set that."""

    pointer: Pointer
    access: Access | None = None
    deny: tuple[str, ...] = ()
    strict: bool = False


class Budget(NamedTuple):
    """`budget` of the workflow or a node: what may be spent at most of each unit."""

    pointer: Pointer
    limits: Mapping[str, float]


class Declaration(NamedTuple):
    """An entry of `outputs`; `given` is the original mapping."""

    pointer: Pointer
    type: str
    given: Mapping[str, Any]


class Policy(NamedTuple):
    """What the workflow or a node says beyond what releases of today know.

    Of the workflow, `allow` are the output types of `safe_outputs`, none where it names none, and
    `bounded` tells that prompts show what a node needs of the others; of a node, `halts` tells
    that the run ends where it fails, and `agent_env` where its key stands.
    """

    permissions: Permissions | None = None
    budget: Budget | None = None
    outputs: tuple[Declaration, ...] = ()
    allow: tuple[str, ...] | None = None
    agent_env: Pointer | None = None
    halts: bool = False
    bounded: bool = False


def access(root: Policy, own: Policy) -> Access:
    """What a node may do, after the defaults (reference §11.1)."""
    if own.permissions is not None and own.permissions.access is not None:
        return own.permissions.access
    if own.outputs:
        return "read"
    given = root.permissions
    return "write" if given is None or given.access is None else given.access
