"""How the executor shows findings about evaluators, judges and retries."""
