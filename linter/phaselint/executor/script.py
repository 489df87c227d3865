"""The script format: scenarios for a contract, with expectations, and policies (design §8).

```yaml
version: 1
contract: .                  # optional, relative to the script
options: {}                  # the dialect's run-time options
scenarios:
  - name: happy path
    input: {}                # what a run is started with
    model: []                # answers in order, or a map phase → list (an inner list is per visit)
    route: []                # the same for routing questions, where the dialect asks any
    ask: []                  # the same for side questions
    world: {}                # what tools and other outside parts answer
    on_exhausted: error      # or repeat-last
    expect: {outcome: completed, phases: [], blocks: [], events: []}
policies:                    # what every run of the contract must do, or must not
  - {never: call issue_refund, before: call approve_refund}
```

A script has `scenarios`, `policies` or both.
"""

from __future__ import annotations

from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint.dialects.records import CHANNELS, OUTCOMES
from phaselint.vocabulary.flaw import Flaw
from phaselint.vocabulary.message import message, quote_all
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import listing, suggest, with_near

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.records import Question
    from phaselint.document import Document
    from phaselint.policies.policy import Policy
    from phaselint.vocabulary.finding import Pointer

VERSION = 1
POLICIES = "policies"
TOP_KEYS = ("version", "contract", "options", "scenarios", POLICIES)
SCENARIO_KEYS = ("name", "options", "input", *CHANNELS, "world", "on_exhausted", "expect")
EXPECT_KEYS = ("outcome", "phases", "blocks", "events")
ON_EXHAUSTED = ("error", "repeat-last")


class Scenario(NamedTuple):
    """One scripted run. `pointer` is its place in the script."""

    name: str
    pointer: Pointer = ()
    options: Mapping[str, Any] = {}
    given: Mapping[str, Any] = {}
    model: Any = ()
    route: Any = ()
    ask: Any = ()
    world: Mapping[str, Any] = {}
    on_exhausted: str = "error"
    expect: Mapping[str, Any] = {}


class Script(NamedTuple):
    """A script file. `contract` is the path of its contract relative to the script."""

    contract: str
    scenarios: tuple[Scenario, ...]
    flaws: tuple[Flaw, ...]
    policies: tuple[Policy, ...] = ()


def is_script(path: str) -> bool:
    """Whether a file is a script, by its name."""
    return path.endswith(SCRIPT_SUFFIXES)


def as_yaml(document: Any) -> str:
    """A script as YAML text. What occurs in it twice is written twice: no anchors."""
    import json

    import yaml

    plain = json.loads(json.dumps(document, default=str))
    return str(yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=100))


def read_script(document: Document) -> Script:
    """The scenarios and policies of a script; whatever is not well formed is left out and is a
    flaw."""
    value = document.value
    if not isinstance(value, dict):
        wrong = message(
            "a script must be a mapping with `version` and with `scenarios` or `policies`"
        )
        return Script(".", (), (Flaw((), wrong),))
    flaws = list(_unknown(value, TOP_KEYS, ()))
    if value.get("version") is True or value.get("version") != VERSION:
        flaws.append(Flaw(("version",), message("`version` must be {}", VERSION)))
    contract = value.get("contract", ".")
    if not isinstance(contract, str):
        flaws.append(
            Flaw(("contract",), message("`contract` must be a path relative to the script"))
        )
        contract = "."
    options = value.get("options", {})
    if not isinstance(options, dict):
        flaws.append(Flaw(("options",), message("`options` must be a mapping")))
        options = {}
    sound, wrong_scenarios = _scenarios_in(value, options)
    policies, wrong_policies = _policies_in(value)
    return Script(contract, sound, (*flaws, *wrong_scenarios, *wrong_policies), policies)


def _scenarios_in(
    value: Mapping[str, Any], options: Mapping[str, Any]
) -> tuple[tuple[Scenario, ...], list[Flaw]]:
    """The scenarios that are well formed, and what is wrong with the others."""
    if "scenarios" not in value and POLICIES not in value:
        return (), [Flaw((), message("a script must have `scenarios` or `policies`"))]
    entries = value.get("scenarios", [])
    if not isinstance(entries, list):
        return (), [Flaw(("scenarios",), message("`scenarios` must be a list"))]
    sound: list[Scenario] = []
    flaws: list[Flaw] = []
    for index, entry in enumerate(entries):
        own = list(_scenario_flaws(entry, ("scenarios", index)))
        flaws += own
        if not own:
            sound.append(_scenario(entry, ("scenarios", index), options))
    return tuple(sound), flaws


def _policies_in(value: Mapping[str, Any]) -> tuple[tuple[Policy, ...], tuple[Flaw, ...]]:
    """The policies that are well formed, and what is wrong with the others."""
    if POLICIES not in value:
        return (), ()
    from phaselint.policies.reading import read_policies

    return read_policies(value[POLICIES], (POLICIES,))


def scenarios(value: Mapping[str, Any]) -> Iterator[Scenario]:
    """The scenarios of a script that is well formed, as one that a proof comes with is."""
    for index, entry in enumerate(value["scenarios"]):
        yield _scenario(entry, ("scenarios", index), value.get("options", {}))


def _unknown(value: Mapping[str, Any], known: tuple[str, ...], pointer: Pointer) -> Iterator[Flaw]:
    for key in value:
        if key not in known:
            told = with_near(message("unknown key `{}`", key), suggest(key, known))
            yield Flaw((*pointer, key), told, "key")


def _scenario_flaws(entry: Any, pointer: Pointer) -> Iterator[Flaw]:
    if not isinstance(entry, dict):
        yield Flaw(pointer, message("a scenario must be a mapping"))
        return
    yield from _unknown(entry, SCENARIO_KEYS, pointer)
    if not isinstance(entry.get("name"), str):
        yield Flaw(pointer, message("a scenario must have a `name`"))
    for key in ("options", "world", "expect"):
        if not isinstance(entry.get(key, {}), dict):
            yield Flaw((*pointer, key), message("`{}` must be a mapping", key))
    for key in CHANNELS:
        if not isinstance(entry.get(key, []), (list, dict)):
            wrong = message(
                "`{}` must be a list of answers or a mapping from phases to answers", key
            )
            yield Flaw((*pointer, key), wrong)
    if entry.get("on_exhausted", "error") not in ON_EXHAUSTED:
        listed = message("`on_exhausted` must be one of {}", quote_all(ON_EXHAUSTED))
        yield Flaw((*pointer, "on_exhausted"), listed)
    if isinstance(entry.get("expect"), dict):
        yield from _unknown(entry["expect"], EXPECT_KEYS, (*pointer, "expect"))
        outcome = entry["expect"].get("outcome", "running")
        if str(outcome).partition("(")[0] not in OUTCOMES:
            wrong = message("unknown outcome `{}`; expected {}", outcome, listing(OUTCOMES))
            yield Flaw((*pointer, "expect", "outcome"), wrong)
        for key in ("phases", "blocks", "events"):
            if not isinstance(entry["expect"].get(key, []), list):
                yield Flaw((*pointer, "expect", key), message("`{}` must be a list", key))


def _scenario(entry: Mapping[str, Any], pointer: Pointer, options: Mapping[str, Any]) -> Scenario:
    return Scenario(
        entry["name"],
        pointer,
        options={**options, **entry.get("options", {})},
        given=entry.get("input", {}),
        model=entry.get("model", []),
        route=entry.get("route", []),
        ask=entry.get("ask", []),
        world=entry.get("world", {}),
        on_exhausted=entry.get("on_exhausted", "error"),
        expect=entry.get("expect", {}),
    )


class Exhausted(Exception):
    """The script has no further answer."""


class Answers:
    """The answers of a scenario, handed out one by one.

    Each channel has its own. An ordered list is used from front to end. A map has a list per
    phase; if its items are lists themselves, each belongs to one visit of the phase.
    """

    def __init__(self, scenario: Scenario) -> None:
        self._listed = {"model": scenario.model, "route": scenario.route, "ask": scenario.ask}
        self._repeat = scenario.on_exhausted == "repeat-last"
        self._used: dict[Pointer, int] = {}

    def knows(self, question: Question) -> bool:
        """Whether the scenario speaks of a question: it has its answers in order, or some for the
        phase."""
        listed = self._listed[question.channel]
        if isinstance(listed, dict):
            return question.phase in listed
        return bool(listed) or not any(isinstance(each, dict) for each in self._listed.values())

    def next(self, question: Question) -> tuple[Pointer, Any]:
        """The next answer to such a question and its pointer below the scenario. Raises
        Exhausted."""
        channel, phase, visit = question
        listed = self._listed[channel]
        pointer: Pointer = (channel,)
        if isinstance(listed, dict):
            listed, pointer = listed.get(phase, []), (channel, phase)
            if isinstance(listed, list) and listed and all(isinstance(i, list) for i in listed):
                index = min(visit, len(listed) - 1) if self._repeat else visit
                listed = listed[index] if index < len(listed) else []
                pointer = (channel, phase, index)
        if not isinstance(listed, list):
            listed = [listed]
        used = self._used.get(pointer, 0)
        if used >= len(listed) and not (self._repeat and listed):
            raise Exhausted
        index = min(used, len(listed) - 1)
        self._used[pointer] = used + 1
        return (*pointer, index), listed[index]
