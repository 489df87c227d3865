"""Small contracts of every dialect on disk, and a cursor in them, for tests of what helps to
write."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import climpt
import stud
from lsp.desks import Editor, over

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from phaselint_lsp.snapshot import Snapshot
    from phaselint_lsp.textstore import Encoding

CURSOR = "⌶"

SESSION = """\
schema_version: "1.0"
agent: gardener
phases:
  - {name: dig, initial: true}
  - {name: sow}
  - {name: reap, terminal: true}
transitions:
  dig: [sow]
  sow: [reap]
"""
TOOL = """\
tool: plant_seed
side_effect: read
transitions: {valid_in_phases: [dig], advances_to: sow}
"""
GARDEN = {"session.yaml": SESSION, "plant_seed.yaml": TOOL}

KILN = """\
id: kiln
name: Kiln
entry: load
inputs:
  glaze: {type: string}
nodes:
  load:
    name: Load
    instruction: Load it.
    output:
      type: object
      properties:
        heat: {type: number}
        note: {type: string}
      required: [heat]
  fire:
    name: Fire
    instruction: Fire it.
    skills: [github]
    requires:
      output_required: [load.heat]
    eval:
      - {name: even, kind: judge, rubric: Is it even?}
  cool:
    name: Cool
    instruction: Cool it.
edges:
  - {from: load, to: fire, when: the load is heavy}
  - {from: load, to: cool}
  - {from: fire, to: cool}
"""
FLOW = """\
studPipeline: 1
id: letters
entryStage: draft
stages: [draft.md, review.md]
next:
  draft: {nextStages: [review]}
ctx: {required: [topic], optional: [tone]}
"""
REVIEW = "Look at {{ctx.upstream[0].parsed.summary}} on {{ctx.topic}}. Then call `submit_review`.\n"
LETTERS = {
    "letters.stud.yaml": FLOW,
    "draft.md": stud.markdown(stud.stage("draft")),
    "review.md": stud.markdown(stud.stage("review", body=REVIEW)),
}


def agent() -> dict[str, str]:
    """The files of a climpt agent, its registry one key a line."""
    files = climpt.contract()
    registry = json.loads(files[climpt.REGISTRY])
    return {**files, climpt.REGISTRY: json.dumps(registry, indent=2)}


def editor(root: Path, files: Mapping[str, str], *, encoding: Encoding = "utf-16") -> Editor:
    """An editor over a project with these files."""
    (root / "phaselint.toml").touch()
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return over(root, encoding=encoding)


def written(opened: Editor, name: str, text: str) -> tuple[Snapshot, int]:
    """A document once a text with the cursor in it has been typed, and the offset of that."""
    opened.open(name)
    offset = text.index(CURSOR)
    return opened.replace(name, text.replace(CURSOR, "")), offset


def put(text: str, old: str, new: str) -> str:
    """A text with something else in one place."""
    assert old in text
    return text.replace(old, new, 1)
