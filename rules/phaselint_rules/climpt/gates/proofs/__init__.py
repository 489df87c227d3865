"""How the executor shows findings about gates and the intents that they allow."""
