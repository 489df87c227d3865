"""How the executor shows findings about what steps and nodes read and leave behind."""
