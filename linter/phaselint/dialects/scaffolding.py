"""What dialects say where a project is set up: files that are nearly contracts, an example to start
from, and what can be written from files that are there."""

from __future__ import annotations

from phaselint.vocabulary.message import joined, message, quote, quote_all
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from phaselint.dialects.reader import Reader
    from phaselint.vocabulary.message import Message


class Near(NamedTuple):
    """A file or folder that looks like a contract and is taken for none: its project path, and why
    not, as what follows its name."""

    path: str
    why: Message


class Draft(NamedTuple):
    """A file that can be made of those that are there: its project path, its text, and what there
    is to look at in it before it is relied on, a sentence each."""

    path: str
    text: str
    remarks: tuple[str, ...] = ()


class Example(NamedTuple):
    """A first contract with a script: project path → text. `script` is the path of the script,
    which stands beside the contract where `scripts` is empty; else that is the pattern by which a
    configuration names it."""

    files: Mapping[str, str]
    script: str
    scripts: str = ""


class Setup(NamedTuple):
    """What a dialect offers where a project is set up.

    `near(reader, folder)` lists what in a folder, and in hidden folders of the dialect there, looks
    like a contract. It is asked without knowing what was found: what is part of a contract is left
    out by whoever asks. `drafts(reader, folder)` gives files that can be made of those in a folder
    and below it; none where all is there already.
    """

    near: Callable[[Reader, str], Iterable[Near]]
    example: Example
    drafts: Callable[[Reader, str], Iterable[Draft]] | None = None


def some_keys(found: Collection[str], wanted: Collection[str], what: str, least: int) -> Message:
    """Why a file with too few of the keys of something is none."""
    listed = quote_all(wanted)
    if not found:
        return message("has none of the keys of {}: {}", what, listed)
    number = {2: "two", 3: "three"}[least]
    return message(
        "has only {} of the keys of {}; {} of these make it one: {}",
        quote_all(sorted(found)),
        what,
        number,
        listed,
    )


def without(found: Collection[str], missing: Collection[str]) -> Message:
    """Why a file that has some keys, or none, and lacks others is none."""
    lacks = joined(" and no ", (quote(name) for name in sorted(missing)))
    return (
        message("has {} and no {}", quote_all(sorted(found)), lacks)
        if found
        else message("has no {}", lacks)
    )
