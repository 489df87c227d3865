"""How the executor shows findings about prompts and their variables."""
