"""The Python files of a project, and what imports lead to (reference langgraph §1.2 F6).

Modules are looked for in the project alone, never among installed packages: relative imports by
their level, absolute ones from the root, from `src/`, and from each folder between a file and the
root. Two matches that differ make a name unknown.
"""

from __future__ import annotations

from phaselint.dialects.langgraph.reading.resolving import Module
from phaselint.document.python import tree_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.reader import Reader

_MARKERS = frozenset({"langgraph.json", "pyproject.toml", "setup.py"})
_OUTSIDE = frozenset({"langgraph", "langchain", "langchain_core", "typing", "enum", "functools"})
"""Packages that a folder of the project never stands for, regardless of its name."""

_MOST_PARTS = 20
"""The most parts of a dotted name that are looked up."""


def root_of(reader: Reader, path: str) -> str:
    """The root of the project that a file belongs to: the nearest folder above it with a marker;
    without one the folder that phaselint was started for."""
    folder = _folder(path)
    while True:
        if _MARKERS.intersection(reader.names(folder)) or ".git" in reader.hidden(folder):
            return folder
        if not folder:
            return ""
        folder = _folder(folder)


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder and name else folder or name


class Modules:
    """The modules below one root, each read once."""

    def __init__(self, reader: Reader, root: str, roots: Sequence[str] = ()) -> None:
        """`roots` are further folders in which modules are looked for, below the root of all."""
        self.reader = reader
        self.root = root
        self.roots = tuple(each.strip("/").removeprefix("./") for each in roots)
        self._modules: dict[str, Module | None] = {}
        self._located: dict[tuple[str, int, str], str | None] = {}

    def at(self, path: str) -> Module | None:
        """The module of a file; None if it is missing or can't be parsed."""
        if path not in self._modules:
            document = self.reader.document(path)
            tree = None if document is None else tree_of(document)
            made = None if document is None or tree is None else Module(path, document, tree)
            self._modules[path] = made
        return self._modules[path]

    @property
    def read(self) -> Sequence[Module]:
        """All modules that were read so far."""
        return [module for module in self._modules.values() if module is not None]

    def imported(self, name: str, level: int, source: str) -> Module | str | None:
        """The module that an import in a file leads to; its name where it is one from outside the
        project; none where it is not known which it is."""
        path = self.located(name, level, source)
        if path is None:
            return None
        return self.at(path) if path else name

    def located(self, name: str, level: int, source: str) -> str | None:
        """The file that an import leads to; empty for one from outside the project, none where it
        is not known which it is."""
        key = (name, level, _folder(source))
        if key not in self._located:
            self._located[key] = self._locate(name, level, key[2])
        return self._located[key]

    def _locate(self, name: str, level: int, folder: str) -> str | None:
        if level:
            for _ in range(level - 1):
                if not folder:
                    return None
                folder = _folder(folder)
            return self._file(folder, name.split(".") if name else [])
        if name.split(".", maxsplit=1)[0] in _OUTSIDE:
            return ""
        found = self._absolute(name, folder)
        return found[0] if len(found) == 1 else None if found else ""

    def _absolute(self, name: str, folder: str) -> tuple[str, ...]:
        """The files that an absolute name may be, those that differ; none for one from outside."""
        parts = name.split(".")
        paths = dict.fromkeys(
            path
            for root in self._places(folder)
            if len(parts) <= _MOST_PARTS and (path := self._file(root, parts)) is not None
        )
        if len(paths) < 2:
            return tuple(paths)
        texts: dict[str | None, str] = {}
        for path in paths:
            texts.setdefault(self.reader.text(path), path)
        return tuple(texts.values())

    def _places(self, folder: str) -> Iterator[str]:
        """The folders that modules are looked for in, for a file in a folder."""
        yield self.root
        yield _join(self.root, "src")
        yield from self.roots
        while folder != self.root and (folder.startswith(self.root + "/") or not self.root):
            yield folder
            if not folder:
                return
            folder = _folder(folder)

    def _file(self, root: str, parts: Sequence[str]) -> str | None:
        """The file of a module below a folder: `a/b.py` or `a/b/__init__.py`."""
        folder = root
        for part in parts[:-1]:
            if part not in self.reader.folders(folder):
                return None
            folder = _join(folder, part)
        if parts:
            names = self.reader.names(folder)
            if parts[-1] + ".py" in names and parts[-1] not in self.reader.folders(folder):
                return _join(folder, parts[-1] + ".py")
            if parts[-1] not in self.reader.folders(folder):
                return None
            inner = _join(folder, parts[-1])
            if "__init__.py" in self.reader.names(inner):
                return _join(inner, "__init__.py")
            return _join(folder, parts[-1] + ".py") if parts[-1] + ".py" in names else None
        return _join(folder, "__init__.py") if "__init__.py" in self.reader.names(folder) else None

    def submodule(self, module: Module, name: str) -> Module | None:
        """The module of a name in the folder of a package."""
        if not module.path.endswith("__init__.py"):
            return None
        path = self._file(_folder(module.path), [name])
        return None if path is None else self.at(path)
