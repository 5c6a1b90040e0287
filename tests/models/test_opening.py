"""Names, addresses and keys: which address each model is asked at, and the errors if there is none."""

import pytest

from probe.errors import InputError, MissingError
from probe.models import OpenedModels
from probe.models.endpoint import PLACEHOLDER_KEY, resolve_endpoint
from probe.values import Answer, ModelSpec
from tests.models.conftest import KEY, OpenModels, question
from tests.models.memory import MemoryStore
from tests.server.chat import ChatServer

URL = "http://localhost:8000/v1"


def resolve(name: str, base_url: str | None = None, **environment: str) -> tuple[str, str]:
    endpoint = resolve_endpoint(ModelSpec.parse(name), base_url, environment)
    return endpoint.url, endpoint.key


def test_the_name_goes_before_the_flag_and_the_flag_before_the_environment() -> None:
    environment = {"OPENAI_BASE_URL": "http://environment/v1", "OPENAI_API_KEY": KEY}
    assert resolve("openai/m", **environment) == ("http://environment/v1", KEY)
    assert resolve("openai/m", URL, **environment) == (URL, KEY)
    assert resolve("openai/m?base_url=http://own/v1/", URL, **environment) == ("http://own/v1", KEY)
    assert resolve("openai/m", OPENAI_API_KEY=KEY) == ("https://api.openai.com/v1", KEY)
    assert resolve("groq/m", GROQ_API_KEY=KEY) == ("https://api.groq.com", KEY)
    assert resolve("groq/m", GROQ_BASE_URL=URL) == (URL, PLACEHOLDER_KEY)
    assert resolve("groq/m", "https://api.groq.com/openai/v1", GROQ_API_KEY=KEY) == ("https://api.groq.com", KEY)


def test_one_provider_s_key_is_never_sent_to_another() -> None:
    assert resolve("groq/m", URL, OPENAI_API_KEY=KEY) == (URL, PLACEHOLDER_KEY)
    assert resolve("ollama/m", OPENAI_API_KEY=KEY) == ("http://localhost:11434/v1", PLACEHOLDER_KEY)


@pytest.mark.usefixtures("no_sdks")
@pytest.mark.parametrize(
    ("name", "url", "variable"),
    [
        ("anthropic/m", "https://api.anthropic.com/v1", "ANTHROPIC_API_KEY"),
        ("gemini/m", "https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY"),
        ("gemini/m", "https://generativelanguage.googleapis.com/v1beta/openai", "GOOGLE_API_KEY"),
        ("mistral/m", "https://api.mistral.ai/v1", "MISTRAL_API_KEY"),
        ("deepseek/m", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY"),
        ("openrouter/a/m", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
        ("together/a/m", "https://api.together.xyz/v1", "TOGETHER_API_KEY"),
    ],
)
def test_each_provider_has_its_own_address_and_key(name: str, url: str, variable: str) -> None:
    assert resolve(name, **{variable: KEY}) == (url, KEY)
    assert resolve(name, URL, OPENAI_API_KEY=KEY) == (URL, PLACEHOLDER_KEY)
    with pytest.raises(MissingError, match="no key: set"):
        resolve(name, OPENAI_API_KEY=KEY)


def test_azure_has_no_address_but_the_users_own() -> None:
    own_address = "https://mine.openai.azure.com"
    with pytest.raises(MissingError, match="set AZURE_OPENAI_ENDPOINT"):
        resolve("azure/gpt", AZURE_OPENAI_API_KEY=KEY)
    for address in (own_address, f"{own_address}/", f"{own_address}/openai/v1"):
        assert resolve("azure/gpt", AZURE_OPENAI_ENDPOINT=address, AZURE_OPENAI_API_KEY=KEY) == (own_address, KEY)


@pytest.mark.parametrize(("name", "variable"), [("openai/m", "OPENAI_API_KEY"), ("groq/m", "GROQ_API_KEY")])
def test_a_missing_key_is_reported_with_its_variable(name: str, variable: str) -> None:
    with pytest.raises(MissingError, match=f"set {variable}, or give your own endpoint with --base-url") as excinfo:
        resolve(name)
    assert excinfo.value.exit_code == 3


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://x/v1", "http://", "http://x:port/v1", "http://x:99999/v1"])
def test_an_unusable_address_is_reported_with_an_example(url: str) -> None:
    with pytest.raises(InputError, match=r"write it in full, for example http://localhost:8000/v1"):
        resolve("openai/m", url)


@pytest.mark.parametrize("url", [f"http://user:{KEY}@host/v1", f"http://host/v1?key={KEY}"])
def test_an_address_with_a_secret_in_it_is_refused_without_showing_it(url: str) -> None:
    """Addresses are stored and shown, so they hold no secrets."""
    with pytest.raises(InputError, match="environment only") as excinfo:
        resolve("openai/m", url)
    assert KEY not in str(excinfo.value)


@pytest.mark.parametrize("key", ["kéy-with-accent", "two\nlines-of-key"])
def test_a_key_that_no_header_can_carry_is_reported_without_showing_it(key: str) -> None:
    with pytest.raises(
        InputError, match="OPENAI_API_KEY: contains characters that are not allowed in a key"
    ) as excinfo:
        resolve("openai/m", OPENAI_API_KEY=key)
    assert key not in str(excinfo.value)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mystery/m", "unknown provider: choose one of openai, groq, ollama, anthropic, gemini, azure, mistral, "),
        ("grammar", "unknown provider"),
        ("openai/m?rate=1", "unknown option 'rate': the options are base_url, temperature, top_p, max_tokens"),
        ("openai/m?temperature=warm", "temperature=warm: write a number from 0 to 2"),
        ("openai/m?temperature=nan", "temperature=nan: write a number from 0 to 2"),
        ("openai/m?max_tokens=0", "max_tokens=0: write a whole number from 1"),
        ("openai/m?max_tokens=", "max_tokens=: write a whole number from 1"),
        ("openai/m?reasoning_effort=very low", "reasoning_effort=very low: write one word"),
        ("simulated/rational", "a simulated subject only decides"),
    ],
)
def test_a_name_that_makes_no_sense_is_reported(open_models: OpenModels, name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        open_models().open(ModelSpec.parse(name))


def test_no_concurrency_is_no_way_to_work() -> None:
    with pytest.raises(InputError, match="concurrency 0"):
        OpenedModels(MemoryStore(), concurrency=0)


def test_equal_names_share_a_gateway(open_models: OpenModels) -> None:
    """So that a model in several roles answers equal questions once."""
    models = open_models()
    assert models.open(ModelSpec.parse("openai/m")) is models.open(ModelSpec.parse("openai/m"))
    assert models.open(ModelSpec.parse("openai/m")) is not models.open(ModelSpec.parse("openai/n"))


async def test_an_endpoint_of_one_s_own_needs_no_key(open_models: OpenModels, server: ChatServer) -> None:
    """With a base URL and no key a placeholder is sent."""
    gateway = open_models(base_url=server.url, environment={}).open(ModelSpec.parse("openai/m"))
    assert (await gateway.ask(question())).text == "fine"
    assert server.received[0].headers["authorization"] == f"Bearer {PLACEHOLDER_KEY}"


async def test_an_address_in_a_model_s_name_is_part_of_its_identity(
    open_models: OpenModels, server: ChatServer
) -> None:
    gateway = open_models(base_url="http://127.0.0.1:9/v1").open(ModelSpec.parse(f"openai/m?base_url={server.url}"))
    assert (await gateway.ask(question())).text == "fine"
    assert gateway.endpoint == server.url


CLAUDE = ModelSpec.parse("anthropic/claude-test")
NATIVE, COMPATIBLE = "https://api.anthropic.com", "https://api.anthropic.com/v1"


def messages_in(store: MemoryStore, caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the warnings as a session of this run opens Claude at Anthropic's address."""
    caplog.clear()
    OpenedModels(store, environment={"ANTHROPIC_API_KEY": KEY}).open(CLAUDE)
    return [record.getMessage() for record in caplog.records]


def answer_at(store: MemoryStore, url: str, *runs: int) -> None:
    for run in runs:
        store.keep_answer(f"{url} {run}", CLAUDE, url, question(run=run), Answer(text="Option A"))


def test_an_sdk_installed_between_two_sessions_is_reported_before_anything_is_paid_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The compatibility layer is another API: what it answered is not what Claude's own API would have."""
    store = MemoryStore()
    assert messages_in(store, caplog) == []
    answer_at(store, COMPATIBLE, 0, 1)
    (line,) = messages_in(store, caplog)
    assert f"this run so far (2) are from {COMPATIBLE}" in line
    assert "pip uninstall anthropic" in line
    answer_at(store, NATIVE, 0)
    assert len(messages_in(store, caplog)) == 1
    answer_at(store, NATIVE, 1)
    assert messages_in(store, caplog) == []  # everything is asked again, so nothing more can be paid for twice


@pytest.mark.usefixtures("no_sdks")
def test_an_sdk_that_was_removed_between_two_sessions_is_reported_too(caplog: pytest.LogCaptureFixture) -> None:
    store = MemoryStore()
    answer_at(store, NATIVE, 0)
    (line,) = messages_in(store, caplog)
    assert "to go on with those answers: pip install 'anthropic>=" in line


async def test_answers_of_another_server_are_reported(
    open_models: OpenModels, store: MemoryStore, server: ChatServer, caplog: pytest.LogCaptureFixture
) -> None:
    spec = ModelSpec.parse("openai/m")
    await open_models().open(spec).ask(question())
    open_models().open(spec)
    assert caplog.records == []
    open_models(base_url="http://127.0.0.1:9/v1").open(spec)
    assert [record.getMessage() for record in caplog.records] == [
        f"openai/m: the answers of this run so far (1) are from {server.url}; calls to http://127.0.0.1:9/v1 are"
        " made and paid for again; to go on with those answers: ask there again"
    ]
