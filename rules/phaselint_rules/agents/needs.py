"""What rules need to know about a team, as facts."""

from __future__ import annotations

OFFERS = ("offers_known",)
"""Which agent can call which: every agent file is readable."""

RIGHTS = ("rights_asked",)
"""Rights of agents: turned on in the configuration."""

AROUND = ("has_surroundings",)
"""The files around the agents: there are some."""

HOOKS = ("has_hooks",)
"""Events with hooks: there are some."""
