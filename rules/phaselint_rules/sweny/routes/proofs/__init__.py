"""How the executor shows findings about routes between nodes and their conditions."""
