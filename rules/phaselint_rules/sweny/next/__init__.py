"""Rules about the next release."""
