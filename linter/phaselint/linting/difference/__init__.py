"""Two versions of a project: what changed, which contracts that concerns, and how they differ."""
