"""What counts as an absolute URL; the verdicts are those of `new URL` in node 20."""

from __future__ import annotations

import pytest

from phaselint.dialects.sweny.reading.urls import Url, parse


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://Example.org/a?b#c", Url("https", "example.org")),
        ("HTTP://a", Url("http", "a")),
        ("http:a", Url("http", "a")),
        ("http:\\\\a\\b", Url("http", "a")),
        (" http://a\n", Url("http", "a")),
        ("http://user:pw@host:8080/", Url("http", "host")),
        ("http://a:", Url("http", "a")),
        ("http://a%41", Url("http", "aa")),
        ("http://2130706433", Url("http", "127.0.0.1")),
        ("http://0x7f.1", Url("http", "127.0.0.1")),
        ("http://[0:0::1]:80/", Url("http", "[::1]")),
        ("mailto:x@y", Url("mailto")),
        ("a:", Url("a")),
        ("foo:bar baz", Url("foo")),
        ("foo://h/x", Url("foo", "h")),
        ("file:///etc/x", Url("file")),
        ("file://C:/x", Url("file")),
        ("file://host/x", Url("file", "host")),
    ],
)
def test_accepted(text: str, url: Url) -> None:
    assert parse(text) == url


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nowhere",
        "./a",
        "//host/x",
        "1a://x",
        "http://",
        "http://?x",
        "http://a b",
        "http://a%20b",
        "http://a:65536",
        "http://a:" + "9" * 5000,
        "http://a:b",
        "http://u@",
        "http://256.1.1.1",
        "http://1.2.3.4.5",
        "http://08",
        "http://" + "9" * 5000,
        "http://[::1",
        "http://[g]/",
        "http://[::1%25a]/",
        "foo://:80",
        "foo://a b",
        "file://h ost/",
    ],
)
def test_refused(text: str) -> None:
    assert parse(text) is None
