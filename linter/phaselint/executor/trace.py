"""Runs as text for people and as JSON for programs (design §8)."""

from __future__ import annotations

from collections.abc import Mapping

from phaselint.vocabulary.finding import pointer_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Event
    from phaselint.executor.replay import Run
    from phaselint.executor.scenario import Played
    from phaselint.vocabulary.message import Message

VERSION = 1


def as_text(runtime: Runtime[Any], played: Played, *, show_prompts: bool = False) -> Iterator[str]:
    """One run: a line for each event, then how it ended and what was expected instead. With
    `show_prompts` each prompt follows its event in full."""
    run = played.run
    yield f"scenario `{played.scenario.name}`\n"
    width = max([len(event.phase) for event in run.events] or [1])
    rebuffs = _rebuffs(runtime, run)
    for number, event in enumerate(run.events, 1):
        yield f"  {number:>3}. {event.phase or '-':<{width}}  {runtime.headline(event)}\n"
        if show_prompts:
            yield from (f"       {line}\n" for line in _prompt(runtime, event))
        if number in rebuffs:
            yield f"       {'':<{width}}  {rebuffs[number]}\n"
    totals = ", ".join(
        f"{key.replace('_', ' ')} {value}"
        for key, value in run.summary.items()
        if isinstance(value, int) and not isinstance(value, bool)
    )
    yield f"  outcome: {run.outcome}" + (f" ({totals})" if totals else "") + "\n"
    left_out = run.summary.get("not_simulated")
    if left_out:
        yield f"  not simulated: {', '.join(left_out)}\n"
    for flaw in played.flaws:
        yield f"  FAILED: {flaw.message}\n"
    if played.scenario.expect and not played.flaws:
        yield "  ok: all assertions hold\n"


def _prompt(runtime: Runtime[Any], event: Event) -> Iterator[str]:
    """The lines of the prompt that an event sends to a model, if it does. Below a line with
    placeholders that nothing has filled in another one points at them."""
    prompt = event.data.get("prompt")
    if not event.kind.startswith("model:") or not isinstance(prompt, str):
        return
    unfilled, start = runtime.unfilled(prompt), 0
    for line in prompt.split("\n"):
        yield f"| {line}"
        end = start + len(line)
        marks = [(first - start, last - start) for first, last in unfilled if start <= first < end]
        if marks:
            text = "".join(
                "^" if any(first <= at < last for first, last in marks) else " "
                for at in range(max(last for _, last in marks))
            )
            yield f"| {text} not filled in"
        start = end + 1


def _rebuffs(runtime: Runtime[Any], run: Run[Any]) -> dict[int, Message]:
    """Why answers were turned down, by the number of the last event that each brought about."""
    steps = zip(run.states, run.choices, run.happened[1:], strict=False)
    told = ((number, runtime.rebuff(state, choice)) for state, choice, number in steps)
    return {number: why for number, why in told if why is not None}


def as_data(contract: str, runs: Sequence[Played]) -> dict[str, Any]:
    """All runs of a script as JSON values."""
    return {
        "version": VERSION,
        "contract": contract,
        "runs": [_run_data(played) for played in runs],
    }


def _run_data(played: Played) -> dict[str, Any]:
    run = played.run
    return {
        "scenario": played.scenario.name,
        "outcome": str(run.outcome),
        "ok": not played.flaws,
        "failures": [
            {"pointer": pointer_text(flaw.pointer), "message": flaw.message}
            for flaw in played.flaws
        ],
        "summary": dict(run.summary),
        "events": [_event_data(event) for event in run.events],
    }


def _event_data(event: Event) -> dict[str, Any]:
    """An event as plain JSON values; a mapping that is made on demand is made here."""
    data = {
        key: dict(value) if isinstance(value, Mapping) else value
        for key, value in event.data.items()
    }
    return {"kind": event.kind, **data}
