"""The package of the language server, apart from the engine: the command never imports it."""
