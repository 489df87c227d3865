"""How the executor shows findings about prompts and what is put into them."""
