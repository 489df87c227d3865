"""How the executor shows findings about completion tools and their schemas."""
