"""What shows findings about routers and commands."""
