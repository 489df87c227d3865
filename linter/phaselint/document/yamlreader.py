"""YAML text → value and positions in one pass over libyaml's events (design §4, core D.1–D.3).

PyYAML's pure parser serves where libyaml is missing. Both follow YAML 1.1 in what is a line
break and count those in their marks, so only the offsets of marks are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yaml.error import YAMLError
from yaml.events import ScalarEvent

from phaselint.document.limits import check_expansion
from phaselint.document.positions import index
from phaselint.document.yamlbuilder import DISCARD, Builder, Stop
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.document.model import Problem
    from phaselint.document.positions import Record

BREAKS_OF_YAML_1_1 = ("\x85", "\u2028", "\u2029")


class Reading(NamedTuple):
    """What reading gave; after a fatal problem there is nothing but that problem."""

    value: Any
    problems: tuple[Problem, ...]
    record: Record | None


def read(text: str, base: int = 0) -> Reading:
    """Read one YAML document; `base` is added to the offsets of problems and positions."""
    builder = Builder(text)
    value: Any = None
    try:
        value = builder.build(_events(text))
        fatal = check_expansion(value) if builder.aliases else None
    except Stop as stop:
        fatal = stop.problem
    except (YAMLError, UnicodeEncodeError) as error:
        from phaselint.document.yamlerrors import explain

        fatal = explain(error, text, builder.marks)
    if fatal:
        return Reading(None, (_moved(fatal, base),), None)
    problems = builder.problems
    if builder.duplicates:
        problems = sorted([*problems, *_duplicates(builder)], key=_start)
    return Reading(value, tuple(_moved(each, base) for each in problems), builder.record(base))


def reach(text: str) -> int | None:
    """Give how far the parser comes, without making anything of what it reads; none: to the end."""
    hidden = text.translate(dict.fromkeys(map(ord, BREAKS_OF_YAML_1_1), " "))
    try:
        parser = _parser(hidden)
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


def _events(text: str) -> Iterator[Any]:
    """Give the parser's events; the three breaks that only YAML 1.1 knows are ordinary text."""
    if not text.isascii() and any(mark in text for mark in BREAKS_OF_YAML_1_1):
        return _events_around_breaks(text)
    return iter(_parser(text).get_event, None)


def _events_around_breaks(text: str) -> Iterator[Any]:
    """Hide the YAML 1.1 breaks behind characters for private use that the text lacks."""
    used = set(text)
    spare = (chr(code) for code in range(0xF0000, 0xFFFFE) if chr(code) not in used)
    hidden = dict(zip(BREAKS_OF_YAML_1_1, spare, strict=False))
    hide = str.maketrans(hidden)
    show = str.maketrans({stand_in: mark for mark, stand_in in hidden.items()})
    for event in iter(_parser(text.translate(hide)).get_event, None):
        if event.__class__ is ScalarEvent:
            event.value = event.value.translate(show)
        yield event


def _parser(text: str) -> Any:
    """Give libyaml's parser, or PyYAML's own where it was built without libyaml."""
    try:
        from yaml._yaml import CParser
    except ImportError:
        from yaml import SafeLoader

        return SafeLoader(text)
    return CParser(text)


def _duplicates(builder: Builder) -> Iterator[Problem]:
    """Give the problem of each duplicate key, with the place of the first one.

    Inside the value of another duplicate there is no pointer, so that place stays unsaid.
    """
    from phaselint.document.model import Problem

    positions = index(builder.record(0), builder.text)
    for mark, pointer in builder.duplicates:
        reachable = DISCARD not in pointer
        first = (*positions.find(pointer, "key"), "first one here; phaselint goes by its value")
        yield Problem(
            "duplicate-key",
            f"the key `{pointer[-1]}` occurs twice in this mapping",
            *positions.span(mark),
            help="remove one of the two, or rename it",
            related=(first,) if reachable else (),
            pointer=pointer[:-1] if reachable else (),
        )
