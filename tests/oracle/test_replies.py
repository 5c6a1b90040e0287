"""Replies of a worker can be read whatever their texts contain."""

import pytest

from probe.oracle.replies import parse_reply


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"no answer from Prolog", "no answer from Prolog"),
        (b"a\ttab and a bell \x07", "a\ttab and a bell \x07"),
        (b"half a character \xed\xa0\x80", "half a character \ufffd\ufffd\ufffd"),
        ("\u00e9 \U0001f600".encode(), "\u00e9 \U0001f600"),
    ],
)
def test_texts_that_are_no_json_are_read_all_the_same(raw: bytes, expected: str) -> None:
    assert parse_reply(b'{"failed":"' + raw + b'"}').failed == expected
