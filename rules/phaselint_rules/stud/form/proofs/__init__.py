"""How the executor shows findings about files, keys and values as written."""
