"""How a name is compared with a glob: in policies, and in guards, whose files get the part below.

The work grows with the product of the lengths of both at most.
"""

from __future__ import annotations


# part: begin
def alike(glob: str, name: str) -> bool:
    """Whether a name matches a glob: `*` is any characters, `?` is one."""
    at = here = mark = 0
    star = -1
    while here < len(name):
        if at < len(glob) and glob[at] == "*":
            star, mark, at = at, here, at + 1
        elif at < len(glob) and glob[at] in ("?", name[here]):
            at, here = at + 1, here + 1
        elif star >= 0:
            mark += 1
            at, here = star + 1, mark
        else:
            return False
    return not glob[at:].strip("*")
