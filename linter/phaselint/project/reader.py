"""The reader of a project, whatever holds its files (design §5, §9).

A source gives raw bytes and directory entries; the reader adds what is the same for all of
them: paths that stay inside the project, hidden and ignored files left out before anything is
read, documents cached, and failures turned into documents that say what is wrong.
"""

from __future__ import annotations

from phaselint.document.reader import oversized, read, unreadable
from phaselint.project.files import NotReadable, TooLarge, decoded
from phaselint.project.globs import compile_globs
from phaselint.project.ignorefiles import NAME, Ignores, Rules
from phaselint.project.paths import join, normal, split
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from typing import Protocol

    from phaselint.dialects.reader import Reader
    from phaselint.document import Document

    # Only types name it, and Python takes longer to make a protocol than a class.
    class Source(Protocol):
        """What holds the files of a project. Paths are as `paths.normal` spells them."""

        def read(self, path: str, /) -> bytes:
            """Raises FileNotFoundError, NotReadable or TooLarge."""

        def entries(self, folder: str, /) -> Iterable[Entry]:
            """In any order; nothing when there is no such folder. Raises NotReadable."""

        def escapes(self, path: str, /) -> bool:
            """Does the path leave the project?"""

        def real(self, path: str, /) -> str:
            """Where a path leads through links, if that is a file in the project; else itself."""

        def place(self, folder: str, /) -> str:
            """Where a folder really is in the project, if that was found out; else empty."""

        def put(self, folder: str, place: str, /) -> None:
            """Take that for where a folder is, or forget it where it is empty."""

        def renew(self) -> None:
            """Look again whether the folder that was read in last is what it was."""

        def close(self) -> None:
            """Let go of the answers so far; whoever asks again has them found again."""


OUTSIDE = "is a symbolic link to a place outside the project"


class Entry(NamedTuple):
    """A name in a folder."""

    name: str
    is_folder: bool


class Listing(NamedTuple):
    """What a folder has to show: plain files, folders, hidden folders, each sorted."""

    names: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()


class Sight(NamedTuple):
    """A folder as one reader of a project tells another: what it shows, why it could not be
    listed, and where it really is."""

    folder: str
    listing: Listing
    unlisted: str = ""
    place: str = ""


class ProjectReader:
    """A Reader (see `phaselint.dialects.base`) over a source.

    Args:
        exclude: patterns of the configuration.
        named: project paths the user named; they are never left out of a listing.
        above: gives the ignore rules that are outside the project.
    """

    __slots__ = (
        "_data",
        "_documents",
        "_ignores",
        "_lacking",
        "_listings",
        "_named",
        "_naming",
        "_source",
        "_unlisted",
        "_unopened",
    )

    def __init__(
        self,
        source: Source,
        *,
        exclude: Iterable[str] = (),
        named: Iterable[str] = (),
        above: Callable[[], tuple[Rules, ...]] = tuple,
    ) -> None:
        self._source = source
        self._documents: dict[str, Document | None] = {}
        self._data: dict[str, bytes | None] = {}  # of files whose strings were asked for
        self._lacking: dict[bytes, set[str]] = {}  # files that were looked through in vain, by word
        self._listings: dict[str, Listing] = {}
        self._unlisted: dict[str, str] = {}
        self._unopened: dict[str, str] = {}
        self._named: Collection[str | None] = frozenset(map(normal, named)) or ()
        self._naming = frozenset(split(path)[0] for path in self._named if path)
        self._ignores = Ignores(self._load, above, compile_globs(exclude))

    def document(self, path: str) -> Document | None:
        """The file's document, the same one each time; none when there is no such file or the
        path as written leaves the project."""
        known = self._documents.get(path)
        if known is not None:
            return known
        clean = normal(path)
        if clean is None:
            return None
        if clean not in self._documents:
            self._documents[clean] = self._read(clean)
        return self._documents[clean]

    def names(self, folder: str) -> Sequence[str]:
        """Sorted names in a folder that aren't folders; links to folders are neither."""
        return self.listing(folder).names

    def folders(self, folder: str) -> Sequence[str]:
        """Sorted names of the folders in a folder; links to folders are not followed."""
        return self.listing(folder).folders

    def hidden(self, folder: str) -> Sequence[str]:
        """Sorted names of the hidden folders in a folder; links to folders are not followed."""
        return self.listing(folder).hidden

    def text(self, path: str) -> str | None:
        """The text of a file; invalid UTF-8 in it is replaced."""
        clean = normal(path)
        if clean is None:
            return None
        document = self._documents.get(clean)
        if document is not None and document.readable:
            return document.text
        return self._load_text(clean)

    def holds(self, path: str, word: bytes) -> bool:
        """Whether a word is in a file. What a file holds is kept only where it is, and where it is
        not, that: most files are looked at for one word and for nothing else."""
        document = self._documents.get(path)
        if document is not None and document.text:
            return word.decode() in document.text
        data = self._data.get(path)
        if data is None:
            clean = normal(path)
            if path in self._lacking.get(word, ()):
                return False
            data = None if clean is None else self._load(clean)
            if data is None or word not in data:
                self._lacking.setdefault(word, set()).add(path)
                return False
            self._data[clean or path] = data
            return True
        return word in data

    def escapes(self, path: str) -> bool:
        """Does this path leave the project, as written or through symbolic links?"""
        clean = normal(path)
        return clean is None or self._source.escapes(clean)

    def real(self, path: str) -> str:
        """Where the file lies that a path leads to through links, if that is in the project; else
        the path itself."""
        clean = normal(path)
        return path if clean is None else self._source.real(clean)

    def is_listed(self, folder: str) -> bool:
        """Whether all is known of what is in a folder, or it is known to be missing."""
        self.listing(folder)
        return (normal(folder) or folder) not in self._unlisted

    def forget(self, paths: Iterable[str]) -> None:
        """Let go of documents; they are read again when somebody asks for them."""
        for path in paths:
            self._documents.pop(path, None)
            self._data.pop(path, None)
            for some in self._lacking.values():
                some.discard(path)

    def drop(self, path: str) -> None:
        """Let go of all that is known of a file: its document, and why it could not be read."""
        self.forget((path,))
        self._unopened.pop(path, None)

    def release(self) -> None:
        """Let go of all documents, and of files that could not be read; folders stay listed, and
        those that could not be stay unlisted."""
        self._documents.clear()
        self._data.clear()
        self._unopened.clear()
        self._source.renew()

    def close(self) -> None:
        """Let go of what nobody needs who is done with the project; whoever asks for more has it
        read again."""
        self.release()
        self._source.close()

    def sight(self, folder: str) -> Sight:
        """What there is to tell another reader of the project of a folder."""
        listing = self.listing(folder)
        return Sight(folder, listing, self._unlisted.get(folder, ""), self._source.place(folder))

    def seed(self, sight: Sight) -> None:
        """Take a folder for listed, as another reader of the project has found it."""
        self._listings[sight.folder] = sight.listing
        if sight.unlisted:
            self._unlisted[sight.folder] = sight.unlisted
        self._source.put(sight.folder, sight.place)

    def relist(self, folder: str) -> None:
        """List a folder again when somebody asks."""
        self._listings.pop(folder, None)
        self._unlisted.pop(folder, None)

    def leave(self, folder: str) -> None:
        """Forget a folder, but for its ignore file where there may be others below."""
        listing = self._listings.pop(folder, None)
        self._source.put(folder, "")
        if listing is not None and not listing.folders:
            self._ignores.leave(folder)

    def peek(self, path: str) -> Document | None:
        """The document of a file if it is at hand; nothing is read."""
        return self._documents.get(path)

    def keep(self, document: Document) -> None:
        """Have a document at hand, in the place of what was read of its file."""
        self._documents[document.path] = document

    @property
    def kept(self) -> Collection[str]:
        """Files whose documents are at hand, and those that were asked for and are missing."""
        return self._documents.keys()

    @property
    def listed(self) -> Collection[str]:
        """Folders that were listed so far."""
        return self._listings.keys()

    @property
    def unlisted(self) -> Mapping[str, str]:
        """Folders that could not be listed so far, with the reason ("cannot be …")."""
        return self._unlisted

    @property
    def unopened(self) -> Mapping[str, str]:
        """Files that the system did not let us read so far, with the reason ("the file …")."""
        return self._unopened

    def _read(self, path: str) -> Document | None:
        try:
            return self._parsed(path, self._data.pop(path, None) or self._source.read(path))
        except FileNotFoundError:
            folder, name = split(path)
            listed = folder in self._listings and name in self._listings[folder].names
            return self._refused(path, "the file vanished before it was read") if listed else None
        except NotReadable as error:
            return self._refused(path, f"the file {error}")
        except TooLarge as error:
            return oversized(path, error.size)

    def _parsed(self, path: str, data: bytes) -> Document:
        """The document of a file that holds some bytes."""
        return read(path, data)

    def _refused(self, path: str, why: str) -> Document:
        self._unopened[path] = why
        return unreadable(path, why)

    def _load(self, path: str) -> bytes | None:
        try:
            return self._source.read(path)
        except (FileNotFoundError, NotReadable, TooLarge):
            return None

    def _load_text(self, path: str) -> str | None:
        if path not in self._data:  # several dialects look at each file
            self._data[path] = self._load(path)
        data = self._data[path]
        return None if data is None else decoded(data)

    def listing(self, folder: str) -> Listing:
        """All of these at once; empty for a folder that cannot be listed, of which `unlisted`
        tells, and where there is none."""
        known = self._listings.get(folder)
        if known is not None:
            return known
        clean = normal(folder)
        if clean is None:
            return Listing()
        if clean not in self._listings:
            self._listings[clean] = self._list(clean)
        return self._listings[clean]

    def _list(self, folder: str) -> Listing:
        try:
            entries = sorted(self._source.entries(folder))
        except NotReadable as error:
            self._unlisted[folder] = str(error)
            return Listing()
        if not entries:  # or there is no such folder
            return Listing()
        if all(entry.name != NAME for entry in entries):
            self._ignores.bare(folder)
        # In most folders nothing is named, and nothing ignored.
        if folder not in self._naming and not self._ignores.may_ignore(folder):
            return _listed(entries)
        shown = [entry for entry in entries if self._shown(join(folder, entry.name), entry)]
        open_ = [entry for entry in shown if self._open(join(folder, entry.name), entry)]
        return Listing(
            tuple(entry.name for entry in open_ if not entry.is_folder),
            tuple(entry.name for entry in open_ if entry.is_folder),
            tuple(e.name for e in shown if e.is_folder and e.name.startswith(".")),
        )

    def _shown(self, path: str, entry: Entry) -> bool:
        """Whether anybody may see an entry: it is not ignored, and no hidden file."""
        if path in self._named:
            return True
        if entry.name.startswith(".") and not entry.is_folder:
            return False
        return not self._ignores.ignored(path, folder=entry.is_folder)

    def _open(self, path: str, entry: Entry) -> bool:
        """Whether a listing has an entry that may be seen."""
        return not entry.name.startswith(".") or path in self._named


def _listed(entries: Iterable[Entry]) -> Listing:
    """The listing of entries of which none is left out but hidden ones."""
    names: list[str] = []
    folders: list[str] = []
    hidden: list[str] = []
    for name, is_folder in entries:
        if not name.startswith("."):
            (folders if is_folder else names).append(name)
        elif is_folder:
            hidden.append(name)
    return Listing(tuple(names), tuple(folders), tuple(hidden))


def walk(reader: Reader, folder: str = "") -> Iterator[str]:
    """Visit a folder and all folders below it that are not left out, each before its own, in
    the order of their names."""
    waiting = [folder]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(join(current, name) for name in reversed(reader.folders(current)))
