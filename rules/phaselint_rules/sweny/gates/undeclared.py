"""Run inputs that are used and not declared (reference sweny §8.3)."""

from __future__ import annotations

from phaselint.dialects.sweny.model import INPUT
from phaselint.vocabulary.claim import All, Notes, Written
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import WARNING, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.sweny.data.inputnames import texts, unheard_of
from phaselint_rules.sweny.gates.paths import (
    also,
    misses,
    rewrite,
    slips,
    with_segment,
    witness,
)
from phaselint_rules.sweny.gates.unmet import unmet_with
from phaselint_rules.sweny.needs import INPUTS, SOUND
from phaselint_rules.sweny.run_descriptions import first_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Input
    from phaselint_rules.sweny.data.inputnames import Text


@rule(
    "SW313",
    WARNING,
    claims="read_and_notes",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=INPUTS,
)
def undeclared_input(facts: SwenyFacts) -> Iterator[Finding]:
    """Undeclared run input

    What:
        `inputs` is declared, and a `requires` path, an inline instruction or a condition contains
        `input.k`, but `k` is neither declared nor a key that the engine reads itself (`rules`,
        `context`, `dryRun`, `additionalContext`). In free text, words such as `input.json` are
        treated as file names. A mention in free text doesn't prove that the input is meant, so the
        confidence is medium there.
    Why:
        A caller that follows the declaration doesn't pass the input: a gate fails, and an
        instruction or condition refers to a missing value.
    Bad:
        inputs: {repo: {type: string}}
        # and in a node
        requires: {output_required: [input.repos]}
    Good:
        requires: {output_required: [input.repo]}
    Fix:
        Correct the name, or declare the input.
    Dry run:
        A run whose input has exactly the declared keys reaches the gate, which fails; or the data
        shown to the model and the router has no such key.
    Source:
        sweny §3.8, §5.1, §8.3
    """
    inputs = facts.declared_inputs
    if inputs is None:
        return
    for use, others in slips(facts.required_paths, "undeclared-input"):
        near = suggest(use.segment, use.names)
        better = with_segment(use, near) if near else ""
        yield Finding(
            facts.place(use.pointer),
            message(
                "{} in `requires` of {} fails: input {} isn't declared",
                quote(use.text),
                quote(use.node.id),
                quote(use.segment),
            ),
            f"use {quote(better)}" if better else _help(inputs),
            related=(*_declaration(facts, near), *also(facts, others)),
            witness=witness(facts, use, misses(use.segment)),
            claim=All(
                (unmet_with(facts, use, None),),
                (Written(facts.place(("inputs", use.segment)), absent=True),),
                "which inputs are declared",
            ),
            fix=rewrite(facts, use, better) if better else None,
        )
    for text in texts(facts):
        unknown = unheard_of(facts, text)
        if unknown:
            yield _in_text(facts, inputs, text, unknown)


def _in_text(
    facts: SwenyFacts, inputs: Mapping[str, Input], text: Text, unknown: Sequence[str]
) -> Finding:
    near = suggest(unknown[0], inputs)
    names = [f"input.{name}" for name in unknown]
    named = quote_all(names)
    return Finding(
        facts.place(text.pointer),
        message("{} uses {}, but no such input is declared", text.where, named),
        f"use `input.{near}`" if near else _help(inputs),
        confidence="medium",
        related=_declaration(facts, near),
        witness=Witness({"node": text.node, "target": text.target, "names": list(unknown)}),
        claim=All(
            (_not_given(facts, text, unknown),),
            (
                Written(facts.place(text.pointer), holds=tuple(names)),
                *(Written(facts.place(("inputs", name)), absent=True) for name in unknown),
            ),
            f"that the text uses {' and '.join(f'`{name}`' for name in names)}",
        ),
    )


def _not_given(facts: SwenyFacts, text: Text, names: Sequence[str]) -> Notes:
    """That the input that the model or the router is given has none of some names."""
    from phaselint_rules.sweny.samples import run_input

    kind = "model:evaluate" if text.target else "model:run"
    lacking = {("context", INPUT, name): None for name in names}
    return Notes(text.node, kind, lacking, given=run_input(facts))


def _help(inputs: Mapping[str, Input]) -> str:
    known = f"; declared: {first_names(tuple(inputs))}" if inputs else ""
    return f"declare it in `inputs`{known}"


def _declaration(facts: SwenyFacts, near: str | None) -> tuple[Related, ...]:
    if near is None:
        return ()
    return (Related(facts.place(("inputs", near), "key"), "declared here"),)
