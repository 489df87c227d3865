"""Which references a schema has, scope by scope, in the order in which the reference finds them
(§4.5).

A scope is what can be walked without following a reference. All references of a scope are
registered before any is followed, the members of an `allOf` in a separate wave before the rest of
its node; a reference that is already registered is an error, even without a cycle.
"""

from __future__ import annotations

from phaselint.dialects.climpt.reading.schemapointers import at, follow, split_reference
from phaselint.dialects.climpt.reading.schemarecords import (
    Lost,
    Outline,
    Reference,
    Sheet,
    Target,
)
from phaselint.document.limits import DEPTH_LIMIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.climpt.reading.schemafiles import Shelf
    from phaselint.dialects.climpt.reading.schemaorigins import Source
    from phaselint.vocabulary.finding import Pointer

    Visit = tuple["Pointer", Any, int, int]
    """A node to look at: its pointer, its value, and the two levels as a reference has them. These
    are plain tuples, for there is one for every list and mapping of a schema."""

COLLECTIONS = (dict, list)
"""What is walked. To ask for one of these takes a third of what it takes to ask for a union."""

WORK_OF_ONE = 100_000
"""How much work resolving the schema of one name can take."""

DEEPEST = 50
"""References and `allOf`s inside one another, after which the reference gives up."""

CIRCULAR = "SCHEMA_CIRCULAR_REFERENCE"
NO_TARGET = "SCHEMA_POINTER_ERROR"
NO_FILE = "SCHEMA_FILE_ERROR"
TOO_DEEP = "SCHEMA_DEPTH_EXCEEDED"
TOO_LARGE = "SCHEMA_TOO_LARGE"
NO_LIST = "incoming is not iterable"
"""The error of the reference when it merges an `allOf` with a `required` that isn't a list."""


class Refused(Exception):
    """A schema cannot be resolved.

    `error` is the reference's word; `fault` is that of the file or target if there isn't one.
    """

    def __init__(self, error: str, source: Source, lost: Lost | None = None) -> None:
        super().__init__(error)
        self.error = error
        self.source = source
        self.lost = lost


class Budget:
    """How much work may still be done."""

    __slots__ = ("left",)

    def __init__(self, most: int) -> None:
        self.left = most

    def spend(self, amount: int = 1) -> None:
        """Raises Refused when nothing is left."""
        self.left -= amount
        if self.left < 0:
            raise Refused(TOO_LARGE, ("", ()))


class Scope:
    """A scope: its root, and the targets of its references, by the identity of their nodes.

    `nodes` are its lists and mappings, each with its pointer and before its contents; `seen` is
    what is registered; `deepest` and `lowest` are the most levels of either kind around anything in
    it.
    """

    __slots__ = ("deepest", "depth", "inner", "level", "lowest", "nodes", "root", "seen")

    def __init__(self, root: Target, seen: set[tuple[str, str]], depth: int, level: int) -> None:
        self.root = root
        self.seen = seen
        self.depth = depth
        self.deepest = depth
        self.level = level
        self.lowest = level
        self.nodes: list[tuple[Pointer, Any]] = []
        self.inner: dict[int, Scope] = {}


def scopes_of(root: Target, shelf: Shelf, budget: Budget) -> list[Scope]:
    """All scopes of a schema, each before those its references lead to.

    Raises:
        Refused: the reference would refuse it, or the budget is spent.
    """
    first = Scope(root, set(), 0, 0)
    found = [first]
    for scope in found:
        wave = [(scope.root.pointer, scope.root.value, scope.depth, scope.level)]
        while wave:
            references, wave = _walk(scope, wave, budget)
            for reference in references:
                if reference.key in scope.seen:
                    raise Refused(CIRCULAR, reference.source)
                scope.seen.add(reference.key)
            for reference in references:
                budget.spend(len(scope.seen))
                target = follow_reference(reference, shelf)
                if reference.depth > DEEPEST:
                    raise Refused(TOO_DEEP, reference.source)
                inner = Scope(target, set(scope.seen), reference.depth, reference.level)
                scope.inner[id(reference.node.value)] = inner
                found.append(inner)
    return found


def outlined(root: Target) -> Outline | None:
    """The outline of the scope that begins at a node, made once for its file; none if the reference
    would refuse it on its own."""
    outlines = root.sheet.outlines
    if root.pointer not in outlines:
        outlines[root.pointer] = _outline(root)
    return outlines[root.pointer]


def _outline(root: Target) -> Outline | None:
    scope = Scope(root, set(), 0, 0)
    budget = Budget(WORK_OF_ONE)
    waves: list[list[Reference]] = []
    wave: list[Visit] = [(root.pointer, root.value, 0, 0)]
    try:
        while wave:
            references, wave = _walk(scope, wave, budget)
            waves.append(references)
    except Refused:
        return None
    return Outline(
        root,
        scope.nodes,
        tuple(waves),
        scope.deepest,
        scope.lowest,
        work=WORK_OF_ONE - budget.left,
    )


def _walk(scope: Scope, wave: list[Visit], budget: Budget) -> tuple[list[Reference], list[Visit]]:
    """Walk everything possible: the references found, and the nodes that must wait for them."""
    references: list[Reference] = []
    later: list[Visit] = []
    waiting = wave[::-1]
    while waiting:
        pointer, value, depth, level = waiting.pop()
        if not isinstance(value, COLLECTIONS):
            continue
        budget.spend(1 + len(value))
        if level > scope.lowest:
            if level > DEPTH_LIMIT:
                raise Refused(TOO_LARGE, (scope.root.sheet.file, pointer))
            scope.lowest = level
        scope.nodes.append((pointer, value))
        all_of = value.get("allOf") if isinstance(value, dict) else None
        if isinstance(value, dict) and isinstance(value.get("$ref"), str):
            node = Target(scope.root.sheet, pointer, value)
            references.append(Reference(node, value["$ref"], depth + 1, level))
            scope.deepest = max(scope.deepest, depth + 1)
        elif isinstance(all_of, list):
            if depth == DEEPEST:
                raise Refused(TOO_DEEP, (scope.root.sheet.file, pointer))
            scope.deepest = max(scope.deepest, depth + 1)
            waiting += _parts((*pointer, "allOf"), all_of, depth + 1, level + 1)[::-1]
            rest = _parts(pointer, value, depth + 1, level + 1)
            later += (part for part in rest if part[1] is not all_of)
        else:
            waiting += _parts(pointer, value, depth, level + 1)[::-1]
    return references, later


def _parts(pointer: Pointer, value: Any, depth: int, level: int) -> list[Visit]:
    """The lists and mappings in one."""
    return [
        ((*pointer, key), part, depth, level)
        for key, part in (value.items() if isinstance(value, dict) else enumerate(value))
        if isinstance(part, COLLECTIONS)
    ]


def follow_reference(reference: Reference, shelf: Shelf) -> Target:
    """The target of a reference. Raises Refused if it doesn't exist."""
    sheet = reference.node.sheet
    path, fragment = split_reference(reference.text)
    found = shelf.beside(sheet.name, path) if path else sheet
    if isinstance(found, Lost):
        raise Refused(NO_FILE, reference.source, found)
    pointer = follow(found.value, fragment)
    if pointer is None:
        raise Refused(NO_TARGET, reference.source)
    return target_in(found, pointer)


def target_in(sheet: Sheet, pointer: Pointer) -> Target:
    """The node at a pointer from the root of a file."""
    return Target(sheet, (*sheet.base, *pointer), at(sheet.value, pointer))


def cycle_in(root: Target, shelf: Shelf, budget: Budget) -> Source | None:
    """A reference that points back to something around it, directly or not; none if there is
    none."""
    done: set[Source] = set()
    open_: set[Source] = {root.source}
    stack: list[tuple[Source, Iterator[Reference]]] = [(root.source, _references(root, budget))]
    while stack:
        source, rest = stack[-1]
        reference = next(rest, None)
        if reference is None:
            stack.pop()
            open_.discard(source)
            done.add(source)
            continue
        try:
            target = follow_reference(reference, shelf)
        except Refused:
            continue
        if target.source in open_:
            return reference.source
        if target.source not in done:
            open_.add(target.source)
            stack.append((target.source, _references(target, budget)))
    return None


def _references(root: Target, budget: Budget) -> Iterator[Reference]:
    """All references below a node, in document order."""
    waiting: list[Visit] = [(root.pointer, root.value, 0, 0)]
    while waiting:
        pointer, value, _, _ = waiting.pop()
        budget.spend()
        if isinstance(value, dict) and isinstance(value.get("$ref"), str):
            yield Reference(Target(root.sheet, pointer, value), value["$ref"], 0, 0)
        elif isinstance(value, COLLECTIONS):
            waiting += _parts(pointer, value, 0, 0)[::-1]
