"""Why a start is refused in release 1.13: the sequence of reference §3.1, which the first failure
ends."""

from __future__ import annotations

from phaselint.dialects.climpt.detect import REGISTRY_FILE
from phaselint.dialects.climpt.running.admission import (
    arguments_missing,
    crashing,
    handler_refusals,
    is_json,
    read_agent,
    registry_document,
    registry_place,
    value_at,
)
from phaselint.dialects.climpt.running.agentchecks import (
    boundary_faults,
    empty_boundary_faults,
    faults_after_defaults,
    object_at,
    raw_faults,
    verdict_type,
)
from phaselint.dialects.climpt.running.failure import (
    Failure,
    failing,
    first_of,
    refused_at,
)
from phaselint.dialects.climpt.running.gatechecks import flow_refusals, schema_refusals
from phaselint.dialects.climpt.running.release113.registrychecks import (
    entry_refusals,
    registry_refusals,
)
from phaselint.project.paths import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.model import ClimptContract
    from phaselint.document import Document


def refusal(contract: ClimptContract, args: Mapping[str, Any]) -> Failure | None:
    """The first failure of a start with these arguments, if any. For a registry alone, only the
    checks of the registry are made."""
    agent = read_agent(contract)
    return agent if isinstance(agent, Failure) else first_of(_refusals(contract, agent, args))


def _refusals(
    contract: ClimptContract, agent: Mapping[str, Any] | None, args: Mapping[str, Any]
) -> Iterator[Failure]:
    if agent is not None:
        yield from _agent_refusals(contract, agent, args)
    registry = registry_document(contract)
    if registry is None:
        places = registry_place(agent)
        yield refused_at("SR-LOAD-003", f"`{REGISTRY_FILE}` doesn't exist", *places)
        return
    yield from _start_refusals(contract, agent, registry)


def _agent_refusals(
    contract: ClimptContract, agent: Mapping[str, Any], args: Mapping[str, Any]
) -> Iterator[Failure]:
    """Steps 2 to 5."""
    yield from _configured(agent)
    yield from _unreadable(registry_document(contract))
    yield from arguments_missing(agent, args)
    yield from handler_refusals(contract, agent, args)


def _configured(agent: Mapping[str, Any]) -> Iterator[Failure]:
    faults = [*raw_faults(agent), *boundary_faults(agent)]
    if faults:
        yield failing("AC-VALID-001", faults)
    faults = [*faults_after_defaults(agent), *empty_boundary_faults(agent)]
    if faults:
        yield failing("AC-VALID-002", faults)


def _unreadable(document: Document | None) -> Iterator[Failure]:
    if document is not None and not is_json(document):
        yield Failure("AC-SERVICE-004", f"{REGISTRY_FILE} isn't valid JSON")


def _start_refusals(
    contract: ClimptContract, agent: Mapping[str, Any] | None, document: Document
) -> Iterator[Failure]:
    """Steps 6 to 10; a registry without an agent belongs to its own agent."""
    yield from _unreadable(document)
    registry: Any = value_at(document, contract.registry.base if contract.registry else ())
    name = object_at(registry).get("agentId") if agent is None else agent.get("name")
    folder = split(contract.folder)[1]
    if agent is not None and contract.root is not None and name != folder:
        yield refused_at("SR-LOAD-003", f"agent directory `{name}` doesn't exist", ("name",))
    yield from crashing(registry_refusals(registry, name))
    yield from crashing(schema_refusals(contract, registry))
    verdict = None if agent is None else verdict_type(agent)
    yield from crashing(flow_refusals(registry["steps"], verdict))
    yield from crashing(entry_refusals(registry, verdict))
