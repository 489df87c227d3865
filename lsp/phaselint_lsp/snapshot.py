"""What a feature of the language server sees: one open document at one moment, never changing.

A feature is a module with plain functions from a `Snapshot` to values of `lsprotocol.types`, and
one function `register(server)` that wires them (see `phaselint_lsp.server`):

    def register(server: Server) -> None:
        @server.feature(types.TEXT_DOCUMENT_HOVER)
        async def hover(params: types.HoverParams) -> types.Hover | None:
            snapshot = await server.snapshot(params.text_document.uri)
            return None if snapshot is None else hover_at(snapshot, snapshot.at(params.position))

`await server.snapshot(uri)` waits until the last edit has been checked; none stands for a document
that isn't one of our files. `server.current(uri)` gives what there is without waiting, for features
that must not lag behind typing; its contracts are those of the last check, its text is current.
`server.workspace_of(uri)` gives the `Project` of a document (root, configuration, reader), and
`server.desk` all projects, contracts and open documents (see `phaselint_lsp.server_state`).

Offsets count code points of `snapshot.document.text`. Places and pointers of findings are those of
`phaselint.vocabulary.finding`: files are project paths, relative to `snapshot.root`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lsprotocol import types

from phaselint.vocabulary.record import NamedTuple
from phaselint_lsp.textstore import Encoding, LineIndex
from phaselint_lsp.uris import uri_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.base import Contract, Dialect, Facts, Target
    from phaselint.document import Document
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Place

_BOM = "\ufeff"


class CheckedContract(NamedTuple):
    """A contract as it was checked last.

    `documents` are by project path. While one of them does not parse, the contract was read from
    repaired text, in which the lines that stop the parser are blank (offsets stay the same), and
    `repaired` names the files.
    """

    dialect: Dialect
    target: Target
    contract: Contract
    facts: Facts
    documents: Mapping[str, Document]
    repaired: frozenset[str] = frozenset()


class Snapshot(NamedTuple):
    """An open document, and the contracts it is part of.

    Attributes:
        uri: as the client spells it.
        version: the client's version of the text.
        path: where the file is on disk.
        root: the folder that project paths are relative to.
        file: the project path of the document.
        index: the client's text and its lines.
        document: the text as it was read, repaired where it does not parse; none for a file that
            no reader could read (too large, binary).
        contracts: those that contain the document, the narrowest first; empty while the document
            belongs to none.
        findings: what there is to report in this document, located.
        encoding: what positions are counted in.
    """

    uri: str
    version: int
    path: str
    root: str
    file: str
    index: LineIndex  # type: ignore[assignment]  # not the search of tuples
    document: Document | None
    contracts: tuple[CheckedContract, ...]
    findings: tuple[Diagnostic, ...]
    encoding: Encoding

    @property
    def text(self) -> str:
        """The text that offsets count in: the client's, without byte order mark."""
        return self.index.text[self._shift :]

    @property
    def _shift(self) -> int:
        return int(self.index.text.startswith(_BOM))

    def at(self, position: types.Position) -> int:
        """The offset of a position of the client."""
        found = self.index.offset(position.line, position.character, self.encoding)
        return max(0, found - self._shift)

    def position(self, offset: int) -> types.Position:
        """The position of an offset."""
        return types.Position(*self.index.position(offset + self._shift, self.encoding))

    def range(self, start: int, end: int) -> types.Range:
        """The range between two offsets."""
        return types.Range(self.position(start), self.position(end))

    def location(self, place: Place) -> types.Location | None:
        """Where a place of any document of the contracts is; none where it isn't in a document."""
        document = self.document_at(place.file)
        if document is None:
            return None
        start, end = document.offsets(place.pointer, place.part)
        return types.Location(self.uri_of(place.file), self.range_in(document, start, end))

    def range_in(self, document: Document, start: int, end: int) -> types.Range:
        """The range between two offsets of some document of the contracts."""
        if document.path == self.file:
            return self.range(start, end)
        index = LineIndex(document.text)
        first = index.position(start, self.encoding)
        last = index.position(end, self.encoding)
        return types.Range(types.Position(*first), types.Position(*last))

    def document_at(self, file: str) -> Document | None:
        """A document of the contracts by its project path; none when it is in none of them."""
        if file == self.file:
            return self.document
        found = (contract.documents.get(file) for contract in self.contracts)
        return next((document for document in found if document is not None), None)

    def uri_of(self, file: str) -> str:
        """The URI of a project path; that of this document as the client spells it."""
        return self.uri if file == self.file else uri_of(os.path.join(self.root, file))
