"""Parts of the bundle, each a zip that the first import of one of its modules loads.

`core` is on Python's path from the start and has the packages that are split: of each dialect what
finds its contracts. This finder is asked last, for what `core` doesn't have.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import PathFinder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

ZIP = b"PK"
"""How a zip begins."""


class Parts:
    """Finds modules in parts, and loads these.

    Args:
        homes: package or module → the part that has its modules.
        folder: where the zips are kept.
        read: gives a part, as a zip or as an xz of one, and raises OSError where it can't.
    """

    def __init__(self, homes: Mapping[str, str], folder: str, read: Callable[[str], bytes]) -> None:
        self._homes = dict(homes)
        self._folder = folder
        self._read = read
        self._loaded: dict[str, str] = {}

    @property
    def loaded(self) -> tuple[str, ...]:
        """The parts that are loaded, in the order in which they were asked for."""
        return tuple(self._loaded)

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of a module; none if no part has it.

        Raises:
            ImportError: its part can't be read.
        """
        part = self._part_of(name)
        if part is None:
            return None
        zip_file = self.load(part)
        parent = name.rpartition(".")[0]
        return PathFinder.find_spec(name, [f"{zip_file}/{parent.replace('.', '/')}".rstrip("/")])

    def load(self, part: str) -> str:
        """Load a part unless it is loaded already, and return its zip. Raises ImportError."""
        if part not in self._loaded:
            import lzma

            try:
                data = self._read(part)
                if not data.startswith(ZIP):
                    data = lzma.decompress(data)
            except (OSError, lzma.LZMAError) as error:
                raise ImportError(f"part `{part}` of phaselint can't be loaded: {error}") from None
            zip_file = f"{self._folder}/{part}.zip"
            with open(zip_file, "wb") as file:
                file.write(data)
            self._loaded[part] = zip_file
        return self._loaded[part]

    def _part_of(self, name: str) -> str | None:
        words = name.split(".")
        parents = (".".join(words[:count]) for count in range(len(words), 0, -1))
        return next((self._homes[each] for each in parents if each in self._homes), None)


def install(homes: Mapping[str, str], folder: str, read: Callable[[str], bytes]) -> Parts:
    """Find modules in parts from now on; arguments as for `Parts`."""
    os.makedirs(folder, exist_ok=True)
    parts = Parts(homes, folder, read)
    sys.meta_path.append(parts)
    return parts
