"""No key leaks: not in errors, stored calls or logs, even if the server repeats it."""

import base64
import json
import logging
from collections.abc import Callable
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from probe.errors import ModelFault
from probe.models import Gateway
from probe.models.secrets import LONGEST_LINE, Secrets
from probe.values import ModelSpec
from tests.models.conftest import KEY, OpenModels, question
from tests.models.memory import MemoryStore
from tests.server.chat import ChatServer, Reply, fails, says


@pytest.mark.parametrize("name", ["openai/m", "groq/m"])
@pytest.mark.parametrize(
    "reply",
    [
        fails(401, f"Incorrect API key provided: {KEY}."),
        fails(400, f"bad header: Bearer {KEY}"),
        fails(500, f"{'x' * (LONGEST_LINE - 10)} {KEY}"),
        fails(429, KEY, code="insufficient_quota"),
        Reply(503, f"<html>{KEY}</html>".encode()),
    ],
)
async def test_an_error_that_echoes_the_key_is_reported_without_it(
    open_models: OpenModels,
    server: ChatServer,
    store: MemoryStore,
    caplog: pytest.LogCaptureFixture,
    name: str,
    reply: Reply,
) -> None:
    """Not even the first half of it, where a long message is cut."""
    server.follow(reply)
    caplog.set_level(logging.DEBUG)
    with pytest.raises(ModelFault) as excinfo:
        await open_models().open(ModelSpec.parse(name)).ask(question())
    for text in (str(excinfo.value), repr(excinfo.value), caplog.text, store.everything()):
        assert KEY[:8] not in text


async def test_an_answer_that_echoes_the_key_is_stored_without_it(
    gateway: Gateway, server: ChatServer, store: MemoryStore
) -> None:
    """Anywhere in the body: in the text, the reasoning, the finish reason; lost answers too."""
    server.follow(
        says(f"<think>{KEY}"),
        says(f"<think>my key is {KEY}</think>It is {KEY}.", KEY),
        says(None, refusal=f"I will not say {KEY}"),
    )
    answer = await gateway.ask(question())
    assert (answer.text, answer.raw) == ("It is [key].", "<think>my key is [key]</think>It is [key].")
    assert (await gateway.ask(question("again"))).text == "I will not say [key]"
    assert store.lost
    assert KEY not in store.everything()


def percent_encoded(text: str) -> str:
    """Write every byte as URLs write the few that have to be."""
    return "".join(f"%{byte:02X}" for byte in text.encode())


ODD_KEY = 'sk-"proj/7+a\\b%20é-4QxZ0123456789abcdef'


@pytest.mark.parametrize("key", [KEY, ODD_KEY])
@pytest.mark.parametrize(
    "encode",
    [
        lambda key: json.dumps({"key": key}),
        lambda key: quote(key, safe=""),
        lambda key: key.encode().hex(),
        lambda key: key.encode().hex().upper(),
        lambda key: base64.b64encode(key.encode()).decode(),
        lambda key: base64.b64encode(f"Bearer {key}".encode()).decode(),
        lambda key: base64.b64encode(f"user:{key} and more".encode()).decode(),
        lambda key: base64.urlsafe_b64encode(f"x{key}".encode()).decode(),
        lambda key: base64.encodebytes(f"{key} {key}".encode()).decode(),
        lambda key: base64.b32encode(key.encode()).decode(),
        lambda key: base64.b32encode(f"user:{key} and more".encode()).decode().lower(),
        lambda key: key.encode().hex(":"),
        lambda key: percent_encoded(key),
        lambda key: percent_encoded(percent_encoded(key)),
        lambda key: quote(quote(quote(key, safe=""), safe=""), safe=""),
        lambda key: "".join(f"\\u{ord(char):04x}" for char in key),
        lambda key: json.dumps("".join(f"\\u{ord(char):04X}" for char in key)),
        lambda key: percent_encoded("".join(f"\\u{ord(char):04x}" for char in key)),
        lambda key: "".join(f"\\x{byte:02x}" for byte in key.encode()),
        lambda key: "".join(f"&#{ord(char)};&#x200B;" for char in key),
        lambda key: key.upper(),
        lambda key: key.swapcase(),
        lambda key: "\u200b".join(key),
        lambda key: " \n".join(key),
        lambda key: f"{key[:20]}... is not a key",
        lambda key: f"the key {key[:21]}",
        lambda key: f"the key ends with {key[-20:]}.",
    ],
)
def test_an_encoded_or_shortened_key_is_removed(key: str, encode: Callable[[str], str]) -> None:
    text = f"before {encode(key).rstrip()} after"
    clean_text = Secrets([key]).scrub(text)
    assert "[key]" in clean_text
    for form in (encode(key), *(key[start : start + 12] for start in (0, 4, len(key) - 12))):
        assert form not in clean_text
    assert clean_text.startswith("before ")
    assert Secrets([key]).line(text) == clean_text


@pytest.mark.parametrize("separator", ["\x1b[31m", "\x1b[0;1;38H", "<think>", "</b>", "\u200b<wbr>"])
def test_a_key_is_found_across_tags_and_commands_to_a_terminal(separator: str) -> None:
    middle = len(KEY) // 2
    assert Secrets([KEY]).scrub(f"m-{KEY[:middle]}{separator}{KEY[middle:]} answered") == "m-[key] answered"


@pytest.mark.parametrize(
    "displayed_text", [KEY, KEY.upper(), base64.b64encode(KEY.encode()).decode(), quote(KEY.replace("-", "%2D"))]
)
def test_a_key_within_angle_brackets_is_removed(displayed_text: str) -> None:
    assert displayed_text not in Secrets([KEY]).scrub(f"say <{displayed_text}> and </{displayed_text}>")


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("project-alpha-service-42", "The project alpha service was down"),
        ("test-key-for-local-server-1", "a test key for local use, a test-key-for-all"),
    ],
)
def test_words_of_a_key_are_left_in_ordinary_text(key: str, text: str) -> None:
    assert Secrets([key]).scrub(text) == text


def test_half_of_a_short_key_is_removed() -> None:
    key = "sk-test-0123456789abcdefghijkl"
    assert Secrets([key]).scrub(f"{key[:15]} and {key[15:]}") == "[key] and [key]"


@given(st.text(max_size=60), st.text(max_size=60))
@example(KEY[:19], KEY[1:])
@example(KEY * 2, KEY[:-1])
def test_no_surroundings_bring_a_key_through(before: str, after: str) -> None:
    assert KEY not in Secrets([KEY]).scrub(before + KEY + after)


def test_other_texts_are_left_as_they_are() -> None:
    """Encoded ones too: nothing of them is decoded but to look for keys."""
    text = (
        "sk-test- is how a key begins; base64 c2stdGVz and hex 736b2d are as harmless as 3f9Qx7Lm, %41%2542\\u0041&#65;"
    )
    assert Secrets([KEY]).scrub(text) == text
    assert Secrets([KEY]).scrub(f"{text} {KEY} {text}") == f"{text} [key] {text}"


def test_a_line_of_foreign_text_is_one_harmless_line() -> None:
    """Terminal control, line breaks and text direction go; so does everything beyond the bound."""
    line = Secrets([KEY]).line(f"\x1b[31mred\nnext\r\u202eright\u0000 {KEY} " + "long " * 1000)
    assert line.startswith("[31mred next right [key] long")
    assert line.isprintable()
    assert len(line) == LONGEST_LINE


def test_a_placeholder_for_a_key_does_not_spoil_answers() -> None:
    """People use "none" or "anything" as keys for their own servers; answers contain these words, too."""
    for word in ("none", "anything", "test-1"):
        assert Secrets([word]).scrub(f"I prefer {word}.") == f"I prefer {word}."
    assert Secrets(["local-key-1"]).scrub("Local key 1, or local-key-1") == "Local key 1, or [key]"
    assert Secrets([None, "", " "]).line("fine") == "fine"


def test_keys_do_not_show_when_objects_are_printed(open_models: OpenModels) -> None:
    models = open_models()
    gateway = models.open(ModelSpec.parse("openai/m"))
    adapter = gateway.adapter  # type: ignore[union-attr]
    for instance in (Secrets([KEY]), gateway, adapter, adapter.address, models):  # type: ignore[union-attr]
        assert KEY not in repr(instance)
