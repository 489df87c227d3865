"""What navigation needs next to a snapshot: the other contracts and documents of its project."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lsprotocol import types

from phaselint.dialects.symbols import Symbols
from phaselint.linting.task import DEFAULT_BOUND
from phaselint.vocabulary.record import NamedTuple
from phaselint_lsp.aligning import align

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.base import Contract, Dialect, Target
    from phaselint.dialects.reader import Reader
    from phaselint.dialects.symbols import Occurrence, Symbol
    from phaselint.document import Document
    from phaselint_lsp.project import Project
    from phaselint_lsp.server_state import ServerState
    from phaselint_lsp.snapshot import CheckedContract, Snapshot


class Held(NamedTuple):
    """A contract with its names, as it is read under some options; `repaired` are its files that
    do not parse."""

    dialect: Dialect
    target: Target
    documents: Mapping[str, Document]
    symbols: Symbols
    options: Mapping[str, Any]
    repaired: frozenset[str] = frozenset()


class DocumentCache:
    """The contracts and documents around an open document."""

    __slots__ = ("_desk", "_held", "_project", "_snapshot")

    def __init__(self, desk: ServerState, snapshot: Snapshot) -> None:
        self._desk = desk
        self._snapshot = snapshot
        self._project = desk.project_of(snapshot.path)
        self._held = {each.target: held(each) for each in snapshot.contracts}

    @property
    def reader(self) -> Reader:
        """The reader of the project."""
        return self._project.reader

    def own(self) -> tuple[Held, ...]:
        """The contracts of the open document, the narrowest first."""
        return tuple(self._held[each.target] for each in self._snapshot.contracts)

    def holding(self, file: str) -> Iterator[Held]:
        """All contracts that contain a file."""
        for target in sorted(self._project.holders(file)):
            if target not in self._held:
                state = self._project.states.get(target)
                if state is not None and state.kept is not None:
                    self._held[target] = held(state.kept)
                else:
                    dialect = self._project.dialect(target.dialect)
                    options = self._project.task(target).options
                    self._held[target] = load(dialect, self.reader, target, options)
            if file in self._held[target].documents:
                yield self._held[target]

    def document(self, file: str) -> Document | None:
        """A document of the project, as the contracts of the open one have it."""
        return self._snapshot.document_at(file) or self.reader.document(file)

    def uri_of(self, file: str) -> str:
        """The URI of a file, as the client spells it where it is open."""
        return self._desk.uri_of(os.path.join(self._project.root, file))

    def version_of(self, file: str) -> int | None:
        """The client's version of a file; none where it is not open."""
        document = self._desk.open.get(self.uri_of(file))
        return None if document is None else document.version

    def range(self, document: Document, start: int, end: int) -> types.Range | None:
        """See `range_in`."""
        return range_in(self._desk, self._project, document, start, end)

    def location(self, document: Document, start: int, end: int) -> types.Location | None:
        """The range of a piece of a document, with the document's URI."""
        found = self.range(document, start, end)
        return None if found is None else types.Location(self.uri_of(document.path), found)

    def is_current(self, document: Document) -> bool:
        """Whether a document has the text that the client has, or that is on disk."""
        text = self._desk.index_of(os.path.join(self._project.root, document.path)).text
        return text.removeprefix("\ufeff") == document.text


def held(checked: CheckedContract) -> Held:
    """A checked contract with its names."""
    return Held(
        checked.dialect,
        checked.target,
        checked.documents,
        symbols=symbols_of(checked.dialect, checked.contract),
        options=checked.facts.options,
        repaired=checked.repaired,
    )


def load(dialect: Dialect, reader: Reader, target: Target, options: Mapping[str, Any]) -> Held:
    """A contract of the project that nobody has open, with its names under some options."""
    contract = dialect.study(dialect.load(reader, target), options, DEFAULT_BOUND).contract
    documents, symbols = contract.documents, symbols_of(dialect, contract)
    return Held(dialect, target, documents, symbols=symbols, options=options)


def symbols_of(dialect: Dialect, contract: Contract) -> Symbols:
    """The names of a contract."""
    return Symbols() if dialect.symbols is None else dialect.symbols(contract)


def range_in(
    desk: ServerState, project: Project, document: Document, start: int, end: int
) -> types.Range | None:
    """The range of a piece of a document in the text the client has, or that is on disk; none
    where it is not certain that it is there still."""
    index = desk.index_of(os.path.join(project.root, document.path))
    shift = int(index.text.startswith("\ufeff"))
    if start + shift < 0:  # the byte order mark, which a client may keep to itself
        return None
    now = align(document.text, index.text[shift:]).forward(start, end)
    if now is None:
        return None
    ends = (index.position(at + shift, desk.encoding) for at in now)
    return types.Range(*(types.Position(*each) for each in ends))


def circle(shelf: DocumentCache, start: Iterable[Held], symbol: Symbol) -> tuple[Held, ...]:
    """The contracts in which a name means the same: those that share a document in which it
    stands, however many contracts are between."""
    found = {each.target: each for each in start}
    waiting = list(found.values())
    seen: set[str] = set()
    while waiting:
        for file in files_of(waiting.pop().symbols.of(symbol)) - seen:
            seen.add(file)
            for other in shelf.holding(file):
                if other.target not in found:
                    found[other.target] = other
                    waiting.append(other)
    return tuple(found.values())


def files_of(occurrences: Iterable[Occurrence]) -> set[str]:
    """The files in which names stand."""
    return {each.place.file for each in occurrences}
