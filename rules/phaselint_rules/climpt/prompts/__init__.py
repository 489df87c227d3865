"""Rules about prompts and their variables."""
