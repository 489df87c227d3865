from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from phaselint.config.entries import SuppressEntry
from phaselint.suppression import hide as suppress
from phaselint.suppression.excerpt import linted
from phaselint.vocabulary.finding import Place, Suppression
from samples import document, finding, reported, rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phaselint.document import Document
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Part, Pointer

UNREACHABLE = rule("PL101", "unreachable-phase")
DEADLOCK = rule("PL103", "deadlocked-phases", catalogue="circular-deadlock")
SYNTAX = rule("PL001", "syntax-error")
UNUSED = rule("PL901", "unused-suppression")
MISSING = rule("PL902", "suppression-missing-reason")
UNKNOWN = rule("PL903", "suppression-unknown-rule")
RULES = (UNREACHABLE, DEADLOCK, SYNTAX, UNUSED, MISSING, UNKNOWN)


class Seen(NamedTuple):
    """What stays, what is hidden, and what is said about suppressions and stays."""

    kept: tuple[Diagnostic, ...]
    suppressed: tuple[Diagnostic, ...]
    extra: tuple[Diagnostic, ...] = ()


def applied(found: Iterable[Diagnostic], documents: Mapping[str, Document], **more: Any) -> Seen:
    outcome = suppress.apply(found, linted(documents), **more)
    own = outcome.diagnostics
    said = [reported(each.hit, suppression=each.suppression) for each in outcome.complaints]
    return Seen(
        tuple(each for each in own if each.suppression is None),
        tuple(each for each in (*own, *said) if each.suppression is not None),
        tuple(each for each in said if each.suppression is None),
    )


def run(
    text: str,
    *found: tuple[Any, Pointer] | tuple[Any, Pointer, Part],
    path: str = "s.yaml",
    **settings: Any,
) -> Seen:
    read = document(path, text)
    assert read.readable
    findings = [finding(each[0], read, each[1], *each[2:]) for each in found]
    return applied(
        findings, {path: read}, rules=settings.pop("rules", RULES), config_file="c.toml", **settings
    )


def hidden(outcome: Seen) -> list[tuple[str, Pointer]]:
    return [(each.code, each.place.pointer) for each in outcome.suppressed]


def kept(outcome: Seen) -> list[tuple[str, Pointer]]:
    return [(each.code, each.place.pointer) for each in outcome.kept]


def said(outcome: Seen) -> list[tuple[str, str]]:
    return [(each.name, each.message) for each in outcome.extra]


def spot(found: Diagnostic) -> tuple[int, int]:
    assert found.place.range is not None
    start = found.place.range.start
    return start.line, start.column


UNUSED_HERE = ("unused-suppression", "nothing to suppress: `PL101` has no finding here")


class TestLineComment:
    def test_covers_what_starts_on_the_line(self) -> None:
        text = "a: 1\nb: 2 # phaselint: ignore[PL101] known\nc: 3\n"
        outcome = run(text, *((UNREACHABLE, (key,)) for key in "abc"))
        assert hidden(outcome) == [("PL101", ("b",))]
        assert kept(outcome) == [("PL101", ("a",)), ("PL101", ("c",))]
        assert outcome.extra == ()
        assert outcome.suppressed[0].suppression == Suppression("comment", "known")

    def test_covers_what_opens_on_the_line(self) -> None:
        text = "a: # phaselint: ignore[PL101] known\n  - b\n"
        assert hidden(run(text, (UNREACHABLE, ("a",), "value"))) == [("PL101", ("a",))]

    def test_does_not_cover_what_is_inside_and_starts_later(self) -> None:
        text = "a: # phaselint: ignore[PL101] known\n  - b\n"
        assert kept(run(text, (UNREACHABLE, ("a", 0)))) == [("PL101", ("a", 0))]

    def test_covers_the_named_rules_only(self) -> None:
        text = "a: 1 # phaselint: ignore[PL101] known\n"
        outcome = run(text, (UNREACHABLE, ("a",)), (DEADLOCK, ("a",)))
        assert kept(outcome) == [("PL103", ("a",))]

    @pytest.mark.parametrize("word", ["PL103", "deadlocked-phases", "circular-deadlock"])
    def test_takes_every_word_for_a_rule(self, word: str) -> None:
        text = f"a: 1 # phaselint: ignore[{word}] known\n"
        assert hidden(run(text, (DEADLOCK, ("a",)))) == [("PL103", ("a",))]

    def test_covers_several_findings_and_rules(self) -> None:
        text = "a: 1 # phaselint: ignore[PL101, PL103] known\n"
        outcome = run(text, (UNREACHABLE, ("a",)), (UNREACHABLE, ("a",), "key"), (DEADLOCK, ("a",)))
        assert outcome.kept == outcome.extra == ()

    def test_covers_its_own_file_only(self) -> None:
        text = "a: 1 # phaselint: ignore[PL101] known\n"
        one, two = document("1.yaml", text), document("2.yaml", "a: 1\n")
        outcome = applied(
            [finding(UNREACHABLE, each, ("a",)) for each in (one, two)],
            {"1.yaml": one, "2.yaml": two},
            rules=RULES,
        )
        assert [each.place.file for each in outcome.kept] == ["2.yaml"]


def test_comment_on_a_line_of_its_own_covers_the_next_node_and_all_in_it() -> None:
    text = "a: 0\n# phaselint: ignore[PL101] known\nb:\n  - c: 1\n  - d\ne: 2\n"
    pointers: list[Pointer] = [("a",), ("b",), ("b", 0, "c"), ("b", 1), ("e",)]
    outcome = run(text, *((UNREACHABLE, pointer) for pointer in pointers))
    assert [pointer for _, pointer in hidden(outcome)] == pointers[1:4]
    assert outcome.extra == ()


def test_file_comment_covers_all_of_the_file() -> None:
    text = "# phaselint: ignore-file[PL101] known\na: 0\nb: 1\n"
    outcome = run(text, (UNREACHABLE, ("a",)), (UNREACHABLE, ("b",)), (UNREACHABLE, (), "document"))
    assert len(outcome.suppressed) == 3


def test_finding_that_is_suppressed_already_stays_so_and_uses_the_comment() -> None:
    read = document("s.yaml", "a: 1 # phaselint: ignore[PL101] known\n")
    own = finding(UNREACHABLE, read, ("a",))._replace(suppression=Suppression("contract", "x"))
    outcome = applied([own], {"s.yaml": read}, rules=RULES)
    assert outcome == ((), (own,), ())


class TestUnused:
    def test_is_reported_at_the_name(self) -> None:
        outcome = run("a: 1 # phaselint: ignore[PL103, PL101] known\n", (DEADLOCK, ("a",)))
        assert said(outcome) == [UNUSED_HERE]
        [found] = outcome.extra
        assert spot(found) == (1, 33)
        assert found.tags == ("unnecessary",)
        assert found.rule is UNUSED

    def test_is_not_reported_for_a_rule_that_was_not_run(self) -> None:
        asked: list[tuple[str, str]] = []

        def ran(name: str, path: str) -> bool:
            asked.append((name, path))
            return False

        outcome = run("a: 1 # phaselint: ignore[PL101] known\n", ran=ran)
        assert outcome.extra == ()
        assert asked == [("unreachable-phase", "s.yaml")]

    def test_can_itself_be_suppressed_by_the_same_comment(self) -> None:
        outcome = run("a: 1 # phaselint: ignore[PL101, unused-suppression] known\n")
        assert outcome.extra == ()
        assert [each.name for each in outcome.suppressed] == ["unused-suppression"]

    def test_can_itself_be_suppressed_by_the_same_comment_on_its_own_line(self) -> None:
        outcome = run("# phaselint: ignore[PL101, unused-suppression] known\na: 1\n")
        assert outcome.extra == ()

    def test_can_itself_be_suppressed_for_the_file(self) -> None:
        text = "# phaselint: ignore-file[PL901] known\na: 1 # phaselint: ignore[PL101] known\n"
        assert run(text).extra == ()

    def test_suppressing_it_in_vain_is_reported(self) -> None:
        outcome = run("# phaselint: ignore-file[PL901] known\na: 1\n")
        message = "nothing to suppress: `PL901` has no finding here"
        assert said(outcome) == [("unused-suppression", message)]

    def test_cannot_suppress_what_must_be_seen(self) -> None:
        outcome = run("a: 1 # phaselint: ignore[PL001] known\n", (SYNTAX, ("a",)))
        assert kept(outcome) == [("PL001", ("a",))]
        assert said(outcome) == [("unused-suppression", "`PL001` can't be suppressed")]


class TestFaultyComments:
    def test_without_a_reason_there_is_no_effect(self) -> None:
        outcome = run("a: 1 # phaselint: ignore[PL101]\n", (UNREACHABLE, ("a",)))
        assert kept(outcome) == [("PL101", ("a",))]
        message = "this suppression has no reason, so it has no effect"
        assert said(outcome) == [("suppression-missing-reason", message)]
        assert spot(outcome.extra[0]) == (1, 6)

    def test_unknown_rule_comes_with_a_suggestion(self) -> None:
        outcome = run("a: 1 # phaselint: ignore[unreachable_phase] known\n")
        message = "no rule is named `unreachable_phase`"
        assert said(outcome) == [("suppression-unknown-rule", message)]
        assert outcome.extra[0].help == "use `unreachable-phase`"
        assert spot(outcome.extra[0]) == (1, 26)

    def test_unknown_rule_without_a_neighbour(self) -> None:
        [found] = run("a: 1 # phaselint: ignore[nonsense] known\n").extra
        assert found.help == "`phaselint rules` lists all rules"

    def test_unknown_rule_does_not_stop_the_others(self) -> None:
        outcome = run("a: 1 # phaselint: ignore[x, PL101] known\n", (UNREACHABLE, ("a",)))
        assert len(outcome.suppressed) == len(outcome.extra) == 1

    def test_complaints_can_be_suppressed_too(self) -> None:
        text = "# phaselint: ignore-file[PL903] known\na: 1 # phaselint: ignore[x] known\n"
        outcome = run(text)
        assert outcome.extra == ()
        assert [each.name for each in outcome.suppressed] == ["suppression-unknown-rule"]

    @pytest.mark.parametrize("words", ["ignore PL101 known", "ignore[] known", "disable[PL101] x"])
    def test_malformed_comment_is_never_passed_over(self, words: str) -> None:
        outcome = run(f"a: 1 # phaselint: {words}\n", (UNREACHABLE, ("a",)))
        assert kept(outcome) == [("PL101", ("a",))]
        [(name, message)] = said(outcome)
        assert name == "unused-suppression"
        assert message.startswith("this comment has no effect: ")


class TestConfiguration:
    TEXT = '{"phases": [{"name": "draft"}, {"name": "review", "next": ["a/b", "c"]}]}'

    def outcome(self, entry: SuppressEntry, *pointers: Pointer) -> Seen:
        found = ((UNREACHABLE, pointer) for pointer in pointers)
        return run(self.TEXT, *found, path="x/s.json", entries=[entry])

    def test_covers_a_path(self) -> None:
        entry = SuppressEntry("PL101", "x/*.json", reason="known")
        outcome = self.outcome(entry, ("phases", 0), ())
        assert len(outcome.suppressed) == 2
        assert outcome.suppressed[0].suppression == Suppression("configuration", "known")

    def test_covers_a_node_and_all_in_it(self) -> None:
        entry = SuppressEntry("PL101", "s.json", pointer="/phases/1", reason="known")
        outcome = self.outcome(entry, ("phases", 0), ("phases", 1), ("phases", 1, "next", 0))
        assert [pointer for _, pointer in kept(outcome)] == [("phases", 0)]

    def test_pointer_is_escaped_as_in_rfc_6901(self) -> None:
        read = document("s.json", '{"a/b": {"~1": 1}}')
        entry = SuppressEntry("PL101", "s.json", pointer="/a~1b/~01", reason="known")
        found = finding(UNREACHABLE, read, ("a/b", "~1"))
        outcome = applied([found], {"s.json": read}, rules=RULES, entries=[entry])
        assert outcome.kept == ()

    def test_covers_a_phase_by_name_wherever_it_stands(self) -> None:
        entry = SuppressEntry("PL101", "s.json", phase="review", reason="known")
        outcome = self.outcome(entry, ("phases", 0), ("phases", 1), ("phases", 1, "name"))
        assert [pointer for _, pointer in kept(outcome)] == [("phases", 0)]

    def test_covers_its_rule_only(self) -> None:
        entry = SuppressEntry("PL103", "s.json", reason="known")
        outcome = self.outcome(entry, ("phases", 0))
        assert len(outcome.kept) == len(outcome.extra) == 1

    def test_without_a_reason_there_is_no_effect(self) -> None:
        entry = SuppressEntry("PL101", "s.json", reason=" ", line=7)
        outcome = self.outcome(entry, ("phases", 0))
        assert len(outcome.kept) == 1
        message = "the suppression of `PL101` in `s.json` has no reason, so it has no effect"
        assert said(outcome) == [("suppression-missing-reason", message)]
        assert outcome.extra[0].place.file == "c.toml"
        assert spot(outcome.extra[0]) == (7, 1)

    def test_unused_is_reported_in_the_configuration(self) -> None:
        outcome = self.outcome(SuppressEntry("PL101", "s.json", reason="known", line=7))
        assert said(outcome) == [UNUSED_HERE]
        assert spot(outcome.extra[0]) == (7, 1)

    def test_unused_is_not_reported_when_its_files_were_not_linted(self) -> None:
        assert self.outcome(SuppressEntry("PL101", "other.json", reason="known")).extra == ()

    def test_unused_is_not_reported_when_the_rule_was_not_run_everywhere(self) -> None:
        entry = SuppressEntry("PL101", "*.json", reason="known")
        one, two = document("1.json", "{}"), document("2.json", "{}")
        outcome = applied(
            [],
            {"1.json": one, "2.json": two},
            rules=RULES,
            ran=lambda _name, path: path == "1.json",
            entries=[entry],
        )
        assert outcome.extra == ()

    def test_unknown_rule(self) -> None:
        outcome = self.outcome(SuppressEntry("PL999", "s.json", reason="known"))
        message = "no rule is named `PL999`"
        assert said(outcome) == [("suppression-unknown-rule", message)]


def test_name_that_stands_for_rules_of_several_dialects_covers_them_all() -> None:
    other = rule("SW300", "sweny-deadlock", catalogue="circular-deadlock", dialect="sweny")
    outcome = run(
        "a: 1 # phaselint: ignore[circular-deadlock] known\n",
        (other, ("a",)),
        (DEADLOCK, ("a",)),
        rules=(*RULES, other),
    )
    assert outcome.kept == outcome.extra == ()


def test_without_rules_about_suppressions_they_still_work() -> None:
    text = "a: 1 # phaselint: ignore[PL101, x] known\n"
    outcome = run(text, (UNREACHABLE, ("a",)), rules=(UNREACHABLE,))
    assert outcome.kept == outcome.extra == ()


def test_file_as_a_whole_is_not_on_its_first_line_for_a_node_comment() -> None:
    read = document("s.yaml", "# phaselint: ignore[PL101] known\na: 1\n")
    whole = finding(UNREACHABLE, read, (), "document")
    assert whole.place == Place("s.yaml", (), "document", whole.place.range)
    assert applied([whole], {"s.yaml": read}, rules=RULES).kept == (whole,)


def test_a_phase_may_be_listed_by_its_file() -> None:
    read = document("s.json", '{"stages": ["stages/review.md", "stages/send.md"]}')
    entry = SuppressEntry("PL101", "s.json", phase="review", reason="known")
    found = [finding(UNREACHABLE, read, ("stages", number)) for number in (0, 1)]
    outcome = applied(found, {"s.json": read}, rules=RULES, entries=[entry])
    assert outcome.kept == (found[1],)
