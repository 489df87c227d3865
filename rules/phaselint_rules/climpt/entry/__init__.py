"""Rules about where runs begin."""
