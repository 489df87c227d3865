"""Values, strings and numbers as JavaScript sees them: all runtimes of contracts are written in it.

`numbers` and `texts` write values (`String`, `JSON.stringify`), `values` says what they are,
`equality` compares them, `members` looks into them, `spaces` and `units` read strings. A value is
what the reader of a document gives: None, a bool, int, float, str, list or mapping. None is copied
or changed, and none is walked by recursion.
"""
