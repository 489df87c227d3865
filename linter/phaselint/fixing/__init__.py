"""Fixes: the edits that findings offer, chosen, applied, checked by linting again, written.

The command and the language server share them. An edit is text for a range and nothing else;
no document is ever written anew from its value (lessons 6).
"""
