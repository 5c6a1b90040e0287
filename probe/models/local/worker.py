"""The process of a local model: questions come in as lines of JSON, and replies go out, in any order.

Its argument has the settings (see ModelProcess). The first reply has the number 0, with an error if the model cannot be
loaded. An empty reply is a sign of life. The process ends when its input does, and on Linux with its parent even if it
is suspended.
"""

import ctypes
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from probe.models.local.inference import TokenQuestion
    from probe.models.local.loading import Loaded

BATCH = 16
"""Answers that are written at once: on a CPU, more hardly gain anything."""
SIGN_OF_LIFE = 5.0
"""Seconds between two signs of life."""
_PR_SET_PDEATHSIG = 1
GATHERING = 0.05
"""Seconds to wait for further questions before a batch starts."""


class Questions:
    """The questions that wait; each thread takes the one that shares most with what it has read."""

    def __init__(self) -> None:
        self._waiting: list[TokenQuestion] = []
        self._changed = threading.Condition()

    def put(self, question: "TokenQuestion") -> None:
        """Add a question."""
        with self._changed:
            self._waiting.append(question)
            self._changed.notify()

    def take(self, read: tuple[int, ...], *, last: bool) -> "list[TokenQuestion]":
        """Wait for questions; return the nearest direct one, else a batch.

        Where several are equally near, ``last`` chooses the last one, so that two threads begin at different ends.
        """
        from probe.models.local.inference import shared

        with self._changed:
            self._changed.wait_for(lambda: bool(self._waiting))
            direct = sorted((one for one in self._waiting if one.direct), key=lambda one: one.tokens, reverse=last)
            if direct:
                taken = [max(direct, key=lambda one: shared(read, one.tokens))]
            else:
                self._changed.wait_for(lambda: len(self._waiting) >= BATCH, timeout=GATHERING)
                taken = [one for one in self._waiting if not one.direct][:BATCH]
            self._waiting = [one for one in self._waiting if one not in taken]
            return taken


class AnsweringThreads:
    """Answers questions with a loaded model in several threads; ``send`` is called with each reply.

    Direct ones are read in ``blocks``: see Reader.
    """

    def __init__(self, loaded: "Loaded", send: Callable[[dict[str, Any]], None], *, blocks: bool = False) -> None:
        from probe.models.local.inference import Letters, Writer

        self._loaded, self._blocks = loaded, blocks
        self._send = send
        self._letters = Letters(loaded.tokenizer)
        self._writer = Writer(loaded)
        self._questions = Questions()

    def begin(self, threads: int) -> None:
        """Start the threads that compute: one on a GPU, one per core on a CPU, where sharing matrices is slower."""
        import torch

        torch.set_num_threads(1)
        for number in range(threads if self._loaded.model.device.type == "cpu" else 1):
            threading.Thread(target=self._work, args=(number % 2 == 1,), daemon=True).start()

    def ask(self, asked: dict[str, Any]) -> None:
        """Queue a question; the reply has its number."""
        from probe.models.local.inference import TokenQuestion
        from probe.models.local.prompting import prompt_tokens

        number, messages = asked.pop("number"), asked.pop("messages")
        try:
            tokens = tuple(prompt_tokens(self._loaded.tokenizer, messages, direct=bool(asked.get("top_logprobs"))))
            room = self._loaded.room
            if room is not None and len(tokens) >= room:
                raise ValueError(f"the question has {len(tokens)} tokens, and the model reads {room}")
        except Exception as error:  # noqa: BLE001 - a template may fail in any way: the caller gets the reason
            self._send({"number": number, "error": reason(error)})
        else:
            self._questions.put(TokenQuestion(number, tokens, asked))

    def _work(self, last: bool) -> None:
        import torch

        from probe.models.local.inference import PromptReader

        reader = PromptReader(self._loaded, blocks=self._blocks)
        with torch.inference_mode():
            while True:
                taken = self._questions.take(reader.read, last=last)
                try:
                    replies = [self._direct(reader, taken[0])] if taken[0].direct else self._writer.write(taken)
                except Exception as error:  # noqa: BLE001 - out of memory, or a model's own bug
                    reader = PromptReader(self._loaded, blocks=self._blocks)
                    replies = [{"error": reason(error)} for _ in taken]
                for question, reply in zip(taken, replies, strict=True):
                    self._send({"number": question.number, **self._identity(question), **reply})

    def _direct(self, reader: Any, question: "TokenQuestion") -> dict[str, Any]:
        logits = reader.logits(question.tokens)
        most = self._loaded.tokenizer.decode([int(logits.argmax())])
        logprobs = self._letters.distribution(logits, int(question.settings["top_logprobs"]))
        return {"text": most, "finish": "stop", "completion_tokens": 1, "logprobs": logprobs}

    def _identity(self, question: "TokenQuestion") -> dict[str, Any]:
        named = {"model": self._loaded.name, "fingerprint": self._loaded.fingerprint}
        return {**named, "prompt_tokens": len(question.tokens)}


def reason(error: Exception) -> str:
    """Return an error in one line of limited length."""
    return (" ".join(str(error).split()) or type(error).__name__)[:300]


def serve(settings: dict[str, Any], questions: IO[bytes], replies: IO[bytes]) -> None:
    """Answer every question until the input ends."""
    writing = threading.Lock()

    def send(reply: dict[str, Any]) -> None:
        with writing:
            replies.write(json.dumps(reply).encode("ascii") + b"\n")
            replies.flush()

    def live() -> None:
        while True:
            send({})
            time.sleep(SIGN_OF_LIFE)

    threading.Thread(target=live, daemon=True).start()
    threads = settings.pop("threads")
    try:
        from probe.models.local.loading import load

        answering = AnsweringThreads(load(**settings), send)
        answering.begin(threads)
    except Exception as error:  # noqa: BLE001 - a broken model can fail in any way: the parent reports it
        send({"number": 0, "error": reason(error)})
        return
    send({"number": 0})
    for line in questions:
        answering.ask(json.loads(line))


def main() -> None:
    """Serve standard input; send the output of libraries to standard error, not among the replies."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(json.loads(sys.argv[1]), sys.stdin.buffer, replies)
    os._exit(0)  # the threads that compute need not end


if __name__ == "__main__":
    main()
