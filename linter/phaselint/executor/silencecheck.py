"""The checker of certificates of silence.

It knows of a runtime how a run starts, which choices a state has, what a step does, what tells
states apart and how far a run has come; it explores nothing, and shares no code with what does.
Each state is stepped once, up to its key.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.protocol import Choice, Runtime
    from phaselint.executor.silence import Script, Silence, Way


def check(
    runtime: Runtime[Any],
    starts: Sequence[Any],
    elements: Collection[Hashable],
    findings: Collection[str],
    silence: Silence,
) -> str:
    """Check every claim of a certificate; empty when all hold, else what is wrong.

    `starts` are the states before the first choice, `elements` the ids of what the contract
    declares, and `findings` the names of what is found in it. That some run from each start ends
    well, that each state has a way to an end, and that each element is used, or said not to be,
    is what has to hold.
    """
    return _wrong_elements(runtime, starts, elements, findings, silence) or _wrong_starts(
        runtime, starts, silence
    )


def _wrong_elements(
    runtime: Runtime[Any],
    starts: Sequence[Any],
    elements: Collection[Hashable],
    findings: Collection[str],
    silence: Silence,
) -> str:
    for element in elements:
        script, name = silence.uses.get(element), silence.said.get(element)
        if script is not None:
            if not 0 <= script.start < len(starts):
                return f"the script for {element!r} has no start"
            if not _uses(runtime, starts[script.start], script, element):
                return f"the script for {element!r} does not use it"
        elif name is None:
            return f"nothing is said of {element!r}"
        elif name not in findings:
            return f"there is no finding `{name}`, which is to say why {element!r} is not used"
    return ""


def _uses(runtime: Runtime[Any], state: Any, script: Script, element: Hashable) -> bool:
    """Whether a run uses an element, all of its choices being among those that its states have."""
    if not script.choices:
        return element in runtime.moves(runtime.opening(state))
    used: frozenset[Hashable] = frozenset()
    for choice in script.choices:
        if choice not in runtime.choices(state):
            return False
        before, (state, events) = state, runtime.step(state, choice)
        used = frozenset(runtime.moves(events))
        if not _is_legal(runtime, before, runtime.key(state), used):
            return False
    return element in used


def _is_legal(runtime: Runtime[Any], state: Any, key: Hashable, used: frozenset[Hashable]) -> bool:
    """Whether a response that the runtime calls legal does what a step did."""
    legal = runtime.legal(state)
    if legal is None:
        return True
    after = (runtime.step(state, choice) for choice in legal)
    return any(
        runtime.key(reached) == key and used.issubset(runtime.moves(events))
        for reached, events in after
    )


def _wrong_starts(runtime: Runtime[Any], starts: Sequence[Any], silence: Silence) -> str:
    if len(silence.ways) != len(starts) or not starts:
        return "the certificate is for other starts"
    for start, ways in zip(starts, silence.ways, strict=True):
        wrong = _wrong_ways(runtime, start, ways)
        if wrong:
            return wrong
        if ways[runtime.key(start)].end not in runtime.completions:
            return "from the start there is no way to a good end"
    return ""


def _wrong_ways(runtime: Runtime[Any], start: Any, ways: Mapping[Hashable, Way]) -> str:
    """Step every state that can be come to, once, and compare with the ways."""
    seen = {runtime.key(start)}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        key = runtime.key(state)
        if key not in ways:
            return "a state that a run comes to is not in the certificate"
        listed = runtime.choices(state)
        legal = runtime.legal(state)
        after = [runtime.step(state, choice)[0] for choice in (listed if legal is None else legal)]
        keys = [runtime.key(each) for each in after]
        way = ways[key]
        nearer = _by(runtime, state, listed, way)
        if legal is not None and nearer is not None and nearer not in keys:
            return "a way takes a choice that is not legal"
        wrong = _wrong_way(runtime.outcome(state).kind, nearer, way, ways)
        if wrong:
            return wrong
        for each, reached in zip(after, keys, strict=True):
            if reached not in seen:
                seen.add(reached)
                waiting.append(each)
    return "" if len(seen) == len(ways) else "the certificate has a state that no run comes to"


def _by(runtime: Runtime[Any], state: Any, listed: Sequence[Choice], way: Way) -> Hashable | None:
    """The key of the state that the choice of a way leads to; none where there is none."""
    if way.steps == 0 or not 0 <= way.choice < len(listed):
        return None
    return runtime.key(runtime.step(state, listed[way.choice])[0])


def _wrong_way(kind: str, reached: Hashable | None, way: Way, ways: Mapping[Hashable, Way]) -> str:
    if way.steps == 0:
        return "" if kind == way.end != "running" else "a state that is no such end is called one"
    if reached is None:
        return "a way takes a choice that there is not"
    nearer = ways.get(reached)
    if nearer is None or nearer.end != way.end or nearer.steps >= way.steps or nearer.steps < 0:
        return "a way does not come nearer to its end"
    return ""
