"""Rules about the graph and the ways through it."""
