"""The codes with which a start refuses the shape of a registry (reference climpt §3.1, 1.14
§3.1)."""

from __future__ import annotations

from phaselint.dialects.climpt.model import ALLOWED
from phaselint.javascript.values import is_truthy
from phaselint.vocabulary.record import NamedTuple
from phaselint_rules.climpt.pointertext import value_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.vocabulary.finding import Pointer

CRASH = "TypeError"
"""What stops a start that finds a shape it doesn't expect."""

LACKING = "missing-required-field"
SHORT = "too-short"
WRONG = "invalid-type"
_ABSENT = (LACKING, SHORT)
_SHAPE, _MEMBERS = "SR-VALID-005", "SR-VALID-004"


class RegistryFault(NamedTuple):
    """What is wrong in a registry: members of an object, named by its place."""

    owner: Pointer
    names: frozenset[Any]
    kind: str

    @property
    def depth(self) -> int:
        """How deep in a step the object is; -1 outside of steps."""
        return len(self.owner) - 2 if self.owner[:1] == ("steps",) else -1


def codes_of(facts: ClimptFacts, whole: Pointer, data: Mapping[str, Any]) -> tuple[str, ...]:
    """The codes that a start can be refused with; none if it doesn't check the field."""
    pointer = whole[len(facts.registry.base) :]
    missing = data["kind"] == LACKING
    names = data["names"] if missing else pointer[-1:]
    spot = RegistryFault(pointer if missing else pointer[:-1], frozenset(names), data["kind"])
    own = _later if facts.is_1_14 else _former
    return own(spot) or _of_gate(facts, spot)


def _former(spot: RegistryFault) -> tuple[str, ...]:
    if not spot.owner and spot.kind in _ABSENT:
        return ("SR-LOAD-001",) if spot.names & {"agentId", "version", "steps"} else ()
    if spot.owner == ("entryStepMapping",) and spot.kind == WRONG:
        return ("SR-ENTRY-003",)
    return ()


_TOP = frozenset({"agentId", "version", "c1", "steps"})
_BY_MEMBER = {"kind": _SHAPE, "address": _SHAPE} | dict.fromkeys(
    ("stepId", "name", "uvVariables", "usesStdin", "permissionMode"), _MEMBERS
)


def _later(spot: RegistryFault) -> tuple[str, ...]:
    """A start checks the whole address, and the members of a step and of the registry; it sees
    neither list items of another type, nor the format of strings, nor unknown members."""
    if spot.kind not in (*_ABSENT, WRONG, "invalid-enum"):
        return ()
    if not spot.owner:
        return (_SHAPE,) if spot.names & _TOP else ()
    if spot.owner == ("steps",):
        return (_SHAPE,)
    if spot.depth == 0:
        return tuple({_BY_MEMBER[name] for name in spot.names if name in _BY_MEMBER})
    if spot.depth == 1 and spot.owner[-1] == "address":
        return (_SHAPE, _MEMBERS) if "c3" in spot.names else (_SHAPE,)
    return ()


def _of_gate(facts: ClimptFacts, spot: RegistryFault) -> tuple[str, ...]:
    in_gate = spot.depth == 1 and spot.owner[-1] == "structuredGate"
    if not in_gate or spot.kind not in _ABSENT:
        return ()
    if "allowedIntents" in spot.names and _kind(facts, spot.owner[1]) in (*ALLOWED,):
        return (CRASH, "SR-VALID-002")
    return ("SR-VALID-002",) if spot.names & {"intentSchemaRef", "intentField"} else ()


def _kind(facts: ClimptFacts, key: str | int) -> Any:
    """The kind of a step as a start reads it: whatever is given, known or not."""
    step = facts.steps.get(str(key))
    written = value_at(facts, facts.place(step.pointer)) if step else None
    given = written.get(step.spelling.kind) if step and isinstance(written, dict) else None
    return given if is_truthy(given) else step and step.kind
