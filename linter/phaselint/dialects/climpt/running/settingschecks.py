"""The settings of a run, which the first call of a model needs (1.14 §3.6, §4.7)."""

from __future__ import annotations

from phaselint.dialects.climpt.filemodel import Settings
from phaselint.dialects.climpt.running.admission import is_json
from phaselint.dialects.climpt.running.failure import Failure
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.model import ClimptContract

STAND_IN = Settings(allow=("Read", "Glob", "Grep"))
"""Settings for runs of a contract without its own (1.14 §6)."""


def barred(contract: ClimptContract) -> Failure | None:
    """Why no model can be called with the settings of a contract, if so."""
    settings = contract.settings
    if settings is None:
        return None
    if not settings.file:
        wanted = " nor ".join(f"`{path}`" for path in settings.wanted)
        return Failure("AC-LOAD-001", f"neither {wanted} exists")
    if not is_json(contract.documents[settings.file]):
        return Failure("AC-LOAD-002", f"`{settings.file}` isn't valid JSON")
    if not settings.sound:
        return Failure("AC-LOAD-003", f"`{settings.file}` doesn't have the format of settings")
    return None


class Ruled(NamedTuple):
    """The settings of a run, none if none are looked for, and why they prevent model calls."""

    settings: Settings | None
    barred: Failure | None = None


def settings(contract: ClimptContract, *, stand_in: bool) -> Ruled:
    """The settings of a run. With `stand_in`, settings that prevent model calls are replaced."""
    fault = barred(contract)
    if fault is not None and stand_in:
        return Ruled(STAND_IN)
    return Ruled(contract.settings, fault)
