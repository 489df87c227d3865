"""The run that violates a policy: made again on the unmodified contract, told act by act with
places, and judged by the monitor, which knows nothing of how it was found."""

from __future__ import annotations

from phaselint.behavior.acting import acts_of_opening, acts_of_step, telling
from phaselint.behavior.following import follows
from phaselint.policies.monitor import shows, violation
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.behavior.acting import Telling
    from phaselint.behavior.product import Verdict
    from phaselint.behavior.runs import Runs
    from phaselint.dialects.acts import Act, Name
    from phaselint.dialects.protocol import Runtime
    from phaselint.executor.proof import ProofContext
    from phaselint.executor.replay import Run
    from phaselint.policies.policy import Policy
    from phaselint.vocabulary.finding import Place


class Shown(NamedTuple):
    """A run that violates a policy.

    Attributes:
        run: it, on the unmodified contract.
        acts: what it does; acts that the runtime offers where the run does them are among them.
        at: the index of the act that violates the policy; the number of acts where its end does.
        free: the acts of it that no answer of a script makes: the runtime only offers them.
    """

    run: Run[Any]
    acts: tuple[Act, ...]
    at: int
    free: tuple[Act, ...] = ()


def shown(lab: ProofContext[Any], policy: Policy, verdict: Verdict) -> Shown | None:
    """The run by which a verdict says that a policy is violated; none where the replayed run does
    other acts than it says, or does not violate the policy."""
    run = lab.replay(verdict.choices, verdict.setting)
    steps = steps_of(lab.runtime, lab.facts.contract, run)
    followed = _followed(lab, run, steps, verdict)
    if followed == "not":
        return None
    ended = followed == "to the end" and run.outcome.kind != "running"
    at = violation(policy, verdict.acts, ended=ended)
    if at is None:
        return None
    made = {act.name for step in steps for act in step}
    free = {act.name: act for act in verdict.acts if act.name not in made}
    return Shown(run, tuple(verdict.acts), at, tuple(free.values()))


def is_shown(lab: ProofContext[Any], policy: Policy, verdict: Verdict) -> bool:
    """Whether the replayed run does what `some-run` asks for, as a verdict says."""
    run = lab.replay(verdict.choices, verdict.setting)
    steps = steps_of(lab.runtime, lab.facts.contract, run)
    followed = _followed(lab, run, steps, verdict) != "not"
    return followed and shows(policy, verdict.acts) is not None


def _followed(
    lab: ProofContext[Any], run: Run[Any], steps: Sequence[Sequence[Act]], verdict: Verdict
) -> str:
    """How far a run does what a verdict says; see `follows`."""
    offered = [frozenset(act.name for act in lab.runtime.offered(each)) for each in run.states]
    told = [each.name for each in verdict.acts]
    spanning = getattr(lab.runtime, "threads_span_steps", False)
    return follows(steps, offered, told, spanning=spanning)


def steps_of(runtime: Runtime[Any], contract: Any, run: Run[Any]) -> list[tuple[Act, ...]]:
    """What a run did: in its opening, and in each of its steps."""
    tell = telling(runtime, contract)
    return [_opening(runtime, tell, run), *_steps(runtime, tell, run)]


def acts_of_run(runtime: Runtime[Any], contract: Any, run: Run[Any]) -> tuple[Act, ...]:
    """What a run did, in order."""
    return tuple(act for step in steps_of(runtime, contract, run) for act in step)


def _opening(runtime: Runtime[Any], tell: Telling, run: Run[Any]) -> tuple[Act, ...]:
    return acts_of_opening(runtime, tell, run.states[0])


def _steps(runtime: Runtime[Any], tell: Telling, run: Run[Any]) -> Iterator[tuple[Act, ...]]:
    for number, choice in enumerate(run.choices):
        if runtime.outcome(run.states[number]).kind != "running":
            return  # choices after the end of a run change nothing
        events = run.events[run.happened[number] : run.happened[number + 1]]
        yield acts_of_step(runtime, tell, choice, events, run.states[number + 1])


def places_of(runs: Runs) -> Mapping[Name, Place]:
    """Where the acts of a contract are written."""
    found: dict[Name, Place] = {}
    for each in runs.known:
        if each.place is not None:
            found.setdefault(each.act.name, each.place)
    return found
