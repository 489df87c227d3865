"""Hints for authors in the editor, in addition to findings: effective values, tools, placeholders.

A dialect gives a subclass of `Insight` and overrides only what it knows. The language server
doesn't read anything else.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.symbols import SymbolKind
    from phaselint.vocabulary.finding import Place, Pointer


class Hint(NamedTuple):
    """An effective value that isn't written at its place: `text` is shown after the place, `why`
    says where it comes from."""

    place: Place
    text: str
    why: str = ""


class Slot(NamedTuple):
    """A placeholder, with the sources of its value: one line for each, None if they are unknown."""

    place: Place
    name: str
    sources: tuple[str, ...] = ()


class Offer(NamedTuple):
    """A possible text at a place, with a short description; with `more`, something must follow
    it."""

    text: str
    detail: str = ""
    more: bool = False


class Inside(NamedTuple):
    """The possible continuations at a place within a string: `offers` replace the piece `typed`,
    which ends there. `closing` must follow, unless it already does."""

    typed: str
    offers: tuple[Offer, ...]
    closing: str = ""


class Insight:
    """A dialect's knowledge beyond findings; see the methods."""

    def tools(self, _phase: str) -> tuple[str, ...] | None:
        """The tools that a phase can use; None if they are unknown."""
        return None

    def about(self, _phase: str) -> Iterable[str]:
        """Additional facts about a phase, one line each."""
        return ()

    def hints(self, _file: str) -> Iterable[Hint]:
        """The effective values of a file that aren't written there."""
        return ()

    def slots(self, _file: str) -> Iterable[Slot]:
        """The placeholders of a file."""
        return ()

    def names(self, _kind: SymbolKind, _file: str, _pointer: Pointer) -> Iterable[Offer]:
        """Possible names of a kind at a place that aren't defined in any file of the contract."""
        return ()

    def fits(self, _kind: SymbolKind, _name: str, _file: str, _pointer: Pointer) -> bool:
        """Whether a name defined in the contract is possible at a place for names of its kind."""
        return True

    def inside(self, _file: str, _pointer: Pointer, _before: str) -> Inside | None:
        """The possible continuations of a string; the pointer leads to its scalar, and is empty for
        the body of a Markdown file. None if the string isn't of such a kind."""
        return None


def split_path(path: str) -> tuple[tuple[str | int, ...], str]:
    """A partially typed path: its finished steps, and the start of the next."""
    head, dot, typed = path.rpartition(".")
    found: list[str | int] = []
    for segment in head.split(".") if dot else ():
        name, *indices = segment.replace("]", "").split("[")
        found += [name, *(int(each) if each.isdecimal() else each for each in indices)]
    return tuple(found), typed
