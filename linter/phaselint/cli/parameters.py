"""Parameters of click commands, made from the table of options."""

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
"""The functions that complete values for a shell (see `completion`), by the name of an option or
its metavar."""


def with_options(options: Iterable[Option]) -> Callable[[Command], Command]:
    """A decorator that adds options to a command, in their order."""

    def decorate(command: Command) -> Command:
        for option in reversed(tuple(options)):
            command = _parameter(option)(command)
        return command

    return decorate


def completed(by: str) -> Callable[..., Any]:
    """A function of `completion` that completes a value for a shell, imported when used."""

    def complete(_ctx: object, _parameter: object, incomplete: str) -> Any:
        from phaselint.cli import completion

        return getattr(completion, by)(incomplete)

    return complete


def contract_options(command: Command) -> Command:
    """Add the options for finding and reading a contract to a command."""
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
    spellings = (*option.spellings, *option.former)
    return click.option(*spellings, option.name, **about, **_typed(option))


def _typed(option: Option) -> dict[str, Any]:
    """The arguments click needs to read the value of an option."""
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
