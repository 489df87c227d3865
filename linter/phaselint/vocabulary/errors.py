"""The errors phaselint raises on purpose; everything else that escapes is a bug."""

from __future__ import annotations

from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


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
        return f"plug-in {self.origin} failed in `{self.what}`: {self.reason}"


def described(error: BaseException) -> str:
    """A defect in one line: what was raised, and where in the code."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" in {trace.tb_frame.f_code.co_qualname}, line {trace.tb_lineno}" if trace else ""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}{where}"


@contextmanager
def blamed(origin: str, what: str) -> Iterator[None]:
    """Raise PluginError for what is raised inside, in code of a distribution; without one the code
    is ours, and what is raised stays as it is."""
    try:
        yield
    except PhaselintError:
        raise
    except Exception as error:  # of code that nobody here has seen, whatever it raises
        if not origin:
            raise
        raise PluginError(origin, what, described(error)) from error
