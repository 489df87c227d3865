from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from phaselint.errors import UsageError
from phaselint.finding import Place, Proof, Suppression
from phaselint.message import say
from phaselint.suppression import baseline
from phaselint.suppression.baseline import Entry
from samples import document, finding, rule

if TYPE_CHECKING:
    from pathlib import Path

    from phaselint.finding import Finding, Part, Pointer

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


def stamped(text: str, *places: tuple[Pointer, Part], path: str = "s.yaml") -> tuple[Finding, ...]:
    read = document(path, text)
    findings = [finding(UNREACHABLE, read, pointer, part) for pointer, part in places]
    return baseline.stamp(findings, {path: read})


def prints(text: str, *places: tuple[Pointer, Part]) -> list[str]:
    return [each.fingerprint for each in stamped(text, *places)]


class TestFingerprint:
    def test_shape(self) -> None:
        value = baseline.fingerprint("PL101", "s.yaml", "/phases", "text")
        assert len(value) == 32
        assert set(value) <= set("0123456789abcdef")

    def test_is_the_same_everywhere(self) -> None:
        value = baseline.fingerprint("PL101", "s.yaml", "/phases/review name", "é", 1)
        assert value == "19511801411fbd7b71a7b8edc8d79118"

    def test_every_part_counts(self) -> None:
        values = {
            baseline.fingerprint("PL101", "s.yaml", "/a", "b"),
            baseline.fingerprint("PL102", "s.yaml", "/a", "b"),
            baseline.fingerprint("PL101", "t.yaml", "/a", "b"),
            baseline.fingerprint("PL101", "s.yaml", "/b", "b"),
            baseline.fingerprint("PL101", "s.yaml", "/a", "c"),
            baseline.fingerprint("PL101", "s.yaml", "/a", "b", 1),
            baseline.fingerprint("PL101", "s.yaml", "/ab", ""),
        }
        assert len(values) == 7

    def test_any_text_has_one(self) -> None:
        assert baseline.fingerprint("PL101", "s.yaml", "\ud800\0", "\U0001f600")

    @pytest.mark.parametrize(
        "edited",
        [
            "# a comment\n\n" + SESSION,
            SESSION.replace("  - name: draft", "  - name: intake\n  - name: draft"),
            SESSION.replace("name: review", "name:   review"),
            SESSION.replace("\n", "\r\n"),
            SESSION.replace("[review, reveiw]", "[done, review, reveiw]"),
        ],
    )
    def test_survives_edits_elsewhere(self, edited: str) -> None:
        index = 1 + ("intake" in edited)
        target = 1 + ("done, r" in edited)
        before = prints(
            SESSION,
            (("phases", 1, "name"), "value"),
            (("phases", 1), "value"),
            (("transitions", "draft", 1), "value"),
            ((), "document"),
        )
        after = prints(
            edited,
            (("phases", index, "name"), "value"),
            (("phases", index), "value"),
            (("transitions", "draft", target), "value"),
            ((), "document"),
        )
        assert before == after

    def test_an_edit_inside_a_collection_does_not_change_its_own(self) -> None:
        edited = SESSION.replace("- name: review", "- name: review\n    description: new")
        assert prints(SESSION, (("phases", 1), "value")) == prints(edited, (("phases", 1), "value"))

    def test_another_text_at_the_same_place_is_another_finding(self) -> None:
        place: tuple[Pointer, Part] = (("transitions", "draft"), "value")
        assert prints("transitions: {draft: x}", place) != prints("transitions: {draft: y}", place)

    def test_equal_findings_are_told_apart_by_a_counter(self) -> None:
        place: tuple[Pointer, Part] = (("phases", 3), "value")
        assert len(set(prints(SESSION, place, place, place))) == 3

    def test_key_and_value_of_an_entry_differ(self) -> None:
        one, two = prints("draft: draft", (("draft",), "key"), (("draft",), "value"))
        assert one != two

    def test_words_with_slashes_are_not_confused(self) -> None:
        one = prints("{a: {b: []}}", (("a", "b"), "value"))
        assert one != prints("{a/b: []}", (("a/b",), "value"))

    def test_pointer_to_nothing(self) -> None:
        assert len(prints(SESSION, (("phases", 9, "x"), "value"), (("a", 0), "key"))) == 2

    def test_document_that_is_not_there(self) -> None:
        lost = finding(UNREACHABLE, document("s.yaml", ""))
        assert baseline.stamp([lost], {})[0].fingerprint


class TestFile:
    def test_round_trip(self, tmp_path: Path) -> None:
        path = str(tmp_path / "baseline.json")
        findings = stamped(SESSION, (("phases", 1), "value"), (("phases", 0), "value"))
        assert baseline.write(path, findings) == 2
        assert {entry.fingerprint for entry in baseline.read(path)} == {
            each.fingerprint for each in findings
        }

    def test_file_is_made_for_review(self, tmp_path: Path) -> None:
        path = tmp_path / "baseline.json"
        [found] = stamped(SESSION, (("phases", 1), "value"))
        baseline.write(str(path), [found._replace(message=say("phase `prüfung` \ud800"))])
        assert path.read_text(encoding="utf-8") == (
            "{\n"
            '  "version": 1,\n'
            '  "findings": [\n'
            "    {\n"
            '      "rule": "unreachable-phase",\n'
            '      "path": "s.yaml",\n'
            f'      "fingerprint": "{found.fingerprint}",\n'
            '      "message": "phase `prüfung` \\ud800"\n'
            "    }\n"
            "  ]\n"
            "}\n"
        )

    def test_order_does_not_depend_on_the_run(self, tmp_path: Path) -> None:
        findings = [
            *stamped(SESSION, (("phases", 1), "value"), (("phases", 0), "value"), path="b.yaml"),
            *stamped(SESSION, (("phases", 1), "value"), path="a.yaml"),
        ]
        baseline.write(str(tmp_path / "1"), findings)
        baseline.write(str(tmp_path / "2"), findings[::-1])
        assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
        paths = [entry["path"] for entry in json.loads((tmp_path / "1").read_text())["findings"]]
        assert paths == ["a.yaml", "b.yaml", "b.yaml"]

    def test_entries_of_files_that_were_not_linted_can_be_kept(self, tmp_path: Path) -> None:
        path = str(tmp_path / "baseline.json")
        other = Entry("other.yaml", "unreachable-phase", "", "f" * 32)
        [found] = stamped(SESSION, (("phases", 1), "value"))
        baseline.write(path, [found], [other])
        assert other in baseline.read(path)
        baseline.write(path, [found])
        assert other not in baseline.read(path)

    @pytest.mark.parametrize(
        "name", ["unreadable-file", "syntax-error", "refuted-finding", "internal-error"]
    )
    def test_what_nobody_can_live_with_is_never_written(self, tmp_path: Path, name: str) -> None:
        [found] = stamped(SESSION, (("phases", 1), "value"))
        broken = found._replace(rule=rule("PL001", name))
        assert baseline.write(str(tmp_path / "b"), [broken]) == 0
        entry = Entry("s.yaml", name, "", broken.fingerprint)
        assert baseline.apply([broken], [entry]).kept == (broken,)

    def test_refuted_finding_is_never_written(self, tmp_path: Path) -> None:
        [found] = stamped(SESSION, (("phases", 1), "value"))
        refuted = found._replace(proof=Proof("refuted", "replay"))
        assert baseline.write(str(tmp_path / "b"), [refuted]) == 0

    def test_full_disk_loses_nothing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "baseline.json"
        findings = stamped(SESSION, (("phases", 1), "value"))
        baseline.write(str(path), findings)
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
            ("[]", ": not a baseline; delete it, then `--write-baseline` writes one"),
            ("{}", ": not a baseline; delete it, then `--write-baseline` writes one"),
            ("[" * 100_000, ": not a baseline; delete it, then `--write-baseline` writes one"),
            ('{"version": 2}', ": baseline version 2 is not supported; this phaselint reads 1"),
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
        with pytest.raises(UsageError, match=r"there is no such file; `--write-baseline` writes"):
            baseline.read(str(tmp_path / "b"))

    def test_named_pipe_is_not_opened(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "b")
        with pytest.raises(UsageError, match=r"the file is a named pipe$"):
            baseline.read(str(tmp_path / "b"))


class TestApply:
    def test_listed_findings_are_hidden(self, tmp_path: Path) -> None:
        old, new = stamped(SESSION, (("phases", 0), "value"), (("phases", 1), "value"))
        baseline.write(str(tmp_path / "b"), [old])
        outcome = baseline.apply([old, new], baseline.read(str(tmp_path / "b")))
        assert outcome.kept == (new,)
        [hidden] = outcome.suppressed
        assert hidden.suppression == Suppression("baseline", "listed in the baseline")
        assert hidden._replace(suppression=None) == old
        assert outcome.stale == ()

    def test_a_second_equal_finding_is_new(self) -> None:
        place: tuple[Pointer, Part] = (("phases", 3), "value")
        first, second = stamped(SESSION, place, place)
        entry = Entry("s.yaml", first.name, "", first.fingerprint)
        assert baseline.apply([first, second], [entry]).kept == (second,)

    def test_fixing_one_and_adding_another_does_not_go_unseen(self) -> None:
        [old] = stamped(SESSION, (("phases", 0), "value"))
        [new] = stamped(SESSION, (("phases", 1), "value"))
        entry = Entry("s.yaml", old.name, "", old.fingerprint)
        outcome = baseline.apply([new], [entry])
        assert outcome.kept == (new,)
        assert outcome.stale == (entry,)

    def test_entries_are_stale_only_where_this_run_can_tell(self) -> None:
        here = Entry("a.yaml", "unreachable-phase", "", "a" * 32)
        there = Entry("b.yaml", "unreachable-phase", "", "b" * 32)
        outcome = baseline.apply([], [there, here], lambda entry: entry.path == "a.yaml")
        assert outcome.stale == (here,)

    def test_another_rule_at_the_same_place_is_not_listed(self) -> None:
        read = document("s.yaml", SESSION)
        place = Place("s.yaml", ("phases", 0))
        one, two = baseline.stamp(
            [finding(each, read)._replace(place=place) for each in (UNREACHABLE, UNKNOWN)],
            {"s.yaml": read},
        )
        entry = Entry("s.yaml", one.name, "", one.fingerprint)
        assert baseline.apply([one, two], [entry]).kept == (two,)
