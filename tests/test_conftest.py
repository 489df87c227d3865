"""What a command line asks of the tests: all of them by workers, or few without."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from conftest import APART, HERE, is_plain, pytest_xdist_auto_num_workers


def asked(*arguments: str, **options: object) -> pytest.Config:
    """As much of a configuration as is looked at."""
    chosen: dict[str, Any] = {"keyword": "", "markexpr": "", **options}
    return cast(
        "pytest.Config",
        SimpleNamespace(
            args=arguments,
            invocation_params=SimpleNamespace(dir=HERE.parent),
            option=SimpleNamespace(**chosen),
            getoption=chosen.get,
        ),
    )


@pytest.mark.parametrize("arguments", [("tests",), (".",), ("tests/rules",), ("tests/lsp",)])
def test_many_tests_have_workers(arguments: tuple[str, ...]) -> None:
    assert pytest_xdist_auto_num_workers(asked(*arguments)) is None


@pytest.mark.parametrize(
    "arguments",
    [
        ("tests/smoke",),
        ("tests/test_record.py",),
        ("tests/rules/test_fixtures.py::test_report", "tests/test_record.py"),
        ("tests/nowhere",),
    ],
)
def test_few_tests_have_none(arguments: tuple[str, ...]) -> None:
    assert pytest_xdist_auto_num_workers(asked(*arguments)) == 0


@pytest.mark.parametrize(
    "option",
    [{"keyword": "one"}, {"markexpr": "fuzz"}, {"collectonly": True}, {"update_snapshots": True}],
)
def test_nor_have_those_that_are_chosen_among_all(option: dict[str, object]) -> None:
    assert pytest_xdist_auto_num_workers(asked("tests", **option)) == 0
    assert pytest_xdist_auto_num_workers(asked("tests", **dict.fromkeys(option))) is None


def test_only_a_plain_run_leaves_tests_out() -> None:
    assert is_plain(asked("tests"))
    assert is_plain(asked(str(HERE.parent)))
    assert not is_plain(asked("tests/editors"))
    assert not is_plain(asked("tests", keyword="vim"))
    assert not is_plain(asked("tests", markexpr="editors"))


def test_what_is_left_out_are_marks_that_there_are(pytestconfig: pytest.Config) -> None:
    known = {line.partition(":")[0] for line in pytestconfig.getini("markers")}
    assert known >= set(APART)
