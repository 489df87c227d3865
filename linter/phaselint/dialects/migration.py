"""A dialect's migrations of its contracts from one release of their format to the next.

A migration turns a loaded contract into the new content of its files. It doesn't write anything:
`phaselint.migrating` lints the result and writes it to disk.
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
    """A point for the author to check, in one sentence. If one is `undecided`, nothing is written
    unless the user says so."""

    place: Place
    message: Message
    undecided: bool = False


class Planned(NamedTuple):
    """The result for one contract.

    `texts` maps project paths to the content of changed or new files, in the order in which they
    are written: until the last is written, the contract counts as one of the old release.
    `proposed` has the alternative content if the user accepts the proposals. `refusal` says why the
    contract stays unchanged, and `already` that it is of the new release.
    """

    texts: Mapping[str, str] = {}
    remarks: tuple[Remark, ...] = ()
    refusal: str = ""
    already: bool = False
    proposed: Mapping[str, str] = {}


class Migration(NamedTuple):
    """A migration of a dialect.

    `plan(contract, options, reader)` never raises for user input. `before` and `after` are the
    options for linting contracts of the old and the new release. `replaced` maps rules to the old
    release's rules that they replace.
    """

    name: str
    plan: Callable[[Any, Mapping[str, Any], Reader], Planned]
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    replaced: Mapping[str, tuple[str, ...]] = {}
