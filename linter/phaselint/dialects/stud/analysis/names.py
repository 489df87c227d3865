"""The names of stages: those that no stage has, and whose they may be (reference §6.2, §6.4)."""

from __future__ import annotations

from itertools import accumulate, takewhile

from phaselint.project.paths import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.dialects.stud.model import Pipeline, Stage, StudContract
    from phaselint.vocabulary.finding import Pointer


MOST_PAIRS = 20_000
"""Pairs of an unknown and a known name that are compared at most."""


def undeclared(pipeline: Pipeline, named: Mapping[str, Stage]) -> tuple[str, ...]:
    """The names in `entryStage` and `next` that no stage has, in order."""
    names = [pipeline.entry]
    for name, spec in pipeline.specs.items():
        names.append(name)
        for result in spec.alternatives:
            names += (*result.stages, *((result.join,) if result.join else ()))
    return tuple(name for name in dict.fromkeys(names) if name and name not in named)


def nearest(name: str, known: Sequence[str], unknown: int) -> str:
    """The known name that was most likely meant by one of so many that no stage has; empty where
    none is near, or where there are too many of both to compare."""
    from phaselint.vocabulary.suggest import suggest

    return suggest(name, known) or "" if unknown * len(known) <= MOST_PAIRS else ""


def references(pipeline: Pipeline) -> Iterator[tuple[str, str, Pointer]]:
    """Every name in a NextSpec that runs next: the name, what it follows, and where it stands."""
    for origin, spec in pipeline.specs.items():
        for result in spec.alternatives:
            for at, name in enumerate(result.stages):
                yield name, origin, result.name_at(at)
            if result.join is not None:
                yield result.join, origin, result.join_at


def renamed(pipeline: Pipeline, stages: Mapping[str, Stage], unknown: int) -> dict[str, str]:
    """The id of a stage that is never named → the near name that `next` has an entry for, and that
    no stage has. None where another stage, or another name, may be meant as well. `unknown` is how
    many names no stage has."""
    strange = [name for name in pipeline.specs if name not in stages]
    if not strange:
        return {}
    named = {pipeline.entry, *pipeline.specs, *(name for name, _, _ in references(pipeline))}
    alone = [name for name in stages if name not in named]
    found: dict[str, list[str]] = {}
    for name in strange:
        if stage := nearest(name, alone, unknown):
            found.setdefault(stage, []).append(name)
    return {stage: names[0] for stage, names in found.items() if len(names) == 1}


def stand_ins(stages: Sequence[Stage], names: Sequence[str]) -> dict[str, Stage]:
    """Names that no stage has, as far as there are stages whose id is not known: one that cannot
    be read is missing already, and not to be missed by its name as well. A name goes to the stage
    whose file is called so, else to the first one; where there are more names than stages, some
    name is surely wrong, and there are none."""
    nameless = [stage for stage in stages if not stage.id]
    if len(names) > len(nameless):
        return {}
    left = dict(enumerate(nameless))
    by_stem: dict[str, list[int]] = {}
    longest = max(map(len, names), default=0)
    for number, stage in left.items():
        parts = split(stage.path)[1].split(".")[:-1]
        for stem in takewhile(lambda stem: len(stem) <= longest, accumulate(parts, "{}.{}".format)):
            by_stem.setdefault(stem, []).append(number)
    found = {}
    for name in names:
        same = (number for number in by_stem.get(name, ()) if number in left)
        stage = left.pop(next(same, next(iter(left))))
        found[name] = stage._replace(id=name, fault=stage.fault or "unreadable")
    return found


def hides_ways(contract: StudContract) -> bool:
    """Whether some entry of a pipeline says what comes next, and nobody knows after what."""
    nameless = [stage for stage in contract.stages if not stage.id]
    if not nameless:
        return False
    entries = contract.documents[contract.file].value["stages"]
    listed = (entries[stage.number] for stage in nameless)
    return any(isinstance(entry, dict) and "next" in entry for entry in listed)
