"""How every schema begins: its address, its dialect of JSON Schema, its title."""

from __future__ import annotations

from phaselint import version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SCHEMAS = "schemas"
"""The folder of all schemas, below the address of the documentation."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def head(name: str, title: str, description: str, *examples: Any) -> dict[str, Any]:
    """The keywords that say what a schema is."""
    found = {
        "$schema": DIALECT,
        "$id": identity(name),
        "title": title,
        "description": description,
    }
    return {**found, "examples": list(examples)} if examples else found


def identity(name: str) -> str:
    """The address of a schema: below that of the documentation, and where it has none yet, a name
    that nobody else gives."""
    if version.DOCUMENTATION:
        return f"{version.DOCUMENTATION}/{SCHEMAS}/{name}.json"
    return f"urn:phaselint:{name}:1"
