"""Files → climpt contract (reference §1, §2, §4.5, §9). Nothing a user wrote makes this raise."""

from __future__ import annotations

from phaselint.dialects.climpt.detect import (
    AGENT_FILE,
    REGISTRY_FILE,
    SCHEMAS,
    home_of,
    is_workflow,
    part_of,
)
from phaselint.dialects.climpt.filemodel import Breakdown
from phaselint.dialects.climpt.model import ClimptContract
from phaselint.dialects.climpt.reading import promptfiles
from phaselint.dialects.climpt.reading.agent import read_agent
from phaselint.dialects.climpt.reading.breakdown import read_breakdown
from phaselint.dialects.climpt.reading.contractparts import read_documents, read_parts
from phaselint.dialects.climpt.reading.jsonfiles import json_document
from phaselint.dialects.climpt.reading.schemaexpansion import expand_each
from phaselint.dialects.climpt.reading.schemafiles import BlueprintSchemas, SchemaFiles
from phaselint.dialects.climpt.reading.settings import has_settings, with_settings
from phaselint.dialects.keys import usable
from phaselint.project.paths import join, normal, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.base import Target
    from phaselint.dialects.climpt.filemodel import Expanded, Text
    from phaselint.dialects.climpt.model import Agent, Registry
    from phaselint.dialects.climpt.reading.schemafiles import Shelf
    from phaselint.dialects.reader import Reader
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

    Outside = tuple[tuple[str, Pointer, str], ...]


def load(reader: Reader, target: Target) -> ClimptContract:
    """Read the documents of a contract; their problems are in the contract."""
    if is_workflow(target):
        from phaselint.dialects.climpt.reading.workflows import load_workflow

        return load_workflow(reader, target)
    if not target.main:
        return _load_folder(reader, target)
    document = json_document(reader, target.main)
    if document is None:
        return ClimptContract(target, {}, target.folder)
    part = part_of(document)
    if part == "blueprint":
        return _load_blueprint(target, document)
    documents = {target.main: document}
    if part == "agent" or (not part and split(target.main)[1].endswith(AGENT_FILE)):
        registry = _registry_document(reader, target.folder, document, documents)
        return _load_files(reader, target, documents, (document, registry))
    return _load_files(reader, target, documents, (None, document))


# --- which files -------------------------------------------------------------------------------


def _load_folder(reader: Reader, target: Target) -> ClimptContract:
    documents: dict[str, Document] = {}
    path = join(target.folder, AGENT_FILE)
    agent = json_document(reader, path)
    if agent is not None:
        documents[path] = agent
    registry = _registry_document(reader, target.folder, agent, documents)
    found = _load_files(reader, target, documents, (agent, registry))
    return found._replace(agent_missing=agent is None, registry_missing=registry is None)


def _registry_document(
    reader: Reader, folder: str, agent: Document | None, documents: dict[str, Document]
) -> Document | None:
    """The registry of an agent: the one a run reads, else the one that agent.json names, which
    only `--validate` reads (§1.2)."""
    path = join(folder, REGISTRY_FILE)
    document = json_document(reader, path)
    if document is None and agent is not None and usable(agent):
        named = _inside(folder, read_agent("", agent.value).registry)
        path = named or path
        document = json_document(reader, path) if named else None
    if document is not None:
        documents[path] = document
    return document


def _inside(folder: str, path: str) -> str | None:
    """The project path of a file named from an agent's directory; none if it is empty or outside of
    that."""
    found = normal(path) if path else None
    return join(folder, found) if found else None


def _load_blueprint(target: Target, document: Document) -> ClimptContract:
    """A bundle of all parts in one file: no other file is looked for (§1.3)."""
    value, file = document.value, target.main
    found = read_parts(
        (file, value["agent"], ("agent",)),
        (file, value["registry"], ("registry",)),
        lambda: False,
    )
    shelf = BlueprintSchemas(file, value["schemas"], ("schemas",))
    schemas, _ = _expanded(found.registry, shelf)
    return ClimptContract(
        target,
        {file: document},
        target.folder,
        agent=found.agent,
        registry=found.registry,
        generation=found.generation,
        signs=found.signs,
        former=found.former,
        problems=found.problems,
        schemas=schemas,
        absent_trees=("prompts",),
        blueprint=True,
    )


# --- the files they name -----------------------------------------------------------------------


def _load_files(
    reader: Reader,
    target: Target,
    documents: dict[str, Document],
    written: tuple[Document | None, Document | None],
) -> ClimptContract:
    folder, root = target.folder, home_of(target.folder)
    found = read_documents(*written, lambda: has_settings(reader, folder))
    agent, registry = found.agent, found.registry
    shelf = SchemaFiles(reader, folder)
    schemas, out = _expanded(registry, shelf)
    documents |= shelf.documents
    system, led_out = _system_prompt(reader, folder, agent, documents)
    breakdown = Breakdown()
    if root is not None and registry is not None and registry.agent_id and registry.c1:
        breakdown, more = read_breakdown(reader, root, registry)
        documents |= more
    texts, strayed = _prompts(reader, breakdown.root, registry, agent, documents)
    contract = ClimptContract(
        target=target,
        documents=documents,
        folder=folder,
        root=root,
        agent=agent,
        registry=registry,
        generation=found.generation,
        signs=found.signs,
        former=found.former,
        problems=found.problems,
        breakdown=breakdown,
        schemas=schemas,
        prompts=texts,
        system_prompt=system,
        listed=promptfiles.listed(reader, breakdown.root) if breakdown.root is not None else (),
        outside=_registry_outside(folder, agent) + led_out + out + strayed,
        absent_trees=tuple(_absent_trees(reader, folder, root)),
    )
    return _with_workflow(with_settings(contract, reader), reader)


def _with_workflow(contract: ClimptContract, reader: Reader) -> ClimptContract:
    """The contract with the workflow that runs the agent; only those of 1.14 have one."""
    if contract.generation != "1.14":
        return contract
    from phaselint.dialects.climpt.reading.workflows import with_workflow

    return with_workflow(contract, reader)


def _absent_trees(reader: Reader, folder: str, root: str | None) -> Iterator[str]:
    """The trees that are looked for in the project of an agent, where there is no project."""
    if root is None:
        if SCHEMAS not in reader.folders(folder):
            yield SCHEMAS
        yield "prompts"


def _expanded(registry: Registry | None, shelf: Shelf) -> tuple[dict[str, Expanded], Outside]:
    """The output schemas by step key, and the paths to schema files outside the directory."""
    found: dict[str, Expanded] = {}
    if registry is None:
        return {}, ()
    steps = [step for step in registry.steps.values() if step.has_schema]
    known = expand_each(shelf, [(step.schema_file, step.schema_name) for step in steps])
    for step in steps:
        schema = known[step.schema_file, step.schema_name]
        if schema.error and not schema.place[0]:
            member = "schema" if schema.fault == "output-schema-unresolved" else "file"
            place = (registry.file, (*step.pointer, "outputSchemaRef", member))
            schema = schema._replace(place=place)
        found[step.key] = schema
    outside = dict.fromkeys(
        (*each.place, each.leads_out) for each in found.values() if each.leads_out
    )
    return found, tuple(outside)


def _registry_outside(folder: str, agent: Agent | None) -> Outside:
    if agent is None or not agent.registry or _inside(folder, agent.registry):
        return ()
    place = (*agent.base, "runner", "flow", "prompts", "registry")
    return ((agent.file, place, agent.registry),)


def _system_prompt(
    reader: Reader, folder: str, agent: Agent | None, documents: dict[str, Document]
) -> tuple[Text | None, Outside]:
    if agent is None or not agent.system_prompt:
        return None, ()
    path = _inside(folder, agent.system_prompt)
    if path is None:
        place = (*agent.base, "runner", "flow", "systemPromptPath")
        return None, ((agent.file, place, agent.system_prompt),)
    document = promptfiles.read_prompt(reader, path)
    if document is None:
        return None, ()
    documents.setdefault(path, document)
    return document.derived(promptfiles.read_text), ()


def _prompts(
    reader: Reader,
    root: str | None,
    registry: Registry | None,
    agent: Agent | None,
    documents: dict[str, Document],
) -> tuple[Mapping[str, Text], Outside]:
    """The existing prompts that a run can use, by path."""
    found: dict[str, Text] = {}
    looked: set[str] = set()
    outside: dict[tuple[str, Pointer, str], None] = {}
    if root is None or registry is None:
        return found, ()
    for address in promptfiles.addresses(registry, agent, root):
        path = address.path
        if path is None:
            written = f"{address.folder}/{address.name}"
            outside[registry.file, address.pointer, written] = None
        elif path not in looked:
            looked.add(path)
            document = promptfiles.read_prompt(reader, path)
            if document is not None:
                documents.setdefault(path, document)
                found[path] = document.derived(promptfiles.read_text)
    return found, tuple(outside)
