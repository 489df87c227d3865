"""Clean SWEny workflows for benchmarks: written like real ones, of any size, from a seed.

A workflow is a line of stages. Most stages do something and go on; every fourth one decides
between going on, going back a bounded number of times and giving up. Nodes have declared
outputs, evaluators with patterns, tools and judges, retries, and paths that later nodes require.
"""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

VERBS = ("collect", "draft", "build", "verify", "publish", "measure", "migrate", "label")
THINGS = ("the reports", "the branch", "the release notes", "the index", "the open tickets")
SKILLS = {
    "github": "github_create_issue",
    "linear": "linear_create_issue",
    "slack": "slack_send_message",
}

HEAD = """\
# yaml-language-server: $schema=https://spec.sweny.ai/schemas/workflow.json
id: {name}
name: {title}
description: What the agent does about {thing}, from the first look to the report.
entry: {entry}
judge_budget: 1000
rules:
  - Never touch what is not named in the task.
inputs:
  repository: {{type: string, required: true}}

nodes:
"""
STEP = """\
  {name}:
    name: {title}
    instruction: |
      Go through {thing} of the repository input.repository and {verb} what is new.
      Say what was done in one sentence, and leave everything else as it is.
    skills: [{skill}]
    output:
      type: object
      properties:
        report: {{type: string, pattern: "^[A-Z].*$"}}
        items:
          type: array
          items:
            type: object
            properties:
              key: {{type: string}}
              count: {{type: integer, minimum: 0}}
            required: [key, count]
      required: [report, items]
    eval:
      - name: reported
        kind: value
        rule:
          output_required: ["items[*].key"]
          output_matches:
            - {{path: report, matches: "^[A-Z][^.]*\\\\.$"}}
      - name: done
        kind: function
        rule:
          any_tool_called: [{tool}]
    retry:
      max: 2
"""
DECISION = """\
  {name}:
    name: {title}
    instruction: Decide whether {thing} can go on as they are.
    output:
      type: object
      properties:
        verdict: {{type: string, enum: [good, poor, hopeless]}}
        reason: {{type: string}}
      required: [verdict, reason]
    eval:
      - name: grounded
        kind: judge
        rubric: The reason names what was looked at.
    retry:
      max: 1
      instruction: {{auto: true}}
"""
REQUIRES = """\
    requires:
      output_required: [{before}.{field}]
"""
END = """\
  {name}:
    name: {title}
    instruction: Tell the team how it ended.
    skills: [slack]
"""


def workflow(rng: random.Random, name: str, nodes: int) -> str:
    """The text of a workflow with so many nodes, at least six."""
    thing = rng.choice(THINGS)
    stages = [f"{rng.choice(VERBS)}_{number}" for number in range(nodes - 2)]
    parts = [HEAD.format(name=name, title=_title(name), thing=thing, entry=stages[0])]
    edges: list[str] = []
    for number, stage in enumerate(stages):
        onward = stages[number + 1] if number + 1 < len(stages) else "report"
        title = _title(stage)
        if _decides(number):
            parts.append(DECISION.format(name=stage, title=title, thing=thing))
            edges += _branches(stage, stages[number - 2], onward)
        else:
            skill = rng.choice(list(SKILLS))
            verb = stage.partition("_")[0]
            words = {"thing": thing, "verb": verb, "skill": skill, "tool": SKILLS[skill]}
            parts.append(STEP.format(name=stage, title=title, **words))
            edges.append(f"  - {{from: {stage}, to: {onward}}}")
        if number:
            field = "verdict" if _decides(number - 1) else "items"
            parts.append(REQUIRES.format(before=stages[number - 1], field=field))
    parts += [END.format(name=end, title=_title(end)) for end in ("report", "give_up")]
    parts[-2] += REQUIRES.format(before=stages[-1], field="verdict" if _decides(nodes - 3) else "items")
    return "\n".join([*parts, "edges:", *edges, ""])


def workflows(count: int, nodes: int | None = None, seed: int = 23) -> Iterator[tuple[str, str]]:
    """Name and text of each of `count` workflows, with 6 to 14 nodes unless said otherwise."""
    rng = random.Random(seed)
    for number in range(count):
        name = f"{rng.choice(VERBS)}-{number:04}"
        yield name, workflow(rng, name, nodes or rng.randint(6, 14))


def write_workflows(
    root: str, count: int, nodes: int | None = None, seed: int = 23
) -> list[str]:
    """Write workflows into `.sweny/workflows` of a folder, and give their paths."""
    folder = os.path.join(root, ".sweny", "workflows")
    os.makedirs(folder)
    written = []
    for name, text in workflows(count, nodes, seed):
        path = os.path.join(folder, f"{name}.yml")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        written.append(path)
    return written


def _decides(number: int) -> bool:
    return number % 4 == 3


def _branches(stage: str, back: str, onward: str) -> list[str]:
    """The edges out of a decision: on, back at most twice, and else to the end."""
    return [
        f"  - from: {stage}\n    to: {onward}\n    when: {stage}.verdict is good",
        f"  - from: {stage}\n    to: {back}\n    when: {stage}.verdict is poor\n"
        "    max_iterations: 2",
        f"  - {{from: {stage}, to: give_up}}",
    ]


def _title(name: str) -> str:
    return name.replace("_", " ").replace("-", " ").capitalize()
