"""Values of stages' fields that no run can do with, or that do nothing (reference stud §2.1,
§6.4)."""

from __future__ import annotations

import re

from phaselint.dialects.stud.model import RETRY_REQUIRED
from phaselint.vocabulary.claim import Notes, Same, Undecided
from phaselint.vocabulary.finding import Edit, Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, rule
from phaselint_rules.stud.form.fields import RETRY
from phaselint_rules.stud.form.refusals import CAP_TOO_LOW, is_refused
from phaselint_rules.stud.needs import ALL
from phaselint_rules.stud.runoptions import judging, unnamed
from phaselint_rules.stud.turns import call, comes_of
from phaselint_rules.stud.wording import noun
from phaselint_rules.words import one_of, rechoose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage

NONE = "none"
MAX_ATTEMPTS, BACKOFF = RETRY_REQUIRED


@rule("ST005", WARNING, complete_if=ALL, fix="manual", per_part=True)
def id_not_kebab_case(facts: StudFacts) -> Iterator[Finding]:
    """Stage ID that isn't in kebab case

    What:
        `id` doesn't consist of lowercase words and numbers joined by hyphens, the first of which
        begins with a letter. The reference engine accepts any string.
    Why:
        The documents require kebab case. IDs appear in `next`, in commands and in file names.
    Bad:
        id: LabelTrays
    Good:
        id: label-trays
    Fix:
        Rename the stage, here and wherever the manifest names it.
    Source:
        stud §2.1, §6.4, D25
    """
    for stage in facts.usable:
        if stage.id and not _is_kebab(stage.id):
            better = _kebab(stage.id)
            yield Finding(
                facts.stage_place(stage, "id", part="key"),
                message("ID {} isn't in kebab case", quote(stage.id)),
                f"rename it to {quote(better)}, here and in the manifest"
                if _is_kebab(better)
                else "use lowercase words joined by hyphens, such as `first-draft`",
            )


def _is_kebab(name: str) -> bool:
    """Whether a name is words of lowercase letters and digits, of which the first begins with a
    letter, joined by hyphens."""
    plain = name.isascii() and name[:1].isalpha() and name.islower()
    return plain and all(map(str.isalnum, name.split("-")))


def _kebab(name: str) -> str:
    """A name in kebab case, as far as its letters allow."""
    split = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name)
    return re.sub(r"[\W_]+", "-", split).strip("-").lower()


@rule("ST006", ERROR, claims="refused", complete_if=ALL, per_part=True)
def turn_cap_invalid(facts: StudFacts) -> Iterator[Finding]:
    """`turnCap` below 1

    What:
        `turnCap` of a stage is an integer below 1.
    Why:
        The stage can't make a single turn. The reference engine refuses it with
        `StageTurnCapTooLow`.
    Bad:
        turnCap: 0
    Good:
        turnCap: 4
    Fix:
        Write the number of turns that the stage may take.
    Dry run:
        The executor refuses the stage with `Validation/StageTurnCapTooLow`.
    Source:
        stud §2.1, §4.1, §6.4, R1
    """
    for stage in facts.usable:
        if stage.turn_cap is not None and stage.turn_cap < 1:
            yield Finding(
                facts.stage_place(stage, "turnCap", part="key"),
                message(
                    "`turnCap` of {} is {}, so it can't make a turn",
                    noun(stage),
                    stage.turn_cap,
                ),
                "write an integer, 1 or greater",
                witness=Witness({"stage": stage.id, "turnCap": stage.turn_cap}),
                claim=is_refused(facts, stage.file, *stage.at("turnCap"), code=CAP_TOO_LOW),
            )


@rule(
    "ST007",
    WARNING,
    claims="notes",
    complete_if=ALL,
)
def turn_cap_too_low(facts: StudFacts) -> Iterator[Finding]:
    """Single turn in a stage with tools

    What:
        `turnCap` is 1, but `allowedTools` names a tool in addition to the completion tool.
    Why:
        Every turn counts. When the model uses a tool, the cap is reached: the model never sees the
        result and can no longer complete the stage.
    Bad:
        allowedTools: [read]
        turnCap: 1
    Good:
        allowedTools: [read]
        turnCap: 4
    Fix:
        Raise `turnCap`, or allow no tools.
    Dry run:
        The model calls the first allowed tool, and the stage ends with `capHit` after that turn.
    Source:
        stud §5.5 (R13, R14), §6.4
    """
    for stage in facts.usable:
        tools = [name for name in stage.allowed or () if name != stage.completion_tool]
        if stage.turn_cap == 1 and tools:
            yield Finding(
                facts.stage_place(stage, "turnCap", part="key"),
                message(
                    "{} has one turn; once the model calls {}, it can no longer complete the stage",
                    noun(stage),
                    quote(tools[0]),
                ),
                "raise `turnCap`, or allow no tools",
                related=(
                    Related(
                        facts.stage_place(stage, "allowedTools", part="key"),
                        "the allowed tools",
                    ),
                ),
                witness=Witness({"stage": stage.id, "tool": tools[0], "turnCap": 1}),
                claim=_capped_by(facts, stage, tools[0]),
            )


def _capped_by(facts: StudFacts, stage: Stage, tool: str) -> Notes | Undecided:
    """That a call of a tool which a stage has is its only turn."""
    claim = comes_of(facts, stage, "x-CapHit", {"turns": 1}, call(tool))
    return claim._replace(holds={"tools": (tool,)}) if isinstance(claim, Notes) else claim


@rule("ST008", ERROR, complete_if=ALL, per_part=True)
def retry_max_attempts_invalid(facts: StudFacts) -> Iterator[Finding]:
    """`maxAttempts` below 1

    What:
        `maxAttempts` in `retryPolicy` is an integer below 1.
    Why:
        It counts attempts, including the first one, not retries: a stage is tried at least once.
    Bad:
        retryPolicy: {maxAttempts: 0, backoff: none}
    Good:
        retryPolicy: {maxAttempts: 1, backoff: none}
    Fix:
        Write 1 for a stage without retries.
    Source:
        stud §2.1, §5.6 (R22), §6.4
    """
    for stage in facts.usable:
        attempts = stage.retry.max_attempts if stage.retry else None
        if attempts is not None and attempts < 1:
            yield Finding(
                facts.stage_place(stage, RETRY, MAX_ATTEMPTS, part="key"),
                message(
                    "`maxAttempts` of {} is {}, but the first attempt counts", noun(stage), attempts
                ),
                "write 1 for no retry, or the number of attempts",
            )


@rule("ST009", WARNING, complete_if=ALL, fix="unsafe", per_part=True)
def backoff_unknown(facts: StudFacts) -> Iterator[Finding]:
    """Unknown `backoff` value

    What:
        `backoff` in `retryPolicy` isn't `none`, `fixed`, `linear` or `exponential`, or isn't one of
        the values in the option `backoff-values`.
    Why:
        The pause between two attempts is undefined, or the stage is refused.
    Bad:
        retryPolicy: {maxAttempts: 3, backoff: liner}
    Good:
        retryPolicy: {maxAttempts: 3, backoff: linear}
    Fix:
        Use a known value, or add yours to `backoff-values`.
    Source:
        stud §2.1, §6.4, §9
    """
    for stage in facts.usable:
        found = stage.retry.backoff if stage.retry else None
        if found is not None:
            yield from _unknown(facts, stage, (RETRY, BACKOFF), found, "backoff-values")


@rule("ST011", WARNING, complete_if=ALL, fix="unsafe", per_part=True)
def resolution_policy_unknown(facts: StudFacts) -> Iterator[Finding]:
    """Unknown `resolutionPolicy` value

    What:
        `resolutionPolicy` isn't `retry-later`, or isn't one of the values in the option
        `resolution-policies`.
    Why:
        What happens to a stage whose gate defers or blocks it is undefined, or the stage is
        refused.
    Bad:
        resolutionPolicy: retry-latter
    Good:
        resolutionPolicy: retry-later
    Fix:
        Use a known value, or add yours to `resolution-policies`.
    Source:
        stud §2.1, §6.4, §9
    """
    for stage in facts.usable:
        if stage.resolution is not None:
            keys = ("resolutionPolicy",)
            yield from _unknown(facts, stage, keys, stage.resolution, "resolution-policies")


def _unknown(
    facts: StudFacts, stage: Stage, keys: tuple[str, ...], found: str, option: str
) -> Iterator[Finding]:
    """A word that is not in the set an option gives."""
    known = tuple(facts.options[option])
    if found in known:
        return
    yield Finding(
        facts.stage_place(stage, *keys, part="key"),
        message(
            "{} of {} is {}, which isn't a known value",
            quote(keys[-1]),
            noun(stage),
            quote(found) if found else "empty",
        ),
        one_of(found, known),
        witness=Witness({"stage": stage.id, "value": found, "known": list(known)}),
        fix=rechoose(found, known, facts.stage_place(stage, *keys)),
    )


@rule("ST010", INFO, claims="same", complete_if=ALL, default=False)
def retry_backoff_unused(facts: StudFacts) -> Iterator[Finding]:
    """`backoff` in a stage without retries

    What:
        `maxAttempts` is 1, but `backoff` isn't `none`.
    Why:
        There is no second attempt, so there is no pause either.
    Bad:
        retryPolicy: {maxAttempts: 1, backoff: linear}
    Good:
        retryPolicy: {maxAttempts: 1, backoff: none}
    Fix:
        Write `none`, or allow more attempts.
    Dry run:
        Every run is the same with `backoff: none`.
    Source:
        stud §5.6 (R22, R23), §6.4
    """
    for stage in facts.usable:
        retry = stage.retry
        if retry and retry.max_attempts == 1 and retry.backoff not in (None, NONE):
            yield Finding(
                facts.stage_place(stage, RETRY, BACKOFF, part="key"),
                message(
                    "`backoff` of {} has no effect; one attempt needs no pause",
                    noun(stage),
                ),
                "write `none`, or raise `maxAttempts`",
                related=(
                    Related(
                        facts.stage_place(stage, RETRY, MAX_ATTEMPTS, part="key"),
                        "the first attempt counts",
                    ),
                ),
                witness=Witness({"stage": stage.id, "backoff": retry.backoff}),
                claim=_without_pause(facts, stage),
            )


def _without_pause(facts: StudFacts, stage: Stage) -> Same | Undecided:
    """That runs through a stage are the same if its retries are without a pause."""
    if why := unnamed(facts, stage):
        return Undecided(why)
    is_json = facts.contract.documents[stage.file].format == "json"
    edit = Edit(facts.stage_place(stage, RETRY, BACKOFF), f'"{NONE}"' if is_json else NONE)
    return Same((edit,), stage.id, judging(facts, stage))
