"""Rules about the agent's settings, verdict and workflows."""
