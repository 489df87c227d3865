"""A first contract: a pipeline of two stages."""

from __future__ import annotations

from phaselint.dialects.scaffolding import Example

_PIPELINE_SCRIPT = """\
# Possible answers of a model, and the expected result: `phaselint lint --dry-run` runs this.
version: 1
contract: pipeline.stud.yaml
scenarios:
  - name: a plan is approved
    input: {ctx: {task: Rename a column}}
    model:
      plan:
        - calls: [{name: submit_plan, args: {steps: [Add the new one, Drop the old one]}}]
      review:
        - calls: [{name: submit_review, args: {decision: approve}}]
    expect:
      outcome: completed
      phases: [plan, review]
"""

_PIPELINE_STUD = """\
# Which stage follows which. The code of the state machine decides that; it is written down here so
# that it can be checked.
studPipeline: 1
id: change
entryStage: plan
stages: [stages/plan.md, stages/review.md]
next:
  plan: {nextStages: [review]}
  review:
    branches:
      - {when: {verdict: ok, path: parsed.decision, equals: approve}, nextStages: []}
    default: {execution: terminate}
tools: {bundled: default}
ctx: {required: [task]}
"""

_STAGES_PLAN = """\
---
id: plan
name: Plan the change
allowedTools: [read, grep]
completionTool: submit_plan
completionSchema:
  type: object
  properties:
    steps: {type: array, items: {type: string}, minItems: 1}
  required: [steps]
  additionalProperties: false
retryPolicy: {maxAttempts: 2, backoff: none}
turnCap: 8
resolutionPolicy: retry-later
---
Plan this change: {{ctx.task}}

Then call `submit_plan` with its steps.
"""

_STAGES_REVIEW = """\
---
id: review
name: Review the plan
allowedTools: [read]
completionTool: submit_review
completionSchema:
  type: object
  properties:
    decision: {enum: [approve, reject]}
  required: [decision]
  additionalProperties: false
retryPolicy: {maxAttempts: 1, backoff: none}
turnCap: 4
resolutionPolicy: retry-later
---
Somebody wants to do this: {{ctx.task}}

These are the steps: {{ctx.upstream[0].parsed.steps}}

Say whether they will do, by calling `submit_review`.
"""

EXAMPLE = Example(
    {
        "change/pipeline.script.yaml": _PIPELINE_SCRIPT,
        "change/pipeline.stud.yaml": _PIPELINE_STUD,
        "change/stages/plan.md": _STAGES_PLAN,
        "change/stages/review.md": _STAGES_REVIEW,
    },
    "change/pipeline.script.yaml",
)
