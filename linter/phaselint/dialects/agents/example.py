"""A starter contract: a team of two agents, one of which hands off to the other."""

from __future__ import annotations

from phaselint.dialects.scaffolding import Example

_IMPLEMENTER = """\
---
name: Implementer
description: Carries out a plan
tools: [search, read, edit]
---
Carry out the plan step by step. Where it does not fit the code, say so and stop.
"""

_PLANNER = """\
---
name: Planner
description: Plans a change before anybody writes code
tools: [search, read]
handoffs:
  - label: Write the code
    agent: Implementer
    prompt: Carry out the plan above.
    send: false
---
Read what the change touches, and write a plan of at most ten steps. Change no file.
"""

_TEAM_SCRIPT = """\
# Possible acts of a user and a model, and the expected result: `phaselint lint --dry-run` runs
# this. A session begins with `agent`, VS Code's own.
version: 1
scenarios:
  - name: a plan is made and carried out
    model:
      - pick: Planner
      - send
      - answer                     # the plan
      - press: Write the code
      - send
      - answer
      - leave
    expect:
      outcome: completed
      phases: [agent, Planner, Implementer]
"""

EXAMPLE = Example(
    {
        ".github/agents/implementer.agent.md": _IMPLEMENTER,
        ".github/agents/planner.agent.md": _PLANNER,
        "team.script.yaml": _TEAM_SCRIPT,
    },
    "team.script.yaml",
)
