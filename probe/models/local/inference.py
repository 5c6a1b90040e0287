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

from probe.answers import spelled
from probe.models.local.loading import Loaded
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


def shared(first: Sequence[int], second: Sequence[int]) -> int:
    """Return how many tokens two prompts share at their beginning."""
    return sum(1 for _ in takewhile(lambda two: two[0] == two[1], zip(first, second, strict=False)))


class Letters:
    """The tokens of a vocabulary that spell one letter or digit, such as ``A``, `` a`` and ``(A``."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        groups: dict[str, list[int]] = {}
        for token, number in tokenizer.get_vocab().items():
            letter = spelled(token)
            if len(letter) == 1 and letter.isascii() and letter.isalnum():
                groups.setdefault(letter, []).append(number)
        self._groups = {letter: torch.tensor(sorted(numbers)) for letter, numbers in sorted(groups.items())}

    def distribution(self, logits: torch.Tensor, most: int) -> dict[str, float]:
        """Return natural logarithms of probabilities: of each letter or digit, and of the ``most`` probable tokens.

        All tokens that spell the same letter are summed, however improbable they are.
        """
        logprobs = torch.log_softmax(logits.double(), dim=-1)
        sums = {
            letter: float(torch.logsumexp(logprobs[numbers[numbers < len(logprobs)]], dim=0))
            for letter, numbers in self._groups.items()
        }
        for number in logprobs.topk(min(most, len(logprobs))).indices.tolist():
            text = self._tokenizer.decode([number])
            if spelled(text) not in sums:
                sums[text] = float(torch.logaddexp(torch.tensor(sums.get(text, -math.inf)).double(), logprobs[number]))
        return {token: value for token, value in sums.items() if math.isfinite(value)}


class PromptReader:
    """Reads prompts one after the other, and computes only what a prompt does not share with the one before.

    In ``blocks``, whole blocks are shared, and the logits on a CPU are those of a new Reader to the last bit.
    """

    def __init__(self, loaded: Loaded, *, blocks: bool = False) -> None:
        self._model = loaded.model
        self.read: tuple[int, ...] = ()
        self._cache: Any = None
        # Recurrent models keep no state for each token, so theirs cannot go back to a shared beginning.
        self._reuses = not getattr(loaded.model, "_is_stateful", False)
        self._last = last_only(loaded.model)
        self._blocks = blocks and self._reuses

    def logits(self, tokens: tuple[int, ...]) -> torch.Tensor:
        """Return the logits of the next token, shape (vocabulary,), on the CPU."""
        # The last token is always read, because the logits of the next one come from it.
        kept = min(shared(self.read, tokens), len(tokens) - 1)
        kept = self._go_back(kept // BLOCK * BLOCK if self._blocks else kept)
        for start in range(kept, len(tokens), BLOCK if self._blocks else len(tokens)):
            rest = tokens[start : start + BLOCK] if self._blocks else tokens[start:]
            part = torch.tensor([rest], device=self._model.device)
            output = self._model(input_ids=part, past_key_values=self._cache, use_cache=self._reuses, **self._last)
            self._cache = output.past_key_values if self._reuses else None
        self.read = tokens if self._reuses else ()
        return torch.as_tensor(output.logits[0, -1]).float().cpu()

    def _go_back(self, kept: int) -> int:
        """Shorten what was read to ``kept`` tokens; return how many are left."""
        if self._cache is not None and 0 < kept < len(self.read):
            self._cache.crop(kept - len(self.read))
        if not kept:
            self._cache = None
        return kept


def last_only(model: Any) -> dict[str, int]:
    """Return the argument that spares the logits of all tokens but the last, where the model has it."""
    accepted = inspect.signature(model.forward).parameters
    return next(({name: 1} for name in ("logits_to_keep", "num_logits_to_keep") if name in accepted), {})


@dataclass
class BatchRow:
    """One answer in a batch: its draws depend on its seed and its prompt only, never on the rest of the batch."""

    question: TokenQuestion
    most: int
    written: list[int] = field(default_factory=list)
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
        # A stable order, so that tokens of equal probability are drawn alike on every machine.
        chances, order = torch.softmax(logits.double() / temperature, dim=-1).sort(descending=True, stable=True)
        kept = min(int(settings.get("top_k", len(chances))), len(chances))
        before = chances.cumsum(dim=-1) - chances
        kept = min(kept, max(1, int((before < float(settings.get("top_p", 1))).sum())))
        ends = chances[:kept].cumsum(dim=-1)
        # The draw is within the sum of what is kept, which is less than 1.
        position = int(torch.searchsorted(ends, self._random.random() * float(ends[-1]), right=True))
        return int(order[min(position, kept - 1)])


class Writer:
    """Writes the answers to several questions at once.

    ``generate`` of transformers writes the same texts (15 of 15 compared, drawn at temperature 0.7), but takes 1.8
    times as long, because it reads the prompt of each run anew: docs/local-models.md, Texts.
    """

    def __init__(self, loaded: Loaded) -> None:
        self._model = loaded.model
        self._tokenizer = loaded.tokenizer
        self._room = loaded.room
        self._ends = _end_tokens(loaded)
        self._last = last_only(loaded.model)
        self._plain = not getattr(loaded.tokenizer, "chat_template", None)

    def write(self, questions: Sequence[TokenQuestion]) -> list[Reply]:
        """Return the replies in order; the prompts are padded on the left to equal length, and equal ones read once."""
        rows = [BatchRow(question, self._most(question)) for question in questions]
        prompts = list(dict.fromkeys(question.tokens for question in questions))
        tokens, mask = self._padded(prompts)
        positions = (mask.cumsum(dim=-1) - 1).clamp(min=0)
        output = self._next(tokens, mask, positions, None)
        cache, logits = output.past_key_values, output.logits[:, -1]
        if len(prompts) < len(rows):
            copies = torch.tensor([prompts.index(question.tokens) for question in questions], device=mask.device)
            cache.reorder_cache(copies)
            logits, mask, positions = logits[copies], mask[copies], positions[copies]
        while True:
            chosen = [self._step(row, row_logits) for row, row_logits in zip(rows, logits.float().cpu(), strict=True)]
            if all(row.finish for row in rows):
                return [self._reply(row) for row in rows]
            mask = torch.cat([mask, mask.new_ones((len(rows), 1))], dim=-1)
            positions = positions[:, -1:] + 1
            output = self._next(torch.tensor(chosen, device=mask.device)[:, None], mask, positions, cache)
            cache, logits = output.past_key_values, output.logits[:, -1]

    def _padded(self, prompts: Sequence[tuple[int, ...]]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return tokens and attention mask, shape (prompts, longest prompt)."""
        longest = max(map(len, prompts))
        gaps = [longest - len(tokens) for tokens in prompts]
        filled = [[self._padding] * gap + list(tokens) for gap, tokens in zip(gaps, prompts, strict=True)]
        mask = [[0] * gap + [1] * (longest - gap) for gap in gaps]
        return torch.tensor(filled, device=self._model.device), torch.tensor(mask, device=self._model.device)

    def _next(self, tokens: torch.Tensor, mask: torch.Tensor, positions: torch.Tensor, cache: Any) -> Any:
        return self._model(
            input_ids=tokens,
            attention_mask=mask,
            position_ids=positions,
            past_key_values=cache,
            use_cache=True,
            **self._last,
        )

    @property
    def _padding(self) -> int:
        return next(iter(self._ends), 0)

    def _most(self, question: TokenQuestion) -> int:
        asked = int(question.settings["max_tokens"])
        return asked if self._room is None else min(asked, self._room - len(question.tokens))

    def _step(self, row: BatchRow, logits: torch.Tensor) -> int:
        """Add a token to a row that is not finished, and return it."""
        if row.finish:
            return self._padding
        token = row.draw(logits)
        if token in self._ends:
            row.finish = "stop"
            return token
        row.written.append(token)
        # The end of the text is enough: decoding all of it at each step would take quadratic time.
        if self._plain and PLAIN_STOP in self._tokenizer.decode(row.written[-8:]):
            row.finish = "stop"
        elif len(row.written) >= row.most:
            row.finish = "length"
        return token

    def _reply(self, row: BatchRow) -> Reply:
        text = self._tokenizer.decode(row.written, skip_special_tokens=True)
        text = text.split(PLAIN_STOP)[0] if self._plain else text
        return {"text": text.strip(), "finish": row.finish, "completion_tokens": len(row.written)}


def _end_tokens(loaded: Loaded) -> set[int]:
    """Return the tokens that end an answer, as the model and its tokenizer name them."""
    named = getattr(loaded.model.generation_config, "eos_token_id", None)
    listed = named if isinstance(named, list) else [named]
    return {int(token) for token in (*listed, loaded.tokenizer.eos_token_id) if token is not None}
