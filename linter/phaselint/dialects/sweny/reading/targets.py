"""A workflow as the release reads it that it is linted and run for (reference §11)."""

from __future__ import annotations

from phaselint.dialects.sweny.reading.load import load
from phaselint.dialects.sweny.reading.releases import CURRENT, read_by
from phaselint.dialects.sweny.reading.skills import registry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.base import Target
    from phaselint.dialects.reader import Reader
    from phaselint.dialects.sweny.model import SwenyContract
    from phaselint.dialects.sweny.reading.releases import Release


def release_of(name: str) -> Release:
    """The release of a name, one of the option `target`."""
    if name == CURRENT.name:
        return CURRENT
    from phaselint.dialects.sweny.reading.nextrelease import NEXT

    return NEXT


def as_of(contract: SwenyContract, name: str) -> SwenyContract:
    """The contract as a release reads it."""
    if contract.release == name:
        return contract
    document = contract.documents.get(contract.target.main)
    read = contract.workflow is not None or contract.problems or contract.unsupported
    if document is None or not read:
        return contract._replace(release=release_of(name).name)
    read_as = read_by(contract, release_of(name))
    return read_as._replace(registry=registry(contract.skill_files, read_as.release))


def load_next(reader: Reader, target: Target) -> SwenyContract:
    """Read the documents of a contract as the next release does."""
    return as_of(load(reader, target), "next")
