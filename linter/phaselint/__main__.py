"""`python -m phaselint`."""

from __future__ import annotations

from phaselint.cli import main

raise SystemExit(main())
