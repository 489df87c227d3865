"""The names in SWEny's files: nodes, skills, tools, inputs, evaluators and output fields
(reference §3, §5.7, §7.4)."""

from __future__ import annotations

import re

from phaselint.dialects.sweny import forms
from phaselint.dialects.sweny.analysis.conditions import read_all
from phaselint.dialects.sweny.model import INPUT
from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.dialects.symbols import (
    ANY,
    Link,
    Naming,
    Sheet,
    Symbol,
    Symbols,
    follow,
    names_in,
    part_of,
    scope_of,
    steps,
)
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.conditions import Reference
    from phaselint.dialects.sweny.model import Evaluator, Node, Requires, SwenyContract, Workflow
    from phaselint.dialects.symbols import Occurrence
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

_TOOL_LISTS = (
    ("eval", ANY, "rule", "any_tool_called"),
    ("eval", ANY, "rule", "all_tools_called"),
    ("eval", ANY, "rule", "no_tool_called"),
    ("tools", "allow"),
    ("tools", "deny"),
    ("disallowed_tools",),
)
_SOURCE_FILES = (
    ("rules", ANY, "file"),
    ("context", ANY, "file"),
    ("nodes", ANY, "instruction", "file"),
    *(("nodes", ANY, field, ANY, "file") for field in ("rules", "context")),
    *(("nodes", ANY, field, "sources", ANY, "file") for field in ("rules", "context")),
)

WORKFLOW_NAMES = (
    Naming(("nodes", ANY), "phase", "definition", "key"),
    Naming(("entry",), "phase"),
    Naming(("edges", ANY, "from"), "phase"),
    Naming(("edges", ANY, "to"), "phase"),
    Naming(("skills", ANY), "skill", "definition", "key"),
    Naming(("nodes", ANY, "skills", ANY), "skill"),
    Naming(("inputs", ANY), "input", "definition", "key"),
    Naming(("nodes", ANY, "eval", ANY, "name"), "evaluator", "definition", within=2),
    Naming(("nodes", ANY, "output", "properties", ANY), "field", "definition", "key", 2),
    Naming(("nodes", ANY, "output", "required", ANY), "field", within=2),
    *(Naming(("nodes", ANY, *tools, ANY), "tool") for tools in _TOOL_LISTS),
    *(Naming(file, "file") for file in _SOURCE_FILES),
)

SKILL_NAMES = (Naming(("name",), "skill", "definition"),)

_EVALS = "evals"
_INPUT = re.compile(r"(?<![\w.-])input\.([A-Za-z_]\w*)")
_PREFIX = re.compile(r"[a-z]+:")
_FOLDER_NAMED = "the folder of a skill must have the skill's name"


class _Word(NamedTuple):
    """A name in a condition or prompt, with its offsets there."""

    name: str
    start: int
    end: int


def symbols(contract: SwenyContract) -> Symbols:
    """The names of a workflow, or of a SKILL.md by itself."""
    file = contract.target.main
    if contract.workflow is None:
        return _of_skill(contract) if contract.skill_file is not None else Symbols()
    sheets = (Sheet(file, WORKFLOW_NAMES, forms.workflow_of(contract.release)),)
    document = contract.documents[file]
    found = (
        *names_in(contract.documents, sheets),
        *_in_paths(document, contract.workflow),
        *_in_conditions(document, contract.workflow),
        *_in_instructions(document, contract.workflow),
    )
    fixed = {
        Symbol("skill", id): _FOLDER_NAMED for id, skill in contract.registry.items() if skill.file
    }
    links = (*_source_links(contract), *_skill_links(contract, contract.workflow))
    return Symbols(found, links, sheets, fixed)


def _of_skill(contract: SwenyContract) -> Symbols:
    sheets = (Sheet(contract.target.main, SKILL_NAMES, forms.SKILL),)
    names = tuple(names_in(contract.documents, sheets))
    return Symbols(names, sheets=sheets, fixed={each.symbol: _FOLDER_NAMED for each in names})


# --- names in prose ------------------------------------------------------------------------------


def _in_paths(document: Document, workflow: Workflow) -> Iterator[Occurrence]:
    """The names that gate paths are made of (§5.7): those of evaluators start in the node's own
    data, those of `requires` in the context."""
    for node in workflow.nodes.values():
        for evaluator in node.evals:
            if evaluator.kind == "value":
                for text, pointer in _paths_of(evaluator):
                    words = _segments(text)
                    yield from _field(document, pointer, node, words[:1])
        if node.requires is not None:
            for text, pointer in _paths_of(node.requires):
                yield from _from_context(document, pointer, workflow, _segments(text))


def _paths_of(gate: Evaluator | Requires) -> Iterator[tuple[str, Pointer]]:
    for demand in gate.required:
        yield demand.path, demand.pointer
    for match in gate.matches:
        yield match.path, (*match.pointer, "path")


def _segments(text: str) -> list[_Word]:
    """The names in a gate path; none if it isn't a path."""
    prefix = _PREFIX.match(text)
    at = prefix.end() if prefix else 0
    found = []
    for segment in parse(text).segments:
        found.append(_Word(segment.name, at, at + len(segment.name)))
        at += len(str(segment)) + 1
    return found


def _from_context(
    document: Document, pointer: Pointer, workflow: Workflow, words: list[_Word]
) -> Iterator[Occurrence]:
    root = words[0] if words else _Word("", 0, 0)
    if root.name == INPUT and INPUT not in workflow.nodes:
        for word in words[1:2]:
            yield from part_of(document, Symbol("input", word.name), pointer, word.start, word.end)
    elif root.name in workflow.nodes:
        yield from part_of(document, Symbol("phase", root.name), pointer, root.start, root.end)
        node, rest = workflow.nodes[root.name], words[1:]
        if rest and rest[0].name == _EVALS:
            for word in rest[1:2]:
                symbol = Symbol("evaluator", word.name, _scope(node))
                yield from part_of(document, symbol, pointer, word.start, word.end)
        else:
            yield from _field(document, pointer, node, rest[:1])


def _field(
    document: Document, pointer: Pointer, node: Node, words: list[_Word]
) -> Iterator[Occurrence]:
    """The name of a declared field of a node."""
    for word in words:
        if word.name in node.properties:
            symbol = Symbol("field", word.name, _scope(node))
            yield from part_of(document, symbol, pointer, word.start, word.end)


def _scope(node: Node) -> str:
    return scope_of(node.pointer, len(node.pointer))


def _in_conditions(document: Document, workflow: Workflow) -> Iterator[Occurrence]:
    """The names with fields after them in conditions (§7.4)."""
    for number, condition in read_all(workflow.edges, workflow).items():
        pointer: Pointer = ("edges", number, "when")
        for reference in condition.references:
            for symbol, word in _of_reference(reference, workflow, condition.text):
                span = (word.start, word.end)
                if condition.text[word.start : word.end] == word.name:
                    yield from part_of(document, symbol, pointer, *span, "prose")


def _of_reference(
    reference: Reference, workflow: Workflow, text: str
) -> Iterator[tuple[Symbol, _Word]]:
    behind = reference.start + len(reference.root)
    first = reference.fields[0]
    field = _Word(first, behind + 1, behind + 1 + len(first))
    node = workflow.nodes.get(reference.node)
    if node is None:
        if text.startswith(".", behind):
            yield Symbol("input", first), field
        return
    yield Symbol("phase", node.id), _Word(node.id, reference.start, behind)
    if text.startswith(".", behind) and first in node.properties:
        yield Symbol("field", first, _scope(node)), field


def _in_instructions(document: Document, workflow: Workflow) -> Iterator[Occurrence]:
    """The declared inputs that instructions name."""
    for node in workflow.nodes.values():
        source = node.instruction
        if source is None or source.kind != "inline" or not workflow.inputs:
            continue
        pointer = (*source.pointer, "inline") if source.tagged else source.pointer
        for found in _INPUT.finditer(str(follow(document.value, pointer))):
            if found[1] in workflow.inputs:
                symbol = Symbol("input", found[1])
                yield from part_of(document, symbol, pointer, *found.span(1), "prose")


# --- links ---------------------------------------------------------------------------------------


def _source_links(contract: SwenyContract) -> Iterator[Link]:
    for located in contract.located:
        source = located.source
        if source.kind == "file" and located.path and located.text is not None:
            pointer = (*source.pointer, "file") if source.tagged else source.pointer
            yield Link(Place(contract.target.main, pointer), located.path)


def _skill_links(contract: SwenyContract, workflow: Workflow) -> Iterator[Link]:
    document = contract.documents[contract.target.main]
    for node in workflow.nodes.values():
        pointer = (*node.pointer, "skills")
        for index, id in steps(follow(document.value, pointer)):
            skill = contract.registry.get(id) if isinstance(id, str) else None
            if skill is not None and skill.file:
                yield Link(Place(document.path, (*pointer, index)), skill.file, ("name",))
