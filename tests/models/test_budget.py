"""Budgets are hard, earlier sessions count, and money needs a price."""

import asyncio
import re
from pathlib import Path

import pytest

from probe.errors import BudgetError, CorpusError, InputError, ModelFault
from probe.models import OpenedModels, Prices, public_prices
from probe.models.budget import PACKAGED_FILE, question_bound, user_file
from probe.store import open_run
from probe.values import Answer, Budget, ModelSpec, Price, SpentUsage
from tests.defined import defined
from tests.models.conftest import OpenModels, question, success
from tests.models.memory import MemoryStore
from tests.server.chat import ChatServer, Reply, fails, says

SPEC = ModelSpec.parse("openai/m")


def prices(folder: Path, text: str) -> Prices:
    file = folder / "prices.toml"
    file.write_text(text)
    return Prices.load(file, {})


async def ask_many(models: OpenedModels, count: int, spec: ModelSpec = SPEC) -> list[Answer | BaseException]:
    gateway = models.open(spec)
    return await asyncio.gather(*(gateway.ask(question(str(n))) for n in range(count)), return_exceptions=True)


def answers_in(results: list[Answer | BaseException]) -> list[Answer]:
    assert all(isinstance(result, Answer | BudgetError) for result in results)
    return [result for result in results if isinstance(result, Answer)]


async def test_calls_stop_at_the_limit_exactly(open_models: OpenModels, server: ChatServer) -> None:
    """Not even what is under way exceeds it; the error says how to go on, and ends with exit code 4."""
    server.latency = 0.005
    results = await ask_many(open_models(budget=Budget(max_calls=7), concurrency=4), 30)
    assert len(answers_in(results)) == len(server.received) == 7
    error = next(result for result in results if isinstance(result, BudgetError))
    assert "raise --max-calls" in str(error)
    assert error.exit_code == 4


async def test_failed_attempts_cost_nothing(open_models: OpenModels, server: ChatServer) -> None:
    server.behaviour = lambda _, number: fails(500) if number % 2 == 0 else says("fine")
    results = await ask_many(open_models(budget=Budget(max_calls=5), concurrency=1), 5)
    assert len(answers_in(results)) == 5
    assert len(server.received) == 10


async def test_a_budget_is_not_called_spent_while_its_calls_may_still_fail(
    open_models: OpenModels, server: ChatServer
) -> None:
    """With more questions at once than calls, the others wait: nothing was answered, and the server is to blame."""
    server.behaviour, server.latency = (lambda *_: fails(500)), 0.005
    results = await ask_many(open_models(budget=Budget(max_calls=2), concurrency=8), 8)
    assert all(isinstance(result, ModelFault) and "500" in str(result) for result in results)


async def test_calls_that_failed_leave_their_place_to_others(open_models: OpenModels, server: ChatServer) -> None:
    server.behaviour, server.latency = (lambda _, number: fails(400) if number < 3 else says("fine")), 0.005
    results = await ask_many(open_models(budget=Budget(max_calls=2), concurrency=8), 8)
    kinds = [type(result) for result in results]
    assert (kinds.count(Answer), kinds.count(ModelFault), kinds.count(BudgetError)) == (2, 3, 3)


async def test_earlier_sessions_count_and_found_answers_do_not(open_models: OpenModels, server: ChatServer) -> None:
    """Resumed with the same limit nothing new is asked, and everything that was answered is still there."""
    store = MemoryStore()
    await ask_many(open_models(store=store, budget=Budget(max_calls=4)), 10)
    later_store = MemoryStore([SpentUsage(spec="openai/m", calls=4)])
    later_store.answers = store.answers
    results = await ask_many(open_models(store=later_store, budget=Budget(max_calls=4)), 10)
    assert len(answers_in(results)) == 4
    assert len(server.received) == 4
    assert len(answers_in(await ask_many(open_models(store=later_store), 10))) == 10


async def test_money_is_never_exceeded_where_answers_have_a_limit(
    open_models: OpenModels, server: ChatServer, tmp_path: Path
) -> None:
    """Every answer is as long as it may be, and twenty questions are asked at once: each reserves its worst case."""
    server.behaviour = lambda _, __: success(usage={"prompt_tokens": 30, "completion_tokens": 500})
    server.latency = 0.005
    table = prices(tmp_path, '["openai/m"]\ninput = 1\noutput = 2.0\n')
    models = open_models(budget=Budget(max_usd=0.01), prices=table, concurrency=20)
    results = await ask_many(models, 30, ModelSpec.parse("openai/m?max_tokens=500"))
    usd = defined(models.usage().usd)
    assert 0.0085 < usd <= 0.01
    assert len(answers_in(results)) == len(server.received) == 9
    assert any("raise --max-usd" in str(result) for result in results)


async def test_without_a_limit_on_answers_money_is_exceeded_by_longer_ones_only(
    open_models: OpenModels, server: ChatServer, tmp_path: Path
) -> None:
    """4,096 tokens are reserved for each answer, and after a longer one its length."""
    server.behaviour = lambda _, __: success(usage={"prompt_tokens": 30, "completion_tokens": 10_000})
    table = prices(tmp_path, '["openai/m"]\ninput = 0\noutput = 100\n')
    models = open_models(budget=Budget(max_usd=2.9), prices=table, concurrency=1)
    assert len(answers_in(await ask_many(models, 9))) == 2
    assert models.usage().usd == pytest.approx(2.0)


async def test_a_budget_that_covers_no_call_is_said_to_be_too_small(
    open_models: OpenModels, server: ChatServer, tmp_path: Path
) -> None:
    table = prices(tmp_path, '["openai/m"]\ninput = 1\noutput = 2\n')
    models = open_models(budget=Budget(max_usd=0.00001), prices=table)
    with pytest.raises(BudgetError, match=r"the next call may cost up to \$0\.0083"):
        await models.open(SPEC).ask(question())
    assert not server.received


async def test_lost_answers_are_paid_for(open_models: OpenModels, server: ChatServer, store: MemoryStore) -> None:
    """A truncated answer is thrown away, and its tokens are on the bill all the same."""
    server.follow(says("", "length"), says("fine"))
    models = open_models()
    await models.open(SPEC).ask(question())
    usage = models.usage()
    assert (usage.calls, usage.prompt_tokens, usage.completion_tokens) == (2, 20, 6)
    assert len(store.lost) == 1


async def test_an_impossible_count_of_tokens_is_charged_by_an_estimate(
    open_models: OpenModels, server: ChatServer, tmp_path: Path
) -> None:
    """A server that reports 2^63 tokens neither ends the run nor lets it go on for nothing, when resumed either."""
    usage = {"prompt_tokens": 2**63, "completion_tokens": 2**63}
    server.behaviour = lambda *_: Reply(body={"choices": [{"message": {"content": "fine"}}], "usage": usage})
    table = prices(tmp_path, '["openai/m"]\ninput = 1000.0\noutput = 1000.0\n')
    with open_run(tmp_path / "run", {"kind": "test"}) as store:
        models = open_models(store=store, prices=table, budget=Budget(max_usd=1000))
        await ask_many(models, 3)
        charged = models.usage()
        assert charged.prompt_tokens == 3 * question_bound(question("1"))
        assert charged.completion_tokens == 3 * len("fine")
        assert charged.usd == pytest.approx((charged.prompt_tokens + charged.completion_tokens) / 1000)
    with open_run(tmp_path / "run", {"kind": "test"}) as store:
        assert open_models(store=store, prices=table).usage().usd == pytest.approx(charged.usd)


async def test_usage_without_a_price_says_so(open_models: OpenModels) -> None:
    """Tokens are counted, money is unknown (None, and not zero), and the file that lacks it is named."""
    models = open_models()
    await ask_many(models, 3)
    await models.open(SPEC).ask(question("0"))
    usage = models.usage()
    assert (usage.calls, usage.cached, usage.prompt_tokens, usage.completion_tokens) == (3, 1, 30, 9)
    assert usage.usd is None
    assert usage.unpriced == ("openai/m",)
    assert models.notices() == (f"openai/m has no price in {PACKAGED_FILE}: only its tokens are counted",)


async def test_earlier_sessions_are_in_the_usage(open_models: OpenModels, tmp_path: Path) -> None:
    """Where only some models have prices the sum is a lower bound, and says of what."""
    earlier_spending = [
        SpentUsage(spec="openai/m", calls=2, prompt_tokens=1_000_000, completion_tokens=500_000),
        SpentUsage(spec="groq/x", calls=1, prompt_tokens=10, completion_tokens=10),
        SpentUsage(spec="simulated/rational", calls=5),
    ]
    table = prices(tmp_path, '["openai/*"]\ninput = 1\noutput = 4\n')
    usage = open_models(store=MemoryStore(earlier_spending), prices=table).usage()
    assert (usage.calls, usage.usd, usage.unpriced) == (8, 3.0, ("groq/x",))


def test_a_limit_on_money_needs_a_price(open_models: OpenModels) -> None:
    """The error comes before the first call, and names the file for the price."""
    with pytest.raises(InputError, match=r"--max-usd needs its price.*prices\.toml"):
        open_models(budget=Budget(max_usd=1)).open(SPEC)
    simulated = open_models(budget=Budget(max_usd=1), simulated=lambda spec: lambda request: "yes")
    simulated.open(ModelSpec.parse("simulated/rational"))


def test_the_most_exact_entry_counts(tmp_path: Path) -> None:
    table = prices(
        tmp_path,
        '["*"]\ninput=1\noutput=1\n["openai/*"]\ninput=2\noutput=2\n["openai/gpt-4o*"]\ninput=3\noutput=3\n'
        '["openai/gpt-4o"]\ninput=4\noutput=4\n',
    )
    names = ["groq/x", "openai/o3", "openai/gpt-4o-mini", "openai/gpt-4o", "openai/gpt-4o?base_url=http://x"]
    assert [price.input for name in names if (price := table.of(name))] == [1, 2, 3, 4, 4]


def test_prices_are_looked_for_where_the_user_keeps_them(tmp_path: Path) -> None:
    """Their own file if there is one, else the packaged one."""
    environment = {"XDG_CONFIG_HOME": str(tmp_path)}
    packaged_prices = Prices.load(None, environment)
    assert packaged_prices.source == PACKAGED_FILE
    assert packaged_prices.of("openai/gpt-4o-mini") is not None
    file = user_file(environment)
    file.parent.mkdir()
    file.write_text('["openai/m"]\ninput = 1\noutput = 2\n')
    assert Prices.load(None, environment).source == file
    assert user_file({"HOME": "/home/x"}) == Path("/home/x/.config/probe/prices.toml")


@pytest.mark.parametrize(
    "text",
    [
        "openai/m = 1",
        '"openai/m" = 1',
        '["openai/m"]\ninput = 1',
        '["openai/m"]\ninput = 1\noutput = "2"',
        '["openai/m"]\ninput = -1\noutput = 2',
        '["openai/m"]\ninput = nan\noutput = 2',
        '["openai/m"]\ninput = true\noutput = 2',
    ],
)
def test_a_broken_price_file_is_reported_with_its_name(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"prices\.toml[: ]") as excinfo:
        prices(tmp_path, text)
    assert "\n" not in str(excinfo.value)


def test_a_missing_price_file_is_reported_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"absent\.toml.*No such file"):
        Prices.load(tmp_path / "absent.toml", {})


def test_every_model_that_the_pages_name_has_a_price() -> None:
    """Of those that cost money; MODEL stands for any."""
    root = Path(__file__).parents[2]
    pages = "\n".join(page.read_text(encoding="utf-8") for page in [root / "README.md", *(root / "docs").glob("*.md")])
    model_names = set(re.findall(r"\b(?:openai|groq)/(?:gpt|llama)[\w.-]*\w", pages))
    assert len(model_names) >= 5
    packaged_prices = Prices.load(PACKAGED_FILE, {})
    assert not [name for name in model_names if packaged_prices.of(name) is None]


def test_cached_tokens_and_batches_have_their_own_prices() -> None:
    """Cached tokens are part of the question's; a price that is missing is that of other tokens or calls."""
    million = 1_000_000
    price = Price(input=2.0, output=8.0, cached_input=0.5, batch_input=1.0)
    assert price.of(million, million, million // 2) == 1.0 + 0.25 + 8.0
    assert Price(input=2.0, output=8.0).of(million, 0, million // 2) == 2.0
    assert price.in_batch().of(million, million, million // 2) == 1.0 + 8.0
    table = Prices({"openai/*": price}, Path("prices.toml"))
    assert table.of("openai/m?seed=3&batch=24h") == price.in_batch()
    assert table.of("openai/m?seed=3") == price


async def test_cached_tokens_of_a_response_lower_what_is_used(open_models: OpenModels, server: ChatServer) -> None:
    """They are read from the response, and counted in the money that a run has used."""
    usage = {"prompt_tokens": 1000, "completion_tokens": 0, "prompt_tokens_details": {"cached_tokens": 600}}
    server.follow(success(usage=usage))
    models = open_models()
    await models.open(ModelSpec.parse("openai/gpt-4o")).ask(question())
    assert models.usage().usd == pytest.approx((400 * 2.5 + 600 * 1.25) / 1_000_000)


def test_all_problems_of_a_price_file_are_reported_with_their_lines(tmp_path: Path) -> None:
    text = '["openai/a"]\ninput = 1\n\n["openai/b"]\ninput = "1"\noutput = -2\nbatch = 3\n\n["openai"]\nc = 3\n'
    with pytest.raises(CorpusError) as error:
        prices(tmp_path, f"d = 4\n{text}")
    file = tmp_path / "prices.toml"
    assert [problem.removeprefix(f"{file}:") for problem in error.value.problems] == [
        '1: d: write a table, ["d"] with input = 0.15 and output = 0.6',
        "2: openai/a: 'output' is missing",
        "8: openai/b: unknown key 'batch'; did you mean 'batch_input'?",
        '6: openai/b.input: write a number, not "1"',
        "7: openai/b.output: -2 is too small: it has to be 0.0 or more",
        "11: openai: unknown key 'c'; choose among input, output, cached_input, batch_input, batch_output",
        "10: openai: 'input' is missing",
        "10: openai: 'output' is missing",
    ]


def public(tmp_path: Path, name: str, **settings: bool) -> Price | None:
    file = tmp_path / "prices.toml"
    file.write_text('["openai/gpt-4o"]\ninput = 99.0\noutput = 99.0\n')
    return Prices.load(file, {}, **settings).of(name)


def test_a_model_that_the_file_does_not_name_has_a_public_price(tmp_path: Path) -> None:
    """The file comes first; other addresses, servers of one's own and models that cost nothing have none."""
    public_price = defined(public(tmp_path, "openai/gpt-4o-mini?temperature=1", public=True))
    assert public_price.input < public_price.output
    assert public_price.cached_input is not None
    listed_price = defined(public(tmp_path, "openai/gpt-4o", public=True))
    assert listed_price.input == 99
    assert public(tmp_path, "gemini/gemini-2.5-flash", public=True) is not None
    for name in ("openai/gpt-4o-mini?base_url=http://x/v1", "openai/no-such", "ollama/gpt-4o-mini", "simulated/random"):
        assert public(tmp_path, name, public=True) is None, name
    assert public(tmp_path, "openai/gpt-4o-mini") is None


def test_a_batch_has_the_public_price_of_batches_where_there_is_one(tmp_path: Path) -> None:
    plain_price = defined(public(tmp_path, "openai/gpt-4.1-mini", public=True))
    batch = defined(public(tmp_path, "openai/gpt-4.1-mini?batch=24h", public=True))
    assert (batch.input, batch.output) == (plain_price.batch_input, plain_price.batch_output)
    assert batch.input < plain_price.input


def test_a_public_price_that_knows_no_batches_is_said_to_be_the_full_one(tmp_path: Path) -> None:
    plain_name, batched_name = "groq/llama-3.1-8b-instant", "groq/llama-3.1-8b-instant?batch=24h"
    assert public(tmp_path, batched_name, public=True) == public(tmp_path, plain_name, public=True)
    prices = Prices.load(tmp_path / "prices.toml", {}, public=True)
    assert "no batch price" in (prices.public_notice(batched_name) or "")
    for name in (plain_name, "openai/gpt-4.1-mini?batch=24h"):
        assert "no batch price" not in (prices.public_notice(name) or "no batch price"), name
    assert prices.public_notice("openai/gpt-4o?batch=24h") is None


def test_without_the_package_nothing_has_a_public_price(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_prices, "find_spec", lambda _: None)
    public_prices.public_price.cache_clear()
    assert public(tmp_path, "openai/gpt-4o-mini", public=True) is None
    public_prices.public_price.cache_clear()
