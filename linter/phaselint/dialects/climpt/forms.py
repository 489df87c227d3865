"""The shapes of climpt's files including the words that other rules check: what can be written
where, for editors. `shapes` and `shapes114` define what is right."""

from __future__ import annotations

from phaselint.dialects.climpt.model import INTENTS, VALIDATION_KEYS, VERDICT_TYPES
from phaselint.dialects.climpt.reading import shapes, shapes114
from phaselint.dialects.climpt.spelling import FORMER_CONDITIONS, FORMER_MEMBERS, SPELLINGS
from phaselint.dialects.shape import MAPPING, STRING, STRINGS, Shape, record, words
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.climpt.spelling import Generation


class Forms(NamedTuple):
    """The shapes of a registry and of agent.json in a release."""

    registry: Shape
    agent: Shape


def _with(shape: Shape, without: tuple[str, ...] = (), **fields: Shape) -> Shape:
    """A mapping with other shapes under some of its keys, and without some keys."""
    known = {key: each for key, each in (shape.fields or {}).items() if key not in without}
    return shape._replace(fields={**known, **fields})


def _step(shape: Shape, generation: Generation, without: tuple[str, ...] = ()) -> Shape:
    """A step with the intents of its release."""
    gone = SPELLINGS[generation].gone
    known = tuple(intent for intent in INTENTS if intent not in gone)
    intent = words(*known)
    allowed = Shape("list", items=intent)
    return _with(
        shape,
        without,
        structuredGate=_with(shapes.GATE, allowedIntents=allowed, fallbackIntent=intent),
        transitions=Shape("mapping", fields=dict.fromkeys(known, shapes.RULE)),
    )


def _registry(shape: Shape, step: Shape, entry: Shape, validation: Shape) -> Shape:
    keys = VALIDATION_KEYS.values()
    return _with(
        shape,
        entryStepMapping=Shape("mapping", fields=dict.fromkeys(VERDICT_TYPES, entry)),
        steps=Shape("mapping", items=step),
        validationSteps=Shape("mapping", fields=dict.fromkeys(keys, validation)),
    )


FORMER = Forms(
    _registry(shapes.REGISTRY, _step(shapes.STEP, "1.13"), STRING, shapes.VALIDATION_STEP),
    shapes.AGENT,
)

_PAIR = record(
    {"initial": STRING, "continuation": STRING}, closed=True, required=("initial", "continuation")
)
_ON_FAILURE = record({"action": words("retry", "skip"), "maxAttempts": shapes.COUNT}, closed=True)

LATER = Forms(
    _with(
        _registry(
            shapes114.REGISTRY,
            _with(
                _step(shapes114.STEP, "1.14", (*FORMER_MEMBERS, "retry")),
                adaptationChain=STRINGS,
            ),
            _PAIR,
            _with(
                shapes114.VALIDATION_STEP,
                (FORMER_CONDITIONS,),
                onFailure=_ON_FAILURE,
            ),
        ),
        validators=Shape(
            "mapping", items=_with(shapes114.VALIDATOR, phase=words("preflight", "postllm"))
        ),
    ),
    shapes114.AGENT,
)

FORMS: Mapping[Generation, Forms] = {"1.11": FORMER, "1.13": FORMER, "1.14": LATER}

_PRIMARY = record(
    {"kind": words("direct", "boundary", "outboxPre", "custom", "none"), "channel": STRING}
)

WORKFLOW = record(
    {
        "agents": Shape(
            "mapping",
            items=record(
                {
                    "directory": STRING,
                    "role": words("transformer", "validator"),
                    "outputPhase": STRING,
                    "outputPhases": Shape("mapping", items=STRING),
                    "fallbackPhase": STRING,
                    "fallbackPhases": Shape("mapping", items=STRING),
                    "closeBinding": record(
                        {"primary": _PRIMARY, "cascade": MAPPING, "condition": STRING}
                    ),
                }
            ),
        ),
        "issueSource": MAPPING,
        "labelMapping": Shape("mapping", items=STRING),
        "phases": Shape("mapping", items=record({"agent": STRING})),
    }
)
"""`.agent/workflow.json`, as far as agents are concerned (1.14 §2.6)."""
