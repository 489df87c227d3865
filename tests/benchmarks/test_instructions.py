"""What is said of counted instructions beside those on record, and what fails."""

from __future__ import annotations

import pytest

from benchmarks import callgrind, instructions
from benchmarks.calls import CALLS
from benchmarks.instructions import RECORD, compare, read, written

KNOWN = {"3.11": {"small": 2.0, "large": 10.0}}


def test_a_count_up_to_the_margin_above_the_record_passes() -> None:
    compared = compare(KNOWN, "3.11", {"small": 2.0, "large": 11.49})
    assert not compared.failed
    assert compared.lines == (
        "small: 2.00 x python -c pass, on record 2.00",
        "large: 11.49 x python -c pass, on record 10.00",
    )


def test_one_count_beyond_the_margin_fails() -> None:
    compared = compare(KNOWN, "3.11", {"small": 2.4, "large": 10.0})
    assert compared.failed
    assert compared.lines[0] == ("small: 2.40 x python -c pass, on record 2.00: too high by 20%")


def test_a_count_far_below_the_record_is_told() -> None:
    compared = compare(KNOWN, "3.11", {"small": 2.0, "large": 5.0})
    assert not compared.failed
    assert compared.lines[1].endswith("on record 10.00: lower by 50%, which the record may say")


def test_an_unknown_version_shows_its_counts_and_fails_nothing() -> None:
    compared = compare(KNOWN, "3.99", {"small": 99.0})
    assert not compared.failed
    assert compared.lines == (
        "Python 3.99 has no counts on record",
        "small: 99.00 x python -c pass",
    )


def test_calls_without_a_record_and_records_without_a_call_are_told() -> None:
    compared = compare(KNOWN, "3.11", {"small": 2.0, "new": 9.0})
    assert not compared.failed
    assert compared.lines[1:] == (
        "new: 9.00 x python -c pass, not on record",
        "large: on record, but not counted",
    )


def test_the_record_is_as_the_command_writes_it() -> None:
    with open(RECORD, encoding="utf-8") as stream:
        assert written(read()) == stream.read()


def test_the_record_is_of_the_calls_that_are_counted() -> None:
    names = [call.name for call in CALLS]
    assert all(list(counts) == names for counts in read().values())


def test_nothing_is_counted_without_valgrind(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(callgrind, "TOOL", ("no-valgrind",))
    assert instructions.main() == 0
    told = "valgrind is not installed, or does not count here: no instructions\n"
    assert capsys.readouterr().out == told


def test_a_call_that_ends_otherwise_is_not_counted() -> None:
    with pytest.raises(RuntimeError, match="false ends with 1"):
        callgrind.instructions(["false"])
