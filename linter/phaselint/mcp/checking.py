"""Arguments of a call, checked by the schema of its tool."""

from __future__ import annotations

from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.suggest import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

LONGEST = 300
"""How many characters of an error are shown."""


def check_arguments(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> None:
    """See that arguments are as a tool takes them.

    Raises:
        UsageError: they aren't; one line says which one, and what is expected.
    """
    for key in arguments:
        if key not in schema["properties"]:
            raise UsageError(unknown("argument", key, list(schema["properties"])))
    from jsonschema import Draft202012Validator

    for error in Draft202012Validator(schema).iter_errors(arguments):
        where = "/".join(map(str, error.absolute_path))
        told = " ".join(error.message.split())
        told = told if len(told) <= LONGEST else f"{told[:LONGEST]}..."
        raise UsageError(f"argument `{where}`: {told}" if where else told)
