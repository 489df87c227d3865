"""How the executor shows findings about the next release."""
