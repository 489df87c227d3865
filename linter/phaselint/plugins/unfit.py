"""What keeps a dialect or a rule of a plugin from being used, whatever it is."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Unfit(Exception):
    """It cannot be used; the text says why, in the words of a line that names it."""


def need(holds: object, why: str) -> None:
    """Raise Unfit where something does not hold that has to."""
    if not holds:
        raise Unfit(why)


def need_portable(value: Any) -> None:
    """Raise Unfit for what cannot be handed to another process, as `--jobs` does."""
    import pickle

    try:
        pickle.dumps(value)
    except Exception as error:  # pickle raises three kinds, and what code of the plugin does
        text = " ".join(str(error).split())
        raise Unfit(f"its functions must be at the top level of a module: {text}") from None


def kind_of(value: object) -> str:
    """What something is, for saying that it should be something else."""
    return f"`{type(value).__name__}`"
