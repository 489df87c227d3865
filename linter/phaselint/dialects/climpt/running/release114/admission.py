"""Why a start is refused in release 1.14 (1.14 §3): the first failure to load, everything that boot
finds, the first failure of the runner."""

from __future__ import annotations

from phaselint.dialects.climpt.detect import REGISTRY_FILE
from phaselint.dialects.climpt.running.admission import (
    CRASH,
    arguments_missing,
    crashing,
    entry_places,
    handler_refusals,
    is_json,
    read_agent,
    registry_document,
    registry_place,
    value_at,
)
from phaselint.dialects.climpt.running.agentchecks import (
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
from phaselint.dialects.climpt.running.release114.bootchecks import boot_refusals
from phaselint.dialects.climpt.running.release114.loadchecks import registry_refusals
from phaselint.project.paths import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.model import ClimptContract

SYNTAX = "Error"
"""The result of a registry that isn't valid JSON: an exception without a code."""


def refusal(contract: ClimptContract, args: Mapping[str, Any]) -> Failure | None:
    """Why a start with these arguments is refused, if it is. For a registry alone, only the checks
    of the registry are made."""
    agent = read_agent(contract)
    return agent if isinstance(agent, Failure) else first_of(_refusals(contract, agent, args))


def _refusals(
    contract: ClimptContract, agent: Mapping[str, Any] | None, args: Mapping[str, Any]
) -> Iterator[Failure]:
    if agent is not None:
        yield from _configured(agent)
    document, registry = registry_document(contract), None
    if document is not None:
        if not is_json(document):
            yield Failure(SYNTAX, f"`{document.path}` isn't valid JSON")
        registry = value_at(document, contract.registry.base if contract.registry else ())
        if registry is None:
            yield Failure(CRASH, f"`{document.path}` isn't an object")
            return
        yield from _loaded(contract, agent, registry)
    yield from _booted(contract, agent, registry)
    yield from _prepared(contract, agent, registry, args)


def _configured(agent: Mapping[str, Any]) -> Iterator[Failure]:
    for code, faults in (
        ("AC-VALID-001", [*raw_faults(agent)]),
        ("AC-VALID-002", [*faults_after_defaults(agent)]),
    ):
        if faults:
            yield failing(code, faults)


def _loaded(
    contract: ClimptContract, agent: Mapping[str, Any] | None, registry: Mapping[str, Any]
) -> Iterator[Failure]:
    """What the loader refuses in a registry; a registry without an agent belongs to its own
    agent."""
    name = registry.get("agentId") if agent is None else agent.get("name")
    schemas = schema_refusals(contract, registry)
    yield from crashing(registry_refusals(registry, name, schemas))


def _booted(
    contract: ClimptContract, agent: Mapping[str, Any] | None, registry: Mapping[str, Any] | None
) -> Iterator[Failure]:
    """One failure for everything that boot finds; a crash hides the rest."""
    found = [*crashing(boot_refusals(registry))] if registry is not None else []
    folder = split(contract.folder)[1]
    if agent is not None and contract.root is not None and agent.get("name") != folder:
        reason = f"agent `{agent.get('name')}` doesn't exist"
        found.append(refused_at("W3", reason, ("name",)))
    found.sort(key=lambda failure: failure.code != CRASH)
    if found:
        codes = tuple(dict.fromkeys(failure.code for failure in found))
        reason = "; ".join(failure.reason for failure in found)
        defects = tuple(each for failure in found for each in failure.defects)
        yield Failure(codes[0], reason, codes, defects)


def _prepared(
    contract: ClimptContract,
    agent: Mapping[str, Any] | None,
    registry: Mapping[str, Any] | None,
    args: Mapping[str, Any],
) -> Iterator[Failure]:
    """What the runner refuses. The verdict handler needs its pair first."""
    if agent is not None:
        yield from arguments_missing(agent, args)
        verdict = verdict_type(agent)
        if not object_at(registry, "entryStepMapping").get(verdict):
            reason = f"`entryStepMapping` has no pair for the verdict type `{verdict}`"
            places = [*entry_places(registry, verdict)]
            places += [*registry_place(agent)] if registry is None else []
            yield refused_at("AC-VERDICT-012", reason, *places)
        yield from handler_refusals(contract, agent, args)
    if registry is None:
        yield Failure("SR-LOAD-003", f"`{REGISTRY_FILE}` doesn't exist")
        return
    verdict = None if agent is None else verdict_type(agent)
    yield from crashing(flow_refusals(registry["steps"], verdict))
