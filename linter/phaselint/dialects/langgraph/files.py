"""Which files may be looked into for graphs, by their paths and two words in them (reference
§1.2)."""

from __future__ import annotations

from phaselint.document.python import CLASSES, PACKAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.reader import Reader

MANIFEST = "langgraph.json"

_VENDORED = frozenset({"site-packages", "node_modules", "build", "dist", "venv", "env"})
_TESTS = "tests"
_CONFTEST = "conftest.py"


def has_words(reader: Reader, file: str) -> bool:
    """Whether a file has the words without which no graph is built (F2)."""
    return reader.holds(file, PACKAGE) and any(reader.holds(file, name) for name in CLASSES)


def is_vendored(folder: str) -> bool:
    """Whether a folder is in one of those that hold what others wrote or what was made (F3)."""
    parts = folder.split("/")
    return any(part in _VENDORED or part.startswith(".") for part in parts)


def in_tests(file: str, name: str) -> bool:
    """Whether a graph is one of a test, which builds broken ones on purpose (F3)."""
    *folders, last = file.split("/")
    return (
        _TESTS in folders
        or last == _CONFTEST
        or any(part.startswith("test_") for part in name.split(".")[:-1])
    )
