"""How the generations of the format write a step (reference §2.2, 1.14 §2.2)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    from phaselint.vocabulary.finding import Pointer

    Generation = Literal["1.13", "1.14", "1.11"]


ABORT = "abort"
"""The intent that 1.14 does not know any more."""


class Spelling(NamedTuple):
    """How a generation of the format writes the kind and the address of a step: the key of the
    kind, the keys that lead to the address, whether the phase word `c2` gives a step a kind that
    names none, and whether repeats go by a chain. `gone` are words that were intents before."""

    kind: str
    address: Pointer
    infers: bool
    chained: bool
    gone: tuple[str, ...] = ()


FLAT = Spelling("stepKind", (), infers=True, chained=False)
NESTED = Spelling("kind", ("address",), infers=False, chained=True, gone=(ABORT,))
SPELLINGS: Mapping[Generation, Spelling] = {"1.11": FLAT, "1.13": FLAT, "1.14": NESTED}

FORMER_MEMBERS = ("stepKind", "c2", "c3", "edition", "adaptation")
"""Members at the root of a step for which 1.14 refuses a start, whatever else is there (1.14
§2.2)."""

CONDITION_LISTS = ("preflightConditions", "postLLMConditions")
"""The members of a validation step that list its conditions, from 1.14 on; before, one did."""

FORMER_CONDITIONS = "validationConditions"
