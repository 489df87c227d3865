"""Facts about schema files and the targets of their references (reference §4.5)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.schemaorigins import Tracks
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from phaselint.dialects.climpt.reading.schemaorigins import Source
    from phaselint.vocabulary.finding import Pointer


class Sheet(NamedTuple):
    """A schema file: its document, its place there, and its value. `name` distinguishes it from
    others; for a separate file it is the path. `outlines` is what has been walked of it (see
    `schemascopes.outlined`), by the pointer where the walk started."""

    name: str
    file: str
    base: Pointer
    value: Any
    outlines: dict[Pointer, Outline | None]


class Lost(NamedTuple):
    """Why there is no such file; `name` is the name it would have."""

    why: Literal["absent", "unreadable", "outside"]
    name: str


class Target(NamedTuple):
    """A schema node: its file, its place in the document, and its value."""

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
    """A scope on its own, whatever refers to it.

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
    """The resolved value of a node of a schema file, whatever refers to it: most targets are
    referred to several times, and are built once.

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
    """What has been built of the schemas of a shelf: each target of a name or a reference, by the
    name of its file and its pointer; none if it must be resolved the long way."""

    __slots__ = ("known", "tracks")

    def __init__(self) -> None:
        self.known: dict[tuple[str, Pointer], Piece | None] = {}
        self.tracks = Tracks()
