"""The settings of a run: what the first call of a model asks for (1.14 §3.6, §4.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.climpt.filemodel import Settings
from phaselint.dialects.climpt.running.admission import is_json
from phaselint.dialects.climpt.running.failure import Failure

if TYPE_CHECKING:
    from phaselint.dialects.climpt.model import ClimptContract

STAND_IN = Settings(allow=("Read", "Glob", "Grep"))
"""Settings for runs of a contract that has none to go by (1.14 §6)."""


def barred(contract: ClimptContract) -> Failure | None:
    """Why no model can be called with the settings of a contract, if none can."""
    settings = contract.settings
    if settings is None:
        return None
    if not settings.file:
        wanted = " nor ".join(f"`{path}`" for path in settings.wanted)
        return Failure("AC-LOAD-001", f"there is neither {wanted}")
    if not is_json(contract.documents[settings.file]):
        return Failure("AC-LOAD-002", f"`{settings.file}` is no JSON")
    if not settings.sound:
        return Failure("AC-LOAD-003", f"`{settings.file}` is not of the form of settings")
    return None


def settings_of(contract: ClimptContract, *, stand_in: bool) -> Settings | None:
    """The settings of a run, `stand_in` ones where they may be and its contract has none to go
    by; none where nobody looks for any."""
    return STAND_IN if stand_in and barred(contract) is not None else contract.settings
