"""What shells run to complete words, where that of click would not do."""

from __future__ import annotations

from click.shell_completion import FishComplete, add_completion_class


class Fish(FishComplete):
    """That for fish, which takes apart each completion at its first comma, and at no other: rules
    are words with commas."""

    source_template = FishComplete.source_template.replace(
        'string split "," $completion', 'string split --max 1 "," $completion'
    )


def register() -> None:
    """Have click give these to shells."""
    add_completion_class(Fish)
