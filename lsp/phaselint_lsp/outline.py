"""What is defined in a document, as an outline, and in the workspace, by name."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

from lsprotocol import types

from phaselint.dialects.symbols import span_of
from phaselint.vocabulary.record import NamedTuple
from phaselint_lsp import document_cache as shelves
from phaselint_lsp.aligning import align
from phaselint_lsp.document_cache import DocumentCache, range_in
from phaselint_lsp.navigation import extent_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from phaselint.dialects.base import Target
    from phaselint.dialects.symbols import Occurrence, SymbolKind
    from phaselint_lsp.document_cache import Held
    from phaselint_lsp.project import Project
    from phaselint_lsp.server import Server
    from phaselint_lsp.snapshot import Snapshot

MOST_FOUND = 500
"""Names of the workspace that are listed at once."""

SLICE = 10
"""Contracts that are looked through before others have their turn."""

_KINDS: Mapping[SymbolKind, types.SymbolKind] = {
    "phase": types.SymbolKind.Class,
    "tool": types.SymbolKind.Function,
    "intent": types.SymbolKind.EnumMember,
    "skill": types.SymbolKind.Package,
    "evaluator": types.SymbolKind.Method,
    "validator": types.SymbolKind.Method,
    "failure": types.SymbolKind.Event,
    "input": types.SymbolKind.Variable,
    "variable": types.SymbolKind.Variable,
    "context": types.SymbolKind.Field,
    "field": types.SymbolKind.Property,
    "role": types.SymbolKind.Interface,
    "file": types.SymbolKind.File,
}


class _Entry(NamedTuple):
    """Something defined: from where to where, and its name."""

    start: int
    end: int
    first: int
    last: int
    kind: SymbolKind
    name: str


def outline(snapshot: Snapshot, shelf: DocumentCache) -> list[types.DocumentSymbol]:
    """What is defined in the open document, what is inside of something else below that."""
    roots: list[types.DocumentSymbol] = []
    for held in shelf.own():
        open: list[tuple[int, types.DocumentSymbol]] = []
        for entry in _entries(snapshot, held):
            symbol = types.DocumentSymbol(
                entry.name,
                _KINDS[entry.kind],
                snapshot.range(entry.start, entry.end),
                snapshot.range(entry.first, entry.last),
                held.dialect.word if entry.kind == "phase" else entry.kind,
                children=[],
            )
            while open and open[-1][0] < entry.end:
                open.pop()
            siblings = open[-1][1].children if open else roots
            if isinstance(siblings, list):
                siblings.append(symbol)
            open.append((entry.end, symbol))
        if roots:
            break  # other contracts define the same in it
    return roots


def flat(symbols: Iterable[types.DocumentSymbol], uri: str) -> list[types.SymbolInformation]:
    """An outline for clients that know no levels."""
    found: list[types.SymbolInformation] = []
    waiting = [(symbol, "") for symbol in symbols][::-1]
    while waiting:
        symbol, above = waiting.pop()
        location = types.Location(uri, symbol.range)
        found.append(
            types.SymbolInformation(location, symbol.name, symbol.kind, container_name=above)
        )
        waiting += [(each, symbol.name) for each in symbol.children or ()][::-1]
    return found


def _entries(snapshot: Snapshot, held: Held) -> list[_Entry]:
    """What is defined in the open document, outer before inner."""
    document = held.documents[snapshot.file]
    alignment = align(document.text, snapshot.text)
    found = set()
    for each in held.symbols.occurrences:
        if each.place.file == snapshot.file and _is_listed(each):
            extent = alignment.forward(*extent_of(document, each))
            name = alignment.forward(*span_of(document, each))
            if extent is not None and name is not None:
                found.add(_Entry(*extent, *name, each.symbol.kind, each.symbol.name))
    return sorted(found, key=lambda entry: (entry.start, -entry.end, entry.first, entry))


def _is_listed(occurrence: Occurrence) -> bool:
    """Whether an outline shows a name: a definition, or the rule for an intent."""
    if occurrence.role == "definition":
        return True
    return occurrence.symbol.kind == "intent" and occurrence.place.part == "key"


# --- the workspace -------------------------------------------------------------------------------


def defined_in(held: Held, query: str) -> Iterator[Occurrence]:
    """The definitions of a contract whose names have some letters in them, in order."""
    for each in held.symbols.occurrences:
        if each.role == "definition" and matches(each.symbol.name, query):
            yield each


def matches(name: str, query: str) -> bool:
    """Whether the letters of a query are in a name in their order, in any case."""
    rest = iter(name.lower())
    return all(letter in rest for letter in query.lower())


def may_match(project: Project, target: Target, query: str) -> bool:
    """Whether a contract is worth loading: a name is found only where its letters are written."""
    texts = (project.reader.text(file) for file in project.states[target].files)
    return any(matches(line, query) for text in texts if text for line in text.splitlines())


async def of_document(
    server: Server,
    params: types.DocumentSymbolParams,
) -> list[types.DocumentSymbol] | list[types.SymbolInformation] | None:
    """Answer with the names of a document."""
    snapshot = await server.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    found = outline(snapshot, DocumentCache(server.desk, snapshot))
    levels = "text_document.document_symbol.hierarchical_document_symbol_support"
    return found if server.client_has(levels) else flat(found, snapshot.uri)


async def of_workspace(
    server: Server, params: types.WorkspaceSymbolParams
) -> list[types.WorkspaceSymbol]:
    """Answer with the names of the workspace."""
    return await everywhere(server, params.query)


async def everywhere(server: Server, query: str) -> list[types.WorkspaceSymbol]:
    """The definitions of the workspace whose names have the letters of a query."""
    found: dict[tuple[str, int, int, str], types.WorkspaceSymbol] = {}
    looked = 0
    for project in tuple(server.desk.projects.values()):
        for target in sorted(project.states):
            looked += 1
            if looked % SLICE == 0:
                await asyncio.sleep(0)
            if target in project.states and may_match(project, target, query):
                found |= _of_contract(server, project, target, query)
            if len(found) >= MOST_FOUND:
                return list(found.values())[:MOST_FOUND]
    return list(found.values())


def _of_contract(
    server: Server, project: Project, target: Target, query: str
) -> dict[tuple[str, int, int, str], types.WorkspaceSymbol]:
    kept = project.states[target].kept
    if kept is None:
        dialect = project.dialect(target.dialect)
        options = project.task(target).options
        contract = shelves.load(dialect, project.reader, target, options)
    else:
        contract = shelves.held(kept)
    found = {}
    for each in defined_in(contract, query):
        document = contract.documents.get(each.place.file)
        if document is None:
            continue
        place = range_in(server.desk, project, document, *span_of(document, each))
        if place is not None:
            uri = server.desk.uri_of(os.path.join(project.root, document.path))
            name, kind = each.symbol.name, _KINDS[each.symbol.kind]
            found[uri, place.start.line, place.start.character, name] = types.WorkspaceSymbol(
                types.Location(uri, place), name, kind, container_name=target.path
            )
    return found
