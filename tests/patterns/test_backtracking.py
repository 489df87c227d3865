"""Which expressions take exponential time, and which only look so (sweny.md §8.4 regex-redos)."""

from __future__ import annotations

import pytest

from effort import effort
from phaselint.patterns.ambiguity import TooLarge, pumps
from phaselint.patterns.automaton import automaton
from phaselint.patterns.backtracking import Recipe, suspects
from phaselint.patterns.javascript import LONGEST
from phaselint.patterns.parser import parse

HOSTILE = {
    r"(a+)+$": r"(a+)+",
    r"^(https?://)?([a-z]+)+$": r"([a-z]+)+",
    r"^(a|a)*$": r"(a|a)*",
    r"^(a|ab|b)*c": r"(a|ab|b)*",
    r"(\w+\s?)+$": r"(\w+\s?)+",
    r"^(\d+)*$": r"(\d+)*",
    r"(a*b*)*c": r"(a*b*)*",
    r"^(?:(?:a?b?)+)+$": r"(?:a?b?)+",
    r"(?=(a+)+b)c": r"(a+)+",
    r"^(([a-z])+.)+[A-Z]([a-z])+$": r"(([a-z])+.)+",
    r"(x+x+)+y": r"(x+x+)+",
    r"^((a{1,5}){1,5})*$": r"(a{1,5}){1,5}",
    r"^(?:\w+-?)*$": r"(?:\w+-?)*",
    r"^(.*,)*P$": r"(.*,)*",
    r"(a|\w)+!": r"(a|\w)+",
    r"(\s*\w*)*:$": r"(\s*\w*)*",
    r"^(a{2,})+$": r"(a{2,})+",
    r"(((a*)*)*)*$": r"(a*)*",
    r"(((a)*)*)*$": r"((a)*)*",
    "^\U0001f600(a+)+$": "(a+)+",
}

HARMLESS = (
    r"^https://[^ ]+$",
    r"(\w+\.)+\w+",
    r"^(\w+\.)+\w+$",
    r"(a+)+",
    r"^(?!.*--)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$",
    r"^\d{4}-\d{2}-\d{2}$",
    r"^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$",
    r"^(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-(?:\d*[a-zA-Z-][\da-zA-Z-]*)(?:\.[\da-zA-Z-]+)*)?$",
    r"^[a-z0-9]+(-[a-z0-9]+)*$",
    r'^"(?:[^"\\]|\\.)*"$',
    r"^([^/]+/)*[^/]+$",
    r"^(foo|bar|foobaz)+x$",
    r"^(?:\d{10}|\d{12}x)+$",
    r"^(a?)*$",
    r"^\s*(\w+\s*=\s*\w+\s*;\s*)*$",
    r"^\s+|\s+$",
    r"^[\w.+-]+@[\w-]+\.[\w.-]+$",
    r".*.*.*x",
    r"^(\w+)\1+$",
    r"(?:(?!<b>).)*x$",
    r"^(?:[a-z]{1,63}\.)+[a-z]{2,63}$",
    r"^(a(b|c(d|e)*)*)*$",
    r"^(?:a{0}b)+$",
    r"",
)


@pytest.mark.parametrize(("source", "loop"), HOSTILE.items())
def test_a_loop_that_reads_a_text_in_ever_more_ways_is_found(source: str, loop: str) -> None:
    found = suspects(source)
    assert found is not None
    assert found.text == loop == source[found.start : found.end]


@pytest.mark.parametrize("source", HOSTILE)
def test_the_recipe_doubles_the_work_with_each_pump(source: str) -> None:
    found = suspects(source)
    assert found is not None
    machine = automaton(parse(source))
    machine = machine.inner[0] if machine.inner else machine
    work = [effort(machine, found.recipe.text(count)) for count in (10, 20)]
    assert work[0] is not None
    assert work[1] is not None
    assert work[1] > 500 * work[0]


@pytest.mark.parametrize("source", HARMLESS)
def test_what_is_read_in_few_ways_or_cannot_fail_is_no_suspect(source: str) -> None:
    assert suspects(source) is None


def test_the_recipe_says_how_to_get_there_and_how_to_fail() -> None:
    found = suspects(r"^id: (a+)+$")
    assert found is not None
    assert found.recipe == Recipe("id: a", "a", "!")
    assert found.recipe.text(3) == "id: aaaa!"


def test_a_failing_end_is_found_in_the_expression_itself() -> None:
    found = suspects(r"^(?:[^]\s*)+[^x]$")
    assert found is not None
    assert found.recipe.suffix == "x"


def test_what_is_looked_at_comes_behind_what_leads_to_it() -> None:
    found = suspects(r"^go (?=(a+)+b)")
    assert found is not None
    assert found.recipe.prefix == "go a"


@pytest.mark.parametrize("source", ["(a+", "(a+)+$" + "x" * LONGEST])
def test_what_is_never_tried_is_no_suspect(source: str) -> None:
    assert suspects(source) is None


def test_looking_is_given_up_where_there_are_too_many_pairs() -> None:
    source = f"(?:{'|'.join(f'[^{n}]*{n}' for n in range(10))})" * 8
    source = f"(?:{source})*$"
    with pytest.raises(TooLarge):
        list(pumps(automaton(parse(source))))
    assert suspects(source) is None


@pytest.mark.parametrize("source", ["(a{1000}){1000}b", "((a{9}){9}){9}$", "(" * 499 + ")*" * 499])
def test_large_counts_and_depths_are_bounded(source: str) -> None:
    assert suspects(source) is None
