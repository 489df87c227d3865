"""How the executor shows findings about the graph and the paths through it."""
