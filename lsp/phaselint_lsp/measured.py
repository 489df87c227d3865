"""What is kept of the coverage of a contract's scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.executor.coverage import Coverage


class Measured(NamedTuple):
    """What scripts take of a contract, and the strings that this was found out with: of its
    documents and of the scripts, by path."""

    coverage: Coverage
    contract: Mapping[str, str]
    scripts: Mapping[str, str]
