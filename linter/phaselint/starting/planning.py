"""What to write where a project is set up, planned in memory.

What already exists is never changed: a file with the very text is left out of the plan, and any
other in the way of one that belongs to others ends it.
"""

from __future__ import annotations

import os

from phaselint.config import configure
from phaselint.config.model import FILE
from phaselint.project.files import CONFIGURATION_LIMIT, NotReadable, TooLarge, read_regular
from phaselint.project.globs import compile_globs
from phaselint.project.paths import below, display_path, join
from phaselint.project.together import Rewrite
from phaselint.starting.configuration import text_of
from phaselint.starting.helpers import HOOK, HOOKS, JOB, PRE_COMMIT, WORKFLOW
from phaselint.starting.presence import present_in
from phaselint.starting.trying import brought
from phaselint.vocabulary.errors import UsageError, blamed
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.ruleset import of_dialects
from phaselint.vocabulary.suggest import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.dialects.scaffolding import Draft, Example
    from phaselint.vocabulary.rule import Rule


class Wanted(NamedTuple):
    """What the user asks for besides a configuration: examples by their dialects, hooks of
    pre-commit, a workflow of GitHub, and manifests made of existing files."""

    examples: tuple[str, ...] = ()
    hooks: bool = False
    workflow: bool = False
    manifests: bool = False


class Plan(NamedTuple):
    """Files to write, in order, none of which exists; and what to tell about those that are
    there or that somebody has to look at, a paragraph each."""

    rewrites: tuple[Rewrite, ...] = ()
    notes: tuple[str, ...] = ()


def plan(folder: str, wanted: Wanted, rules: Sequence[Rule]) -> Plan:
    """Plan what to write in a folder.

    Raises:
        UsageError: there is no such folder, its configuration cannot be understood, there is no
            such dialect, or something else is in the way of a file.
    """
    if not os.path.isdir(folder):
        what = "isn't a directory" if os.path.lexists(folder) else "no such directory"
        raise UsageError(f"{folder}: {what}")
    return _Planner(folder, rules).plan(wanted)


class _Planner:
    """What is planned so far for one folder."""

    def __init__(self, folder: str, rules: Sequence[Rule]) -> None:
        self._folder = folder
        self._root = os.path.realpath(folder)
        self._rules = rules
        self._config = configure(folder, rules)
        self._new: dict[str, bytes] = {}
        self._notes: list[str] = []

    def plan(self, wanted: Wanted) -> Plan:
        examples = [self._example(name) for name in dict.fromkeys(wanted.examples)]
        if wanted.manifests:
            self._manifests()
        self._configuration()
        for example in examples:
            self._tell_scripts(example)
        if wanted.hooks:
            self._hooks()
        if wanted.workflow:
            self._check_top(WORKFLOW)
            self._own(WORKFLOW, JOB)
        rewrites = (
            Rewrite(os.path.join(self._root, path), None, data, self._root)
            for path, data in self._new.items()
        )
        return Plan(tuple(rewrites), tuple(self._notes))

    def _example(self, name: str) -> Example:
        """Plan the first contract of a dialect: all of its files, or those that are missing.

        Raises:
            UsageError: there is no such dialect, one of the files is there with another string, or
                together with existing files the contract would not be without findings.
        """
        known = self._config.dialects
        if name not in known:
            raise UsageError(f"--example: {unknown('dialect', name, known.names)}")
        dialect = known[name]
        if dialect.setup is None:
            raise UsageError(f"--example: {name} has no example")
        with blamed(dialect.origin, "setup"):
            example = dialect.setup().example
        added = {}
        for path, text in example.files.items():
            there = self._there(path)
            if there is None:
                added[path] = text.encode()
            elif there != text.encode():
                where = display_path(self._at(path))
                raise UsageError(f"--example {name}: {where} already exists with different content")
        if not added:
            self._notes.append(f"the example of {name} already exists")
        elif worse := self._brought(added):
            raise UsageError(
                f"--example {name}: together with the existing files, it causes {worse}"
            )
        self._new |= added
        return example

    def _manifests(self) -> None:
        """Plan what can be made of existing files, as far as no error or warning comes of
        it."""
        drafts = tuple(self._drafts())
        for draft in drafts:
            added = {draft.path: draft.text.encode()}
            where = display_path(self._at(draft.path))
            if self._there(draft.path) is not None:
                self._notes.append(f"{where} already exists and stays unchanged")
            elif worse := self._brought(added):
                self._notes.append(f"{where} isn't written: it would cause {worse}")
            else:
                self._new |= added
                self._notes += (f"{where}: {remark}" for remark in draft.remarks)
        if not drafts:
            self._notes.append("no manifest is written: all stages here have one")

    def _drafts(self) -> Iterator[Draft]:
        from phaselint.project.disk import DiskReader

        reader = DiskReader(self._root, exclude=self._config.exclude)
        for dialect in self._config.dialects:
            if dialect.setup is not None:
                with blamed(dialect.origin, "setup"):
                    drafts = dialect.setup().drafts
                    yield from tuple(drafts(reader, "")) if drafts is not None else ()

    def _configuration(self) -> None:
        """Plan a configuration, unless one holds already."""
        if self._config.path:
            self._notes.append(
                f"{display_path(self._config.path)} already exists and stays unchanged"
            )
            return
        present = present_in(self._folder, self._rules, self._overlay())
        rules = of_dialects(self._rules, set(present.dialects))
        self._new[FILE] = text_of(present, self._config.dialects, rules).encode()

    def _tell_scripts(self, example: Example) -> None:
        """Tell what to add to an existing configuration, for the script of an example to be
        played."""
        if not example.scripts or not self._config.path:
            return
        inner = below(os.path.realpath(self._config.root), self._root)
        if not compile_globs(self._config.scripts)(join(inner, example.script)):
            pattern = join(inner, example.scripts)
            where = display_path(self._config.path)
            self._notes.append(
                f'add "{pattern}" to `scripts` in {where}; otherwise it is never run'
            )

    def _hooks(self) -> None:
        """Plan hooks of pre-commit; where there are some, say what to add to them."""
        self._check_top(PRE_COMMIT)
        there = self._there(PRE_COMMIT)
        where = display_path(self._at(PRE_COMMIT))
        if there is None:
            self._new[PRE_COMMIT] = HOOKS.encode()
        elif b"phaselint" in there:
            self._notes.append(f"{where} already has a hook")
        else:
            self._notes.append(f"{where} already exists; add this to its `repos`:\n{HOOK}")

    def _own(self, path: str, text: str) -> None:
        """Plan a file that exists for phaselint alone."""
        if self._there(path) is None:
            self._new[path] = text.encode()
        else:
            where = display_path(self._at(path))
            self._notes.append(f"{where} already exists and stays unchanged")

    def _check_top(self, path: str) -> None:
        """Nothing is looked for below the top of a repository.

        Raises:
            UsageError: the folder is below the top of one.
        """
        top = self._root
        while not os.path.lexists(os.path.join(top, ".git")):
            top, former = os.path.dirname(top), top
            if top == former:
                return
        if top != self._root:
            raise UsageError(f"{path} must be in {top}; run `phaselint init` there")

    def _there(self, path: str) -> bytes | None:
        """The content of a file that exists, or is planned; none where there is none.

        Raises:
            UsageError: something is there that isn't a file, or cannot be read.
        """
        where = display_path(self._at(path))
        try:
            return self._new.get(path) or read_regular(self._at(path), CONFIGURATION_LIMIT)
        except FileNotFoundError:
            if os.path.islink(self._at(path)):
                why = "it is a symbolic link to a missing file"
                raise UsageError(f"can't write {where}: {why}") from None
            return None
        except (NotReadable, TooLarge) as error:
            raise UsageError(f"can't write {where}: it {error}") from None

    def _at(self, path: str) -> str:
        return os.path.join(self._folder, path)

    def _overlay(self, added: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
        """All that is planned, and what else is, as strings that stand for files."""
        both = {**self._new, **(added or {})}
        return {os.path.abspath(self._at(path)): data for path, data in both.items()}

    def _brought(self, added: Mapping[str, bytes]) -> str:
        """What comes of files besides all that is planned."""
        return brought(self._folder, self._rules, self._overlay(), self._overlay(added))
