"""Paths into the output of a model, as fields of a registry name them."""

from __future__ import annotations


def path_of(field: str) -> tuple[str, ...]:
    """A dotted path of the model's output as steps into a schema."""
    return tuple(field.split("."))
