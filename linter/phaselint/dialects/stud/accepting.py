"""Does a value satisfy a schema that a run has to go by (reference §2.3, R6, R17)?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from phaselint.dialects.stud.model import Stage


def accepts(schema: Any, value: Any) -> bool:
    """Whether a schema lets a value pass. One that is no schema lets nothing pass; what cannot
    be decided within the bounds, or stands behind a reference that nobody follows, passes."""
    from phaselint.dialects.stud.drafts import faults
    from phaselint.schema import valid

    if isinstance(schema, bool):
        return schema
    return not faults(schema) and valid(schema, value) != "no"


def completes(stage: Stage, args: Any) -> bool:
    """Whether the arguments of a completion call are accepted: always an object, and one that
    the completion schema takes where there is one."""
    if not isinstance(args, dict):
        return False
    return not stage.has("completionSchema") or accepts(stage.completion_schema, args)
