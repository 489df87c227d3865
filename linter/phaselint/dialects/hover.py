"""What an author is told while writing, beside findings: values in force, tools, placeholders.

A dialect gives a subclass of `Insight`; what it has nothing to say about stays as it is here. The
language server reads nothing else.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.symbols import SymbolKind
    from phaselint.vocabulary.finding import Place, Pointer


class Hint(NamedTuple):
    """Something in force at a place that is not written there: `text` is shown behind the place,
    `why` says where it comes from."""

    place: Place
    text: str
    why: str = ""


class Slot(NamedTuple):
    """A placeholder, with where its value comes from: one line for each source, none where
    nothing is known."""

    place: Place
    name: str
    sources: tuple[str, ...] = ()


class Offer(NamedTuple):
    """A text that may stand at a place, and in a few words what it is; with `more`, something has
    to follow on it."""

    text: str
    detail: str = ""
    more: bool = False


class Inside(NamedTuple):
    """What may stand at a place within a text: `offers` replace the piece `typed`, which ends
    there. `closing` has to follow, unless it does already."""

    typed: str
    offers: tuple[Offer, ...]
    closing: str = ""


class Insight:
    """What a dialect knows beside findings; see the methods."""

    def tools(self, _phase: str) -> tuple[str, ...] | None:
        """The tools that a phase can use; none where nobody knows."""
        return None

    def about(self, _phase: str) -> Iterable[str]:
        """What else there is to say of a phase, a line each."""
        return ()

    def hints(self, _file: str) -> Iterable[Hint]:
        """What is in force in a file without being written there."""
        return ()

    def slots(self, _file: str) -> Iterable[Slot]:
        """The placeholders of a file."""
        return ()

    def names(self, _kind: SymbolKind, _file: str, _pointer: Pointer) -> Iterable[Offer]:
        """Names of a kind that may stand at a place though no file of the contract defines them."""
        return ()

    def fits(self, _kind: SymbolKind, _name: str, _file: str, _pointer: Pointer) -> bool:
        """Whether a name that is defined in the contract may stand at a place for names of its
        kind."""
        return True

    def inside(self, _file: str, _pointer: Pointer, _before: str) -> Inside | None:
        """What may follow on a text; the pointer leads to its scalar, and is empty for the body of
        a markdown file. None where the text is of no such kind."""
        return None


def split_path(path: str) -> tuple[tuple[str | int, ...], str]:
    """A path as far as it is typed: its finished steps, and the start of the next."""
    head, dot, typed = path.rpartition(".")
    found: list[str | int] = []
    for segment in head.split(".") if dot else ():
        name, *indices = segment.replace("]", "").split("[")
        found += [name, *(int(each) if each.isdecimal() else each for each in indices)]
    return tuple(found), typed
