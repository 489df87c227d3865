"""What rules need to be known of a team, by facts."""

from __future__ import annotations

OFFERS = ("offers_known",)
"""Who is offered to whom: every file of agents can be read."""

RIGHTS = ("rights_asked",)
"""What agents may do: the configuration asks for it."""

AROUND = ("has_surroundings",)
"""What lies beside the agents: there is some of it."""

HOOKS = ("has_hooks",)
"""What hooks are set to: there are some."""
