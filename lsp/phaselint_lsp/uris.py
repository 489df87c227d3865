"""Between the URIs of a client and paths on disk."""

from __future__ import annotations

import os
from urllib.parse import quote, unquote, urlsplit

_SAFE = "/-._~!$&'()*+,;=@"
"""Characters that stay as they are in the path of a URI; a colon only editors on Windows escape."""


def path_of(uri: str) -> str:
    """The absolute path of a `file:` URI; empty for any other, such as that of a new buffer, and
    for one that no file can have."""
    try:
        parts = urlsplit(uri)
    except ValueError:  # half an IPv6 address
        return ""
    path = unquote(parts.path)
    if parts.scheme != "file" or "\0" in path:
        return ""
    if os.name == "nt":  # file:///c:/work, file://server/share
        path = f"//{parts.netloc}{path}" if parts.netloc else path.lstrip("/")
    return os.path.abspath(path) if path else ""


def uri_of(path: str) -> str:
    """The `file:` URI of an absolute path."""
    path = path.replace(os.sep, "/")
    if not path.startswith("/"):
        path = f"/{path}"
    return "file://" + quote(path, safe=_SAFE, errors="surrogatepass")
