"""Suppressions: comments and configuration (design §10). The linter reports these after all rules
have run; the functions here document them.
"""

from __future__ import annotations

from phaselint.vocabulary.rule import ERROR, INFO, WARNING, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.base import Facts
    from phaselint.vocabulary.finding import Finding


@rule("PL010", WARNING, fix="manual", by_engine=True)
def unused_suppression(_: Facts) -> Iterable[Finding]:
    """Unused suppression

    What:
        A `# phaselint: ignore[...]` comment or an entry under `suppress` in the configuration names
        a rule without findings in its range, or the comment doesn't have the documented form. Never
        reported for a rule that didn't run.
    Why:
        The finding is gone, or the comment is in the wrong place.
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


@rule("PL011", ERROR, fix="manual", by_engine=True)
def suppression_missing_reason(_: Facts) -> Iterable[Finding]:
    """Suppression without a reason

    What:
        No text follows the closing bracket of a `# phaselint: ignore[...]` comment, or an entry
        under `suppress` in the configuration has no `reason`.
    Why:
        Without a reason, nobody can tell later whether the suppression is still justified. It has
        no effect.
    Bad:
        - {name: waiting}  # phaselint: ignore[dead-phase]
    Good:
        - {name: waiting}  # phaselint: ignore[dead-phase] the tool follows in the next release
    Fix:
        Write why the finding is accepted.
    Source:
        design §10
    """
    return ()


@rule("PL012", WARNING, fix="manual", by_engine=True)
def suppression_unknown_rule(_: Facts) -> Iterable[Finding]:
    """Suppression of an unknown rule

    What:
        A name in a `# phaselint: ignore[...]` comment or in an entry under `suppress` in the
        configuration is neither the name nor the code of a rule.
    Why:
        It suppresses nothing.
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


@rule("PL013", INFO, fix="manual", by_engine=True)
def stale_baseline_entry(_: Facts) -> Iterable[Finding]:
    """Outdated baseline entry

    What:
        The baseline lists a finding that this run should have found again but didn't.
    Why:
        The defect was fixed. The entry could hide a new finding of the same kind.
    Bad:
        # phaselint-baseline.json lists dead-phase of `waiting`, which has tools now
    Good:
        # after phaselint lint --write-baseline
    Fix:
        Write the baseline again with `--write-baseline`; outdated entries are removed.
    Source:
        design §10
    """
    return ()
