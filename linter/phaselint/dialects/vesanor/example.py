"""A first contract: a support desk with one session and three tools."""

from __future__ import annotations

from phaselint.dialects.scaffolding import Example

_HAND_OVER = """\
# Asks a person to go on.
tool: hand_over
side_effect: write
evidence_class: local_transaction
commit_requirement: acknowledged
timeouts: {total_ms: 5000}
retries: {max_attempts: 1, retry_on: [timeout]}
rate_limits: {on_429: {respect_retry_after: true, max_sleep_seconds: 60}}
assertions: {input_invariants: [], output_invariants: []}
golden_cases: []
allowed_errors: []
transitions:
  valid_in_phases: [known]
  advances_to: handed_over
"""

_LOOK_UP_ORDER = """\
# The order that the complaint is about.
tool: look_up_order
side_effect: read
evidence_class: local_transaction
commit_requirement: acknowledged
timeouts: {total_ms: 5000}
retries: {max_attempts: 1, retry_on: [timeout]}
rate_limits: {on_429: {respect_retry_after: true, max_sleep_seconds: 60}}
assertions: {input_invariants: [], output_invariants: []}
golden_cases: []
allowed_errors: []
transitions:
  valid_in_phases: [intake]
  advances_to: known
"""

_REFUND = """\
# Pays the order back.
tool: refund
side_effect: write
evidence_class: local_transaction
commit_requirement: acknowledged
timeouts: {total_ms: 5000}
retries: {max_attempts: 1, retry_on: [timeout]}
rate_limits: {on_429: {respect_retry_after: true, max_sleep_seconds: 60}}
assertions: {input_invariants: [], output_invariants: []}
golden_cases: []
allowed_errors: []
transitions:
  valid_in_phases: [known]
  advances_to: refunded
"""

_SESSION = """\
# Support: a complaint is looked up, then refunded or handed to a person.
schema_version: "1.0"
agent: support

phases:
  - {name: intake, initial: true}
  - {name: known}
  - {name: refunded, terminal: true}
  - {name: handed_over, terminal: true}

transitions:
  intake: [known]
  known: [refunded, handed_over]
"""

_SUPPORT_SCRIPT = """\
# Possible answers of a model, and the expected result: `phaselint lint --dry-run` runs this.
version: 1
scenarios:
  - name: an order is found and refunded
    model:
      - {calls: [look_up_order]}
      - {calls: [refund]}
    expect:
      outcome: completed
      phases: [intake, known, refunded]
"""

EXAMPLE = Example(
    {
        "support/hand_over.yaml": _HAND_OVER,
        "support/look_up_order.yaml": _LOOK_UP_ORDER,
        "support/refund.yaml": _REFUND,
        "support/session.yaml": _SESSION,
        "support/support.script.yaml": _SUPPORT_SCRIPT,
    },
    "support/support.script.yaml",
)
