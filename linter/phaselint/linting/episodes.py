"""Runs of logs up to where they leave their contract or break a policy, as what a page plays on the
graph of the contract."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.linting.conforming import JudgedRun
    from phaselint.linting.scenes import Moment, Scene
    from phaselint.transcripts.traces import Trace
    from phaselint.vocabulary.message import Message

MOST_MOMENTS = 80
"""As many acts of an episode are shown, the last ones."""


class Episode(NamedTuple):
    """A run up to the act that is wrong.

    Attributes:
        log: the path of its log; `run` what the log calls the run, and its number in the log.
        how: what is wrong with the last act; `policy` the name of the policy that it breaks.
        why: the same in words, whose parts are names.
        before: how many acts are left out before the first moment.
    """

    log: str
    run: str
    number: int
    moments: Sequence[Moment]
    how: str = ""
    why: Message | None = None
    policy: str = ""
    before: int = 0


def episodes(run: JudgedRun, log: str, number: int, scene: Scene) -> Iterator[Episode]:
    """The episodes of a run: up to where it leaves its contract, and to where it breaks policies
    first."""
    trace = run.trace
    first = None if run.followed is None else run.followed.first
    if first is not None:
        moments, before = _moments(trace, first.at, scene)
        if moments and first.line is not None:
            moments[-1] = moments[-1]._replace(line=first.line)
        yield Episode(
            log,
            trace.name,
            number,
            moments,
            how=first.how,
            why=first.why,
            before=before,
        )
    for broken in run.broken[:1]:
        moments, before = _moments(trace, broken.number, scene)
        title = broken.policy.title
        yield Episode(log, trace.name, number, moments, policy=title, before=before)


def _moments(trace: Trace, until: int | None, scene: Scene) -> tuple[list[Moment], int]:
    """The last moments of a run up to an act, and how many acts are before them."""
    numbers = trace.in_time()
    if until is not None:
        numbers = numbers[: numbers.index(until) + 1]
    shown = numbers[-MOST_MOMENTS:]
    return [scene.moment(trace.act(each)) for each in shown], len(numbers) - len(shown)
