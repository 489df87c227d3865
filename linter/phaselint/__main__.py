"""`python -m phaselint`."""

from __future__ import annotations

from phaselint.cli import script

if __name__ == "__main__":  # a process of a large run imports this module again
    script()
