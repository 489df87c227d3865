"""Rules about the graph and the paths through it."""
