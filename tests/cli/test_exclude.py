"""`lint --exclude`: what is not read besides what the configuration leaves out (design §9, §10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cli.contracts import UNREACHABLE, contract

if TYPE_CHECKING:
    from cli.command import Command


@pytest.fixture(autouse=True)
def desks(phaselint: Command) -> None:
    """Three contracts with an error each, in a project without a configuration."""
    for name in ("north", "south", "west"):
        contract(phaselint.folder / name, UNREACHABLE)


def checked(phaselint: Command, *arguments: str) -> set[str]:
    """The folders with an error in them."""
    ended = phaselint("lint", "--format=concise", *arguments)
    found = {line.partition("/")[0] for line in ended.lines if "PL101" in line}
    assert ended.status == bool(found)
    return found


def test_nothing_is_excluded_by_default(phaselint: Command) -> None:
    assert checked(phaselint) == {"north", "south", "west"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("--exclude", "north/,west"),
        ("--exclude=north/", "--exclude=west"),
        ("--exclude", "north/**,**/west/session.yaml"),
    ],
)
def test_it_is_given_as_often_as_one_likes(phaselint: Command, arguments: tuple[str, ...]) -> None:
    assert checked(phaselint, *arguments) == {"south"}
    assert checked(phaselint, *arguments, "--isolated") == {"south"}


def test_it_adds_to_the_configuration(phaselint: Command) -> None:
    (phaselint.folder / "phaselint.toml").write_text('exclude = ["south/"]\n')
    assert checked(phaselint, "--exclude", "north/") == {"west"}


def test_it_is_relative_to_the_project(phaselint: Command) -> None:
    (phaselint.folder / "phaselint.toml").touch()
    assert checked(phaselint, "--exclude", "/north/", ".") == {"south", "west"}


def test_processes_of_a_sweep_know_it(phaselint: Command) -> None:
    assert checked(phaselint, "--exclude", "north/", "--jobs", "2") == {"south", "west"}


@pytest.mark.parametrize("named", ["north", "north/session.yaml"])
def test_what_is_named_is_read_as_under_the_configuration(phaselint: Command, named: str) -> None:
    given = checked(phaselint, "--exclude", "north/", named)
    (phaselint.folder / "phaselint.toml").write_text('exclude = ["north/"]\n')
    assert given == checked(phaselint, named) == {"north"}
