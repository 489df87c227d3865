"""Arguments read without click say what they say to click."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phaselint.cli import diff, fast_args, lint
from phaselint.cli.diffoptions import DIFF
from phaselint.cli.group import group
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


class Read(NamedTuple):
    """A command whose arguments are read without click, its options, and what the rest is."""

    command: click.Command
    options: tuple[Option, ...]
    rest: str

    def quickly(self, arguments: Sequence[str]) -> dict[str, Any] | None:
        """What is read without click; none where click must read."""
        return fast_args.read(arguments, self.options, self.rest)

    def by_click(self, arguments: Sequence[str]) -> dict[str, Any] | None:
        """What click makes of arguments; none where it finds fault with them or gives help."""
        name = self.command.name
        assert name
        try:
            whole = group.make_context("phaselint", [name])
            with self.command.make_context(name, list(arguments), parent=whole) as context:
                return context.params
        except (click.ClickException, click.exceptions.Exit):
            return None


LINTING = Read(lint.command, LINT, "paths")
DIFFING = Read(diff.command, DIFF, "versions")
COMMANDS = pytest.mark.parametrize("read", [LINTING, DIFFING], ids=["lint", "diff"])


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


OTHERS = st.sampled_from(("-h", "--help", "--nonsense", "-qv", "-x", "one", "two.yaml"))


def any_word(read: Read) -> st.SearchStrategy[str]:
    """Options with and without values, and much that is none."""
    spellings = st.sampled_from([name for option in read.options for name in option.spellings])
    some = st.sampled_from(TEXTS)
    assigned = st.builds("{}={}".format, spellings, some | st.text())
    return some | spellings | OTHERS | assigned | st.text(max_size=4)


def usual(read: Read) -> st.SearchStrategy[list[str]]:
    """Options as they are usually written, and what is none."""
    ways = [way for option in read.options for way in written(option)]
    return st.sampled_from([*ways, ["one"], ["-"]])


@COMMANDS
@settings(max_examples=400)
@given(data=st.data())
def test_whatever_is_read_is_what_click_reads(read: Read, data: st.DataObject) -> None:
    arguments = data.draw(st.lists(any_word(read), max_size=6))
    found = read.quickly(arguments)
    assert found is None or typed(found) == typed(read.by_click(arguments))


@COMMANDS
@settings(max_examples=200)
@given(data=st.data())
def test_all_that_is_usual_is_read(read: Read, data: st.DataObject) -> None:
    words = data.draw(st.lists(usual(read), max_size=6))
    arguments = [word for each in words for word in each]
    assert typed(read.quickly(arguments)) == typed(read.by_click(arguments))
    assert read.quickly(arguments) is not None


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
def test_usual_calls_of_lint_are_read(line: str) -> None:
    _is_read(LINTING, line)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "main",
        "v1..v2 --verbose",
        "old new --isolated --bound=100",
        "--merge-base origin/main --fail-if new-runs,lost-facts --format markdown",
        "--staged --output change.json --format=json",
    ],
)
def test_usual_calls_of_diff_are_read(line: str) -> None:
    _is_read(DIFFING, line)


def _is_read(read: Read, line: str) -> None:
    arguments = line.split()
    assert read.quickly(arguments) is not None
    assert typed(read.quickly(arguments)) == typed(read.by_click(arguments))


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
    assert LINTING.quickly(line.split()) is None
    assert DIFFING.quickly(line.split()) is None
