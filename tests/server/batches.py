"""The endpoints for files and batches, in front of a server's chat completions."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.server.chat import Behaviour, ReceivedRequest, Reply, fails


@dataclass
class SentBatch:
    """A batch that a client has sent; ``looks`` counts how often its state was requested."""

    id: str
    file_id: str
    calls: list[dict[str, Any]]
    looks: int = 0
    output: str = ""
    errors: str = ""


@dataclass
class Batching:
    """A behaviour with batch endpoints: a batch ends when its state is requested for the ``looks``-th time.

    Each of its calls is answered by ``behaviour``. ``ends`` is the status in which batches end; only a completed batch
    answers all its calls, an expired or cancelled one every second call, a failed one none. ``page`` is the length of
    the list of batches; ``older`` are listed before all others.
    """

    behaviour: Behaviour
    looks: int = 2
    ends: str = "completed"
    page: int = 100
    older: int = 0
    files: dict[str, bytes] = field(default_factory=dict)
    batches: dict[str, SentBatch] = field(default_factory=dict)
    disturb: Callable[[ReceivedRequest], Reply | None] = lambda _: None

    def __call__(self, request: ReceivedRequest, number: int) -> Reply:
        """Answer one request (a Behaviour)."""
        if (reply := self.disturb(request)) is not None:
            return reply
        parts = urlsplit(request.path).path.rpartition("/v1/")[2].split("/")
        match (request.method, parts):
            case ("POST", ["files"]):
                return self._upload(request)
            case ("GET", ["files", name, "content"]):
                return Reply(body=self.files[name]) if name in self.files else fails(404)
            case ("POST", ["batches"]):
                return self.begin(request.body["input_file_id"])
            case ("GET", ["batches"]):
                return self._list(parse_qs(urlsplit(request.path).query))
            case ("GET", ["batches", name]):
                return self._state(name)
        return self.behaviour(request, number)

    @property
    def sent(self) -> Counter[str]:
        """How often each call was sent in a batch."""
        return Counter(call["custom_id"] for batch in self.batches.values() for call in batch.calls)

    def _upload(self, request: ReceivedRequest) -> Reply:
        boundary = b"--" + request.headers["content-type"].partition("boundary=")[2].strip('"').encode()
        for section in request.data.split(boundary):
            head, _, content = section.partition(b"\r\n\r\n")
            if b'name="file"' in head:
                return Reply(body={"id": self._store(content.removesuffix(b"\r\n")), "object": "file"})
        return fails(400, "no file")

    def _store(self, content: bytes) -> str:
        name = f"file-{len(self.files)}"
        self.files[name] = content
        return name

    def begin(self, file_id: str) -> Reply:
        calls = [json.loads(line) for line in self.files[file_id].splitlines()]
        batch = SentBatch(f"batch_{len(self.batches)}", file_id, calls)
        self.batches[batch.id] = batch
        return Reply(body=self._description_of(batch))

    def _list(self, query: Mapping[str, list[str]]) -> Reply:
        older_batches = [{"id": f"batch_old{n}", "input_file_id": f"file-old{n}"} for n in range(self.older)]
        batches = [*older_batches, *map(self._description_of, self.batches.values())]
        after = query.get("after", [""])[0]
        start = next((n for n, batch in enumerate(batches, 1) if batch["id"] == after), 0)
        return Reply(body={"data": batches[start : start + self.page], "has_more": start + self.page < len(batches)})

    def _state(self, name: str) -> Reply:
        if name not in self.batches:
            return fails(404)
        batch = self.batches[name]
        batch.looks += 1
        if batch.looks == self.looks:
            self._end(batch)
        return Reply(body=self._description_of(batch))

    def _end(self, batch: SentBatch) -> None:
        if self.ends == "failed":
            return
        output: list[dict[str, Any]] = []
        errors: list[dict[str, Any]] = []
        for number, call in enumerate(batch.calls):
            if self.ends != "completed" and number % 2:
                error = {"code": f"batch_{self.ends}", "message": "not done in time"}
                errors.append({"custom_id": call["custom_id"], "response": None, "error": error})
                continue
            reply = self.behaviour(ReceivedRequest(call["url"], {}, call["body"]), number)
            response = {"status_code": reply.status, "request_id": "r", "body": reply.body}
            output_lines = output if reply.status == 200 else errors
            output_lines.append({"id": "b", "custom_id": call["custom_id"], "response": response, "error": None})
        batch.output, batch.errors = self._results(output), self._results(errors)

    def _results(self, lines: list[dict[str, Any]]) -> str:
        return self._store("".join(json.dumps(line) + "\n" for line in reversed(lines)).encode()) if lines else ""

    def _description_of(self, batch: SentBatch) -> dict[str, Any]:
        has_ended = batch.looks >= self.looks
        problem = [{"code": "token_limit_exceeded", "message": "Enqueued token limit reached"}]
        return {
            "id": batch.id,
            "object": "batch",
            "input_file_id": batch.file_id,
            "status": self.ends if has_ended else "in_progress",
            "request_counts": {
                "total": len(batch.calls),
                "completed": len(batch.calls) if has_ended else 0,
                "failed": 0,
            },
            "output_file_id": batch.output or None,
            "error_file_id": batch.errors or None,
            "errors": {"data": problem} if has_ended and self.ends == "failed" else None,
        }
