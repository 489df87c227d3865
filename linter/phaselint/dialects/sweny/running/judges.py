"""Side questions: judges, and the reflection before a retry (reference §5.9, §5.10).

Of the prompts the reference fixes what they hold and how they begin; the answers are read to
the letter.
"""

from __future__ import annotations

import re

from phaselint.dialects.sweny.model import DEFAULT_JUDGE_MODEL
from phaselint.dialects.sweny.running.gates import Verdict, is_error, verdict
from phaselint.javascript.spaces import SPACES, trim
from phaselint.javascript.texts import json_of
from phaselint.javascript.units import cut, length

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Evaluator, Node, Retry, Workflow

NO_VERDICT = "judge parse failure: model response did not contain a parseable VERDICT line"
PREVIEW = 200
HEADER = "## Previous attempt failed evaluation"
DIAGNOSE = (
    "Say in two to four sentences what went wrong and what you will do differently this time."
)

SAYING = "VERDICT: "
BECAUSE = "REASONING: "
# ASCII: without the flag `u`, JavaScript ignores the case of these letters only
_VERDICT = f"(?ai)VERDICT[{SPACES}]*:[{SPACES}]*([^{SPACES}]+)"
_REASONING = f"(?ais)REASONING[{SPACES}]*:(.*)"


def judge_model(evaluator: Evaluator, node: Node, workflow: Workflow) -> str:
    """The model that judges (reference §3.11)."""
    return evaluator.model or node.judge_model or workflow.judge_model or DEFAULT_JUDGE_MODEL


def judge_prompt(
    evaluator: Evaluator, data: Mapping[str, Any], calls: Sequence[Mapping[str, Any]]
) -> str:
    """What a judge is shown: rubric, data and tool calls, and how to answer; neither the run's
    input nor other nodes."""
    passes = evaluator.pass_when
    fails = "no" if passes == "yes" else f"not_{passes}"
    listed = "\n".join(map(_call_line, calls)) or "(no tools were called)"
    return "\n".join(
        (
            "You are a judge evaluator. Read the rubric, the node's result data, and the tool",
            "calls, then decide whether the result satisfies the rubric.",
            f"\n## Rubric\n\n{evaluator.rubric}",
            f"\n## Node result data\n\n```json\n{json_of(data, 2)}\n```",
            f"\n## Tool calls\n\n{listed}",
            "\n## Output format\n\nAnswer with these two lines only:\n",
            f"VERDICT: <{passes}|{fails}>",
            "REASONING: <why, in one paragraph>",
        )
    )


def _call_line(call: Mapping[str, Any]) -> str:
    status = call.get("status") or ("error" if is_error(call.get("output")) else "success")
    return (
        f"- {call['tool']} [{status}] input={_seen(call, 'input')} output={_seen(call, 'output')}"
    )


def _seen(call: Mapping[str, Any], key: str) -> str:
    if key not in call:
        return "<empty>"
    shown = json_of(call[key])
    return cut(shown, PREVIEW) + "…" if length(shown) > PREVIEW else shown


def read_verdict(evaluator: Evaluator, answer: str) -> Verdict | None:
    """The verdict in an answer; none when it has no marker."""
    said, reasoning = _plain(answer) or _found(answer)
    if not said:
        return None
    return verdict(evaluator, said.lower() == evaluator.pass_when.lower(), trim(reasoning))


def _plain(answer: str) -> tuple[str, str] | None:
    """The verdict and the reasoning of an answer in two lines, as it is asked for, or without the
    second one: to compile the patterns for all others takes as long as to read a small workflow."""
    first, _, rest = answer.partition("\n")
    word = first.removeprefix(SAYING)
    if word == first or not word.isidentifier() or not word.isascii():
        return None
    plain = (not rest or rest.startswith(BECAUSE)) and "reasoning" not in word.lower()
    return (word, rest.removeprefix(BECAUSE)) if plain else None


def _found(answer: str) -> tuple[str, str]:
    """The verdict and the reasoning wherever they are in an answer; empty where there is none."""
    found = re.search(_VERDICT, answer)
    reasoning = re.search(_REASONING, answer) if found else None
    return found[1] if found else "", reasoning[1] if reasoning else ""


def unreadable(evaluator: Evaluator) -> Verdict:
    """The verdict when the second answer has no marker either."""
    return verdict(evaluator, False, NO_VERDICT)


def passing_answer(evaluator: Evaluator) -> str:
    """An answer that lets an evaluator pass."""
    return f"{SAYING}{evaluator.pass_when}\n{BECAUSE}it does"


def failing_answer(evaluator: Evaluator) -> str:
    """An answer that fails an evaluator."""
    return f"{SAYING}not_{evaluator.pass_when}\n{BECAUSE}it does not"


# --- retry ------------------------------------------------------------------------------------


def reflects(retry: Retry) -> bool:
    """Whether a retry asks a question before it."""
    return retry.instruction in ("auto", "reflect")


def reflection_prompt(
    retry: Retry,
    instruction: str,
    failures: Sequence[Verdict],
    calls: Sequence[Mapping[str, Any]],
) -> str:
    """The question before a retry."""
    listed = "\n".join(
        f"  - {call['tool']} ({'error' if is_error(call.get('output')) else 'ok'})"
        for call in calls
    )
    question = retry.text if retry.instruction == "reflect" else DIAGNOSE
    return "\n".join(
        (
            f"You attempted to: {instruction}",
            f"\nEvaluation failed:\n{_lines(failures)}",
            f"\nTools that the failed attempt called:\n{listed or '(no tools were called)'}",
            f"\n{question}",
        )
    )


def preamble(retry: Retry, failures: Sequence[Verdict], diagnosis: str = "") -> str:
    """The text before the prompt of a retry. An empty diagnosis gives the default one."""
    listed = f"{HEADER}\n\n{_lines(failures)}"
    if retry.instruction == "text":
        return f"## Retry guidance\n\n{retry.text}\n\n{listed}"
    diagnosis = trim(diagnosis)
    if reflects(retry) and diagnosis:
        return f"## Reflection on previous attempt\n\n{diagnosis}\n\n{listed}"
    return f"{listed}\n\nFix the issue and try again."


def _lines(failures: Sequence[Verdict]) -> str:
    return "\n".join(each.line for each in failures)
