"""Telling the findings of a project apart (design §10, lesson 1)."""

from __future__ import annotations

from phaselint.suppression.excerpt import words_to
from phaselint.vocabulary.diagnostic import Identity
from phaselint.vocabulary.finding import pointer_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from phaselint.suppression.excerpt import Excerpt
    from phaselint.vocabulary.finding import Finding, Place


class Identities:
    """The identities of one project's findings, all different from one another. They are asked
    for in the order of places, so the counter goes by place too."""

    __slots__ = ("_seen",)

    def __init__(self) -> None:
        self._seen: dict[Identity, int] = {}

    def of(self, rule: str, place: Place, excerpt: Excerpt | None) -> Identity:
        """The identity of a finding.

        Args:
            rule: the code of its rule.
            place: where it is, its file from the project root.
            excerpt: that of the file, if it was linted.
        """
        text = excerpt.spot(place).text if excerpt else ""
        first = Identity(rule, place.file, structural_place(place, excerpt), text)
        counter = self._seen.get(first, 0)
        self._seen[first] = counter + 1
        return first._replace(counter=counter) if counter else first

    def of_contract(self, rule: str, contract: str, known_as: str) -> Identity:
        """The identity of a finding that its contract and a name tell from others, wherever it
        is."""
        first = Identity(rule, contract, known_as, "")
        counter = self._seen.get(first, 0)
        self._seen[first] = counter + 1
        return first._replace(counter=counter) if counter else first

    def of_many(
        self, finding: Finding, excerpt: Callable[[str], Excerpt | None]
    ) -> tuple[Identity, ...]:
        """The identities of the findings that one stands for, as each would have it by itself."""
        return tuple(
            self.of(code, place, excerpt(place.file))
            for code, place in zip(finding.members, finding.places, strict=True)
        )

    def of_former(
        self, finding: Finding, excerpt: Callable[[str], Excerpt | None]
    ) -> tuple[tuple[Identity, ...], ...]:
        """The identities of what releases before reported in the place of a finding, those at each
        of its places."""
        former = finding.former
        if former is None:
            return ()
        whole = (finding.place,) if not finding.members else finding.places
        return tuple(
            tuple(self.of(code, place, excerpt(place.file)) for code in former.codes)
            for place in former.places or whole
        )


def of_group(rule: str, first: Identity) -> Identity:
    """The identity of a finding that stands for several, by the first of them. It is another than
    that has by itself: who accepts the one has not accepted the others."""
    return first._replace(rule=rule, place=f"group {first.place}")


def structural_place(place: Place, excerpt: Excerpt | None) -> str:
    """Spell out where in its document a place is, with names in place of list indexes."""
    return f"{pointer_text(words_to(excerpt, place))} {place.part}"
