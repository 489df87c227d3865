"""How the executor shows findings about branches over results."""
