"""An agent of release 1.13 → the files of the same agent for 1.14 (1.14 §9)."""

from __future__ import annotations

from phaselint.dialects.climpt.migrating.agentfile import migrated_agent, settings_text
from phaselint.dialects.climpt.migrating.context import Context
from phaselint.dialects.climpt.migrating.entries import migrated_entries
from phaselint.dialects.climpt.migrating.lastturns import remark_on_the_only_turn
from phaselint.dialects.climpt.migrating.schemas import without_abort
from phaselint.dialects.climpt.migrating.steps import migrated_steps
from phaselint.dialects.climpt.migrating.validation import migrated_validation
from phaselint.dialects.migration import Planned
from phaselint.document.rewriting import rewritten
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.model import ClimptContract
    from phaselint.dialects.reader import Reader
    from phaselint.document import Document

RENAMED = {"kind": "stepKind", "postLLMConditions": "validationConditions"}
"""Members that keep their value under another name."""


def plan(contract: ClimptContract, _options: Mapping[str, Any], reader: Reader) -> Planned:
    """The migrated agent. The settings come first and the registry last, because it shows the
    release: an agent that is half migrated is still one of 1.13."""
    known = contract.registry is not None or contract.registry_missing
    if contract.generation == "1.14" and known and not contract.former:
        return Planned(refusal="is already written for climpt 1.14", already=True)
    refusal = _refusal(contract)
    if refusal:
        return Planned(refusal=refusal)
    context = Context(contract)
    registry = migrated_entries(
        migrated_validation(migrated_steps(context.registry_value, context), context), context
    )
    remark_on_the_only_turn(context)
    values: dict[str, Any] = dict(without_abort(context))
    texts: dict[str, str] = {}
    if contract.agent is not None:
        texts |= settings_text(context, reader)
        values[contract.agent.file] = migrated_agent(contract.documents[contract.agent.file].value)
    values[context.registry.file] = registry
    for path, value in values.items():
        document = contract.documents[path]
        if value != document.value:
            texts[path] = rewritten(document, value, RENAMED)
    return Planned(texts, tuple(context.remarks))


def _refusal(contract: ClimptContract) -> str:
    """Why an agent can't be migrated; empty if it can."""
    if contract.generation == "1.11":
        return "is written for climpt 1.11; only agents of 1.13 can be migrated"
    registry = contract.registry
    parts = {part.file for part in (contract.agent, registry) if part is not None}
    for path, document in contract.documents.items():
        odd = path in parts and not isinstance(document.value, dict)
        if document.format == "json" and (document.problems or odd):
            return f"does not load: {_problem(document)}"
    if contract.signs and contract.former:
        file, pointer = contract.signs[0] if contract.generation == "1.13" else contract.former[0]
        where = contract.documents[file].range(pointer, "key").start
        return message(
            "is written partly for climpt 1.13 and partly for 1.14, as {}:{}:{} shows; change it "
            "to one of them",
            *(file, where.line, where.column),
        )
    if contract.blueprint:
        return "is a blueprint; only the files of an agent can be migrated"
    if registry is None:
        return "does not load: it has no steps registry"
    if not registry.steps_known:
        return message("does not load: `steps` in {} isn't a mapping of mappings", registry.file)
    return ""


def _problem(document: Document) -> str:
    if not document.problems:
        return f"{document.path}: it isn't a mapping"
    problem = document.problems[0]
    start = document.position(problem.start)
    return f"{document.path}:{start.line}:{start.column}: {problem.message}"
