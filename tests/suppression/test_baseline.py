from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from phaselint.linting.diagnose import diagnose
from phaselint.suppression import baseline
from phaselint.suppression.baseline import Entry
from phaselint.suppression.excerpt import linted
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.finding import Proof, Suppression
from samples import document, hit, rule

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Part, Pointer

UNREACHABLE = rule("PL101", "unreachable-phase")
UNKNOWN = rule("PL120", "unknown-phase")

SESSION = """\
phases:
  - name: draft
  - name: review
  - {id: done, terminal: true}
  - terminal: false
transitions:
  draft: [review, reveiw]
"""


def found(text: str, *places: tuple[Pointer, Part], path: str = "s.yaml") -> tuple[Diagnostic, ...]:
    read = document(path, text)
    hits = [hit(UNREACHABLE, read, pointer, part) for pointer, part in places]
    return diagnose(hits, linted({path: read}).excerpt)


def kept(diagnostics: Iterable[Diagnostic], *entries: Entry) -> list[Diagnostic]:
    after = baseline.apply(diagnostics, entries).diagnostics
    return [each for each in after if each.suppression is None]


def written(path: Path, *diagnostics: Diagnostic) -> int:
    return baseline.write(str(path), baseline.entries_of(diagnostics)).entries


class TestFile:
    def test_round_trip(self, tmp_path: Path) -> None:
        path = tmp_path / "baseline.json"
        findings = found(SESSION, (("phases", 1), "value"), (("phases", 0), "value"))
        assert written(path, *findings) == 2
        assert {entry.fingerprint for entry in baseline.read(str(path))} == {
            each.fingerprint for each in findings
        }

    def test_file_is_made_for_review(self, tmp_path: Path) -> None:
        path = tmp_path / "baseline.json"
        [one] = found(SESSION, (("phases", 1), "value"))
        [entry] = baseline.entries_of([one])
        baseline.write(str(path), [entry._replace(message="phase `prüfung` \ud800")])
        assert path.read_text(encoding="utf-8") == (
            "{\n"
            '  "version": 1,\n'
            '  "findings": [\n'
            "    {\n"
            '      "rule": "unreachable-phase",\n'
            '      "path": "s.yaml",\n'
            f'      "fingerprint": "{one.fingerprint}",\n'
            '      "message": "phase `prüfung` \\ud800"\n'
            "    }\n"
            "  ]\n"
            "}\n"
        )

    def test_order_does_not_depend_on_the_run(self, tmp_path: Path) -> None:
        findings = [
            *found(SESSION, (("phases", 1), "value"), (("phases", 0), "value"), path="b.yaml"),
            *found(SESSION, (("phases", 1), "value"), path="a.yaml"),
        ]
        written(tmp_path / "1", *findings)
        written(tmp_path / "2", *findings[::-1])
        assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
        paths = [entry["path"] for entry in json.loads((tmp_path / "1").read_text())["findings"]]
        assert paths == ["a.yaml", "b.yaml", "b.yaml"]

    def test_of_two_entries_with_one_fingerprint_the_later_counts(self, tmp_path: Path) -> None:
        path = str(tmp_path / "baseline.json")
        old, new = (Entry("a.yaml", "unreachable-phase", each, "f" * 32) for each in ("a", "b"))
        assert baseline.write(path, [old, new]).entries == 1
        assert baseline.read(path) == (new,)

    @pytest.mark.parametrize(
        "name", ["unreadable-file", "syntax-error", "refuted-finding", "internal-error"]
    )
    def test_what_nobody_can_live_with_is_never_written(self, tmp_path: Path, name: str) -> None:
        [one] = found(SESSION, (("phases", 1), "value"))
        broken = one._replace(rule=rule("PL001", name))
        assert written(tmp_path / "b", broken) == 0
        assert kept([broken], Entry("s.yaml", name, "", broken.fingerprint)) == [broken]

    def test_a_refuted_finding_is_written(self, tmp_path: Path) -> None:
        [one] = found(SESSION, (("phases", 1), "value"))
        refuted = one._replace(proof=Proof("refuted", "replay"))
        assert written(tmp_path / "b", refuted) == 1

    def test_what_something_else_hides_is_not_written(self, tmp_path: Path) -> None:
        [one] = found(SESSION, (("phases", 1), "value"))
        hidden = one._replace(suppression=Suppression("comment", "known"))
        assert written(tmp_path / "b", hidden) == 0

    def test_full_disk_loses_nothing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "baseline.json"
        written(path, *found(SESSION, (("phases", 1), "value")))
        before = path.read_bytes()

        def full(*_arguments: object) -> int:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "write", full)
        with pytest.raises(UsageError, match=r"baseline\.json: no space left on device$"):
            baseline.write(str(path), [])
        monkeypatch.undo()
        assert path.read_bytes() == before

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            ("", ":1:1: not valid JSON: expecting value"),
            ('{\n  "version" 1}', ":2:13: not valid JSON: expecting ':' delimiter"),
            ("[]", ": not a baseline; delete it, and write one with `--write-baseline`"),
            ("{}", ": not a baseline; delete it, and write one with `--write-baseline`"),
            ("[" * 100_000, ": not a baseline; delete it, and write one with `--write-baseline`"),
            ('{"version": 2}', ": baseline version 2 isn't supported; this phaselint reads 1"),
            ('{"version": 1}', ": `findings` must be a list"),
            ('{"version": 1, "findings": [1]}', ": finding 1 must be an object"),
            ('{"version": 1, "findings": [{}]}', ": finding 1 lacks `path`, a string"),
            (
                '{"version": 1, "findings": [{"path": "", "rule": 1}]}',
                ": finding 1 lacks `rule`, a string",
            ),
        ],
    )
    def test_bad_files(self, tmp_path: Path, content: str, message: str) -> None:
        path = tmp_path / "baseline.json"
        path.write_text(content)
        with pytest.raises(UsageError) as caught:
            baseline.read(str(path))
        assert str(caught.value) == f"{path}{message}"

    def test_file_that_is_not_utf8(self, tmp_path: Path) -> None:
        (tmp_path / "b").write_bytes(b'{"version": "\xff"}')
        with pytest.raises(UsageError, match=r"not a baseline"):
            baseline.read(str(tmp_path / "b"))

    def test_file_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match=r"no such file; write one with `--write-baseline`"):
            baseline.read(str(tmp_path / "b"))

    @pytest.mark.posix
    def test_named_pipe_is_not_opened(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "b")
        with pytest.raises(UsageError, match=r"the file is a named pipe$"):
            baseline.read(str(tmp_path / "b"))


class TestApply:
    def test_listed_findings_are_hidden(self, tmp_path: Path) -> None:
        old, new = found(SESSION, (("phases", 0), "value"), (("phases", 1), "value"))
        written(tmp_path / "b", old)
        outcome = baseline.apply([old, new], baseline.read(str(tmp_path / "b")))
        hidden, other = outcome.diagnostics
        assert other == new
        assert hidden.suppression == Suppression("baseline", "listed in the baseline")
        assert hidden._replace(suppression=None) == old
        assert outcome.stale == ()

    def test_a_second_equal_finding_is_new(self) -> None:
        place: tuple[Pointer, Part] = (("phases", 3), "value")
        first, second = found(SESSION, place, place)
        entry = Entry("s.yaml", first.name, "", first.fingerprint)
        assert kept([first, second], entry) == [second]

    def test_fixing_one_and_adding_another_does_not_go_unseen(self) -> None:
        [old] = found(SESSION, (("phases", 0), "value"))
        [new] = found(SESSION, (("phases", 1), "value"))
        entry = Entry("s.yaml", old.name, "", old.fingerprint)
        assert baseline.apply([new], [entry]) == ((new,), (entry,))

    def test_what_something_else_hides_leaves_its_entry_without_use(self) -> None:
        [one] = found(SESSION, (("phases", 0), "value"))
        hidden = one._replace(suppression=Suppression("comment", "known"))
        entry = Entry("s.yaml", one.name, "", one.fingerprint)
        assert baseline.apply([hidden], [entry]) == ((hidden,), (entry,))

    def test_another_rule_at_the_same_place_is_not_listed(self) -> None:
        read = document("s.yaml", SESSION)
        hits = [hit(each, read, ("phases", 0)) for each in (UNREACHABLE, UNKNOWN)]
        one, two = diagnose(hits, linted({"s.yaml": read}).excerpt)
        assert kept([one, two], Entry("s.yaml", one.name, "", one.fingerprint)) == [two]
