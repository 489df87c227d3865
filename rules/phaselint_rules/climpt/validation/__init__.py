"""Rules about validation steps, validators and retries."""
