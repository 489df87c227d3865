"""Output schemas as the reference resolves them, quirks included (reference §4.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.climpt.filemodel import Expanded
from phaselint.dialects.climpt.reading.schemafiles import (
    Elsewhere,
    Lost,
    OneFile,
    SchemaFiles,
    Sheet,
)
from phaselint.dialects.climpt.reading.schemaorigins import Origins, Tracks
from phaselint.dialects.climpt.reading.schemapointers import find
from phaselint.dialects.climpt.reading.schemascopes import (
    CIRCULAR,
    NO_FILE,
    NO_LIST,
    NO_TARGET,
    TOO_DEEP,
    TOO_LARGE,
    Budget,
    Refused,
    cycle_in,
    scopes_of,
    target_in,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from phaselint.dialects.climpt.reading.schemafiles import Shelf
    from phaselint.dialects.climpt.reading.schemaorigins import Source
    from phaselint.dialects.climpt.reading.schemascopes import Scope, Target
    from phaselint.document import Document

WORK = 500_000
"""How much work the schemas of one contract may make when they are resolved, and one of them."""

WORK_OF_ONE = 100_000


def expand(shelf: Shelf, path: str, name: str, work: int = WORK_OF_ONE) -> tuple[Expanded, int]:
    """Resolve the schema of a name in a file, with so much work at most; and how much it was.

    A fault of the file or the name itself has no place: that is where the two are written.
    """
    sheet = shelf.main(path)
    most = min(work, WORK_OF_ONE)
    if isinstance(sheet, Sheet) and isinstance(shelf, SchemaFiles):
        known, spent = shelf.documents[sheet.file].derived(_alone, name)
        if known is not None and spent <= most:
            return known, spent
    return _expand(shelf, sheet, name, most)


def _alone(document: Document, name: str) -> tuple[Expanded | None, int]:
    """The schema of a name as far as it follows from its file alone: none where other files have
    a part in it, or where it cannot be resolved. And how much work it was."""
    shelf = OneFile(document)
    try:
        found, spent = _expand(shelf, shelf.main(""), name, WORK_OF_ONE)
    except Elsewhere:
        return None, 0
    return (None if found.error else found), spent


def _expand(shelf: Shelf, sheet: Sheet | Lost, name: str, most: int) -> tuple[Expanded, int]:
    budget = Budget(most)
    found = _expanded(shelf, sheet, name, budget)
    return found, most - max(budget.left, 0)


def _expanded(shelf: Shelf, sheet: Sheet | Lost, name: str, budget: Budget) -> Expanded:
    if isinstance(sheet, Lost):
        if sheet.why == "absent":
            return Expanded(error=NO_FILE, fault="output-schema-file-missing")
        return Expanded(error=NO_FILE, leads_out=_way_out(sheet))
    pointer = find(sheet.value, name)
    if pointer is None:
        return Expanded(error=NO_TARGET, fault="output-schema-unresolved")
    root = target_in(sheet, pointer)
    try:
        scopes = scopes_of(root, shelf, budget)
        files = dict.fromkeys(scope.root.sheet.file for scope in scopes)
        return _resolved(scopes, root)._replace(files=tuple(files))
    except Refused as refused:
        return _refused(refused, root, shelf, budget)


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
    """Put a schema together, inner scopes first."""
    tracks = Tracks()
    values: dict[int, Any] = {}
    for scope in reversed(scopes):
        values[id(scope)] = _built(scope, values, tracks)
    schema = values[id(scopes[0])]
    if not isinstance(schema, dict):
        return Expanded(error=NO_TARGET, fault="output-schema-unresolved")
    return Expanded(schema, origin=Origins(schema, tracks, root.source))


def _built(scope: Scope, values: dict[int, Any], tracks: Tracks) -> Any:
    """The value of a scope; `values` are those of scopes by identity."""
    built: dict[int, Any] = {}
    file = scope.root.sheet.file

    def value_of(raw: Any) -> Any:
        return built[id(raw)] if isinstance(raw, dict | list) else raw

    for pointer, raw in reversed(scope.nodes):
        inner = scope.inner.get(id(raw))
        if inner is not None:
            built[id(raw)] = values[id(inner)]
            continue
        new: Any
        if isinstance(raw, list):
            new = [value_of(item) for item in raw]
        elif isinstance(raw.get("allOf"), list):
            new = _merged(_entries((file, pointer), raw, value_of, tracks), tracks)
        else:
            new = {key: value_of(item) for key, item in raw.items()}
        if isinstance(new, dict):
            _close(new)
        tracks.put(new, (file, pointer))
        built[id(raw)] = new
    return value_of(scope.root.value)


def _merged(entries: Iterable[tuple[str, Any, Source]], tracks: Tracks) -> dict[str, Any]:
    """What members make together: the first wins, but for `required`, which is united, and
    `properties`, of which each has the last.

    Raises:
        Refused: a `required` is no list.
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
    """All members that come together in a node with `allOf`, each with where it comes from:
    those of its schemas in order, then the rest of the node."""
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
    """Let an object schema that does not say otherwise allow no further properties."""
    if schema.get("type") == "object" or "properties" in schema:
        schema.setdefault("additionalProperties", False)
