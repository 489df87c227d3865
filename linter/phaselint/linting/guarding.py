"""The guard of a contract: made of its policies as far as a target can hold them."""

from __future__ import annotations

from phaselint.guards.making import made
from phaselint.guards.rows import View
from phaselint.guards.targets import OF
from phaselint.guards.writing import Origin, digest, written
from phaselint.linting.policing import policies_of, sources_of
from phaselint.linting.studying import studied
from phaselint.policies.naming import resolved, unknown_names
from phaselint.project.paths import relative
from phaselint.vocabulary.errors import UsageError, blamed
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.behavior.acting import ActAtlas
    from phaselint.dialects.acts import Act
    from phaselint.dialects.base import Facts
    from phaselint.guards.making import Guarded
    from phaselint.guards.targets import Target
    from phaselint.guards.writing import OnError
    from phaselint.linting.discovery import FoundContract
    from phaselint.linting.policing import Written
    from phaselint.policies.policy import Policy

TEAM = "agents"
"""The dialect whose tools are those of a harness."""


class Held(NamedTuple):
    """A policy that a guard holds, and where it is written, as `FILE:LINE`."""

    guarded: Guarded
    place: str


class LeftOut(NamedTuple):
    """A policy that a guard can't hold, where it is written, and why."""

    policy: Policy
    place: str
    reason: str


class Guard(NamedTuple):
    """A guard: its file, empty where it holds no policy, and what it holds.

    `unknown` says why nothing is known about the runs of the contract, if so.
    """

    path: str
    text: str
    target: Target
    held: tuple[Held, ...]
    left_out: tuple[LeftOut, ...]
    unknown: str = ""


class _Known(NamedTuple):
    """What is known about a contract: its acts, its runs, or why these aren't known."""

    acts: tuple[Act, ...]
    atlases: tuple[ActAtlas, ...] | None
    reason: str = ""


def guard_of(
    found: FoundContract, names: Sequence[str], target: str, *, on_error: OnError, bound: int
) -> Guard:
    """The guard of a contract for a target. `names` are the only policies that it should hold, by
    their names or rules; none for all.

    Raises:
        UsageError: a policy has none of these names, or there are no policies.
    """
    with blamed(found.dialect.origin, "runtime"):
        facts = studied(found, bound)
        known = _known(found, facts, bound)
    workspace = found.workspace
    sources = sources_of(workspace.config, workspace.root)
    files = {path: each.text for path, each in facts.contract.documents.items()}
    policies = policies_of(workspace.reader, found.target, sources, files)
    if policies.flaws:
        path, flaw = policies.flaws[0]
        raise UsageError(f"{path}: {flaw.message}; correct the policies first")
    view = View(OF[target], found.dialect.name == TEAM, known.acts)
    held: list[Held] = []
    left_out: list[LeftOut] = []
    for each in _chosen(policies.written, names):
        meant = resolved(each.policy, known.acts)
        guarded, reason = _made(meant, view, known)
        place = _shown(each)
        if guarded is None:
            left_out.append(LeftOut(each.policy, place, reason))
        else:
            held.append(Held(guarded, place))
    path = relative(workspace.root)(found.target.path) or "."
    places = tuple(each.place for each in held)
    origin = Origin(found.target.path or ".", found.dialect.name, digest(files), places)
    tables = [each.guarded.table for each in held]
    text = written(tables, view.target, origin, team=view.team, on_error=on_error) if held else ""
    return Guard(
        path, text, view.target, held=tuple(held), left_out=tuple(left_out), unknown=known.reason
    )


def _made(policy: Policy, view: View, known: _Known) -> tuple[Guarded | None, str]:
    if not policy.origin and known.acts:
        wrong = [each for each in unknown_names(policy, known.acts) if not each.glob]
        if wrong:
            return None, str(wrong[0].message)
    return made(policy, view, known.atlases)


def _chosen(policies: Sequence[Written], names: Sequence[str]) -> list[Written]:
    if not policies:
        raise UsageError("the contract has no policies; `phaselint policies --suggest` lists some")
    for name in names:
        if not any(name in (each.policy.name, each.policy.rule) for each in policies):
            raise UsageError(f"no policy is named `{name}`; `phaselint policies` lists them")
    return [
        each
        for each in policies
        if not names or each.policy.name in names or each.policy.rule in names
    ]


def _shown(each: Written) -> str:
    start = each.place.range.start.line if each.place.range is not None else 0
    return f"{each.place.file}:{start}" if start else each.place.file


def _known(found: FoundContract, facts: Facts, bound: int) -> _Known:
    if not getattr(facts, "runs_known", False):
        return _Known((), None, "errors of the contract hide what its runs do")
    from phaselint.behavior.runs import Runs
    from phaselint.executor.proof import proof_context
    from phaselint.executor.soundness.search import refused_with

    lab = proof_context(found.dialect, facts, bound, found.workspace.reader)
    runs = Runs(lab)
    acts = tuple(each.act for each in runs.known)
    refused = refused_with(lab)
    if refused:
        return _Known(acts, None, refused)
    return _Known(acts, runs.atlases)
