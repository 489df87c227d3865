"""The package of the language server, apart from the engine so that the command never imports it."""
