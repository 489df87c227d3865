"""What is left when bounds are used up, and the step budget (reference sweny §7.3, §8.2)."""

from __future__ import annotations

import re
from collections import Counter

from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import joined, message, quote
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint_rules.sweny.needs import BOUND, COUNTED, LOOPS
from phaselint_rules.sweny.run_descriptions import (
    MOST_NAMED,
    arrow,
    bound_of,
    condition,
    edge_place,
    often,
    run_data,
    run_steps,
    spent,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.sweny.analysis.exhaustion import Exhausted
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge
    from phaselint.vocabulary.message import Message

SAYS_SO = (
    r"\b(?:otherwise|else|(?:any|all) other|fallback|regardless|in any case|always"
    r"|exhausted|used up|g[ia]ves? up|too many|too often|out of|limit reached"
    r"|no (?:more )?(?:attempts|retries|tries|rounds|iterations)"
    r"|(?:max|maximum|limit) (?:attempts|retries|tries|rounds|iterations)"
    r"|after (?:\w+ )?(?:attempts|retries|tries|rounds|iterations))\b"
)
"""A condition for the case that no other condition holds, or that a bound is used up."""


@rule(
    "SW106",
    WARNING,
    needs=LOOPS,
    prove="ways.proofs.loops:ends_there",
    complete_if=COUNTED,
    only_if_keys=BOUND,
)
def exhausted_loop_dead_end(facts: SwenyFacts) -> Iterator[Finding]:
    """Dead end after a bound is used up

    What:
        A run can reach a node whose out-edges have all been followed as often as their
        `max_iterations` allow. Not reported if every node has an out-edge (`no-terminal-phase`).
    Why:
        The run ends there without an error and without the steps after the loop. The bound belongs
        on the edge that repeats the loop, not on the only edge out of a node.
    Bad:
        edges:
          - {from: judge, to: refine, when: the draft is weak}
          - {from: judge, to: publish}
          - {from: refine, to: judge, max_iterations: 3}
    Good:
        edges:
          - {from: judge, to: refine, when: the draft is weak, max_iterations: 3}
          - {from: judge, to: publish}
          - {from: refine, to: judge}
    Fix:
        Move the bound to an edge of the same cycle whose node has another out-edge.
    Dry run:
        The router always repeats the loop, and the run ends at the node.
    Source:
        sweny §5.12, §7.3, §8.2, §9
    """
    if all(facts.ways.out[name] for name in facts.ways.reach):
        return
    for found in facts.exhaustion.dead_ends:
        first, *others = facts.ways.out[found.node]
        better = _better_place(facts, found)
        yield Finding(
            edge_place(facts, first, "max_iterations"),
            message(
                "a run can end at {}; once {}, no edge is left",
                quote(found.node),
                _used_up(found.spent),
            ),
            f"move the bound to {arrow(better)}, whose node has another out-edge"
            if better
            else "add an edge without a bound to the node where the work should end",
            related=tuple(
                Related(edge_place(facts, edge, "max_iterations"), "also used up")
                for edge in others
            ),
            witness=_witness(facts, found),
        )


def _better_place(facts: SwenyFacts, found: Exhausted) -> Edge | None:
    """A conditional edge of the last round of the run, out of a node that another edge leaves
    whatever has been used up."""
    last = max(index for index, edge in enumerate(found.run) if edge.source == found.node)
    for edge in found.run[last + 1 :]:
        others = (other for other in facts.ways.out[edge.source] if other.target != edge.target)
        if edge.condition and edge.most is None and any(o.most is None for o in others):
            return edge
    return None


@rule(
    "SW107",
    WARNING,
    needs=LOOPS,
    prove="ways.proofs.loops:forces_branch",
    complete_if=COUNTED,
    only_if_keys=BOUND,
)
def exhausted_loop_forces_branch(facts: SwenyFacts) -> Iterator[Finding]:
    """Exhausted loop that forces a wrong branch

    What:
        A run can reach a node when some of its out-edges have been followed as often as their
        `max_iterations` allow, and all remaining edges have conditions: an edge without a condition
        is a default only until its bound is used up. Not reported if the condition of a remaining
        edge mentions this case, as `otherwise` or `retries exhausted` do, or if the edges have
        expressions: a false expression is never followed (`when-expressions-overlap`).
    Why:
        The model is still asked to choose among the remaining edges: the run continues as if one of
        their conditions were true.
    Bad:
        edges:
          - {from: fix, to: retest, when: the tests fail, max_iterations: 2}
          - {from: fix, to: open_pr, when: the tests pass}
    Good:
        edges:
          - {from: fix, to: retest, when: the tests fail, max_iterations: 2}
          - {from: fix, to: open_pr, when: the tests pass}
          - {from: fix, to: give_up}
    Fix:
        Add an edge without a condition and without a bound to the node that should run when the
        bound is used up.
    Dry run:
        The router uses up the bound; the next time it is offered only the other conditions.
    Source:
        sweny §5.12, §6 #11, §7.3, §8.2, §9, §11.4
    """
    for found in facts.exhaustion.forced:
        left = [edge for edge in facts.ways.out[found.node] if edge not in found.spent]
        if any(edge.expr or re.search(SAYS_SO, edge.condition, re.IGNORECASE) for edge in left):
            continue
        offered = joined(" or ", (quote(condition(edge)) for edge in left))
        first, *others = found.spent
        yield Finding(
            edge_place(facts, first, "max_iterations"),
            message(
                "once {}, {} must take the branch {} even if it's false",
                _used_up(found.spent),
                quote(found.node),
                offered,
            ),
            f"add an edge without condition and bound from {quote(found.node)} to the node that "
            "should run then",
            related=(
                *(
                    Related(edge_place(facts, edge, "max_iterations"), "also used up")
                    for edge in others
                ),
                *(Related(edge_place(facts, edge, "when"), "still offered") for edge in left),
            ),
            witness=_witness(facts, found, {"left": [edge.number for edge in left]}),
        )


def _used_up(edges: Sequence[Edge]) -> Message:
    listed = joined(" and ", (message("{} ({})", arrow(edge), bound_of(edge)) for edge in edges))
    return message("{} {} used up", listed, "is" if len(edges) == 1 else "are")


def _witness(
    facts: SwenyFacts, found: Exhausted, more: dict[str, list[int]] | None = None
) -> Witness:
    data = {
        "node": found.node,
        "spent": [edge.number for edge in found.spent],
        **(more or {}),
        **run_data(facts, found.run),
    }
    return Witness(data, run_steps(facts, found.run), spent(found.spent))


@rule(
    "SW108",
    WARNING,
    needs=LOOPS,
    prove="ways.proofs.loops:overflows",
    complete_if=COUNTED,
    ends="failure",
)
def step_budget_overflow(facts: SwenyFacts) -> Iterator[Finding]:
    """Loop bounds that exceed the step budget

    What:
        Some path that the bounds allow visits more than 200 nodes.
    Why:
        At the next visit the run throws `step budget exceeded`, and all results are lost.
    Bad:
        edges:
          - {from: draft, to: review}
          - {from: review, to: draft, when: changes are needed, max_iterations: 120}
          - {from: review, to: publish}
    Good:
        edges:
          - {from: draft, to: review}
          - {from: review, to: draft, when: changes are needed, max_iterations: 5}
          - {from: review, to: publish}
    Fix:
        Lower the bounds until the longest path fits.
    Dry run:
        The router prefers the loops, and the run throws at the first visit over the budget.
    Source:
        sweny §5.2, §5.17, §7.3, §8.2
    """
    run = facts.exhaustion.overflow
    if run is None:
        return
    most = facts.exhaustion.most
    counts = Counter(edge for edge in run if edge.most is not None).most_common()
    witness = Witness({"max_steps": most, **run_data(facts, run)}, run_steps(facts, run))
    if not counts:
        yield Finding(
            facts.place(("edges",), "key"),
            message("a path without any loop visits more than {} nodes", most),
            "split the workflow so that the longest run fits",
            witness=witness,
        )
        return
    widest, followed = counts[0]
    yield Finding(
        edge_place(facts, widest, "max_iterations"),
        message(
            "the bounds allow a run of more than {} visits that follows {} {}",
            most,
            arrow(widest),
            often(followed),
        ),
        "lower the bounds until the longest run fits",
        related=tuple(
            Related(edge_place(facts, edge, "max_iterations"), f"followed {often(count)}")
            for edge, count in counts[1:MOST_NAMED]
        ),
        witness=witness,
    )


@rule("PL022", INFO, complete_if=LOOPS)
def analysis_incomplete(facts: SwenyFacts) -> Iterator[Finding]:
    """Unanswered question about bounds or branches

    What:
        The search for runs that use up bounds, or for branches that meet, reached its limit of
        expanded states.
    Why:
        Parts that weren't examined are unknown, not clean. The message gives the limit; `--bound`
        raises it.
    Bad:
        # hundreds of loops whose bounds depend on each other
    Good:
        # the same work in several workflows
    Fix:
        Run with a higher `--bound`, or simplify the workflow.
    Source:
        design §6; sweny §7.3
    """
    if facts.unanswered:
        yield Finding(
            facts.place(("edges",), "key"),
            message(
                "not decided within {} states: {}",
                f"{facts.bound:,}",
                joined(", and ", facts.unanswered),
            ),
            "raise `--bound`; some defects might not be reported",
        )
