"""Which Python files build graphs (reference §1.2): told by two words in them, before anything is
parsed."""

from __future__ import annotations

from functools import partial

from phaselint.dialects.base import SEPARATOR, Target
from phaselint.dialects.langgraph.files import MANIFEST, has_words, in_tests, is_vendored
from phaselint.document.python import NOTEBOOK, PACKAGE, SUFFIX
from phaselint.project.paths import join, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.reader import Reader
    from phaselint.document import Document

    Detect = Callable[[Reader, str], Iterator[Target]]
    Claim = Callable[[Reader, str, bool], Iterator[Target]]

NAME = "langgraph"


def under(options: Mapping[str, Any]) -> tuple[Detect, Claim]:
    """`detect` and `claim` under the options of a project: whether to read notebooks, and whether
    graphs in tests are contracts."""
    known: dict[str, Any] = {
        "tests": bool(options["tests"]),
        "notebooks": bool(options["notebooks"]),
    }
    return partial(detect, **known), partial(claim, **known)


def detect(
    reader: Reader, folder: str, *, tests: bool = False, notebooks: bool = False
) -> Iterator[Target]:
    """The graphs that the files of a folder build, and what is wrong with its `langgraph.json`."""
    if is_vendored(folder):
        return
    for name in reader.names(folder):
        if name.endswith(SUFFIX) or (notebooks and name.endswith(NOTEBOOK)):
            path = join(folder, name)
            if reader.holds(path, PACKAGE):
                yield from _in_file(reader, path, tests)
        elif name == MANIFEST:
            yield from _manifest(reader, join(folder, name))


def claim(
    reader: Reader, path: str, forced: bool, *, tests: bool = False, notebooks: bool = False
) -> Iterator[Target]:
    """The graphs a path stands for that the user named: of a file, or the one called by its name
    (`FILE.py::NAME`). Where the user says that it is a graph, those of tests too, and those of all
    folders below."""
    file, _, wanted = path.partition(SEPARATOR)
    folder, name = split(file)
    tests = tests or forced
    if name in reader.names(folder):
        if name == MANIFEST:
            yield from _manifest(reader, file)
        elif not is_vendored(folder) and name.endswith(
            (SUFFIX, NOTEBOOK) if notebooks or forced else SUFFIX
        ):
            found = _in_file(reader, file, tests)
            yield from (each for each in found if wanted in ("", each.name))
    elif forced and not wanted:
        from phaselint.project.reader import walk

        for inner in walk(reader, path):
            yield from detect(reader, inner, tests=True, notebooks=notebooks)
    elif not wanted:
        yield from detect(reader, path, tests=tests, notebooks=notebooks)


def root(folder: str) -> str:
    """The folder itself: what graphs have in common no path tells (see `together`)."""
    return folder


def together(reader: Reader, folders: Iterable[str]) -> Iterator[str]:
    """Those of some folders in which files may build graphs: one may be a node of another, and what
    is read of modules is read once for all."""
    for folder in folders:
        if not is_vendored(folder):
            files = (name for name in reader.names(folder) if name.endswith((SUFFIX, NOTEBOOK)))
            if any(has_words(reader, join(folder, name)) for name in files):
                yield folder


def names_in(reader: Reader, file: str) -> tuple[str, ...]:
    """The names of the graphs that a file builds."""
    if not has_words(reader, file):
        return ()
    from phaselint.dialects.langgraph.reading.load import graphs_of

    return tuple(graphs_of(reader, file))


def _repaired_names(reader: Reader, document: Document) -> tuple[str, ...]:
    """The names of the graphs of a file that does not parse, as far as it does without the lines
    that are broken: its graphs are called as before while somebody types."""
    from phaselint.document.repair import repair
    from phaselint.project.substituting import Substituting

    found = document.derived(repair)
    if found is None:
        return ()
    return names_in(Substituting(reader, {document.path: found.document}), document.path)


def _in_file(reader: Reader, file: str, tests: bool) -> Iterator[Target]:
    """The graphs that a file builds; the file alone where it does not parse and has the words of
    one."""
    if not has_words(reader, file):
        return
    if not tests and in_tests(file, ""):
        return
    document = reader.document(file)
    if document is None:
        return
    folder = split(file)[0]
    names = names_in(reader, file) if document.readable else _repaired_names(reader, document)
    if not (document.readable or names):
        yield Target(NAME, folder, file)
        return
    # Of a file that has others too, those in tests are read with them (F3).
    if tests or not all(in_tests(file, name) for name in names):
        yield from (Target(NAME, folder, file, name, len(names) == 1) for name in names)


def _manifest(reader: Reader, path: str) -> Iterator[Target]:
    """The manifest, as a contract of its own, if it names something that doesn't exist (F7)."""
    from phaselint.dialects.langgraph.reading.manifests import missing

    if missing(reader, path):
        yield Target(NAME, split(path)[0], path)
