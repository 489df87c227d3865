"""Semantic tokens: names by what they name, so editors can color them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from phaselint_lsp.announced import TOKENS
from phaselint_lsp.document_cache import DocumentCache
from phaselint_lsp.names import names_of
from phaselint_lsp.textstore import units

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from phaselint.dialects.symbols import SymbolKind
    from phaselint_lsp.names import Named
    from phaselint_lsp.server import Server
    from phaselint_lsp.snapshot import Snapshot

WORDS: Mapping[SymbolKind, str] = {
    "phase": "class",
    "tool": "function",
    "intent": "enumMember",
    "skill": "namespace",
    "evaluator": "method",
    "validator": "method",
    "failure": "event",
    "input": "parameter",
    "variable": "parameter",
    "context": "variable",
    "field": "property",
    "role": "interface",
}


def tokens(snapshot: Snapshot, shelf: DocumentCache) -> list[int]:
    """The names of the open document, five numbers each as the protocol has them. Names in prose
    are left out: there they are words."""
    data: list[int] = []
    line, character = 0, 0
    for named in _apart(_names(snapshot, shelf)):
        start = snapshot.position(named.start)
        text = snapshot.text[named.start : named.end]
        if "\n" in text or "\r" in text:
            continue
        moved = start.character - (character if start.line == line else 0)
        kind = TOKENS.index(WORDS[named.symbol.kind])
        defined = int(named.occurrence.role == "definition")
        data += (start.line - line, moved, units(text, snapshot.encoding), kind, defined)
        line, character = start.line, start.character
    return data


def _names(snapshot: Snapshot, shelf: DocumentCache) -> list[Named]:
    found = [each for held in shelf.own() for each in names_of(snapshot, held)]
    named = (e for e in found if e.symbol.kind in WORDS and e.occurrence.role != "prose")
    # Of two on the same place the definition comes first, and so it is the one that counts.
    return sorted(named, key=lambda e: (e.start, e.end, e.occurrence.role))


def _apart(found: Iterable[Named]) -> Iterator[Named]:
    """Those that do not overlap one before."""
    end = 0
    for each in found:
        if each.start >= end and each.end > each.start:
            yield each
            end = each.end


async def full(server: Server, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
    """Answer with the tokens of a document."""
    snapshot = await server.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    server.fetched.add(snapshot.path)
    return types.SemanticTokens(tokens(snapshot, DocumentCache(server.desk, snapshot)))
