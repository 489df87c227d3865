"""The errors phaselint raises on purpose; everything else that escapes is a bug."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager


class PhaselintError(Exception):
    """Base of all errors a caller may want to catch; the text is one line for the user."""


class UsageError(PhaselintError):
    """The command could not do its work as asked: bad option, path, configuration or file."""


class PluginError(PhaselintError):
    """Code of another distribution failed: which one, in what it was asked for, and why."""

    def __init__(self, origin: str, what: str, reason: str) -> None:
        super().__init__(origin, what, reason)
        self.origin = origin
        self.what = what
        self.reason = reason

    def __str__(self) -> str:
        return f"plugin {self.origin} failed in `{self.what}`: {self.reason}"


def described(error: BaseException) -> str:
    """A defect in one line: what was raised, and where in the code."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" in {trace.tb_frame.f_code.co_qualname}, line {trace.tb_lineno}" if trace else ""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}{where}"


def blamed(origin: str, what: str) -> AbstractContextManager[None]:
    """Raise PluginError for what is raised inside, in code of a distribution; without one the code
    is ours, and what is raised stays as it is."""
    return _Blamed(origin, what)


class _Blamed:
    """See `blamed`. A class, as is whatever else a lint enters: to import `contextlib` takes a
    thirteenth of a start of Python."""

    __slots__ = ("_origin", "_what")

    def __init__(self, origin: str, what: str) -> None:
        self._origin = origin
        self._what = what

    def __enter__(self) -> None:
        """Nothing is blamed yet."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        # Of code that nobody here has seen, whatever it raises.
        if self._origin and isinstance(error, Exception) and not isinstance(error, PhaselintError):
            raise PluginError(self._origin, self._what, described(error)) from error
