"""What policies with `from` name: calls by what they are called in the contract, sets of them, and
what they may do; and the run that violates such a policy."""

from __future__ import annotations

from phaselint.policies.naming import Unknown, named_in
from phaselint.vocabulary.message import message
from phaselint.vocabulary.suggest import suggest, with_near

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.acts import Act
    from phaselint.dialects.reaching import Over, Reaching
    from phaselint.policies.pattern import Pattern
    from phaselint.policies.policy import Policy

_SILENT = frozenset({"turn", "start"})
"""Acts that say nothing of who is at work."""


def asked_of(pattern: Pattern, reaching: Reaching) -> tuple[str, ...]:
    """The names that a call of a policy asks for: its own, or all that a glob matches; none where
    nothing is called so."""
    for reading in pattern.readings:
        kind, name = reading.kind or "", reading.subject
        if reaching.knows(kind, name.text):
            return (name.text,)
        if name.glob:
            found = (each for each in reaching.names if name.matches(each))
            matched = tuple(each for each in found if reaching.knows(kind, each))
            if matched:
                return matched
    return ()


def unknown_calls(policy: Policy, reaching: Reaching) -> Iterator[Unknown]:
    """The names of calls in a policy with `from` that nothing is called by."""
    for keys, pattern in named_in(policy):
        if asked_of(pattern, reaching):
            continue
        pointer = (*policy.pointer, *keys)
        if pattern.glob:
            told = message("`{}` matches no tool of the team", pattern.text)
            yield Unknown(pointer, pattern.text, told, glob=True)
            continue
        told = message("the team has no tool, set of tools or skill `{}`", _subject(pattern))
        near = suggest(_subject(pattern), reaching.names)
        told = with_near(told, near)
        yield Unknown(pointer, pattern.text, told, nearest=f"{pattern.verb} {near}" if near else "")


def _subject(pattern: Pattern) -> str:
    """The name in a call, without the word for its kind."""
    kinds = [each.subject.text for each in pattern.readings if each.kind is not None]
    return kinds[0] if kinds else pattern.readings[0].subject.text


def violation_from(
    policy: Policy, acts: Sequence[Act], reaching: Reaching, *, over: Over
) -> int | None:
    """Where a run violates a policy with `from`: the index of the act by which it does, or none.

    That is a call that the policy names, by its agent or by one who was called by it, and so on:
    with nothing else in between, and with handoffs only where these count. It is told from what
    the run did alone.
    """
    names = [asked for each in policy.first for asked in asked_of(each, reaching)]
    inside = False
    at_work = ""
    ordered = ""
    for index, act in enumerate(acts):
        if inside and act.verb == "call" and act.phase == at_work:
            if any(reaching.is_meant(act, name) for name in names):
                return index
            if act.kind == "agent":
                ordered = act.subject
                continue
        if act.verb == "reach":
            inside = (inside and act.subject == ordered) or act.subject == policy.origin
            at_work = act.subject
        elif inside and act.verb == "take" and act.phase == at_work and over != "calls":
            ordered = _next_reached(acts, index)
            continue
        elif act.verb not in (*_SILENT, "call"):
            inside = False
        ordered = ordered if act.verb in _SILENT else ""
    return None


def _next_reached(acts: Sequence[Act], index: int) -> str:
    """Who takes over by a handoff: who works right after it."""
    after = acts[index + 1 : index + 2]
    return after[0].subject if after and after[0].verb == "reach" else ""
