"""The context that a manifest declares (reference §2.5, §3.5, §6.10)."""

from __future__ import annotations

import re

from phaselint.dialects.stud.model import RESERVED
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, rule
from phaselint_rules.stud.needs import ALL, CONTEXT, CONTEXT_NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.vocabulary.finding import Pointer

_MENTION = r"\bctx\s*\.\s*([A-Za-z0-9_-]+)"


@rule("ST706", ERROR, needs=CONTEXT_NAMES)
def ctx_reserved_name(facts: StudFacts) -> Iterator[Finding]:
    """A context field has a name that core provides.

    What:
        A name in `ctx` is `upstream`, `attempts`, `host`, `workflowRunId` or `stageExecutionId`.
    Why:
        Core writes these itself, over what the state machine has written.
    Bad:
        ctx: {required: [parcel, upstream]}
    Good:
        ctx: {required: [parcel]}
    Fix:
        Remove it, or choose another name.
    Source:
        stud §2.5, §3.5, §6.10
    """
    for name, pointer in facts.context.names():
        if name in RESERVED:
            yield Finding(
                facts.place(pointer),
                message("the context name {} is reserved: core provides it", quote(name)),
                f"remove it, or choose another name than {quote_all(RESERVED)}",
                witness=Witness({"name": name, "reserved": list(RESERVED)}),
            )


@rule("ST707", INFO, needs=(*CONTEXT, *ALL), default=False)
def ctx_field_unused(facts: StudFacts) -> Iterator[Finding]:
    """No stage uses a context field.

    What:
        A name in `ctx` is in no placeholder of any stage. One finding for a name, however often
        it is declared. Not asked while the body of some stage is unknown.
    Why:
        It reaches no prompt. Either it is no longer needed, or a placeholder is missing.
    Bad:
        ctx: {required: [parcel], optional: [sender]}
        # the only body: Weigh {{ctx.parcel}}.
    Good:
        ctx: {required: [parcel]}
        # the only body: Weigh {{ctx.parcel}}.
    Fix:
        Remove it, or use it.
    Source:
        stud §2.4, §3.5, §6.10
    """
    used = _used(facts)
    declared: dict[str, list[Pointer]] = {}
    for name, pointer in facts.context.names():
        declared.setdefault(name, []).append(pointer)
    for name, (first, *others) in declared.items():
        if name not in used and name not in RESERVED:
            yield Finding(
                facts.place(first),
                message("the context field {} is in no placeholder of any stage", quote(name)),
                f"remove it, or use it: `{{{{ctx.{name}}}}}`",
                related=tuple(Related(facts.place(each), "declared again") for each in others),
                witness=Witness({"name": name}),
                tags=("unnecessary",),
            )


def _used(facts: StudFacts) -> set[str]:
    """The context names that placeholders mention, broken ones included."""
    return {
        name
        for stage in facts.usable
        for placeholder in facts.placeholders(stage)
        for name in re.findall(_MENTION, placeholder.inner)
    }
