"""Certificates of silence for contracts that the net calls sound (design §8).

A contract is sound where no run of it fails or reaches a state where it cannot complete, and each
element that no run uses has a finding that says why.
"""

from __future__ import annotations

from phaselint.executor.clean_certificate import silence
from phaselint.executor.clean_certificate_checker import check
from phaselint.executor.sessions import sessions
from phaselint.executor.soundness.limited import DONE
from phaselint.executor.soundness.model import LimitExceeded, Unused
from phaselint.executor.soundness.reach import returning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence
    from typing import Any

    from phaselint.executor.proof import ProofContext
    from phaselint.executor.soundness.claim_messages import NetFinding
    from phaselint.executor.soundness.search import SearchResult
    from phaselint.vocabulary.hit import Hit

    Explained = Sequence[tuple[NetFinding, Sequence[Hit]]]


def certificate_doubt(
    lab: ProofContext[Any], found: SearchResult, explained: Explained
) -> str | None:
    """Make the certificate of a contract and let the independent checker judge it: empty where all
    of it holds, else what is wrong; none where the contract is not called sound, or only for its
    limits, so there is nothing to certify. `explained` is everything that was found, each
    with what explains it."""
    if not found.decided or found.outlived or found.runs is None or not _is_sound(explained):
        return None
    runtime = lab.runtime
    elements = lab.elements
    findings: dict[Hashable, tuple[str, ...]] = {}
    for element, names in _reasons(explained):
        findings[element] = (*findings.get(element, ()), *names)
    starts = [atlas.states[0] for atlas in found.atlases]
    shown = found.runs.shown
    answers = [answer.id for _, answer in returning(runtime, elements)]
    ids = (*(each.id for each in elements), *answers)
    made = silence(
        runtime,
        found.atlases,
        ids,
        {element: names[0] for element, names in findings.items()},
    )
    uses = {each: shown[each] for each in ids if each in shown}
    said = {element: name for element, name in made.said.items() if element not in uses}
    said |= {each: names[0] for each, names in findings.items() if each not in uses}
    made = made._replace(uses=uses, said=said, done=shown.get(DONE))
    if runtime.open_ended:
        phases = [each.id for each in elements if each.is_phase and each.id in uses]
        pairs = tuple(zip(found.starts, found.atlases, strict=True))
        made = made._replace(sessions=sessions(runtime, pairs, made.ways, phases))
    return check(runtime, starts, elements, findings, made, found.starts)


def responses_of(lab: ProofContext[Any], found: SearchResult) -> tuple[int, int]:
    """In how many states runs go on, and in how many of these the checker steps the choices of the
    exploration, since the dialect derives them only once."""
    going = [
        state
        for atlas in found.atlases
        for state in atlas.states
        if lab.runtime.outcome(state).kind == "running"
    ]
    return len(going), sum(lab.runtime.legal(state) is None for state in going)


def _is_sound(explained: Explained) -> bool:
    return all(by and isinstance(told.claim, Unused | LimitExceeded) for told, by in explained)


def _reasons(explained: Explained) -> Iterator[tuple[Hashable, tuple[str, ...]]]:
    """For elements that are told of, the rules whose findings explain them."""
    for told, by in explained:
        names = tuple(hit.rule.name for hit in by)
        if isinstance(told.claim, Unused):
            yield told.claim.element.id, names
        elif isinstance(told.claim, LimitExceeded):
            for element in (told.claim.element, *told.claim.further):
                yield element.id, names
