"""Clean Vesanor contract sets for benchmarks: as large and as written as real ones, from a seed.

A set has 3 to 8 phases in a line, often with a way out of every phase and a way back, and 3 to
10 tools with all base fields, in block or in flow style, with comments. Nothing in it is to be
found: what is measured is the price of a clean run.
"""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Files = dict[str, str]

DOMAINS = ("refund", "incident", "deployment", "hiring", "research", "invoice", "onboarding")
STAGES = ("intake", "triaged", "verified", "planned", "approved", "executed")
VERBS = ("accept", "triage", "verify", "plan", "approve", "execute")
HELPERS = ("look_up", "search", "summarize", "compare")
RISKS = ("write", "write", "destructive", "financial")

FLOW = """\
timeouts: {{total_ms: {timeout}}}
retries: {{max_attempts: {attempts}, retry_on: [timeout]}}
rate_limits: {{on_429: {{respect_retry_after: true, max_sleep_seconds: 30}}}}
assertions: {{input_invariants: [], output_invariants: []}}
golden_cases: []
allowed_errors: []
"""
BLOCK = """\
timeouts:
  total_ms: {timeout}  # the slowest answer seen in production, doubled
retries:
  max_attempts: {attempts}
  retry_on:
    - timeout
    - http_503
rate_limits:
  on_429:
    respect_retry_after: true
    max_sleep_seconds: 30
assertions:
  input_invariants:
    - path: "$.{domain}_id"
      type: string
  output_invariants:
    - path: "$.status"
      one_of: [ok, pending]
golden_cases:
  - id: {name}_happy_path
    input_ref: golden/{name}.json
    expect_ok: true
allowed_errors: []
"""


class Tool:
    """A tool to be written down."""

    def __init__(self, name: str, phases: Sequence[str], target: str, risk: str) -> None:
        self.name = name
        self.phases = phases
        self.target = target
        self.risk = risk
        self.requires = ""
        self.forbids = ""


def sets(count: int, seed: int = 11) -> Iterator[tuple[str, Files]]:
    """Name and files of each of `count` sets; the same ones for the same arguments."""
    rng = random.Random(seed)
    for number in range(count):
        domain = rng.choice(DOMAINS)
        yield f"{domain}_{number:04}", contract_set(rng, domain)


def write_sets(root: str, count: int, seed: int = 11) -> list[str]:
    """Write sets below a folder, one folder each, and give the paths of all files."""
    written = []
    for name, files in sets(count, seed):
        folder = os.path.join(root, name)
        os.makedirs(folder)
        for file, text in files.items():
            path = os.path.join(folder, file)
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(text)
            written.append(path)
    return written


def contract_set(rng: random.Random, domain: str) -> Files:
    """The files of one set."""
    stages = list(STAGES[: rng.randint(2, len(STAGES))])
    cancellable = len(stages) == 2 or rng.random() < 0.7
    returns = len(stages) > 3 and rng.random() < 0.4
    tools = _tools(rng, domain, stages, cancellable=cancellable, returns=returns)
    edges: dict[str, list[str]] = {stage: [] for stage in stages}
    for tool in tools:
        for phase in tool.phases if tool.target else ():
            edges[phase].append(tool.target)
    ends = ["done", "cancelled"] if cancellable else ["done"]
    files = {"session.yaml": _session_text(rng, domain, edges, ends)}
    for tool in tools:
        files[f"{tool.name}.yaml"] = _tool_text(rng, domain, tool)
    return files


def _tools(
    rng: random.Random, domain: str, stages: list[str], *, cancellable: bool, returns: bool
) -> list[Tool]:
    tools = [
        Tool(f"{verb}_{domain}", [stage], target, rng.choice(RISKS))
        for verb, stage, target in zip(VERBS, stages, [*stages[1:], "done"], strict=False)
    ]
    for number, helper in enumerate(HELPERS[: rng.randint(0, 2 if returns else 3)]):
        at = rng.randrange(len(stages))
        found = Tool(f"{helper}_{domain}", stages[: at + 1], "", "read")
        tools[at].requires = found.name
        if number and not returns:
            tools[len(stages) - 1].forbids = found.name
        tools.append(found)
    if returns:
        tools.append(Tool(f"return_{domain}", [stages[-1]], stages[1], "write"))
    if cancellable:
        tools.append(Tool(f"cancel_{domain}", stages, "cancelled", "write"))
    return tools


def _session_text(
    rng: random.Random, domain: str, edges: dict[str, list[str]], ends: list[str]
) -> str:
    lines = [f"# How the {domain} agent may work.", 'schema_version: "1.0"']
    lines += [f"agent: {domain}-agent", "", "phases:"]
    for number, phase in enumerate(edges):
        lines += [f"  - name: {phase}", *(["    initial: true"] if number == 0 else [])]
    for end in ends:
        lines += [f"  - name: {end}", "    terminal: true"]
    lines += ["", "# Who is left out here has no way on.", "transitions:"]
    for source, targets in edges.items():
        if rng.random() < 0.5:
            lines.append(f"  {source}: [{', '.join(targets)}]")
        else:
            lines += [f"  {source}:", *(f"    - {target}" for target in targets)]
    lines += ["", "session_limits:", "  max_steps: 40", "  max_tool_calls: 60"]
    lines += ["  loop_detection: {window: 5, threshold: 3}"]
    return "\n".join(lines) + "\n"


def _tool_text(rng: random.Random, domain: str, tool: Tool) -> str:
    lines = [f"# {tool.name.replace('_', ' ').capitalize()}.", f"tool: {tool.name}"]
    lines += [f"side_effect: {tool.risk}", "evidence_class: local_transaction"]
    lines += ["commit_requirement: acknowledged"]
    style = rng.choice((FLOW, BLOCK))
    timeout, attempts = 1000 * rng.randint(5, 60), rng.randint(0, 3)
    lines.append(
        style.format(timeout=timeout, attempts=attempts, domain=domain, name=tool.name).rstrip()
    )
    lines += ["transitions:", f"  valid_in_phases: [{', '.join(tool.phases)}]"]
    if tool.target:
        lines.append(f"  advances_to: {tool.target}")
    if tool.requires:
        lines += ["preconditions:", f"  - requires_prior_tool: {tool.requires}"]
    if tool.forbids:
        lines.append(f"forbids_after: [{tool.forbids}]  # the case is closed by then")
    return "\n".join(lines) + "\n"
