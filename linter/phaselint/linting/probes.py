"""The project roots of named files above which no folder is marked (design §9)."""

from __future__ import annotations

import os

from phaselint.dialects.options import as_configured
from phaselint.project.disk import DiskReader
from phaselint.project.paths import below
from phaselint.vocabulary.errors import PluginError
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.base import Dialect


class _Probe(NamedTuple):
    """What looks into the folder above that of a file: a reader, and the dialects for it."""

    reader: DiskReader
    dialects: tuple[Dialect, ...]


class Probes:
    """Looks for the contracts that named files are part of, before their project is known.

    Files whose folders are in one share a reader and what the dialects keep, so many cost
    what they do in a marked project: nothing is read once for each.

    Args:
        paths: the named files, absolute; those that are not asked about cost nothing.
        dialects: those to look for.
        forced: they were named by the user, so nothing is detected.
        overlay: strings that stand for files, absolute path → content.
        given: options that win over the configuration, by dialect.
    """

    def __init__(
        self,
        paths: Iterable[str],
        dialects: Sequence[Dialect],
        *,
        forced: bool,
        overlay: Mapping[str, bytes],
        given: Mapping[str, Mapping[str, Any]],
    ) -> None:
        self.dialects = dialects
        self._forced = forced
        self._overlay = overlay
        self._given = given
        self._probes: dict[str, _Probe] = {}
        self._named: dict[str, list[str]] = {}
        for path in paths:
            parent = _parent(path)
            self._named.setdefault(parent, []).append(below(parent, path))

    def root_of(self, path: str) -> str:
        """The folder of a file, or the one above where that is the folder of its contract."""
        parent = _parent(path)
        if parent not in self._probes:
            self._probes[parent] = self._open(parent)
        reader, dialects = self._probes[parent]
        inner = below(parent, path)
        for dialect in dialects:
            try:
                for target in dialect.claim(reader, inner, self._forced):
                    return os.path.join(parent, target.folder) if target.folder else parent
            except PluginError:
                continue  # that a plugin fails is said when its contracts are looked for
        return os.path.dirname(path)

    def _open(self, parent: str) -> _Probe:
        named = self._named.get(parent, ())
        reader = DiskReader(parent, named=named, overlay=self._overlay)
        asked = (as_configured(dialect, {}, self._given) for dialect in self.dialects)
        return _Probe(reader, tuple(asked))


def _parent(path: str) -> str:
    return os.path.dirname(os.path.dirname(path))
