"""Setting up a project: planned in memory, and written as a whole or not at all."""
