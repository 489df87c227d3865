"""What the client is asked: model runs, judges and reflections (reference §5.3, §5.9, §5.10)."""

from __future__ import annotations

from phaselint.dialects.sweny.running.judges import judge_model, judge_prompt, reflection_prompt
from phaselint.dialects.sweny.running.prompts import SEPARATOR, assemble, offered
from phaselint.dialects.sweny.running.session import Pending, context
from phaselint.dialects.sweny.running.sight import prompt_context
from phaselint.dialects.sweny.running.toolbox import guidance_of, tools_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.sweny.model import Node
    from phaselint.dialects.sweny.running.gates import Verdict
    from phaselint.dialects.sweny.running.results import Result
    from phaselint.dialects.sweny.running.session import State


def node_of(state: State) -> Node:
    """The node a run is at."""
    return state.law.workflow.nodes[state.node]


def failures_of(result: Result) -> tuple[Verdict, ...]:
    """The failed evaluators of a result."""
    return tuple(verdict for verdict in result.evals or () if not verdict.passed)


def run_question(state: State) -> dict[str, Any]:
    """What the model is given when a run is pending: prompt, context, tools and settings."""
    law, node, pending = state.law, node_of(state), state.pending or Pending("run")
    base = assemble(law.workflow, node, law.given, law.texts, guidance_of(law.skills, node.skills))
    return {
        "node": node.id,
        "attempt": pending.attempt,
        "prompt": SEPARATOR.join(filter(None, (pending.preamble, base))),
        "context": prompt_context(state),
        "tools": list(offered(node, tools_of(law.skills, node.skills))),
        "disallowed": list(node.disallowed),
        "outputSchema": node.output,
        "maxTurns": node.max_turns,
        "model": node.model or law.workflow.model or None,
    }


def side_question(state: State) -> dict[str, Any]:
    """The question to a judge or in a reflection, if one is pending."""
    law, node, pending = state.law, node_of(state), state.pending or Pending("judge")
    result = pending.result
    if pending.kind == "judge":
        evaluator = node.evals[len(pending.verdicts)]
        return {
            "node": node.id,
            "purpose": "judge",
            "evaluator": evaluator.name,
            "model": judge_model(evaluator, node, law.workflow),
            "prompt": judge_prompt(evaluator, result.data, result.calls),
            "context": {},
        }
    instruction = law.texts[f"nodes.{node.id}.instruction"]
    prompt = ""
    if node.retry is not None:
        prompt = reflection_prompt(node.retry, instruction, failures_of(result), result.calls)
    return {
        "node": node.id,
        "purpose": "reflection",
        "evaluator": None,
        "model": node.model or law.workflow.model or None,
        "prompt": prompt,
        "context": context(state),
    }
