"""Files as git has them: those of a revision or of the index, read without checking anything out.

Git is asked through `rev-parse`, `merge-base`, `ls-tree -r -z`, `ls-files --stage -z` and
`cat-file --batch`, and through nothing else. It runs no filter, no hook and no monitor, fetches
nothing, asks nobody for a password and changes no file.
"""

from __future__ import annotations

import os

from phaselint.document.limits import SIZE_LIMIT
from phaselint.project.files import NotReadable, TooLarge
from phaselint.project.paths import join, split
from phaselint.project.reader import OUTSIDE, Entry
from phaselint.project.spawning import Conversation, Done, run, talk
from phaselint.vocabulary import processes
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from types import TracebackType
    from typing import TypeVar

    Started = TypeVar("Started", Done, Conversation)

COMMAND = ("git", "--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false")
"""What every call of git begins with."""

ENVIRONMENT = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
"""What git is told besides: to fetch nothing (releases before 2.44 only know the protocol), to ask
nobody, and to speak English."""

_LINK, _MODULE = "120000", "160000"
_MOST_LINKS = 40
_BLOCK = 1 << 20

MOST_KNOWN = 1 << 26
"""How many bytes of files are kept that are known already."""

LACKING = "is missing in this partial clone; fetch it with `git fetch --refetch --no-filter`"
NO_GIT = "git isn't installed or not in `PATH`; install it, or compare two directories"
SHALLOW = "this clone is shallow; fetch its whole history (`fetch-depth: 0` in a GitHub workflow)"


class Blob(NamedTuple):
    """A file as git has it: its mode and the name of its content."""

    mode: str
    name: str

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link."""
        return self.mode == _LINK

    @property
    def is_module(self) -> bool:
        """Whether it is a submodule; then its content is a commit of another repository."""
        return self.mode == _MODULE


class Git:
    """The repository that a folder is in; a context that ends what it has started.

    Raises:
        UsageError: there is no repository, or git does not let us read it.

    Attributes:
        root: the top folder of its working tree.
        missing: the names of contents that were asked for and aren't there.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._batch: Conversation | None = None
        self.missing: set[str] = set()
        self._known: dict[str, bytes] = {}
        self._left = MOST_KNOWN
        found = self._ask("rev-parse", "--show-toplevel")
        # Both lists of files are of the folder that git is called in.
        self.root = self._folder = os.path.realpath(os.fsdecode(found.removesuffix(b"\n")))

    def __enter__(self) -> Git:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End what was started."""
        batch, self._batch = self._batch, None
        if batch is not None:
            batch.close()

    def commit(self, revision: str) -> str:
        """The commit that a revision names.

        Raises:
            UsageError: there is none.
        """
        if not revision or revision.startswith("-") or "\n" in revision or "\0" in revision:
            raise UsageError(f"`{revision}` isn't a revision")
        wanted = f"{revision}^{{commit}}"
        if known := self._name_of(wanted):
            return known
        done = self._run("rev-parse", "--verify", "--quiet", wanted)
        if done.status:
            self._check(done)
            raise UsageError(f"unknown revision `{revision}`{self._remedy()}")
        return _text(done)

    def fork(self, one: str, other: str) -> str:
        """The newest commit that two have in their histories.

        Raises:
            UsageError: there is none.
        """
        done = self._run("merge-base", self.commit(one), self.commit(other))
        if done.status:
            self._check(done)
            raise UsageError(f"`{one}` and `{other}` have no common commit{self._remedy()}")
        return _text(done).split("\n")[0]

    def files(self, commit: str) -> dict[str, Blob]:
        """The files of a commit, by their paths from the top folder.

        Raises:
            UsageError: they cannot be read.
        """
        return dict(_tree(self._ask("ls-tree", "-r", "-z", commit)))

    def staged(self) -> dict[str, Blob]:
        """The files of the index.

        Raises:
            UsageError: one is in conflict, or they cannot be read.
        """
        return dict(_index(self._ask("ls-files", "--stage", "-z")))

    def learn(self, name: str, data: bytes) -> None:
        """Keep the content that git has by a name, as long as there is room: it isn't asked for."""
        if len(data) <= min(SIZE_LIMIT, self._left) and name not in self._known:
            self._known[name] = data
            self._left -= len(data)

    def read(self, blob: Blob) -> bytes:
        """The content of a file, as it was committed.

        Raises:
            NotReadable: it isn't here.
            TooLarge: it is larger than a document may be.
        """
        known = self._known.get(blob.name)
        if known is not None:
            return known
        try:
            batch, head = self._looked_up(blob.name)
            if len(head) != 3 or not head[2].isdigit():
                self.missing.add(blob.name)
                raise NotReadable(LACKING)
            size = int(head[2])
            if size > SIZE_LIMIT:
                _skip(batch, size + 1)
                raise TooLarge(size)
            return batch.answers.read(size + 1)[:-1]
        except OSError:
            raise NotReadable("can't be read: git ended early") from None

    def _name_of(self, wanted: str) -> str:
        """The name of a commit, asked of what reads contents as well; empty where that doesn't
        tell."""
        try:
            batch, head = self._looked_up(wanted)
            if len(head) != 3 or head[1] != b"commit" or not head[2].isdigit():
                return ""
            _skip(batch, int(head[2]) + 1)
            return head[0].decode()
        except OSError:
            self.close()
            return ""

    def _looked_up(self, name: str) -> tuple[Conversation, list[bytes]]:
        """The line before the content of an object: its name, kind and size."""
        batch = self._batch = self._batch or self._started(talk, "cat-file", "--batch")
        batch.ask(os.fsencode(name))
        head = batch.answers.readline().split()
        if not head:
            self.close()  # an old release ends where it can't fetch
        return batch, head

    def _remedy(self) -> str:
        """What to do about a missing commit."""
        done = self._run("rev-parse", "--is-shallow-repository")
        return f"; {SHALLOW}" if _text(done) == "true" else ""

    def _ask(self, *arguments: str) -> bytes:
        done = self._run(*arguments)
        if done.status:
            self._check(done)
            raise UsageError(f"git {arguments[0]} failed: {_first_line(done.complaint)}")
        return done.data

    def _check(self, done: Done) -> None:
        """Raise UsageError where git says why it reads nothing at all."""
        said = done.complaint
        if "not a git repository" in said:
            raise UsageError(f"{self._folder}: not in a git repository; compare two directories")
        if "dubious ownership" in said:
            where = said.partition("repository at '")[2].partition("'")[0] or self._folder
            raise UsageError(
                f"{where}: another user owns this repository, so git doesn't read it; run "
                f"`git config --global --add safe.directory {where}`"
            )
        if "must be run in a work tree" in said:
            raise UsageError(f"{self._folder}: a repository without a working tree; clone it")
        if "missing" in said or "bad object" in said or "unable to read" in said:
            line = _first_line(said)
            raise UsageError(f"git lacks a part of this history: {line}{self._remedy()}")

    def _run(self, *arguments: str) -> Done:
        return self._started(run, *arguments)

    def _started(self, start: Callable[..., Started], *arguments: str) -> Started:
        """A call of git in the folder. Raises UsageError where none is possible."""
        processes.require("git needs")
        words = (*COMMAND, "-C", self._folder, *arguments)
        try:
            return start(words, {**os.environ, **ENVIRONMENT})
        except (FileNotFoundError, NotADirectoryError):
            raise UsageError(NO_GIT) from None
        except OSError as error:
            raise UsageError(f"git can't be started: {error.strerror}") from None


def _text(done: Done) -> str:
    """What git printed, without the line end."""
    return os.fsdecode(done.data).removesuffix("\n")


def _first_line(text: str) -> str:
    return text.strip().split("\n")[0].removeprefix("fatal: ") or "without output"


def _skip(batch: Conversation, size: int) -> None:
    """Read over so many bytes."""
    while size > 0:
        size -= len(batch.answers.read(min(size, _BLOCK)) or b" " * size)


def _tree(data: bytes) -> Iterator[tuple[str, Blob]]:
    """The entries that `ls-tree -r -z` lists."""
    for line in filter(None, data.split(b"\0")):
        about, _, path = line.partition(b"\t")
        mode, _, name = about.decode().split(" ")
        yield os.fsdecode(path), Blob(mode, name)


def _index(data: bytes) -> Iterator[tuple[str, Blob]]:
    """The entries that `ls-files --stage -z` lists.

    Raises:
        UsageError: one is in conflict.
    """
    for line in filter(None, data.split(b"\0")):
        about, _, path = line.partition(b"\t")
        mode, name, stage = about.decode().split(" ")
        if stage != "0":
            shown = os.fsdecode(path)
            raise UsageError(f"{shown}: in a merge conflict; resolve it, or compare two commits")
        yield os.fsdecode(path), Blob(mode, name)


class RevisionSource:
    """The files of a revision below a folder, as a Source (see `phaselint.project.reader`).

    Symbolic links are followed inside that folder only. Submodules are empty folders.

    Args:
        files: those of the revision, by their paths from the top folder.
        home: the folder, from there.
    """

    __slots__ = ("_files", "_folders", "_git", "_has_links")

    def __init__(self, git: Git, files: Mapping[str, Blob], home: str = "") -> None:
        start = f"{home}/" if home else ""
        self._git = git
        self._files = {
            path.removeprefix(start): blob for path, blob in files.items() if path.startswith(start)
        }
        self._has_links = any(blob.is_link for blob in self._files.values())
        self._folders: dict[str, set[str]] = {"": set()}
        for path, blob in self._files.items():
            self._add(path, is_folder=blob.is_module)

    def read(self, path: str) -> bytes:
        """See Source."""
        found = self._followed(path)
        if found is None:
            raise NotReadable(OUTSIDE)
        blob = self._files.get(found)
        if found in self._folders:
            raise NotReadable("is a directory")
        if blob is None:
            if path in self._files:
                raise NotReadable("is a symbolic link to a missing file")
            raise FileNotFoundError(path)
        return self._git.read(blob)

    def entries(self, folder: str) -> Iterable[Entry]:
        """See Source; links to folders are left out."""
        real = self._followed(folder)
        for name in () if real is None else self._folders.get(real, ()):
            path = join(folder, name)
            is_folder = path in self._folders
            if is_folder or not (self._has_links and self._followed(path) in self._folders):
                yield Entry(name, is_folder)

    def escapes(self, path: str, /) -> bool:
        """See Source."""
        return self._followed(path) is None

    def real(self, path: str, /) -> str:
        """See Source."""
        found = self._followed(path)
        return found if found in self._files else path

    def place(self, _folder: str, /) -> str:
        """See Source; nothing is found out."""
        return ""

    def put(self, _folder: str, _place: str, /) -> None:
        """See Source; nothing is found out."""

    def renew(self) -> None:
        """See Source; a revision stays as it is."""

    def close(self) -> None:
        """See Source; the repository is closed by itself."""

    def _add(self, path: str, *, is_folder: bool) -> None:
        if is_folder:
            self._folders.setdefault(path, set())
        while path:
            folder, name = split(path)
            self._folders.setdefault(folder, set()).add(name)
            path = folder

    def _followed(self, path: str) -> str | None:
        """Where a path leads through links; None where that is out of the folder."""
        left = [each for each in reversed(path.split("/")) if each]
        here: list[str] = []
        links = 0
        while left:
            part = left.pop()
            if part in (".", ""):
                continue
            if part == "..":
                if not here:
                    return None
                here.pop()
                continue
            here.append(part)
            blob = self._files.get("/".join(here))
            if blob is not None and blob.is_link:
                links += 1
                target = self._target(blob) if links <= _MOST_LINKS else "/"
                if target.startswith("/"):
                    return None
                here.pop()
                left += reversed(target.split("/"))
        return "/".join(here)

    def _target(self, link: Blob) -> str:
        try:
            return os.fsdecode(self._git.read(link))
        except (NotReadable, TooLarge):
            return "/"
