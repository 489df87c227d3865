"""Run inputs that are used and not declared (reference sweny §8.3)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import WARNING, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.sweny.data.inputnames import texts, unheard_of
from phaselint_rules.sweny.gates.paths import also, misses, rewrite, slips, with_segment, witness
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
    prove="gates.proofs.paths:lacks_input",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=INPUTS,
)
def undeclared_input(facts: SwenyFacts) -> Iterator[Finding]:
    """A run input is used that is not declared.

    What:
        `inputs` is declared, and a `requires` path, an inline instruction or a condition has
        `input.k` where `k` is neither declared nor a key that the engine reads itself (`rules`,
        `context`, `dryRun`, `additionalContext`). In free text, words such as `input.json` are
        taken for file names. A mention in free text is no proof that the input is meant, so the
        confidence is medium there.
    Why:
        A caller that goes by the declaration does not give the input: a gate fails, an
        instruction and a condition speak of nothing.
    Bad:
        inputs: {repo: {type: string}}
        # and in a node
        requires: {output_required: [input.repos]}
    Good:
        requires: {output_required: [input.repo]}
    Fix:
        Correct the name, or declare the input.
    Dry run:
        A run with an input that has exactly the declared keys comes to the gate, which fails; or
        what the model and the router are given has no such key.
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
                "{} in `requires` of {} fails: there is no input {}",
                quote(use.text),
                quote(use.node.id),
                quote(use.segment),
            ),
            f"did you mean {quote(better)}?" if better else _help(inputs),
            related=(*_declaration(facts, near), *also(facts, others)),
            witness=witness(facts, use, misses(use.segment)),
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
    named = quote_all(f"input.{name}" for name in unknown)
    return Finding(
        facts.place(text.pointer),
        message("{} names {}, and there is no such input", text.where, named),
        f"did you mean `input.{near}`?" if near else _help(inputs),
        confidence="medium",
        related=_declaration(facts, near),
        witness=Witness({"node": text.node, "target": text.target, "names": list(unknown)}),
    )


def _help(inputs: Mapping[str, Input]) -> str:
    known = f"; declared are {first_names(tuple(inputs))}" if inputs else ""
    return f"declare it in `inputs`{known}"


def _declaration(facts: SwenyFacts, near: str | None) -> tuple[Related, ...]:
    if near is None:
        return ()
    return (Related(facts.place(("inputs", near), "key"), "declared here"),)
