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
    """Context field with a reserved name

    What:
        A name in `ctx` is `upstream`, `attempts`, `host`, `workflowRunId` or `stageExecutionId`.
    Why:
        Core writes these fields itself and overwrites what the state machine has written.
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
                message("context name {} is reserved; the engine writes it itself", quote(name)),
                f"remove it, or use a name other than {quote_all(RESERVED)}",
                witness=Witness({"name": name, "reserved": list(RESERVED)}),
            )


@rule("ST707", INFO, needs=(*CONTEXT, *ALL), default=False)
def ctx_field_unused(facts: StudFacts) -> Iterator[Finding]:
    """Unused context field

    What:
        A name in `ctx` isn't used in any placeholder of any stage. One finding per name, even if it
        is declared more than once. Not checked while the body of some stage is unknown.
    Why:
        The field never reaches a prompt. Either it is no longer needed, or a placeholder is
        missing.
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
                message("context field {} isn't used in any placeholder", quote(name)),
                f"remove it, or use `{{{{ctx.{name}}}}}`",
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
