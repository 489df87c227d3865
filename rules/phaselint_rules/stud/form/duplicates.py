"""Names that stand twice where they may stand once (reference stud §2.1, §6.4)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, INFO, rule
from phaselint_rules.stud.form.refusals import is_refused
from phaselint_rules.stud.needs import ALL, NAMED
from phaselint_rules.stud.wording import noun

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage


@rule("ST012", INFO, complete_if=ALL, fix="safe", default=False)
def allowed_tools_duplicate(facts: StudFacts) -> Iterator[Finding]:
    """Duplicate name in `allowedTools`

    What:
        `allowedTools` of a stage contains a name more than once.
    Why:
        The second entry has no effect; it may have been meant for another tool.
    Bad:
        allowedTools: [read, grep, read]
    Good:
        allowedTools: [read, grep]
    Fix:
        Remove it.
    Source:
        stud §2.1, §5.3 (R8), §6.4
    """
    for stage in facts.usable:
        first: dict[str, int] = {}
        for number, name in enumerate(stage.allowed or ()):
            if first.setdefault(name, number) == number:
                continue
            yield Finding(
                facts.stage_place(stage, "allowedTools", number),
                message("{} is already in `allowedTools` of {}", quote(name), noun(stage)),
                "remove it",
                related=(
                    Related(
                        facts.stage_place(stage, "allowedTools", first[name]), "named first here"
                    ),
                ),
                fix=_removal(facts, stage, number),
                tags=("unnecessary",),
            )


def _removal(facts: StudFacts, stage: Stage, number: int) -> Fix | None:
    from phaselint_rules.edits import remove_item

    edit = remove_item(facts.contract.documents[stage.file], stage.at("allowedTools", number))
    return Fix("safe", "remove the duplicate", (edit,)) if edit else None


@rule("ST013", ERROR, claims="refused", complete_if=NAMED)
def duplicate_stage_id(facts: StudFacts) -> Iterator[Finding]:
    """Two stages with the same ID

    What:
        The `id` of a stage is that of an earlier one in `stages`, or the same file is listed twice.
        All other rules use the first.
    Why:
        The state machine isn't initialized: it is unclear which of them `next` refers to.
    Bad:
        stages: [{id: weigh, name: Weigh}, {id: weigh, name: Weigh again}]
    Good:
        stages: [{id: weigh, name: Weigh}, {id: weigh-again, name: Weigh again}]
    Fix:
        Give one of them another ID, or remove it.
    Dry run:
        The executor refuses the pipeline with `Validation/StageDefinitionInvalid`.
    Source:
        stud §2.1, §4.1, §6.4, R1
    """
    first: dict[str, Stage] = {}
    for stage in facts.contract.stages:
        other = first.setdefault(stage.id, stage) if stage.id else stage
        if other is stage:
            continue
        twice = facts.key(other) == facts.key(stage)
        yield Finding(
            facts.entry_place(stage) if twice else facts.stage_place(stage, "id", part="key"),
            (
                message("stage {} is listed twice", quote(stage.id))
                if twice
                else message("ID {} already belongs to an earlier stage", quote(stage.id))
            ),
            "list it once" if twice else "give one of them another ID, or remove it",
            related=(
                Related(
                    facts.entry_place(other)
                    if twice
                    else facts.stage_place(other, "id", part="key"),
                    "listed first here" if twice else "the first one; it is used",
                ),
            ),
            witness=Witness({"stage": stage.id, "entries": [other.number, stage.number]}),
            claim=is_refused(facts, facts.pipeline.file, *stage.entry, "id"),
        )
