"""Programs that build graphs, written in short for tests of rules."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from laws.bench import checks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.vocabulary.hit import Hit

FILE = "graph.py"

HEAD = """\
import operator
from dataclasses import dataclass
from typing import Annotated, Literal, TypedDict
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.types import Command, Send, interrupt
"""


def hits(files: Mapping[str, str], rule: str) -> Iterator[Hit]:
    """What a rule finds in some files."""
    for _, _, checked in checks(files):
        yield from (hit for hit in checked.hits if hit.rule.name == rule)


def told(program: str, rule: str) -> list[str]:
    """What a rule finds in a program behind `HEAD`: of each finding the line that it is at, its
    severity by one letter, and its message."""
    text = HEAD + program
    found = []
    for hit in hits({FILE: text}, rule):
        start = int(hit.finding.place.pointer[0])
        line = text[text.rfind("\n", 0, start) + 1 :].partition("\n")[0].strip()
        found.append(f"{hit.rule.level(hit.finding)[0].upper()} {line} | {hit.finding.message}")
    return found


def mended(program: str, rule: str) -> str:
    """A program with the fix of the first finding of a rule in it that has one."""
    text = HEAD + program
    fixes = (hit.finding.fix for hit in hits({FILE: text}, rule))
    fix = next(each for each in fixes if each is not None)
    for edit in sorted(fix.edits, key=lambda each: each.place.pointer, reverse=True):
        start, end = map(int, edit.place.pointer)
        text = text[:start] + edit.text + text[end:]
    return text.removeprefix(HEAD)


def graph(*edges: str, schema: str = "S", name: str = "g") -> str:
    """A graph with nodes and edges such as `START a b END`, whose nodes are functions of their
    names; a single name is a node without an edge."""
    nodes = dict.fromkeys(
        each for edge in edges for each in edge.split() if each not in ("START", "END")
    )
    lines = [f"{name} = StateGraph({schema})"]
    lines += [f'{name}.add_node("{each}", {each})' for each in nodes]
    for edge in edges:
        ends = [each if each in ("START", "END") else f'"{each}"' for each in edge.split()]
        lines += [f"{name}.add_edge({one}, {other})" for one, other in itertools.pairwise(ends)]
    return "\n".join(lines) + "\n"
