"""Arguments read without click say what they say to click."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phaselint.cli import fast_args
from phaselint.cli.group import group
from phaselint.cli.lint import command
from phaselint.cli.options import LINT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.cli.options import Option

TEXTS = (
    "",
    "-",
    "--",
    "-q",
    "--fix",
    "0",
    "1",
    "07",
    "-1",
    "1_0",
    " 7",
    "٣",
    "9" * 20,
    "x=y",
    "a, b,",
)
SPELLINGS = [spelling for option in LINT for spelling in option.spellings]


def by_click(arguments: Sequence[str]) -> dict[str, Any] | None:
    """What click makes of arguments; none where it finds fault with them or gives help."""
    try:
        whole = group.make_context("phaselint", ["lint"])
        with command.make_context("lint", list(arguments), parent=whole) as context:
            return context.params
    except (click.ClickException, click.exceptions.Exit):
        return None


def typed(values: dict[str, Any] | None) -> object:
    """Values with their types, so that true is not one."""
    return values and {name: (type(value), value) for name, value in values.items()}


def fitting(option: Option) -> list[str]:
    """Values that an option takes; none for a flag."""
    if option.kind == "flag":
        return []
    return (
        list(option.choices) or ["1", "25"] if option.kind in ("choice", "count") else ["a", "b,c"]
    )


def written(option: Option) -> list[list[str]]:
    """An option with values that it takes, in all the usual ways."""
    ways = [[spelling] for spelling in option.spellings] if option.kind == "flag" else []
    for value in fitting(option):
        ways += [[each, value] for each in option.spellings]
        ways += [[f"{each}={value}"] for each in option.spellings]
    return ways


ANY_WORD = (
    st.sampled_from(
        (*TEXTS, *SPELLINGS, "-h", "--help", "--nonsense", "-qv", "-x", "one", "two.yaml")
    )
    | st.builds("{}={}".format, st.sampled_from(SPELLINGS), st.sampled_from(TEXTS) | st.text())
    | st.text(max_size=4)
)
USUAL = st.sampled_from([way for option in LINT for way in written(option)] + [["one"], ["-"]])


@settings(max_examples=400)
@given(st.lists(ANY_WORD, max_size=6))
def test_whatever_is_read_is_what_click_reads(arguments: list[str]) -> None:
    found = fast_args.read(arguments)
    assert found is None or typed(found) == typed(by_click(arguments))


@settings(max_examples=200)
@given(st.lists(USUAL, max_size=6))
def test_all_that_is_usual_is_read(words: list[list[str]]) -> None:
    arguments = [word for each in words for word in each]
    assert typed(fast_args.read(arguments)) == typed(by_click(arguments))
    assert fast_args.read(arguments) is not None


@pytest.mark.parametrize(
    "line",
    [
        "",
        ".",
        "agents/desk agents/clerk/session.yaml",
        "--isolated contract",
        "--dry-run",
        "--format=json --output-file sarif:out.sarif",
        "--select PL,VE1 --ignore dead-phase --extend-select=no-escalation-terminal .",
        "--set vesanor.gate=reject_all --set stud.target=1",
        "--fix --unsafe-fixes --diff",
        "--jobs 4 --bound=1000 -q -v",
        "--stdin-filename contract/session.yaml -",
    ],
)
def test_usual_calls_are_read(line: str) -> None:
    arguments = line.split()
    assert fast_args.read(arguments) is not None
    assert typed(fast_args.read(arguments)) == typed(by_click(arguments))


@pytest.mark.parametrize(
    "line",
    [
        "-h",
        "--help",
        "-qv",
        "-- one",
        "--bound",
        "--bound 0",
        "--bound -1",
        "--baseline --fix",
        "-x",
    ],
)
def test_what_is_unusual_is_left_to_click(line: str) -> None:
    assert fast_args.read(line.split()) is None
