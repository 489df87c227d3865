"""Rules about gates and the intents that they let through."""
