"""Names of completion tools (reference stud §2.7, §6.5)."""

from __future__ import annotations

import re

from phaselint.vocabulary.finding import Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, INFO, rule
from phaselint_rules.stud.completion.initfailures import COLLISION, UNRESOLVED, fails_at_init
from phaselint_rules.stud.needs import ALL, ALL_AND_TOOLS, STAGES
from phaselint_rules.stud.owners import foreign
from phaselint_rules.stud.wording import a_tool_of, called

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message

TOOL = "completionTool"
ALLOWED = "allowedTools"

PORTABLE = r"[A-Za-z0-9_-]{1,64}"
"""Names that model providers take for a tool's (§9)."""


@rule(
    "PL108",
    ERROR,
    claims="ends",
    complete_if=ALL_AND_TOOLS,
    catalogue=("completion-tool-collision",),
    ends="failure",
)
def reserved_tool_collision(facts: StudFacts) -> Iterator[Finding]:
    """Completion tool with the name of a registered tool

    What:
        `completionTool` is the name of a tool in the registry: a bundled or discovered tool, or a
        tool of an MCP server. If no registry is declared, the tools of the CLI count.
    Why:
        Core makes the completion tool for this stage alone, and refuses the stage at Init if the
        name is taken.
    Bad:
        completionTool: write
    Good:
        completionTool: submit_label
    Fix:
        Give it a name of its own, and use that name in the body.
    Dry run:
        With a declared registry, the stage fails: `StageInitFailed … CompletionToolCollision`.
    Source:
        stud §2.7, §5.3 R7, §6.5 (`completion-tool-collision`)
    """
    for stage in facts.usable:
        name = stage.completion_tool
        layer = facts.reserved.get(name)
        if not name or layer is None:
            continue
        declared = facts.pipeline.registry
        pointer = declared.pointers.get(name) if declared else None
        yield Finding(
            facts.stage_place(stage, TOOL, part="key"),
            message(
                "completion tool {} of {} has the name of {}, so the stage doesn't start",
                quote(name),
                called(stage),
                a_tool_of(layer),
            ),
            f"rename it, for example to {quote(own_name(facts, stage))}",
            related=(Related(facts.place(pointer), f"{quote(name)} is registered here"),)
            if pointer
            else (),
            witness=Witness(
                {
                    "stage": stage.id,
                    "tool": name,
                    "layer": layer,
                    "reason": COLLISION,
                }
            ),
            claim=fails_at_init(facts, stage, COLLISION, name),
        )


def own_name(facts: StudFacts, stage: Stage) -> str:
    """A name for a completion tool that nothing else has."""
    words = re.sub(r"[^A-Za-z0-9]+", "_", stage.id).strip("_").lower() or "result"
    names = (f"{verb}_{words}"[:64] for verb in ("submit", "hand_in", "finish"))
    taken = (facts.reserved, facts.completion_names)
    free = (name for name in names if not any(name in each for each in taken))
    return next(free, f"complete_{words}"[:64])


@rule(
    "ST201",
    ERROR,
    claims="ends",
    complete_if=ALL,
    fix="safe",
    ends="failure",
)
def completion_tool_in_allowed_tools(facts: StudFacts) -> Iterator[Finding]:
    """Completion tool listed in its own `allowedTools`

    What:
        `allowedTools` names the `completionTool` of the same stage.
    Why:
        Every name in `allowedTools` must be a registered tool, but the completion tool isn't
        registered, so the stage fails at Init. The completion tool is always available to the
        stage.
    Bad:
        allowedTools: [read, submit_label]
        completionTool: submit_label
    Good:
        allowedTools: [read]
        completionTool: submit_label
    Fix:
        Remove the entry; the stage keeps its completion tool.
    Dry run:
        With a declared registry, the stage fails: `StageInitFailed … AllowedToolUnresolved`.
    Source:
        stud §2.7, §5.3 R7, R8, §6.5
    """
    for stage in facts.usable:
        name = stage.completion_tool
        numbers = [n for n, tool in enumerate(stage.allowed or ()) if tool == name]
        if not name or not numbers:
            continue
        place = entry_place(facts, stage, numbers[0])
        others = (entry_place(facts, stage, number) for number in numbers[1:])
        yield Finding(
            place,
            message(
                "{} is the completion tool of {}, not a registered tool; in "
                "`{}` it keeps the stage from starting",
                quote(name),
                called(stage),
                ALLOWED,
            ),
            "remove it; a stage always has its completion tool",
            related=(
                Related(facts.stage_place(stage, TOOL, part="key"), "the completion tool"),
                *(Related(other, "listed again") for other in others),
            ),
            witness=Witness({"stage": stage.id, "tool": name, "reason": UNRESOLVED}),
            claim=fails_at_init(facts, stage, UNRESOLVED, name),
            fix=_removal(facts, place, name),
        )


def _removal(facts: StudFacts, place: Place, name: str) -> Fix | None:
    from phaselint_rules.edits import remove_item

    edit = remove_item(facts.contract.documents[place.file], place.pointer)
    return Fix("safe", f"remove {quote(name)}", (edit,)) if edit else None


def entry_place(facts: StudFacts, stage: Stage, number: int) -> Place:
    """Where a tool is allowed."""
    return facts.stage_place(stage, ALLOWED, number)


@rule(
    "ST202",
    ERROR,
    needs=STAGES,
    claims="ends",
    complete_if=ALL,
    ends="failure",
)
def completion_tool_cross_stage_collision(facts: StudFacts) -> Iterator[Finding]:
    """Stage allows the completion tool of another stage

    What:
        A name in `allowedTools` is the `completionTool` of another stage of the pipeline, but not a
        registered tool (if no registry is declared, not a tool of the CLI). Silent for the stage's
        own completion tool.
    Why:
        A completion tool exists only while its own stage runs. In any other stage the name is
        unknown, and the stage fails at Init.
    Bad:
        - {id: label, completionTool: submit_label}
        - {id: hang, completionTool: submit_place, allowedTools: [read, submit_label]}
    Good:
        - {id: label, completionTool: submit_label}
        - {id: hang, completionTool: submit_place, allowedTools: [read]}
    Fix:
        Remove the entry. If the other stage runs before, its payload is in `ctx.upstream`.
    Dry run:
        With a declared registry, the stage fails: `StageInitFailed … AllowedToolUnresolved`.
    Source:
        stud §2.7, §5.3 R7, §6.5
    """
    for stage in facts.usable:
        for number, tool in first_of_each(stage):
            owners = foreign(facts, stage, tool)
            if not owners:
                continue
            yield Finding(
                entry_place(facts, stage, number),
                message(
                    "{} allows {}, the completion tool of {}; it exists only in that stage",
                    called(stage),
                    quote(tool),
                    called(owners[0]),
                ),
                "remove it",
                related=tuple(
                    Related(
                        facts.stage_place(owner, TOOL, part="key"),
                        f"the completion tool of {called(owner)}",
                    )
                    for owner in owners
                ),
                witness=Witness(
                    {
                        "stage": stage.id,
                        "tool": tool,
                        "owners": [owner.id for owner in owners],
                        "reason": UNRESOLVED,
                    }
                ),
                claim=fails_at_init(facts, stage, UNRESOLVED, tool),
            )


def first_of_each(stage: Stage) -> Iterator[tuple[int, str]]:
    """The allowed tools with their numbers, each name once."""
    seen: set[str] = set()
    for number, tool in enumerate(stage.allowed or ()):
        if tool not in seen:
            seen.add(tool)
            yield number, tool


@rule("ST209", INFO, complete_if=ALL, default=False)
def completion_tool_name_unportable(facts: StudFacts) -> Iterator[Finding]:
    """Completion tool name that some providers reject

    What:
        `completionTool` contains a character other than ASCII letters, digits, `_` and `-`, or has
        more than 64 characters. Reported when selected.
    Why:
        Core accepts it, but common providers refuse a request with such a tool name.
    Bad:
        completionTool: submit.label
    Good:
        completionTool: submit_label
    Fix:
        Use letters, digits, `_` and `-`.
    Source:
        stud §6.5, §9
    """
    for stage in facts.usable:
        name = stage.completion_tool
        if name and not re.fullmatch(PORTABLE, name):
            better = re.sub(r"[^A-Za-z0-9_-]+", "_", name)[:64].strip("_")
            yield Finding(
                facts.stage_place(stage, TOOL, part="key"),
                message(
                    "name of completion tool {} {}; not every model provider accepts it",
                    quote(name),
                    _unusual(name),
                ),
                f"write {quote(better)}" if better else "use letters, digits, `_` and `-`",
                witness=Witness({"stage": stage.id, "tool": name}),
            )


def _unusual(name: str) -> Message:
    """What is the matter with a name that is not portable."""
    odd = re.search(r"[^A-Za-z0-9_-]", name)
    if odd is None:
        return message("has {} characters, more than 64", len(name))
    if odd.group().isspace():
        return message("contains a space")
    return message("contains the character {}", quote(odd.group()))
