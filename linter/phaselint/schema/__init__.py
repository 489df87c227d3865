"""JSON Schemas as data: questions that are answered without running anything (core E.2).

A schema is a mapping or a boolean, of draft 2020-12 or with the spellings of draft-07, which
are read wherever they stand: `definitions`, a list of schemas in `items` with `additionalItems`.
A path is a tuple of steps: a property's name, an element's index, or `EACH` for every element
of the list here. What a question needs is imported when it is first asked for.
"""

from __future__ import annotations

from phaselint.schema.model import (
    EACH,
    Absent,
    Conflict,
    Declared,
    Equals,
    Fault,
    Fractional,
    Matches,
    OneOf,
    Path,
    Present,
    Reason,
    SchemaPointer,
    Step,
    Test,
    There,
    Typed,
    Verdict,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.schema.judging import valid
    from phaselint.schema.meta import check
    from phaselint.schema.plain import plainly_admits, plainly_satisfiable
    from phaselint.schema.reasons import reason
    from phaselint.schema.values import admits, values_at
    from phaselint.schema.walk import (
        always,
        conforming,
        exists,
        goal,
        holding,
        minimal,
        satisfiable,
        together,
        without,
    )
    from phaselint.schema.written import declared

_HOMES = {
    "admits": "values",
    "check": "meta",
    "declared": "written",
    "plainly_admits": "plain",
    "plainly_satisfiable": "plain",
    "reason": "reasons",
    "valid": "judging",
    "values_at": "values",
}

__all__ = [
    "EACH",
    "Absent",
    "Conflict",
    "Declared",
    "Equals",
    "Fault",
    "Fractional",
    "Matches",
    "OneOf",
    "Path",
    "Present",
    "Reason",
    "SchemaPointer",
    "Step",
    "Test",
    "There",
    "Typed",
    "Verdict",
    "admits",
    "always",
    "check",
    "conforming",
    "declared",
    "exists",
    "goal",
    "holding",
    "minimal",
    "plainly_admits",
    "plainly_satisfiable",
    "reason",
    "satisfiable",
    "together",
    "valid",
    "values_at",
    "without",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = __import__(f"{__name__}.{_HOMES.get(name, 'walk')}", fromlist=[name])
    globals()[name] = getattr(home, name)
    return globals()[name]
