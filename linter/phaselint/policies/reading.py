"""Policies, as scripts and configurations have them: read from mappings, or what is wrong."""

from __future__ import annotations

from phaselint.dialects.reaching import OVER
from phaselint.policies.pattern import Pattern, Unreadable, pattern
from phaselint.policies.policy import Policy
from phaselint.vocabulary.finding import SEVERITIES
from phaselint.vocabulary.flaw import Flaw
from phaselint.vocabulary.message import message, quote_all
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import suggest, with_near

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.policies.policy import Scope, Shape
    from phaselint.vocabulary.finding import Pointer

SHAPES: Mapping[Shape, tuple[str, tuple[Scope, ...]]] = {
    "never": ("", ("before", "after", "between")),
    "at-most": ("of", ("after", "between")),
    "never-both": ("", ()),
    "every-run": ("", ("before", "after")),
    "every": ("followed-by", ()),
    "some-run": ("", ("before", "after")),
}
"""For each key that says what a policy demands, the key that it needs besides, if any, and the
scopes of which it may have one."""

SCOPES: tuple[Scope, ...] = ("before", "after", "between")
NEEDED = ("of", "followed-by")
GRADES = ("hostile", "fair", "strict")
TEXTS = ("name", "why")
FROM, OVER_KEY = "from", "over"
KEYS = (*SHAPES, *NEEDED, *SCOPES, *TEXTS, "severity", "under", FROM, OVER_KEY)
"""All keys of a policy."""


def read_policies(value: Any, pointer: Pointer) -> tuple[tuple[Policy, ...], tuple[Flaw, ...]]:
    """Read a list of policies, as YAML, TOML or JSON has it; `pointer` leads to the list.

    Returns the policies that are well formed, and what is wrong with the others.
    """
    if not isinstance(value, list):
        return (), (Flaw(pointer, message("`policies` must be a list of mappings")),)
    if not value:
        return (), (Flaw(pointer, message("`policies` is an empty list")),)
    sound: list[Policy] = []
    flaws: list[Flaw] = []
    for index, entry in enumerate(value):
        reading = _Reading((*pointer, index))
        policy = reading.policy(entry)
        flaws += reading.flaws
        if policy is not None and not reading.flaws:
            sound.append(policy)
    return tuple(sound), tuple(flaws)


class _Parts(NamedTuple):
    """What a policy names."""

    first: tuple[Pattern, ...] = ()
    second: tuple[Pattern, ...] = ()
    third: tuple[Pattern, ...] = ()
    most: int = 0


class _Reading:
    """Reads one policy, and takes down what is wrong with it."""

    def __init__(self, pointer: Pointer) -> None:
        self._pointer = pointer
        self.flaws: list[Flaw] = []

    def policy(self, entry: Any) -> Policy | None:
        """The policy that a mapping is; none where it cannot be told what it demands."""
        if not isinstance(entry, dict):
            self._wrong((), "a policy must be a mapping, such as `never: call delete_user`")
            return None
        self._keys(entry)
        shape = self._shape(entry)
        self._texts(entry)
        if shape is None:
            return None
        scope = self._scope(entry, shape)
        parts = self._parts(entry, shape, scope)
        if not self.flaws:
            self._contradictions(shape, scope, parts)
            self._origin(entry, shape, parts)
        if self.flaws:
            return None
        return Policy(
            shape,
            parts.first,
            second=parts.second,
            third=parts.third,
            scope=scope,
            most=parts.most,
            name=entry.get("name", ""),
            why=entry.get("why", ""),
            severity=entry.get("severity", SEVERITIES[0]),
            under=entry.get("under", ""),
            origin=entry.get(FROM, ""),
            over=entry.get(OVER_KEY, OVER[0]),
            written=entry,
            pointer=self._pointer,
        )

    def _wrong(self, keys: Pointer, template: str, *parts: object) -> None:
        self.flaws.append(Flaw((*self._pointer, *keys), message(template, *parts)))

    def _wrong_key(self, key: str, template: str, *parts: object) -> None:
        self.flaws.append(Flaw((*self._pointer, key), message(template, *parts), "key"))

    def _keys(self, entry: Mapping[Any, Any]) -> None:
        """Take down the keys that no policy has."""
        for key in entry:
            if key not in KEYS:
                told = message("unknown key `{}`", key)
                self._wrong_key(key, "{}", with_near(told, suggest(str(key), KEYS)))

    def _shape(self, entry: Mapping[str, Any]) -> Shape | None:
        shapes = [each for each in SHAPES if each in entry]
        if len(shapes) > 1:
            first, second, *_ = [key for key in entry if key in shapes]
            self._wrong_key(
                second, "a policy can have only one of these keys: `{}`, `{}`", first, second
            )
            return None
        if not shapes and not self.flaws:
            self._wrong((), "a policy needs one of the keys {}", quote_all(SHAPES))
        return shapes[0] if shapes else None

    def _texts(self, entry: Mapping[str, Any]) -> None:
        """Check the keys other than the demand."""
        for key in (*TEXTS, FROM):
            text = entry.get(key, "")
            if not isinstance(text, str):
                self._wrong((key,), "`{}` must be a string", key)
            elif key in entry and not text.strip():
                self._wrong((key,), "`{}` is empty", key)
        for key, words in (("severity", SEVERITIES), ("under", GRADES), (OVER_KEY, OVER)):
            if key in entry and entry[key] not in words:
                self._wrong((key,), "`{}` must be one of {}", key, quote_all(words))

    def _scope(self, entry: Mapping[str, Any], shape: Shape) -> Scope:
        """When a policy is asked; the keys that do not go with its shape are taken down."""
        needed, allowed = SHAPES[shape]
        for key in NEEDED:
            if key in entry and key != needed:
                owner = next(each for each, (its, _) in SHAPES.items() if its == key)
                self._wrong_key(key, "`{}` works only with `{}`, not with `{}`", key, owner, shape)
        scopes = [each for each in SCOPES if each in entry]
        for each in scopes:
            if each not in allowed:
                self._wrong_key(each, "`{}` can't be combined with `{}`", each, shape)
        fitting = [key for key in entry if key in allowed]
        if len(fitting) > 1:
            first, second, *_ = fitting
            self._wrong_key(
                second, "a policy can have only one of these keys: `{}`, `{}`", first, second
            )
        return next((each for each in scopes if each in allowed), "")

    def _parts(self, entry: Mapping[str, Any], shape: Shape, scope: Scope) -> _Parts:
        """What a policy names, as far as it can be read."""
        second, third = ((), ()) if scope != "between" else self._two(entry, "between")
        if scope in ("before", "after"):
            second = self._acts(entry[scope], (scope,))
        if shape == "never-both":
            return _Parts(*self._two(entry, shape))
        if shape == "at-most":
            most = entry[shape]
            if not isinstance(most, int) or isinstance(most, bool) or most < 0:
                self._wrong((shape,), "`at-most` must be an integer of 0 or more")
            return _Parts(self._needed(entry, shape, "of"), second, third, most)
        first = self._acts(entry[shape], (shape,))
        if shape == "every":
            second = self._needed(entry, shape, "followed-by")
        return _Parts(first, second, third)

    def _origin(self, entry: Mapping[str, Any], shape: Shape, parts: _Parts) -> None:
        """Take down what can't be combined with `from`: it is about single calls alone."""
        if FROM not in entry:
            if OVER_KEY in entry:
                self._wrong_key(OVER_KEY, "`{}` requires `{}`", OVER_KEY, FROM)
            return
        if shape != "never":
            self._wrong_key(FROM, "`{}` works only with `never`, not with `{}`", FROM, shape)
            return
        for key in (*SCOPES, "under"):
            if key in entry:
                self._wrong_key(key, "`{}` can't be combined with `{}`", key, FROM)
        for each in parts.first:
            if each.verb != "call" or each.is_placed:
                told = "with `{}`, `{}` must name calls alone, such as `call edit`"
                self._wrong((shape,), told, FROM, shape)

    def _needed(self, entry: Mapping[str, Any], shape: Shape, key: str) -> tuple[Pattern, ...]:
        if key not in entry:
            self._wrong_key(shape, "`{}` requires `{}`", shape, key)
            return ()
        return self._acts(entry[key], (key,))

    def _two(
        self, entry: Mapping[str, Any], key: str
    ) -> tuple[tuple[Pattern, ...], tuple[Pattern, ...]]:
        """The two acts, or lists of acts, of a key."""
        value = entry[key]
        if not isinstance(value, list) or len(value) != 2:
            self._wrong((key,), "`{}` must be a list of two acts", key)
            return (), ()
        return self._acts(value[0], (key, 0)), self._acts(value[1], (key, 1))

    def _acts(self, value: Any, keys: Pointer) -> tuple[Pattern, ...]:
        """An act, or several of which any counts."""
        if isinstance(value, list):
            if not value:
                self._wrong(keys, "`{}` is an empty list; name at least one act", keys[0])
            found = [self._act(each, (*keys, index)) for index, each in enumerate(value)]
        else:
            found = [self._act(value, keys)]
        return tuple(dict.fromkeys(each for each in found if each is not None))

    def _act(self, value: Any, keys: Pointer) -> Pattern | None:
        if not isinstance(value, str):
            self._wrong(keys, "`{}` must name an act, such as `call delete_user`", keys[0])
            return None
        if not value.strip():
            self._wrong(keys, "`{}` names an empty act", keys[0])
            return None
        if not value.strip(" *?"):
            self._wrong(keys, "`{}` matches every act; begin with a verb: `call *`", value)
            return None
        try:
            return pattern(value)
        except Unreadable as error:
            self._wrong(keys, f"the act of `{{}}` {error}", keys[0])
            return None

    def _contradictions(self, shape: Shape, scope: Scope, parts: _Parts) -> None:
        """Take down that two acts of a policy are the same: it means nothing, or forbids all
        runs."""
        if shape == "never-both" and self._same(parts.first, parts.second):
            self._wrong((shape,), "the two acts of `{}` are the same", shape)
        elif scope == "between" and self._same(parts.second, parts.third):
            self._wrong((scope,), "the two acts of `{}` are the same", scope)
        elif shape == "every" and self._same(parts.first, parts.second):
            self._same_act(shape, "followed-by")
        elif scope == "before" and self._same(parts.first, parts.second):
            self._same_act(shape, scope)

    def _same_act(self, one: str, other: str) -> None:
        told = "`{}` and `{}` name the same act, so the policy contradicts itself"
        self._wrong((other,), told, one, other)

    @staticmethod
    def _same(one: tuple[Pattern, ...], other: tuple[Pattern, ...]) -> bool:
        return {(each.verb, each.readings) for each in one} == {
            (each.verb, each.readings) for each in other
        }
