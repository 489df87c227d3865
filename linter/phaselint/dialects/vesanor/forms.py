"""The shape of a session file with what rules of their own check: what may be written where, for
those who help to write it. What is right is said by `reading.shapes`."""

from __future__ import annotations

from phaselint.dialects.shape import ANY, STRING, STRINGS, Shape, record, words
from phaselint.dialects.vesanor.model import SUPPRESSIBLE
from phaselint.dialects.vesanor.reading import shapes

LIMITS = shapes.LIMITS._replace(
    fields={
        **(shapes.LIMITS.fields or {}),
        "loop_detection": record({"window": ANY, "threshold": ANY}),
        "circuit_breaker": record({"consecutive_blocks": ANY, "consecutive_errors": ANY}),
    }
)

_SUPPRESS = record({"check": words(*SUPPRESSIBLE), "phase": STRING, "reason": STRING})

SESSION = shapes.SESSION._replace(
    fields={
        **(shapes.SESSION.fields or {}),
        "phases": Shape("list", items=shapes.PHASE),
        "transitions": Shape("mapping", items=STRINGS),
        "session_limits": LIMITS,
        "graph_analysis": record({"suppress": Shape("list", items=_SUPPRESS)}),
    }
)
