"""Evaluators themselves: their kinds and their names (reference sweny §3.4, §5.6, §8.4)."""

from __future__ import annotations

from itertools import count

from phaselint.dialects.sweny.reading.pathgrammar import addressable
from phaselint.dialects.sweny.reading.shapes import TOOL_RULES
from phaselint.vocabulary.finding import Finding, Related, Witness, WitnessStep
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import WARNING, Grade, rule
from phaselint_rules.sweny.gates.paths import also, slips, witness
from phaselint_rules.sweny.needs import EVAL, SOUND
from phaselint_rules.sweny.run_descriptions import node_place
from phaselint_rules.words import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Evaluator, Node
    from phaselint.vocabulary.finding import Place

OTHER_KIND = {"value": "function", "function": "value"}

BY_OTHER_KEYS = (
    Grade("error", "if it has no other keys, and so always passes"),
    Grade("warning", "if it has keys of its own kind, too"),
)

IF_NAMED = (
    Grade("error", "if a path tries to name it"),
    Grade("info", "if none does"),
)


@rule(
    "SW408",
    BY_OTHER_KEYS,
    prove="evals.proofs.evaluators:passes_regardless",
    complete_if=SOUND,
    fix="safe",
    only_if_keys=EVAL,
)
def eval_kind_rule_mismatch(facts: SwenyFacts) -> Iterator[Finding]:
    """An evaluator has rule keys that its kind does not look at.

    What:
        `any_tool_called`, `all_tools_called` or `no_tool_called` in a `value` evaluator, or
        `output_required` or `output_matches` in a `function` evaluator.
    Why:
        The loader takes them, and they are ignored at run time. An evaluator with no other keys
        always passes.
    Bad:
        eval: [{name: opened, kind: value, rule: {any_tool_called: [github_create_pr]}}]
    Good:
        eval: [{name: opened, kind: function, rule: {any_tool_called: [github_create_pr]}}]
    Fix:
        Change the kind; where there are keys of both families, split the evaluator into two.
    Dry run:
        The node breaks what the ignored keys say, and the evaluator passes.
    Source:
        sweny §3.4, §5.6, §8.4
    """
    for node in facts.sound_nodes:
        for evaluator in node.evals:
            other = OTHER_KIND.get(evaluator.kind, "")
            foreign = tuple(key for key in evaluator.rule_keys if _kind_of(key) == other)
            if foreign:
                yield _mismatch(facts, node, evaluator, foreign)


def _kind_of(key: str) -> str:
    """The kind of evaluator that looks at a rule key."""
    return "function" if key in TOOL_RULES else "value"


def _mismatch(
    facts: SwenyFacts, node: Node, evaluator: Evaluator, foreign: Collection[str]
) -> Finding:
    other = OTHER_KIND[evaluator.kind]
    only = len(foreign) == len(evaluator.rule_keys)
    kind = facts.place((*evaluator.pointer, "kind"))
    verb = "is" if len(foreign) == 1 else "are"
    return Finding(
        kind if only else facts.place((*evaluator.pointer, "rule", next(iter(foreign))), "key"),
        message(
            "the `{}` evaluator {} of {} ignores {}, which {} for `{}` evaluators{}",
            evaluator.kind,
            quote(evaluator.name),
            quote(node.id),
            quote_all(foreign),
            verb,
            other,
            ", so it always passes" if only else "",
        ),
        f"write `kind: {other}`" if only else "split it into two evaluators",
        severity="error" if only else "warning",
        witness=Witness(
            {"node": node.id, "evaluator": evaluator.pointer[-1], "ignored": list(foreign)},
            (
                WitnessStep(
                    f"a run comes to {quote(node.id)}", node_place(facts, node.id), node.id
                ),
                WitnessStep(
                    f"{quote(evaluator.name)} passes, whatever {quote_all(foreign)} asks", kind
                ),
            ),
        ),
        fix=replace(evaluator.kind, other, kind, "safe") if only else None,
    )


@rule(
    "SW413",
    WARNING,
    prove="evals.proofs.evaluators:hides_earlier",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=EVAL,
)
def duplicate_evaluator_name(facts: SwenyFacts) -> Iterator[Finding]:
    """Two evaluators of a node have one name.

    What:
        A name that an earlier evaluator of the same node has.
    Why:
        Results are kept by name: the later one hides the earlier one in `evals`, so that gates
        and the router may see a pass where the node has failed.
    Bad:
        eval: [{name: ok, kind: function, rule: {…}}, {name: ok, kind: judge, rubric: …}]
    Good:
        eval: [{name: called, kind: function, rule: {…}}, {name: sound, kind: judge, rubric: …}]
    Fix:
        Rename one of them, and the paths and conditions that mean it.
    Dry run:
        The earlier evaluator fails and the later one passes; a later node sees the pass alone.
    Source:
        sweny §5.4, §8.4
    """
    for node in facts.sound_nodes:
        taken = {evaluator.name for evaluator in node.evals}
        first: dict[str, Evaluator] = {}
        for evaluator in node.evals:
            earlier = first.setdefault(evaluator.name, evaluator)
            if earlier is not evaluator:
                yield _duplicate(facts, node, earlier, evaluator, taken)


def _duplicate(
    facts: SwenyFacts, node: Node, earlier: Evaluator, later: Evaluator, taken: Collection[str]
) -> Finding:
    place = facts.place((*later.pointer, "name"))
    numbered = (f"{later.name}_{number}" for number in count(2))
    other = next(name for name in numbered if name not in taken)
    return Finding(
        place,
        message(
            "another evaluator of {} is named {} too, and its result is hidden by this one's",
            quote(node.id),
            quote(later.name),
        ),
        "give every evaluator its own name",
        related=(Related(facts.place((*earlier.pointer, "name")), "the hidden one"),),
        witness=Witness(
            {
                "node": node.id,
                "name": later.name,
                "hidden": earlier.pointer[-1],
                "shown": later.pointer[-1],
            }
        ),
        fix=replace(later.name, other, place),
    )


@rule("SW414", IF_NAMED, complete_if=SOUND, only_if_keys=EVAL, ends="unmet")
def evaluator_name_unaddressable(facts: SwenyFacts) -> Iterator[Finding]:
    """An evaluator's result cannot be named in a `requires` path.

    What:
        A name that is not made of letters, digits and underscores, or starts with a digit; an
        error at the path that tries to name it.
    Why:
        Gate paths know no hyphens, dots or spaces: a node with such a path fails on every visit.
    Bad:
        eval: [{name: pr-opened, kind: function, rule: {…}}]
        # and in a later node
        requires: {output_required: [fix.evals.pr-opened.pass]}
    Good:
        eval: [{name: pr_opened, kind: function, rule: {…}}]
    Fix:
        Rename the evaluator, and the paths and conditions that mean it.
    Source:
        sweny §5.7, §8.4
    """
    tried: set[tuple[str, str]] = set()
    for use, others in slips(facts.required_paths, "unaddressable-evaluator"):
        name = use.names[0]
        tried.add((use.root, name))
        yield Finding(
            facts.place(use.pointer),
            message(
                "{} in `requires` of {} always fails: no path can name the evaluator {} of {}",
                quote(use.text),
                quote(use.node.id),
                quote(name),
                quote(use.root),
            ),
            "rename the evaluator with letters, digits and underscores",
            severity="error",
            related=(
                *(Related(place, "the evaluator") for place in _named(facts, use.root, name)),
                *also(facts, others),
            ),
            witness=witness(facts, use, use.path.error, reason=use.path.error),
        )
    for node in facts.sound_nodes:
        for name in dict.fromkeys(evaluator.name for evaluator in node.evals):
            if not addressable(name) and (node.id, name) not in tried:
                yield Finding(
                    _named(facts, node.id, name)[0],
                    message(
                        "no `requires` path can name the evaluator {} of {}",
                        quote(name),
                        quote(node.id),
                    ),
                    "use letters, digits and underscores only",
                    severity="info",
                )


def _named(facts: SwenyFacts, node: str, name: str) -> list[Place]:
    """Where the evaluators of a node with a name have it."""
    evaluators = facts.nodes[node].evals
    return [facts.place((*each.pointer, "name")) for each in evaluators if each.name == name]
