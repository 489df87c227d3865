"""What the executor is given of one contract, and what it adds to its findings."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.base import Dialect, Facts
    from phaselint.dialects.reader import Reader
    from phaselint.dialects.spelling import Respelled
    from phaselint.document import Document
    from phaselint.executor.coverage import Coverage
    from phaselint.executor.soundness.census import Tally
    from phaselint.linting.internal_errors import Defects
    from phaselint.linting.policy_results import Policed
    from phaselint.linting.task import Task
    from phaselint.vocabulary.hit import Hit


class Studied(NamedTuple):
    """A contract about which the rules that were wanted have been asked.

    Attributes:
        hidden: what they found that the user does not want to see.
    """

    dialect: Dialect
    reader: Reader
    facts: Facts
    task: Task
    defects: Defects
    hidden: tuple[Hit, ...] = ()


class Executed(NamedTuple):
    """What the executor adds to the findings of a contract.

    Attributes:
        hits: everything to be said now.
        documents: those of the scripts next to the contract.
        verified: how many certificates were checked.
        netless: there is nothing to ask under the rules, since the dialect doesn't tell what
            runs use.
        coverage: what the scripts take of the contract, where that was asked.
        tally: what becomes of what the contract declares, as far as that was looked for.
        respelled: the options of the scripts in older spellings.
        policed: what comes of the policies of the contract, where it has any.
    """

    hits: Sequence[Hit]
    documents: Mapping[str, Document] = {}
    verified: int = 0
    netless: bool = False
    coverage: Coverage | None = None
    tally: Tally | None = None
    respelled: tuple[Respelled, ...] = ()
    policed: Policed | None = None

    @property
    def unasked(self) -> frozenset[str]:
        """The names of the rules about policies whose silence says nothing."""
        return self.policed.unasked if self.policed is not None else frozenset()
