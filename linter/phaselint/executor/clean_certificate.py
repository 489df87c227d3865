"""Certificates of silence: why nothing is found in a contract, in a form that is easy to check.

For each element that a contract declares, a script whose run uses it, or the name of the finding
that says why none does; for each state that a run can be in, the choice that brings it nearer to
an end. They are made from a complete exploration, and
`phaselint.executor.clean_certificate_checker` checks them without one.
"""

from __future__ import annotations

from collections import deque

from phaselint.executor.replay import Script
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Choice, OutcomeKind
    from phaselint.executor.explore import Atlas


class Way(NamedTuple):
    """How a state reaches an end of a kind: in how many steps, and by which choice. For a state
    that is an end there are no steps and no choice.

    States that have a key in common have the way in common, and may offer choices that do nothing
    in a different number: so the choice itself is here, and not its number."""

    steps: int
    choice: Choice | None
    end: OutcomeKind


class Silence(NamedTuple):
    """A certificate.

    Attributes:
        uses: for each element, by its id, a script whose run uses it.
        said: for elements that no run uses the name of the finding that says why; what follows
            from these is left out.
        ways: for each start, the way of every state that runs can reach and end after, by its
            key.
        done: a script whose run completes.
        sessions: where runs are open-ended, completed ones that together use every phase that runs
            use, and in which all calls come back.
    """

    uses: Mapping[Hashable, Script]
    said: Mapping[Hashable, str]
    ways: tuple[Mapping[Hashable, Way], ...]
    done: Script | None = None
    sessions: tuple[Script, ...] = ()


def silence(
    runtime: Runtime[Any],
    atlases: Sequence[Atlas[Any]],
    elements: Iterable[Hashable],
    said: Mapping[Hashable, str],
) -> Silence:
    """The certificate for a contract, from the complete exploration from each of its starts.

    `elements` are the ids of what it declares, `said` names the finding for those of them that no
    run uses. What can neither be used nor has a finding is in neither, and a state without a way
    to an end has none: then the checker refuses the certificate.
    """
    wanted = frozenset(elements)
    uses: dict[Hashable, Script] = {}
    for number, atlas in enumerate(atlases):
        for used in runtime.moves(runtime.opening(atlas.states[0])):
            uses.setdefault(used, Script(number, ()))
        for edge in atlas.edges:
            for used in edge.moves:
                if used in wanted and used not in uses:
                    choices = (*atlas.run_to(edge.source), edge.choice)
                    uses[used] = Script(number, choices)
    return Silence(
        {element: script for element, script in uses.items() if element in wanted},
        {element: name for element, name in said.items() if element not in uses},
        tuple(_ways(runtime, atlas) for atlas in atlases),
        next(_done(runtime, atlases), None),
    )


def _done(runtime: Runtime[Any], atlases: Sequence[Atlas[Any]]) -> Iterator[Script]:
    """Shortest runs that complete, of each start from which one does."""
    for number, atlas in enumerate(atlases):
        end = atlas.find(lambda state: runtime.outcome(state).kind in runtime.completions)
        if end is not None:
            yield Script(number, atlas.run_to(end))


def _ways(runtime: Runtime[Any], atlas: Atlas[Any]) -> dict[Hashable, Way]:
    """The shortest way of every state: to a good end where there is one, else to any other."""
    into: dict[int, list[tuple[int, Choice]]] = {}
    for edge in atlas.edges:
        into.setdefault(edge.target, []).append((edge.source, edge.choice))
    kinds = [runtime.outcome(state).kind for state in atlas.states]
    ways: dict[int, Way] = {}
    for meant in (runtime.completions, frozenset(kinds) - {"running"}):
        ends = [i for i, kind in enumerate(kinds) if kind in meant and i not in ways]
        ways |= {end: Way(0, None, kinds[end]) for end in ends}
        waiting = deque(ends)
        while waiting:
            target = waiting.popleft()
            for source, choice in into.get(target, ()):
                if source not in ways:
                    ways[source] = Way(ways[target].steps + 1, choice, ways[target].end)
                    waiting.append(source)
    return {runtime.key(atlas.states[index]): way for index, way in ways.items()}
