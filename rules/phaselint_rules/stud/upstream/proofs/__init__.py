"""How the executor shows findings about what stages read of others."""
