"""A tiny model with random weights, made here: it knows nothing, and computes as a large one does."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from probe.models.local import ModelProcess, WeightsSource

TEMPLATE = (
    "{% for message in messages %}<|{{ message['role'] }}|> {{ message['content'] }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|> {% endif %}"
)
WORDS = ["A", "ĠA", "B", "ĠB", "C", "Ġyes", "Ġno"]
ROOM = 4096
"""Tokens that the model reads."""


def make_model(folder: Path, *, template: str | None = TEMPLATE) -> Path:
    """Save a Llama of two layers and a byte-level tokenizer that knows the letters with and without a blank."""
    import torch
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    special = ["<|end|>", "<|user|>", "<|assistant|>", "<|system|>"]
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: number for number, token in enumerate([*special, *dict.fromkeys([*alphabet, *WORDS])])}
    merges = [("Ġ", "A"), ("Ġ", "B")]
    byte_tokenizer = Tokenizer(models.BPE(vocabulary, merges))
    byte_tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    byte_tokenizer.decoder = decoders.ByteLevel()
    byte_tokenizer.add_special_tokens([AddedToken(token, special=True) for token in special])
    make_tokenizer: Any = PreTrainedTokenizerFast
    tokenizer = make_tokenizer(tokenizer_object=byte_tokenizer, eos_token="<|end|>")
    tokenizer.chat_template = template
    torch.manual_seed(5)
    config = LlamaConfig(
        vocab_size=len(vocabulary),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=ROOM,
        eos_token_id=0,
        bos_token_id=0,
        initializer_range=0.4,
    )
    LlamaForCausalLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.fixture(scope="package")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a model with a chat template."""
    return make_model(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(scope="package")
def process(tiny_model: Path) -> Iterator[ModelProcess]:
    """Its running process, with two threads."""
    running = ModelProcess(WeightsSource("tiny", tiny_model), "cpu", threads=2)
    yield running
    running.close()


@pytest.fixture(scope="package")
def loaded_model(tiny_model: Path) -> Any:
    """The model in this process."""
    from probe.models.local.loading import load

    return load("tiny", str(tiny_model), gguf=False, sha256=None, device="cpu")
