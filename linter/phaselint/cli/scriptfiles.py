"""Scripts named on the command line: read, or refused in one line."""

from __future__ import annotations

from phaselint.document.limits import SIZE_LIMIT
from phaselint.document.reader import read
from phaselint.executor.script import read_script
from phaselint.project.files import NotReadable, TooLarge, read_regular
from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.document import Document
    from phaselint.executor.script import Script


def content(path: str) -> bytes:
    """The content of a file. Raises UsageError where it cannot be read."""
    try:
        return read_regular(path, SIZE_LIMIT)
    except FileNotFoundError:
        raise UsageError(f"{path}: no such file") from None
    except NotReadable as error:
        raise UsageError(f"{path}: the file {error}") from None
    except TooLarge:
        raise UsageError(f"{path}: the limit for scripts is {SIZE_LIMIT:,} bytes") from None


def parsed(path: str, data: bytes, name: str = "") -> Document:
    """The document of a script. The suffix of `name`, or else of the path, determines the format.

    Raises:
        UsageError: it doesn't parse.
    """
    document = read(name or path, data)
    for problem in document.problems:
        if problem.kind != "byte-order-mark":
            start = document.position(problem.start)
            raise UsageError(f"{path}:{start.line}:{start.column}: {problem.message}")
    return document


def script_in(path: str, document: Document) -> Script:
    """The script in a document. Raises UsageError if it isn't well formed."""
    script = read_script(document)
    for flaw in script.flaws:
        start = document.range(flaw.pointer, flaw.part).start
        raise UsageError(f"{path}:{start.line}:{start.column}: {flaw.message}")
    return script
