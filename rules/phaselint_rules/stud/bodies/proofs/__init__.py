"""How the executor shows findings about bodies of stages and their placeholders."""
