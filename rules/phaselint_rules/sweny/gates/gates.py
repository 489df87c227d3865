"""Gates of both kinds: their paths, and what a failed one does not stop (reference sweny §8.2,
§8.3)."""

from __future__ import annotations

import re

from phaselint.dialects.sweny.analysis.matchvalues import is_unsatisfiable
from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.vocabulary.claim import Undecided
from phaselint.vocabulary.finding import Finding, Related, Witness, WitnessStep
from phaselint.vocabulary.message import joined, message, quote, retold
from phaselint.vocabulary.rule import ERROR, WARNING, Grade, rule
from phaselint_rules.sweny.gates.gatewords import covered, failing
from phaselint_rules.sweny.gates.impossible import UNLESS_EMPTY, unless_empty
from phaselint_rules.sweny.gates.paths import (
    also,
    declarations,
    gate,
    paths,
    rewrite,
    slips,
    types,
    witness,
)
from phaselint_rules.sweny.gates.unmet import mistyped, unmet, unmet_with
from phaselint_rules.sweny.needs import GATES, GRAPH, SOUND
from phaselint_rules.sweny.run_descriptions import edge_place, first_names, node_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.analysis.pathuses import Use
    from phaselint.dialects.sweny.model import Edge, Node
    from phaselint.vocabulary.claim import Notes
    from phaselint.vocabulary.message import Message

ANY_NODE = ""

_REPAIRS = (
    (r"^\s+|\s+$", ""),
    (r"^\{+|^\$\{|\}+$", ""),
    (r"^\$\.?", ""),
    (r"^(any|all):\$\.?", r"\1:"),
    (r"^(?!any:|all:)[a-z]+:", ""),
    (r"\[\d*\]", "[*]"),
    (r"\[(['\"])(.*?)\1\]", r".\2"),
    (r"\.\*", "[*]"),
    (r"\.(\d+)(?=\.|$)", "[*]"),
    (r"^/|/", "."),
    (r"^\.+|\.+$", ""),
)
"""Spellings of other path languages, and their equivalents here; each is tried on the last
result."""

IF_DOCUMENTED = (
    Grade("error", "with `semantics = documented`: the specification says it halts"),
    Grade("warning", "otherwise"),
)


def respelt(text: str) -> str:
    """The path for a string in another path language; empty if it can't be translated."""
    for pattern, replacement in _REPAIRS:
        text = re.sub(pattern, replacement, text)
    return "" if parse(text).error else text


@rule(
    "SW301",
    ERROR,
    claims="notes",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=GATES,
    ends="unmet",
)
def path_syntax(facts: SwenyFacts) -> Iterator[Finding]:
    """Gate path with a syntax error

    What:
        A path in `requires` or in a `value` evaluator breaks the grammar: an optional prefix `all:`
        or `any:`, then identifiers separated by dots, each optionally followed by `[*]`. If it
        names a node whose ID isn't an identifier, `requires-unaddressable-node` is reported
        instead; for an evaluator's name, `evaluator-name-unaddressable`.
    Why:
        The loader doesn't check paths. At run time the check fails for all data.
    Bad:
        eval: [{name: found, kind: value, rule: {output_required: ["findings[0].id"]}}]
    Good:
        eval: [{name: found, kind: value, rule: {output_required: ["findings[*].id"]}}]
    Fix:
        Use `[*]` for the elements of a list, without an index, quotes or `$`. A property whose name
        isn't an identifier can't be used in a path: rename it.
    Dry run:
        The gate fails with the reason quoted in the message.
    Source:
        sweny §5.7, §8.3
    """
    for use, others in slips(paths(facts), "syntax"):
        reason = retold(use.path.error.replace("'", "`"))
        better = respelt(use.text)
        yield Finding(
            facts.place(use.pointer),
            message(
                "{} in {} isn't a valid path, so the check always fails: {}",
                quote(use.text),
                gate(use),
                reason,
            ),
            f"use {quote(better)}"
            if better
            else "use identifiers separated by dots, with `[*]` for the elements of a list",
            related=also(facts, others),
            witness=witness(facts, use, reason, reason=use.path.error),
            claim=unmet(facts, use, f"'{use.text}' {use.path.error}"),
            fix=rewrite(facts, use, better) if better else None,
        )


@rule(
    "SW302",
    UNLESS_EMPTY,
    claims="notes",
    complete_if=SOUND,
    only_if_keys=GATES,
    ends="unmet",
)
def path_type_mismatch(facts: SwenyFacts) -> Iterator[Finding]:
    """Gate path that the declared types rule out

    What:
        A path in `requires` or in a `value` evaluator has `[*]` after something declared as other
        than a list, a name below a scalar, or a name on a list without `[*]` (lists have only
        `length`). The data of a node and the run input are mappings. Input types count as declared.
    Why:
        With data as declared, the path fails on every run. Under `output_matches` an empty list
        before that step passes, unless `any:` or `minItems` requires an element.
    Bad:
        output: {type: object, properties: {found: {type: integer}}}
        # and in a later node
        requires: {output_required: ["gather.found[*].id"]}
    Good:
        requires: {output_required: ["gather.issues[*].id"]}
    Fix:
        Use the path of the list, or of the field that has the value.
    Dry run:
        A run with data as declared reaches the gate, and the gate fails.
    Source:
        sweny §5.7, §8.3, §8.9
    """
    for use, others in slips(paths(facts), "type-mismatch"):
        spared = is_unsatisfiable(use)
        step = quote("[*]" if use.wild else use.segment)
        if use.wild:
            why = message("but {} needs a list", step)
        elif "array" in use.types:
            why = message("but {} needs a mapping", step)
        else:
            why = message("which has no {}", step)
        yield Finding(
            facts.place(use.pointer),
            message(
                "{} in {} {}: {} is {}, {}",
                quote(use.text),
                gate(use),
                message("fails{}", unless_empty(spared)) if spared else "always fails",
                quote(use.before),
                types(use),
                why,
            ),
            f"use `{use.before}[*].{use.segment}` for the elements"
            if "array" in use.types and not use.wild
            else "use the field that has the value",
            severity="warning" if spared else "error",
            related=(*declarations(facts, use, "declared here"), *also(facts, others)),
            witness=witness(
                facts, use, f"{quote(use.before)} is {types(use)}", types=list(use.types)
            ),
            claim=mistyped(facts, use, spared=spared),
        )


@rule(
    "SW303",
    WARNING,
    claims="notes",
    complete_if=SOUND,
    only_if_keys=GATES,
)
def any_path_optional_segment(facts: SwenyFacts) -> Iterator[Finding]:
    """Gate path to an optional field of list elements

    What:
        In a path of `requires` or of a `value` evaluator, a name after `[*]` is declared, but isn't
        in the `required` list of its mapping. Silent if an evaluator of the node that returns the
        data demands the field itself.
    Why:
        One element without the field fails the whole path; with `any:` too, although another
        element would satisfy the check.
    Bad:
        issues: {type: array, items: {type: object, properties: {note: {type: string}}}}
        # and in a later node
        requires: {output_required: ["any:gather.issues[*].note"]}
    Good:
        issues:
          type: array
          items: {type: object, properties: {note: {type: string}}, required: [note]}
    Fix:
        Require the field of every element, or use another field.
    Dry run:
        A run returns two elements, one of them without the field; the gate fails.
    Source:
        sweny §5.7, §6 row 7, §8.3
    """
    for use, others in slips(paths(facts), "optional-element"):
        even = message(", even with `any:`") if use.path.mode == "any" else ""
        yield Finding(
            facts.place(use.pointer),
            message(
                "{} is optional in {}; one element without it fails {} in {}{}",
                quote(use.segment),
                quote(use.before),
                quote(use.text),
                gate(use),
                even,
            ),
            f"add {quote(use.segment)} to `required` of the items",
            related=(*declarations(facts, use, "declared here"), *also(facts, others)),
            witness=witness(facts, use, f"an element is missing {quote(use.segment)}", at=use.at),
            claim=_unmet_by_element(facts, use),
        )


def _unmet_by_element(facts: SwenyFacts, use: Use) -> Notes | Undecided:
    """That a gate fails where one of two elements lacks the field that is optional."""
    from phaselint_rules.sweny.gates.pathdata import lacking

    data = lacking(use)
    if data is None:
        return Undecided("no data in which one element lacks the field was found")
    return unmet_with(facts, use, data)


@rule(
    "SW118",
    IF_DOCUMENTED,
    needs=GRAPH,
    prove="gates.proofs.gates:goes_on",
    complete_if=SOUND,
    only_if_keys=GATES,
)
def gate_does_not_halt(facts: SwenyFacts) -> Iterator[Finding]:
    """Failed gate doesn't stop the run

    What:
        A node has a gate, but no edge out of it handles a failure. Either the node has `eval` or
        `requires` with `on_fail: fail`, and its only edge, to another node, has no condition. Or it
        has an `eval` that declared data can fail, and the router chooses among conditions that
        don't mention an evaluator, a failure or a value that fails the gate. Silent if the
        conditions name all values that pass and a default edge takes the others; if each next node
        except the default has a `requires` path that starts at this node; and if such a path has
        another finding. With the option `target = "next"` only for a node with `on_fail: continue`:
        any other node ends the run if it fails.
    Why:
        A failed gate doesn't stop a run: the node is marked failed, and the run continues as after
        success. The router is called as well, or the default edge is followed. The specification
        says that the run halts.
    Bad:
        edges: [{from: assess, to: fix}]   # `assess` has an `eval`, `fix` no `requires`
    Good:
        fix: {requires: {output_required: [assess.verdict]}}
    Fix:
        Have the next node require what the gate is for, such as `n.evals.<name>.pass`, or add an
        edge for the failure, such as `when: n.evals.<name>.pass is false`.
    Dry run:
        The gate is made to fail. The next node runs anyway, or the router is offered the same
        targets.
    Source:
        sweny §5.2, §5.5, §5.12, §6 row 1, §8.2, §11.5
    """
    guards = _guards(facts)
    for node in facts.sound_nodes:
        edges = facts.ways.out[node.id]
        kind = _failing_gate(node)
        if node.policy.halts or not kind or node.id not in facts.ways.reach:
            continue
        if any(edge.condition for edge in edges):
            found = _at_router(facts, node, guards)
        else:
            found = _onward(facts, node, kind, guards)
        if found is not None:
            yield found


def _onward(
    facts: SwenyFacts, node: Node, kind: Message, guards: set[tuple[str, str]]
) -> Finding | None:
    """The finding about a node whose only edge has no condition."""
    edges = facts.ways.out[node.id]
    if len(edges) != 1 or edges[0].target == node.id:
        return None
    (edge,) = edges
    if not facts.nodes[edge.target].sound or _guarded(edge, guards):
        return None
    return Finding(
        node_place(facts, node.id),
        message(
            "if {} of {} fails, {} still runs next{}",
            kind,
            quote(node.id),
            quote(edge.target),
            ", but the specification halts the run" * facts.documented,
        ),
        f"have {quote(edge.target)} require what {quote(node.id)} returns, or add a condition to "
        "the edge",
        severity="error" if facts.documented else "warning",
        related=(Related(edge_place(facts, edge), "only edge, without a condition"),),
        witness=_gate_witness(facts, node, edge, kind),
    )


def _at_router(facts: SwenyFacts, node: Node, guards: set[tuple[str, str]]) -> Finding | None:
    """The finding about a node with `eval` whose next node the router chooses."""
    edges = facts.ways.out[node.id]
    if not node.evals or any(edge.condition and not (edge.when or "").strip() for edge in edges):
        return None  # a blank condition says nothing, an expression is not the router's
    if all(_guarded(edge, guards) for edge in edges if edge.condition) or any(
        not facts.nodes[edge.target].sound for edge in edges
    ):
        return None
    if not failing(facts, node) or covered(facts, node, edges):
        return None
    targets = tuple(dict.fromkeys(edge.target for edge in edges))
    return Finding(
        node_place(facts, node.id),
        message(
            "if `eval` of {} fails, the router is still offered {}; no condition mentions that{}",
            quote(node.id),
            first_names(targets),
            ", but the specification halts the run" * facts.documented,
        ),
        _failure_edge(node),
        severity="error" if facts.documented else "warning",
        related=tuple(
            Related(edge_place(facts, edge, "when"), "isn't about the failure")
            for edge in edges
            if edge.condition
        ),
        witness=_router_witness(facts, node, targets),
    )


def _guarded(edge: Edge, guards: set[tuple[str, str]]) -> bool:
    """Whether the target of an edge looks at its source itself."""
    return not guards.isdisjoint((edge.pair, (ANY_NODE, edge.target)))


def _failure_edge(node: Node) -> str:
    for evaluator in node.evals:
        if re.fullmatch(r"[A-Za-z_]\w*", evaluator.name):
            return f"add an edge for `{node.id}.evals.{evaluator.name}.pass is false`"
    return "add an edge with a condition for the failure"


def _failing_gate(node: Node) -> Message:
    """The gates of a node that may fail it, in words."""
    stops = node.requires is not None and node.requires.on_fail == "fail"
    gates = (*(["requires"] if stops else []), *(["eval"] if node.evals else []))
    return joined(" or ", map(quote, gates))


def _guards(facts: SwenyFacts) -> set[tuple[str, str]]:
    """Which nodes are looked at by a `requires` path of which others; a path that may be meant
    for any node stands for all of them."""
    broken = ("syntax", "unaddressable-node", "unaddressable-evaluator", "unknown-root", "self")
    return {
        (ANY_NODE if use.fault in broken else use.root, use.node.id) for use in facts.required_paths
    }


def _gate_witness(facts: SwenyFacts, node: Node, edge: Edge, kind: str) -> Witness:
    steps = (
        WitnessStep(f"a run reaches {quote(node.id)}", node_place(facts, node.id), node.id),
        WitnessStep(f"{kind} fails: {quote(node.id)} is marked failed"),
        WitnessStep(
            f"the run continues to {quote(edge.target)}", edge_place(facts, edge), edge.target
        ),
    )
    return Witness({"node": node.id, "next": edge.target, "edge": edge.number}, steps)


def _router_witness(facts: SwenyFacts, node: Node, targets: tuple[str, ...]) -> Witness:
    steps = (
        WitnessStep(f"a run reaches {quote(node.id)}", node_place(facts, node.id), node.id),
        WitnessStep(f"`eval` fails: {quote(node.id)} is marked failed"),
        WitnessStep(f"the router is offered {first_names(targets)}"),
    )
    return Witness({"node": node.id, "targets": list(targets)}, steps)
