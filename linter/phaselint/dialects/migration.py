"""What a dialect says of moving its contracts from one release of their format to the next.

A migration turns a loaded contract into the texts that its files shall have. It writes nothing:
`phaselint.migrating` lints the outcome and puts it on disk.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.reader import Reader
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message


class Remark(NamedTuple):
    """What an author should look at, in one sentence. While one is `undecided` nothing is written
    unless the user says so."""

    place: Place
    message: Message
    undecided: bool = False


class Planned(NamedTuple):
    """What becomes of one contract.

    `texts` leads from project paths to the texts of the files that change or are new, in the order
    in which they are put in place: until the last is there, the contract counts as one of the old
    release. `proposed` has other texts where the user wants what is proposed. `refusal` says why
    the contract stays as it is, and `already` that it is of the new release.
    """

    texts: Mapping[str, str] = {}
    remarks: tuple[Remark, ...] = ()
    refusal: str = ""
    already: bool = False
    proposed: Mapping[str, str] = {}


class Migration(NamedTuple):
    """A migration of a dialect.

    `plan(contract, options, reader)` never raises for what a user wrote. `before` and `after` are
    the options under which contracts are linted as ones of the old release and of the new.
    `replaced` leads from rules to those of the old release that they stand for.
    """

    name: str
    plan: Callable[[Any, Mapping[str, Any], Reader], Planned]
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    replaced: Mapping[str, tuple[str, ...]] = {}
