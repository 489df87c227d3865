"""Small Vesanor contracts as people write them, put into folders."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SESSION = """\
schema_version: "1.0"
agent: desk
phases:
  - {name: intake, initial: true}
  - {name: done, terminal: true}
transitions:
  intake: [done]
"""
TOOL = """\
tool: answer
side_effect: read
evidence_class: local_transaction
commit_requirement: acknowledged
timeouts: {total_ms: 1000}
retries: {max_attempts: 0, retry_on: []}
rate_limits: {on_429: {respect_retry_after: true, max_sleep_seconds: 1}}
assertions: {input_invariants: [], output_invariants: []}
golden_cases: []
allowed_errors: []
transitions: {valid_in_phases: [intake], advances_to: done}
"""
TERMINAL = "  - {name: done, terminal: true}\n"
UNREACHABLE = SESSION.replace(TERMINAL, "  - {name: review}\n" + TERMINAL)
"""One error: PL101 at 5:12."""

UNKNOWN_FIELD = SESSION + "surprise: 1\n"
"""One warning: PL008 at 8:1."""

BOTH = UNREACHABLE + "surprise: 1\n"
"""An error in line 5 and a warning in line 9."""

BROKEN = SESSION.replace("[done]", "[done")
"""Does not parse, and is a session file for all anyone can see."""

COMPOSE = "services:\n  web: {image: nginx}\n"
"""A YAML file that is no contract."""


def contract(folder: Path, session: str = SESSION, **tools: str) -> Path:
    """Write a contract with the tool `answer`, and further tools by name."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "session.yaml").write_text(session, encoding="utf-8")
    for name, text in {"answer": TOOL, **tools}.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def tool(name: str, phase: str, target: str = "", more: str = "") -> str:
    """The text of a tool that is valid in one phase."""
    advance = f", advances_to: {target}" if target else ""
    placed = f"transitions: {{valid_in_phases: [{phase}]{advance}}}\n"
    lines = TOOL.replace("tool: answer", f"tool: {name}").splitlines(keepends=True)[:-1]
    return "".join([*lines, placed, more])
