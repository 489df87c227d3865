"""The gates of a node: paths, `value` and `function` evaluators, `requires` (reference §5.5–5.8).

Every failure is worded as the reference words it, for it becomes the data that later gates and
the router see.
"""

from __future__ import annotations

from collections.abc import Mapping

from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.javascript.equality import identical
from phaselint.javascript.members import has, member
from phaselint.javascript.texts import json_of
from phaselint.javascript.units import cut, length
from phaselint.javascript.values import FUNCTION, type_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Demand, Evaluator, Match, Requires
    from phaselint.dialects.sweny.reading.pathgrammar import Segment

LONGEST_REASON = 500
MISSING = "output schema violation: required field(s) missing from emitted data: "
NO_CHECKS = "requires failed:\n  - Requires block present but no checks declared"


class PatternTimeout(Exception):
    """Whether a pattern matches cannot be told: it backtracks for longer than the deadline."""


class Rules(NamedTuple):
    """What of the gates depends on options and skills: the names that count as the same tool,
    and whether an empty wildcard satisfies `output_required` (reference §6 row 6)."""

    aliases: Mapping[str, frozenset[str]] = {}
    vacuous: bool = False


class Verdict(NamedTuple):
    """The result of an evaluator."""

    name: str
    kind: str
    passed: bool
    reasoning: str = ""

    def as_json(self) -> dict[str, Any]:
        """The verdict as the context map and the trace have it."""
        found = {"name": self.name, "kind": self.kind, "pass": self.passed}
        return {**found, "reasoning": self.reasoning} if self.reasoning else found

    @property
    def line(self) -> str:
        """The verdict in a list of failures."""
        return f"  - {self.name} ({self.kind}): {self.reasoning or 'no reasoning'}"


class Resolved(NamedTuple):
    """The values that a path resolves to; with a `reason` it doesn't resolve."""

    mode: str
    values: tuple[Any, ...] = ()
    reason: str = ""


# --- paths ------------------------------------------------------------------------------------


def resolve(root: Any, path: str) -> Resolved:
    """The values of a path (reference §5.7). One element that lacks a segment fails it all."""
    parsed = parse(path)
    if parsed.error:
        return Resolved(parsed.mode, reason=parsed.error)
    current: list[Any] = [root]
    for segment in parsed.segments:
        following: list[Any] = []
        for value in current:
            reason = _take(value, segment, following)
            if reason:
                return Resolved(parsed.mode, reason=reason)
        current = following
        if not current:
            break
    return Resolved(parsed.mode, tuple(current))


def _take(value: Any, segment: Segment, into: list[Any]) -> str:
    """Add the values that a segment of a value resolves to; returns why it doesn't resolve."""
    name, kind = segment.name, type_of(value)
    if kind == "null":
        return f"null encountered before segment '{name}'"
    if kind not in ("object", "array"):
        return f"expected object before segment '{name}', got {kind}"
    if not has(value, name):
        return f"missing segment '{name}'"
    child = member(value, name)
    if not segment.wildcard:
        into.append(child)
    elif isinstance(child, list):
        into += child
    else:
        return f"expected array at '{name}', got {type_of(child)}"
    return ""


# --- checks on values -------------------------------------------------------------------------


def value_failures(
    required: Sequence[Demand], matches: Sequence[Match], data: Any, rules: Rules
) -> tuple[str, ...]:
    """The failed checks on data: at most one message for each of the two keys."""
    found = (
        _joined("output_required", (_absent(demand.path, data, rules) for demand in required)),
        _joined("output_matches", (_mismatch(match, data) for match in matches)),
    )
    return tuple(filter(None, found))


def _joined(key: str, failures: Iterable[str]) -> str:
    found = "; ".join(filter(None, failures))
    return f"{key}: {found}" if found else ""


def _absent(path: str, data: Any, rules: Rules) -> str:
    found = resolve(data, path)
    if found.reason:
        return f"'{path}' {found.reason}"
    there = [value is not None for value in found.values]
    if found.mode == "any":
        if not there:
            return f"'{path}' (any:) resolved to no elements"
        return "" if any(there) else f"'{path}' (any:) all resolved values are null/undefined"
    if not there and not rules.vacuous:
        return f"'{path}' resolved to no elements (empty wildcard expansion)"
    return "" if all(there) else f"'{path}' resolved to null/undefined value(s)"


def _mismatch(match: Match, data: Any) -> str:
    wrong = _pattern_error(match.value) if match.operator == "matches" else ""
    if wrong:
        return f"'{match.path}' invalid regex /{match.value}/: {wrong}"
    found = resolve(data, match.path)
    if found.reason:
        return f"'{match.path}' {found.reason}"
    satisfies = _operator(match)
    if found.mode == "any":
        if not found.values:
            return f"'{match.path}' (any:) resolved to no elements"
        if any(map(satisfies, found.values)):
            return ""
        return f"'{match.path}' (any:) no element satisfies {_described(match)}"
    offenders = [value for value in found.values if not satisfies(value)]
    if not offenders:
        return ""
    # joining leaves nothing of a value without JSON text
    shown = ", ".join("" if value is FUNCTION else json_of(value) for value in offenders)
    return f"'{match.path}' {_described(match)}, got [{shown}]"


def _described(match: Match) -> str:
    if match.operator == "equals":
        return f"equals {json_of(match.value)}"
    if match.operator == "in":
        return f"in [{', '.join(map(json_of, match.value))}]"
    return f"matches /{match.value}/"


def _operator(match: Match) -> Callable[[Any], bool]:
    if match.operator == "equals":
        return lambda value: identical(value, match.value)
    if match.operator == "in":
        return lambda value: any(identical(value, each) for each in match.value)
    return lambda value: _matches(match.value, value)


def _pattern_error(source: str) -> str:
    from phaselint.patterns.javascript import LONGEST, engine_message

    units = length(source)
    if units > LONGEST:
        return (
            f"regex source exceeds {LONGEST} characters (got {units}); "
            "tighten the pattern to avoid catastrophic-backtracking risk"
        )
    return engine_message(source)


def _matches(source: str, value: Any) -> bool:
    """Whether a pattern is found in a string, or in the JSON text of anything else.

    Raises PatternTimeout where that cannot be told.
    """
    from phaselint.patterns.matching import matches

    found = matches(source, value if isinstance(value, str) else json_of(value))
    if found is None:
        raise PatternTimeout(source)
    return found


# --- gates ------------------------------------------------------------------------------------


def unmet(requires: Requires | None, context: Mapping[str, Any], rules: Rules) -> str:
    """Why a node's `requires` does not hold; empty when it does (reference §5.5)."""
    if requires is None:
        return ""
    if not requires.required and not requires.matches:
        return NO_CHECKS
    failures = value_failures(requires.required, requires.matches, context, rules)
    return "\n  - ".join(("requires failed:", *failures)) if failures else ""


def missing_fields(required: Iterable[str], data: Mapping[str, Any]) -> str:
    """The message about missing required output fields; empty if none are missing. A null counts as
    present (reference §5.6)."""
    lacking = [name for name in required if not has(data, name)]
    return MISSING + ", ".join(lacking) if lacking else ""


def by_value(evaluator: Evaluator, data: Any, rules: Rules) -> Verdict:
    """The verdict of a `value` evaluator."""
    failures = value_failures(evaluator.required, evaluator.matches, data, rules)
    return verdict(evaluator, not failures, "; ".join(failures))


def by_function(evaluator: Evaluator, calls: Sequence[Mapping[str, Any]], rules: Rules) -> Verdict:
    """The verdict of a `function` evaluator (reference §5.8)."""
    succeeded = {call["tool"] for call in calls if succeeds(call)}
    called = {call["tool"] for call in calls}
    listed = ", ".join(call["tool"] for call in calls) or "none"

    def among(name: str, names: set[str]) -> bool:
        return not names.isdisjoint(rules.aliases.get(name, (name,)))

    failures = []
    wanted = evaluator.any_called
    if wanted and not any(among(name, succeeded) for name in wanted):
        named = ", ".join(wanted)
        failures.append(
            f"any_tool_called: required one of [{named}] to succeed, called: [{listed}]"
        )
    lacking = [name for name in evaluator.all_called if not among(name, succeeded)]
    if lacking:
        named = ", ".join(lacking)
        failures.append(
            f"all_tools_called: missing successful calls to [{named}], called: [{listed}]"
        )
    forbidden = [name for name in evaluator.no_called if among(name, called)]
    if forbidden:
        named = ", ".join(forbidden)
        failures.append(
            f"no_tool_called: forbidden tools were invoked: [{named}], called: [{listed}]"
        )
    return verdict(evaluator, not failures, "; ".join(failures))


def succeeds(call: Mapping[str, Any]) -> bool:
    """Whether a tool call counts as successful: its status says so, else its output."""
    if call.get("status") in ("error", "success"):
        return bool(call["status"] == "success")
    return not is_error(call.get("output"))


def is_error(output: Any) -> bool:
    """Whether a tool's output tells of an error: an object whose `error` is not null or false."""
    if not isinstance(output, Mapping):
        return False
    error = output.get("error")
    return error is not None and error is not False


def verdict(evaluator: Evaluator, passed: bool, reasoning: str) -> Verdict:
    """A verdict with its reasoning no longer than the reference keeps it."""
    if length(reasoning) > LONGEST_REASON:
        reasoning = cut(reasoning, LONGEST_REASON - 1) + "…"
    return Verdict(evaluator.name, evaluator.kind, passed, reasoning)


def failed(verdicts: Iterable[Verdict]) -> str:
    """The error of a visit some of whose evaluators fail; empty when none does."""
    lines = [each.line for each in verdicts if not each.passed]
    return "\n".join(("eval failed (policy: all_pass):", *lines)) if lines else ""
