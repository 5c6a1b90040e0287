"""A call store in memory that records when it was asked, for tests of what the gateway does with it."""

from collections import Counter
from collections.abc import Mapping, Sequence

from probe.ports import BatchStore
from probe.values import Answer, ModelSpec, Request, SpentUsage


class MemoryStore:
    """Remembers answers by key (a CallStore); ``kept`` and ``lost`` are in the order in which they came."""

    def __init__(self, spent: Sequence[SpentUsage] = ()) -> None:
        self.answers: dict[str, Answer] = {}
        self.kept: list[tuple[str, ModelSpec, str, Request, Answer]] = []
        self.lost: list[Answer] = []
        self.failed: dict[str, str] = {}
        self._spent = tuple(spent)

    def find_answer(self, key: str) -> Answer | None:
        return self.answers.get(key)

    def keep_answer(self, key: str, spec: ModelSpec, endpoint: str, request: Request, answer: Answer) -> None:
        self.answers[key] = answer
        self.kept.append((key, spec, endpoint, request, answer))

    def keep_loss(self, spec: ModelSpec, endpoint: str, answer: Answer) -> None:
        self.lost.append(answer)

    def keep_failure(self, key: str, spec: ModelSpec, endpoint: str, request: Request, reason: str) -> None:
        self.failed[key] = reason

    def spent_usages(self) -> Sequence[SpentUsage]:
        return self._spent

    def answered_at(self, spec: ModelSpec) -> Mapping[str, int]:
        return Counter(endpoint for _, model, endpoint, _, _ in self.kept if model == spec)

    @property
    def batches(self) -> BatchStore:
        raise NotImplementedError("a memory store has no batches: use a run's file")

    def everything(self) -> str:
        """Return all that was stored as one text."""
        return repr((self.answers, self.kept, self.lost))
