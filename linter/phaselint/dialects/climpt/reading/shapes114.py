"""The shapes of agent.json and steps_registry.json in release 1.14, as tables (1.14 §2): those of
1.13 with what changed.

Values that other rules check are left out here, as in `shapes`: members of 1.13 on a step, entries,
chains, phases of validators, actions after a failure.
"""

from __future__ import annotations

from phaselint.dialects.checks import TEXT
from phaselint.dialects.climpt.reading import shapes
from phaselint.dialects.climpt.spelling import (
    CONDITION_LISTS,
    FORMER_CONDITIONS,
    FORMER_MEMBERS,
)
from phaselint.dialects.shape import ANY, MAPPING, STRING, STRINGS, Problem, Shape, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.vocabulary.finding import Pointer

ADDRESS_PARTS = ("c1", "c2", "c3", "edition")

ADDRESS = record(
    {**dict.fromkeys(ADDRESS_PARTS, TEXT), "adaptation": TEXT},
    closed=True,
    required=ADDRESS_PARTS,
)

STEP = shapes.STEP._replace(
    fields={
        **(shapes.STEP.fields or {}),
        **dict.fromkeys(FORMER_MEMBERS, ANY),
        "kind": shapes.KINDS,
        "address": ADDRESS,
        "adaptationChain": ANY,
        "retry": ANY,
    },
    required=("stepId", "name", "address", "uvVariables", "usesStdin"),
    expected=(),
)

VALIDATOR = shapes.VALIDATOR._replace(fields={**(shapes.VALIDATOR.fields or {}), "phase": ANY})


def conditions_listed(step: Any, pointer: Pointer) -> Iterator[Problem]:
    """Both lists of conditions must exist; if those of 1.13 replace them, another rule reports it
    (§7.2 `legacy-validation-conditions`)."""
    lacking = tuple(key for key in CONDITION_LISTS if key not in step)
    if lacking and FORMER_CONDITIONS not in step:
        yield Problem("missing-required-field", pointer, names=lacking)


_CONDITIONS = Shape(
    "list",
    items=record({"validator": STRING, "params": MAPPING}, closed=True, required=("validator",)),
)

VALIDATION_STEP = shapes.VALIDATION_STEP._replace(
    fields={
        **(shapes.VALIDATION_STEP.fields or {}),
        "address": ADDRESS,
        **dict.fromkeys(CONDITION_LISTS, _CONDITIONS),
        FORMER_CONDITIONS: ANY,
        "onFailure": record(
            {"action": STRING, "maxAttempts": shapes.COUNT}, closed=True, required=("action",)
        ),
    },
    required=("stepId", "name", "address"),
    checks=(conditions_listed,),
)

REGISTRY = shapes.REGISTRY._replace(
    fields={
        **(shapes.REGISTRY.fields or {}),
        "entryStepMapping": MAPPING,
        "steps": Shape("mapping", items=STEP, apart=True),
        "validators": Shape("mapping", items=VALIDATOR),
        "validationSteps": Shape("mapping", items=VALIDATION_STEP),
    }
)

RUNNER = shapes.RUNNER._replace(
    fields={
        **(shapes.RUNNER.fields or {}),
        "boundaries": record({"sandbox": shapes.SANDBOX}, closed=True),
    },
    required=("flow", "verdict"),
)

AGENT = shapes.AGENT._replace(fields={**(shapes.AGENT.fields or {}), "runner": RUNNER})

SETTINGS = record(
    {
        "permissions": record(
            {
                "allow": STRINGS,
                "defaultMode": Shape(
                    "string",
                    words=("acceptEdits", "bypassPermissions", "default", "dontAsk", "plan"),
                ),
            }
        )
    },
    required=("permissions",),
)
"""The settings file of an agent (§2.5). Other members are passed to the SDK."""
