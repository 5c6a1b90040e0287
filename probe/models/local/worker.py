"""The process of a local model: questions come in as JSON, and replies go out, in any order.

A script (see probe/workers/child.py) whose modules of this package are imported where it needs them.
"""

import json
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from probe.workers.child import reason

if TYPE_CHECKING:
    from probe.models.local.inference import TokenQuestion
    from probe.models.local.loading import LoadedModel
    from probe.workers.child import ParentLink

BATCH = 16
"""Answers that are written at once: on a CPU, more hardly gain anything."""
SIGN_OF_LIFE = 5.0
"""Seconds between two signs of life."""
GATHERING = 0.05
"""Seconds to wait for further questions before a batch starts."""


class Questions:
    """The waiting questions; each thread takes the one that shares the longest beginning with its last prompt."""

    def __init__(self) -> None:
        self._waiting: list[TokenQuestion] = []
        self._changed = threading.Condition()

    def put(self, question: "TokenQuestion") -> None:
        """Add a question."""
        with self._changed:
            self._waiting.append(question)
            self._changed.notify()

    def take(self, read_tokens: tuple[int, ...], *, last: bool) -> "list[TokenQuestion]":
        """Wait for questions; return the nearest direct one, else a batch.

        Where several are equally near, ``last`` chooses the last one, so that two threads begin at different ends.
        """
        from probe.models.local.inference import shared_length

        with self._changed:
            self._changed.wait_for(lambda: bool(self._waiting))
            direct_questions = sorted(
                (question for question in self._waiting if question.direct),
                key=lambda question: question.tokens,
                reverse=last,
            )
            if direct_questions:
                batch = [max(direct_questions, key=lambda question: shared_length(read_tokens, question.tokens))]
            else:
                self._changed.wait_for(lambda: len(self._waiting) >= BATCH, timeout=GATHERING)
                batch = [question for question in self._waiting if not question.direct][:BATCH]
            self._waiting = [question for question in self._waiting if question not in batch]
            return batch


class AnsweringThreads:
    """Answers questions with a loaded model in several threads; ``send`` is called with each reply.

    Direct ones are read in ``blocks``: see PromptReader.
    """

    def __init__(
        self, loaded_model: "LoadedModel", send: Callable[[dict[str, Any]], None], *, blocks: bool = False
    ) -> None:
        from probe.models.local.inference import Letters, Writer

        self._loaded, self._blocks = loaded_model, blocks
        self._send = send
        self._letters = Letters(loaded_model.tokenizer)
        self._writer = Writer(loaded_model)
        self._questions = Questions()

    def begin(self, threads: int) -> None:
        """Start the threads that compute: one on a GPU, one per core on a CPU, where sharing matrices is slower."""
        import torch

        torch.set_num_threads(1)
        for number in range(threads if self._loaded.model.device.type == "cpu" else 1):
            threading.Thread(target=self._work, args=(number % 2 == 1,), daemon=True).start()

    def ask(self, question: dict[str, Any]) -> None:
        """Queue a question; the reply has its number."""
        from probe.models.local.inference import TokenQuestion
        from probe.models.local.prompting import prompt_tokens

        number, messages = question.pop("number"), question.pop("messages")
        try:
            tokens = tuple(prompt_tokens(self._loaded.tokenizer, messages, direct=bool(question.get("top_logprobs"))))
            context_length = self._loaded.context_length
            if context_length is not None and len(tokens) >= context_length:
                raise ValueError(f"the question has {len(tokens)} tokens, and the model reads {context_length}")
        except Exception as error:  # noqa: BLE001 - a template may fail in any way: the caller gets the reason
            self._send({"number": number, "error": reason(error)})
        else:
            self._questions.put(TokenQuestion(number, tokens, question))

    def _work(self, last: bool) -> None:
        import torch

        from probe.models.local.inference import PromptReader

        reader = PromptReader(self._loaded, blocks=self._blocks)
        with torch.inference_mode():
            while True:
                batch = self._questions.take(reader.read_tokens, last=last)
                try:
                    replies = [self._direct(reader, batch[0])] if batch[0].direct else self._writer.write(batch)
                except Exception as error:  # noqa: BLE001 - out of memory, or a model's own bug
                    reader = PromptReader(self._loaded, blocks=self._blocks)
                    replies = [{"error": reason(error)} for _ in batch]
                for question, reply in zip(batch, replies, strict=True):
                    self._send({"number": question.number, **self._identity(question), **reply})

    def _direct(self, reader: Any, question: "TokenQuestion") -> dict[str, Any]:
        logits = reader.logits(question.tokens)
        top_token = self._loaded.tokenizer.decode([int(logits.argmax())])
        logprobs = self._letters.distribution(logits, int(question.settings["top_logprobs"]))
        return {"text": top_token, "finish": "stop", "completion_tokens": 1, "logprobs": logprobs}

    def _identity(self, question: "TokenQuestion") -> dict[str, Any]:
        identity = {"model": self._loaded.name, "fingerprint": self._loaded.fingerprint}
        return {**identity, "prompt_tokens": len(question.tokens)}


def serve(link: "ParentLink", settings: dict[str, Any]) -> None:
    """Answer every question until the input ends."""
    link.send_heartbeats(SIGN_OF_LIFE)
    threads = settings.pop("threads")

    def send(reply: dict[str, Any]) -> None:
        link.answer(reply.pop("number"), json.dumps(reply).encode("ascii"))

    def load() -> AnsweringThreads:
        from probe.models.local import loading

        answering_threads = AnsweringThreads(loading.load(**settings), send)
        answering_threads.begin(threads)
        return answering_threads

    answering_threads = link.load(load)
    for number, question in link.requests():
        answering_threads.ask({"number": number, **json.loads(question)})
