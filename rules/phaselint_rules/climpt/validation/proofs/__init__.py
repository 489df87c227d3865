"""How the executor shows findings about validation steps, validators and retries."""
