"""The calls of a run: every request and answer, its cost, what it was about, and what became of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from probe.audit.call_texts import CallTexts, candidate_texts, decided_in, item_texts
from probe.errors import InputError
from probe.ports import PriceList
from probe.protocols.reading import protocol_of_run
from probe.protocols.viewing import NONE, shown_decision
from probe.session import load_prices
from probe.store.log import call_numbers, calls, failed_calls, lost_answers, numbered_candidates, purposes
from probe.store.reading import read_run
from probe.values import About, Candidate, CandidateState, Decision, Item, Request
from probe.values.log import FailedCall, LostAnswers, StoredCall

EXPAND, DECIDE = "expand", "decide"
CANDIDATE = "candidate "


@dataclass(frozen=True)
class LogQuery:
    """Which calls to show: of one stage, containing all words, failed ones only, or about one item (its id)."""

    stage: str = ""
    words: tuple[str, ...] = ()
    failed: bool = False
    about: str = ""


@dataclass(frozen=True)
class LoggedCall:
    """A call with its cost in US dollars (None: no price), what it was about, and what became of its answer.

    ``about`` are ids of items, or numbers of candidates (``candidate 12``). ``failed`` means that the answer was not
    used: it could not be read.
    """

    call: StoredCall
    usd: float | None
    about: tuple[str, ...]
    outcome: str
    failed: bool

    def to_json(self) -> dict[str, Any]:
        """Return the call, its cost, what it was about and what became of it as JSON."""
        return {
            **self.call.model_dump(mode="json"),
            "usd": self.usd,
            "about": list(self.about),
            "outcome": self.outcome,
            "failed": self.failed,
        }


class _Made(NamedTuple):
    """A candidate of the run with what became of it."""

    name: str
    candidate: Candidate
    outcome: str
    state: CandidateState


class Log:
    """The calls of one run."""

    def __init__(self, folder: Path, prices: PriceList | None = None) -> None:
        """Read what the calls of the run in ``folder`` can be about. Raises InputError if it contains no run."""
        self.folder = folder
        self.stages = purposes(folder)
        self.lost: tuple[LostAnswers, ...] = lost_answers(folder)
        self.unanswered: tuple[FailedCall, ...] = failed_calls(folder)
        self._prices = prices or load_prices()[0]
        protocol = protocol_of_run(folder)
        with read_run(folder) as store:
            decisions = store.decisions()
            self._items: dict[str, Item] = {item.id: item for item in store.items(protocol.read)}
        self._made_as = {name: item.id for item in self._items.values() if (name := protocol.made_as(item))}
        self._decisions: dict[tuple[str, str], list[Decision]] = {}
        for decision in decisions:
            self._decisions.setdefault((decision.item_id, decision.mitigation), []).append(decision)
        self._made = {entry.name: entry for entry in _candidates(folder)}

    @cached_property
    def _texts(self) -> CallTexts:
        """What calls of a file from an earlier version are about."""
        candidates = ((entry.name, candidate_texts(entry.candidate)) for entry in self._made.values())
        return CallTexts([*candidates, *((name, item_texts(item)) for name, item in self._items.items())])

    @cached_property
    def _by_place(self) -> dict[tuple[str, str, int], list[_Made]]:
        candidates: dict[tuple[str, str, int], list[_Made]] = {}
        for entry in self._made.values():
            candidate = entry.candidate
            candidates.setdefault((candidate.bias.value, candidate.author, candidate.expansion), []).append(entry)
        return candidates

    @property
    def total(self) -> int:
        """How many calls the run made."""
        return sum(self.stages.values())

    @property
    def losses(self) -> tuple[str, ...]:
        """What was paid for and not used, a sentence for each model."""
        return tuple(
            f"{lost.calls} truncated answers of {lost.model} were paid for and not used; their requests are not kept"
            for lost in self.lost
        )

    def call(self, number: int) -> LoggedCall:
        """Return the call with this number. Raises InputError if there is none."""
        logged_call = next(self.calls([number]), None)
        if logged_call is None:
            raise InputError(f"{self.folder} has no call {number}: it has {self.total} calls")
        return logged_call

    def excerpt(self, query: LogQuery, limit: int = 0) -> "LogExcerpt":
        """Return the first ``limit`` calls that ``query`` selects (0: all), and requests without an answer."""
        numbers = self.numbers(query)
        names = (*self._items, *self._made)
        exists = not query.about or bool(numbers) or any(_names(name, query.about) for name in names)
        # A filter may leave out all calls about an item of other runs.
        exists = exists or bool(self.numbers(LogQuery(about=query.about)))
        shown_calls = tuple(self.calls(numbers[: limit or None]))
        failures = tuple(self.failures(query))
        return LogExcerpt(self, shown_calls, len(numbers), failures, failures[: limit or None], exists)

    def numbers(self, query: LogQuery) -> list[int]:
        """Return the numbers of the calls that ``query`` selects. Raises InputError for a stage without a call."""
        # A stage whose requests all failed has no call, and is a stage all the same.
        stages = {**self.stages, **{failure.request.purpose: 0 for failure in self.unanswered}}
        if query.stage and query.stage not in stages:
            stage_names = ", ".join(stages) or "no calls at all"
            raise InputError(f"{self.folder} has no calls of stage {query.stage!r}: it has {stage_names}")
        numbers = call_numbers(self.folder, query.stage, query.words)
        if not query.failed and not query.about:
            return numbers
        return [logged_call.call.number for logged_call in self.calls(numbers) if self._is_wanted(logged_call, query)]

    def failures(self, query: LogQuery) -> list[FailedCall]:
        """Return the requests without an answer that ``query`` selects."""
        words = [word.casefold() for word in query.words]
        failures = []
        for failure in self.unanswered:
            text = "\n".join([*_contents(failure.request), failure.reason]).casefold()
            names = self._about(failure.request)
            if (
                query.stage in ("", failure.request.purpose)
                and all(word in text for word in words)
                and (not query.about or any(_names(name, query.about) for name in names))
            ):
                failures.append(failure)
        return failures

    def calls(self, numbers: Sequence[int]) -> Iterator[LoggedCall]:
        """Yield the calls with these numbers."""
        for call in calls(self.folder, numbers):
            yield self._logged(call)

    def _is_wanted(self, logged_call: LoggedCall, query: LogQuery) -> bool:
        return (logged_call.failed or not query.failed) and (
            not query.about or any(_names(name, query.about) for name in logged_call.about)
        )

    def _logged(self, call: StoredCall) -> LoggedCall:
        price = self._prices.of(call.model)
        answer = call.answer
        usd = price.of(answer.prompt_tokens, answer.completion_tokens, answer.cached_tokens) if price else None
        about = self._about(call.request, call.answer.text)
        # Before anything else: what became of the candidate or the decision follows from the later answer.
        if call.asked_again:
            return LoggedCall(call, usd, about, "not used: asked again", failed=True)
        outcome, failed = self._outcome(call, about)
        return LoggedCall(call, usd, about, outcome, failed)

    def _about(self, request: Request, answer: str = "") -> tuple[str, ...]:
        """Return the names of what a question is about, as recorded, or in an earlier version's file by its texts."""
        about = request.about
        # The candidates of an expansion are known from the answer alone: its question has none of them yet.
        if about is None:
            return self._texts.names_in([answer] if request.purpose == EXPAND else _contents(request))
        if about.candidate is None:
            return (self._made_as.get(about.item_id, about.item_id),) if about.item_id else ()
        bias, author, expansion, position = about.candidate
        entries = self._by_place.get((bias, author, expansion), ())
        return tuple(entry.name for entry in entries if position in (None, entry.candidate.position))

    def _outcome(self, call: StoredCall, about: Sequence[str]) -> tuple[str, bool]:
        entries = [self._made[name] for name in about if name in self._made]
        if call.request.purpose == EXPAND and not self._items:
            return _expanded(entries)
        item = self._items.get(about[0]) if about else None
        if call.request.purpose == DECIDE and item is not None:
            return self._decided(call.request, item)
        if not entries:
            return "", False
        unreadable = call.request.attempt > 0 and entries[0].state is CandidateState.UNANSWERED
        return entries[0].outcome, unreadable

    def _decided(self, request: Request, item: Item) -> tuple[str, bool]:
        decisions = self._decisions.get((item.id, request.mitigation), ())
        if request.about is None:
            same_run_decisions = [decision for decision in decisions if decision.run == request.run]
            shown_decision = decided_in(item, same_run_decisions, _contents(request))
            answered_decisions: tuple[Decision, ...] = () if shown_decision is None else (shown_decision,)
        else:
            answered_decisions = _answered(request.about, request.run, decisions)
        if not answered_decisions:
            return "no decision" if request.about is None or request.about.decides else "", False
        return _decision(item, answered_decisions), any(
            decision.decision == "unparsed" for decision in answered_decisions
        )


@dataclass(frozen=True)
class LogExcerpt:
    """The calls of a log that a query selects: those shown, how many there are, and requests without an answer.

    ``listed`` are the shown ones of the latter. ``exists`` is whether the run has what the query is about.
    """

    log: Log
    calls: tuple[LoggedCall, ...]
    matching: int
    failures: tuple[FailedCall, ...]
    listed: tuple[FailedCall, ...]
    exists: bool

    @property
    def notices(self) -> tuple[str, ...]:
        """How much of the run is shown, and what got no answer or was not used."""
        hint = "; --limit 0 shows all" if len(self.calls) < self.matching else ""
        shown = f"{len(self.calls)} of {self.matching} calls shown, {self.log.total} in the run{hint}"
        failed = f"{len(self.failures)} requests got no answer: --failed lists them"
        return (shown, *([failed] if self.failures else []), *self.log.losses)

    def to_json(self) -> dict[str, Any]:
        """Return the calls as JSON."""
        return {
            "stages": self.log.stages,
            "found": self.matching,
            "truncated": [lost._asdict() for lost in self.log.lost],
            "calls": [logged_call.to_json() for logged_call in self.calls],
            "unanswered": [failure.model_dump(mode="json") for failure in self.failures],
        }


def _names(name: str, about: str) -> bool:
    """Whether ``about`` names this item, by the beginning of its id, or this candidate."""
    return name == about if name.startswith(CANDIDATE) else name.startswith(about)


def _candidates(folder: Path) -> Iterator[_Made]:
    for number, state, stage, candidate in numbered_candidates(folder):
        yield _Made(f"{CANDIDATE}{number}", candidate, f"rejected by {stage}" if stage else state.value, state)


def _contents(request: Request) -> list[str]:
    return [message.content for message in request.messages]


def _answered(about: About, run: int, decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """Return the decisions that an answer gives: of its run, or of the first of several runs that share an answer."""
    turns = range(about.turn, about.turn + about.decides)
    asked_decisions = [decision for decision in decisions if decision.arm == about.arm and decision.turn in turns]
    # Runs that put the same question share one stored answer.
    run_decisions = [
        decision for decision in asked_decisions if decision.run == run and decision.exchanged == about.exchanged
    ]
    shared_run = next((decision.run for decision in asked_decisions if decision.exchanged == about.exchanged), None)
    return tuple(run_decisions or (decision for decision in asked_decisions if decision.run == shared_run))


def _decision(item: Item, decisions: Sequence[Decision]) -> str:
    """Return decisions in words: the arm, the mitigation and the turn if any, the option, and whether it is right."""
    first_decision = decisions[0]
    question = (
        first_decision.arm.value
        if first_decision.mitigation == NONE
        else f"{first_decision.arm.value}, {first_decision.mitigation}"
    )
    question += f", turn {first_decision.turn + 1}" if first_decision.turn else ""
    answers = [
        shown_decision(decision.decision, item.scale_of(decision.arm), item.right_answer(decision.arm, decision.turn))
        for decision in decisions
    ]
    if len(answers) > 1:
        return f"{question}: {len(answers)} decisions"
    (only_answer,) = answers
    if only_answer.verdict == "unreadable":
        return f"{question}: unparsed"
    return (
        f"{question}: {only_answer.answer}, {only_answer.verdict}"
        if only_answer.verdict in ("right", "wrong")
        else f"{question}: {only_answer.answer}"
    )


def _expanded(candidates: Sequence[_Made]) -> tuple[str, bool]:
    """Return what became of the candidates in an author's answer."""
    if not candidates:
        return "no candidate", True
    accepted = sum(entry.state is CandidateState.ACCEPTED for entry in candidates)
    return f"{len(candidates)} candidates, {accepted} accepted", False
