"""How the executor shows findings about where runs start."""
