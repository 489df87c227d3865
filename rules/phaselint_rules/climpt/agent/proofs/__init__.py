"""How the executor shows findings about the agent's settings, verdict and workflows."""
