"""Files and skills that the next release does not take (reference sweny §11.1, §11.3)."""

from __future__ import annotations

from phaselint.dialects.sweny.policies import NEWEST_VERSION, RESERVED_SKILL
from phaselint.javascript.spaces import trim
from phaselint.vocabulary.finding import Finding
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.sweny.form.subjects import value_at
from phaselint_rules.sweny.needs import NEXT, NODES
from phaselint_rules.sweny.skills.skills import declared_inline
from phaselint_rules.words import kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts


@rule("SW807", ERROR)
def spec_version_unsupported(facts: SwenyFacts) -> Iterator[Finding]:
    """Unknown specification version

    What:
        With the option `target = "next"`: `spec_version` isn't an integer of 1 or greater (as a
        number, or as digits without a leading zero), or is greater than the newest known version
        (1). Nothing else in the file is checked.
    Why:
        The version is checked first: the loader refuses the file with `SPEC_VERSION`.
    Bad:
        spec_version: v1
    Good:
        spec_version: "1"
    Fix:
        Use `"1"`, or remove `spec_version`.
    Source:
        sweny §11.1, §11.3
    """
    if not facts.contract.unsupported:
        return
    from phaselint.dialects.sweny.reading.nextrelease import VERSION, version_of

    given = value_at(facts, (VERSION,))
    newer = version_of(given) is not None
    what = quote(given) if isinstance(given, str) else kind_of(given)
    text = (
        message(
            "`spec_version` is {}, but the newest version is {}", what, quote(str(NEWEST_VERSION))
        )
        if newer
        else message("`spec_version` must be an integer, 1 or greater, not {}", what)
    )
    yield Finding(
        facts.place((VERSION,)), text, f'use "{NEWEST_VERSION}", or remove `spec_version`'
    )


@rule("SW808", ERROR, needs=NEXT, complete_if=NODES)
def inline_skill_without_instruction(facts: SwenyFacts) -> Iterator[Finding]:
    """Inline skill that can't be loaded

    What:
        With the option `target = "next"`: an inline skill has no `instruction`, or a blank one; or
        its ID is `sweny-core` and it has `mcp`.
    Why:
        In the next release, a skill needs more than a server: the loader refuses the file with
        `SCHEMA`. `sweny-core` is the ID of the engine's own skill, which has its own server: the
        loader refuses it with `INVALID_INLINE_SKILL`.
    Bad:
        skills: {crm: {mcp: {url: "https://crm.example.com/mcp"}}}
    Good:
        skills: {crm: {instruction: Look customers up in the CRM., mcp: {url: "https://…"}}}
    Fix:
        Write the instruction; rename the skill.
    Source:
        sweny §11.1, §11.3
    """
    for skill in declared_inline(facts):
        given = value_at(facts, skill.pointer)
        if not trim(skill.instruction):
            blank = "instruction" in given
            yield Finding(
                facts.place((*skill.pointer, "instruction"))
                if blank
                else facts.place(skill.pointer, "key"),
                message(
                    "inline skill {} has {} `instruction`",
                    quote(skill.id),
                    "a blank" if blank else "no",
                ),
                "describe in `instruction` what the skill is for",
            )
        if skill.id == RESERVED_SKILL and "mcp" in given:
            yield Finding(
                facts.place(skill.pointer, "key"),
                message("{} is the engine's own skill, which has its own server", quote(skill.id)),
                "rename the skill here and in the nodes that list it",
            )
