"""A dataset that is served by a separate process, and plain requests to it."""

import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright
from pydantic import JsonValue

from probe.files.dataset import write_dataset
from probe.store import open_run
from probe.values import (
    Arm,
    Bias,
    Candidate,
    CandidateState,
    Decision,
    Dilemma,
    Option,
    Provenance,
    StageOutcome,
    StageResult,
    index_of,
)

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
"""Names of installed browsers; Playwright uses the first and downloads nothing."""

HOSTILE = "<script>document.title='owned'</script>\x1b[31m\u202egnp.exe\u202c &amp; <img src=x onerror=alert(1)>"
"""Markup, a terminal's escape sequence and direction marks in one text."""

OPTIONS = "- Option A: wait.\n- Option B: go.\n\nWhich one do I choose, Option A or Option B?"


def flawed_pair() -> Dilemma:
    """A pair from which both options follow: ``unique`` fails, and the reason is plain."""
    program = ":- consult('axioms').\nready(option_A).\nready(option_B).\ndecide_option(user, X) :- good(X).\n"
    return Dilemma(
        bias=Bias.ANCHORING,
        unbiased=f"I have to choose.\n{OPTIONS}",
        biased=f"I have to choose. Ten others waited.\n{OPTIONS}",
        axioms="good(X) :-\n    fit(X).\nfit(X) :-\n    done(X).\ndone(X) :- ready(X).\n",
        unbiased_program=program,
        biased_program=program + "waited(ten).\n",
        correct_option=Option.A,
        evidence={"round_trip": {"unbiased": {"rebuilt": "Choose between A and B?", "cosine": 0.9}}},
        provenance=Provenance(author="somebody"),
    )


def hostile_pair() -> Dilemma:
    """A pair whose texts, atoms, note, author and evidence are hostile."""
    atom = "'<script>alert(2)</script>\u202e'"
    return flawed_pair().model_copy(
        update={
            "id": "",
            "unbiased": f"{HOSTILE}\n{OPTIONS}",
            "biased": f"{HOSTILE} really\n{OPTIONS}",
            "axioms": f"good(X) :-\n    ready(X, {atom}).\n",
            "axioms_note": HOSTILE,
            "unbiased_program": f"ready(option_A, {atom}).\ndecide_option(user, X) :- good(X).\n",
            "biased_program": f"ready(option_A, {atom}).\nx({atom}).\ndecide_option(user, X) :- good(X).\n",
            "evidence": {HOSTILE: {"reason": HOSTILE, "round_trip": HOSTILE}},
            "provenance": Provenance(author=HOSTILE),
        }
    )


def write_pairs(file: Path, *pairs: Dilemma) -> Path:
    """Write the pairs with new ids."""
    write_dataset(file, [Dilemma.model_validate(pair.model_dump()) for pair in pairs])
    return file


def write_decisions(folder: Path, pairs: list[Dilemma], subject: str, explanation: str) -> Path:
    """Write an evaluation in which the first pair flips and the others do not."""
    settings: dict[str, JsonValue] = {
        "kind": "evaluate",
        "subject": subject,
        "runs": 1,
        "order": "as-written",
        "questions": 2 * len(pairs),
    }
    with open_run(folder, settings) as store:
        store.keep_items(pairs)
        for number, pair in enumerate(pairs):
            for arm in (Arm.UNBIASED, Arm.BIASED):
                letter = "B" if number == 0 and arm is Arm.BIASED else "A"
                fields = {"item_id": pair.id, "arm": arm, "run": 0, "decision": index_of(letter)}
                store.keep_decision(Decision.model_validate(fields | {"explanation": explanation}))
    return folder


def write_generation(folder: Path, pair: Dilemma) -> Path:
    """Write a generation with a candidate rejected at ``pair_similarity``, and with surplus candidates."""
    evidence: dict[str, JsonValue] = {"levenshtein": 0.65, "levenshtein_range": [0.7, 0.99], HOSTILE: HOSTILE}
    rejection = StageResult(stage="pair_similarity", outcome=StageOutcome.REJECTED, reason=HOSTILE, evidence=evidence)
    with open_run(folder, {"kind": "generate"}) as store:
        for position in range(60):
            candidate = Candidate(
                bias=pair.bias, author=HOSTILE, expansion=0, position=position, texts=pair.texts, programs=pair.programs
            )
            if position == 0:
                store.keep_candidate(candidate.with_result(rejection), CandidateState.REJECTED)
            else:
                store.keep_candidate(candidate, CandidateState.SURPLUS)
    return folder


@dataclass
class PageServer:
    """A running ``probe serve``."""

    process: subprocess.Popen[str]
    url: str
    ids: tuple[str, ...] = ()
    token: str = ""
    port: int = field(init=False)

    def __post_init__(self) -> None:
        self.port = int(self.url.rstrip("/").rpartition(":")[2])

    def ask(self, path: str, method: str = "GET", body: str | None = None, **headers: str) -> tuple[int, str]:
        """Send one request unchanged, however odd, and return status and text."""
        status, _, text = self.answer(path, method, body, **headers)
        return status, text

    def answer(
        self, path: str, method: str = "GET", body: str | None = None, **headers: str
    ) -> tuple[int, dict[str, str], str]:
        """Send one request unchanged, and return status, headers and text."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.putrequest(method, path, skip_host=True)
        request_headers = {
            "Host": f"127.0.0.1:{self.port}",
            **{name.replace("_", "-"): text for name, text in headers.items()},
        }
        for name, text in request_headers.items():
            connection.putheader(name, text)
        if body is not None:
            connection.putheader("Content-Type", "application/x-www-form-urlencoded")
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body.encode() if body is not None else None)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, dict(answer.headers), text

    def kill(self) -> None:
        """End it with SIGKILL."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=10)


Serve = Callable[..., PageServer]


def start_serving(*arguments: str | Path, port: int = 0) -> PageServer:
    """Start ``probe serve`` and wait for its address."""
    command = [sys.executable, "-m", "probe", "serve", *map(str, arguments), "--port", str(port)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    line = process.stderr.readline()
    address = re.match(r"http://127\.0\.0\.1:\d+/", line)
    assert address, line + process.stderr.read()
    return PageServer(process, address[0])


@pytest.fixture(scope="module")
def serve() -> Iterator[Serve]:
    """Start servers; those that still run are ended with the module."""
    servers: list[PageServer] = []

    def start(*arguments: str | Path, port: int = 0) -> PageServer:
        servers.append(start_serving(*arguments, port=port))
        return servers[-1]

    yield start
    for server in servers:
        server.process.terminate()
        server.process.wait(timeout=20)


def chromium() -> str:
    """Return the browser's path; without one the tests are skipped, on continuous integration they fail."""
    browser_path = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if browser_path:
        return browser_path
    if os.environ.get("PROBE_CI"):
        pytest.fail("there is no Chromium: make chromium installs it")
    pytest.skip("there is no Chromium here: make chromium installs it")


@contextmanager
def opened_browser() -> Iterator[Browser]:
    """Start the browser. Playwright runs an event loop in this thread: run commands in this process before."""
    path = chromium()
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a file."""
    with opened_browser() as chromium_browser:
        yield chromium_browser


SCREENS = pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
"""A dark phone and a light desktop; each rule of the style sheet depends on the scheme or the width, but not both."""


@contextmanager
def opened_window(browser: Browser, width: int, scheme: str = "light") -> Iterator[Page]:
    """Open a window of this width, in which no script of the data may open a dialog."""
    colours: Literal["dark", "light"] = "dark" if scheme == "dark" else "light"
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=colours)
    window = context.new_page()
    forbid_dialogs(window)
    yield window
    context.close()


def forbid_dialogs(page: Page) -> None:
    """Let a test fail if a script of the data opens a dialog."""
    page.on("dialog", lambda dialog: pytest.fail(f"a script of the data ran: {dialog.message}"))


def violations(page: Page, *impacts: str) -> list[tuple[str, str]]:
    """Return the violations that axe-core finds with these impacts (default: all): the rule and the first element."""
    return [
        (violation["id"], violation["nodes"][0]["html"])
        for violation in Axe().run(page).response["violations"]
        if not impacts or violation["impact"] in impacts
    ]


def serious_violations(page: Page) -> list[tuple[str, str]]:
    """Return the violations that keep people from using a page."""
    return violations(page, "serious", "critical")


def page_width(page: Page) -> int:
    """Return the width of the content; if it exceeds the window's, the page scrolls sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth"))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh window in which any script error, refused content or failed request fails the test."""
    context = browser.new_context()
    window = context.new_page()
    problems: list[str] = []
    window.on("pageerror", lambda error: problems.append(str(error)))
    window.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    yield window
    context.close()
    # A browser keeps connections open, which are reset when a test kills the server.
    assert not [problem for problem in problems if "ERR_CONNECTION_RESET" not in problem]


def open_when_checked(page: Page, page_server: PageServer) -> None:
    """Open the list and reload it until every dilemma has been checked in the background."""
    page.goto(page_server.url)
    while page.locator(".warn[role=status]").count():
        page.reload()
