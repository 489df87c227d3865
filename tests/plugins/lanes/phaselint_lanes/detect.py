"""Which files are boards: those whose names end as the option `endings` says."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from phaselint.dialects.base import SCRIPT_SUFFIXES, Target
from phaselint.project.paths import join, split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from phaselint.dialects.reader import Reader

NAME = "lanes"
ENDINGS = (".lanes.yaml", ".lanes.json")


def detect(reader: Reader, folder: str, endings: Sequence[str] = ENDINGS) -> Iterator[Target]:
    """The boards in a folder."""
    for name in reader.names(folder):
        if name.endswith(tuple(endings)) and not name.endswith(SCRIPT_SUFFIXES):
            yield Target(NAME, folder, join(folder, name))


def root(folder: str) -> str:
    """What belongs together with a folder: nothing, since a board is one file."""
    return folder


def claim(
    reader: Reader, path: str, forced: bool, endings: Sequence[str] = ENDINGS
) -> Iterator[Target]:
    """The boards that a path stands for which the user named."""
    folder, name = split(path)
    if name not in reader.names(folder):
        yield from detect(reader, path, endings)
    elif forced or name.endswith(tuple(endings)):
        yield Target(NAME, folder, path)


def under(
    endings: Sequence[str],
) -> tuple[
    Callable[[Reader, str], Iterator[Target]], Callable[[Reader, str, bool], Iterator[Target]]
]:
    """The two of them for other endings."""
    return partial(detect, endings=endings), partial(claim, endings=endings)
