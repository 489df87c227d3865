"""The small-step semantics of a session (reference §4); never imports `analysis`."""
