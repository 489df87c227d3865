"""The shapes of Vesanor's files, as tables (reference §2.1 to §2.4)."""

from __future__ import annotations

from phaselint.dialects.shape import (
    ANY,
    BOOLEAN,
    LIST,
    MAPPING,
    NUMBER,
    STRING,
    STRINGS,
    Shape,
    record,
    words,
)
from phaselint.dialects.vesanor.model import RISK_CLASSES
from phaselint.dialects.vesanor.reading.files import BASE_FIELDS
from phaselint.dialects.vesanor.reading.invariants import form_of

DECISION = words("allow", "block")

PHASE = record(
    {"name": STRING, "initial": BOOLEAN, "terminal": BOOLEAN}, closed=True, required=("name",)
)

LIMITS = record(
    {
        # Numbers are judged by `invalid-limit`, which knows each one's range.
        "max_steps": ANY,
        "max_tool_calls": ANY,
        "max_cost_per_session": ANY,
        "max_calls_per_tool": MAPPING,
        "loop_detection": MAPPING,
        "circuit_breaker": MAPPING,
    },
    closed=True,
)

SUPPRESS = record({"check": STRING, "phase": STRING, "reason": ANY})

SESSION = record(
    {
        "schema_version": ANY,
        "agent": STRING,
        "phases": ANY,
        "transitions": ANY,
        "session_limits": LIMITS,
        "risk_defaults": record(dict.fromkeys(RISK_CLASSES, DECISION), closed=True),
        "policy": MAPPING,
        "provider_constraints": MAPPING,
        "graph_analysis": record({"suppress": Shape("list", items=SUPPRESS)}),
        "aggregates": ANY,
        "envelopes": ANY,
        "labels": ANY,
        "bindings": ANY,
        "checkpoints": ANY,
        "name": STRING,
        "description": STRING,
    },
    closed=True,
    expected=("schema_version", "agent"),
)

PRECONDITION = record(
    {
        "requires_prior_tool": STRING,
        "with_output": Shape("list", items=record({"path": STRING})),
        "requires_step_count": record({"gte": Shape("integer")}),
    }
)

INVARIANTS = Shape("list", checks=(form_of,))
ARGUMENTS = Shape("list", items=MAPPING, checks=(form_of,))
ASSERTIONS = record({"input_invariants": INVARIANTS, "output_invariants": INVARIANTS})

TOOL = record(
    {
        "tool": STRING,
        "side_effect": words(*RISK_CLASSES),
        "evidence_class": words("local_transaction", "ack_only", "unverifiable"),
        "commit_requirement": words("acknowledged", "none"),
        "timeouts": record({"total_ms": NUMBER}, required=("total_ms",)),
        "retries": record(
            {"max_attempts": NUMBER, "retry_on": STRINGS}, required=("max_attempts",)
        ),
        "rate_limits": record(
            {"on_429": record({"respect_retry_after": BOOLEAN, "max_sleep_seconds": NUMBER})}
        ),
        "assertions": ASSERTIONS,
        "golden_cases": LIST,
        "allowed_errors": LIST,
        "gate": DECISION,
        "transitions": record({"valid_in_phases": STRINGS, "advances_to": STRING}, closed=True),
        "preconditions": Shape("list", items=PRECONDITION),
        "forbids_after": STRINGS,
        "argument_value_invariants": ARGUMENTS,
        "response_format_invariants": MAPPING,
        "execution_constraints": record({"arguments": ARGUMENTS}),
        "policy": MAPPING,
        "binds": LIST,
        "schema_derived": BOOLEAN,
        "schema_derived_exclude": STRINGS,
        "checkpoint": MAPPING,
        "description": ANY,
        "status": ANY,
        "limits": ANY,
        "labels": ANY,
        "aggregates": ANY,
        "envelopes": ANY,
        "checkpoints": ANY,
        "provider_modes": ANY,
        "contract_schema_version": ANY,
    },
    closed=True,
    required=("tool", "side_effect"),
    expected=BASE_FIELDS[1:],
)

TEST = record(
    {
        "assertions": ASSERTIONS,
        "expect_tools": STRINGS,
        "expected_tool_calls": Shape(
            "list",
            items=record(
                {
                    "name": STRING,
                    "argument_invariants": ARGUMENTS,
                }
            ),
        ),
    }
)

WORKFLOW = record(
    {
        "roles": Shape("list", items=record({"name": STRING, "session_contract": STRING})),
        "handoffs": Shape("list", items=record({"from": STRING, "to": STRING})),
    }
)
