"""What counts as an absolute URL (reference §3.7: anything the WHATWG URL parser accepts).

Only scheme and host are of interest; a string with both, as the parser would spell them, is a URL.
For internationalized names only the spelling is normalized: none is refused for its letters.
Which hosts are never asked is known as far as their names tell (§5.16): none is looked up.
"""

from __future__ import annotations

import re

from phaselint.vocabulary.record import NamedTuple

FETCHED = ("http", "https")
"""The schemes that a source may have when it is fetched (reference §5.16)."""

LOOPBACK = "127.0.0.1"
_BLOCKED_4 = (
    *("0.0.0.0/8", "10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
    *("192.168.0.0/16", "100.64.0.0/10", "224.0.0.0/3"),
)
_BLOCKED_6 = ("::1/128", "::/128", "fe80::/10", "fc00::/7")

_SPECIAL = frozenset({"ftp", "http", "https", "ws", "wss"})
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_HOST_AND_PORT = re.compile(r"(\[[^\]]*\]|[^:]*)(?::([0-9]*))?")
_FORBIDDEN = re.compile(r"[\x00-\x20#/:<>?@\[\\\]^|]")
_FORBIDDEN_IN_DOMAIN = re.compile(r"[\x00-\x20#/:<>?@\[\\\]^|%\x7f]")
_ESCAPE = re.compile("%[0-9A-Fa-f]{2}")
_NUMBER = re.compile("0[xX][0-9A-Fa-f]*|[0-9]+")
_CONTROLS = "".join(map(chr, range(0x21)))


class Url(NamedTuple):
    """The scheme in lower case, and the host: empty where the scheme needs none."""

    scheme: str
    host: str = ""

    @property
    def fetched(self) -> bool:
        """Whether a source may have this scheme."""
        return self.scheme in FETCHED

    @property
    def blocked(self) -> bool:
        """Whether the host is one that is never asked."""
        return blocked_address(self.host) != ""


def parse(text: str) -> Url | None:
    """Read an absolute URL; none when the text is not one."""
    text = re.sub("[\t\n\r]", "", text.strip(_CONTROLS))
    found = _SCHEME.match(text)
    if found is None:
        return None
    scheme, rest = found[1].lower(), text[found.end() :]
    if scheme in _SPECIAL:
        host = _authority(rest.lstrip("/\\"), r"[/\\?#]", special=True)
        return Url(scheme, host) if host else None
    if scheme == "file":
        return _file_url(rest)
    if not rest.startswith("//"):
        return Url(scheme)
    host = _authority(rest[2:], r"[/?#]", special=False)
    return None if host is None else Url(scheme, host)


def _file_url(rest: str) -> Url | None:
    if not re.match(r"[/\\]{2}", rest):
        return Url("file")
    name = re.split(r"[/\\?#]", rest[2:])[0]
    if not name or re.fullmatch("[A-Za-z][:|]", name):
        return Url("file")
    host = _domain(name)
    return None if host is None else Url("file", host)


def _authority(rest: str, end: str, *, special: bool) -> str | None:
    """The host in what follows the slashes; none when user, host or port are no good."""
    authority = re.split(end, rest)[0]
    _, at, place = authority.rpartition("@")
    found = _HOST_AND_PORT.fullmatch(place)
    if found is None or not _is_port(found[2] or ""):
        return None
    name, has_port = found[1], found[2] is not None
    if not name:
        return None if special or at or has_port else ""
    if name.startswith("["):
        return _ipv6(name[1:-1])
    return _domain(name) if special else _opaque(name)


def _is_port(digits: str) -> bool:
    digits = digits.lstrip("0")
    return len(digits) < 6 and int(digits or 0) <= 0xFFFF


def _opaque(name: str) -> str | None:
    return None if _FORBIDDEN.search(name) else name


def _domain(name: str) -> str | None:
    if name.startswith("["):
        return _ipv6(name.removeprefix("[").removesuffix("]"))
    if _ESCAPE.search(name):
        from urllib.parse import unquote

        name = unquote(name)
    name = _ascii(name).lower()
    if not name or _FORBIDDEN_IN_DOMAIN.search(name):
        return None
    last = name.removesuffix(".").rpartition(".")[2]
    return _ipv4(name) if _NUMBER.fullmatch(last) else name


def _ascii(name: str) -> str:
    if name.isascii():
        return name
    try:
        return name.encode("idna").decode()
    except UnicodeError:
        return name


def _ipv4(name: str) -> str | None:
    parts = name.removesuffix(".").split(".")
    numbers = [_number(part) for part in parts]
    known = [number for number in numbers if number is not None]
    if len(parts) > 4 or len(known) < len(parts):
        return None
    *first, last = known
    if any(number > 255 for number in first) or last >= 256 ** (4 - len(first)):
        return None
    address = last + sum(number << 8 * (3 - place) for place, number in enumerate(first))
    return ".".join(str(address >> shift & 255) for shift in (24, 16, 8, 0))


def _number(part: str) -> int | None:
    """A part of an IPv4 address: decimal, or octal or hexadecimal by its prefix."""
    if not _NUMBER.fullmatch(part) or len(part) > 40:
        return None
    if part[:2] in ("0x", "0X"):
        return int(part[2:] or "0", 16)
    if len(part) > 1 and part[0] == "0":
        return int(part, 8) if set(part) <= set("01234567") else None
    return int(part)


def _ipv6(text: str) -> str | None:
    from ipaddress import AddressValueError, IPv6Address

    if "%" in text:
        return None
    try:
        return f"[{IPv6Address(text).compressed}]"
    except AddressValueError:
        return None


def blocked_address(host: str) -> str:
    """The address that a host is blocked for, as far as the name itself tells; else empty."""
    from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address

    literal = host.removeprefix("[").removesuffix("]")
    if host == "localhost" or host.endswith(".localhost"):
        return LOOPBACK
    try:
        address = ip_address(literal)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            shut = any(address in IPv6Network(each) for each in _BLOCKED_6)
            return literal if shut else ""
        address = address.ipv4_mapped
    return literal if any(address in IPv4Network(each) for each in _BLOCKED_4) else ""
