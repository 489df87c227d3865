"""What is nearly a graph that is read, and a first graph (reference §1)."""

from __future__ import annotations

from phaselint.dialects.langgraph.detect import names_in
from phaselint.dialects.langgraph.example import EXAMPLE
from phaselint.dialects.langgraph.files import in_tests, is_vendored
from phaselint.dialects.scaffolding import Near, Setup
from phaselint.document.python import NOTEBOOK, SUFFIX, builds_graphs
from phaselint.project.paths import join
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.reader import Reader
    from phaselint.vocabulary.message import Message

_FUNCTIONAL = ("langgraph.func", "entrypoint")
_PREBUILT = ("create_react_agent", "create_supervisor", "create_swarm")


def setup() -> Setup:
    """What the dialect offers where a project is set up."""
    return Setup(near, EXAMPLE)


def near(reader: Reader, folder: str) -> Iterator[Near]:
    """Files of Python that use LangGraph and build no graph that is read."""
    if is_vendored(folder):
        return
    for name in reader.names(folder):
        if name.endswith((SUFFIX, NOTEBOOK)):
            path = join(folder, name)
            why = _why(reader, path, reader.text(path) or "")
            if why is not None:
                yield Near(path, why)


def _why(reader: Reader, path: str, text: str) -> Message | None:
    """Why a file is none in which a graph is read; none for one that has nothing to do with
    graphs."""
    if not builds_graphs(text):
        return _without_words(text)
    if path.endswith(NOTEBOOK):
        return message("is a notebook; set `{}` to read notebooks", "langgraph.notebooks")
    names = names_in(reader, path)
    if not names:
        return message("names `{}` but doesn't build a graph with it", _class_in(text))
    if all(in_tests(path, name) for name in names):
        return message("has graphs only in tests; set `{}` to read them", "langgraph.tests")
    return None


def _without_words(text: str) -> Message | None:
    if "langgraph" not in text:
        return None
    if all(word in text for word in _FUNCTIONAL):
        return message("uses `{}`, the functional API, which phaselint doesn't read", "@entrypoint")
    for name in _PREBUILT:
        if name in text:
            return message("builds its graph with `{}`, which phaselint doesn't read", name)
    return None


def _class_in(text: str) -> str:
    return "StateGraph" if "StateGraph" in text else "MessageGraph"
