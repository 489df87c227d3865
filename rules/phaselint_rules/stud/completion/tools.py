"""Tools that stages allow (reference stud §2.2, §6.6)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.roles import siblings_of
from phaselint.vocabulary.claim import All, Written
from phaselint.vocabulary.finding import Finding, Place, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.stud.bodies.codespans import code_of
from phaselint_rules.stud.completion.completion import ALLOWED, entry_place, first_of_each
from phaselint_rules.stud.completion.initfailures import UNRESOLVED, fails_at_init
from phaselint_rules.stud.needs import ALL, ALL_AND_TOOLS, GRAPH, REGISTRY
from phaselint_rules.stud.owners import foreign
from phaselint_rules.stud.turns import call, comes_of
from phaselint_rules.stud.wording import called, several
from phaselint_rules.words import meant, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.roles import Fan
    from phaselint.dialects.stud.model import Stage
    from phaselint.vocabulary.finding import Part

MOST_PLACES = 9


@rule(
    "ST301",
    ERROR,
    needs=REGISTRY,
    claims="ends",
    complete_if=ALL,
    fix="unsafe",
    ends="failure",
)
def allowed_tool_unregistered(facts: StudFacts) -> Iterator[Finding]:
    """Stage allows a tool that isn't registered

    What:
        A name in `allowedTools` isn't in the registry that the manifest declares. Names are
        compared exactly, including upper and lower case. Silent for completion tools:
        `completion-tool-in-allowed-tools` and `completion-tool-cross-stage-collision` report those.
        One finding per name and stage.
    Why:
        Every name in `allowedTools` must be a live tool; otherwise the stage fails at Init.
    Bad:
        tools: {bundled: default}
        stages: [{id: label, allowedTools: [Grep]}]
    Good:
        tools: {bundled: default}
        stages: [{id: label, allowedTools: [grep]}]
    Fix:
        Correct the name, or declare the tool in `tools`. If one registered tool differs only in
        upper and lower case, phaselint suggests its name.
    Dry run:
        The stage fails: `StageInitFailed … AllowedToolUnresolved`.
    Source:
        stud §2.2, §3.4, §5.3 R7, §6.6
    """
    registry = facts.registry
    declared = facts.pipeline.registry
    known = tuple(registry)
    for stage in facts.usable:
        for number, tool in first_of_each(stage):
            if tool in registry or tool == stage.completion_tool or foreign(facts, stage, tool):
                continue
            place = entry_place(facts, stage, number)
            alike = [name for name in known if name.casefold() == tool.casefold()]
            yield Finding(
                place,
                message(
                    "{} in `{}` of {} isn't a registered tool, so the stage doesn't start",
                    quote(tool),
                    ALLOWED,
                    called(stage),
                ),
                meant(tool, known, "correct the name, or declare the tool in `tools`"),
                related=(Related(facts.place(("tools",), "key"), "the registered tools"),)
                if declared
                else (),
                witness=Witness({"stage": stage.id, "tool": tool, "reason": UNRESOLVED}),
                claim=fails_at_init(facts, stage, UNRESOLVED, tool),
                fix=replace(tool, alike[0], place) if len(alike) == 1 else None,
            )


@rule("ST302", WARNING, needs=REGISTRY, claims="read_and_notes", complete_if=ALL)
def body_names_out_of_envelope_tool(facts: StudFacts) -> Iterator[Finding]:
    """Prompt names a tool that isn't allowed

    What:
        An inline code span in the body is the name of a registered tool that is neither in
        `allowedTools` nor the completion tool. Checked only if the manifest declares a registry.
        One finding per tool, at the first span; fenced blocks don't count.
    Why:
        The prompt leads the model to call it. The tool is outside the stage's envelope: each call
        needs a grant, and is denied without one.
    Bad:
        allowedTools: [read]
        body: Look the piece up with `grep`, then call `submit_label`.
    Good:
        allowedTools: [read, grep]
        body: Look the piece up with `grep`, then call `submit_label`.
    Fix:
        Allow the tool, or remove it from the body.
    Dry run:
        The model calls the tool, and the call is denied: `ToolCallDenied … GrantDenied`.
    Source:
        stud §2.2, §5.7 R29, §6.6
    """
    registry = facts.registry
    for stage in facts.usable:
        if stage.allowed is None:
            continue
        inside = {*stage.allowed, stage.completion_tool}
        part: Part = "value" if stage.body.pointer else "document"
        spans: dict[str, list[tuple[int, int]]] = {}
        for code in code_of(facts, stage):
            if code.text in registry and code.text not in inside:
                spans.setdefault(code.text, []).append((code.start, code.end))
        for tool, found in spans.items():
            first, *others = found
            denied = {"tool": tool, "code": "GrantDenied"}
            yield Finding(
                facts.span_place(stage, *first),
                message(
                    "prompt of {} mentions {}, but `allowedTools` doesn't include it",
                    called(stage),
                    quote(tool),
                ),
                f"add {quote(tool)} to `{ALLOWED}`, or remove it from the prompt",
                related=(
                    Related(facts.stage_place(stage, ALLOWED, part="key"), "the allowed tools"),
                    *(
                        Related(facts.span_place(stage, *other), "named again")
                        for other in others[:MOST_PLACES]
                    ),
                ),
                witness=Witness({"stage": stage.id, "tool": tool, "layer": registry[tool]}),
                claim=All(
                    (comes_of(facts, stage, "ToolCallDenied", denied, call(tool)),),
                    (Written(Place(stage.file, stage.body.pointer, part), holds=(f"`{tool}`",)),),
                    f"that the body names `{tool}`",
                ),
            )


@rule(
    "ST303",
    WARNING,
    needs=GRAPH,
    prove="completion.proofs.tools:runs_beside",
    complete_if=ALL_AND_TOOLS,
)
def parallel_mutating_tools(facts: StudFacts) -> Iterator[Finding]:
    """Parallel stages that can change the same things

    What:
        A reachable fan-out starts at least two different siblings, and one of them allows a tool
        that changes something: a tool in `tools.mutating` of the manifest, or by default `bash`,
        `edit`, `http-request`, `memory`, `multi-edit` and `write`. One finding per fan-out.
    Why:
        The calls of siblings happen in any order, so one can change what another is reading or
        changing.
    Bad:
        next: {survey: {execution: parallel, nextStages: [frame, light], join: hang}}
        stages: [{id: frame, allowedTools: [write]}]
    Good:
        next: {survey: {execution: parallel, nextStages: [frame, light], join: hang}}
        stages: [{id: frame, allowedTools: [read]}]
    Fix:
        Let siblings only read, and make the changes in the join.
    Dry run:
        The tool runs in one sibling while another is still running.
    Source:
        stud §2.2, §5.9 R36, R37, §6.6
    """
    for fan in facts.roles.fans:
        changing = {
            name: tools
            for name in fan.siblings
            if (tools := _mutating(facts, facts.stages[name])) and len(fan.siblings) > 1
        }
        if changing:
            yield _side_by_side(facts, fan, changing)


def _mutating(facts: StudFacts, stage: Stage) -> list[str]:
    """The tools of a stage that change something."""
    return [tool for _, tool in first_of_each(stage) if tool in facts.mutating]


def _side_by_side(facts: StudFacts, fan: Fan, changing: dict[str, list[str]]) -> Finding:
    first = next(iter(changing))
    others = [name for name in siblings_of(fan.result) if name != first]
    shared = [tool for tool in changing[first] if any(tool in changing.get(n, ()) for n in others)]
    return Finding(
        facts.place(fan.result.name_at(fan.result.stages.index(first))),
        message(
            "{} can change things with {} while {} {} next to it",
            quote(first),
            several(changing[first]),
            several(others),
            "runs" if len(others) == 1 else "run",
        ),
        "let siblings only read, and make the changes in the join"
        if fan.join
        else "let siblings only read",
        related=tuple(
            Related(
                entry_place(facts, facts.stages[name], (facts.stages[name].allowed or ()).index(t)),
                f"{quote(name)} allows {quote(t)}",
            )
            for name, tools in changing.items()
            for t in tools
        )[:MOST_PLACES],
        witness=Witness(
            {
                "origin": fan.origin,
                "siblings": list(fan.siblings),
                "tools": {name: list(tools) for name, tools in changing.items()},
                "shared": shared,
            }
        ),
    )
