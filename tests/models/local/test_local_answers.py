"""Answers of a local model: exact probabilities, repeatable draws, and no influence of one question on another."""

import asyncio
import math
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from probe.answers import letter_probabilities, spelled
from probe.errors import ModelFault
from probe.models.local import LocalModel, ModelProcess
from probe.models.local.prompting import OPENING, PLAIN_STOP, plain_prompt, prompt_tokens
from probe.values import Answer, Message, ModelSpec, Request
from tests.models.local.conftest import ROOM, make_model

SYSTEM = {"role": "system", "content": "Answer with one letter."}


def asking(text: str, **fields: Any) -> Request:
    messages = (Message(role="system", content="Answer with one letter."), Message(role="user", content=text))
    return Request(purpose="decide", messages=messages, **fields)


def model(process: ModelProcess, options: str = "") -> LocalModel:
    return LocalModel(ModelSpec.parse(f"local/tiny{options}"), lambda: process)


def reference(loaded_model: Any, text: str, opening: str = "") -> Any:
    """Return the probabilities of the first token after ``opening``, computed by the library alone."""
    import torch  # here and below: the import takes seconds, also in processes that run other tests

    prompt = f"<|system|> Answer with one letter.<|end|><|user|> {text}<|end|><|assistant|> {opening}"
    tokens = loaded_model.tokenizer(prompt, add_special_tokens=False, return_tensors="pt")["input_ids"]
    with torch.inference_mode():
        return torch.softmax(loaded_model.model(tokens).logits[0, -1].double(), dim=-1)


async def test_the_probabilities_of_the_letters_are_exact(process: ModelProcess, loaded_model: Any) -> None:
    """Every spelling counts, however improbable; many questions at once share their beginnings."""
    texts = [f"Option A or Option B{' today' * (number % 5)}, number {number}?" for number in range(12)]
    answers = await asyncio.gather(*(model(process).complete(asking(text, top_logprobs=2)) for text in texts))
    vocabulary = loaded_model.tokenizer.get_vocab()
    for text, answer in zip(texts, answers, strict=True):
        chances = reference(loaded_model, text, OPENING)
        expected = [float(sum(chances[n] for t, n in vocabulary.items() if spelled(t) == letter)) for letter in "AB"]
        assert answer.logprobs is not None
        assert letter_probabilities(answer.logprobs) == pytest.approx(tuple(expected), rel=1e-4)
        assert answer.text == loaded_model.tokenizer.decode([int(chances.argmax())])
        assert sum(math.exp(value) for value in answer.logprobs.values()) <= 1 + 1e-9
    assert len({letter_probabilities(answer.logprobs or {}) for answer in answers}) > 1


async def test_probabilities_ignore_how_answers_are_drawn(process: ModelProcess) -> None:
    first, second = [
        await model(process, options).complete(asking("A or B?", top_logprobs=20, temperature=1.0))
        for options in ("", "?temperature=0.2&top_p=0.5")
    ]
    assert first.logprobs == pytest.approx(second.logprobs)


async def test_draws_depend_on_seed_and_question_alone(process: ModelProcess) -> None:
    """They depend neither on the other questions of a batch nor on their number."""
    subject = model(process, "?max_tokens=6")
    requests = [asking(f"Number {n % 4}{'?' * (n % 3)}", temperature=1.0, run=n % 2) for n in range(12)]
    batch_answers = await asyncio.gather(*map(subject.complete, requests))
    single_answers = [await subject.complete(request) for request in requests]
    assert [answer.text for answer in batch_answers] == [answer.text for answer in single_answers]
    assert len({answer.text for answer in single_answers}) > 6


async def test_samples_agree_with_the_probabilities(process: ModelProcess, loaded_model: Any) -> None:
    """First tokens drawn 300 times at temperature 1, against the exact probabilities."""
    chances = reference(loaded_model, "Option A or Option B?")
    likeliest = chances.topk(3).indices.tolist()
    requests = [asking("Option A or Option B?", temperature=1.0, run=run, max_tokens=1) for run in range(300)]
    answers = await asyncio.gather(*map(model(process).complete, requests))
    counts = Counter(answer.text for answer in answers)
    for number in likeliest:
        chance = float(chances[number])
        error = math.sqrt(chance * (1 - chance) / len(answers))
        assert counts[loaded_model.tokenizer.decode([number]).strip()] / len(answers) == pytest.approx(
            chance, abs=4 * error
        )


async def test_a_greedy_answer_is_the_library_s(process: ModelProcess, loaded_model: Any) -> None:
    import torch

    prompt = prompt_tokens(loaded_model.tokenizer, [SYSTEM, {"role": "user", "content": "Which one?"}])
    with torch.inference_mode():
        generated_tokens = loaded_model.model.generate(torch.tensor([prompt]), max_new_tokens=9, do_sample=False)[
            0, len(prompt) :
        ]
    answer = await model(process).complete(asking("Which one?", max_tokens=9))
    assert answer.text == loaded_model.tokenizer.decode(generated_tokens, skip_special_tokens=True).strip()
    assert answer.prompt_tokens == len(prompt)
    assert 0 < answer.completion_tokens <= 9
    assert answer.finish_reason in {"stop", "length"}
    assert answer.sent == {"temperature": 0.0, "max_tokens": 9, "seed": 0}


async def test_the_seed_of_the_name_changes_the_draws(process: ModelProcess) -> None:
    texts = set()
    for seed in (0, 7, 8):
        answer = await model(process, f"?seed={seed}&temperature=1&max_tokens=8").complete(asking("Say something."))
        texts.add(answer.text)
        assert answer.sent["seed"] == seed
    assert len(texts) == 3


@pytest.mark.parametrize("options", ["?top_k=1", "?top_p=0"])
async def test_the_narrowest_choice_is_the_greedy_one(process: ModelProcess, options: str) -> None:
    greedy_answer: Answer = await model(process).complete(asking("Which?", max_tokens=5))
    answer = await model(process, options).complete(asking("Which?", max_tokens=5, temperature=1.5))
    assert answer.text == greedy_answer.text


async def test_a_question_that_is_too_long_fails_alone(process: ModelProcess) -> None:
    requests = [asking("word " * ROOM, top_logprobs=20), asking("Short.", top_logprobs=20)]
    fault, answer = await asyncio.gather(*map(model(process).complete, requests), return_exceptions=True)
    assert isinstance(fault, ModelFault)
    assert str(ROOM) in str(fault)
    assert isinstance(answer, Answer)


async def test_half_a_surrogate_pair_fails_alone_or_is_read(process: ModelProcess) -> None:
    """The process continues in any case."""
    await asyncio.gather(model(process).complete(asking("Half \ud800 one.", top_logprobs=2)), return_exceptions=True)
    assert (await model(process).complete(asking("Whole.", top_logprobs=2))).logprobs


@pytest.mark.parametrize(("blocks", "expected"), [(False, [150, 2, 1]), (True, [128, 22, 19, 19])])
def test_a_reader_computes_only_what_differs(loaded_model: Any, blocks: bool, expected: list[int]) -> None:
    """The shared beginning is not read again, and the result is that of reading everything; in blocks, bit for bit."""
    import torch

    from probe.models.local.inference import PromptReader

    reader, first = PromptReader(loaded_model, blocks=blocks), tuple(range(10, 160))
    second = (*first[:145], 80, 81)
    lengths = []
    hook = loaded_model.model.register_forward_pre_hook(
        lambda _, __, inputs: lengths.append(inputs["input_ids"].shape[1]), with_kwargs=True
    )
    with torch.inference_mode():
        logits = [reader.logits(tokens) for tokens in (first, second, second)]
        hook.remove()
        fresh_logits = [PromptReader(loaded_model, blocks=True).logits(tokens) for tokens in (first, second, second)]
        full_logits = [loaded_model.model(torch.tensor([tokens])).logits[0, -1] for tokens in (first, second, second)]
    assert lengths == expected
    assert all(torch.allclose(cached, full, atol=1e-4) for cached, full in zip(logits, full_logits, strict=True))
    assert not blocks or all(torch.equal(cached, fresh) for cached, fresh in zip(logits, fresh_logits, strict=True))


def test_spellings_of_a_letter_are_summed(loaded_model: Any) -> None:
    import torch

    from probe.models.local.inference import Letters

    letters = Letters(loaded_model.tokenizer)
    logits = torch.full((len(loaded_model.tokenizer),), -30.0)
    for token in ("A", "ĠA", "B"):
        logits[loaded_model.tokenizer.get_vocab()[token]] = 0.0
    first, second = letter_probabilities(letters.distribution(logits, 1))
    assert (first, second) == pytest.approx((2 / 3, 1 / 3))


def test_a_model_without_a_template_is_asked_in_the_plain_form(tmp_path: Path) -> None:
    import torch

    from probe.models.local.inference import TokenQuestion, Writer
    from probe.models.local.loading import load

    base = load("base", str(make_model(tmp_path / "base", template=None)), gguf=False, sha256=None, device="cpu")
    messages = [SYSTEM, {"role": "user", "content": "A or B?"}]
    assert plain_prompt(messages) == "Answer with one letter.\n\nUser: A or B?\n\nAssistant:"
    tokens = prompt_tokens(base.tokenizer, messages)
    assert base.tokenizer.decode(tokens) == plain_prompt(messages)
    with torch.inference_mode():
        (reply,) = Writer(base).write([TokenQuestion(1, tuple(tokens), {"max_tokens": 12, "temperature": 1.0})])
    assert PLAIN_STOP not in reply["text"]


def test_a_template_that_rejects_system_messages_gets_its_words_with_the_question(loaded_model: Any) -> None:
    strict_template = "{% if messages[0]['role'] == 'system' %}{{ raise_exception('no') }}{% endif %}" + (
        loaded_model.tokenizer.chat_template
    )
    chat_template, loaded_model.tokenizer.chat_template = loaded_model.tokenizer.chat_template, strict_template
    try:
        tokens = prompt_tokens(loaded_model.tokenizer, [SYSTEM, {"role": "user", "content": "A or B?"}])
    finally:
        loaded_model.tokenizer.chat_template = chat_template
    assert "Answer with one letter.\n\nA or B?" in loaded_model.tokenizer.decode(tokens)
