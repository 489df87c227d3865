"""The names of stages: those that no stage has, and whose they may be (reference §6.2, §6.4)."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from phaselint.project.paths import split

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.stud.model import Pipeline, Stage


def undeclared(pipeline: Pipeline, named: Mapping[str, Stage]) -> tuple[str, ...]:
    """The names in `entryStage` and `next` that no stage has, in order."""
    names = [pipeline.entry]
    for name, spec in pipeline.specs.items():
        names.append(name)
        for result in spec.alternatives:
            names += (*result.stages, *((result.join,) if result.join else ()))
    return tuple(name for name in dict.fromkeys(names) if name and name not in named)


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
    for number, stage in left.items():
        *stems, _ = accumulate(split(stage.path)[1].split("."), "{}.{}".format)
        for stem in stems:
            by_stem.setdefault(stem, []).append(number)
    found = {}
    for name in names:
        same = (number for number in by_stem.get(name, ()) if number in left)
        stage = left.pop(next(same, next(iter(left))))
        found[name] = stage._replace(id=name, fault=stage.fault or "unreadable")
    return found
