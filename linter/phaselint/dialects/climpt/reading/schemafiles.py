"""The schema files of an agent, each looked up once (reference §1.2, §4.5).

No file outside of the agent's folder is ever read.
"""

from __future__ import annotations

import posixpath

from phaselint.dialects.climpt.detect import SCHEMAS
from phaselint.dialects.climpt.reading.jsonfiles import json_document
from phaselint.dialects.climpt.reading.schemarecords import (
    Lost,
    Outline,
    Pieces,
    Sheet,
)
from phaselint.dialects.keys import usable
from phaselint.project.paths import join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.reading.schemarecords import Outline
    from phaselint.dialects.reader import Reader
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer


class SchemaFiles:
    """The schema files in an agent's folder; `documents` are those that were read."""

    __slots__ = ("_reader", "_sheets", "documents", "folder", "pieces")

    def __init__(self, reader: Reader, folder: str) -> None:
        self.pieces = Pieces()
        self._reader = reader
        self._sheets: dict[str, Sheet | Lost] = {}
        self.folder = folder
        self.documents: dict[str, Document] = {}

    def main(self, path: str) -> Sheet | Lost:
        """The file that `outputSchemaRef.file` names."""
        return self.beside(join(join(self.folder, SCHEMAS), "x"), path)

    def beside(self, current: str, path: str) -> Sheet | Lost:
        """The file that a path in another file names."""
        name = posixpath.normpath(join(posixpath.dirname(current), path))
        if not self._holds(path, name):
            return Lost("outside", path)
        if name not in self._sheets:
            self._sheets[name] = self._open(name)
        return self._sheets[name]

    def _holds(self, path: str, name: str) -> bool:
        if path.startswith("/") or name.startswith("../"):
            return False
        return not self.folder or name.startswith(f"{self.folder}/")

    def _open(self, name: str) -> Sheet | Lost:
        document = json_document(self._reader, name)
        if document is None:
            return Lost("absent", name)
        self.documents[name] = document
        if not usable(document):
            return Lost("unreadable", name)
        return Sheet(name, name, (), document.value, document.derived(_outlines))


def _outlines(_document: Document) -> dict[Pointer, Outline | None]:
    """Where the outlines of a schema file are kept, as long as the file is not edited."""
    return {}


class Elsewhere(Exception):
    """Another file is asked for."""


class OneFile:
    """A schema file and no other."""

    __slots__ = ("_sheet", "pieces")

    def __init__(self, document: Document) -> None:
        outlines = document.derived(_outlines)
        self._sheet = Sheet(document.path, document.path, (), document.value, outlines)
        self.pieces = Pieces()

    def main(self, _path: str) -> Sheet | Lost:
        """The file itself."""
        return self._sheet

    def beside(self, current: str, path: str) -> Sheet | Lost:
        """See SchemaFiles. Raises Elsewhere where another one is named, or none."""
        name = posixpath.normpath(join(posixpath.dirname(current), path))
        if path.startswith("/") or name != self._sheet.name:
            raise Elsewhere
        return self._sheet


class BlueprintSchemas:
    """The schemas of a blueprint, which have names instead of files."""

    __slots__ = ("_base", "_file", "_outlines", "_schemas", "documents", "pieces")

    def __init__(self, file: str, schemas: Mapping[str, Any], base: Pointer) -> None:
        self.pieces = Pieces()
        self._outlines: dict[str, dict[Pointer, Outline | None]] = {}
        self._file = file
        self._schemas = schemas
        self._base = base
        self.documents: dict[str, Document] = {}

    def main(self, path: str) -> Sheet | Lost:
        """See SchemaFiles."""
        return self.beside("", path)

    def beside(self, _current: str, path: str) -> Sheet | Lost:
        """See SchemaFiles."""
        name = posixpath.normpath(path)
        if name not in self._schemas:
            return Lost("absent", name)
        outlines = self._outlines.setdefault(name, {})
        return Sheet(name, self._file, (*self._base, name), self._schemas[name], outlines)


Shelf = SchemaFiles | BlueprintSchemas | OneFile
