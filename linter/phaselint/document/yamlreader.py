"""YAML text → value and positions in one pass over libyaml's events (design §4, core D.1–D.3).

A parser in Python (`yamlpure`) serves where libyaml is missing. Both follow YAML 1.1 in what is a
line break and count those in their marks, so only the offsets of marks are used.
"""

from __future__ import annotations

from yaml.error import YAMLError

from phaselint.document.limits import check_expansion
from phaselint.document.yamlbuilder import DISCARD, Builder, Stop
from phaselint.document.yamldisguise import disguise
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.document.model import Problem
    from phaselint.document.record import Record
    from phaselint.document.yamldisguise import Disguise


class Reading(NamedTuple):
    """What reading gave; after a fatal problem there is nothing but that problem."""

    value: Any
    problems: tuple[Problem, ...]
    record: Record | None


def read(text: str, base: int = 0) -> Reading:
    """Read one YAML document; `base` is added to the offsets of problems and positions."""
    builder, value, fatal = _built(text)
    if fatal:
        return Reading(None, (_moved(fatal, base),), None)
    record = builder.record(base)
    if not builder.problems and not builder.duplicates:
        return Reading(value, (), record)
    problems = sorted([*builder.problems, *_duplicates(builder)], key=_start)
    return Reading(value, tuple(_moved(each, base) for each in problems), record)


def _built(text: str) -> tuple[Builder, Any, Problem | None]:
    """What builds the value, the value, and what keeps it from being one. A string that the parser
    refuses and YAML 1.2 does not is read again in disguise."""
    seen: Disguise | None = disguise(text)
    while seen is not None:
        builder = Builder(text)
        try:
            value = builder.build(seen.shown(iter(_parser(seen.text).get_event, None)))
            return builder, value, check_expansion(value) if builder.aliases else None
        except Stop as stop:
            return builder, None, stop.problem
        except (YAMLError, UnicodeEncodeError) as error:
            from phaselint.document.yamlrepairs import further

            refused = error
            seen = further(seen, error)
    from phaselint.document.yamlerrors import explain

    return builder, None, explain(refused, text, builder.marks)


def read_inside(text: str, depth: int) -> Reading | None:
    """Read a mapping alone that is in a document, inside so many collections; none where it
    does not parse, or there is more to it than its values and where they are: an anchor reaches
    further, and problems are told of whole documents."""
    builder = Builder(text)
    builder.stack.extend([[]] * depth)
    try:
        value = builder.build(iter(_parser(text).get_event, None))
    except (Stop, YAMLError, UnicodeEncodeError):
        return None
    more = builder.problems or builder.duplicates or builder.anchors
    return None if more or value.__class__ is not dict else Reading(value, (), builder.record(0))


def reach(text: str) -> int | None:
    """Give how far the parser comes, without making anything of what it reads; none: to the end."""
    try:
        parser = _parser(disguise(text).text)
        if hasattr(parser, "raw_parse"):
            parser.raw_parse()
        else:
            for _ in iter(parser.get_event, None):
                pass
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        return 0 if mark is None else min(mark.index, len(text))
    except UnicodeEncodeError:
        return 0
    return None


def _start(problem: Problem) -> int:
    return problem.start


def _moved(problem: Problem, base: int) -> Problem:
    """Give a problem whose text starts `base` characters further on."""
    related = tuple((start + base, end + base, note) for start, end, note in problem.related)
    return problem._replace(start=problem.start + base, end=problem.end + base, related=related)


def _parser(text: str) -> Any:
    """Give libyaml's parser, or one in Python where PyYAML was built without libyaml."""
    try:
        from yaml._yaml import CParser
    except ImportError:
        from phaselint.document.yamlpure import PureParser

        return PureParser(text)
    return CParser(text)


def _duplicates(builder: Builder) -> Iterator[Problem]:
    """Give the problem of each duplicate key, with the place of the first one.

    Inside the value of another duplicate there is no pointer, so place stays unsaid.
    """
    from phaselint.document.model import Problem
    from phaselint.document.positions import index

    positions = index(builder.record(0), builder.text)
    for mark, pointer in builder.duplicates:
        reachable = DISCARD not in pointer
        first = (*positions.find(pointer, "key"), "first occurrence; phaselint uses its value")
        yield Problem(
            "duplicate-key",
            f"duplicate key `{pointer[-1]}` in this mapping",
            *positions.span(mark),
            help="remove or rename one of them",
            related=(first,) if reachable else (),
            pointer=pointer[:-1] if reachable else (),
        )
