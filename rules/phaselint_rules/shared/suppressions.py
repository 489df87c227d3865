"""Suppressions of phaselint itself: comments and configuration (design §10).

The engine reports these after all rules have run; the functions here document them.
"""

from __future__ import annotations

from phaselint.vocabulary.rule import ERROR, INFO, WARNING, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.base import Facts
    from phaselint.vocabulary.finding import Finding


@rule("PL010", WARNING, fix="manual")
def unused_suppression(_: Facts) -> Iterable[Finding]:
    """A suppression hides nothing.

    What:
        A `# phaselint: ignore[...]` comment or an entry under `suppress` in the configuration
        names a rule that finds nothing where it applies, or the comment does not have the
        documented form. Never said of a rule that did not run.
    Why:
        The defect is gone, or the comment stands in the wrong place and misses it.
    Bad:
        agent: support-bot  # phaselint: ignore[dead-phase] kept for later
    Good:
        agent: support-bot
    Fix:
        Remove the suppression.
    Source:
        design §10
    """
    return ()


@rule("PL011", ERROR, fix="manual")
def suppression_missing_reason(_: Facts) -> Iterable[Finding]:
    """A suppression gives no reason.

    What:
        Nothing follows the closing bracket of a `# phaselint: ignore[...]` comment, or an entry
        under `suppress` in the configuration has no `reason`.
    Why:
        Without a reason nobody can tell later whether it still holds. It has no effect.
    Bad:
        - {name: waiting}  # phaselint: ignore[dead-phase]
    Good:
        - {name: waiting}  # phaselint: ignore[dead-phase] the tool follows in the next release
    Fix:
        Say why the finding is accepted.
    Source:
        design §10
    """
    return ()


@rule("PL012", WARNING, fix="manual")
def suppression_unknown_rule(_: Facts) -> Iterable[Finding]:
    """A suppression names no rule.

    What:
        A name in a `# phaselint: ignore[...]` comment or in an entry under `suppress` in the
        configuration is neither name nor code of a rule.
    Why:
        It hides nothing.
    Bad:
        - {name: waiting}  # phaselint: ignore[dead-phse] the tool follows
    Good:
        - {name: waiting}  # phaselint: ignore[dead-phase] the tool follows
    Fix:
        Correct the name.
    Source:
        design §10
    """
    return ()


@rule("PL013", INFO, fix="manual")
def stale_baseline_entry(_: Facts) -> Iterable[Finding]:
    """A baseline entry matches no finding any more.

    What:
        The baseline lists a finding that this run would have found again and did not.
    Why:
        The defect was repaired. The entry could hide a new one of the same kind.
    Bad:
        # phaselint-baseline.json lists dead-phase of `waiting`, which has tools now
    Good:
        # after phaselint lint --write-baseline
    Fix:
        Write the baseline again with `--write-baseline`; stale entries go.
    Source:
        design §10
    """
    return ()
