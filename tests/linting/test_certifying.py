"""Certificates that nothing is wrong, made and checked in a dry run with `--verify`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cases import listed
from dialects.vesanor.build import files, lint, named
from fresh import picker
from phaselint.executor import clean_certificate as made
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint_rules import RULES

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from cases import Written

SOUND = files("a! b z*", "a:b b:z", ["go[a]->b", "end[b]->z", "note"])


def checked(*paths: str, **how: Any) -> int:
    """How many certificates are checked of the contracts behind paths."""
    request = Request(paths, dry_run=True, verify=True, isolated=True, jobs=1, **how)
    result = run(request, RULES)
    assert [each.message for each in result.findings if each.name == "internal-error"] == []
    [notice] = [line for line in result.notices if line.endswith("checked")]
    return int(notice.split()[0])


def test_every_good_case_has_a_certificate_that_holds(written: Written) -> None:
    """Half of all that rules are silent on and whose runs are known, drawn at random from every
    dialect."""
    good = [case for case in listed() if case.variant.startswith("good")]
    some = picker("certificates").sample(good, len(good) // 2)
    assert checked(*(str(written.rule(case.rule) / case.variant) for case in some)) > 130


def test_one_that_does_not_hold_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    assert named(lint(SOUND), "internal-error") == []
    right = made.silence

    def without_ways(*arguments: Any) -> made.Silence:
        return right(*arguments)._replace(ways=({},))

    monkeypatch.setattr("phaselint.linting.certifying.silence", without_ways)
    (defect,) = named(lint(SOUND), "internal-error")
    assert "the certificate of a clean contract isn't valid" in defect.message


LATE = """\
id: w
name: w
entry: a
nodes:
  a:
    name: A
    instruction: Do it.
    output: {properties: {note: {const: true}}, required: [note], additionalProperties: false}
  b: {name: B, instruction: Do it., requires: {output_required: [a.note]}}
  c: {name: C, instruction: Do it., requires: {output_required: [b.ghost]}}
edges:
  - {from: a, to: b, when: it is good}
  - {from: a, to: c, when: it is not}
  - {from: b, to: c, when: work remains}
  - {from: a, to: c}
  - {from: c, to: c, max_iterations: 1}
"""


def test_a_run_that_comes_after_all_bounds_is_told_as_one_with_bounds(tmp_path: Path) -> None:
    folder = tmp_path / ".sweny" / "workflows"
    folder.mkdir(parents=True)
    (folder / "w.yml").write_text(LATE, "utf-8")
    assert checked(str(tmp_path)) > 0


def test_states_are_counted_in_which_the_checker_has_no_responses_of_its_own(
    tmp_path: Path,
) -> None:
    ahead = """output: {properties: {x: {type: string}}, required: [x]}
    eval: [{name: v, kind: value, rule: {output_matches: [{path: x, matches: "(?=)"}]}}]"""
    for name, gate in (("plain", ""), ("ahead", ahead)):
        lines = ["id: w", "name: w", "entry: a", "nodes:", "  a:", "    name: A"]
        lines += ["    instruction: Do it.", *([f"    {gate}"] if gate else []), "edges: []"]
        folder = tmp_path / name / ".sweny" / "workflows"
        folder.mkdir(parents=True)
        (folder / "w.yml").write_text("\n".join(lines) + "\n", "utf-8")
        paths = (str(tmp_path / name),)
        request = Request(paths, dry_run=True, verify=True, isolated=True, jobs=1, cost=True)
        (tally,) = run(request, RULES).tallies.values()
        assert tally.stepped > 0
        assert bool(tally.borrowed) is bool(gate)
