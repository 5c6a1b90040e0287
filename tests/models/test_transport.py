"""What is sent to an address, and what is accepted from it."""

import gzip
import json
import os
import zlib
from collections.abc import Mapping
from dataclasses import replace

import pytest

from probe.errors import FatalModelFault, ModelFault
from probe.models import Gateway, providers, transport
from probe.models.endpoint import known_secrets
from probe.models.providers import packaged_providers
from probe.models.transport import LARGEST_BODY
from probe.values import ModelSpec
from tests.models.conftest import KEY, OpenModels, question
from tests.server.chat import ChatServer, Reply, fails, says

ACCOUNT = {
    "OPENAI_ORG_ID": "org-of-somebody",
    "OPENAI_PROJECT_ID": "proj-of-somebody",
    "OPENAI_ADMIN_KEY": "sk-admin-0a1b2c3d4e5f",
    "OPENAI_CUSTOM_HEADERS": "X-Gateway-Key: gw-0123456789\nAuthorization: Bearer gw-9876543210",
    "GROQ_CUSTOM_HEADERS": "X-Groq-Gateway: gq-0123456789",
}
SENT_HEADERS = {
    "accept",
    "accept-encoding",
    "authorization",
    "connection",
    "content-length",
    "content-type",
    "host",
    "user-agent",
}


def own_headers(headers: Mapping[str, str]) -> set[str]:
    """Return the names of headers, without those by which the SDKs describe themselves."""
    return {name for name in headers if name and not name.startswith("x-stainless-")}


@pytest.mark.usefixtures("no_sdks")
@pytest.mark.parametrize("name", packaged_providers())
async def test_no_setting_of_an_account_is_sent_to_another_address(
    open_models: OpenModels, server: ChatServer, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Exactly these headers arrive, with the key of the provider; any value of an account would be given away."""
    environment = ACCOUNT | dict.fromkeys(packaged_providers()[name].keys, f"key-of-{name}")
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    models = open_models(environment=environment)
    await models.open(ModelSpec.parse(f"{name}/m")).ask(question())
    (request,) = server.received
    assert own_headers(request.headers) == SENT_HEADERS
    assert (
        request.headers["authorization"]
        == f"Bearer {'key-of-' + name if packaged_providers()[name].keys else 'no-key'}"
    )
    assert not [value for value in request.headers.values() if "somebody" in value or "0123456789" in value]
    assert {variable: os.environ[variable] for variable in ACCOUNT} == ACCOUNT


@pytest.mark.parametrize(
    ("name", "headers"),
    [
        ("openai", {"openai-organization", "openai-project", "x-gateway-key"}),
        ("groq", {"x-groq-gateway"}),
        ("mistral", set()),
    ],
)
async def test_the_settings_of_an_account_are_sent_to_the_address_of_the_account(
    open_models: OpenModels, server: ChatServer, monkeypatch: pytest.MonkeyPatch, name: str, headers: set[str]
) -> None:
    environment = ACCOUNT | dict.fromkeys(packaged_providers()[name].keys, f"key-of-{name}")
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    address = server.url.removesuffix("/v1") if name == "groq" else server.url
    local_provider = replace(packaged_providers()[name], url=address, url_variable="")
    changed_providers = {**packaged_providers(), name: local_provider}
    monkeypatch.setattr(providers, "packaged_providers", lambda: changed_providers)
    await open_models(environment=environment, base_url=None).open(ModelSpec.parse(f"{name}/m")).ask(question())
    assert own_headers(server.received[0].headers) == SENT_HEADERS | headers


def test_the_values_of_an_account_are_secrets() -> None:
    secrets = known_secrets(ACCOUNT)
    for value in ("org-of-somebody", "proj-of-somebody", "sk-admin-0a1b2c3d4e5f", "gw-0123456789", "gq-0123456789"):
        assert secrets.scrub(f"here is {value}.") == "here is [key]."
    assert "gw-9876543210" not in secrets.scrub("gw-9876543210")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_is_not_followed(gateway: Gateway, server: ChatServer, status: int) -> None:
    """The key would be sent to the other address."""
    target = server.url.replace("127.0.0.1", "localhost") + f"/chat/completions?key={KEY}\x1b[31m"
    server.follow(Reply(status, b"", {"Location": target}))
    with pytest.raises(FatalModelFault) as excinfo:
        await gateway.ask(question())
    assert len(server.received) == 1
    assert f"localhost:{server.url.split(':')[2].split('/')[0]}/v1/chat/completions" in str(excinfo.value)
    assert KEY not in str(excinfo.value)
    assert "\x1b" not in str(excinfo.value)


def compress(data: bytes, encoding: str) -> bytes:
    return gzip.compress(data) if encoding == "gzip" else zlib.compress(data)


@pytest.mark.parametrize("encoding", ["", "gzip", "deflate"])
@pytest.mark.parametrize("status", [200, 500])
@pytest.mark.parametrize("name", ["openai", "groq"])
async def test_a_body_of_any_size_is_read_to_a_limit(
    open_models: OpenModels, server: ChatServer, name: str, status: int, encoding: str
) -> None:
    """Compressed, sixteen megabytes are sixteen kilobytes; it ends the call, after one attempt."""
    data = says("x" * LARGEST_BODY).data()
    headers = {"Content-Encoding": encoding} if encoding else {}
    server.follow(Reply(status, compress(data, encoding) if encoding else data, headers))
    with pytest.raises(ModelFault, match="larger than 16 MiB"):
        await open_models().open(ModelSpec.parse(f"{name}/m")).ask(question())
    assert len(server.received) == 1


async def test_a_body_in_very_many_parts_is_not_read(
    gateway: Gateway, server: ChatServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each part costs time, however small, also in a compressed body whose size is not known yet."""
    packed_body = gzip.compress(says("fine").data() + b" " * 5000)
    for head, parts in ((b"", [b" "] * 2000), (b"Content-Encoding: gzip\r\n", [bytes([byte]) for byte in packed_body])):
        limit = 1000 if not head else len(packed_body) - 5
        monkeypatch.setattr(transport, "MAX_PARTS", limit)
        start = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n" + head + b"\r\n"
        server.follow(Reply(raw=[start, *(b"1\r\n" + part + b"\r\n" for part in parts), b"0\r\n\r\n"]))
        with pytest.raises(ModelFault, match=f"more than {limit} parts"):
            await gateway.ask(question())


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
async def test_a_compressed_answer_is_read(gateway: Gateway, server: ChatServer, encoding: str) -> None:
    server.follow(Reply(200, compress(says("fine").data(), encoding), {"Content-Encoding": encoding}))
    assert (await gateway.ask(question())).text == "fine"


async def test_a_compressed_error_is_read(gateway: Gateway, server: ChatServer) -> None:
    body = gzip.compress(json.dumps({"error": {"message": "the model is asleep"}}).encode())
    server.follow(Reply(400, body, {"Content-Encoding": "gzip"}), fails(400))
    with pytest.raises(ModelFault, match="the model is asleep"):
        await gateway.ask(question())
