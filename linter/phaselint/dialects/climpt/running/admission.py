"""What a start is refused for: the sequence of reference §3.1, the first failure ends it.

Written against the raw documents, and apart from the rules whose verdicts it confirms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.climpt.model import VERDICT_TYPES
from phaselint.dialects.climpt.running.agentchecks import (
    faults_after_defaults,
    object_at,
    raw_faults,
    verdict_config,
    verdict_type,
)
from phaselint.dialects.climpt.running.registrychecks import (
    Refusal,
    flow_refusals,
    registry_refusals,
    schema_refusals,
)
from phaselint.javascript.values import is_truthy
from phaselint.project.paths import join, normal, split

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.climpt.model import ClimptContract
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

CRASH = "TypeError"
"""What a malformed shape dies of: an exception without a code."""

_REGISTRY = "steps_registry.json"
_CONDITIONS = (
    "count:iteration",
    "detect:keyword",
    "count:check",
    "detect:structured",
    "poll:state",
)


def refusal(contract: ClimptContract, args: Mapping[str, Any]) -> Refusal | None:
    """The first failure of a start with these arguments, if there is one. Of a registry alone,
    only what concerns the registry is looked at."""
    agent: Mapping[str, Any] | None = None
    document = _agent_document(contract)
    if document is not None or contract.agent_missing:
        unread = _unread(document)
        if document is None or unread is not None:
            return unread
        agent = _value(document, contract.agent.base if contract.agent else ())
        if agent is None:
            return Refusal(CRASH, "agent.json is no object")
        found = next(_agent_refusals(contract, agent, args), None)
        if found is not None:
            return found
    registry = _registry_document(contract)
    if registry is None:
        return Refusal("SR-LOAD-003", f"there is no `{_REGISTRY}`")
    return next(_start_refusals(contract, agent, registry), None)


def _agent_refusals(
    contract: ClimptContract, agent: Mapping[str, Any], args: Mapping[str, Any]
) -> Iterator[Refusal]:
    """Steps 2 to 5."""
    yield from _configured(agent)
    yield from _unreadable(_registry_document(contract))
    yield from _arguments(agent, args)
    yield from _handler(contract, agent, args)


def _start_refusals(
    contract: ClimptContract, agent: Mapping[str, Any] | None, document: Document
) -> Iterator[Refusal]:
    """Steps 6 to 10; a registry without an agent is its own agent's."""
    yield from _unreadable(document)
    registry = _value(document, contract.registry.base if contract.registry else ())
    name = object_at(registry).get("agentId") if agent is None else agent.get("name")
    folder = split(contract.folder)[1]
    if agent is not None and contract.root is not None and name != folder:
        yield Refusal("SR-LOAD-003", f"there is no agent folder `{name}`")
    yield from _crashing(registry_refusals(registry, name))
    yield from _crashing(schema_refusals(contract, registry))
    verdict = None if agent is None else verdict_type(agent)
    yield from _crashing(flow_refusals(registry, verdict))


def _agent_document(contract: ClimptContract) -> Document | None:
    path = contract.agent.file if contract.agent else join(contract.folder, "agent.json")
    return contract.documents.get(path)


def _registry_document(contract: ClimptContract) -> Document | None:
    """The registry that runs: in an agent's folder always the file of that name."""
    if contract.root is not None:
        return contract.documents.get(join(contract.folder, _REGISTRY))
    path = contract.registry.file if contract.registry else contract.target.main
    return contract.documents.get(path)


def _value(document: Document, base: Pointer) -> Mapping[str, Any] | None:
    """The object at a place of a document: all of it, or a part of a bundle."""
    value = document.value
    for name in base:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else None


def _unread(agent: Document | None) -> Refusal | None:
    if agent is None:
        return Refusal("AC-SERVICE-001", "there is no agent.json")
    if not agent.readable or agent.bom:
        return Refusal("AC-SERVICE-002", "agent.json is no JSON")
    return None


def _unreadable(document: Document | None) -> Iterator[Refusal]:
    if document is not None and (not document.readable or document.bom):
        yield Refusal("AC-SERVICE-004", f"{_REGISTRY} is no JSON")


def _configured(agent: Mapping[str, Any]) -> Iterator[Refusal]:
    faults = list(raw_faults(agent))
    if faults:
        yield Refusal("AC-VALID-001", "; ".join(faults))
    faults = list(faults_after_defaults(agent))
    if faults:
        yield Refusal("AC-VALID-002", "; ".join(faults))


def _arguments(agent: Mapping[str, Any], args: Mapping[str, Any]) -> Iterator[Refusal]:
    for key, parameter in object_at(agent, "parameters").items():
        given = object_at(parameter)
        if given.get("required") is True and args.get(key) is None:
            message = f"Required parameter {given.get('cli')} is not provided"
            yield Refusal(message, message)


# --- the verdict handler (step 5) -------------------------------------------------------------


def _handler(
    contract: ClimptContract, agent: Mapping[str, Any], args: Mapping[str, Any]
) -> Iterator[Refusal]:
    kind, config = verdict_type(agent), verdict_config(agent)
    if kind == "poll:state" and args.get("issue") is None:
        yield Refusal("AC-VERDICT-001", "the argument `issue` is missing")
    if kind == "detect:structured" and not config.get("signalType"):
        yield Refusal("AC-VERDICT-002", "`signalType` is missing")
    if kind == "meta:composite":
        if not (is_truthy(config.get("conditions")) and config.get("operator")):
            yield Refusal("AC-VERDICT-003", "`conditions` or `operator` is missing")
        yield from _conditions(config.get("conditions"), args)
    if kind == "meta:custom" and not config.get("handlerPath"):
        yield Refusal("AC-VERDICT-004", "`handlerPath` is missing")
    if kind not in VERDICT_TYPES:
        yield Refusal("AC-VERDICT-005", f"unknown verdict type `{kind}`")
    if kind == "detect:graph":
        yield from _graph(contract, config)


def _conditions(conditions: Any, args: Mapping[str, Any]) -> Iterator[Refusal]:
    for each in conditions if isinstance(conditions, list) else ():
        kind = object_at(each).get("type")
        if kind not in _CONDITIONS:
            yield Refusal("AC-VERDICT-010", f"condition of type `{kind}`")
        config = object_at(each, "config")
        signal = config.get("signalType") or object_at(each).get("signalType")
        if kind == "detect:structured" and not signal:
            yield Refusal("AC-VERDICT-008", "a condition has no `signalType`")
        if kind == "poll:state" and args.get("issue") is None:
            yield Refusal("AC-VERDICT-009", "a condition needs the argument `issue`")


def _graph(contract: ClimptContract, config: Mapping[str, Any]) -> Iterator[Refusal]:
    path = config.get("registryPath") or _REGISTRY
    document = contract.documents.get(normal(join(contract.folder, str(path))) or "")
    if document is None:
        yield Refusal("AC-VERDICT-011", f"there is no registry `{path}`")
    elif not config.get("entryStep") and not object_at(document.value).get("entryStep"):
        yield Refusal("SR-ENTRY-004", "no `entryStep` for a graph")


def _crashing(found: Iterator[Refusal]) -> Iterator[Refusal]:
    """Refusals of a part of the start; a shape that it does not expect is a crash."""
    try:
        yield from found
    except (TypeError, AttributeError, KeyError) as error:
        yield Refusal(CRASH, str(error))
