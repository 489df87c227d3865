"""Files that appear in a team more than once, through links (reference §1.1): each is read once,
under the path of its target."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.agents.fields import Family
    from phaselint.dialects.reader import Reader


class Source(NamedTuple):
    """The place of a file in a team, the place where it is read, and its family."""

    path: str
    real: str
    family: Family


def dedupe_links(
    reader: Reader, files: Iterable[tuple[str, Family]]
) -> tuple[list[Source], list[Source]]:
    """The files to read, in order, and links to files that are read as another family's. A link
    counts only if its target isn't in the team."""
    found = [Source(path, _document(reader, path), family) for path, family in files]
    families = {each.real: each.family for each in found if each.path == each.real}
    kept, again = [], []
    for each in found:
        if each.path == each.real:
            kept.append(each)
        elif each.real not in families:
            families[each.real] = each.family
            kept.append(each)
        elif families[each.real] != each.family:
            again.append(each)
    return kept, again


def _document(reader: Reader, path: str) -> str:
    """The place of a path's document; the suffix determines the kind of document."""
    real = reader.real(path)
    return real if real.endswith(".md") else path
