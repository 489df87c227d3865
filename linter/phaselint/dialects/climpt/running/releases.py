"""Which release an agent runs with (1.14 §1.2)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.model import ClimptContract
    from phaselint.dialects.climpt.running.session import Release


def release_of(contract: ClimptContract) -> Release:
    """The release that a contract is written for."""
    if contract.generation == "1.14":
        from phaselint.dialects.climpt.running import release114

        return release114.RELEASE
    from phaselint.dialects.climpt.running import release113

    return release113.RELEASE
