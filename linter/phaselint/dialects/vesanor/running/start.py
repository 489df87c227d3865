"""The start of a session: its law, read from the contract, the options and the script."""

from __future__ import annotations

from phaselint.dialects.protocol import ScriptError
from phaselint.dialects.shape import strings
from phaselint.dialects.vesanor.model import Limits
from phaselint.dialects.vesanor.running.admission import config_errors
from phaselint.dialects.vesanor.running.session import Law, SessionState
from phaselint.vocabulary.suggest import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.vesanor.model import Condition, Tool, VesanorContract

OPAQUE = ("aggregates", "envelopes", "binds", "bindings", "checkpoint", "checkpoints")


def start(
    contract: VesanorContract, options: Mapping[str, Any], given: Any, world: Mapping[str, Any]
) -> SessionState:
    """A new session. `given` may hold `tools`: the names the request offers, in order; `world`
    may hold `tools`: the results of calls.

    Raises ScriptError where one of them is not well formed.
    """
    law = _law(contract, options, given, world)
    errors = config_errors(contract) if law.refuse_invalid else ()
    return SessionState(law, law.initial, refused=errors, visited=(law.initial,))


def _law(
    contract: VesanorContract, options: Mapping[str, Any], given: Any, world: Mapping[str, Any]
) -> Law:
    tools = contract.by_name
    session = contract.session
    phases = tuple(session.declared.values()) if session else ()
    preconditions = [entry for tool in tools.values() for entry in tool.preconditions]
    conditions: dict[str, list[Condition]] = {}
    for entry in preconditions:
        if entry.tool:
            conditions.setdefault(entry.tool, []).extend(entry.conditions)
    return Law(
        tools=tools,
        request=_request(tools, given),
        has_phases=bool(phases),
        initial=next((phase.name for phase in phases if phase.initial), None),
        terminals=frozenset(phase.name for phase in phases if phase.terminal),
        transitions=session.transitions if session else {},
        risk_defaults=session.risk_defaults if session else {},
        limits=session.limits if session else Limits(),
        mode=options["mode"],
        gate=options["gate"],
        unmatched=options["unmatched-policy"],
        denied=frozenset(options["denied-tools"]),
        refuse_invalid=options["refuse-invalid"],
        required=frozenset(entry.tool for entry in preconditions if entry.tool),
        conditions={tool: tuple(listed) for tool, listed in conditions.items()},
        last_step_count=max((entry.steps or 0 for entry in preconditions), default=0),
        detects_loops=session is not None and session.limits.loop_threshold is not None,
        not_simulated=_not_simulated(contract),
        world=_checked(world),
    )


def _checked(world: Mapping[str, Any]) -> Mapping[str, Any]:
    """The world, which has nothing but `tools`."""
    for key in world:
        if key != "tools":
            raise ScriptError(("world", key), unknown("key", key, ("tools",)))
    if not isinstance(world.get("tools", {}), dict):
        raise ScriptError(("world", "tools"), "`tools` must map each tool to its results")
    return world


def _request(tools: Mapping[str, Tool], given: Any) -> tuple[str, ...]:
    """The tools a request offers: those given, else every tool with a contract, by name."""
    if not isinstance(given, dict):
        raise ScriptError(("input",), "`input` must be a mapping, optionally with `tools`")
    for key in given:
        if key != "tools":
            raise ScriptError(("input", key), f"unknown key `{key}`; only `tools` is allowed")
    if given.get("tools") is None:
        return tuple(sorted(tools))
    wanted = strings(given["tools"])
    if wanted is None:
        raise ScriptError(("input", "tools"), "`tools` must be a list of names")
    return wanted


def _not_simulated(contract: VesanorContract) -> tuple[str, ...]:
    """Parts whose shape is unknown and which the executor leaves out (reference §4.2)."""
    keys = {key for document in contract.documents.values() for key in _keys(document.value)}
    return tuple(sorted(keys.intersection(OPAQUE)))


def _keys(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
