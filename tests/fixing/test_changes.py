"""Fixes as changes of texts, and which of them are made together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaselint.document.changes import Change, apply, changes_of, overlap
from phaselint.document.editing import line_break
from phaselint.document.marks import BEFORE_TEXT, takes_mark_off
from phaselint.document.reader import read, read_text
from phaselint.fixing.choosing import SAFE, UNSAFE, choose, fixable
from phaselint.vocabulary.finding import Edit, Finding, Fix, Place, Position, Range
from phaselint.vocabulary.hit import Hit
from phaselint.vocabulary.message import message
from samples import reported, rule

if TYPE_CHECKING:
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Safety

RULE = rule("XX001", "sample")
TEXT = "one: 1\ntwo: 2\nthree: 3\n"
DOCUMENTS = {"a.yaml": read_text("a.yaml", TEXT), "b.yaml": read_text("b.yaml", TEXT)}


def edit(pointer: str, text: str, file: str = "a.yaml") -> Edit:
    return Edit(Place(file, (pointer,)), text)


def found(*edits: Edit, contract: str = "", safety: Safety = "safe") -> Diagnostic:
    return offering(Fix(safety, "t", edits), contract=contract)


def offering(fix: Fix, contract: str = "") -> Diagnostic:
    return reported(Hit(RULE, Finding(Place("a"), message("m"), fix=fix)), contract=contract)


class TestChanges:
    """`changes_of` and `apply`."""

    def test_places_become_offsets(self) -> None:
        fix = Fix("safe", "t", (edit("two", "5"), edit("one", "4")))
        assert changes_of(fix, DOCUMENTS) == {"a.yaml": (Change(5, 6, "4"), Change(12, 13, "5"))}
        assert apply(TEXT, changes_of(fix, DOCUMENTS)["a.yaml"]) == "one: 4\ntwo: 5\nthree: 3\n"  # type: ignore[index]

    @pytest.mark.parametrize(
        "edits",
        [
            (),
            (edit("one", "4", "c.yaml"),),
            (edit("one", "4"), edit("one", "5")),
            (Edit(Place("a.yaml", (), "value", Range(Position(1, 5), Position(1, 99))), "x"),),
            (Edit(Place("a.yaml", (), "value", Range(Position(9, 1), Position(9, 1))), "x"),),
            (Edit(Place("a.yaml", (), "value", Range(Position(2, 1), Position(1, 1))), "x"),),
            (Edit(Place("a.yaml", ("none",), "document"), "x"),),
        ],
    )
    def test_a_fix_that_cannot_be_made_as_a_whole(self, edits: tuple[Edit, ...]) -> None:
        assert changes_of(Fix("safe", "t", edits), DOCUMENTS) is None

    @pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
    def test_line_breaks_are_those_of_the_document(self, ending: str) -> None:
        document = read_text("a.yaml", TEXT.replace("\n", ending))
        changes = changes_of(Fix("safe", "t", (edit("one", "\n  - 4"),)), {"a.yaml": document})
        assert changes is not None
        assert apply(document.text, changes["a.yaml"]).count(ending) == 4
        assert line_break(document.text) == ending

    def test_columns_count_code_points_after_a_byte_order_mark(self) -> None:
        document = read("a.yaml", "é: 価\n".encode("utf-8-sig"))
        changes = changes_of(Fix("safe", "t", (edit("é", "格"),)), {"a.yaml": document})
        assert changes is not None
        assert apply(document.text, changes["a.yaml"]) == "é: 格\n"

    def test_a_byte_order_mark_is_taken_off_a_file_that_has_one(self) -> None:
        fix = Fix("safe", "t", (Edit(Place("a.yaml", range=BEFORE_TEXT), ""), edit("one", "4")))
        assert takes_mark_off(fix)
        assert changes_of(fix, DOCUMENTS) is None
        changes = changes_of(fix, {"a.yaml": read("a.yaml", TEXT.encode("utf-8-sig"))})
        assert changes == {"a.yaml": (Change(-1, 0, ""), Change(5, 6, "4"))}
        assert apply(TEXT, changes["a.yaml"]) == "one: 4\ntwo: 2\nthree: 3\n"

    @pytest.mark.parametrize(
        ("one", "other", "expected"),
        [
            ((0, 2), (2, 4), False),
            ((0, 3), (2, 4), True),
            ((0, 4), (1, 2), True),
            ((2, 2), (2, 2), True),
            ((2, 2), (2, 4), True),
            ((0, 2), (2, 2), True),
            ((0, 2), (3, 3), False),
        ],
    )
    def test_overlap(self, one: tuple[int, int], other: tuple[int, int], expected: bool) -> None:
        first, second = Change(*one, "x"), Change(*other, "y")
        assert overlap(first, second) is overlap(second, first) is expected


class TestChoosing:
    """`choose`."""

    def test_of_two_that_overlap_the_first_is_taken_as_a_whole(self) -> None:
        first = found(edit("two", "x"))
        second = found(edit("one", "y"), edit("two", "y"))
        [group] = choose([first, second], DOCUMENTS)
        assert group.findings == (first,)
        assert group.changes == {"a.yaml": (Change(12, 13, "x"),)}

    def test_the_same_fix_twice_is_made_once(self) -> None:
        same = [found(edit("one", "x")), found(edit("one", "x"))]
        [group] = choose(same, DOCUMENTS)
        assert len(group.findings) == 2
        assert group.changes == {"a.yaml": (Change(5, 6, "x"),)}

    def test_what_shares_a_contract_or_a_file_is_one_group(self) -> None:
        first = found(edit("one", "x"), contract="p")
        second = found(edit("one", "x", "b.yaml"), contract="q")
        assert len(choose([first, second], DOCUMENTS)) == 2
        both = found(edit("two", "x"), edit("two", "x", "b.yaml"), contract="q")
        [group] = choose([first, second, both], DOCUMENTS)
        assert group.contracts == {"p", "q"}
        assert group.findings == (first, second, both)
        same = found(edit("one", "x", "b.yaml"), contract="p")
        assert len(choose([first, same], DOCUMENTS)) == 1

    def test_safety(self) -> None:
        one = found(edit("one", "x"), safety="unsafe")
        assert not fixable(one, SAFE)
        assert fixable(one, UNSAFE)
        assert not fixable(found(edit("one", "x"), safety="manual"), UNSAFE)
        assert not fixable(offering(Fix("safe", "t")), UNSAFE)

    def test_many_fixes_of_one_file(self) -> None:
        text = "".join(f"k{number}: 1\n" for number in range(3000))
        documents = {"a.yaml": read_text("a.yaml", text)}
        each = [found(edit(f"k{number}", "2")) for number in range(3000)]
        [group] = choose(each, documents)
        assert len(group.changes["a.yaml"]) == 3000
