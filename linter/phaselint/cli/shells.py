"""Completion scripts of shells, if click's own isn't sufficient."""

from __future__ import annotations

from click.shell_completion import FishComplete, add_completion_class


class Fish(FishComplete):
    """For fish: split each completion only at its first comma, because lists of rules contain
    commas."""

    source_template = FishComplete.source_template.replace(
        'string split "," $completion', 'string split --max 1 "," $completion'
    )


def register() -> None:
    """Make click use these for shells."""
    add_completion_class(Fish)
