"""What comes of the policies of one contract."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.behavior.standing import Standing
    from phaselint.document import Document
    from phaselint.vocabulary.hit import Hit
    from phaselint.vocabulary.message import Message


UNTESTED = "policy-never-tested"
ASKED = frozenset({"policy-violated", UNTESTED, "policy-undecided"})
"""The rules whose silence says nothing where policies are not asked."""


class Lack(NamedTuple):
    """What the configuration's policies name and one contract does not have: the number of each
    policy that is for it, and the message about each name that it lacks, by the name, and of each
    pattern that matches nothing in it."""

    entry: int
    names: Mapping[str, Message] = {}
    idle: Mapping[str, Message] = {}


class Policed(NamedTuple):
    """What comes of the policies of a contract.

    Attributes:
        documents: the scripts in which they are.
        standings: how they stand, where they were asked.
        lacks: see `Lack`; one for each policy of the configuration that is for the contract.
        unasked: the names of the rules whose silence says nothing.
    """

    hits: tuple[Hit, ...] = ()
    documents: Mapping[str, Document] = {}
    standings: tuple[Standing, ...] = ()
    lacks: tuple[Lack, ...] = ()
    unasked: frozenset[str] = frozenset()
