"""What a running session is made of: its fixed law, its state, and a turn (reference §4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.protocol import ScriptError
from phaselint.dialects.shape import strings
from phaselint.dialects.vesanor.model import Limits
from phaselint.record import NamedTuple
from phaselint.suggest import unknown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.vesanor.model import Condition, Tool, VesanorContract


OPAQUE = ("aggregates", "envelopes", "binds", "bindings", "checkpoint", "checkpoints")


class Call(NamedTuple):
    """A tool call and its result. `fingerprint` is the canonical text of its arguments."""

    tool: str
    fingerprint: str = "{}"
    ok: bool = True
    output: Mapping[str, Any] = {}


class Turn(NamedTuple):
    """One scripted response, and what the program around the session does before it."""

    calls: tuple[Call, ...] = ()
    narrow: tuple[str, ...] | None = None
    widen: bool = False
    kill: bool = False
    cost: float = 0


class Law(NamedTuple):
    """What stays the same for a whole session."""

    tools: Mapping[str, Tool]
    request: tuple[str, ...]
    has_phases: bool
    initial: str | None
    terminals: frozenset[str]
    transitions: Mapping[str, tuple[str, ...]]
    risk_defaults: Mapping[str, str]
    limits: Limits
    mode: str
    gate: str
    unmatched: str
    denied: frozenset[str]
    refuse_invalid: bool
    required: frozenset[str]
    conditions: Mapping[str, tuple[Condition, ...]]
    last_step_count: int
    detects_loops: bool
    not_simulated: tuple[str, ...]
    world: Mapping[str, Any]

    def target(self, name: str) -> str:
        """The phase a tool advances to; empty when it has none or there are no phases."""
        tool = self.tools.get(name)
        return tool.advances_to if tool and self.has_phases else ""

    def bans(self, name: str) -> frozenset[str]:
        """The tools that are forbidden once this one has been executed."""
        tool = self.tools.get(name)
        return frozenset(tool.forbids_after) if tool else frozenset()


class SessionState(NamedTuple):
    """Where a session stands (reference §4.1). `error` is that of the latest turn."""

    law: Law
    phase: str | None
    steps: int = 0
    total_calls: int = 0
    calls: Mapping[str, int] = {}
    executed: Mapping[str, Any] = {}
    forbidden: frozenset[str] = frozenset()
    filter: frozenset[str] | None = None
    history: tuple[tuple[tuple[str, str], ...], ...] = ()
    blocks_in_row: int = 0
    errors_in_row: int = 0
    killed: bool = False
    cost: float = 0
    error: str = ""
    refused: tuple[str, ...] = ()
    visited: tuple[str | None, ...] = ()


def law_of(
    contract: VesanorContract, options: Mapping[str, Any], given: Any, world: Mapping[str, Any]
) -> Law:
    """The law of a session over a contract. `given` may hold `tools`, the request's list, and
    `world` the results of `tools`.

    Raises ScriptError where one of them is not well formed.
    """
    tools = contract.by_name
    session = contract.session
    phases = tuple(session.declared.values()) if session else ()
    conditions: dict[str, list[Condition]] = {}
    counts = [0]
    for tool in tools.values():
        for entry in tool.preconditions:
            if entry.tool:
                conditions.setdefault(entry.tool, []).extend(entry.conditions)
            counts.append(entry.steps or 0)
    return Law(
        tools,
        _request(tools, given),
        bool(phases),
        next((phase.name for phase in phases if phase.initial), None),
        frozenset(phase.name for phase in phases if phase.terminal),
        session.transitions if session else {},
        session.risk_defaults if session else {},
        session.limits if session else Limits(),
        options["mode"],
        options["gate"],
        options["unmatchedPolicy"],
        frozenset(options["deniedTools"]),
        options["refuse_invalid"],
        frozenset().union(*(tool.requires for tool in tools.values())),
        {tool: tuple(listed) for tool, listed in conditions.items()},
        max(counts),
        session is not None and session.limits.loop_threshold is not None,
        _not_simulated(contract),
        _checked(world),
    )


def _checked(world: Mapping[str, Any]) -> Mapping[str, Any]:
    """The world, which has nothing but `tools`."""
    for key in world:
        if key != "tools":
            raise ScriptError(("world", key), unknown("key", key, ("tools",)))
    if not isinstance(world.get("tools", {}), dict):
        raise ScriptError(("world", "tools"), "`tools` maps each tool to its results")
    return world


def _request(tools: Mapping[str, Tool], given: Any) -> tuple[str, ...]:
    """The tools a request offers: those given, else every tool with a contract, by name."""
    if not isinstance(given, dict):
        raise ScriptError(("input",), "`input` is a mapping, which may have `tools`")
    for key in given:
        if key != "tools":
            raise ScriptError(("input", key), f"unknown key `{key}`; known is `tools`")
    if given.get("tools") is None:
        return tuple(sorted(tools))
    wanted = strings(given["tools"])
    if wanted is None:
        raise ScriptError(("input", "tools"), "`tools` is a list of names")
    return wanted


def _not_simulated(contract: VesanorContract) -> tuple[str, ...]:
    """Parts whose shape is unknown and which the executor leaves out (reference §4.2)."""
    keys = {key for document in contract.documents.values() for key in _keys(document.value)}
    return tuple(sorted(keys.intersection(OPAQUE)))


def _keys(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
