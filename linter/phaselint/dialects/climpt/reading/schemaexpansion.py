"""Output schemas as the reference resolves them, quirks included (reference §4.5)."""

from __future__ import annotations

from itertools import chain, zip_longest

from phaselint.dialects.climpt.filemodel import Expanded
from phaselint.dialects.climpt.reading.schemafiles import Elsewhere, OneFile, SchemaFiles
from phaselint.dialects.climpt.reading.schemaorigins import Origins, Tracks
from phaselint.dialects.climpt.reading.schemapointers import at, find
from phaselint.dialects.climpt.reading.schemarecords import (
    Lost,
    Piece,
    Sheet,
    Target,
)
from phaselint.dialects.climpt.reading.schemascopes import (
    CIRCULAR,
    COLLECTIONS,
    DEEPEST,
    NO_FILE,
    NO_LIST,
    NO_TARGET,
    TOO_DEEP,
    TOO_LARGE,
    WORK_OF_ONE,
    Budget,
    Refused,
    cycle_in,
    follow_reference,
    outlined,
    scopes_of,
    target_in,
)
from phaselint.document.limits import DEPTH_LIMIT
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.step_budget import Itself, remembers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.reading.schemafiles import Shelf
    from phaselint.dialects.climpt.reading.schemaorigins import Source
    from phaselint.dialects.climpt.reading.schemascopes import Scope
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

WORK = 500_000
"""How much work resolving the schemas of one contract can take."""


def expand_each(shelf: Shelf, named: Iterable[tuple[str, str]]) -> dict[tuple[str, str], Expanded]:
    """The schemas of names in files, by both, each made with the work that those before it left."""
    found: dict[tuple[str, str], Expanded] = {}
    listed: dict[str, list[str]] = {}
    for path, name in dict.fromkeys(named):
        listed.setdefault(path, []).append(name)
    known: dict[str, dict[str, tuple[Expanded, int]]] = {}
    work = WORK
    for path, name in named:
        if path not in known:
            known[path] = _kept_of(shelf.main(path), listed[path]) if remembers() else {}
        if (path, name) not in found:
            kept = known[path].get(name)
            if kept is None or kept[1] > min(work, WORK_OF_ONE):
                kept = expand(shelf, path, name, work)
            found[path, name] = kept[0]
            work -= kept[1]
    return found


def _kept_of(sheet: Sheet | Lost, names: Iterable[str]) -> dict[str, tuple[Expanded, int]]:
    """The schemas in a table of a file that have no references, some at a time: see `_kept`."""
    if not isinstance(sheet, Sheet):
        return {}
    found = []
    for name in names:
        pointer = find(sheet.value, name)
        if pointer is not None and len(pointer) == len(("definitions", name)):
            node = at(sheet.value, pointer)
            if isinstance(node, dict):
                found.append((node, *pointer, name))
    if not found:
        return {}
    *columns, given = zip(*found, strict=True)
    every = _in_table.each(columns, sheet.file, sheet.base)
    return {name: kept for name, kept in zip(given, every, strict=True) if kept is not None}


@pure
def _in_table(
    node: dict[str, Any], table: str, name: str, file: str, base: Pointer
) -> tuple[Expanded, int] | None:
    return _by_itself(Itself(node), file, base, (*base, table, name))


def expand(shelf: Shelf, path: str, name: str, work: int = WORK_OF_ONE) -> tuple[Expanded, int]:
    """Resolve the schema of a name in a file, with a limit of work; and return how much it took.

    A fault of the file or the name itself has no place: that is where both are written.
    """
    sheet = shelf.main(path)
    most = min(work, WORK_OF_ONE)
    if isinstance(sheet, Sheet) and isinstance(shelf, SchemaFiles):
        if remembers():
            kept = _kept(sheet, name)
            if kept is not None and kept[1] <= most:
                return kept
        known, spent = shelf.documents[sheet.file].derived(_alone, name)
        if known is not None and spent <= most:
            return known, spent
    return _expand(shelf, sheet, name, most)


def _kept(sheet: Sheet, name: str) -> tuple[Expanded, int] | None:
    """The schema of a name without references, from memory until an edit changes it: an editor
    reads a schema file again for each letter typed into it."""
    pointer = find(sheet.value, name)
    if pointer is None:
        return None
    root = target_in(sheet, pointer)
    if not isinstance(root.value, dict):
        return None
    return _by_itself(Itself(root.value), sheet.file, sheet.base, root.pointer)


@pure
def _by_itself(
    given: Itself, file: str, base: Pointer, pointer: Pointer
) -> tuple[Expanded, int] | None:
    """The schema of a node without references, and how much work it took; none if it has
    references, or would be refused."""
    node = given.value
    root = Target(Sheet(file, file, base, node, {}), pointer, node)
    outline = outlined(root)
    if outline is None or any(outline.waves):
        return None
    tracks = Tracks()
    try:
        value = _built(root, outline.nodes, {}, tracks)
    except Refused:
        return None
    origin = Origins(value, tracks, root.source)
    return Expanded(value, origin=origin, files=(file,)), outline.work


def _alone(document: Document, name: str) -> tuple[Expanded | None, int]:
    """The schema of a name as far as it follows from its file alone: none if other files are part
    of it, or if it can't be resolved. And how much work it took."""
    shelf = document.derived(OneFile)
    try:
        found, spent = _expand(shelf, shelf.main(""), name, WORK_OF_ONE)
    except Elsewhere:
        return None, 0
    return (None if found.error else found), spent


def _expand(shelf: Shelf, sheet: Sheet | Lost, name: str, most: int) -> tuple[Expanded, int]:
    if isinstance(sheet, Lost):
        if sheet.why == "absent":
            return Expanded(error=NO_FILE, fault="output-schema-file-missing"), 0
        return Expanded(error=NO_FILE, leads_out=_way_out(sheet)), 0
    pointer = find(sheet.value, name)
    if pointer is None:
        return Expanded(error=NO_TARGET, fault="output-schema-unresolved"), 0
    root = target_in(sheet, pointer)
    piece = _piece(root, shelf, most, 0)
    if piece is not None and piece.work <= most and isinstance(piece.value, dict):
        files = dict.fromkeys(chain.from_iterable(piece.files))
        origin = Origins(piece.value, shelf.pieces.tracks, root.source)
        return Expanded(piece.value, origin=origin, files=tuple(files)), piece.work
    budget = Budget(most)
    found = _expanded(root, shelf, budget)
    return found, most - max(budget.left, 0)


def _expanded(root: Target, shelf: Shelf, budget: Budget) -> Expanded:
    """Resolve a schema scope by scope, as the reference does: the reported fault is the first that
    the reference finds, which single pieces don't show."""
    try:
        scopes = scopes_of(root, shelf, budget)
        files = dict.fromkeys(scope.root.sheet.file for scope in scopes)
        return _resolved(scopes, root)._replace(files=tuple(files))
    except Refused as refused:
        return _refused(refused, root, shelf, budget)


def _piece(root: Target, shelf: Shelf, most: int, depth: int) -> Piece | None:
    """The resolved value of a node, made once for a shelf; none if the reference would or might
    refuse it, or if a value would occur twice in it: values are distinguished by identity.

    Args:
        most: how much work that may take.
        depth: the references and `allOf`s around it.
    """
    known, key = shelf.pieces.known, (root.sheet.name, root.pointer)
    if key not in known:
        known[key] = None  # what leads back to it leads around in a circle
        try:
            known[key] = _put_together(root, shelf, most, depth)
        except Refused:
            return None
        except Elsewhere:
            del known[key]
            raise
    return known[key]


def _put_together(root: Target, shelf: Shelf, most: int, depth: int) -> Piece | None:
    outline = outlined(root)
    if outline is None or depth > DEEPEST:
        return None
    inner: dict[int, Any] = {}
    pieces: list[Piece] = []
    roots = {root.source}
    seen: set[tuple[str, str]] = set()
    deepest, lowest, work = outline.deepest, outline.lowest, outline.work
    for wave in outline.waves:
        before = len(seen)
        seen.update(reference.key for reference in wave)
        if len(seen) - before < len(wave):
            return None
        for reference in wave:
            target = follow_reference(reference, shelf)
            piece = _piece(target, shelf, most, depth + reference.depth)
            if piece is None or not (seen.isdisjoint(piece.keys) and roots.isdisjoint(piece.roots)):
                return None
            pieces.append(piece)
            inner[id(reference.node.value)] = piece.value
            roots |= piece.roots
            deepest = max(deepest, reference.depth + piece.deepest)
            lowest = max(lowest, reference.level + piece.lowest)
            # Following a reference takes work for everything registered around it.
            work += len(seen) * (1 + piece.references) + piece.work
            if work > most or deepest > DEEPEST or lowest > DEPTH_LIMIT:
                return None
    return Piece(
        _built(root, outline.nodes, inner, shelf.pieces.tracks),
        ((root.sheet.file,), *_by_level(pieces)),
        frozenset(seen).union(*(piece.keys for piece in pieces)),
        frozenset(roots),
        len(pieces) + sum(piece.references for piece in pieces),
        deepest=deepest,
        lowest=lowest,
        work=work,
    )


def _by_level(pieces: list[Piece]) -> Iterator[tuple[str, ...]]:
    """The files of pieces, starting with those in which they begin."""
    for level in zip_longest(*(piece.files for piece in pieces), fillvalue=()):
        yield tuple(dict.fromkeys(chain.from_iterable(level)))


def _refused(refused: Refused, root: Target, shelf: Shelf, budget: Budget) -> Expanded:
    error, place = refused.error, refused.source
    if error in (CIRCULAR, TOO_DEEP, TOO_LARGE):
        try:
            cycle = cycle_in(root, shelf, budget)
        except Refused:
            cycle = None
        if cycle is not None:
            return Expanded(error=error, fault="schema-ref-circular", place=cycle)
    if error == CIRCULAR:
        return Expanded(error=error, fault="schema-ref-reused", place=place)
    if error == NO_LIST:
        return Expanded(error=error, fault="output-schema-unresolved", place=place)
    if error in (NO_TARGET, TOO_DEEP) or (refused.lost and refused.lost.why == "absent"):
        return Expanded(error=error, fault="schema-ref-unresolved", place=place)
    return Expanded(error=error, place=place, leads_out=_way_out(refused.lost))


def _way_out(lost: Lost | None) -> str:
    return lost.name if lost is not None and lost.why == "outside" else ""


def _resolved(scopes: list[Scope], root: Target) -> Expanded:
    """Build a schema, inner scopes first."""
    tracks = Tracks()
    values: dict[int, Any] = {}
    for scope in reversed(scopes):
        inner = {node: values[id(each)] for node, each in scope.inner.items()}
        values[id(scope)] = _built(scope.root, scope.nodes, inner, tracks)
    schema = values[id(scopes[0])]
    if not isinstance(schema, dict):
        return Expanded(error=NO_TARGET, fault="output-schema-unresolved")
    return Expanded(schema, origin=Origins(schema, tracks, root.source))


def _built(
    root: Target, nodes: list[tuple[Pointer, Any]], inner: Mapping[int, Any], tracks: Tracks
) -> Any:
    """The value of a scope.

    Args:
        nodes: its lists and mappings, each before those in it.
        inner: what references come to, by the identity of their nodes.
    """
    built: dict[int, Any] = {}
    file = root.sheet.file

    def value_of(raw: Any) -> Any:
        return built[id(raw)] if isinstance(raw, COLLECTIONS) else raw

    for pointer, raw in reversed(nodes):
        if id(raw) in inner:
            built[id(raw)] = inner[id(raw)]
            continue
        new: Any
        if isinstance(raw, list):
            new = [built[id(item)] if isinstance(item, COLLECTIONS) else item for item in raw]
        elif isinstance(raw.get("allOf"), list):
            new = _merged(_entries((file, pointer), raw, value_of, tracks), tracks)
        else:
            new = {
                key: built[id(item)] if isinstance(item, COLLECTIONS) else item
                for key, item in raw.items()
            }
        if isinstance(new, dict):
            _close(new)
        tracks.put(new, (file, pointer))
        built[id(raw)] = new
    return value_of(root.value)


def _merged(entries: Iterable[tuple[str, Any, Source]], tracks: Tracks) -> dict[str, Any]:
    """The result of merging members: the first wins, except for `required`, which is united, and
    `properties`, where the last of each wins.

    Raises:
        Refused: a `required` isn't a list.
    """
    result: dict[str, Any] = {}
    required: dict[str, Source] = {}
    for key, value, source in entries:
        if key == "required":
            if not isinstance(value, list):
                raise Refused(NO_LIST, source)
            for index, name in enumerate(value):
                if isinstance(name, str):
                    required.setdefault(name, tracks.of_member(value, index))
        elif key == "properties" and isinstance(value, dict):
            if not isinstance(result.get(key), dict):
                result[key] = {}
                tracks.put(result[key], source)
            _add_properties(result[key], value, tracks)
        if key not in result:
            result[key] = value
            tracks.put_member(result, key, source)
    if required:
        source = tracks.of_member(result, "required")
        result["required"] = list(required)
        tracks.put(result["required"], source)
        for index, origin in enumerate(required.values()):
            tracks.put_member(result["required"], index, origin)
    return result


def _add_properties(known: dict[str, Any], more: dict[str, Any], tracks: Tracks) -> None:
    known.update(more)
    for name, schema in more.items():
        if not isinstance(schema, dict | list):
            tracks.put_member(known, name, tracks.of_member(more, name))


def _entries(
    source: Source, raw: dict[str, Any], value_of: Callable[[Any], Any], tracks: Tracks
) -> Iterator[tuple[str, Any, Source]]:
    """All members that are merged in a node with `allOf`, each with its origin: those of its
    schemas in order, then the rest of the node."""
    for each in raw["allOf"]:
        member = value_of(each)
        if isinstance(member, dict):
            for key, value in member.items():
                yield key, value, tracks.of_member(member, key)
    file, pointer = source
    for key, each in raw.items():
        if key != "allOf":
            value = value_of(each)
            known = tracks.of(value) if isinstance(value, dict | list) else None
            yield key, value, known or (file, (*pointer, key))


def _close(schema: dict[str, Any]) -> None:
    """Make an object schema without its own setting allow no further properties."""
    if schema.get("type") == "object" or "properties" in schema:
        schema.setdefault("additionalProperties", False)
