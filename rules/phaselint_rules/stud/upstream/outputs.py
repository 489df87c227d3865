"""Outputs of predecessors, which the manifest may describe (reference §2.6, §3.1, §6.8)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.payloads import lookup
from phaselint.vocabulary.finding import Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import WARNING, rule
from phaselint.vocabulary.suggest import listing, suggest
from phaselint_rules.stud.needs import ALL, OUTPUTS
from phaselint_rules.stud.upstream.results import dotted, field_of, givers, reachable_uses
from phaselint_rules.stud.upstream.uses import each_place_once, finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.vocabulary.finding import Finding, Pointer

OUTPUT = "output"


@rule("ST508", WARNING, needs=OUTPUTS, complete_if=ALL)
def upstream_output_undeclared(facts: StudFacts) -> Iterator[Finding]:
    """Placeholder for an undeclared output

    What:
        The manifest has `outputs`, and a placeholder `ctx.upstream[i].output…` names the output of
        a predecessor that has no entry there, or a path that its schema rules out or doesn't
        declare. Reported once per spelling. Silent if the manifest has no `outputs`.
    Why:
        The code of the state machine writes outputs. What isn't declared is most likely not
        written; then the placeholder renders nothing.
    Bad:
        outputs: {check: {type: object, properties: {digest: {type: string}}}}
        # and in the body of the stage after `check`
        {{ctx.upstream[0].output.summary}}
    Good:
        {{ctx.upstream[0].output.digest}}
    Fix:
        Use a declared name, or declare this one.
    Source:
        stud §2.6, §3.1, §6.8
    """
    yield from each_place_once(_undeclared_output(facts))


def _undeclared_output(facts: StudFacts) -> Iterator[Finding]:
    declared = facts.outputs
    for use in reachable_uses(facts):
        if field_of(use) != OUTPUT:
            continue
        for giver in givers(facts, use):
            stage, path = giver.stage.id, use.path[4:]
            pointer: Pointer
            if stage not in declared:
                text = message("`outputs` doesn't declare {}", quote(stage))
                advice, pointer = f"declare the output of {quote(stage)}", ("outputs",)
            else:
                found = lookup(declared[stage], path)
                if not path or found.answer not in ("no", "open"):
                    continue
                text = message(
                    "the output of {} is declared without {}", quote(stage), quote(dotted(path))
                )
                near = suggest(str(path[found.missing or 0]), found.names)
                listed = listing(found.names)
                advice = f"declare it, or name {listed}" if listed else "declare it"
                advice = f"use {quote(near)}" if near else advice
                pointer = ("outputs", stage)
            yield finding(
                use,
                message("{} can be empty: {}", quote(use.written), text),
                advice,
                Related(facts.place(pointer, "key"), "the declared output"),
                predecessor=stage,
            )
            break
