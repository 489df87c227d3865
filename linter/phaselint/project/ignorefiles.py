"""Which files a listing leaves out because of .gitignore or the configuration (design §9).

The nearest ignore file that says something about a path decides, as in git; `exclude` of the
configuration comes before all of them. An ignored folder that is listed anyway was named
by the user: nothing outside it has a say in what it shows. What a single file says is the
matter of `phaselint.project.gitignore`.
"""

from __future__ import annotations

import os

from phaselint.project.files import NotReadable, TooLarge, read_regular
from phaselint.project.globs import nothing
from phaselint.project.paths import join, split
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from phaselint.project.gitignore import Patterns

NAME = ".gitignore"
_LIMIT = 1_000_000


class Rules(NamedTuple):
    """The rules of one ignore file, for paths below the project root.

    The file's patterns are relative to its own folder: of a project path `cut` characters are
    dropped, or, for a file above the project root, `prefix` is put before it.
    """

    patterns: Patterns
    cut: int = 0
    prefix: str = ""

    def verdict(self, path: str, *, folder: bool) -> bool | None:
        """Ignored, expressly not ignored, or not mentioned."""
        return self.patterns.verdict(self.prefix + path[self.cut :], folder=folder)


class _Chain(NamedTuple):
    """What decides about the entries of one folder, nearest ignore file first."""

    excludes: bool
    rules: tuple[Rules, ...]


class Ignores:
    """Decides about every path of a project, reading each ignore file once.

    Args:
        load: gives the text of an ignore file from its project path, or none.
        above: gives the rules of ignore files outside the project, nearest first.
        excluded: whether the configuration excludes a path.
    """

    __slots__ = ("_above", "_chains", "_excluded", "_load")

    def __init__(
        self,
        load: Callable[[str], bytes | None],
        above: Callable[[], tuple[Rules, ...]],
        excluded: Callable[[str], bool],
    ) -> None:
        self._load = load
        self._above = above
        self._excluded = excluded
        self._chains: dict[str, _Chain] = {}

    def ignored(self, path: str, *, folder: bool) -> bool:
        """Is this file or folder left out of the listing of the folder it is in?"""
        chain = self._chain(split(path)[0])
        if chain.excludes and self._excluded(path):
            return True
        for rules in chain.rules:
            verdict = rules.verdict(path, folder=folder)
            if verdict is not None:
                return verdict
        return False

    def may_ignore(self, folder: str) -> bool:
        """Whether anything in a folder may be left out of its listing."""
        chain = self._chain(folder)
        return chain.excludes or bool(chain.rules)

    def leave(self, folder: str) -> None:
        """Forget the ignore files of a folder, but for those of the root."""
        if folder:
            self._chains.pop(folder, None)

    def bare(self, folder: str) -> None:
        """Take it for known that a folder has no ignore file of its own."""
        self._chain(folder, bare=True)

    def _chain(self, folder: str, bare: bool = False) -> _Chain:
        if folder in self._chains:
            return self._chains[folder]
        if not self._chains:  # ignore files are not looked for until something is listed
            excludes = self._excluded is not nothing
            self._chains[""] = _Chain(excludes, self._own_rules("") + self._above())
        missing: list[str] = []
        known = folder if bare else None
        while folder not in self._chains:
            missing.append(folder)
            folder, _ = split(folder)
        chain = self._chains[folder]
        for path in reversed(missing):
            outer = _Chain(False, ()) if self.ignored(path, folder=True) else chain
            own = () if path == known else self._own_rules(path)
            chain = outer._replace(rules=own + outer.rules) if own else outer
            self._chains[path] = chain
        return chain

    def _own_rules(self, folder: str) -> tuple[Rules, ...]:
        patterns = compile_rules(self._load(join(folder, NAME)))
        return () if patterns is None else (Rules(patterns, cut=len(folder) + 1 if folder else 0),)


def rules_above(root: str) -> tuple[Rules, ...]:
    """The rules of git that are outside a project on disk but hold in it, nearest first.

    These are the ignore files between the project root and the root of its git work tree, and
    `.git/info/exclude`. Settings of the user or the machine are left out: the same project must
    lint the same everywhere.
    """
    found: list[Rules] = []
    folder, prefix = root, ""
    while not os.path.lexists(os.path.join(folder, ".git")):
        parent, name = os.path.split(folder)
        if parent == folder:
            return ()
        folder, prefix = parent, f"{name}/{prefix}"
        patterns = compile_rules(load(os.path.join(folder, NAME)))
        if patterns is not None:
            found.append(Rules(patterns, prefix=prefix))
    patterns = compile_rules(load(os.path.join(folder, ".git", "info", "exclude")))
    return tuple(found) if patterns is None else (*found, Rules(patterns, prefix=prefix))


def load(path: str) -> bytes | None:
    """Read an ignore file from disk; none when there is none that can be read, as in git."""
    try:
        return read_regular(path, _LIMIT)
    except (FileNotFoundError, NotReadable, TooLarge):
        return None


def compile_rules(data: bytes | None) -> Patterns | None:
    """Compile the text of an ignore file; none when it says nothing or is far too long."""
    if not data or len(data) > _LIMIT:
        return None
    from phaselint.project.gitignore import compile_patterns

    return compile_patterns(data)
