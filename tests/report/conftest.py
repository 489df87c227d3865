"""A result that has every feature a report can show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaselint import version
from phaselint.linting.result import Result, Summary
from phaselint.vocabulary.finding import (
    WHOLE_FILE,
    Edit,
    Finding,
    Fix,
    Place,
    Position,
    Proof,
    Range,
    Related,
    Suppression,
    Witness,
    WitnessStep,
)
from phaselint.vocabulary.hit import Hit
from phaselint.vocabulary.message import Message, message
from phaselint.vocabulary.rule import ANY_DIALECT, ERROR, WARNING, Grade, Rule, by
from samples import Known, reported

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.vocabulary.diagnostic import Diagnostic

PHASES = "contracts/phases.yaml"
TOOL = "contracts/tools/close.tool.yaml"
FLOW = "flows/価格 100%.json"
LONG = '{"filler": "' + "x" * 200 + '", "from": "a", "to": "b", "more": "' + "y" * 200 + '"}'


@pytest.fixture(autouse=True)
def unpublished(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports are shown as they are without an address of the documentation."""
    monkeypatch.setattr(version, "DOCUMENTATION", "")


LINES = {
    PHASES: {
        3: "initial: start",
        12: "  review: [rework]",
        18: "  rework: [review]  # 手直し",
        20: "  価格: [確認], é: [next]",
        21: "\tclosed:\t[]",
        30: "  evil\x1b[31m: \u202edne",
    },
    TOOL: {5: "advances_to: { review: rework, rework: review }"},
    FLOW: {1: LONG},
}


def deadlock(_facts: Any) -> Iterable[Finding]:
    """Report phases that a run enters and never leaves.

    What:
        A set of phases without a way to a terminal phase.

    Why:
        The run burns its budget there.

    Bad:
        review: [rework]
        rework: [review]

    Good:
        review: [rework, done]

    Fix:
        Add a way out.

    Dry run:
        Replays the way in.

    Source:
        Reference section 5.
    """
    return ()


def unreachable(_facts: Any) -> Iterable[Finding]:
    """Report a phase that no run enters.

    What:
        No run enters the phase.
    """
    return ()


def unreachable_node(_facts: Any) -> Iterable[Finding]:
    """Report a node that no edge leads to."""
    return ()


def unknown_key(_facts: Any) -> Iterable[Finding]:
    """Report a key that the format does not have."""
    return ()


def unreadable(_facts: Any) -> Iterable[Finding]:
    """Report a file that cannot be read."""
    return ()


@by("explore")
def prove(_lab: object, _finding: Finding) -> Proof:
    raise AssertionError("the sample has its proofs")


DEADLOCK = Rule("PL103", deadlock, ERROR, name="deadlocked-phases", dialect="vesanor")
UNREACHABLE = Rule(
    "PL101",
    unreachable,
    (Grade("error", "when the phase is not terminal"), Grade("warning", "otherwise")),
    prove=prove,
    name="unreachable-phase",
    dialect="vesanor",
)
UNREACHABLE_NODE = Rule(
    "PL101",
    unreachable_node,
    WARNING,
    prove=prove,
    catalogue=("unreachable-node",),
    default=False,
    name="unreachable-phase",
    dialect="sweny",
)
UNKNOWN_KEY = Rule("VE201", unknown_key, WARNING, fix="safe", dialect="vesanor")
UNREADABLE = Rule("PL001", unreadable, ERROR, name="unreadable-file", dialect=ANY_DIALECT)


def place(file: str, line: int, start: int, end: int, last: int = 0) -> Place:
    """Return a located place on one line, or on the lines up to `last`."""
    pointer = ("phases", 0, "a/b~c")
    return Place(file, pointer, "key", Range(Position(line, start), Position(last or line, end)))


def whole(file: str) -> Place:
    """Return the place that stands for a file as a whole."""
    return Place(file, (), "document", WHOLE_FILE)


def finding(rule: Rule, at: Place, text: str, **more: Any) -> Diagnostic:
    """Return a finding as it is reported."""
    known = {"dialect": rule.dialect, "contract": "contracts"}
    said = {name: more.pop(name) for name in Finding._fields if name in more}
    told = text if isinstance(text, Message) else message(text)
    hit = Hit(rule, Finding(at, told, **said))
    return reported(hit, **{**known, "identity": Known(f"{rule.code}-{text}"), **more})


SCRIPT = {"version": 1, "scenarios": [{"name": "the run", "model": ["begin"]}]}

FINDINGS = (
    finding(
        DEADLOCK,
        place(PHASES, 12, 3, 9),
        "no run leaves `review` and `rework`",
        help="add an edge from `review` or `rework` to a terminal phase",
        related=(
            Related(place(PHASES, 18, 3, 9), "leads back to `review`"),
            Related(place(PHASES, 12, 12, 18), "the only way on"),
            Related(place(TOOL, 5, 1, 1, last=7), "moves between the two only"),
            Related(whole("contracts/session.yaml"), "sets no limit"),
        ),
        witness=Witness(
            {"path": [["begin"]], "stuck": ["review", "rework"], "limit": float("inf")},
            (
                WitnessStep("start in `start`", place(PHASES, 3, 10, 15)),
                *(WitnessStep(f"call `tool{number}`") for number in range(2, 15)),
            ),
            ("`close` needs `verify`, which no phase of the two offers", "`abort` is banned"),
        ),
        proof=Proof("proved", "replay", SCRIPT),
    ),
    finding(
        UNREACHABLE,
        place(PHASES, 20, 3, 5),
        "no run enters `価格`",
        related=(Related(place(PHASES, 20, 14, 15), "a similar name exists: `é`"),),
        tags=("unnecessary",),
        witness=Witness({"phase": "価格"}),
        proof=Proof("proved", "explore"),
    ),
    finding(
        UNKNOWN_KEY,
        place(PHASES, 21, 2, 8),
        "unknown key `closed`",
        help="a similar name exists: `close`",
        fix=Fix("safe", "rename to `close`", (Edit(place(PHASES, 21, 2, 8), "close"),)),
        proof=Proof("static"),
    ),
    finding(
        UNKNOWN_KEY,
        place(PHASES, 30, 3, 12),
        "unknown key `evil\x1b[31m\u202e\x9b\ud800` see [this](https://example.org)",
        fix=Fix("manual", "remove it"),
    ),
    finding(
        UNREACHABLE_NODE,
        place(FLOW, 1, 218, 219),
        "node `a` waits for `b`, 100%: sure",
        severity="info",
        confidence="medium",
        related=(Related(place(FLOW, 1, 229, 230), "`b`"),),
        proof=Proof("unproved", reason="the bound of 40000 was hit"),
    ),
    finding(
        DEADLOCK,
        place("flows/unread.json", 7, 1, 4),
        "no run leaves `x`",
        proof=Proof("refuted", "replay", reason="the script completed"),
    ),
    finding(UNREADABLE, whole("flows/z.yaml"), "cannot read the file: permission denied"),
)

SUPPRESSED = tuple(
    finding(
        UNKNOWN_KEY, place(PHASES, 40, 1, 4), "unknown key `old`", suppression=Suppression(*why)
    )
    for why in (
        ("comment", "kept for 1.0"),
        ("contract", "declared"),
        ("configuration", "generated"),
        ("baseline", ""),
    )
)


@pytest.fixture
def result() -> Result:
    """Return the result with every feature."""
    return Result(
        FINDINGS,
        SUPPRESSED,
        Summary(14, 3, 4, 2, 1, fixable=1, suppressed=4, proved=2, refuted=1, unproved=1),
        LINES,
        ("2 entries of the baseline are stale",),
        hidden=2,
        dry_run=True,
    )


@pytest.fixture
def clean() -> Result:
    """Return the result of a run that found nothing."""
    return Result(summary=Summary(files=14, contracts=3))


@pytest.fixture
def make_finding() -> Any:
    """Return a function from message, and other fields, to a finding."""

    def make(message: str, at: Place = FINDINGS[0].place, **more: Any) -> Diagnostic:
        return finding(UNKNOWN_KEY, at, message, **more)

    return make
