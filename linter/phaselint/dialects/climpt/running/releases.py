"""Which release an agent runs with (1.14 §1.2)."""

from __future__ import annotations

from phaselint.dialects.climpt.running import release113, release114

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.climpt.model import ClimptContract
    from phaselint.dialects.climpt.running.session import Release
    from phaselint.dialects.climpt.spelling import Generation

_RELEASES: Mapping[Generation, Release] = {
    "1.11": release113.RELEASE,
    "1.13": release113.RELEASE,
    "1.14": release114.RELEASE,
}


def release_of(contract: ClimptContract) -> Release:
    """The release that a contract is written for."""
    return _RELEASES[contract.generation]
