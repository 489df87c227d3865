"""The refusals of a start that all releases share (reference §3.1).

Written against the raw documents, independently of the rules whose verdicts it confirms.
"""

from __future__ import annotations

from phaselint.dialects.climpt.detect import AGENT_FILE, REGISTRY_FILE
from phaselint.dialects.climpt.model import VERDICT_TYPES
from phaselint.dialects.climpt.running.agentchecks import (
    CONFIG,
    REGISTRY,
    object_at,
    verdict_config,
    verdict_type,
)
from phaselint.dialects.climpt.running.failure import Failure, ShapeError, refused_at
from phaselint.javascript.values import is_truthy
from phaselint.project.paths import join, normal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.model import ClimptContract
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

CRASH = "TypeError"
"""The result of a malformed shape: an exception without a code."""

_ISSUE = ("parameters", "issue")
_CONDITIONS = (
    "count:iteration",
    "detect:keyword",
    "count:check",
    "detect:structured",
    "poll:state",
)


def agent_document(contract: ClimptContract) -> Document | None:
    """The document of agent.json, if there is one."""
    path = contract.agent.file if contract.agent else join(contract.folder, AGENT_FILE)
    return contract.documents.get(path)


def registry_document(contract: ClimptContract) -> Document | None:
    """The registry that runs: in an agent's directory, always the file with that name."""
    if contract.root is not None:
        return contract.documents.get(join(contract.folder, REGISTRY_FILE))
    path = contract.registry.file if contract.registry else contract.target.main
    return contract.documents.get(path)


def registry_place(agent: Mapping[str, Any] | None) -> Iterator[Pointer]:
    """Where agent.json names the registry: its whole, if it doesn't."""
    if agent is not None:
        named = object_at(agent, *REGISTRY[:-1]).get(REGISTRY[-1])
        yield REGISTRY if is_truthy(named) else ()


def is_json(document: Document) -> bool:
    """Whether a document is JSON for the reference, which accepts no byte order mark."""
    return document.readable and not document.bom


def value_at(document: Document, base: Pointer) -> Mapping[str, Any] | None:
    """The object at a place of a document: all of it, or a part of a bundle."""
    value = document.value
    for name in base:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else None


def read_agent(contract: ClimptContract) -> Mapping[str, Any] | Failure | None:
    """The value of agent.json, or why it can't be read; none if there is only a registry."""
    document = agent_document(contract)
    if document is None:
        if not contract.agent_missing:
            return None
        known = contract.registry is not None and contract.registry.file
        place = () if known else (contract.target.path,)
        return refused_at("AC-SERVICE-001", "agent.json doesn't exist", place)
    if not is_json(document):
        return Failure("AC-SERVICE-002", "agent.json isn't valid JSON")
    value = value_at(document, contract.agent.base if contract.agent else ())
    return Failure(CRASH, "agent.json isn't an object") if value is None else value


def arguments_missing(agent: Mapping[str, Any], args: Mapping[str, Any]) -> Iterator[Failure]:
    """The parameters that a command line must give but doesn't."""
    for key, parameter in object_at(agent, "parameters").items():
        given = object_at(parameter)
        if given.get("required") is True and args.get(key) is None:
            message = f"Required parameter {given.get('cli')} is not provided"
            yield Failure(message, message)


def handler_refusals(
    contract: ClimptContract, agent: Mapping[str, Any], args: Mapping[str, Any]
) -> Iterator[Failure]:
    """The requirements of the verdict type (step 5)."""
    kind, config = verdict_type(agent), verdict_config(agent)
    if kind == "poll:state" and args.get("issue") is None:
        yield refused_at("AC-VERDICT-001", "the argument `issue` is missing", _ISSUE)
    if kind == "detect:structured" and not config.get("signalType"):
        yield Failure("AC-VERDICT-002", "`signalType` is missing")
    if kind == "meta:composite":
        if not (is_truthy(config.get("conditions")) and config.get("operator")):
            yield Failure("AC-VERDICT-003", "`conditions` or `operator` is missing")
        yield from _conditions(config.get("conditions"), args)
    if kind == "meta:custom" and not config.get("handlerPath"):
        yield Failure("AC-VERDICT-004", "`handlerPath` is missing")
    if kind not in VERDICT_TYPES:
        yield Failure("AC-VERDICT-005", f"unknown verdict type `{kind}`")
    if kind == "detect:graph":
        yield from _graph(contract, config)


def _conditions(conditions: Any, args: Mapping[str, Any]) -> Iterator[Failure]:
    for number, each in enumerate(conditions if isinstance(conditions, list) else ()):
        kind, place = object_at(each).get("type"), (*CONFIG, "conditions", number, "type")
        if kind not in _CONDITIONS:
            yield refused_at("AC-VERDICT-010", f"condition of type `{kind}`", place)
        config = object_at(each, "config")
        signal = config.get("signalType") or object_at(each).get("signalType")
        if kind == "detect:structured" and not signal:
            yield refused_at("AC-VERDICT-008", "a condition has no `signalType`", place)
        if kind == "poll:state" and args.get("issue") is None:
            yield refused_at("AC-VERDICT-009", "a condition needs the argument `issue`", place)


def _graph(contract: ClimptContract, config: Mapping[str, Any]) -> Iterator[Failure]:
    path = config.get("registryPath") or REGISTRY_FILE
    document = contract.documents.get(normal(join(contract.folder, str(path))) or "")
    if document is None:
        yield Failure("AC-VERDICT-011", f"registry `{path}` doesn't exist")
    elif not config.get("entryStep") and not object_at(document.value).get("entryStep"):
        kind = "detect:graph"
        mapped = kind in object_at(document.value, "entryStepMapping")
        place = ("entryStepMapping", kind) if mapped else ("entryStepMapping",)
        yield refused_at("SR-ENTRY-004", "no `entryStep` for a graph", place)


def entry_places(registry: Mapping[str, Any] | None, verdict: Any) -> Iterator[Pointer]:
    """Where the entry of a verdict type is missing: the mapping, or the entry that is given in
    place of one, and its own place."""
    for member in ("entryStepMapping", "entryStep"):
        if registry is not None and member in registry:
            yield (member,)
            break
    yield ("entryStepMapping", verdict)


def crashing(found: Iterator[Failure]) -> Iterator[Failure]:
    """Failures of a part of the start; an unexpected shape is a crash."""
    try:
        yield from found
    except ShapeError as error:
        yield refused_at(CRASH, str(error), error.place)
    except (TypeError, AttributeError, KeyError) as error:
        yield Failure(CRASH, str(error))
