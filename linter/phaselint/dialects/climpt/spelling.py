"""How the releases of the format write a step (reference §2.2, 1.14 §2.2)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    from phaselint.vocabulary.finding import Pointer

    Generation = Literal["1.13", "1.14", "1.11"]


ABORT = "abort"
"""The intent that 1.14 no longer knows."""


class Spelling(NamedTuple):
    """How a release of the format writes the kind and the address of a step: the key of the kind,
    the keys of the address, whether the phase word `c2` implies the kind of a step without one, and
    whether repeats use a chain. `gone` are words that were intents before."""

    kind: str
    address: Pointer
    infers: bool
    chained: bool
    gone: tuple[str, ...] = ()


FLAT = Spelling("stepKind", (), infers=True, chained=False)
NESTED = Spelling("kind", ("address",), infers=False, chained=True, gone=(ABORT,))
SPELLINGS: Mapping[Generation, Spelling] = {"1.11": FLAT, "1.13": FLAT, "1.14": NESTED}

FORMER_MEMBERS = ("stepKind", "c2", "c3", "edition", "adaptation")
"""Members at the root of a step for which 1.14 always refuses a start (1.14 §2.2)."""

CONDITION_LISTS = ("preflightConditions", "postLLMConditions")
"""The members of a validation step that list its conditions, from 1.14 on; before, there was
one."""

FORMER_CONDITIONS = "validationConditions"
