"""Manifests made of stages that no pipeline lists (reference §1.4, §3)."""

from __future__ import annotations

from phaselint.dialects.scaffolding import Draft
from phaselint.dialects.stud.detect import detect, part_of
from phaselint.dialects.stud.ordering import order
from phaselint.dialects.stud.reading.owners import HOME, Owners
from phaselint.dialects.stud.reading.placeholders import lex
from phaselint.dialects.stud.reading.stagefile import read_file
from phaselint.document.plain import NOT_PLAIN, PLAIN
from phaselint.project.paths import join, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.reader import Reader
    from phaselint.dialects.stud.model import Stage
    from phaselint.dialects.stud.ordering import Follow

FILE = "pipeline.stud.yaml"

FOLDER = "stages"
"""The folder of stages next to which their manifest stands; any other has it inside."""

MOST = 100
"""Stages above which no order is guessed: each is held against each."""

_REMARK = "`next` is a guess: the order of stages isn't in any file"

_HEAD = """\
# Which stages there are and which follows which: the code of the state machine decides that, and no
# file says it. `next` is a guess, by what stages read of the results of others: correct it.
"""
_TOOLS = """\
# Tools besides those that core brings; without this, no name of a tool is unknown.
# tools: {bundled: default, mcp: {server: [tool]}}
"""
_CONTEXT = """\
# What the state machine writes into the context; without this, no name there is unknown.
# ctx: {required: [%s]}
"""


def drafts(reader: Reader, folder: str) -> Iterator[Draft]:
    """A manifest for each folder of stages that no pipeline lists, in a folder and below it."""
    from phaselint.project.reader import walk

    owners = Owners()
    groups: dict[str, dict[str, None]] = {}
    for inner in walk(reader, folder):
        for target in detect(reader, inner, owners=owners):
            document = reader.document(target.main)
            if document is not None and part_of(document) == "stage":
                groups.setdefault(target.folder, {})[target.main] = None
    for around, paths in groups.items():
        home, name = split(around)
        place = home if name == FOLDER else around
        stages = tuple(_read(reader, paths))
        if _is_fit(stages) and FILE not in reader.names(place):
            text = "".join(_lines(place, stages))
            yield Draft(join(place, FILE), text, (_REMARK,))


def _read(reader: Reader, paths: Iterable[str]) -> Iterator[Stage]:
    for path in paths:
        document = reader.document(path)
        if document is not None:
            yield read_file(document, "documented")


def _is_fit(stages: Sequence[Stage]) -> bool:
    """Whether stages make a pipeline: there are several, and each has an id of its own."""
    ids = {each.id for each in stages}
    return 1 < len(stages) <= MOST and len(ids) == len(stages) and all(ids)


def _lines(place: str, stages: Sequence[Stage]) -> Iterator[str]:
    found = order(stages)
    yield _HEAD
    name = split(split(place)[0] if split(place)[1] == HOME else place)[1]
    yield f"studPipeline: 1\nid: {_word(name or 'pipeline')}\n"
    yield f"entryStage: {_word(found.entry)}\nstages:\n"
    prefix = len(place) + 1 if place else 0
    yield from (f"  - {_word(each.file[prefix:])}\n" for each in stages)
    yield "next:\n"
    for each in stages:
        yield from _next(each.id, found.follows[each.id])
    yield _TOOLS
    if names := sorted({name for each in stages for name in _context(each)}):
        yield _CONTEXT % ", ".join(map(_word, names))


def _next(name: str, follow: Follow) -> Iterator[str]:
    """What follows a stage, as a manifest has it (§3.3)."""
    listed = ", ".join(map(_word, follow.stages))
    if follow.join:
        join_ = _word(follow.join)
        yield f"  {_word(name)}: {{execution: parallel, nextStages: [{listed}], join: {join_}}}\n"
        return
    if len(follow.stages) < 2:
        yield f"  {_word(name)}: {{nextStages: [{listed}]}}\n"
        return
    *others, last = follow.stages
    yield f"  {_word(name)}:\n    branches:\n"
    for number, other in enumerate(others):
        when = "verdict: ok"
        if follow.field:
            when += f", path: parsed.{follow.field}, equals: {_word(follow.values[number])}"
        yield f"      - {{when: {{{when}}}, nextStages: [{_word(other)}]}}\n"
    yield f"    default: {{nextStages: [{_word(last)}]}}\n"


def _context(stage: Stage) -> Iterator[str]:
    """The names that a stage reads of the context, those of core left out (§2.5)."""
    from phaselint.dialects.stud.model import RESERVED

    for each in lex(stage.body.text):
        path = each.path or ()
        if len(path) > 1 and path[0] == "ctx" and path[1] not in RESERVED:
            yield str(path[1])


def _word(value: Any) -> str:
    """A name or a value as YAML has it."""
    import json
    import re

    plain = isinstance(value, str) and re.fullmatch(PLAIN, value) and value.lower() not in NOT_PLAIN
    return value if plain else json.dumps(value, ensure_ascii=False)
