"""Files on disk, seen from a project root that paths can't leave (design §1, §5, §9).

Named pipes and devices are never opened, symbolic links are followed only to what is inside
the project, and files over the size limit are not read.
"""

from __future__ import annotations

import errno
import os
import stat

from phaselint.document.limits import SIZE_LIMIT
from phaselint.project.files import NotReadable, TooLarge, check_regular, read_seen, reason
from phaselint.project.globs import compile_globs
from phaselint.project.ignorefiles import Ignores, rules_above
from phaselint.project.paths import join, split, too_long
from phaselint.project.reader import OUTSIDE, Entry, ProjectReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# Then a listed folder that isn't a link needs no second look. Junctions of Windows do not show.
_ALL_LINKS_SHOW = os.name == "posix"

_TURNS = ("", ".", "..")
"""What isn't a name of a folder."""


class DiskReader(ProjectReader):
    """The reader of a project on disk; see `ProjectReader` for the arguments. With `all_files` it
    lists what ignore files leave out, too."""

    __slots__ = ()

    def __init__(
        self,
        root: str,
        *,
        exclude: Iterable[str] = (),
        named: Iterable[str] = (),
        overlay: Mapping[str, bytes] | None = None,
        all_files: bool = False,
    ) -> None:
        source = DiskSource(root, overlay or {})
        super().__init__(
            source, exclude=exclude, named=named, above=lambda: rules_above(source.root)
        )
        if all_files:
            self._ignores = Ignores(lambda _: None, tuple, compile_globs(exclude))


class DiskSource:
    """A folder on disk as a Source (see `phaselint.project.reader`).

    `overlay` has strings that stand for files: absolute path → content. Neither the files nor
    their folders need to be there. Links to such a file have its text too, as long as they do
    not point outside the project.

    Where a folder really is, is found out once. One that has become a symbolic link since is not
    read through: what it leads to was not looked for.
    """

    __slots__ = ("_overlay", "_overlay_entries", "_real_folders", "_sure", "root")

    def __init__(self, root: str, overlay: Mapping[str, bytes] | None = None) -> None:
        self.root = os.path.realpath(root)
        self._overlay: Mapping[str, bytes] = {
            os.path.realpath(path): text for path, text in (overlay or {}).items()
        }
        self._overlay_entries = entries_above(filter(self._contains, self._overlay), self.root)
        self._real_folders: dict[str, str] = {"": self.root}
        self._sure = ""

    def read(self, path: str) -> bytes:
        """Read a file. Raises FileNotFoundError, NotReadable or TooLarge."""
        if too_long(path):
            raise FileNotFoundError(path)
        try:
            text = self._laid_over(path) if self._overlay else None
            if text is not None:
                return text
            real = self._resolve(path)
        except (ValueError, NotADirectoryError):  # a name no file can have; below a file
            raise FileNotFoundError(path) from None
        except FileNotFoundError:
            raise
        except OSError as error:
            if error.errno == errno.ENAMETOOLONG:
                raise FileNotFoundError(path) from None
            raise NotReadable(reason(error)) from None
        # What `_resolve` found may have been replaced by a link since.
        return read_seen(real, SIZE_LIMIT, follow=False)

    def entries(self, folder: str) -> Iterable[Entry]:
        """List a folder, links to folders left out: following them could take a walk out of
        the project, in a circle, or to the same file twice. Raises NotReadable."""
        if too_long(folder):
            return ()
        try:
            real = self._real_folder(folder)
        except ValueError:  # a name no file can have
            return ()
        if folder in self._real_folders:
            self._check_links(real)
        entries = dict(self._overlay_entries.get(real, ()))
        try:
            with os.scandir(real) as found:
                for each in found:
                    if each.is_dir(follow_symlinks=False):
                        entries[each.name] = True
                        if _ALL_LINKS_SHOW:
                            self._real_folders.setdefault(join(folder, each.name), each.path)
                    elif not (each.is_symlink() and _leads_to_folder(each)):
                        entries[each.name] = False
        except (FileNotFoundError, NotADirectoryError):
            pass
        except OSError as error:
            raise NotReadable(_why_not_listed(error)) from None
        return [Entry(name, is_folder) for name, is_folder in entries.items()]

    def place(self, folder: str) -> str:
        """See Source."""
        return self._inner(self._real_folders.get(folder, ""))

    def put(self, folder: str, place: str) -> None:
        """See Source."""
        if place:
            self._real_folders[folder] = os.path.join(self.root, *place.split("/"))
        elif folder:
            self._real_folders.pop(folder, None)

    def renew(self) -> None:
        """See Source."""
        self._sure = ""

    def close(self) -> None:
        """See Source."""
        self._real_folders = {"": self.root}
        self._sure = ""

    def _laid_over(self, path: str) -> bytes | None:
        """The text that stands for a file inside the project, if there is one."""
        real = os.path.realpath(os.path.join(self.root, path))
        text = self._overlay.get(real) if self._contains(real) else None
        if text is not None and len(text) > SIZE_LIMIT:
            raise TooLarge(len(text))
        return text

    def escapes(self, path: str) -> bool:
        """Does the path leave the project through symbolic links?"""
        try:
            return not too_long(path) and not self._contains(
                os.path.realpath(os.path.join(self.root, path))
            )
        except ValueError:  # a name no file can have
            return False

    def real(self, path: str) -> str:
        """Where a path leads through links, if that is a file in the project; else itself."""
        if too_long(path):
            return path
        folder, name = split(path)
        try:
            real = os.path.join(self._real_folder(folder), name)
            if os.path.islink(real):
                real = os.path.realpath(real)
                if not (self._contains(real) and os.path.isfile(real)):
                    return path
        except (NotReadable, OSError, ValueError):
            return path
        return self._inner(real)

    def _inner(self, real: str) -> str:
        """The path from the root of a real one in the project."""
        return real[len(os.path.join(self.root, "")) :].replace(os.sep, "/")

    def _resolve(self, path: str) -> str:
        """The real path of a regular file inside the project."""
        folder, name = split(path)
        home = self._real_folder(folder)
        if folder not in self._real_folders:
            raise FileNotFoundError(path)
        self._check_links(home)
        real = f"{home.removesuffix(os.sep)}{os.sep}{name}" if path else self.root
        mode = os.lstat(real).st_mode
        if stat.S_ISLNK(mode):
            real = os.path.realpath(real)
            if not self._contains(real):
                raise NotReadable(OUTSIDE)
            mode = _mode_of_target(real)
        check_regular(mode)
        return real

    def _real_folder(self, folder: str) -> str:
        """The real path of a folder, which is looked up once, as are those around it: most projects
        have many files in few folders, and resolving walks the whole path. A folder that does not
        exist is not kept, and nothing below it is looked up."""
        known, outer, start = self._real_folders, "", 0
        while folder not in known:
            end = folder.find("/", start)
            each = folder if end < 0 else folder[:end]
            if each not in known:
                path = os.path.join(known[outer], each[start:])
                real = self._behind_link(path)
                if real is None:
                    return path + folder[len(each) :].replace("/", os.sep)
                known[each] = real
            outer, start = each, len(each) + 1
        return known[folder]

    def _behind_link(self, path: str) -> str | None:
        """The real path of a folder in a real one; None where it does not exist."""
        real = path
        if not _ALL_LINKS_SHOW or os.path.basename(path) in _TURNS:
            real = os.path.realpath(path)
        elif (mode := _mode(path)) is None:
            return None
        elif stat.S_ISLNK(mode):
            real = os.path.realpath(path)
        if not self._contains(real):
            raise NotReadable("is behind a symbolic link to a place outside the project")
        return real

    def _check_links(self, real: str) -> None:
        """Raise NotReadable where a folder, or one around it, is a symbolic link by now. What lies
        in one folder is mostly read one after the other: it, and those around it, are looked at
        once, as those are that it shares with the folder before."""
        if real == self._sure:
            return
        sure, self._sure = f"{self._sure}{os.sep}", ""
        inner = real
        while len(inner) > len(self.root) and not sure.startswith(f"{inner}{os.sep}"):
            if os.path.islink(inner):
                raise NotReadable("is in a directory that was replaced by a symbolic link")
            inner = os.path.dirname(inner)
        self._sure = real

    def _contains(self, real: str) -> bool:
        return real == self.root or real.startswith(os.path.join(self.root, ""))


def _mode(path: str) -> int | None:
    """What a path is, links not followed; None where it cannot be looked up. Raises ValueError for
    a name no file can have."""
    try:
        return os.lstat(path).st_mode
    except OSError:
        return None


def entries_above(paths: Iterable[str], root: str) -> dict[str, dict[str, bool]]:
    """What files below a root put into which folder: name → is it a folder?"""
    found: dict[str, dict[str, bool]] = {}
    for path in paths:
        inner, is_folder = path, False
        while inner != root:
            folder, name = os.path.split(inner)
            found.setdefault(folder, {})[name] = is_folder
            inner, is_folder = folder, True
    return found


def _mode_of_target(real: str) -> int:
    try:
        return os.stat(real).st_mode
    except FileNotFoundError:
        raise NotReadable("is a symbolic link to a missing file") from None


def _leads_to_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a circle of links
        return False


def _why_not_listed(error: OSError) -> str:
    if isinstance(error, PermissionError):
        return "can't be listed: permission denied"
    return f"can't be listed: {reason(error).removeprefix('cannot be read: ')}"
