"""What dialects say about the folders and files of a project: which contracts there are (design
§5).

To look at one thing changes nothing about the findings in another, so it may be done in any
order and by any process; `Gathered` puts the findings in order again.
"""

from __future__ import annotations

import os

from phaselint.dialects.base import SEPARATOR
from phaselint.dialects.options import as_configured
from phaselint.document.model import FATAL
from phaselint.project.paths import display_path
from phaselint.vocabulary.errors import PluginError
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any, Literal

    from phaselint.config.model import Config
    from phaselint.dialects import Dialects
    from phaselint.dialects.base import Dialect, Target
    from phaselint.project.reader import ProjectReader

    Way = Literal["detect", "claim", "broken"]
    """Whether to ask dialects for what is in a folder, for what a path stands for, or that only
    where the file does not parse."""


YAML = (".yaml", ".yml")
_EXTENSIONS = (*YAML, ".json", ".md")
"""Files that are worth a look even when no dialect wants them, if the user named them."""


class Workspace(NamedTuple):
    """A project: its root on disk, its configuration, the reader of its files, the paths in it
    that the user named, and the options that win over its configuration, by dialect."""

    root: str
    config: Config
    reader: ProjectReader
    named: tuple[str, ...] = ()
    given: Mapping[str, Mapping[str, Any]] = {}


class Item(NamedTuple):
    """A thing to look at. `number` is its place in the order of the findings: that of the named
    path it is behind, and one behind that path."""

    number: tuple[int, int]
    root: str
    path: str
    way: Way


class Looked(NamedTuple):
    """What came of looking at an item in the project with this root.

    `failures` are what plugins failed with, each with a path on disk; `problem` is why a file in
    no contract could not be read, and why it does not parse.
    """

    number: tuple[int, int]
    root: str
    targets: tuple[Target, ...] = ()
    failures: tuple[tuple[str, str], ...] = ()
    problem: tuple[str, str] = ("", "")

    @property
    def says_something(self) -> bool:
        """Whether there is anything to remember of it."""
        return bool(self.targets or self.failures or any(self.problem))


class Looker:
    """Asks the dialects of projects; what they keep while they look is kept.

    Args:
        wanted: the name of the one dialect to ask, so nothing is detected; empty for all
            that a project knows.
    """

    def __init__(self, wanted: str = "") -> None:
        self._wanted = wanted
        self._dialects: dict[str, tuple[Dialect, ...]] = {}
        self._failures: dict[str, list[tuple[str, str]]] = {}

    def sought(self, dialects: Dialects) -> tuple[Dialect, ...]:
        """Those of the dialects to ask; none where the wanted one is not among them."""
        known = not self._wanted or self._wanted in dialects
        return dialects.select(self._wanted) if known else ()

    def dialects(self, workspace: Workspace) -> tuple[Dialect, ...]:
        """The dialects as the options of a project have them look for contracts."""
        if workspace.root not in self._dialects:
            self._dialects[workspace.root] = tuple(self._configure(workspace))
        return self._dialects[workspace.root]

    def close(self, root: str) -> None:
        """Let go of what dialects keep of a project."""
        self._dialects.pop(root, None)

    def together(self, workspace: Workspace, folders: Iterable[str]) -> frozenset[str]:
        """Those of some folders of a project that dialects have to look at together, whatever is
        around each."""
        listed = tuple(folders)
        found: set[str] = set()
        for dialect in self.dialects(workspace):
            if dialect.together is not None:
                try:
                    found.update(dialect.together(workspace.reader, listed))
                except PluginError as error:
                    self._fail(workspace, error)
        return frozenset(found)

    def root_of(self, workspace: Workspace, folder: str) -> str:
        """The folder around all that dialects have to look at together with a folder."""
        while True:
            try:
                roots = [each.root(folder) for each in self.dialects(workspace)]
            except PluginError as error:
                self._fail(workspace, error, folder)
                return ""
            outermost = min(roots, key=len, default=folder)
            if outermost == folder:
                return folder
            folder = outermost

    def look(self, workspace: Workspace, item: Item) -> Looked:
        """Look at an item of a project."""
        asked = self.dialects(workspace)
        problem = ("", "")
        targets: tuple[Target, ...] = ()
        if item.way == "detect":
            found = (self._found(each.detect, workspace, item.path) for each in asked)
            targets = tuple(target for some in found for target in some)
        elif item.way == "claim" or _is_broken(workspace, item.path):
            forced = bool(self._wanted)
            ways = (self._found(each.claim, workspace, item.path, forced) for each in asked)
            targets = next(filter(None, ways), ())
            if not targets and item.way == "claim":
                problem = self._unnamed(asked, workspace, item.path)
        return self.failed(item)._replace(targets=targets, problem=problem)

    def _unnamed(
        self, asked: Iterable[Dialect], workspace: Workspace, path: str
    ) -> tuple[str, str]:
        """See `_problem`; of a file without a contract of a name, which contracts it has."""
        file, _, name = path.rpartition(SEPARATOR)
        if not file or workspace.reader.document(file) is None:
            return _problem(workspace, path)
        found = (self._found(each.claim, workspace, file, True) for each in asked)
        names = dict.fromkeys(each.name for some in found for each in some if each.name)
        base = os.path.basename(file)
        if not names:
            return f"{base} has no contract with a name", ""
        from phaselint.vocabulary.message import quote_all

        return f"{base} has no contract `{name}`, but {quote_all(names)}", ""

    def failed(self, item: Item) -> Looked:
        """What plugins have failed with in the project of an item, and nobody was told of yet."""
        return Looked(item.number, item.root, (), tuple(self._failures.pop(item.root, ())))

    def _configure(self, workspace: Workspace) -> Iterator[Dialect]:
        for dialect in self.sought(workspace.config.dialects):
            try:
                yield as_configured(dialect, workspace.config.options, workspace.given)
            except PluginError as error:
                self._fail(workspace, error)

    def _found(
        self,
        find: Callable[..., Iterable[Target]],
        workspace: Workspace,
        path: str,
        *arguments: Any,
    ) -> tuple[Target, ...]:
        """The contracts that a dialect finds; none where it fails, which is noted."""
        try:
            return tuple(find(workspace.reader, path, *arguments))
        except PluginError as error:
            self._fail(workspace, error, path)
            return ()

    def _fail(self, workspace: Workspace, error: PluginError, path: str = "") -> None:
        full = os.path.join(workspace.root, path) if path else workspace.root
        self._failures.setdefault(workspace.root, []).append((str(error), full))


class Gathered:
    """What came of looking at the items of a run, whatever order they were looked at in.

    Attributes:
        numbers: those of the named paths with contracts behind them.
        problems: what is wrong with named files in no contract, by number; see `Looked`.
    """

    __slots__ = ("_looked", "numbers", "problems")

    def __init__(self) -> None:
        self._looked: dict[str, list[Looked]] = {}
        self.numbers: set[int] = set()
        self.problems: dict[int, tuple[str, str]] = {}

    def add(self, some: Iterable[Looked]) -> None:
        """Remember what has come of items."""
        for looked in some:
            if looked.targets or looked.failures:
                self._looked.setdefault(looked.root, []).append(looked)
            if looked.targets:
                self.numbers.add(looked.number[0])
            if any(looked.problem):
                self.problems[looked.number[0]] = looked.problem

    def found_in(self, root: str) -> list[Target]:
        """The contracts of a project in order, each once."""
        own = sorted(self._looked.get(root, ()), key=_number)
        return list(dict.fromkeys(target for each in own for target in each.targets))

    def found(self) -> list[tuple[str, Target]]:
        """The contracts in order, each once, with the roots of their projects."""
        ordered = ((each.root, target) for each in self._ordered() for target in each.targets)
        return list(dict.fromkeys(ordered))

    def failures(self) -> Iterator[str]:
        """Lines about plugins that failed, each once, with the first path where they did."""
        first: dict[str, str] = {}
        for each in self._ordered():
            for line, path in each.failures:
                first.setdefault(line, path)
        return (f"{display_path(path)}: {line}" for line, path in first.items())

    def _ordered(self) -> list[Looked]:
        return sorted((each for own in self._looked.values() for each in own), key=_number)


def _number(looked: Looked) -> tuple[int, int]:
    return looked.number


def unread(reader: ProjectReader) -> dict[str, str]:
    """What the system did not let a reader see so far, with the reason."""
    found = {path: f"the folder {why}" for path, why in reader.unlisted.items()}
    for path, why in reader.unopened.items():
        found.setdefault(path, why)
    return found


def _is_broken(workspace: Workspace, path: str) -> bool:
    document = workspace.reader.document(path)
    return document is not None and not document.readable


def _problem(workspace: Workspace, path: str) -> tuple[str, str]:
    """Why a named file in no contract could not be read, and why not parsed; else empty."""
    if not path.endswith(_EXTENSIONS) or os.path.isdir(os.path.join(workspace.root, path)):
        return "", ""
    document = workspace.reader.document(path)
    if document is None:
        return "no such file or directory", ""
    for problem in document.problems:
        if problem.kind == "syntax-error":
            start = document.position(problem.start)
            return "", f"line {start.line}, column {start.column}: {problem.message}"
        if problem.kind in FATAL:
            return problem.message.removeprefix("the file "), ""
    return "", ""
