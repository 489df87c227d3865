"""Rules about bodies of stages and their placeholders."""
