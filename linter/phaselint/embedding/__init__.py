"""phaselint inside another program, without processes and threads (docs/reference/embedding.md).

`parts` loads what an import needs, `files` puts contracts where commands look for them, `command`
runs a command line, `session` is the language server message by message, and `regexps` has
JavaScript's own engine answer what a child process answers elsewhere.
"""
