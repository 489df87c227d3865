"""The agent and the registry of a contract, in one file or two (reference §2, §9)."""

from __future__ import annotations

from phaselint.dialects.climpt.filemodel import FileProblem
from phaselint.dialects.climpt.model import VALIDATION, VALIDATION_PARTS
from phaselint.dialects.climpt.reading import shapes
from phaselint.dialects.climpt.reading.agent import read_agent
from phaselint.dialects.climpt.reading.generations import (
    Signs,
    former_members,
    generation_of,
    signs_of,
    signs_of_flat,
)
from phaselint.dialects.climpt.reading.registry import read_registry
from phaselint.dialects.keys import usable
from phaselint.dialects.shape import problems
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from phaselint.dialects.climpt.model import Agent, Registry
    from phaselint.dialects.climpt.spelling import Generation
    from phaselint.dialects.shape import Problem, Shape
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

    Written = tuple[str, Any, Pointer]
    """A file, a value in it, and where that stands."""


class Parts(NamedTuple):
    """The two parts of a contract, and the facts about them that need no other file. `signs` show
    the format of 1.14 in a registry and that of 1.11 in agent.json, `former` that of 1.13."""

    agent: Agent | None = None
    registry: Registry | None = None
    problems: tuple[FileProblem, ...] = ()
    generation: Generation = "1.13"
    signs: tuple[tuple[str, Pointer], ...] = ()
    former: tuple[tuple[str, Pointer], ...] = ()


def read_documents(
    agent: Document | None, registry: Document | None, has_settings: Callable[[], bool]
) -> Parts:
    """The parts in two documents; a part that can't be read is missing."""
    return read_parts(_written(agent), _written(registry), has_settings)


def _written(document: Document | None) -> Written | None:
    if document is None or not usable(document):
        return None
    return (document.path, document.value, ())


def read_parts(
    agent: Written | None, registry: Written | None, has_settings: Callable[[], bool]
) -> Parts:
    """The parts of a contract from their files, values and places. A settings file is looked for
    only if the registry doesn't show the release."""
    signs = Signs() if registry is None else signs_of(registry[1], registry[2])
    generation = generation_of(_value(registry), signs, _value(agent), has_settings)
    found = Parts(generation=generation)
    if registry is not None:
        found = _with_registry(found, registry, signs)
    return found if agent is None else _with_agent(found, agent)


def _value(written: Written | None) -> Any:
    return None if written is None else written[1]


def _with_agent(found: Parts, written: Written) -> Parts:
    file, value, base = written
    agent = read_agent(file, value, base)
    flat = tuple((file, pointer) for pointer in signs_of_flat(value, base))
    shape = _shapes(found.generation)[0]
    wrong = (
        FileProblem(file, problem, shapes.rule_of_agent(problem, agent.verdict, base))
        for problem in problems(value, shape, base)
    )
    return found._replace(
        agent=agent,
        problems=(*wrong, *found.problems),
        generation="1.11" if flat and found.generation == "1.13" else found.generation,
        signs=(*flat, *found.signs),
    )


def _with_registry(found: Parts, written: Written, signs: Signs) -> Parts:
    """With the registry, without the parts that have the form of another release, which are
    reported as that alone (1.14 §7.3)."""
    file, value, base = written
    generation = found.generation
    wrong = problems(value, _shapes(generation)[1], base)
    odd = signs.later if generation == "1.13" else tuple(former_members(value, base))
    former = signs.former if generation == "1.13" else dict.fromkeys((*signs.former, *odd))
    steps = (*base, "steps")
    left_out = (p.pointer for p in wrong if p.pointer and shapes.leaves_out(p))
    odd_steps = frozenset(_keys_below(steps, odd))
    broken = odd_steps | frozenset(_keys_below(steps, left_out))
    registry = read_registry(file, value, base, generation, broken)
    silent = (*odd, *((*steps, key) for key in odd_steps))
    kept = tuple(p for p in wrong if not any(_is_of(p, place) for place in silent))
    if generation == "1.13" and any(pointer[len(base)] in VALIDATION_PARTS for pointer in odd):
        registry = registry._replace(validation={}, validators={}, patterns={})
        kept = tuple(p for p in kept if not _of_validation(p, len(base)))
    return found._replace(
        registry=registry,
        problems=tuple(FileProblem(file, each, shapes.rule_of_registry(each)) for each in kept),
        signs=tuple((file, pointer) for pointer in signs.later),
        former=tuple((file, pointer) for pointer in former),
    )


def _shapes(generation: Generation) -> tuple[Shape, Shape]:
    """What agent.json and the registry of a generation look like."""
    if generation == "1.14":
        from phaselint.dialects.climpt.reading import shapes114

        return shapes114.AGENT, shapes114.REGISTRY
    return shapes.AGENT, shapes.REGISTRY


def _of_validation(problem: Problem, depth: int) -> bool:
    """Whether a problem is about the part of a registry that says how answers are validated."""
    part = problem.pointer[depth : depth + 1]
    return problem.found == VALIDATION or bool(part and part[0] in VALIDATION_PARTS)


def _is_of(problem: Problem, place: Pointer) -> bool:
    return problem.pointer[: len(place)] == place


def _keys_below(place: Pointer, pointers: Iterable[Pointer]) -> Iterator[str]:
    """The keys of a mapping that pointers lead through."""
    depth = len(place)
    for pointer in pointers:
        if pointer[:depth] == place and len(pointer) > depth:
            yield str(pointer[depth])
