"""Rules about prompts and what is put into them."""
