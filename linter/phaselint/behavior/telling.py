"""The messages about policies that are violated or never tested."""

from __future__ import annotations

from phaselint.vocabulary.message import message, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.behavior.showing import Shown
    from phaselint.policies.naming import Pattern
    from phaselint.policies.policy import Policy
    from phaselint.vocabulary.message import Message

REASON = "; reason for the policy: "
"""What follows it is the word of an author, and no part of what to do."""

REMEDY = "make a run do it, or remove the policy"


def any_of(patterns: Sequence[Pattern]) -> Message:
    """What patterns name, in words: "`call a`", "`call a` or `call b`"."""
    *first, last = [quote(each.text) for each in patterns]
    if not first:
        return message("{}", last)
    return message("{} or {}", message(", ".join("{}" for _ in first), *first), last)


def violated(policy: Policy, found: Shown | None, nearest: str = "") -> Message:
    """That a run violates a policy, and how; without a run that no run does what it asks for, and
    which act that is near to it runs can still do."""
    deed = _deed(policy, found)
    if nearest:
        deed = message("{} (but a run can `{}`)", deed, nearest)
    return violating(policy, deed)


def violating(policy: Policy, deed: Message) -> Message:
    """That what a run does violates a policy."""
    if policy.name:
        return message("{}, which violates the policy `{}`", deed, policy.name)
    return message("{}, which violates a policy", deed)


def _deed(policy: Policy, found: Shown | None) -> Message:
    """What violates a policy, as a clause."""
    first, second = any_of(policy.first), any_of(policy.second) if policy.second else ""
    if policy.shape == "some-run":
        return message("no run does {}{}", first, _scope(policy))
    if policy.shape == "every-run":
        return _missing(policy, found)
    if policy.shape == "every":
        return message("a run ends without {} after {}", second, first)
    if policy.shape == "never-both":
        return message("a run does both {} and {}", first, second)
    if policy.shape == "at-most":
        often = ("", " twice")[policy.most] if policy.most < 2 else f" {policy.most + 1} times"
        return message("a run does {}{}{}", _done(policy, found), often, _scope(policy))
    return message("a run does {}{}", _done(policy, found), _scope(policy))


def _done(policy: Policy, found: Shown | None) -> Message:
    """The act that violates a policy; a pattern may match many."""
    if found is not None and found.at < len(found.acts):
        return quote(found.acts[found.at].text)
    return any_of(policy.first)


def _missing(policy: Policy, found: Shown | None) -> Message:
    """What a run lacks."""
    first = any_of(policy.first)
    if policy.scope == "before" and found is not None and found.at < len(found.acts):
        return message("a run does {} without {} before it", any_of(policy.second), first)
    if policy.scope == "after":
        return message("a run ends without {} after {}", first, any_of(policy.second))
    return message("a run ends without {}", first)


def _scope(policy: Policy) -> Message:
    """When, in words."""
    if policy.scope == "before":
        return message(" before {}", any_of(policy.second))
    if policy.scope == "after":
        return message(" after {}", any_of(policy.second))
    if policy.scope == "between":
        return message(" between {} and {}", any_of(policy.second), any_of(policy.third))
    return message("")


def help_for(policy: Policy) -> str:
    """What to do about a policy that is violated, and why it is there."""
    remedy = "make a run do it" if policy.shape == "some-run" else "block the path of this run"
    why = f"{REASON}{policy.why}" if policy.why else ""
    return f"{remedy}, or correct the policy{why}"


def untested(policy: Policy) -> Message:
    """That no run does what tests a policy: what it is about, or what opens its scope."""
    if policy.shape == "never-both":
        missing = message("one of {} and {}", any_of(policy.first), any_of(policy.second))
    elif policy.scope in ("after", "between") or policy.shape == "every-run":
        missing = any_of(policy.second)
    else:
        missing = any_of(policy.first)
    return message("no run does {}, so no run tests the policy `{}`", missing, policy.title)
