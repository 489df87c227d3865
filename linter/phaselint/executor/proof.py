"""The bench on which findings are proved, and the two shapes of a proof (design §8).

A finding that says "this happens" is replayed; one that says "this never happens" is explored.
The executor runs the unmodified contract; what a run contradicts is refuted.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from phaselint.executor.explore import explore
from phaselint.executor.replay import replay
from phaselint.finding import Proof

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from phaselint.dialects.base import Facts
    from phaselint.dialects.protocol import Choice, Event, Runtime
    from phaselint.executor.explore import Atlas
    from phaselint.executor.replay import Run

STATIC = Proof("static")


class Lab:
    """The executor with one contract on it.

    `options` are the dialect's defaults: a proof does not depend on how a user runs sessions.
    `open_options` are those under which it runs a contract that it would refuse.
    """

    def __init__(
        self,
        runtime: Runtime[Any],
        facts: Facts,
        options: Mapping[str, Any],
        open_options: Mapping[str, Any],
        bound: int,
    ) -> None:
        self.runtime = runtime
        self.facts = facts
        self.options = options
        self.open_options = {**options, **open_options}
        self._shown = dict(open_options)
        self._bound = bound

    @cached_property
    def refused(self) -> Any:
        """The state of a run under the default options, before its first choice."""
        return self.runtime.start(self.facts.contract, self.options, {})

    @cached_property
    def start(self) -> Any:
        """The state of a run that is not refused, before its first choice."""
        return self.runtime.start(self.facts.contract, self.open_options, {})

    @cached_property
    def atlas(self) -> Atlas[Any]:
        """Everything that can happen, with run-wide limits lifted."""
        return self.explore(self.start)

    def explore(self, state: Any) -> Atlas[Any]:
        """Everything that can happen from a state, with run-wide limits lifted."""
        return explore(self.runtime, self.runtime.relax(state), self._bound)

    def replay(self, choices: Iterable[Choice]) -> Run[Any]:
        """Run the unmodified contract from the start, limits included."""
        return replay(self.runtime, self.start, choices)

    def script(
        self,
        name: str,
        choices: Sequence[Choice],
        expect: Mapping[str, Any] | None = None,
        *,
        refusal: bool = False,
    ) -> dict[str, Any]:
        """A script document with one scenario, to be run again by the user."""
        scenario: dict[str, Any] = {
            "name": name,
            "model": [self.runtime.write(choice) for choice in choices],
        }
        if expect is not None:
            scenario["expect"] = dict(expect)
        document: dict[str, Any] = {"version": 1}
        if self._shown and not refusal:
            document["options"] = dict(self._shown)
        return {**document, "scenarios": [scenario]}


def by_refusal(lab: Lab, rule: str) -> Proof:
    """Proved when the executor refuses to start and names the rule."""
    outcome = lab.runtime.outcome(lab.refused)
    reasons = outcome.detail.split(", ")
    script = lab.script(rule, (), {"outcome": "refused"}, refusal=True)
    if outcome.kind == "refused" and rule in reasons:
        return Proof("proved", "refusal", script)
    return Proof("refuted", "refusal", script, "the executor starts a run of this contract")


def by_replay(
    lab: Lab,
    name: str,
    choices: Sequence[Choice],
    shows: Callable[[Sequence[Event]], bool],
    *,
    cut_off: Callable[[Sequence[Event]], str] = lambda _: "",
) -> Proof:
    """Proved when the events of a run on the unmodified contract show the finding.

    `cut_off` names what outside the finding kept the run from getting there, if anything did.
    """
    run = lab.replay(choices)
    script = lab.script(name, choices, {"phases": run.summary["phases_visited"]})
    if shows(run.events):
        return Proof("proved", "replay", script)
    other = cut_off(run.events)
    if other:
        return Proof("unproved", "replay", script, other)
    return Proof("refuted", "replay", script, "the run does not show what the finding says")


def never(
    lab: Lab,
    name: str,
    atlas: Atlas[Any],
    happens: Callable[[Any], bool],
    prefix: Sequence[Choice] = (),
) -> Proof:
    """Proved when complete exploration finds no state in which it happens.

    `prefix` are the choices that led to the start of the atlas; they go into the script.
    """
    found = atlas.find(happens)
    if found is not None:
        choices = (*prefix, *atlas.run_to(found))
        return Proof(
            "refuted", "explore", lab.script(name, choices), "a run does what the finding rules out"
        )
    script = lab.script(name, prefix) if prefix else None
    if not atlas.complete:
        return Proof("unproved", "explore", script, cut_off_at(atlas))
    return Proof("proved", "explore", script)


def cut_off_at(atlas: Atlas[Any]) -> str:
    """The reason of a proof whose exploration was not complete."""
    return f"the exploration was cut off at {atlas.reason}"
