"""How the executor shows what `function` evaluators make of tool calls (reference §5.8, §8.4)."""

from __future__ import annotations

from phaselint.executor.claims import notes
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import unproved
from phaselint.vocabulary.record import NamedTuple
from phaselint_rules.sweny.gates.proofs.gates import NO_RUN
from phaselint_rules.sweny.proofs.answering import prevented, results_of, run_plan
from phaselint_rules.sweny.proofs.claims import (
    Unlike,
    after_reading,
    agree,
    checks_claim,
    entry_at,
    evaluator_at,
    node_above,
    said,
    way_to,
)
from phaselint_rules.sweny.samples import passing_answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Evaluator, Node
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

NOT_ASKED = "the run doesn't reach the evaluator: another gate fails first"


class Demand(NamedTuple):
    """A tool that an evaluator names, by the place of a finding: in which list, and the list."""

    node: Node
    number: int
    evaluator: Evaluator
    key: str
    tool: str
    listed: tuple[str, ...]


def _demand(facts: SwenyFacts, finding: Finding) -> Demand:
    """The tool at which a finding stands. Raises Unlike."""
    node = node_above(facts, finding, "eval", deep=4)
    number, evaluator = evaluator_at(node, finding)
    lists = {
        "any_tool_called": evaluator.any_called,
        "all_tools_called": evaluator.all_called,
        "no_tool_called": evaluator.no_called,
    }
    *_, key, _ = finding.place.pointer
    listed = lists.get(str(key), ())
    tool = entry_at(finding, listed)
    if evaluator.kind != "function":
        raise Unlike("the evaluator doesn't check tools")
    agree(finding, node=node.id, evaluator=evaluator.pointer[-1], key=key, tool=tool)
    return Demand(node, number, evaluator, str(key), tool=tool, listed=listed)


@after_reading(notes, "replay")
def not_offered(facts: SwenyFacts, finding: Finding) -> str:
    """An evaluator names the tool, which the node could only have by a skill."""
    asked = _demand(facts, finding)
    if not facts.catalogue_known(asked.node) or asked.tool in facts.agent_tools:
        raise Unlike("the node has the tool without a skill, or its tools aren't known")
    return ""


@checks_claim
def fails_with_what_is_offered(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The model calls every tool that it is offered, and the evaluator fails on every attempt,
    for want of tools that the node would have if it did not take them away."""
    facts = lab.facts
    asked = _demand(facts, finding)
    node = asked.node
    driven = _visit(lab, node, None)
    banned = {name for evaluator in node.evals for name in evaluator.no_called}
    taken = banned.union(driven.of("model:run", node.id)[-1]["disallowed"])
    offered = {*_offered(driven, node.id), *facts.agent_tools} - taken
    agree(finding, tools=_taken_away(facts, asked, offered))
    driven = _visit(lab, node, _answer(node, sorted(offered)))
    complaint = f"{asked.key}:"
    return _judged(asked, driven, lambda verdict: complaint in verdict.get("reasoning", ""))


def _taken_away(facts: SwenyFacts, asked: Demand, offered: set[str]) -> list[str]:
    """The tools of a list that a node would have, and takes away. Raises Unlike where the
    evaluator could do without."""
    node = asked.node
    own = {*facts.tools_of(node), *facts.agent_tools.intersection(node.disallowed)}
    listed = list(dict.fromkeys(asked.listed))
    gone = [name for name in listed if facts.same_tool(name).isdisjoint(offered)]
    if asked.key == "no_tool_called" or (asked.key == "any_tool_called" and gone != listed):
        raise Unlike("the evaluator can pass with the remaining tools")
    return [name for name in gone if not facts.same_tool(name).isdisjoint(own)]


@checks_claim
def fails_either_way(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The model does not call the tools, and the evaluator fails that asks for them; it calls
    them, and one fails that bans them."""
    facts = lab.facts
    asked = _demand(facts, finding)
    node = asked.node
    tools = _forbidden(facts, asked)
    agree(finding, tools=tools)
    complaint = f"{asked.key}:"
    without = _visit(lab, node, _answer(node, ()))
    proof = _judged(asked, without, lambda verdict: complaint in verdict.get("reasoning", ""))
    if proof.status != "proved":
        return proof

    def banned(driven: PlannedRun) -> bool:
        reasons = [verdict.get("reasoning", "") for verdict in verdicts_of(driven, node)]
        return any("no_tool_called:" in reason for reason in reasons)

    return shown(_visit(lab, node, _answer(node, tools)), banned)


def _forbidden(facts: SwenyFacts, asked: Demand) -> list[str]:
    """The tools of a list that the node's evaluators ban. Raises Unlike where the list can do
    without them."""
    bans = [name for evaluator in asked.node.evals for name in _bans(evaluator)]
    banned = {name for ban in bans for name in facts.same_tool(ban)}
    listed = list(dict.fromkeys(asked.listed))
    tools = [name for name in listed if name in banned]
    enough = asked.key == "all_tools_called" or tools == listed
    if asked.key == "no_tool_called" or not tools or not enough:
        raise Unlike("the evaluators can pass together")
    return tools


def _bans(evaluator: Evaluator) -> tuple[str, ...]:
    return evaluator.no_called if evaluator.kind == "function" else ()


@checks_claim
def counts_as_other(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The model calls the other tool, and the evaluator takes it for this one; it does not, and
    the evaluator does not."""
    facts = lab.facts
    asked, other = _demand(facts, finding), said(finding).get("other")
    if other == asked.tool or other not in list(facts.known_tools):
        raise Unlike("the contract has no such other tool")
    node, ban = asked.node, asked.key == "no_tool_called"
    complaint = f"{asked.key}:"
    same = facts.same_tool(asked.tool)
    rest = [name for name in asked.evaluator.all_called if name not in same]
    without = _visit(lab, node, _answer(node, rest))
    driven = _visit(lab, node, _answer(node, [*rest, other]))
    verdicts = [verdicts_of(each, node)[asked.number] for each in (without, driven)]
    before, after = (complaint in each.get("reasoning", "") for each in verdicts)
    if before is ban:
        return unproved("the evaluator gives the same result without a call of either tool")
    return shown(driven, after is ban)


# --- runs -------------------------------------------------------------------------------------


def _visit(lab: ProofContext[SwenyFacts], node: Node, answer: Any) -> PlannedRun:
    """A run to a node, where the model gives one answer on every attempt. Raises Unlike where
    there is none."""
    way = way_to(lab.facts, node)
    models = {node.id: passing_answer(node) if answer is None else answer}
    driven = run_plan(lab, f"{lab.rule.name} in {node.id}", Plan(way, models))
    if not driven.of("model:run", node.id):
        raise Unlike(prevented(driven, node.id, NO_RUN))
    return driven


def _answer(node: Node, tools: Iterable[str]) -> dict[str, Any]:
    """An answer with data that pass, and with successful calls of some tools."""
    return {**passing_answer(node), "toolCalls": [{"tool": name} for name in tools]}


def _offered(driven: PlannedRun, node: str) -> set[str]:
    """The tools that the model was offered on any attempt."""
    return {tool for given in driven.of("model:run", node) for tool in given["tools"]}


def _judged(
    asked: Demand,
    driven: PlannedRun,
    holds: Callable[[Mapping[str, Any]], bool],
) -> Proof:
    """The verdict on a finding that the result of its evaluator on the last attempt is to show."""
    verdicts = verdicts_of(driven, asked.node)
    return shown(driven, holds(verdicts[asked.number]))


def verdicts_of(driven: PlannedRun, node: Node) -> list[Mapping[str, Any]]:
    """The results of a node's evaluators on its last visit. Raises Unlike where they were not
    asked."""
    results = results_of(driven, node.id)
    found = list(results[-1].get("evals", ())) if results else []
    if not found or [each["name"] for each in found] != [each.name for each in node.evals]:
        raise Unlike(prevented(driven, node.id, NOT_ASKED))
    return found
