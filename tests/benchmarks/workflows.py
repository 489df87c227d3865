"""Clean SWEny workflows for benchmarks: written like real ones, of any size, from a seed.

A workflow is a line of stages, in groups of four: one just works, one reports what it did, one
is evaluated as well, and one decides between going on, going back a bounded number of times and
giving up. That is more outputs and gates than most workflows have, and as much text.
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
NODE = """\
  {name}:
    name: {title}
    instruction: |
      Go through {thing} of the repository input.repository and {verb} what is new.
{text}
"""
SENTENCES = (
    "Look at every entry of the last week, the oldest one first.",
    "Leave out what was done by hand, and say why in one line.",
    "When a link leads nowhere, keep it and mark it as broken.",
    "Do not open anything that is closed already.",
    "Prefer the words of the reporter to your own.",
    "Number the steps that somebody else could repeat.",
    "If there is nothing to do, say so and stop.",
    "Put the result where the next person looks for it.",
)
SKILLED = """\
    skills: [{skill}]
    max_turns: 30
"""
REPORT = """\
    output:
      type: object
      properties:
        report: {type: string}
        items:
          type: array
          items:
            type: object
            properties:
              key: {type: string}
              count: {type: integer, minimum: 0}
            required: [key, count]
      required: [report, items]
"""
CALLED = """\
    eval:
      - name: done
        kind: function
        rule:
          any_tool_called: [{tool}]
    retry:
      max: 2
"""
WORDED = """\
    eval:
      - name: worded
        kind: value
        rule:
          output_required: ["items[*].key"]
          output_matches:
            - {path: report, matches: "^[A-Z][^.]*\\\\.$"}
    retry:
      max: 2
"""
VERDICT = """\
    requires:
      output_required: [{before}.items]
    output:
      type: object
      properties:
        verdict: {{type: string, enum: [good, poor, hopeless]}}
        reason: {{type: string}}
      required: [verdict, reason]
"""
JUDGED = """\
    eval:
      - name: grounded
        kind: judge
        rubric: The reason names what was looked at.
    retry:
      max: 1
      instruction: {auto: true}
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
        before = stages[number - 1]
        # Nothing comes after the last one that could require what it gives.
        plain = number % 4 == 2 and onward == "report"
        parts.append(_node(rng, stage, 1 if plain else number, before, thing))
        if number % 4 == 3:
            edges += _branches(stage, before, onward, judged=number % 8 == 7)
        else:
            edges.append(f"  - {{from: {stage}, to: {onward}}}")
    parts += [END.format(name=end, title=_title(end)) for end in ("report", "give_up")]
    return "\n".join([*parts, "edges:", *edges, ""])


def _node(rng: random.Random, name: str, number: int, before: str, thing: str) -> str:
    """A stage: a plain one, one that reports, one that is evaluated, and one that decides."""
    skill = rng.choice(list(SKILLS))
    text = "\n".join(f"      {each}" for each in rng.sample(SENTENCES, rng.randint(4, 8)))
    verb = name.partition("_")[0]
    head = NODE.format(name=name, title=_title(name), thing=thing, verb=verb, text=text)
    if number % 4 == 3:
        return head + VERDICT.format(before=before) + (JUDGED if number % 8 == 7 else "")
    parts = [head, SKILLED.format(skill=skill), REPORT if number % 4 else ""]
    if number % 4 == 2:
        parts.append(WORDED if number % 16 == 2 else CALLED.format(tool=SKILLS[skill]))
    return "".join(parts)


def workflows(count: int, nodes: int | None = None, seed: int = 23) -> Iterator[tuple[str, str]]:
    """Name and text of each of `count` workflows, with 6 to 14 nodes unless said otherwise."""
    rng = random.Random(seed)
    for number in range(count):
        name = f"{rng.choice(VERBS)}-{number:04}"
        yield name, workflow(rng, name, nodes or rng.randint(6, 14))


def write_workflows(root: str, count: int, nodes: int | None = None, seed: int = 23) -> list[str]:
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


def _branches(stage: str, back: str, onward: str, *, judged: bool) -> list[str]:
    """The edges out of a decision: on, back at most twice, and else to the end. The first speaks
    of what a judge says where there is one, so that the router knows what to do if it fails."""
    again = f"{stage}.verdict is poor"
    passed = f" and {stage}.evals.grounded.pass is true" if judged else ""
    return [
        f"  - from: {stage}\n    to: {onward}\n    when: {stage}.verdict is good{passed}",
        f"  - from: {stage}\n    to: {back}\n    when: {again}\n    max_iterations: 2",
        f"  - {{from: {stage}, to: give_up}}",
    ]


def _title(name: str) -> str:
    return name.replace("_", " ").replace("-", " ").capitalize()
