"""How the executor shows findings about files, keys and literal values."""
