"""The names in pipelines and stages: stages, tools, context fields and what stages put out
(reference §2, §3)."""

from __future__ import annotations

import re

from phaselint.dialects.stud import forms
from phaselint.dialects.stud.model import BUNDLED_TOOLS, RESERVED
from phaselint.dialects.stud.reading import shapes
from phaselint.dialects.stud.reading.placeholders import lex
from phaselint.dialects.stud.reading.places import span
from phaselint.dialects.symbols import (
    ANY,
    Link,
    Naming,
    Occurrence,
    Sheet,
    Symbol,
    Symbols,
    at_offsets,
    follow,
    names_in,
    part_of,
    steps,
)
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.stud.model import Pipeline, Stage, StudContract
    from phaselint.dialects.symbols import SymbolRole
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

_SPECS: tuple[Pointer, ...] = tuple(
    (*owner, *part)
    for owner in (("next", ANY), ("stages", ANY, "next"))
    for part in ((), ("branches", ANY), ("default",))
)
_CONTEXTS: tuple[Pointer, ...] = (("ctx",), ("ctx", "byStage", ANY))

MANIFEST_NAMES = (
    Naming(("entryStage",), "phase"),
    Naming(("stages", ANY), "file"),
    Naming(("stages", ANY, "file"), "file"),
    Naming(("next", ANY), "phase", part="key"),
    *(Naming((*spec, key, ANY), "phase") for spec in _SPECS for key in shapes.STAGE_KEYS),
    *(Naming((*spec, "join"), "phase") for spec in _SPECS),
    Naming(("outputs", ANY), "phase", part="key"),
    Naming(("ctx", "byStage", ANY), "phase", part="key"),
    *(
        Naming((*owner, key, ANY), "context", "definition")
        for owner in _CONTEXTS
        for key in ("required", "optional")
    ),
    Naming(("tools", "bundled", ANY), "tool", "definition"),
    Naming(("tools", "discovered", ANY), "tool", "definition"),
    Naming(("tools", "mcp", ANY, ANY), "tool", "definition"),
    Naming(("tools", "mutating", ANY), "tool"),
)

STAGE_NAMES = (
    Naming(("id",), "phase", "definition"),
    Naming(("allowedTools", ANY), "tool"),
    Naming(("completionTool",), "tool", "definition"),
)

_PARSED = "parsed"
_OF_THE_HOST = "it is a tool of the host"


def symbols(contract: StudContract) -> Symbols:
    """The names of a pipeline with its stages, or of a stage by itself."""
    sheets = tuple({(sheet.file, sheet.base): sheet for sheet in _sheets(contract)}.values())
    found = [*names_in(contract.documents, sheets)]
    seen: set[tuple[str, Pointer]] = set()
    for stage in contract.stages:
        document = contract.documents.get(stage.file)
        if stage.usable and document is not None and (stage.file, stage.base) not in seen:
            seen.add((stage.file, stage.base))
            found += (*_in_body(document, stage), *_fields(document, stage))
    links: list[Link] = []
    if contract.pipeline is not None:
        found += _in_conditions(contract.documents[contract.file], contract.pipeline)
        links += _links(contract, contract.pipeline)
    fixed = {Symbol("tool", name): _OF_THE_HOST for name in BUNDLED_TOOLS}
    return Symbols(tuple(found), tuple(links), sheets, fixed)


def _sheets(contract: StudContract) -> Iterator[Sheet]:
    if contract.pipeline is not None:
        yield Sheet(contract.pipeline.file, MANIFEST_NAMES, forms.MANIFEST)
    for stage in contract.stages:
        if stage.usable:
            json = stage.form == "json"
            shape = shapes.JSON_STAGE if json else shapes.MARKDOWN_STAGE
            if stage.form == "inline":
                shape = shapes.INLINE_STAGE
            yield Sheet(stage.file, STAGE_NAMES, shape, stage.base)


# --- names in prose ------------------------------------------------------------------------------


def _in_body(document: Document, stage: Stage) -> Iterator[Occurrence]:
    """The context fields that placeholders put in (§2.4), and the tools that are named between
    back-ticks."""
    text = stage.body.text
    for each in lex(text):
        name = each.path[1] if each.path and len(each.path) > 1 else ""
        if each.path and each.path[0] == "ctx" and isinstance(name, str) and name not in RESERVED:
            start = text.index("ctx.", each.start) + len("ctx.")
            symbol = Symbol("context", name)
            yield from _piece(document, stage, symbol, start, "reference")
    tools = {*(stage.allowed or ()), stage.completion_tool} - {""}
    for found in re.finditer(r"`([^`\s]+)`", text) if tools else ():
        if found[1] in tools:
            yield from _piece(document, stage, Symbol("tool", found[1]), found.start(1), "prose")


def _piece(
    document: Document, stage: Stage, symbol: Symbol, start: int, role: SymbolRole
) -> Iterator[Occurrence]:
    """The occurrence of a name in a body, which starts at an offset of its text."""
    body, end = stage.body, start + len(symbol.name)
    if body.start < 0:
        yield from part_of(document, symbol, body.pointer, start, end, role)
        return
    first, last = span(document, body, start, end)
    if document.text[first:last] == symbol.name:
        yield at_offsets(document, symbol, (), first, last, role)


# --- what stages put out -------------------------------------------------------------------------


def _fields(document: Document, stage: Stage) -> Iterator[Occurrence]:
    """The fields that the completion schema of a stage declares."""
    pointer = stage.at("completionSchema")
    for name, _ in steps(follow(document.value, (*pointer, "properties"))):
        if isinstance(name, str) and name:
            at = (*pointer, "properties", name)
            symbol = Symbol("field", name, stage.id)
            yield Occurrence(symbol, Place(document.path, at, "key"), "definition", at)
    for index, name in steps(follow(document.value, (*pointer, "required"))):
        if isinstance(name, str) and name and isinstance(index, int):
            place = Place(document.path, (*pointer, "required", index))
            yield Occurrence(Symbol("field", name, stage.id), place)


def _in_conditions(document: Document, pipeline: Pipeline) -> Iterator[Occurrence]:
    """The fields of a finished stage that conditions look at (§3.3)."""
    for id, spec in pipeline.specs.items():
        for branch in spec.branches:
            segments = branch.when.segments
            if len(segments) > 1 and segments[0] == _PARSED and segments[1]:
                start = len(_PARSED) + 1
                end = start + len(segments[1])
                pointer = (*branch.when.pointer, "path")
                yield from part_of(document, Symbol("field", segments[1], id), pointer, start, end)


def _links(contract: StudContract, pipeline: Pipeline) -> Iterator[Link]:
    """From the entries of a pipeline to the files of its stages."""
    document = contract.documents[pipeline.file]
    for stage in pipeline.stages:
        if stage.path and stage.file in contract.documents:
            named = isinstance(follow(document.value, stage.entry), dict)
            yield Link(
                Place(document.path, (*stage.entry, *(("file",) if named else ()))), stage.file
            )
