"""A finding that stands for several, said about those that are left of them."""

from __future__ import annotations

from phaselint.vocabulary.finding import Fix
from phaselint.vocabulary.message import message, quote_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.vocabulary.finding import Edit, Finding, Place, Retold
    from phaselint.vocabulary.message import Message

COUNT, NAMES = "{count}", "{names}"
"""Parts of a template of several: how many there are, and what they are about."""


def message_of(told: Retold, kept: Sequence[int]) -> Message:
    """What is said about some members, by their numbers: of one alone, or of all of them."""
    if len(kept) == 1 or not told.several:
        return told.alone[kept[0]]
    template, *parts = told.several
    names = quote_all(dict.fromkeys(told.names[number] for number in kept))
    known = {COUNT: len(kept), NAMES: names}
    return message(str(template), *(known.get(str(part), part) for part in parts))


def help_of(told: Retold, kept: Sequence[int]) -> str:
    """What to do about some members."""
    if not told.several:
        kept = kept[:1]
    return together(told.helps[number] for number in kept if told.helps) or told.otherwise


def together(sentences: Iterable[str]) -> str:
    """Sentences as one, in which those that begin with the same word share it."""
    found = list(dict.fromkeys(each for each in sentences if each))
    words = {each.partition(" ")[0] for each in found}
    if len(words) != 1:
        return ", ".join(found)
    first, *others = found
    return ", ".join((first, *(each.partition(" ")[2] for each in others)))


def left_of(finding: Finding, kept: Sequence[int]) -> Finding:
    """A finding without some of the findings that it stands for. What showed the first of them does
    not show the others."""
    first, *others = kept
    found = finding._replace(
        place=finding.places[first],
        related=tuple(finding.related[number - 1] for number in others),
        members=tuple(finding.members[number] for number in kept),
        witness=finding.witness if first == 0 else None,
        fix=_fix(finding, kept),
    )
    told = finding.retold
    if told is None:
        return found
    return found._replace(message=message_of(told, kept), help=help_of(told, kept))


def _fix(finding: Finding, kept: Sequence[int]) -> Fix | None:
    """The fix for some members: without the edits at the places of the others."""
    fix, told = finding.fix, finding.retold
    if fix is None:
        return None
    gone = [place for number, place in enumerate(finding.places) if number not in kept]
    edits = tuple(edit for edit in fix.edits if not any(_is_at(edit, each) for each in gone))
    if not edits:
        return None
    titles = [told.titles[number] for number in kept] if told and told.titles else []
    return Fix(fix.safety, together(titles) or fix.title, edits)


def _is_at(edit: Edit, place: Place) -> bool:
    """Whether an edit changes what is at a place."""
    changed, whole = edit.place.range, place.range
    if edit.place.file != place.file or changed is None or whole is None:
        return False
    return whole.start <= changed.start and changed.end <= whole.end
