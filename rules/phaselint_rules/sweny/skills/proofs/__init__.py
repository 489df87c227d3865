"""How the executor shows findings about skills and tools."""
