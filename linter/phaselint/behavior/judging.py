"""Scenarios judged by policies: one whose run violates a policy fails."""

from __future__ import annotations

from phaselint.behavior.showing import acts_of_run
from phaselint.policies.monitor import violation
from phaselint.vocabulary.flaw import Flaw
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from phaselint.dialects.protocol import Runtime
    from phaselint.executor.scenario import Played
    from phaselint.policies.policy import Policy

    Stated = tuple[Policy, str]
    """A policy, and where it is written, as the user names that: `FILE:LINE`."""


def judged(
    runtime: Runtime[Any], contract: Any, played: Played, policies: Iterable[Stated]
) -> Played:
    """A scenario that was run, with what it violates among its flaws."""
    broken = tuple(_broken(runtime, contract, played, policies))
    return played._replace(flaws=(*played.flaws, *broken)) if broken else played


def _broken(
    runtime: Runtime[Any], contract: Any, played: Played, policies: Iterable[Stated]
) -> Iterator[Flaw]:
    run = played.run
    acts = acts_of_run(runtime, contract, run)
    for policy, where in policies:
        at = violation(policy, acts, ended=run.outcome.kind != "running")
        if at is None:
            continue
        deed = message("does `{}`", acts[at].text) if at < len(acts) else message("ends")
        text = message("{}: the run {}, which violates policy `{}`", where, deed, policy.title)
        yield Flaw(played.scenario.pointer, text)
