"""The shape of a registry with the words that rules of their own check: what may be written where,
for those who help to write it. What is right is said by `shapes`."""

from __future__ import annotations

from phaselint.dialects.climpt.model import INTENTS, VALIDATION_KEYS, VERDICT_TYPES
from phaselint.dialects.climpt.reading import shapes
from phaselint.dialects.shape import STRING, Shape, words

_INTENT = words(*INTENTS)

GATE = shapes.GATE._replace(
    fields={
        **(shapes.GATE.fields or {}),
        "allowedIntents": Shape("list", items=_INTENT),
        "fallbackIntent": _INTENT,
    }
)

STEP = shapes.STEP._replace(
    fields={
        **(shapes.STEP.fields or {}),
        "structuredGate": GATE,
        "transitions": Shape("mapping", fields=dict.fromkeys(INTENTS, shapes.RULE)),
    }
)

REGISTRY = shapes.REGISTRY._replace(
    fields={
        **(shapes.REGISTRY.fields or {}),
        "entryStepMapping": Shape("mapping", fields=dict.fromkeys(VERDICT_TYPES, STRING)),
        "steps": Shape("mapping", items=STEP),
        "validationSteps": Shape(
            "mapping", fields=dict.fromkeys(VALIDATION_KEYS.values(), shapes.VALIDATION_STEP)
        ),
    }
)
