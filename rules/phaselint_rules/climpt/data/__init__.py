"""Rules about what steps and nodes read and leave behind."""
