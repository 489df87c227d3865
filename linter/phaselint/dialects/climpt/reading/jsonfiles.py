"""The JSON files of an agent, as the reference parses them (reference §1.3)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.reader import Reader
    from phaselint.document import Document


def json_document(reader: Reader, path: str) -> Document | None:
    """A file that is read as JSON, in which a byte order mark is a problem: the reference gives up
    there. The rest of it is read anyway."""
    document = reader.document(path)
    if document is None or not document.bom or document.format != "json":
        return document
    from phaselint.document.marks import marked

    return marked(document)
