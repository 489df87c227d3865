"""Fixing in memory: rounds, what is taken back, which files may be changed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cli.contracts import SESSION, TOOL, contract
from phaselint.fixing import rounds
from phaselint.fixing.choosing import SAFE, UNSAFE
from phaselint.fixing.rounds import fix
from phaselint.linting.request import Request
from phaselint.vocabulary.finding import Edit, Finding, Fix, Place
from phaselint.vocabulary.hit import Hit
from phaselint.vocabulary.message import message
from phaselint.vocabulary.rule import ERROR, WARNING, Grade, Rule
from phaselint_rules import RULES
from phaselint_rules.edits import remove_item
from samples import reported

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from phaselint.fixing.rounds import Fixed
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Safety

SESSION_FILE = "session.yaml"


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return contract(tmp_path)


def offer(old: str, new: str, safety: Safety = "safe", level: Any = "warning") -> Rule:
    """A rule that finds a value of `agent` and offers another one."""

    def check(facts: Any) -> Iterable[Finding]:
        documents = facts.contract.documents
        [file] = [path for path in documents if path.endswith(SESSION_FILE)]
        if documents[file].value["agent"] == old:
            place = Place(file, ("agent",))
            yield Finding(
                place,
                message("agent {}", old),
                fix=Fix(safety, f"write {new}", (Edit(place, new),)),
            )

    return Rule("XX001", check, (Grade(level),), fix="safe", name=f"no-{old}", dialect="vesanor")


def lacking(letter: str) -> Rule:
    """A rule that wants a letter in `agent`; the fixes of several overlap."""

    def check(facts: Any) -> Iterable[Finding]:
        agent = facts.contract.documents[SESSION_FILE].value["agent"]
        if letter not in agent:
            place = Place(SESSION_FILE, ("agent",))
            yield Finding(
                place, message(letter), fix=Fix("safe", "t", (Edit(place, agent + letter),))
            )

    return Rule(f"X{letter.upper()}001", check, WARNING, name=letter, dialect="vesanor")


def fixed(*rules: Rule, allowed: Any = SAFE, **more: Any) -> Fixed:
    return fix(Request((".",), **more), (*RULES, *rules), allowed)


def text(outcome: Fixed) -> str:
    [data] = outcome.texts.altered().values()
    return data.decode()


def test_nothing_to_fix() -> None:
    outcome = fixed()
    assert (outcome.fixed, outcome.refused) == ((), ())
    assert outcome.texts.altered() == {}


def test_rounds_until_nothing_is_left() -> None:
    outcome = fixed(lacking("x"), lacking("y"), lacking("z"))
    assert [each.message for each in outcome.fixed] == ["x", "y", "z"]
    assert text(outcome) == SESSION.replace("desk", "deskxyz")
    assert outcome.result.findings == ()
    assert Path(SESSION_FILE).read_text() == SESSION


def test_an_end_to_what_never_ends() -> None:
    outcome = fixed(offer("desk", "till"), offer("till", "desk"))
    assert outcome.fixed == ()
    assert [each.why for each in outcome.refused] == ["it would cause `no-till`: agent till"]


def test_without_progress_it_stops_and_says_how_much_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rounds, "MOST_IDLE", 0)
    outcome = fixed(bad_batch())
    assert (len(outcome.fixed), outcome.left) == (0, 2)


def test_what_only_a_removed_part_used_is_removed_as_well(project: Path) -> None:
    (project / "answer.yaml").write_text(TOOL + "one: 1\ntwo: 2\n")

    def unused(name: str, unless: str) -> Rule:
        def check(facts: Any) -> Iterable[Finding]:
            document = facts.contract.documents["answer.yaml"]
            if name in document.value and unless not in document.value:
                edit = remove_item(document, (name,))
                assert edit is not None
                place = Place("answer.yaml", (name,))
                yield Finding(place, message(name), fix=Fix("safe", "t", (edit,)))

        code = f"X{name[0].upper()}001"
        return Rule(code, check, WARNING, name=f"no-{name}", dialect="vesanor")

    outcome = fixed(unused("one", "three"), unused("two", "one"))
    assert [each.message for each in outcome.fixed] == ["one", "two"]
    assert text(outcome) == TOOL


def test_a_fix_that_brings_something_is_taken_back() -> None:
    outcome = fixed(offer("desk", "[a]"))
    assert outcome.fixed == ()
    [refused] = outcome.refused
    assert refused.why.startswith("it would cause `invalid-type`")
    assert outcome.texts.altered() == {}


def test_a_fix_that_breaks_the_file_is_taken_back() -> None:
    outcome = fixed(offer("desk", "[a"))
    assert [each.why for each in outcome.refused] == ["the file would no longer parse"]


def test_a_fix_that_does_not_help_is_taken_back() -> None:
    outcome = fixed(offer("desk", "desk"))
    assert [each.why for each in outcome.refused] == ["the finding would remain"]


def test_a_fix_after_which_the_contract_is_gone_is_taken_back() -> None:
    def check(_facts: Any) -> Iterable[Finding]:
        every = tuple(
            Edit(Place(SESSION_FILE, (key,), "key"), f"x_{key}")
            for key in ("agent", "phases", "transitions")
        )
        yield Finding(every[0].place, message("m"), fix=Fix("safe", "t", every))

    rule = Rule("XX001", check, ERROR, name="x", dialect="vesanor")
    assert fixed(rule).fixed == ()


def bad_batch() -> Rule:
    """A rule whose two fixes are made in one go, of which the second is bad."""

    def check(facts: Any) -> Iterable[Finding]:
        value = facts.contract.documents["answer.yaml"].value
        for key, better in (("side_effect", "write"), ("commit_requirement", "[bad]")):
            if value[key] in ("read", "acknowledged"):
                place = Place("answer.yaml", (key,))
                yield Finding(place, message(key), fix=Fix("safe", "t", (Edit(place, better),)))

    return Rule("XX001", check, WARNING, name="x", dialect="vesanor")


def test_the_good_half_of_a_bad_batch_is_made() -> None:
    outcome = fixed(bad_batch())
    assert [each.message for each in outcome.fixed] == ["side_effect"]
    assert [each.finding.message for each in outcome.refused] == ["commit_requirement"]
    assert text(outcome) == TOOL.replace("side_effect: read", "side_effect: write")


def test_a_bad_fix_of_one_contract_leaves_the_others_alone(project: Path) -> None:
    for name in ("first", "second"):
        contract(project / name, SESSION.replace("desk", name))
    (project / SESSION_FILE).unlink()
    (project / "answer.yaml").unlink()
    outcome = fixed(offer("first", "[a]"), offer("second", "good"))
    assert [each.message for each in outcome.fixed] == ["agent second"]
    assert [each.finding.message for each in outcome.refused] == ["agent first"]


@pytest.mark.parametrize(("allowed", "made"), [(UNSAFE, True), (SAFE, False)])
@pytest.mark.parametrize(("level", "milder"), [("info", True), ("error", False)])
def test_what_is_milder_may_come_to_light_where_unsafe_fixes_are_allowed(
    allowed: Any, made: bool, level: str, milder: bool
) -> None:
    rules = (offer("desk", "till", "safe", "error"), offer("till", "x", "manual", level))
    assert bool(fixed(*rules, allowed=allowed).fixed) is (made and milder)


def test_unsafe_fixes_are_made_when_allowed() -> None:
    rule = offer("desk", "till", "unsafe")
    assert fixed(rule).fixed == ()
    assert len(fixed(rule, allowed=UNSAFE).fixed) == 1


def test_what_is_not_shown_is_not_fixed() -> None:
    rule = offer("desk", "till")
    assert fixed(rule, min_severity="error").fixed == ()
    assert fixed(rule, ignore=("no-desk",)).fixed == ()


def test_a_suppressed_finding_is_not_fixed(project: Path) -> None:
    marked = SESSION.replace("agent: desk", "agent: desk  # phaselint: ignore[no-desk] as agreed")
    contract(project, marked)
    assert fixed(offer("desk", "till")).fixed == ()


@pytest.mark.posix
def test_nothing_outside_the_project_is_changed(project: Path, tmp_path_factory: Any) -> None:
    outside = tmp_path_factory.mktemp("outside") / SESSION_FILE
    outside.write_text(SESSION)
    (project / SESSION_FILE).unlink()
    (project / SESSION_FILE).symlink_to(outside)
    outcome = fixed(offer("desk", "till"))
    assert outcome.texts.altered() == {}
    assert outside.read_text() == SESSION


@pytest.mark.posix
def test_a_link_inside_the_project_leads_to_the_file(project: Path) -> None:
    real = project / "shared.yaml"
    real.write_text(SESSION)
    (project / SESSION_FILE).unlink()
    (project / SESSION_FILE).symlink_to("shared.yaml")
    outcome = fixed(offer("desk", "till"))
    assert list(outcome.texts.altered()) == [os.path.realpath(real)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_encoding_and_line_ends_stay(project: Path, encoding: str, ending: str) -> None:
    written = SESSION.replace("agent: desk", "agent: desk # é").replace("\n", ending)
    (project / SESSION_FILE).write_bytes(written.encode(encoding))
    [data] = fixed(offer("desk", "till")).texts.altered().values()
    assert data == written.replace("desk", "till").encode(encoding)


def test_rules_that_a_fix_may_bring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "EXPECTED", frozenset({"no-till"}))
    rules = (offer("desk", "till"), offer("till", "x", "manual"))
    assert len(fixed(*rules).fixed) == 1


def findings(*keys: str) -> list[Diagnostic]:
    rule = offer("a", "b")
    hits = (Hit(rule, Finding(Place("f"), message(key))) for key in keys)
    return [reported(hit) for hit in hits]


@pytest.mark.parametrize(
    ("before", "after", "made", "new"),
    [
        ("ab", "ab", "", ""),
        ("ab", "b", "a", ""),
        ("ab", "bc", "a", "c"),  # the one that was fixed does not stand for another
        ("ab", "ac", "", ""),  # the text at its place is another one
        ("ab", "acd", "", "d"),
    ],
)
def test_what_is_new(before: str, after: str, made: str, new: str) -> None:
    got: Callable[..., Any] = rounds.brought
    keys = {("f", key) for key in made}
    assert [each.message for each in got(findings(*before), findings(*after), keys)] == [*new]
