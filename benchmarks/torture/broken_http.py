"""Answer every question with an unexpected response for a while; then the command has to end as if undisturbed."""

import gzip
import itertools
import json
import re
import signal
import time
import zlib
from collections.abc import Iterable
from functools import partial

from benchmarks.torture.kills import ReferenceRun, Task, difference, finish, new_folder
from benchmarks.torture.results import Results, print_line
from benchmarks.torture.workplace import Workplace, outputs
from tests.server.chat import Behaviour, ReceivedRequest, Reply, fails, says

TASK = Task(["evaluate BASE/few.jsonl --model openai/s --runs 1 --base-url URL --out OUT/run"])
SECONDS = 3
"""How long a command asks a broken server before it is interrupted."""
MEGABYTES = 400
"""More than a command with a few questions needs."""
LINES = 12
KEY = "sk-torture-0123456789abcdef"
FINE = says("Decision: Option A").data()


def usage(**counts: object) -> Reply:
    """Return a completion with these token counts, which may be impossible."""
    return Reply(body=json.loads(FINE) | {"usage": counts})


def message(content: object) -> Reply:
    """Return a completion with a message that is not text."""
    body = json.loads(FINE)
    body["choices"][0]["message"]["content"] = content
    return Reply(body=body)


def choices(value: object) -> Reply:
    """Return a completion with ``value`` as its choices."""
    return Reply(body=json.loads(FINE) | {"choices": value})


def head(*lines: str, status: str = "200 OK") -> bytes:
    """Return the head of a response."""
    return "".join(
        f"{line}\r\n" for line in (f"HTTP/1.1 {status}", "Content-Type: application/json", *lines, "")
    ).encode()


def compressed_reply(data: bytes, encoding: str) -> Reply:
    """Return a body that claims to be compressed."""
    return Reply(body=data, headers={"Content-Encoding": encoding})


def raw(*segments: bytes, pause: float = 0) -> Reply:
    """Return bytes instead of a response."""
    return Reply(raw=segments, pause=pause)


class Endless(Iterable[bytes]):
    """A head, then the same bytes forever."""

    def __init__(self, start: bytes, segment: bytes) -> None:
        self._start, self._piece = start, segment

    def __iter__(self) -> "itertools.chain[bytes]":
        """Begin again for each response."""
        return itertools.chain([self._start], itertools.repeat(self._piece))


STATUSES = {
    f"status {status}": fails(status)
    for status in (400, 401, 402, 403, 404, 405, 408, 409, 413, 418, 422, 451, 500, 502, 503, 504, 529, 599)
}
KINDS: dict[str, Reply] = {
    **STATUSES,
    **{
        f"redirect {status}": Reply(status, headers={"Location": "http://127.0.0.1:9/v1"})
        for status in (301, 303, 307, 308)
    },
    "redirect to itself": Reply(302, headers={"Location": "/v1/chat/completions"}),
    "redirect to a file": Reply(302, headers={"Location": "file:///etc/passwd"}),
    "no content": Reply(204, b""),
    "not modified": Reply(304, b""),
    "retry after ages": fails(429, headers={"Retry-After": "1e9"}),
    "retry after nothing": fails(429, headers={"Retry-After": "nan"}),
    "retry after yesterday": fails(503, headers={"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}),
    "retry after the end": fails(503, headers={"Retry-After": "Wed, 21 Oct 99999 07:28:00 GMT"}),
    "the key in an error": fails(400, f"the key {KEY} is not allowed"),
    "an error of a megabyte": fails(400, "\x1b[31m" + "x" * 2**20),
    "HTML": Reply(body=b"<html><body>Bad gateway</body></html>"),
    "an empty body": Reply(body=b""),
    "a scalar": Reply(body=7),
    "a list": Reply(body=[]),
    "null": Reply(body=None),
    "deep JSON": Reply(body=b"[" * 100_000),
    "deep JSON in a completion": Reply(body=FINE[:-1] + b', "x": ' + b"[" * 50_000 + b"]" * 50_000 + b"}"),
    "a long number": Reply(body=FINE[:-1] + b', "x": ' + b"9" * 100_000 + b"}"),
    "cut JSON": Reply(body=FINE[:-40]),
    "bytes that are not text": Reply(body=FINE.replace(b"Option", b"\xff\xfe")),
    "UTF-16": Reply(body=FINE.decode().encode("utf-16")),
    "no choices": choices([]),
    "choices of null": choices(None),
    "a choice of null": choices([None]),
    "a choice without a message": choices([{"index": 0}]),
    "a message of null": message(None),
    "a message of parts": message([{"type": "text", "text": "A"}]),
    "a message that is a number": message(7),
    "a lone surrogate": message("\ud800"),
    "negative counts": usage(prompt_tokens=-5, completion_tokens=-1),
    "counts of 2^63": usage(prompt_tokens=2**63, completion_tokens=2**63),
    "counts in words": usage(prompt_tokens="many", completion_tokens=[]),
    "17 MiB": Reply(body=FINE + b" " * 17 * 2**20),
    "a gzip bomb": compressed_reply(gzip.compress(b" " * 2**27), "gzip"),
    "a gzip bomb in a gzip bomb": compressed_reply(gzip.compress(gzip.compress(b" " * 2**27)), "gzip, gzip"),
    "broken gzip": compressed_reply(gzip.compress(FINE)[:-9], "gzip"),
    "broken deflate": compressed_reply(zlib.compress(FINE)[3:], "deflate"),
    "an encoding that is none": compressed_reply(FINE, "gzip"),
    "dropped": Reply(breaks="dropped"),
    "truncated": Reply(200, FINE, breaks="truncated"),
    "closed at once": raw(),
    "no HTTP": raw(b"\x16\x03\x01\x02\x00garbage\r\n\r\n"),
    "HTTP/0.9": raw(FINE),
    "half a head": raw(b"HTTP/1.1 200 OK\r\nContent-"),
    "a status that is none": raw(head(status="banana")),
    "a status of 10 digits": raw(head(status="2000000000 OK")),
    "a length that is none": raw(head("Content-Length: banana"), FINE),
    "a negative length": raw(head("Content-Length: -1"), FINE),
    "two lengths": raw(head("Content-Length: 5", "Content-Length: 500"), FINE),
    "a length of 2^70": raw(head(f"Content-Length: {2**70}"), FINE),
    "a chunk without a size": raw(head("Transfer-Encoding: chunked"), b"zz\r\n" + FINE),
    "a chunk of 2^64": raw(head("Transfer-Encoding: chunked"), b"ffffffffffffffff\r\n" + FINE),
    "no last chunk": raw(head("Transfer-Encoding: chunked"), b'5\r\n{"a":\r\n'),
    "a header of a megabyte": raw(head("X: " + "x" * 2**20, "Content-Length: 2"), b"{}"),
    "100,000 headers": raw(head(*["X: y"] * 100_000, "Content-Length: 2"), b"{}"),
    "endless headers": Reply(raw=Endless(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n" * 1000)),
    "an endless body": Reply(raw=Endless(head(), b" " * 65536)),
    "endless chunks": Reply(raw=Endless(head("Transfer-Encoding: chunked"), b"4\r\n    \r\n" * 1000)),
    "100 for ever": Reply(raw=Endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 100)),
    "another protocol": raw(head("Upgrade: h2c", "Connection: Upgrade", status="101 Switching Protocols")),
    "silence": raw(b"", pause=600),
    "a byte a second": raw(*[bytes([byte]) for byte in head()], pause=1),
}
ANSWERS = {"a message of null", "a lone surrogate"}
"""Responses that count as answers: their decisions stay unparsed; after any other response, questions are repeated."""
ENDLESS = {"silence", "a byte a second", "100 for ever"}
"""Responses that a call waits for until its time limit. A first Ctrl-C waits for the call too, a second one ends it."""


def run_http(work: Workplace, results: Results, only: str) -> None:
    """Run the task with every broken response."""
    usual_behaviour = work.server.behaviour
    out = new_folder(work, TASK, "whole")
    finish(work, TASK, out)
    reference = ReferenceRun(outputs(out), work.count_questions(), [])
    for name, reply in KINDS.items():
        if re.search(only, name):
            print_line(name)
            results.attempt("http", name, partial(_try, work, reference, reply, usual_behaviour, name))
    work.server.behaviour = usual_behaviour


def _try(work: Workplace, reference: ReferenceRun, reply: Reply, usual_behaviour: Behaviour, name: str) -> str | None:
    """Run the command on a broken server until it gives up or is interrupted, then on a working one."""
    out, request_times = new_folder(work, TASK, "broken"), list[float]()

    def faulty_reply(request: ReceivedRequest, number: int) -> Reply:
        request_times.append(time.monotonic())
        return reply

    work.server.behaviour = faulty_reply
    words = work.words(TASK.steps[0], out)
    process = work.run(
        words,
        interrupt=lambda: bool(request_times) and time.monotonic() > request_times[0] + SECONDS,
        presses=2 if name in ENDLESS else 1,
        OPENAI_API_KEY=KEY,
    )
    work.server.behaviour = usual_behaviour
    is_finished = process.code == 0 or "; next: " in process.err
    if problem := process.problem(0, 4, 130, *([-signal.SIGINT] if is_finished or "probe: " in process.err else [])):
        return problem  # a process that has reported its end may still be interrupted
    if process.megabytes > MEGABYTES:
        return f"it took {process.megabytes:.0f} MB"
    if process.err.count("\n") > LINES or KEY[:12] in process.err or "\x1b" in process.err:
        return f"it printed {process.err[-300:]!r}"
    if not request_times:
        return "it asked nothing"
    finish(work, TASK, out)
    if is_finished or name in ANSWERS:
        return None if outputs(out).keys() == reference.outputs.keys() else "files differ"
    return difference(work, TASK, reference, out, len(request_times))
