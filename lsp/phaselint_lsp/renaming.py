"""Renaming: the changes in all documents, tried out before they are offered.

A name is changed wherever it is in the contracts that share it. The contracts are then read
again with the changed strings, and must have the same names but for this one: so quotes, escapes,
aliases and the grammar of paths need no rules of their own.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from phaselint.dialects.symbols import span_of
from phaselint.document.changes import Change, apply
from phaselint.document.reader import read_text
from phaselint.project.paths import join, split
from phaselint.project.substituting import Substituting
from phaselint.vocabulary.record import NamedTuple
from phaselint_lsp.document_cache import circle, load
from phaselint_lsp.spelling import respelled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phaselint.dialects.reader import Reader
    from phaselint.dialects.symbols import Occurrence, Symbol, SymbolKind
    from phaselint.document import Document
    from phaselint_lsp.document_cache import DocumentCache, Held
    from phaselint_lsp.names import Named

NOUNS: Mapping[SymbolKind, str] = {
    "phase": "",
    "tool": "tool",
    "skill": "skill",
    "evaluator": "evaluator",
    "validator": "validator",
    "failure": "failure pattern",
    "input": "input",
    "variable": "parameter",
    "context": "context field",
    "field": "output field",
    "role": "role",
}
"""What can be renamed, in words; a phase is called by the dialect's own word."""

_FILE_NAME = re.compile(r"[\w][\w. -]*")


class Refused(Exception):
    """A name cannot be changed, for a reason in plain words."""


class Renaming(NamedTuple):
    """What a new name changes: places in documents, places in prose which the user has to look
    at, and files that are called by the name (from, to). `sources` are those of them that the name
    comes from: without their moves it stays as it is."""

    changes: Mapping[str, tuple[Change, ...]]
    prose: Mapping[str, tuple[Change, ...]]
    moves: tuple[tuple[str, str], ...]
    sources: tuple[str, ...] = ()


def check(shelf: DocumentCache, named: Named) -> tuple[Held, ...]:
    """The contracts in which a name should be changed.

    Raises:
        Refused: it cannot be changed, whatever the new one is.
    """
    symbol, held = named.symbol, circle(shelf, (named.held,), named.symbol)
    if symbol.kind not in NOUNS:
        raise Refused(f"`{symbol.name}` isn't a name that can be changed")
    for each in held:
        if symbol in each.symbols.fixed:
            raise Refused(f"`{symbol.name}` can't be renamed: {each.symbols.fixed[symbol]}")
    found = [each for one in held for each in one.symbols.of(symbol)]
    if not any(each.role == "definition" for each in found):
        raise Refused(f"`{symbol.name}` isn't defined in any file of this contract")
    for one in held:
        for file in {each.place.file for each in one.symbols.of(symbol)}:
            document = one.documents[file]
            if file in one.repaired or _is_broken(document) or not shelf.is_current(document):
                raise Refused(f"`{file}` must be free of syntax errors first")
    return held


def rename(shelf: DocumentCache, named: Named, name: str) -> Renaming:
    """What it takes to give something another name.

    Raises:
        Refused: it cannot have that name.
    """
    held, symbol = check(shelf, named), named.symbol
    if name == symbol.name:
        return Renaming({}, {}, ())
    if not name or name != name.strip() or not name.isprintable():
        raise Refused(
            "a name must have at least one character, no surrounding spaces and no line breaks"
        )
    new = symbol._replace(name=name)
    if any(each.symbols.of(new) for each in held):
        noun = NOUNS[symbol.kind] or named.held.dialect.word
        article = "an" if noun[0] in "aeiou" else "a"
        raise Refused(f"{article} {noun} `{name}` already exists")
    changes, prose = _changes(held, symbol, name)
    moves = dict(_moves(shelf.reader, held, symbol, name))
    sources = tuple(sorted(file for file, source in _homes(held, symbol).items() if source))
    for file in sources:
        if file not in moves:
            raise Refused(f"`{file}`, the source of the name, can't be named `{name}`")
    tried = _Naming(symbol, name, changes, {file: moves[file] for file in sources})
    if not _holds(shelf.reader, held, tried):
        raise Refused(f"`{name}` would be read as something else in one of its places")
    return Renaming(changes, prose, tuple(moves.items()), sources)


def _changes(
    held: Iterable[Held], symbol: Symbol, name: str
) -> tuple[dict[str, tuple[Change, ...]], dict[str, tuple[Change, ...]]]:
    """The changes of strings by file, and those in prose."""
    certain: dict[str, set[Change]] = {}
    prose: dict[str, set[Change]] = {}
    for each in held:
        for occurrence in each.symbols.of(symbol):
            document = each.documents[occurrence.place.file]
            change = _change(document, occurrence, name)
            if change is not None:
                group = prose if occurrence.role == "prose" else certain
                group.setdefault(document.path, set()).add(change)
    return _ordered(certain), _ordered(prose)


def _ordered(changes: Mapping[str, set[Change]]) -> dict[str, tuple[Change, ...]]:
    return {file: tuple(sorted(changes[file])) for file in sorted(changes)}


def _change(document: Document, occurrence: Occurrence, name: str) -> Change | None:
    start, end = span_of(document, occurrence)
    if document.text[start:end] != occurrence.symbol.name:
        return None  # an alias, whose anchor is changed; or escapes, which `_holds` notices
    if occurrence.place.range is not None:
        return Change(start, end, name)
    return respelled(document, start, end, name)


class _Naming(NamedTuple):
    """A new name to try out: the changes of strings, and the files that move."""

    symbol: Symbol
    name: str
    changes: Mapping[str, tuple[Change, ...]]
    moved: Mapping[str, str]


def _holds(reader: Reader, held: Sequence[Held], new: _Naming) -> bool:
    """Whether the contracts, read with the changed strings, have the names they should have."""
    documents = {each.path: each for one in held for each in one.documents.values()}
    made = {}
    for file in {*new.changes, *new.moved}:
        text, path = documents[file].text, new.moved.get(file, file)
        text = apply(text, new.changes.get(file, ()))
        made[path] = read_text(path, ("\ufeff" if documents[file].bom else "") + text)
    changed = _Changed(reader, made, new.moved)
    for each in held:
        after = load(each.dialect, changed, each.target, each.options)
        if any(_is_broken(after.documents[path]) for path in made if path in after.documents):
            return False
        if _before(each.symbols.occurrences, new) != _count(after.symbols.occurrences):
            return False
    return True


def _is_broken(document: Document) -> bool:
    """Whether something is wrong with a document as its dialect reads it; a byte order mark may
    are before it."""
    return any(problem.kind != "byte-order-mark" for problem in document.problems)


def _before(occurrences: Iterable[Occurrence], new: _Naming) -> Counter[tuple[str, ...]]:
    """How often each name must be in each file, prose aside."""
    renamed = new.symbol._replace(name=new.name)
    return _count(
        each._replace(
            symbol=renamed if each.symbol == new.symbol else each.symbol,
            place=each.place._replace(file=new.moved.get(each.place.file, each.place.file)),
        )
        for each in occurrences
    )


def _count(occurrences: Iterable[Occurrence]) -> Counter[tuple[str, ...]]:
    """How often each name is in each file, prose aside."""
    return Counter(
        (each.symbol.kind, each.symbol.name, each.role, each.place.file)
        for each in occurrences
        if each.role != "prose"
    )


def _homes(held: Iterable[Held], symbol: Symbol) -> Mapping[str, bool]:
    """The files that are called by a name, each with whether the name comes from there."""
    found: dict[str, bool] = {}
    for each in held:
        for home in each.symbols.homes:
            if home.symbol == symbol:
                found[home.file] = found.get(home.file, False) or home.source
    return found


def _moves(
    reader: Reader, held: Iterable[Held], symbol: Symbol, name: str
) -> Iterable[tuple[str, str]]:
    """The files that are called by a name, with their new paths as far as these are free."""
    for file in sorted(_homes(held, symbol)):
        folder, old = split(file)
        path = join(folder, name + old.removeprefix(symbol.name))
        if _FILE_NAME.fullmatch(name) and split(path)[1] not in reader.names(folder):
            yield file, path


class _Changed(Substituting):
    """A reader with other documents in the place of some, as strings as well, and with files that
    have moved within their folder."""

    __slots__ = ("_moved",)

    def __init__(
        self, reader: Reader, documents: Mapping[str, Document], moved: Mapping[str, str]
    ) -> None:
        super().__init__(reader, documents)
        self._moved = moved

    def document(self, path: str) -> Document | None:
        """See Reader."""
        return None if path in self._moved else super().document(path)

    def names(self, folder: str) -> Sequence[str]:
        """See Reader."""
        return sorted(
            split(self._moved.get(join(folder, name), name))[1] for name in super().names(folder)
        )

    def text(self, path: str) -> str | None:
        """See Reader."""
        found = self._documents.get(path)
        return super().text(path) if found is None else found.text
