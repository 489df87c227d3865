"""Parameters of click commands, made of the table of options."""

from __future__ import annotations

import click

from phaselint.cli.options import CONTRACT, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypeVar

    from phaselint.cli.options import Option

    Command = TypeVar("Command", bound=Callable[..., Any])


COMPLETED = {
    "dialect": "dialects",
    "settings": "settings",
    "RULES": "rule_words",
    "FILE": "files",
}
"""What completes values for a shell (see `completion`), by the name of an option or its metavar."""


def with_options(options: Iterable[Option]) -> Callable[[Command], Command]:
    """A decorator that gives a command some options, in their order."""

    def decorate(command: Command) -> Command:
        for option in reversed(tuple(options)):
            command = _parameter(option)(command)
        return command

    return decorate


def completed(by: str) -> Callable[..., Any]:
    """What completes a value for a shell: a function of `completion`, imported when it is asked."""

    def complete(_ctx: object, _parameter: object, incomplete: str) -> Any:
        from phaselint.cli import completion

        return getattr(completion, by)(incomplete)

    return complete


def contract_options(command: Command) -> Command:
    """Give a command the options by which it finds and reads a contract."""
    return with_options(CONTRACT)(command)


def split_words(_ctx: object, _parameter: object, values: tuple[str, ...]) -> tuple[str, ...]:
    """The callback of an option that takes words."""
    return words(values)


def _parameter(option: Option) -> Callable[[Command], Command]:
    about: dict[str, Any] = {"help": option.help, "show_default": option.show_default or None}
    if option.metavar:
        about["metavar"] = option.metavar
    if by := COMPLETED.get(option.name) or COMPLETED.get(option.metavar):
        about["shell_complete"] = completed(by)
    return click.option(*option.spellings, option.name, **about, **_typed(option))


def _typed(option: Option) -> dict[str, Any]:
    """What click has to know to read the value of an option."""
    match option.kind:
        case "flag":
            return {"is_flag": True}
        case "text":
            return {"default": option.default}
        case "texts":
            return {"multiple": True}
        case "words":
            return {"multiple": True, "callback": split_words}
        case "choice":
            return {"type": click.Choice(option.choices), "default": option.default}
        case "count":
            return {"type": click.IntRange(min=option.least), "default": option.default}
