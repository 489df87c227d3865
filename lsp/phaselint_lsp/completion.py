"""Completion: names, keys, words and the steps of placeholders, at the places where they may stand.

The contract is the one that was checked last, the text the one that is being written: where it
does not parse, the cursor is found anyway.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from lsprotocol import types

from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint.dialects.expecting import expected
from phaselint.document.model import Document
from phaselint.document.python import is_python
from phaselint.linting.task import DEFAULT_BOUND
from phaselint.project.substituting import Substituting
from phaselint.vocabulary.record import NamedTuple
from phaselint_lsp.cursor import cursors
from phaselint_lsp.describing import key_line
from phaselint_lsp.document_cache import symbols_of
from phaselint_lsp.insights import insight_of
from phaselint_lsp.spelling import respelled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from phaselint.dialects.expecting import Expected
    from phaselint.dialects.hover import Insight
    from phaselint.dialects.reader import Reader
    from phaselint.dialects.shape import Shape
    from phaselint.dialects.symbols import SymbolKind, Symbols
    from phaselint_lsp.cursor import Cursor
    from phaselint_lsp.server import Server
    from phaselint_lsp.snapshot import CheckedContract, Snapshot

_COLLECTIONS = ("list", "mapping")
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*")
_NOT_PLAIN = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
_LITERALS = frozenset({"true", "false"})

KINDS: Mapping[SymbolKind, types.CompletionItemKind] = {
    "phase": types.CompletionItemKind.Class,
    "tool": types.CompletionItemKind.Function,
    "intent": types.CompletionItemKind.EnumMember,
    "skill": types.CompletionItemKind.Module,
    "evaluator": types.CompletionItemKind.Method,
    "validator": types.CompletionItemKind.Method,
    "failure": types.CompletionItemKind.Event,
    "input": types.CompletionItemKind.Variable,
    "variable": types.CompletionItemKind.Variable,
    "context": types.CompletionItemKind.Field,
    "field": types.CompletionItemKind.Property,
    "role": types.CompletionItemKind.Interface,
    "file": types.CompletionItemKind.File,
}


class Proposal(NamedTuple):
    """Something that may be at the cursor.

    Attributes:
        text: the text there afterwards, quotes and colons aside.
        kind: what it is, for the client's icon.
        detail: in a few words what it is.
        start: from where on it replaces what is written.
        end: up to where.
        written: the text to insert; empty for `text`.
        rank: the order of proposals.
    """

    text: str
    kind: types.CompletionItemKind
    detail: str
    start: int = 0
    end: int = 0
    written: str = ""
    rank: int = 0


def complete(snapshot: Snapshot, reader: Reader, offset: int) -> list[types.CompletionItem]:
    """What may be at an offset of the open document, each once, the likeliest first."""
    found: dict[str, Proposal] = {}
    for each in _proposals(snapshot, reader, offset):
        found.setdefault(each.text, each)
    listed = sorted(found.values(), key=lambda each: each.rank)
    return [_item(snapshot, each, number) for number, each in enumerate(listed)]


def _proposals(snapshot: Snapshot, reader: Reader, offset: int) -> Iterator[Proposal]:
    if is_python(snapshot.file):
        from phaselint_lsp.pythonnames import names_at_cursor

        for each in names_at_cursor(snapshot, offset) if snapshot.contracts else ():
            kind = KINDS["intent" if each.label else "phase"]
            detail = "label" if each.label else snapshot.contracts[0].dialect.word
            yield Proposal(
                each.name, kind, detail, start=each.start, end=each.end, written=each.written
            )
        return
    places = cursors(snapshot.file, snapshot.text, offset) if snapshot.contracts else ()
    if snapshot.file.endswith(SCRIPT_SUFFIXES):
        for checked in snapshot.contracts:
            yield from _in_script(snapshot, checked, places)
        return
    for checked in snapshot.contracts:
        if not places:
            before = snapshot.text[:offset]
            yield from _following(snapshot, insight_of(checked), (), before, offset)
        for cursor in places:
            found = list(_at_cursor(snapshot, _marked(checked, reader, cursor), cursor, offset))
            yield from found or _at_cursor(snapshot, checked, cursor, offset)


def _in_script(
    snapshot: Snapshot, checked: CheckedContract, places: Iterable[Cursor]
) -> Iterator[Proposal]:
    """What may be in the policies of a script."""
    from phaselint_lsp.policynames import offers

    for cursor in places:
        for rank, offer in enumerate(offers(checked, cursor)):
            kind = types.CompletionItemKind.EnumMember
            if offer.is_key:
                kind = types.CompletionItemKind.Property
            proposal = Proposal(offer.text, kind, offer.detail, rank=rank)
            if cursor.exact:
                yield _placed(snapshot, cursor, proposal)


def _marked(checked: CheckedContract, reader: Reader, cursor: Cursor) -> CheckedContract:
    """A contract read with the mark in its document: where something is being written, there is
    something then."""
    changed = Substituting(reader, {cursor.document.path: cursor.document})
    contract = checked.dialect.load(changed, checked.target)
    facts = checked.dialect.study(contract, checked.facts.options, DEFAULT_BOUND)
    contract = facts.contract
    return checked._replace(contract=contract, facts=facts, documents=contract.documents)


def _at_cursor(
    snapshot: Snapshot, checked: CheckedContract, cursor: Cursor, offset: int
) -> Iterator[Proposal]:
    insight = insight_of(checked)
    if cursor.part == "value":
        yield from _following(snapshot, insight, cursor.pointer, cursor.before, offset)
    if cursor.exact:
        yield from _whole(snapshot, checked, insight, cursor)


# --- within prose -----------------------------------------------------------------------------


def _following(
    snapshot: Snapshot,
    insight: Insight,
    pointer: tuple[str | int, ...],
    before: str,
    offset: int,
) -> Iterator[Proposal]:
    found = insight.inside(snapshot.file, pointer, before)
    if found is None or not snapshot.text.endswith(found.typed, 0, offset):
        return
    closing = _missing(found.closing, snapshot.text[offset:].lstrip(" "))
    for offer in found.offers:
        yield Proposal(
            offer.text,
            types.CompletionItemKind.Field,
            offer.detail,
            start=offset - len(found.typed),
            end=offset,
            written=offer.text if offer.more else f"{offer.text}{closing}",
        )


def _missing(closing: str, rest: str) -> str:
    """What is missing of the signs that have to follow."""
    for length in range(len(closing), 0, -1):
        if rest.startswith(closing[-length:]):
            return closing[:-length]
    return closing


# --- a whole key or value ------------------------------------------------------------------------


def _whole(
    snapshot: Snapshot,
    checked: CheckedContract,
    insight: Insight,
    cursor: Cursor,
) -> Iterator[Proposal]:
    symbols = symbols_of(checked.dialect, checked.contract)
    wanted = expected(symbols, snapshot.file, cursor.pointer, cursor.part)
    taken = _siblings(cursor) if cursor.part == "key" else frozenset()
    for kind, name, detail in _names(checked, insight, symbols, snapshot.file, wanted, cursor):
        if name not in taken and cursor.mark not in name:
            yield _placed(snapshot, cursor, Proposal(name, KINDS[kind], detail))
    for word in wanted.words:
        if word not in taken and cursor.part == "key":
            yield _placed(snapshot, cursor, _key(wanted.shape, word), wanted.shape)
        elif word not in taken:
            literal = word in _LITERALS and wanted.shape is not None and not wanted.shape.words
            item = Proposal(word, types.CompletionItemKind.EnumMember, "")
            if not literal:
                yield _placed(snapshot, cursor, item)
            elif cursor.quotes == "none":
                yield item._replace(start=cursor.start, end=cursor.end)


def _key(shape: Shape | None, word: str) -> Proposal:
    rank = 1 if shape is not None and word in shape.required else 2
    detail = key_line(shape, word)
    return Proposal(word, types.CompletionItemKind.Property, detail, rank=rank)


def _names(
    checked: CheckedContract,
    insight: Insight,
    symbols: Symbols,
    file: str,
    wanted: Expected,
    cursor: Cursor,
) -> Iterator[tuple[SymbolKind, str, str]]:
    """The names allowed there: those that are defined in the contract, and others that the
    dialect knows."""
    for kind, name in wanted.names(symbols):
        if insight.fits(kind, name, file, cursor.pointer):
            yield kind, name, checked.dialect.word if kind == "phase" else kind
    for kind, _ in wanted.kinds:
        for offer in insight.names(kind, file, cursor.pointer):
            yield kind, offer.text, offer.detail or kind


def _siblings(cursor: Cursor) -> frozenset[str]:
    """The other keys of the mapping that a key is in."""
    value = cursor.document.value
    for step in cursor.pointer[:-1]:
        value = value[step]
    if not isinstance(value, dict):
        return frozenset()
    own = cursor.pointer[-1]
    return frozenset(key for key in value if isinstance(key, str) and key != own)


def _placed(
    snapshot: Snapshot, cursor: Cursor, proposal: Proposal, mapping: Shape | None = None
) -> Proposal:
    """A proposal with the text to insert: the quotes that are missing, and the colon of a key."""
    text, end = _written(snapshot, cursor, proposal.text), cursor.end
    if cursor.part == "key" and not cursor.colon:
        if cursor.quotes == "both":
            text, end = f"{text}{snapshot.text[end]}", end + 1
        fields = mapping.fields if mapping is not None else None
        shape = fields.get(proposal.text) if fields else None
        block = shape is not None and shape.kind in _COLLECTIONS and not _is_json(cursor)
        text = f"{text}:" if block else f"{text}: "
    return proposal._replace(start=cursor.start, end=end, written=text)


def _written(snapshot: Snapshot, cursor: Cursor, name: str) -> str:
    """A name as written there."""
    quote = snapshot.text[cursor.start - 1] if cursor.quotes != "none" else ""
    closing = quote if cursor.quotes == "open" else ""
    if quote == '"':
        return f"{json.dumps(name, ensure_ascii=False)[1:-1]}{closing}"
    if quote:
        return f"{name.replace(quote, quote * 2)}{closing}"
    if _is_json(cursor):
        return json.dumps(name, ensure_ascii=False)
    if _PLAIN.fullmatch(name) and name.lower() not in _NOT_PLAIN:
        return name
    return respelled(Document("a.yaml", "yaml", ""), 0, 0, name).text


def _is_json(cursor: Cursor) -> bool:
    return cursor.document.format == "json"


def _item(snapshot: Snapshot, proposal: Proposal, number: int) -> types.CompletionItem:
    where = snapshot.range(proposal.start, proposal.end)
    return types.CompletionItem(
        proposal.text,
        kind=proposal.kind,
        detail=proposal.detail or None,
        sort_text=f"{number:05}",
        filter_text=proposal.text,
        text_edit=types.TextEdit(where, proposal.written or proposal.text),
    )


async def completion(server: Server, params: types.CompletionParams) -> types.CompletionList | None:
    """Answer with what can be at a place."""
    snapshot = server.current(params.text_document.uri)
    if snapshot is None:
        return None
    reader = server.desk.project_of(snapshot.path).reader
    found = complete(snapshot, reader, snapshot.at(params.position))
    return types.CompletionList(is_incomplete=False, items=found)
