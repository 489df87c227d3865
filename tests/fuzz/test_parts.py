"""The tools of fuzzing: what is drawn is drawn again, and what is wrong is seen and made small."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fuzz import laws
from fuzz.inputs import PROJECTS, Input, drawn
from fuzz.mutators import MUTATORS, damaged
from fuzz.reports import malformed
from fuzz.rewriting import WAYS, rewritten
from fuzz.running import found_in, said
from fuzz.shrinking import smallest
from phaselint.config.model import FILE
from phaselint.document.reader import read

if TYPE_CHECKING:
    from fuzz.mutators import Files
    from phaselint.linting.result import Result

RUN = Path(__file__).with_name("run.py")
FILES = {
    "session.yaml": b"schema_version: '1.0'\nagent: a  # note\nphases: [{name: p}]\n",
    "other.json": b'{"a": [1, {"b": "x"}], "c": null}\n',
}


@pytest.mark.parametrize("dialect", PROJECTS)
def test_a_seed_draws_the_same_again(dialect: str) -> None:
    first, second = ([drawn(dialect, f"{seed}-{n}") for n in range(20)] for seed in (1, 2))
    assert first == [drawn(dialect, f"1-{n}") for n in range(20)]
    assert [each.files for each in first] != [each.files for each in second]
    assert sum(is_contract(each.files) for each in first) > 10


def is_contract(files: Files) -> bool:
    own = {path: data for path, data in files.items() if path != FILE}
    return found_in(own).summary.contracts > 0


@pytest.mark.parametrize("number", range(len(MUTATORS)))
def test_every_mutator_changes_something(number: int) -> None:
    pick = random.Random(number)
    made = [MUTATORS[number](pick, FILES, [FILES]) for _ in range(40)]
    assert any(files != FILES for files in made)


def test_nothing_is_too_small_to_be_damaged() -> None:
    pick = random.Random(0)
    for files in ({"a.yaml": b""}, {"phaselint.toml": b""}, {"a.yaml": b"x"}):
        for _ in range(200):
            damaged(pick, files, [files])


@pytest.mark.parametrize("name", WAYS)
def test_other_words_say_the_same(name: str) -> None:
    made = rewritten(random.Random(0), FILES, WAYS[name])
    assert made != FILES
    for path, data in FILES.items():
        assert read(path, made[path]).value == read(path, data).value


def test_a_smallest_input_still_breaks_something() -> None:
    found = smallest(
        {**FILES, "a.yaml": b"one: 1\ntwo: [x, needle, y]\nthree: 3\n"},
        lambda files: any(b"needle" in data for data in files.values()),
    )
    assert read("a.yaml", found.pop("a.yaml")).value == {"two": ["needle"]}
    assert found == {}
    values = smallest(
        {"other.json": FILES["other.json"]},
        lambda files: "'b': 'x'" in str(read("other.json", files["other.json"]).value),
    )
    assert read("other.json", values["other.json"]).value == {"a": [{"b": "x"}]}


def broken(name: str) -> list[str]:
    return [each.kind for each in laws.broken((name,), Input("vesanor", "0", FILES))]


def test_an_exception_out_of_a_run_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def linted(*_: object) -> Result:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(laws, "linted", linted)
    assert broken("neighbour")[0].startswith("ZeroDivisionError: oh")


def test_a_slow_run_is_measured_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "MOST_SECONDS", 0.0)
    assert "slow" in broken("plain")
    monkeypatch.setattr(laws, "command", lambda *_: (b"", 0.0))
    assert "slow" not in broken("plain")


def test_other_findings_in_other_words_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "rewritten", lambda *_: {**FILES, "session.yaml": b"agent: a\n"})
    assert len(broken("rewriting")) == 3


def test_a_report_that_lacks_a_finding_is_seen() -> None:
    result = found_in(FILES)
    assert [*malformed(result)] == []
    twice = result._replace(findings=result.findings[:1] * 2)
    assert [line.partition(":")[0] for line in malformed(twice)] == ["json"]
    assert said(result) != said(twice)


def test_the_command_says_what_it_tried(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, RUN, "--dialect", "stud", "--again", "1-0", "--law", "plain"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("stud, 1-0: 1 input, 0 failures")
