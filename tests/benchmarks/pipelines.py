"""Clean stud pipelines for benchmarks: written like real ones, of any size, from a seed.

A pipeline is an entry that starts stages side by side, a join that decides, and a line of stages
behind it, of which every third one reviews the one before and may send it back.
"""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

VERBS = ("collect", "draft", "build", "verify", "publish", "measure", "migrate", "label")
THINGS = ("the reports", "the branch", "the release notes", "the index", "the open tickets")
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
FEWEST = 5
"""Stages of the smallest pipeline: an entry, two siblings, a join and one behind it."""

STAGE = """\
---
id: {name}
name: {title}
description: What is done about {thing}, and what the next stage has to know of it.
allowedTools: [read, grep]
completionTool: submit_{tool}
completionSchema:
  type: object
  properties:
    decision: {{type: string, enum: [go-on, rework]}}
    notes: {{type: string, description: What the next stage has to know.}}
    items:
      type: array
      items:
        type: object
        properties:
          key: {{type: string}}
          count: {{type: integer, minimum: 0}}
        required: [key, count]
  required: [decision, notes]
  additionalProperties: false
retryPolicy: {{maxAttempts: 2, backoff: none}}
turnCap: 12
resolutionPolicy: retry-later
tags: [desk]
---
Go through {thing} for {{{{ctx.task}}}}, and mind what came before: {before}

{text}

Then call `submit_{tool}`.
"""
BEFORE = "{{ctx.upstream[0].parsed.notes}}"
HEAD = """\
studPipeline: 1
id: {name}
name: {title}
entryStage: {entry}
stages:
{stages}
next:
{ways}
tools:
  bundled: default
  mcp: {{tracker: [create_issue, close_issue]}}
ctx:
  required: [task]
"""
REVIEW = """\
  {name}:
    branches:
      - when: {{verdict: ok, path: parsed.decision, equals: go-on}}
        nextStages: [{onward}]
      - when: {{verdict: ok, path: parsed.decision, equals: rework}}
        nextStages: [{back}]
    default: {{nextStages: []}}
"""


def pipeline(rng: random.Random, name: str, stages: int) -> dict[str, str]:
    """The files of a pipeline with so many stages, at least five: path → text."""
    names = [f"{rng.choice(VERBS)}-{number}" for number in range(stages)]
    entry, left, right, join, *line = names
    ways = [
        f"  {entry}: {{execution: parallel, nextStages: [{left}, {right}], join: {join}}}\n",
        f"  {left}: {{nextStages: []}}\n",
        f"  {right}: {{nextStages: []}}\n",
    ]
    behind = [join, *line]
    for number, here in enumerate(behind):
        onward = behind[number + 1] if number + 1 < len(behind) else ""
        if number % 3 == 2 and onward:
            ways.append(REVIEW.format(name=here, onward=onward, back=behind[number - 1]))
        else:
            ways.append(f"  {here}: {{nextStages: [{onward}]}}\n")
    listed = "\n".join(f"  - stages/{name}/{each}.md" for each in names)
    manifest = HEAD.format(
        name=name, title=_title(name), entry=entry, stages=listed, ways="".join(ways).rstrip("\n")
    )
    files = {f"{name}.stud.yaml": manifest}
    for each in names:
        before = BEFORE if each in behind else "nothing"
        files[f"stages/{name}/{each}.md"] = _stage(rng, each, before)
    return files


def _stage(rng: random.Random, name: str, before: str) -> str:
    return STAGE.format(
        name=name,
        title=_title(name),
        tool=name.replace("-", "_"),
        thing=rng.choice(THINGS),
        before=before,
        text="\n".join(rng.sample(SENTENCES, rng.randint(4, 8))),
    )


def pipelines(count: int, stages: int | None = None, seed: int = 31) -> Iterator[dict[str, str]]:
    """The files of each of `count` pipelines, with 5 to 9 stages unless said otherwise."""
    rng = random.Random(seed)
    for number in range(count):
        name = f"{rng.choice(VERBS)}-{number:04}"
        yield pipeline(rng, name, stages or rng.randint(FEWEST, 9))


def write_pipelines(root: str, count: int, stages: int | None = None, seed: int = 31) -> list[str]:
    """Write pipelines into a folder each, and give the paths of all files."""
    written = []
    for number, files in enumerate(pipelines(count, stages, seed)):
        for name, text in files.items():
            path = os.path.join(root, f"p{number:04}", name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(text)
            written.append(path)
    return written


def _title(name: str) -> str:
    return name.replace("-", " ").capitalize()
