"""What a causal language model answers: exact probabilities of the first token, or a greedy or sampled text."""

import hashlib
import inspect
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

import torch

from probe.answers import normalised_token
from probe.models.local.loading import LoadedModel
from probe.models.local.prompting import PLAIN_STOP

Reply = dict[str, Any]


@dataclass(frozen=True)
class TokenQuestion:
    """A prompt in tokens, with the settings of its answer; ``top_logprobs`` asks for the first token alone."""

    number: int
    tokens: tuple[int, ...]
    settings: dict[str, Any]

    @property
    def direct(self) -> bool:
        """Whether only the probabilities of the first token are asked for."""
        return bool(self.settings.get("top_logprobs"))


BLOCK = 128
"""Tokens in a block. The last bits of a sum depend on the shape of its matrices, which is the same for every block.

Blocks cost a third more time than reading only the tokens that differ; smaller ones cost more still.
"""


def shared_length(first: Sequence[int], second: Sequence[int]) -> int:
    """Return how many tokens two prompts share at their beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))


class Letters:
    """The tokens of a vocabulary that spell one letter or digit, such as ``A``, `` a`` and ``(A``."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        groups: dict[str, list[int]] = {}
        for token, token_id in tokenizer.get_vocab().items():
            letter = normalised_token(token)
            if len(letter) == 1 and letter.isascii() and letter.isalnum():
                groups.setdefault(letter, []).append(token_id)
        self._groups = {letter: torch.tensor(sorted(token_ids)) for letter, token_ids in sorted(groups.items())}

    def distribution(self, logits: torch.Tensor, top_count: int) -> dict[str, float]:
        """Return log-probabilities (natural): of each letter or digit, and of the ``top_count`` most probable tokens.

        The probability of a letter is the sum over all tokens that spell it, however improbable they are.
        """
        logprobs = torch.log_softmax(logits.double(), dim=-1)
        sums = {
            letter: float(torch.logsumexp(logprobs[token_ids[token_ids < len(logprobs)]], dim=0))
            for letter, token_ids in self._groups.items()
        }
        for token_id in logprobs.topk(min(top_count, len(logprobs))).indices.tolist():
            text = self._tokenizer.decode([token_id])
            if normalised_token(text) not in sums:
                sums[text] = float(
                    torch.logaddexp(torch.tensor(sums.get(text, -math.inf)).double(), logprobs[token_id])
                )
        return {token: logprob for token, logprob in sums.items() if math.isfinite(logprob)}


class PromptReader:
    """Reads prompts one after the other, and computes only what a prompt does not share with the one before.

    With ``blocks``, only whole blocks are shared, and the logits on a CPU equal those of a new PromptReader exactly.
    """

    def __init__(self, loaded_model: LoadedModel, *, blocks: bool = False) -> None:
        self._model = loaded_model.model
        self.read_tokens: tuple[int, ...] = ()
        self._cache: Any = None
        # Recurrent models keep no state for each token, so theirs cannot go back to a shared beginning.
        self._reuses = not getattr(loaded_model.model, "_is_stateful", False)
        self._last_only = last_logits_only(loaded_model.model)
        self._blocks = blocks and self._reuses

    def logits(self, tokens: tuple[int, ...]) -> torch.Tensor:
        """Return the logits of the next token, shape (vocabulary,), on the CPU."""
        # The last token is always read, because the logits of the next one come from it.
        shared_count = min(shared_length(self.read_tokens, tokens), len(tokens) - 1)
        shared_count = self._go_back(shared_count // BLOCK * BLOCK if self._blocks else shared_count)
        for start in range(shared_count, len(tokens), BLOCK if self._blocks else len(tokens)):
            chunk = tokens[start : start + BLOCK] if self._blocks else tokens[start:]
            input_ids = torch.tensor([chunk], device=self._model.device)
            output = self._model(
                input_ids=input_ids, past_key_values=self._cache, use_cache=self._reuses, **self._last_only
            )
            self._cache = output.past_key_values if self._reuses else None
        self.read_tokens = tokens if self._reuses else ()
        return torch.as_tensor(output.logits[0, -1]).float().cpu()

    def _go_back(self, count: int) -> int:
        """Crop the cache to its first ``count`` tokens, and return their number."""
        if self._cache is not None and 0 < count < len(self.read_tokens):
            self._cache.crop(count - len(self.read_tokens))
        if not count:
            self._cache = None
        return count


def last_logits_only(model: Any) -> dict[str, int]:
    """Return the argument that makes a model compute only the logits of the last token, empty if it has none."""
    parameters = inspect.signature(model.forward).parameters
    return next(({name: 1} for name in ("logits_to_keep", "num_logits_to_keep") if name in parameters), {})


@dataclass
class BatchRow:
    """One answer in a batch: its draws depend on its seed and its prompt only, never on the rest of the batch."""

    question: TokenQuestion
    max_tokens: int
    written_tokens: list[int] = field(default_factory=list)
    finish: str = ""

    def __post_init__(self) -> None:
        prompt = hashlib.sha256(repr(self.question.tokens).encode()).hexdigest()
        self._random = random.Random(f"{self.question.settings.get('seed', 0)}|{prompt}")

    def draw(self, logits: torch.Tensor) -> int:
        """Choose the next token: the most probable one at temperature 0."""
        settings = self.question.settings
        temperature = float(settings.get("temperature", 0))
        if temperature == 0:
            return int(logits.argmax())
        # A stable order, so that tokens of equal probability are drawn identically on every machine.
        probabilities, order = torch.softmax(logits.double() / temperature, dim=-1).sort(descending=True, stable=True)
        kept_count = min(int(settings.get("top_k", len(probabilities))), len(probabilities))
        cumulative_before = probabilities.cumsum(dim=-1) - probabilities
        kept_count = min(kept_count, max(1, int((cumulative_before < float(settings.get("top_p", 1))).sum())))
        cumulative = probabilities[:kept_count].cumsum(dim=-1)
        # The draw is scaled to the sum of the kept probabilities, which is less than 1.
        position = int(torch.searchsorted(cumulative, self._random.random() * float(cumulative[-1]), right=True))
        return int(order[min(position, kept_count - 1)])


class Writer:
    """Writes the answers to several questions at once.

    ``generate`` of transformers writes the same texts (15 of 15 compared, drawn at temperature 0.7), but takes 1.8
    times as long, because it reads the prompt of each run again: docs/local-models.md, Texts.
    """

    def __init__(self, loaded_model: LoadedModel) -> None:
        self._model = loaded_model.model
        self._tokenizer = loaded_model.tokenizer
        self._context_length = loaded_model.context_length
        self._end_token_ids = _end_tokens(loaded_model)
        self._last_only = last_logits_only(loaded_model.model)
        self._plain = not getattr(loaded_model.tokenizer, "chat_template", None)

    def write(self, questions: Sequence[TokenQuestion]) -> list[Reply]:
        """Return the replies in order; the prompts are padded on the left to equal length, and equal ones read once."""
        rows = [BatchRow(question, self._token_limit(question)) for question in questions]
        prompts = list(dict.fromkeys(question.tokens for question in questions))
        tokens, mask = self._pad(prompts)
        positions = (mask.cumsum(dim=-1) - 1).clamp(min=0)
        output = self._forward(tokens, mask, positions, None)
        cache, logits = output.past_key_values, output.logits[:, -1]
        if len(prompts) < len(rows):
            prompt_indices = torch.tensor(
                [prompts.index(question.tokens) for question in questions], device=mask.device
            )
            cache.reorder_cache(prompt_indices)
            logits, mask, positions = logits[prompt_indices], mask[prompt_indices], positions[prompt_indices]
        while True:
            next_tokens = [
                self._step(row, row_logits) for row, row_logits in zip(rows, logits.float().cpu(), strict=True)
            ]
            if all(row.finish for row in rows):
                return [self._reply(row) for row in rows]
            mask = torch.cat([mask, mask.new_ones((len(rows), 1))], dim=-1)
            positions = positions[:, -1:] + 1
            output = self._forward(torch.tensor(next_tokens, device=mask.device)[:, None], mask, positions, cache)
            cache, logits = output.past_key_values, output.logits[:, -1]

    def _pad(self, prompts: Sequence[tuple[int, ...]]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return tokens and attention mask, shape (prompts, longest prompt)."""
        longest = max(map(len, prompts))
        gaps = [longest - len(tokens) for tokens in prompts]
        padded_tokens = [[self._padding] * gap + list(tokens) for gap, tokens in zip(gaps, prompts, strict=True)]
        mask = [[0] * gap + [1] * (longest - gap) for gap in gaps]
        return torch.tensor(padded_tokens, device=self._model.device), torch.tensor(mask, device=self._model.device)

    def _forward(self, tokens: torch.Tensor, mask: torch.Tensor, positions: torch.Tensor, cache: Any) -> Any:
        return self._model(
            input_ids=tokens,
            attention_mask=mask,
            position_ids=positions,
            past_key_values=cache,
            use_cache=True,
            **self._last_only,
        )

    @property
    def _padding(self) -> int:
        return next(iter(self._end_token_ids), 0)

    def _token_limit(self, question: TokenQuestion) -> int:
        requested_count = int(question.settings["max_tokens"])
        return (
            requested_count
            if self._context_length is None
            else min(requested_count, self._context_length - len(question.tokens))
        )

    def _step(self, row: BatchRow, logits: torch.Tensor) -> int:
        """Add a token to a row that is not finished, and return it."""
        if row.finish:
            return self._padding
        token = row.draw(logits)
        if token in self._end_token_ids:
            row.finish = "stop"
            return token
        row.written_tokens.append(token)
        # The end of the text is enough: decoding all of it at each step would take quadratic time.
        if self._plain and PLAIN_STOP in self._tokenizer.decode(row.written_tokens[-8:]):
            row.finish = "stop"
        elif len(row.written_tokens) >= row.max_tokens:
            row.finish = "length"
        return token

    def _reply(self, row: BatchRow) -> Reply:
        text = self._tokenizer.decode(row.written_tokens, skip_special_tokens=True)
        text = text.split(PLAIN_STOP)[0] if self._plain else text
        return {"text": text.strip(), "finish": row.finish, "completion_tokens": len(row.written_tokens)}


def _end_tokens(loaded_model: LoadedModel) -> set[int]:
    """Return the tokens that end an answer, as the model and its tokenizer name them."""
    end_token = getattr(loaded_model.model.generation_config, "eos_token_id", None)
    token_ids = end_token if isinstance(end_token, list) else [end_token]
    return {int(token) for token in (*token_ids, loaded_model.tokenizer.eos_token_id) if token is not None}
