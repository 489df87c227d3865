"""Rules about gates and the intents that they allow."""
