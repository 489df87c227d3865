"""Links from climpt's files to other files: schemas, prompts, the registry (reference §1.2, §4.5,
1.14 §1.1, §2.6)."""

from __future__ import annotations

import posixpath

from phaselint.dialects.climpt.analysis.schemawords import intents_at
from phaselint.dialects.climpt.detect import AGENT_FILE, SCHEMAS
from phaselint.dialects.climpt.reading.schemapointers import find, split_reference
from phaselint.dialects.climpt.reading.stepprompts import repeated, sent
from phaselint.dialects.symbols import MOST, Link, follow, steps
from phaselint.project.paths import join
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.climpt.model import Agent, ClimptContract, Registry, Step
    from phaselint.dialects.climpt.workflowmodel import Workflow
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer


def links(contract: ClimptContract) -> Iterator[Link]:
    """The links of all documents of a contract."""
    if contract.agent is not None:
        yield from _of_agent(contract, contract.agent)
    if contract.workflow is not None:
        yield from _of_workflow(contract, contract.workflow)
    if contract.registry is not None:
        for step in contract.registry.steps.values():
            yield from _of_step(contract, contract.registry, step)
    if not contract.blueprint:
        read = (contract.agent, contract.registry, contract.settings, contract.workflow)
        own = {part.file for part in read if part is not None}
        for path, document in contract.documents.items():
            if path not in own and document.format == "json":
                yield from _of_schema(contract, document)


def _of_agent(contract: ClimptContract, agent: Agent) -> Iterator[Link]:
    flow = (*agent.base, "runner", "flow")
    if contract.system_prompt is not None:
        yield Link(Place(agent.file, (*flow, "systemPromptPath")), contract.system_prompt.file)
    if agent.registry and contract.registry is not None and not contract.blueprint:
        named = posixpath.normpath(join(contract.folder, agent.registry))
        if named == contract.registry.file:
            yield Link(Place(agent.file, (*flow, "prompts", "registry")), named)
    if contract.settings is not None and contract.settings.file:
        yield Link(Place(agent.file, (*agent.base, "name")), contract.settings.file)


def _of_workflow(contract: ClimptContract, workflow: Workflow) -> Iterator[Link]:
    """From the agents that a workflow lists to the existing ones; an agent's own entry has no other
    target."""
    for each in workflow.agents if contract.agent is None else ():
        if not each.missing:
            place = Place(workflow.file, each.pointer, "key")
            yield Link(place, join(each.folder, AGENT_FILE))


def _of_step(contract: ClimptContract, registry: Registry, step: Step) -> Iterator[Link]:
    """From the address of a step to the prompt a run sends, and to its output schema."""
    text = sent(contract, step)
    if text is not None:
        for key, given in (("c3", step.c3), ("edition", step.edition)):
            if given:
                yield Link(Place(registry.file, step.address_at(key)), text.file)
    yield from _of_chain(contract, registry, step)
    if step.schema_file and not contract.blueprint:
        folder = join(contract.folder, SCHEMAS)
        document = _document(contract, folder, step.schema_file)
        if document is not None:
            named = find(document.value, step.schema_name)
            pointer = (*step.pointer, "outputSchemaRef")
            yield Link(Place(registry.file, (*pointer, "file")), document.path)
            if named is not None:
                yield Link(Place(registry.file, (*pointer, "schema")), document.path, named)
    expanded = contract.schemas.get(step.key)
    if expanded is not None and expanded.schema is not None and step.gate is not None:
        at = intents_at(expanded, step.gate)
        source = expanded.origin.get(at) if at is not None else None
        if source is not None:
            yield Link(Place(registry.file, (*step.gate.pointer, "intentSchemaRef")), *source)


def _of_chain(contract: ClimptContract, registry: Registry, step: Step) -> Iterator[Link]:
    """From the elements of a chain to the prompts that repeats send."""
    chain = (*step.pointer, "adaptationChain")
    document = contract.documents.get(registry.file)
    if document is None or not isinstance(follow(document.value, chain), list):
        return
    sent_again = zip(step.chain.elements, repeated(contract, step), strict=False)
    for index, (element, text) in enumerate(sent_again):
        if element and text is not None:
            yield Link(Place(registry.file, (*chain, index)), text.file)


def _of_schema(contract: ClimptContract, document: Document) -> Iterator[Link]:
    """From each `$ref` to its target."""
    waiting: list[tuple[Pointer, Any]] = [((), document.value)]
    left = MOST
    while waiting and left > 0:
        pointer, value = waiting.pop()
        left -= 1
        reference = value.get("$ref") if isinstance(value, dict) else None
        if isinstance(reference, str):
            file, name = split_reference(reference)
            folder = posixpath.dirname(document.path)
            other = _document(contract, folder, file) if file else document
            found = find(other.value, name) if other is not None and name else ()
            if other is not None and found is not None:
                yield Link(Place(document.path, (*pointer, "$ref")), other.path, found)
        waiting += (((*pointer, step), each) for step, each in steps(value))


def _document(contract: ClimptContract, folder: str, path: str) -> Document | None:
    return contract.documents.get(posixpath.normpath(join(folder, path)))
