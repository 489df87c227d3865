"""Who uses what, both ways round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Set

User = TypeVar("User", bound="Hashable")


class Uses(Generic[User]):
    """Users and the paths each of them uses."""

    __slots__ = ("_paths", "_users")

    def __init__(self) -> None:
        self._paths: dict[User, frozenset[str]] = {}
        self._users: dict[str, set[User]] = {}

    def put(self, user: User, paths: Iterable[str]) -> None:
        """Note what a user uses, in place of what it used before."""
        before, after = self._paths.get(user, frozenset()), frozenset(paths)
        for path in before - after:
            users = self._users[path]
            users.discard(user)
            if not users:
                del self._users[path]
        for path in after - before:
            self._users.setdefault(path, set()).add(user)
        if after:
            self._paths[user] = after
        else:
            self._paths.pop(user, None)

    def of(self, path: str) -> Set[User]:
        """The users of a path."""
        return self._users.get(path, frozenset())

    def by(self, user: User) -> frozenset[str]:
        """The paths a user uses."""
        return self._paths.get(user, frozenset())

    def paths(self) -> Iterable[str]:
        """All paths that are used."""
        return self._users.keys()
