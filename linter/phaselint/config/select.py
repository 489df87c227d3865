"""Which rules are shown, and how severe they are (design §7, lessons 4, 5 and 13).

A selector is `ALL`, the beginning of a code (`PL`, `PL1`), a code, each in any case, a name or a
catalog name.
Of the selectors that match a rule the longest decides; on a tie, ignore wins. A rule that is not
selected is not asked; that changes no other, since causes hide their consequences through facts.
"""

from __future__ import annotations

from itertools import chain

from phaselint.project.globs import compile_globs
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import (
        Callable,
        Collection,
        Hashable,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )

    from phaselint.config.model import Config
    from phaselint.linting.request import Request
    from phaselint.vocabulary.finding import Severity
    from phaselint.vocabulary.rule import Rule

ALL = "ALL"
REFUTED = "refuted-finding"
"""The rule that says of a finding that the executor refutes it."""

ALWAYS_SHOWN = frozenset({"internal-error", REFUTED})
"""Bugs in phaselint itself, shown whatever the user selects."""

OF_POLICIES = frozenset(
    {
        *("unreadable-file", "syntax-error", "duplicate-key", "limit-exceeded", "unknown-tag"),
        *("invalid-script", "unknown-act"),
        *("policy-violated", "policy-never-tested", "policy-undecided"),
    }
)
"""What is shown where nothing but policies is asked for: of these what is selected."""

_NO_MATCH = -1
_WHOLE = 1_000  # a name counts as much as a code, and more than any part of a code


class State(NamedTuple):
    """Whether a rule is shown, and the setting that decides it."""

    on: bool
    reason: str


_ON, _OFF = State(True, "default"), State(False, "not on by default")
"""What holds for nearly all rules, whose states nobody has chosen."""


class Selection:
    """The user's choice of rules; build it with `build`."""

    __slots__ = ("_files", "_severities", "_states")

    def __init__(
        self,
        states: Mapping[tuple[str, str], State],
        files: Sequence[tuple[Callable[[str], bool], frozenset[str]]],
        severities: Mapping[str, Severity],
    ) -> None:
        self._states = states
        self._files = files
        self._severities = severities

    def shown(self, rule: Rule, path: str) -> bool:
        """Are findings of this rule shown for this file (relative to the project root)?"""
        if rule.name in ALWAYS_SHOWN:
            return True
        if not self._states[rule.code, rule.dialect].on:
            return False
        return not any(rule.code in codes and matches(path) for matches, codes in self._files)

    def selected(self, rule: Rule) -> bool:
        """Is this rule shown for files in general?"""
        return rule.name in ALWAYS_SHOWN or self._states[rule.code, rule.dialect].on

    def only(self, codes: Collection[str]) -> Selection:
        """The same choice among the rules with these codes, without all others."""
        off = State(False, "not about policies")
        states = {key: on if key[0] in codes else off for key, on in self._states.items()}
        return Selection(states, self._files, self._severities)

    def why(self, rule: Rule) -> str:
        """Say whether the rule is on and which setting decides it, for `phaselint rules`."""
        if rule.name in ALWAYS_SHOWN:
            return "on: always shown"
        state = self._states[rule.code, rule.dialect]
        return f"{'on' if state.on else 'off'}: {state.reason}"

    def severity(self, rule: Rule) -> Severity | None:
        """The severity that replaces all of the rule's own, if the user set one."""
        return self._severities.get(rule.code)


def build(
    rules: Sequence[Rule],
    *,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
    extend_select: Sequence[str] = (),
    per_file_ignores: Iterable[tuple[str, Sequence[str]]] = (),
    severity: Mapping[str, Severity] | None = None,
    complete: bool = True,
) -> Selection:
    """Settle the choice for a set of rules.

    Args:
        select: the base; none means every rule that is on by default.
        ignore: what to leave out of it.
        extend_select: what to add to the base, whichever it is.
        per_file_ignores: pairs of a path pattern and what to leave out there.
        severity: selector → severity; the longest match wins, on a tie the later.
        complete: these are all rules that there should be.

    Raises:
        UsageError: a selector matches no rule, though the rules are complete.
    """
    files = tuple((compile_globs((pattern,)), selectors) for pattern, selectors in per_file_ignores)
    overrides = dict(severity or {})
    named = (select or (), ignore, extend_select, overrides, *(each for _, each in files))
    for selectors in named if complete else ():
        if complaint := find_unknown(selectors, rules):
            raise UsageError(complaint[1])
    return Selection(
        {(rule.code, rule.dialect): _state(rule, select, ignore, extend_select) for rule in rules},
        tuple((matches, _codes(rules, selectors)) for matches, selectors in files),
        _severities(rules, overrides),
    )


def selection_for(config: Config, request: Request, rules: Sequence[Rule]) -> Selection:
    """The effective selection: the command line replaces the base and adds to the rest."""
    severity = config.severity
    if request.fail_on_refuted:
        severity = {**severity, REFUTED: "error"}
    selection = build(
        rules,
        select=config.select if request.select is None else request.select,
        ignore=(*config.ignore, *request.ignore),
        extend_select=(*config.extend_select, *request.extend_select),
        per_file_ignores=config.per_file_ignores,
        severity=severity,
        complete=not config.faults,
    )
    if request.policies and not request.dry_run:
        return selection.only({rule.code for rule in rules if rule.name in OF_POLICIES})
    return selection


def choice_in(config: Config) -> Hashable:
    """What a configuration has to say about a selection: where it is the same, and what rules
    there are, so is the selection."""
    severity = tuple(config.severity.items())
    files, faulty = config.per_file_ignores, bool(config.faults)
    return config.select, config.ignore, config.extend_select, files, severity, faulty


def named_by(config: Config, request: Request) -> Iterator[str]:
    """The selectors by which the user chooses among rules, in the configuration or on the command
    line."""
    yield from (*(request.select or ()), *request.ignore, *request.extend_select)
    yield from (*(config.select or ()), *config.ignore, *config.extend_select, *config.severity)
    for _, selectors in config.per_file_ignores:
        yield from selectors


def find_unknown(
    selectors: Iterable[str], rules: Sequence[Rule], near: Sequence[Rule] = ()
) -> tuple[str, str] | None:
    """Find the first selector that matches no rule, and word the complaint about it. Those of the
    rules that are `near` are looked at first, the others only for what matches none of these."""
    for selector in selectors:
        if not is_known(selector, chain(near, rules)):
            known = dict.fromkeys(name for rule in rules for name in rule.names)
            return selector, unknown("rule", selector, [*known, ALL])
    return None


def is_known(selector: str, rules: Iterable[Rule]) -> bool:
    """Whether a selector matches one of some rules; none behind that is looked at."""
    return next(matched(selector, rules), None) is not None


def matched(selector: str, rules: Iterable[Rule]) -> Iterator[Rule]:
    """The rules that a selector matches."""
    return (rule for rule in rules if _length(selector, rule) > _NO_MATCH)


def _state(
    rule: Rule, select: Sequence[str] | None, ignore: Sequence[str], extend_select: Sequence[str]
) -> State:
    if select is None and not (ignore or extend_select):  # as nearly everywhere
        return _ON if rule.default else _OFF
    added, longest_added = _longest(rule, extend_select)
    ignored, longest_ignored = _longest(rule, ignore)
    if select is None:
        chosen, longest_chosen = "", _NO_MATCH
        state = _ON if rule.default else _OFF
    else:
        chosen, longest_chosen = _longest(rule, select)
        state = State(False, "not selected")
    if longest_chosen > _NO_MATCH:
        state = State(True, f"select `{chosen}`")
    if longest_added > longest_chosen:
        state = State(True, f"extend-select `{added}`")
    if longest_ignored > _NO_MATCH and longest_ignored >= max(longest_chosen, longest_added):
        return State(False, f"ignore `{ignored}`") if state.on else state
    return state


def _severities(rules: Sequence[Rule], overrides: Mapping[str, Severity]) -> dict[str, Severity]:
    if not overrides:
        return {}
    latest_first = list(overrides)[::-1]
    found: dict[str, Severity] = {}
    for rule in rules:
        selector, length = _longest(rule, latest_first)
        if length > _NO_MATCH:
            found[rule.code] = overrides[selector]
    return found


def _codes(rules: Sequence[Rule], selectors: Sequence[str]) -> frozenset[str]:
    return frozenset(
        rule.code
        for rule in rules
        if any(_length(selector, rule) > _NO_MATCH for selector in selectors)
    )


def _longest(rule: Rule, selectors: Sequence[str]) -> tuple[str, int]:
    """The first of the longest selectors that match a rule, and its length."""
    best, longest = "", _NO_MATCH
    for selector in selectors:
        length = _length(selector, rule)
        if length > longest:
            best, longest = selector, length
    return best, longest


def _length(selector: str, rule: Rule) -> int:
    """How closely a selector names a rule; `ALL` is the loosest."""
    if selector in rule.names:
        return _WHOLE
    code = selector.upper()
    if code == ALL:
        return 0
    if len(selector) >= 2 and rule.code.startswith(code):
        return len(selector)
    return _NO_MATCH
