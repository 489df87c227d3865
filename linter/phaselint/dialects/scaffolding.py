"""A dialect's help for setting up a project: near misses, a starter example, and files that can be
written from existing ones."""

from __future__ import annotations

from phaselint.vocabulary.message import joined, message, quote, quote_all
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from phaselint.dialects.reader import Reader
    from phaselint.vocabulary.message import Message


class Near(NamedTuple):
    """A file or folder that looks like a contract but isn't one: its project path, and the reason,
    which follows its name in messages."""

    path: str
    why: Message


class Draft(NamedTuple):
    """A file that can be made from existing ones: its project path, its content, and points to
    check before relying on it, one sentence each."""

    path: str
    text: str
    remarks: tuple[str, ...] = ()


class Example(NamedTuple):
    """A starter contract with a script: project path → content. `script` is the path of the script,
    which is next to the contract if `scripts` is empty; otherwise, `scripts` is the pattern with
    which a configuration names it."""

    files: Mapping[str, str]
    script: str
    scripts: str = ""


class Setup(NamedTuple):
    """A dialect's offers for setting up a project.

    `near(reader, folder)` lists the entries of a folder, and of the dialect's hidden folders in it,
    that look like a contract. It doesn't know the detected contracts, so the caller leaves out
    their parts. `drafts(reader, folder)` gives files that can be made from those in a folder and
    below it; empty if all exist already.
    """

    near: Callable[[Reader, str], Iterable[Near]]
    example: Example
    drafts: Callable[[Reader, str], Iterable[Draft]] | None = None


def some_keys(found: Collection[str], wanted: Collection[str], what: str, least: int) -> Message:
    """Why a file with too few of the required keys isn't a contract."""
    listed = quote_all(wanted)
    if not found:
        return message("doesn't have any of the keys of {}: {}", what, listed)
    return message(
        "has only {} of the keys of {}; at least {} are required: {}",
        quote_all(sorted(found)),
        what,
        least,
        listed,
    )


def without(found: Collection[str], missing: Collection[str]) -> Message:
    """Why a file that has some keys, or none, and lacks others isn't a contract."""
    lacks = joined(" and no ", (quote(name) for name in sorted(missing)))
    return (
        message("has {} but no {}", quote_all(sorted(found)), lacks)
        if found
        else message("has no {}", lacks)
    )
