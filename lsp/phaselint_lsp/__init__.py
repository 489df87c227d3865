"""The language server of phaselint: the same findings in an editor, while typing.

It is a package of its own so that the command never imports it.
"""
