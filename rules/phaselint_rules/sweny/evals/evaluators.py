"""Evaluators themselves: their kinds and their names (reference sweny §3.4, §5.6, §8.4)."""

from __future__ import annotations

from itertools import count

from phaselint.dialects.sweny.reading.pathgrammar import addressable
from phaselint.dialects.sweny.reading.shapes import TOOL_RULES
from phaselint.vocabulary.claim import Notes, Undecided
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

MOST_WEIGHED = 200
"""The limit of evaluators of a node that are all asked about each made-up answer."""

OTHER_KIND = {"value": "function", "function": "value"}

BY_OTHER_KEYS = (
    Grade("error", "if it has no other keys and so always passes"),
    Grade("warning", "if it also has keys of its own kind"),
)

IF_NAMED = (
    Grade("error", "if a path tries to name it"),
    Grade("info", "if none does"),
)


@rule(
    "SW408",
    BY_OTHER_KEYS,
    claims="notes",
    complete_if=SOUND,
    fix="safe",
    only_if_keys=EVAL,
)
def eval_kind_rule_mismatch(facts: SwenyFacts) -> Iterator[Finding]:
    """Evaluator keys that its kind ignores

    What:
        `any_tool_called`, `all_tools_called` or `no_tool_called` in a `value` evaluator, or
        `output_required` or `output_matches` in a `function` evaluator.
    Why:
        The loader accepts them, but they are ignored at run time. An evaluator without other keys
        always passes.
    Bad:
        eval: [{name: opened, kind: value, rule: {any_tool_called: [github_create_pr]}}]
    Good:
        eval: [{name: opened, kind: function, rule: {any_tool_called: [github_create_pr]}}]
    Fix:
        Change the kind; if keys of both kinds are present, split the evaluator into two.
    Dry run:
        The node violates the ignored keys, and the evaluator passes.
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
            "`{}` evaluator {} of {} ignores {}, which {} for `{}` evaluators{}",
            evaluator.kind,
            quote(evaluator.name),
            quote(node.id),
            quote_all(foreign),
            verb,
            other,
            ", so it always passes" if only else "",
        ),
        f"change it to `kind: {other}`" if only else "split it into two evaluators",
        severity="error" if only else "warning",
        witness=Witness(
            {"node": node.id, "evaluator": evaluator.pointer[-1], "ignored": list(foreign)},
            (
                WitnessStep(f"a run reaches {quote(node.id)}", node_place(facts, node.id), node.id),
                WitnessStep(
                    f"{quote(evaluator.name)} passes and ignores {quote_all(foreign)}", kind
                ),
            ),
        ),
        claim=_passes(facts, node, evaluator, foreign),
        fix=replace(evaluator.kind, other, kind, "safe") if only else None,
    )


def _passes(
    facts: SwenyFacts, node: Node, evaluator: Evaluator, foreign: Collection[str]
) -> Notes | Undecided:
    """That the evaluator passes though the node violates what the keys say."""
    from phaselint_rules.sweny.evals.contrast import NO_ANSWER, passes, telling
    from phaselint_rules.sweny.samples import all_attempts, visit_answers

    if len(node.evals) > MOST_WEIGHED:
        return Undecided(f"the node has more than {MOST_WEIGHED} evaluators")
    of_tools = any(key in TOOL_RULES for key in foreign)
    heeding = evaluator._replace(kind="function" if of_tools else "value")
    answer = telling(facts, node, heeding, evaluator)
    if answer is None:
        return Undecided(NO_ANSWER)
    answers = (answer, *facts.of_node(visit_answers, node)[1:])
    if not passes(facts, node, answer):
        answers = all_attempts(node, answers)
    at = ("result", "evals", node.evals.index(evaluator))
    fields = {(*at, "kind"): evaluator.kind, (*at, "pass"): True}
    return Notes(node.id, "node:exit", fields, answers=answers, hostile=True)


@rule(
    "SW413",
    WARNING,
    prove="evals.proofs.evaluators:hides_earlier",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=EVAL,
)
def duplicate_evaluator_name(facts: SwenyFacts) -> Iterator[Finding]:
    """Duplicate evaluator name on one node

    What:
        The evaluator has the same name as an earlier evaluator of the node.
    Why:
        Results are stored by name: the later one hides the earlier one in `evals`, so gates and the
        router can see a pass although the node has failed.
    Bad:
        eval: [{name: ok, kind: function, rule: {…}}, {name: ok, kind: judge, rubric: …}]
    Good:
        eval: [{name: called, kind: function, rule: {…}}, {name: sound, kind: judge, rubric: …}]
    Fix:
        Rename one of them, and update the paths and conditions that refer to it.
    Dry run:
        The earlier evaluator fails and the later one passes; a later node sees only the pass.
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
            "{} has 2 evaluators named {}; the result of this one hides the other",
            quote(node.id),
            quote(later.name),
        ),
        "give each evaluator its own name",
        related=(Related(facts.place((*earlier.pointer, "name")), "hidden evaluator"),),
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
    """Evaluator name that `requires` can't refer to

    What:
        The name contains characters other than letters, digits and underscores, or starts with a
        digit. If a path tries to use it, the error is at that path.
    Why:
        Gate paths can't contain hyphens, dots or spaces: a node with such a path fails on every
        visit.
    Bad:
        eval: [{name: pr-opened, kind: function, rule: {…}}]
        # and in a later node
        requires: {output_required: [fix.evals.pr-opened.pass]}
    Good:
        eval: [{name: pr_opened, kind: function, rule: {…}}]
    Fix:
        Rename the evaluator, and update the paths and conditions that refer to it.
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
                "{} in `requires` of {} always fails: paths can't refer to evaluator {} of {}",
                quote(use.text),
                quote(use.node.id),
                quote(name),
                quote(use.root),
            ),
            "rename the evaluator; use only letters, digits and underscores",
            severity="error",
            related=(
                *(Related(place, "evaluator") for place in _named(facts, use.root, name)),
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
                        "`requires` can't refer to evaluator {} of {} by this name",
                        quote(name),
                        quote(node.id),
                    ),
                    "use only letters, digits and underscores",
                    severity="info",
                )


def _named(facts: SwenyFacts, node: str, name: str) -> list[Place]:
    """Where the evaluators of a node with a name have it."""
    evaluators = facts.nodes[node].evals
    return [facts.place((*each.pointer, "name")) for each in evaluators if each.name == name]
