"""Which files a listing leaves out because of .gitignore or the configuration (design §9).

The nearest ignore file that says something about a path decides, as in git; `exclude` of the
configuration comes before all of them. An ignored folder that is listed all the same was named
by the user: nothing outside it has a say in what it shows. Matching is pathspec's work, which
is imported only when there is an ignore file that says anything.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from phaselint.files import NotReadable, TooLarge, read_regular

if TYPE_CHECKING:
    from collections.abc import Callable

    from pathspec import GitIgnoreSpec

NAME = ".gitignore"
_LIMIT = 1_000_000


class Rules(NamedTuple):
    """The rules of one ignore file, for paths below the project root.

    The file's patterns are relative to its own folder: of a project path `cut` characters are
    dropped, or, for a file above the project root, `prefix` is put before it.
    """

    spec: GitIgnoreSpec
    cut: int = 0
    prefix: str = ""

    def verdict(self, path: str) -> bool | None:
        """Ignored, expressly not ignored, or not mentioned; a folder ends with a slash."""
        return self.spec.check_file(self.prefix + path[self.cut :]).include


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
        chain = self._chain(path.rpartition("/")[0])
        if chain.excludes and self._excluded(path):
            return True
        name = f"{path}/" if folder else path
        for rules in chain.rules:
            verdict = rules.verdict(name)
            if verdict is not None:
                return verdict
        return False

    def _chain(self, folder: str) -> _Chain:
        if folder in self._chains:
            return self._chains[folder]
        if not self._chains:  # ignore files are not looked for until something is listed
            self._chains[""] = _Chain(True, self._own_rules("") + self._above())
        parts = folder.split("/") if folder else []
        for count in range(1, len(parts) + 1):
            path = "/".join(parts[:count])
            if path in self._chains:
                continue
            named = self.ignored(path, folder=True)
            outer = _Chain(False, ()) if named else self._chains["/".join(parts[: count - 1])]
            self._chains[path] = outer._replace(rules=self._own_rules(path) + outer.rules)
        return self._chains[folder]

    def _own_rules(self, folder: str) -> tuple[Rules, ...]:
        spec = compile_rules(self._load(f"{folder}/{NAME}" if folder else NAME))
        return () if spec is None else (Rules(spec, cut=len(folder) + 1 if folder else 0),)


def rules_above(root: str) -> tuple[Rules, ...]:
    """The rules of git that lie outside a project on disk but hold in it, nearest first.

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
        spec = compile_rules(load(os.path.join(folder, NAME)))
        if spec is not None:
            found.append(Rules(spec, prefix=prefix))
    spec = compile_rules(load(os.path.join(folder, ".git", "info", "exclude")))
    return tuple(found) if spec is None else (*found, Rules(spec, prefix=prefix))


def load(path: str) -> bytes | None:
    """Read an ignore file from disk; none when there is none that can be read, as in git."""
    try:
        return read_regular(path, _LIMIT)
    except (FileNotFoundError, NotReadable, TooLarge):
        return None


def compile_rules(data: bytes | None) -> GitIgnoreSpec | None:
    """Compile the text of an ignore file; none when it has no rule. Lines that git would not
    understand are skipped, as git does."""
    text = (data or b"").decode("utf-8-sig", "surrogateescape")
    lines = [line for line in text.replace("\r\n", "\n").split("\n") if _is_rule(line)]
    if not lines:
        return None
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError:
        return GitIgnoreSpec.from_lines(filter(_compiles, lines))


def _is_rule(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("#")


def _compiles(line: str) -> bool:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
