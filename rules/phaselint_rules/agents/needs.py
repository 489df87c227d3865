"""What rules need to be known of a team, by facts."""

from __future__ import annotations

OFFERS = ("offers_known",)
"""Who is offered to whom: every file of agents can be read."""
