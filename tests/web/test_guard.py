"""Requests that the pages refuse, and hostile content that stays text."""

import html
import http.client
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from probe.protocols.dilemmas.reading import read_dilemmas
from probe.store.ratings import RatingStore
from probe.values.validation import SampledItem
from probe.web.app import HEADERS, Guard
from tests.shared import CommandLine
from tests.web.conftest import (
    HOSTILE,
    PageServer,
    Serve,
    flawed_pair,
    hostile_pair,
    write_decisions,
    write_generation,
    write_pairs,
)


@pytest.fixture(scope="module")
def page_server(serve: Serve, tmp_path_factory: pytest.TempPathFactory) -> PageServer:
    folder = tmp_path_factory.mktemp("guard")
    file = write_pairs(folder / "<b>bold<b> \u202e.jsonl", flawed_pair(), hostile_pair())
    pairs = list(read_dilemmas(file))
    run = write_decisions(folder / "run", pairs, HOSTILE, HOSTILE)
    RatingStore.create(folder / "ratings", [SampledItem.of(pair) for pair in pairs], {})
    (folder / "secret.txt").write_text("outside", encoding="utf-8")
    generation = write_generation(folder / "generation", pairs[1])
    server = serve(file, run, generation, "--ratings", folder / "ratings")
    server.token = RatingStore.open(folder / "ratings").form_token("Ada")
    server.ids = tuple(pair.id for pair in pairs)
    return server


def test_only_names_of_this_machine_are_answered(page_server: PageServer) -> None:
    """DNS rebinding sends a foreign name in the Host header."""
    for host in (
        "evil.example",
        f"evil.example:{page_server.port}",
        "127.0.0.1.evil.example",
        "",
        "127.0.0.1@evil.example",
    ):
        assert page_server.ask("/", Host=host)[0] == 403, host
    for host in ("localhost", f"LOCALHOST:{page_server.port}", f"127.0.0.1:{page_server.port}"):
        assert page_server.ask("/", Host=host)[0] == 200, host


def test_writes_from_other_sites_are_refused(page_server: PageServer) -> None:
    """By origin, by the browser's Sec-Fetch-Site header, and by the token that only PROBE's own pages contain."""
    token = page_server.token
    valid_form, path = f"token={token}&same_task=yes", "/rate/Ada/1"
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec_Fetch_Site": "cross-site"}):
        assert page_server.ask(path, "POST", valid_form, **headers)[0] == 403, headers
    for body in (
        "same_task=yes",
        "token=&same_task=yes",
        "token=%C3%A9&same_task=yes",
        valid_form + "&x=" + "y" * 70_000,
    ):
        assert page_server.ask(path, "POST", body, Origin=page_server.url.rstrip("/"))[0] == 403
    assert page_server.ask(path, "PUT", valid_form)[0] == 403
    assert "0</strong> of" in page_server.ask("/rate/Ada/1")[1]
    assert page_server.ask(path, "POST", valid_form, Origin=page_server.url.rstrip("/"))[0] == 303
    assert "checked" in page_server.ask("/rate/Ada/1")[1]


def has_security_headers(headers: Mapping[str, str]) -> bool:
    """Whether an answer has the security headers."""
    values = {name.lower(): value for name, value in headers.items()}
    return all(values.get(name.lower()) == value for name, value in HEADERS.items())


@pytest.mark.parametrize("path", ["/rate/Ada/{}", "/rejected/{}/1", "/rejected/0/{}", "/dilemma/{}", "/?page={}"])
def test_a_number_of_thousands_of_digits_is_a_bad_request(page_server: PageServer, path: str) -> None:
    """Python refuses to convert it; the answer has the headers of every page."""
    status, headers, _ = page_server.answer(path.format("9" * 5000))
    assert status == 400
    assert has_security_headers(headers)


def test_a_form_of_very_many_fields_is_a_bad_request(page_server: PageServer) -> None:
    body = f"token={page_server.token}&" + "&".join(f"f{number}=1" for number in range(150))
    status, headers, text = page_server.answer("/rate/Ada/1", "POST", body)
    assert status == 400
    assert "100 fields" in html.unescape(text)
    assert has_security_headers(headers)


async def test_an_error_in_a_page_has_the_headers_of_every_page() -> None:
    def broken_page(request: Request) -> Response:
        raise RuntimeError("a bug")

    app = Starlette(routes=[Route("/", broken_page)], middleware=[Middleware(Guard)])
    answer = TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False).get("/")
    assert answer.status_code == 500
    assert "a bug" not in answer.text
    assert has_security_headers(answer.headers)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../../secret.txt",
        "/static/%2e%2e/%2e%2e/secret.txt",
        "/static/..%2f..%2fsecret.txt",
        "/static//etc/passwd",
        "/figures/../../secret.svg",
        "/dilemma/..%2f..%2fsecret.txt",
        "/rejected/0/99",
        "/rejected/7/1",
        "/rejected/0/99999999999999999999",
        "/rate/Ada/0",
        "/rate/Ada/99999999999999999999999",
        "/rate/%3Cscript%3E",
        "/rate/..%2f..",
    ],
)
def test_no_path_leads_outside(page_server: PageServer, path: str) -> None:
    status, text = page_server.ask(path)
    assert status == 404
    assert "outside" not in text


def test_hostile_content_stays_text(page_server: PageServer) -> None:
    """On every page: no tag, no control character and no direction mark of the data gets through."""
    hostile_id = page_server.ids[1]
    rating_paths, rejection_paths = (
        ("/rate", "/rate/Ada/1", "/rate/Ada/2", "/agreement"),
        ("/rejected", "/rejected/0/1"),
    )
    paths = ["/", f"/dilemma/{hostile_id}", *rating_paths, "/analyses", *rejection_paths]
    for path in [*paths, "/?words=%3Cscript%3E%1b&author=%22%3E%3Cscript%3E&page=9e9"]:
        status, text = page_server.ask(path)
        assert status == 200, path
        assert "<script>document" not in text, path
        assert "<script>alert" not in text, path
        assert "<img src=x" not in text, path
        assert "<b>bold" not in text, path
        assert not {"\x1b", "\u202e"} & set(text), path
    page_text = html.unescape(page_server.ask(f"/dilemma/{hostile_id}")[1])
    assert "<script>document.title='owned'</script>␛[31m<U+202E>gnp.exe" in page_text


def test_every_answer_forbids_foreign_and_inline_content(page_server: PageServer) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", page_server.port, timeout=30)
    for path in ("/", "/static/probe.js", "/nothing", f"/dilemma/{page_server.ids[0]}"):
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    connection.close()


def test_a_page_of_an_import_says_why_it_fails(page_server: PageServer) -> None:
    """The reason and its importance are at the top, before any evidence."""
    text = html.unescape(page_server.ask(f"/dilemma/{page_server.ids[0]}")[1])
    reason_position = text.index('class="box bad"')
    assert (
        reason_position
        < text.index(f'href="#{page_server.ids[0]}-unique"')
        < text.index("<mark>")
        < text.index('class="check"')
    )
    assert "<mark> Ten others waited.</mark>" in text


def test_a_port_in_use_is_one_line(probe: CommandLine, page_server: PageServer, tmp_path: Path) -> None:
    file = write_pairs(tmp_path / "d.jsonl", flawed_pair())
    completed = probe.process("serve", file, "--port", str(page_server.port), expect=2)
    assert len(completed.stderr.strip().splitlines()) == 1
    assert "--port" in completed.stderr


def test_a_rejected_candidate_says_its_stage_and_how_near_it_was(page_server: PageServer) -> None:
    """With its stage, its measure beside the bound that it missed, and its texts and programs."""
    status, text = page_server.ask("/rejected?stage=pair_similarity")
    assert status == 200
    assert re.search(r"\b60\b", text)
    assert text.count("levenshtein 0.650") == 1
    assert 'href="/rejected/0/1"' in text
    second = page_server.ask("/rejected?page=2")[1]
    assert 'href="/rejected/0/1"' not in second
    assert 'href="/rejected/0/' in second
    text = html.unescape(page_server.ask("/rejected/0/1")[1])
    assert "pair_similarity" in text
    assert "<mark> really</mark>" in text
    assert "good(X) :-" in text
