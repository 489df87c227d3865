"""Rules about evaluators, judges and retries."""
