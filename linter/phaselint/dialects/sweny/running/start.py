"""The start of a run: admission, skills, configuration, sources (reference §5.1, §5.2)."""

from __future__ import annotations

from phaselint.dialects.records import Event, Outcome
from phaselint.dialects.sweny.model import DEFAULT_JUDGE_BUDGET, Workflow
from phaselint.dialects.sweny.reading.targets import as_of
from phaselint.dialects.sweny.running.admission import errors
from phaselint.dialects.sweny.running.answerbook import AnswerBook
from phaselint.dialects.sweny.running.conduct import CONDUCTS
from phaselint.dialects.sweny.running.events import thrown
from phaselint.dialects.sweny.running.gates import Rules
from phaselint.dialects.sweny.running.inputs import admit
from phaselint.dialects.sweny.running.script import read_world
from phaselint.dialects.sweny.running.session import Law, State
from phaselint.dialects.sweny.running.sourcetexts import resolve
from phaselint.dialects.sweny.running.toolbox import missing_settings, skills_of
from phaselint.dialects.sweny.running.visits import proceed
from phaselint.javascript.members import inherits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.sweny.model import Edge, SwenyContract
    from phaselint.dialects.sweny.running.events import Events
    from phaselint.dialects.sweny.running.script import World
    from phaselint.dialects.sweny.running.toolbox import Skills

NO_WORKFLOW = "not a workflow"


def begin(
    contract: SwenyContract,
    options: Mapping[str, Any],
    given: Any,
    world: Mapping[str, Any],
    usual: Callable[[SwenyContract], Skills],
) -> State:
    """The state before the first question, with all that happened before it; `usual` gives the
    skills of a contract in a world that doesn't list any.

    Raises ScriptError where the world is not well formed.
    """
    scripted = read_world(world)
    contract = as_of(contract, options["target"])
    workflow = contract.workflow
    reasons = _refusals(contract, options) if options["refuse-invalid"] else ()
    if workflow is None:
        reasons = reasons or (NO_WORKFLOW,)
    if options["validate-inputs"] and workflow is not None and not reasons:
        given, reasons = admit(workflow.inputs, given)
    if reasons or workflow is None:
        return State(Law(Workflow("")), ended=Outcome("refused", ", ".join(reasons)))
    silent = scripted.registered == "builtin" and scripted.env is None
    skills = usual(contract) if silent else skills_of(contract, scripted.registered, scripted.env)
    law = _law(workflow, options, given, skills)
    events: list[Event] = []
    state = _prepared(State(law, workflow.entry), contract, scripted, skills, events)
    if state.ended is None:
        state = proceed(state, events)
    return state._replace(opening=tuple(events))


def _refusals(contract: SwenyContract, options: Mapping[str, Any]) -> tuple[str, ...]:
    """The codes that the loader refuses the workflow with, each once."""
    known = contract.registry.keys() if options["registry"] == "complete" else None
    return tuple(dict.fromkeys(refusal.code for refusal in errors(contract, known)))


def _law(workflow: Workflow, options: Mapping[str, Any], given: Any, skills: Skills) -> Law:
    out: dict[str, list[Edge]] = {}
    bounds: dict[tuple[str, str], int] = {}
    for edge in workflow.edges:
        out.setdefault(edge.source, []).append(edge)
        if edge.most:
            bounds[edge.pair] = max(edge.most, bounds.get(edge.pair, 0))
    documented = options["semantics"] == "documented"
    return Law(
        workflow,
        given=given,
        skills=skills.known,
        out={name: tuple(edges) for name, edges in out.items()},
        bounds=bounds,
        rules=Rules(vacuous=documented),
        max_steps=options["max-steps"],
        documented=documented,
        bundled=options["router"] == "bundled",
        conduct=CONDUCTS[options["target"]],
        checked=bool(options["check-answers"]),
    )


def _prepared(
    state: State, contract: SwenyContract, world: World, skills: Skills, events: Events
) -> State:
    """The state before the first visit: skills checked, sources resolved, in this order."""
    law = state.law
    raw = world.raw or contract.e2e
    error = missing_settings(law.skills.values(), world.env or {})
    error = f"Error: {error}" if error else _broken_ends(law) or (_no_skills(law) if raw else "")
    if error:
        return thrown(state, error)
    warnings = (*skills.disputed, *_over_judge_budget(law.workflow))
    events += (Event("warn", {"message": message}) for message in warnings)
    found = resolve(law.workflow, law.given, contract.located, world.outside)
    if found.error:
        return thrown(state, found.error)._replace(unseen=found.unseen)
    sources = {
        field: {"kind": found.kinds[field], "content": content}
        for field, content in found.texts.items()
    }
    events.append(Event("workflow:start", {"workflow": law.workflow.id}))
    events.append(Event("sources:resolved", {"sources": sources}))
    rules = law.rules._replace(aliases=skills.aliases)
    book = AnswerBook(law.workflow, rules)
    return state._replace(law=law._replace(texts=found.texts, rules=rules, book=book))


def _broken_ends(law: Law) -> str:
    """What the executor itself checks of the graph (reference §4.7). Names that every object
    inherits pass for nodes."""
    nodes = law.workflow.nodes
    if law.workflow.entry not in nodes and not inherits(law.workflow.entry):
        return f'Error: Entry node "{law.workflow.entry}" not found'
    for edge in law.workflow.edges:
        for end in edge.pair:
            if end not in nodes and not inherits(end):
                return f'Error: Edge references unknown node: "{end}"'
    return ""


def _no_skills(law: Law) -> str:
    """What happens to a node without `skills` where the schema's defaults are missing."""
    if all(node.has_skills for node in law.workflow.nodes.values()):
        return ""
    return "TypeError: Cannot read properties of undefined (reading 'length')"


def _over_judge_budget(workflow: Workflow) -> tuple[str, ...]:
    """What is logged when more judges are declared than the budget says; nothing stops."""
    budget = DEFAULT_JUDGE_BUDGET if workflow.judge_budget is None else workflow.judge_budget
    judges = sum(e.kind == "judge" for node in workflow.nodes.values() for e in node.evals)
    if judges <= budget:
        return ()
    message = (
        f"Workflow declares {judges} judge evaluators across all nodes (budget: {budget}). "
        "Consider reducing the count or raising 'judge_budget' on the workflow. "
        "Each judge adds one model call per node attempt."
    )
    return (message,)
