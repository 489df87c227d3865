"""What is known of schema files and of what they refer to (reference §4.5)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.schemaorigins import Tracks
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from phaselint.dialects.climpt.reading.schemaorigins import Source
    from phaselint.vocabulary.finding import Pointer


class Sheet(NamedTuple):
    """A schema file: the document it is in, where in that, and its value. `name` tells it from
    others; of a file of its own it is the path. `outlines` is what has been walked of it (see
    `schemascopes.outlined`), by the pointer at which it was begun."""

    name: str
    file: str
    base: Pointer
    value: Any
    outlines: dict[Pointer, Outline | None]


class Lost(NamedTuple):
    """Why there is no such file; `name` is what it would be called."""

    why: Literal["absent", "unreadable", "outside"]
    name: str


class Target(NamedTuple):
    """A schema node: the file it is in, where in its document, and what it is."""

    sheet: Sheet
    pointer: Pointer
    value: Any

    @property
    def source(self) -> Source:
        """Where it is written."""
        return (self.sheet.file, self.pointer)


class Reference(NamedTuple):
    """A `$ref`: its node, the text, the levels of references and `allOf`s around it, and those
    of collections."""

    node: Target
    text: str
    depth: int
    level: int

    @property
    def key(self) -> tuple[str, str]:
        """What two references must not share."""
        return (self.node.sheet.name, self.text)

    @property
    def source(self) -> Source:
        """Where its text is."""
        file, pointer = self.node.source
        return (file, (*pointer, "$ref"))


class Outline(NamedTuple):
    """A scope by itself, whatever leads to it.

    Attributes:
        root: where it begins.
        nodes: see `Scope`.
        waves: its references as they are registered together, with their levels as if nothing
            were around it.
        deepest: the most references and `allOf`s inside one another.
        lowest: the most collections inside one another.
        work: what it takes to walk it.
    """

    root: Target
    nodes: list[tuple[Pointer, Any]]
    waves: tuple[list[Reference], ...]
    deepest: int
    lowest: int
    work: int


class Piece(NamedTuple):
    """What a node of a schema file comes to, whatever leads to it: nearly all that is referred to
    is referred to by many, and put together once.

    Attributes:
        value: the schema. It is shared by all that refer to it.
        files: those it is put together from, by the number of references that lead to them.
        keys: what is registered on the way (see `schemascopes.Reference`).
        roots: the nodes that references lead to, and its own.
        references: how many references are followed.
        deepest: the most references and `allOf`s inside one another.
        lowest: the most collections inside one another.
        work: what it takes the reference to resolve it, as far as that is counted.
    """

    value: Any
    files: tuple[tuple[str, ...], ...]
    keys: frozenset[tuple[str, str]]
    roots: frozenset[Source]
    references: int
    deepest: int
    lowest: int
    work: int


class Pieces:
    """What has been put together of the schemas of a shelf: each node that a name or a reference
    leads to, by the name of its file and its pointer; none where it takes the long way."""

    __slots__ = ("known", "tracks")

    def __init__(self) -> None:
        self.known: dict[tuple[str, Pointer], Piece | None] = {}
        self.tracks = Tracks()
