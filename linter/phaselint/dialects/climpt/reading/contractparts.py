"""The agent and the registry of a contract, wherever they stand (reference §2, §9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.climpt.model import FileProblem
from phaselint.dialects.climpt.reading import shapes
from phaselint.dialects.climpt.reading.agent import read_agent
from phaselint.dialects.climpt.reading.formatgeneration import signs_of_flat, signs_of_next
from phaselint.dialects.climpt.reading.registry import read_registry
from phaselint.dialects.keys import usable
from phaselint.dialects.shape import problems
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.climpt.model import Agent, Generation, Registry
    from phaselint.dialects.shape import Problem
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

    Written = tuple[str, Any, Pointer]
    """A file, a value in it, and where that stands."""


VALIDATION = "validationSteps"
"""Where the validation is, which may be of another generation than the steps: then it is left
out, and the rest is read (§7.1 `format-generation`)."""

_VALIDATION_PARTS = ((VALIDATION,), ("validators",), ("failurePatterns",))


class Parts(NamedTuple):
    """The two parts of a contract, and what can be said of them without any further file."""

    agent: Agent | None = None
    registry: Registry | None = None
    problems: tuple[FileProblem, ...] = ()
    generation: Generation = "1.13"
    signs: tuple[tuple[str, Pointer], ...] = ()


def read_documents(agent: Document | None, registry: Document | None) -> Parts:
    """The parts that two documents hold; one that cannot be read is none."""
    return read_parts(_written(agent), _written(registry))


def _written(document: Document | None) -> Written | None:
    if document is None or not usable(document):
        return None
    return (document.path, document.value, ())


def read_parts(agent: Written | None, registry: Written | None) -> Parts:
    """The parts of a contract from their files, values and places. Where both are of another
    generation, the registry's is named, with the signs of both."""
    one = _agent_part(*agent) if agent is not None else Parts()
    two = _registry_part(*registry) if registry is not None else Parts()
    return Parts(
        one.agent,
        two.registry,
        one.problems + two.problems,
        one.generation if two.generation == "1.13" else two.generation,
        one.signs + two.signs,
    )


def _agent_part(file: str, value: Any, base: Pointer) -> Parts:
    agent = read_agent(file, value, base)
    signs = tuple((file, pointer) for pointer in signs_of_flat(value, base))
    found = tuple(
        FileProblem(file, problem, shapes.rule_of_agent(problem, agent.verdict, base))
        for problem in problems(value, shapes.AGENT, base)
    )
    return Parts(agent=agent, problems=found, generation="1.11" if signs else "1.13", signs=signs)


def _registry_part(file: str, value: Any, base: Pointer) -> Parts:
    wrong = problems(value, shapes.REGISTRY, base)
    registry = read_registry(file, value, base, _broken(wrong, (*base, "steps")))
    signs = tuple((file, pointer) for pointer in signs_of_next(value, base))
    found = tuple(FileProblem(file, each, shapes.rule_of_registry(each)) for each in wrong)
    if not signs or any(pointer[len(base)] != VALIDATION for _, pointer in signs):
        generation: Generation = "1.14" if signs else "1.13"
        return Parts(registry=registry, problems=found, generation=generation, signs=signs)
    return Parts(
        registry=registry._replace(validation={}, validators={}, patterns={}),
        problems=tuple(each for each in found if not _of_validation(each.problem, len(base))),
        signs=signs,
    )


def _of_validation(problem: Problem, depth: int) -> bool:
    """Whether a problem is about the part of a registry that says how answers are validated."""
    return problem.found == VALIDATION or problem.pointer[depth : depth + 1] in _VALIDATION_PARTS


def _broken(wrong: Iterable[Problem], steps: Pointer) -> frozenset[str]:
    """The keys of the steps in which something has to be left out."""
    depth = len(steps)
    inside = (p for p in wrong if p.pointer[:depth] == steps and len(p.pointer) > depth)
    return frozenset(str(p.pointer[depth]) for p in inside if shapes.leaves_out(p))
