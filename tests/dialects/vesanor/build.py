"""Contracts for tests in the short notation of reference §6, and what there is to ask of them.

`phases` are words: `a!` is initial, `z*` terminal. `edges` are words `a:b,c`, the transitions
map. A tool is `name`, `name[a,b]` or `name[a,b]->c`; without brackets it is valid everywhere.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from checking import spelled
from phaselint.dialects.records import Choice
from phaselint.dialects.vesanor import DIALECT
from phaselint.dialects.vesanor.running.runtime import VesanorRuntime
from phaselint.dialects.vesanor.running.script import read_turn
from phaselint.executor.proof import ProofContext
from phaselint.linting.check import check
from phaselint.linting.task import DEFAULT_BOUND, Task
from phaselint.project.memory import DictReader
from phaselint_rules import RULES
from samples import reported

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.base import Target
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.model import VesanorContract
    from phaselint.dialects.vesanor.running.session import SessionState
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.rule import Rule

Files = dict[str, str]
DEFAULTS = {option.name: option.default for option in DIALECT.options}
OPEN = {**DEFAULTS, **DIALECT.open_options}
BASE: Mapping[str, Any] = {
    "side_effect": "read",
    "evidence_class": "local_transaction",
    "commit_requirement": "acknowledged",
    "timeouts": {"total_ms": 1000},
    "retries": {"max_attempts": 0, "retry_on": []},
    "rate_limits": {"on_429": {"respect_retry_after": True, "max_sleep_seconds": 1}},
    "assertions": {"input_invariants": [], "output_invariants": []},
    "golden_cases": [],
    "allowed_errors": [],
}
"""The fields every tool contract has besides `tool`."""

TOOL = re.compile(r"(\w+)(?:\[([\w,]*)\])?(?:->(\w+))?")


def session_value(phases: str, edges: str = "", **more: Any) -> dict[str, Any]:
    """The value of a session file."""
    listed = []
    for word in phases.split():
        entry: dict[str, Any] = {"name": word.rstrip("!*")}
        entry |= {"initial": True} if "!" in word else {}
        entry |= {"terminal": True} if "*" in word else {}
        listed.append(entry)
    pairs = (word.partition(":") for word in edges.split())
    transitions = {source: targets.split(",") for source, _, targets in pairs}
    base = {"schema_version": "1.0", "agent": "test", "phases": listed}
    return {**base, "transitions": transitions, **more}


def tool_value(text: str, **more: Any) -> dict[str, Any]:
    """The value of a tool file."""
    matched = TOOL.fullmatch(text)
    assert matched is not None, text
    name, valid, target = matched.groups()
    placed: dict[str, Any] = {}
    if valid is not None:
        placed["valid_in_phases"] = [word for word in valid.split(",") if word]
    if target:
        placed["advances_to"] = target
    return {"tool": name, **BASE, **({"transitions": placed} if placed else {}), **more}


def after(*tools: str) -> list[dict[str, Any]]:
    """Preconditions that ask for earlier calls."""
    return [{"requires_prior_tool": tool} for tool in tools]


def files(
    phases: str = "",
    edges: str = "",
    tools: Sequence[str] = (),
    *,
    session: Mapping[str, Any] | None = None,
    **more: Mapping[str, Any],
) -> Files:
    """The files of a contract; `session` adds keys to the session file, and each further
    argument to the tool of its name. Without phases and `session` there is no session file."""
    found = {}
    if phases or session is not None:
        value = session_value(phases, edges) if phases else {"schema_version": "1.0", "agent": "x"}
        found["session.yaml"] = json.dumps({**value, **(session or {})})
    for text in tools:
        name = text.partition("[")[0].partition("-")[0]
        found[f"{name}.yaml"] = json.dumps(tool_value(text, **more.get(name, {})))
    return found


def target_of(given: Mapping[str, str]) -> Target:
    """The one contract of some files."""
    (target,) = DIALECT.claim(DictReader(given), "", True)
    return target


def load(given: Mapping[str, str]) -> VesanorContract:
    """The contract of some files."""
    from phaselint.dialects.vesanor.reading.load import load as read

    return read(DictReader(given), target_of(given))


def study(given: Mapping[str, str], bound: int = DEFAULT_BOUND) -> VesanorFacts:
    """What the rules ask about the contract of some files."""
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts

    return VesanorFacts(load(given), DEFAULTS, bound)


def lab(given: Mapping[str, str], bound: int = DEFAULT_BOUND) -> ProofContext[Any]:
    """The executor with the contract of some files on it."""
    return ProofContext(
        VesanorRuntime(), study(given, bound), DEFAULTS, DIALECT.open_options, bound
    )


def lint(
    given: Mapping[str, str],
    *,
    bound: int = DEFAULT_BOUND,
    rules: Sequence[Rule] = RULES,
    dry_run: bool = True,
    options: Mapping[str, Any] | None = None,
) -> tuple[Diagnostic, ...]:
    """The findings of some files, proved, certificates checked."""
    merged = {**DEFAULTS, **(options or {})}
    task = Task(rules, merged, bound, dry_run=dry_run, verify=True)
    return tuple(map(reported, check(DIALECT, DictReader(given), target_of(given), task).hits))


def named(findings: Sequence[Diagnostic], name: str) -> list[Diagnostic]:
    """The findings of one rule."""
    return [finding for finding in findings if finding.name == name]


class Session:
    """A session that is fed with scripted answers, and remembers the record of every turn."""

    def __init__(
        self,
        given: Mapping[str, str],
        *,
        request: Sequence[str] | None = None,
        **options: Any,
    ) -> None:
        self.runtime = VesanorRuntime()
        start = {} if request is None else {"tools": list(request)}
        self.state: SessionState = self.runtime.start(
            load(given), {**OPEN, **spelled(options)}, start, {}
        )
        self.turns: list[Mapping[str, Any]] = []

    def say(self, *calls: Any, **answer: Any) -> Mapping[str, Any]:
        """One turn: the calls of the response, and other keys of a scripted answer."""
        turn = read_turn({"calls": list(calls), **answer}, {}, self.state.calls)
        self.state, (event,) = self.runtime.step(self.state, Choice("model", turn))
        self.turns.append(event.data)
        return event.data

    @property
    def summary(self) -> Mapping[str, Any]:
        """The result so far."""
        return self.runtime.summary(self.state)

    @property
    def outcome(self) -> str:
        """The outcome so far."""
        return str(self.runtime.outcome(self.state))
