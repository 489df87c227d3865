"""What holds today in all runs of a contract and no policy says: what `phaselint policies` lists
for its author to choose from."""

from __future__ import annotations

from phaselint.behavior.suggesting import acts_in, policy_of, unwritten
from phaselint.linting.policing import policies_of, sources_of
from phaselint.linting.studying import studied
from phaselint.project.paths import relative
from phaselint.vocabulary.errors import blamed
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.behavior.facts import Fact
    from phaselint.dialects.base import Facts
    from phaselint.linting.discovery import FoundContract

_BOUND = "the bound of "
UNKNOWN = "it isn't known what its runs do"


class Suggestion(NamedTuple):
    """A fact that may become a policy, its number among all that are listed, and the policy as its
    author would write it."""

    number: int
    fact: Fact
    policy: Mapping[str, Any]


class Suggested(NamedTuple):
    """What there is to suggest for a contract, or why there is nothing."""

    found: FoundContract
    path: str
    suggestions: tuple[Suggestion, ...] = ()
    reason: str = ""


def suggested(contracts: Iterable[FoundContract], bound: int) -> Iterator[Suggested]:
    """What there is to suggest for contracts, with numbers that go on from one to the next."""
    number = 0
    for found in contracts:
        with blamed(found.dialect.origin, "runtime"):
            facts, reason = _facts(found, bound)
        some = [
            Suggestion(number + place, fact, policy_of(fact)) for place, fact in enumerate(facts, 1)
        ]
        number += len(some)
        path = relative(found.workspace.root)(found.target.path)
        yield Suggested(found, path, tuple(some), reason)


def _facts(found: FoundContract, bound: int) -> tuple[tuple[Fact, ...], str]:
    """The facts that no policy of a contract says, and why there are none."""
    known = studied(found, bound)
    if not getattr(known, "runs_known", False):
        return (), UNKNOWN
    return _of_runs(found, known, bound)


def _of_runs(found: FoundContract, known: Facts, bound: int) -> tuple[tuple[Fact, ...], str]:
    from phaselint.behavior.facts import facts_in
    from phaselint.behavior.runs import Runs
    from phaselint.executor.proof import proof_context
    from phaselint.executor.soundness.search import refused_with

    lab = proof_context(found.dialect, known, bound, found.workspace.reader)
    refused = refused_with(lab)
    if refused:
        return (), refused
    runs = Runs(lab)
    facts = facts_in(runs)
    if facts.reason:
        return (), _stopped(facts.reason)
    workspace = found.workspace
    sources = sources_of(workspace.config, workspace.root)
    written = policies_of(workspace.reader, found.target, sources).written
    return unwritten(facts.told, [each.policy for each in written], acts_in(runs.atlases)), ""


def _stopped(reason: str) -> str:
    """That exploration stopped: at a bound, or at what it doesn't decide."""
    if reason.startswith(_BOUND):
        return f"exploration stopped at {reason}; raise `--bound`"
    return reason
