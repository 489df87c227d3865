"""How the executor shows findings about the graph and the ways through it."""
