"""Rules about where runs start."""
