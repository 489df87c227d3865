"""The tools of the server: names, purposes, and the JSON Schemas of arguments and answers."""

from __future__ import annotations

from phaselint.mcp import schemas
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

LIMIT = 20.0
"""Seconds after which a call ends with what is known until then."""


class Tool(NamedTuple):
    """A tool of the server.

    Attributes:
        title, purpose: what people and models read.
        takes, gives: the JSON Schemas of its arguments and of its structured answer.
        module: answers it (see `phaselint.mcp.answers`).
    """

    title: str
    purpose: str
    takes: Mapping[str, Any]
    gives: Mapping[str, Any]
    module: str


TEXTS = "Unsaved files can be given in `texts`; nothing is ever written."

TOOLS: Mapping[str, Tool] = {
    "lint": Tool(
        "Lint contracts",
        "Check workflow contracts of LLM agents (agent teams, SWEny, Vesanor, climpt, stud, "
        "LangGraph) for broken handoffs, dead ends and endless loops. Gives findings by cause, the "
        f"worst first, and fixes as edits that were tried in a copy. {TEXTS}",
        schemas.lint(),
        schemas.FINDINGS,
        "phaselint.mcp.answers.lint",
    ),
    "prove": Tool(
        "Lint and prove",
        "Lint, and confirm each finding by simulated runs: gives the shortest run that breaks the "
        "contract, step by step, and also what only exploring all runs finds. Runs the scripts of "
        f"contracts and checks their policies. {TEXTS}",
        schemas.lint(),
        schemas.FINDINGS,
        "phaselint.mcp.answers.prove",
    ),
    "explain_rule": Tool(
        "Explain a rule",
        "Explain a rule by its name or code: what it reports, why, a bad and a good example, and "
        "how to fix it.",
        schemas.RULE,
        schemas.RULE_PAGE,
        "phaselint.mcp.answers.rule",
    ),
    "graph": Tool(
        "Draw the graph of a contract",
        "List the nodes and transitions of a contract, with those that no run reaches and why, and "
        f"draw it as mermaid text. {TEXTS}",
        schemas.GRAPH,
        schemas.DRAWING,
        "phaselint.mcp.answers.graph",
    ),
    "run_script": Tool(
        "Run a script",
        "Run scenarios of a script in the executor: each scripted answer step by step, how the run "
        f"ends, and which assertions and policies fail. {TEXTS}",
        schemas.SCRIPT,
        schemas.RUNS,
        "phaselint.mcp.answers.script",
    ),
    "suggest_policies": Tool(
        "Suggest policies",
        "List the policies of contracts and whether they hold in all runs, and suggest rules that "
        f"hold today and aren't written down. {TEXTS}",
        schemas.POLICIES,
        schemas.SUGGESTIONS,
        "phaselint.mcp.answers.policies",
    ),
    "diff": Tool(
        "Compare two versions",
        "Show what a change makes possible and what it rules out: new and lost runs, facts that no "
        "longer hold, policies, new and fixed findings. Compares git revisions, the working tree "
        f"or two directories. {TEXTS}",
        schemas.VERSIONS,
        schemas.DIFFERENCE,
        "phaselint.mcp.answers.diff",
    ),
}
"""Tool → what it does."""

INSTRUCTIONS = (
    "Check a workflow contract after writing it: `lint` while editing, `prove` when it is "
    "complete. Fixes come as edits; those marked `leaves nothing new` were applied to a copy, "
    "linted and proved again. Apply one, then call again: line numbers move."
)
"""What the server tells models about itself."""
