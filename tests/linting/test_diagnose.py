"""Diagnostics: what there is to know of a finding when it is reported, and what tells it apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaselint.dialects.base import Target
from phaselint.linting.diagnose import diagnose
from phaselint.linting.locate import located
from phaselint.suppression.excerpt import linted
from phaselint.vocabulary.diagnostic import Identity
from phaselint.vocabulary.finding import (
    Edit,
    Fix,
    Place,
    Proof,
    Related,
    Suppression,
    Witness,
    WitnessStep,
)
from phaselint.vocabulary.message import message
from phaselint.vocabulary.rule import Grade
from samples import document, hit, rule

if TYPE_CHECKING:
    from phaselint.document import Document
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Part, Pointer
    from phaselint.vocabulary.hit import Hit

UNREACHABLE = rule("PL101", "unreachable-phase")

SESSION = """\
phases:
  - name: draft
  - name: review
  - {id: done, terminal: true}
  - terminal: false
transitions:
  draft: [review, reveiw]
"""


class TestDiagnostic:
    READ = document("desk/s.yaml", SESSION)

    def one(self, hit: Hit, **more: object) -> Diagnostic:
        [made] = diagnose([hit], linted({self.READ.path: self.READ}).excerpt, **more)  # type: ignore[arg-type]
        return made

    def test_it_has_the_rule_the_contract_and_the_proof(self) -> None:
        proof = Proof("refuted", "replay")
        target = Target("vesanor", "desk")
        found = self.one(hit(UNREACHABLE, self.READ)._replace(target=target, proof=proof))
        assert (found.rule, found.dialect, found.contract) == (UNREACHABLE, "vesanor", "desk")
        assert (found.code, found.name) == ("PL101", "unreachable-phase")
        assert (found.proof, found.refuted) == (proof, True)
        assert found.suppression is None

    def test_what_is_of_no_contract_names_none(self) -> None:
        found = self.one(hit(UNREACHABLE, self.READ), show=lambda path: f"up/{path}")
        assert (found.dialect, found.contract) == ("", "")

    def test_its_severity_is_the_users_else_the_checks_else_the_worst(self) -> None:
        grades = (Grade("warning"), Grade("info"))
        graded = hit(UNREACHABLE, self.READ)._replace(rule=UNREACHABLE._replace(severities=grades))
        mild = graded._replace(finding=graded.finding._replace(severity="info"))
        assert self.one(graded).level == "warning"
        assert self.one(mild).level == "info"
        assert self.one(mild, severity=lambda _: "error").level == "error"

    def test_every_place_is_named_as_the_user_does(self) -> None:
        place = Place("desk/s.yaml", ("phases", 0))
        hinted = hit(UNREACHABLE, self.READ)
        finding = hinted.finding._replace(
            related=(Related(place, "here"),),
            witness=Witness({}, (WitnessStep("go", place), WitnessStep("stay"))),
            fix=Fix("safe", "t", (Edit(place, "x"),)),
        )
        target = Target("vesanor", "desk")
        found = self.one(
            hinted._replace(finding=finding, target=target), show=lambda path: f"up/{path}"
        )
        assert found.witness is not None
        assert found.fix is not None
        steps = [step.place for step in found.witness.steps]
        edits = [edit.place for edit in found.fix.edits]
        named = [found.place, found.related[0].place, steps[0], edits[0]]
        assert {each.file for each in named if each} == {"up/desk/s.yaml"}
        assert steps[1] is None
        assert (found.file, found.contract) == ("desk/s.yaml", "up/desk")

    def test_the_name_of_its_file_does_not_count_for_its_fingerprint(self) -> None:
        found = hit(UNREACHABLE, self.READ)
        named = self.one(found, show=lambda path: f"up/{path}")
        assert named.fingerprint == self.one(found).fingerprint

    def test_what_the_contract_waives_is_suppressed_by_it(self) -> None:
        waived = hit(UNREACHABLE, self.READ)
        finding = waived.finding._replace(waiver="known")
        found = self.one(waived._replace(finding=finding))
        assert found.suppression == Suppression("contract", "known")


class TestLocated:
    """`located`, which puts hits in order."""

    def places(self, *hits: Hit, documents: dict[str, Document]) -> list[tuple[str, Pointer]]:
        found = (each.finding.place for each in located(hits, documents))
        return [(place.file, place.pointer) for place in found]

    def test_by_file_and_place(self) -> None:
        one, two = document("1.yaml", SESSION), document("2.yaml", SESSION)
        hits = [
            hit(UNREACHABLE, two),
            hit(UNREACHABLE, one, ("transitions",)),
            hit(UNREACHABLE, one, ("phases", 1)),
        ]
        expected = [("1.yaml", ("phases", 1)), ("1.yaml", ("transitions",)), ("2.yaml", ())]
        assert self.places(*hits, documents={"1.yaml": one, "2.yaml": two}) == expected

    def test_what_two_contracts_say_of_one_document_is_said_once(self) -> None:
        read = document("s.yaml", SESSION)
        said = hit(UNREACHABLE, read)._replace(target=Target("vesanor", "", "a.yaml"))
        again = said._replace(target=Target("vesanor", "", "b.yaml"))
        other = said._replace(finding=said.finding._replace(message=message("n")))
        [first, second] = located([said, again, other], {"s.yaml": read})
        assert (first.target, second.finding.message) == (said.target, "n")

    def test_a_document_that_is_not_there_has_a_beginning(self) -> None:
        read = document("s.yaml", SESSION)
        lost = hit(UNREACHABLE, read)
        lost = lost._replace(finding=lost.finding._replace(place=Place("t.yaml", ("a",))))
        [found] = located([lost], {})
        assert found.finding.place.range == ((1, 1), (1, 1))


def prints(text: str, *places: tuple[Pointer, Part]) -> list[str]:
    read = document("s.yaml", text)
    hits = [hit(UNREACHABLE, read, pointer, part) for pointer, part in places]
    return [each.fingerprint for each in diagnose(hits, linted({"s.yaml": read}).excerpt)]


class TestFingerprint:
    def test_shape(self) -> None:
        value = Identity("PL101", "s.yaml", "/phases", "text").fingerprint
        assert len(value) == 32
        assert set(value) <= set("0123456789abcdef")

    def test_is_the_same_everywhere(self) -> None:
        value = Identity("PL101", "s.yaml", "/phases/review name", "é", 1).fingerprint
        assert value == "19511801411fbd7b71a7b8edc8d79118"

    def test_every_part_counts(self) -> None:
        values = {
            Identity("PL101", "s.yaml", "/a", "b").fingerprint,
            Identity("PL102", "s.yaml", "/a", "b").fingerprint,
            Identity("PL101", "t.yaml", "/a", "b").fingerprint,
            Identity("PL101", "s.yaml", "/b", "b").fingerprint,
            Identity("PL101", "s.yaml", "/a", "c").fingerprint,
            Identity("PL101", "s.yaml", "/a", "b", 1).fingerprint,
            Identity("PL101", "s.yaml", "/ab", "").fingerprint,
        }
        assert len(values) == 7

    def test_any_text_has_one(self) -> None:
        assert Identity("PL101", "s.yaml", "\ud800\0", "\U0001f600").fingerprint

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
        lost = hit(UNREACHABLE, document("s.yaml", ""))
        assert diagnose([lost], linted({}).excerpt)[0].fingerprint
