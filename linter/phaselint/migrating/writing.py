"""The outcome of a migration on disk, or as a unified diff."""

from __future__ import annotations

from phaselint.fixing.writing import difference
from phaselint.project.paths import display_path
from phaselint.project.replacing import Changed
from phaselint.project.together import rewrite_all
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.project.together import Rewrite


class Written(NamedTuple):
    """Why nothing was written, empty if all was, and lines on what could not be kept of files."""

    wrong: str = ""
    lost: tuple[str, ...] = ()


def write(rewrites: Sequence[Rewrite]) -> Written:
    """Write the files of one contract, all or none."""
    try:
        return Written(lost=rewrite_all(rewrites))
    except Changed as error:
        return Written(f"{display_path(str(error))} has changed since it was read")
    except UsageError as error:
        return Written(str(error))


def diff(rewrites: Sequence[Rewrite]) -> Iterator[str]:
    """Yield what changes as a unified diff, in lines with their breaks."""
    for each in sorted(rewrites):
        yield from difference(each.path, each.old, each.new)
