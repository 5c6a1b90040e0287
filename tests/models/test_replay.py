"""The gateway against the server that replays published answers, when it is there: faults, garbage, two SDKs.

PROBE_REPLAY_SERVER is the server's script, PROBE_SWE_DATA the folder of the published files.
"""

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from probe.models import OpenedModels, Prices, RetryPolicy
from probe.values import Answer, ModelSpec
from tests.defined import defined
from tests.models.conftest import KEY, question
from tests.models.memory import MemoryStore

SCRIPT = os.environ.get("PROBE_REPLAY_SERVER", "")
DATA = os.environ.get("PROBE_SWE_DATA", "")
pytestmark = pytest.mark.skipif(
    not (SCRIPT and DATA), reason="PROBE_REPLAY_SERVER and PROBE_SWE_DATA are not both set: no server to replay answers"
)
PATIENT = RetryPolicy(attempts=12, truncated_attempts=12, first_wait=0.005, longest_wait=0.05, max_wait=5)


def published_file() -> Path:
    return next(Path(DATA).glob("1_augmented_dilemmas_dataset_*.json"))


@asynccontextmanager
async def replay_server(*flags: str) -> AsyncIterator[str]:
    """Run the replay server with ``flags`` and yield its URL."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, SCRIPT, str(published_file()), *flags, stdout=asyncio.subprocess.PIPE
    )
    try:
        yield (await defined(process.stdout).readline()).decode().strip()
    finally:
        process.terminate()
        await process.wait()


def dilemmas(count: int) -> Sequence[str]:
    """Return unbiased texts of the published benchmark, in its order."""
    published_pairs = json.loads(published_file().read_text(encoding="utf-8"))
    return [row["unbiased"].strip() for rows in published_pairs.values() for row in rows if row["AI_generated"]][:count]


async def decide(url: str, name: str = "openai/gpt-4o-mini", count: int = 150) -> list[Answer]:
    models = OpenedModels(
        MemoryStore(),
        concurrency=32,
        policy=PATIENT,
        prices=Prices.load(None, {}),
        environment={"OPENAI_BASE_URL": url, "GROQ_BASE_URL": url, "OPENAI_API_KEY": KEY},
    )
    try:
        gateway = models.open(ModelSpec.parse(name))
        return list(await asyncio.gather(*(gateway.ask(question(text)) for text in dilemmas(count))))
    finally:
        await models.close()


def requests_in(log: Path) -> Counter[str]:
    return Counter(json.loads(line)["request"] for line in log.read_text().splitlines())


async def test_faults_change_no_answer_and_cost_no_second_one(tmp_path: Path) -> None:
    """With 30 % of requests failing the answers are those of a server that never fails, each answered once."""
    async with replay_server() as url:
        calm_decisions = await decide(url)
    log = tmp_path / "log"
    async with replay_server("--faults", "0.3", "--log", str(log)) as url:
        stormy_decisions = await decide(url)
    assert [answer.text for answer in stormy_decisions] == [answer.text for answer in calm_decisions]
    assert all("Decision: Option" in answer.text for answer in calm_decisions)
    request_counts = requests_in(log)
    assert len(request_counts) == 150
    assert set(request_counts.values()) == {1}


async def test_garbage_comes_back_as_it_is(tmp_path: Path) -> None:
    """An answer that cannot be parsed is an answer: the gateway neither repeats the call nor repairs it."""
    log = tmp_path / "log"
    async with replay_server("--garbage", "0.3", "--log", str(log)) as url:
        answers = await decide(url)
    assert any(answer.text == "<<<%%%>>>" for answer in answers)
    assert set(requests_in(log).values()) == {1}


async def test_both_sdks_get_the_same_answers() -> None:
    async with replay_server("--faults", "0.15") as url:
        by_openai = await decide(url, count=60)
        by_groq = await decide(url, "groq/llama-3.1-8b-instant", count=60)
    assert [answer.text for answer in by_groq] == [answer.text for answer in by_openai]
