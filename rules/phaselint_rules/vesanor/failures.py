"""What comes of a call that fails (reference vesanor §4.2, step 6)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Notes
from phaselint.vocabulary.finding import Finding, Place, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import INFO, rule
from phaselint_rules.vesanor.needs import TOOL_GRAPH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts


@rule("VE408", INFO, needs=TOOL_GRAPH, prove="proofs.failing:stuck_after_failure", default=False)
def failure_exhausts_limit(facts: VesanorFacts) -> Iterator[Finding]:
    """Call limit that leaves no room for a failed call

    What:
        `max_calls_per_tool` allows a tool a single call, and no session completes without it. Tools
        with `commit_requirement: none` aren't reported.
    Why:
        A failed call counts toward the limit but doesn't advance the session: after a failed call,
        the session can no longer be completed.
    Bad:
        max_calls_per_tool: {charge: 1}   # only `charge` leads on
    Good:
        max_calls_per_tool: {charge: 3}
    Fix:
        Raise the limit, unless a session should end with the first failure.
    Dry run:
        A session in which the call fails is explored within the limit: no terminal phase follows.
    Source:
        vesanor §2.3, §4.2
    """
    if not facts.session.limits.per_tool:
        return
    from phaselint.dialects.vesanor.analysis.failing import tight

    for name in tight(facts):
        yield Finding(
            Place(facts.session.file, ("session_limits", "max_calls_per_tool", name)),
            message(
                "{} can be called only once; if that call fails, no session completes", quote(name)
            ),
            "raise it to 2 or more, to allow for a failed call",
            witness=Witness({"tool": name}),
        )


@rule("VE208", INFO, needs=TOOL_GRAPH, claims="notes", default=False)
def advances_on_failure(facts: VesanorFacts) -> Iterator[Finding]:
    """Tool that advances even if its call fails

    What:
        A tool that can be called has `commit_requirement: none` and an `advances_to`.
    Why:
        The session enters the next phase as soon as the call is released, even if it fails.
    Bad:
        commit_requirement: none
        transitions: {valid_in_phases: [cart], advances_to: paid}
    Good:
        commit_requirement: acknowledged
        transitions: {valid_in_phases: [cart], advances_to: paid}
    Fix:
        Use `acknowledged` if the next phase relies on the result.
    Dry run:
        A run calls the tool, the call fails, and the phase changes.
    Source:
        vesanor §2.2, §3.3 A12, §4.2
    """
    for name, tool in facts.tools.items():
        phases = facts.callable_in.get(name, frozenset()) & facts.working
        if tool.acknowledged or not tool.advances_to or phases <= {tool.advances_to}:
            continue
        first, *others = [each for each in facts.phases if each in phases - {tool.advances_to}]
        yield Finding(
            Place(tool.file, ("commit_requirement",)),
            message(
                "{} advances to {} even if its call fails",
                quote(name),
                quote(tool.advances_to),
            ),
            "use `acknowledged`, unless the result doesn't matter",
            witness=Witness({"tool": name, "target": tool.advances_to}),
            claim=Notes(
                first,
                "turn",
                {"phase_after": tool.advances_to},
                holds={"failed": (name,)},
                others=tuple(others),
                answers=({"calls": [{"tool": name, "ok": False}]},),
                provided={"released": (name,)},
            ),
        )
