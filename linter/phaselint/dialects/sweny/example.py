"""A first contract: a workflow that labels issues."""

from __future__ import annotations

from phaselint.dialects.scaffolding import Example

_TESTS_TRIAGE_SCRIPT = """\
# Possible answers of a model, and the expected result: `phaselint lint --dry-run` runs this.
version: 1
contract: ../triage.yml
scenarios:
  - name: a bug is labeled
    model:
      read: [{data: {kind: bug}}]
      label: [{}]
    route:
      read: [label]
    expect:
      outcome: completed
      phases: [read, label]
"""

_TRIAGE = """\
# yaml-language-server: $schema=https://spec.sweny.ai/schemas/workflow.json
id: triage
name: Triage
description: Reads an issue and labels it, or asks its author for more.
entry: read

nodes:
  read:
    name: Read the issue
    instruction: Read the issue. Say whether it is a bug, a wish, or too short to tell.
    output:
      type: object
      properties:
        kind: {type: string, enum: [bug, wish, unclear]}
      required: [kind]
  label:
    name: Label it
    instruction: Set the label for what kind of issue it is.
  ask:
    name: Ask for more
    instruction: Ask the author for what is missing, in one friendly comment.

edges:
  - {from: read, to: ask, when: read.kind is unclear}
  - {from: read, to: label}
"""

EXAMPLE = Example(
    {
        ".sweny/workflows/tests/triage.script.yaml": _TESTS_TRIAGE_SCRIPT,
        ".sweny/workflows/triage.yml": _TRIAGE,
    },
    ".sweny/workflows/tests/triage.script.yaml",
    ".sweny/workflows/tests/*.script.yaml",
)
