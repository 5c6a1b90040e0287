"""The calls of a run: every request and answer, its cost, what it was about, and what became of it.

A run's file does not record what a call was about. It follows from the texts: a call is about a candidate or a pair if
all lines of one of its texts, or of one of its programs, are lines of the call.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from probe.errors import InputError
from probe.ports import PriceList
from probe.protocols.dilemmas.reading import holds_dilemmas, read_dilemma
from probe.session import (
    call_numbers,
    calls,
    failed_calls,
    load_prices,
    lost_answers,
    numbered_candidates,
    purposes,
    read_run,
)
from probe.values import CandidateState, Decision, Dilemma, Request
from probe.values.log import FailedCall, LostAnswers, StoredCall
from probe.values.texts import exchange_options

EXPAND, DECIDE = "expand", "decide"
NONE = "none"
"""The mitigation of a question as it is."""
CANDIDATE = "candidate "


@dataclass(frozen=True)
class LogQuery:
    """Which calls to show: of one stage, containing all words, failed ones only, or about one dilemma (its id)."""

    stage: str = ""
    words: tuple[str, ...] = ()
    failed: bool = False
    about: str = ""


@dataclass(frozen=True)
class LoggedCall:
    """A call with its cost in US dollars (None: no price), what it was about, and what became of its answer.

    ``about`` are ids of pairs, or numbers of candidates (``candidate 12``). ``failed`` means that the answer was not
    used: it could not be read.
    """

    call: StoredCall
    usd: float | None
    about: tuple[str, ...]
    outcome: str
    failed: bool


@dataclass(frozen=True)
class Subject:
    """What calls can be about: its name, its texts as sets of lines, and its outcome."""

    name: str
    texts: tuple[frozenset[str], ...]
    outcome: str
    state: CandidateState | None = None
    pair: Dilemma | None = None


class Log:
    """The calls of one run."""

    def __init__(self, folder: Path, prices: PriceList | None = None) -> None:
        """Read what the calls of the run in ``folder`` can be about. Raises InputError if it contains no run."""
        self.folder = folder
        self.stages = purposes(folder)
        self.lost: tuple[LostAnswers, ...] = lost_answers(folder)
        self.unanswered: tuple[FailedCall, ...] = failed_calls(folder)
        self._prices = prices or load_prices()[0]
        with read_run(folder) as store:
            decisions = store.decisions()
            pairs = store.items(read_dilemma) if holds_dilemmas(folder) else ()
        self._decisions: dict[tuple[str, int, str], list[Decision]] = {}
        for one in decisions:
            self._decisions.setdefault((one.item_id, one.run, one.mitigation), []).append(one)
        self._subjects = [*_candidates(folder), *(_of_pair(pair) for pair in pairs)]
        self._by_line: dict[str, list[int]] = {}
        for place, subject in enumerate(self._subjects):
            for text in subject.texts:
                self._by_line.setdefault(max(text, key=len), []).append(place)

    def numbers(self, query: LogQuery) -> list[int]:
        """Return the numbers of the calls that ``query`` selects. Raises InputError for a stage without a call."""
        stages = {**self.stages, **{one.request.purpose: 0 for one in self.unanswered}}
        if query.stage and query.stage not in stages:
            known = ", ".join(stages) or "no calls at all"
            raise InputError(f"{self.folder} has no calls of stage {query.stage!r}: it has {known}")
        found = call_numbers(self.folder, query.stage, query.words)
        if not query.failed and not query.about:
            return found
        return [one.call.number for one in self.calls(found) if self._is_wanted(one, query)]

    def failures(self, query: LogQuery) -> list[FailedCall]:
        """Return the requests without an answer that ``query`` selects."""
        words = [word.casefold() for word in query.words]
        found = []
        for one in self.unanswered:
            text = "\n".join([*_contents(one.request), one.reason]).casefold()
            names = [subject.name for subject in self._subjects_in(_contents(one.request))]
            if (
                query.stage in ("", one.request.purpose)
                and all(word in text for word in words)
                and (not query.about or any(name.startswith(query.about) for name in names))
            ):
                found.append(one)
        return found

    def calls(self, numbers: Sequence[int]) -> Iterator[LoggedCall]:
        """Yield the calls with these numbers."""
        for call in calls(self.folder, numbers):
            yield self._logged(call)

    def _is_wanted(self, one: LoggedCall, query: LogQuery) -> bool:
        return (one.failed or not query.failed) and (
            not query.about
            or query.about in one.about
            or any(name.startswith(query.about) for name in one.about if not name.startswith(CANDIDATE))
        )

    def _logged(self, call: StoredCall) -> LoggedCall:
        price = self._prices.of(call.model)
        answer = call.answer
        usd = price.of(answer.prompt_tokens, answer.completion_tokens, answer.cached_tokens) if price else None
        subjects = self._about(call)
        about = tuple(subject.name for subject in subjects)
        if call.asked_again:
            return LoggedCall(call, usd, about, "not used: asked again", failed=True)
        outcome, failed = self._outcome(call, subjects)
        return LoggedCall(call, usd, about, outcome, failed)

    def _about(self, call: StoredCall) -> list[Subject]:
        return self._subjects_in([call.answer.text] if call.request.purpose == EXPAND else _contents(call.request))

    def _subjects_in(self, texts: Sequence[str]) -> list[Subject]:
        lines = _lines("\n".join(texts))
        places = sorted({place for line in lines for place in self._by_line.get(line, ())})
        found = [self._subjects[place] for place in places]
        return [subject for subject in found if any(text <= lines for text in subject.texts)]

    def _outcome(self, call: StoredCall, subjects: Sequence[Subject]) -> tuple[str, bool]:
        if call.request.purpose == EXPAND:
            return _expanded(subjects)
        if not subjects:
            return "", False
        pair = subjects[0].pair
        if call.request.purpose == DECIDE and pair is not None:
            return self._decided(call, pair)
        unread = call.request.attempt > 0 and subjects[0].state is CandidateState.UNANSWERED
        return subjects[0].outcome, unread

    def _decided(self, call: StoredCall, pair: Dilemma) -> tuple[str, bool]:
        lines = _lines("\n".join(_contents(call.request)))
        for decision in self._decisions.get((pair.id, call.request.run, call.request.mitigation), ()):
            if _shown(pair, decision) <= lines:
                return _decision(pair, decision), decision.decision == "unparsed"
        return "no decision", False


def _candidates(folder: Path) -> Iterator[Subject]:
    for number, state, stage, candidate in numbered_candidates(folder):
        texts = [candidate.texts.unbiased, candidate.texts.biased]
        programs = candidate.programs
        texts += [programs.unbiased, programs.biased] if programs else []
        outcome = f"rejected by {stage}" if stage else state.value
        yield Subject(f"{CANDIDATE}{number}", _line_sets(texts), outcome, state)


def _of_pair(pair: Dilemma) -> Subject:
    controls = pair.controls
    texts = [pair.unbiased, pair.biased, *((controls.placebo, controls.counter, controls.advocacy) if controls else ())]
    texts += [pair.twin.unbiased, pair.twin.biased] if pair.twin else []
    exchanged = [exchange_options(text) for text in texts if text]
    return Subject(pair.id, _line_sets([*texts, *exchanged]), "", pair=pair)


def _line_sets(texts: Iterable[str | None]) -> tuple[frozenset[str], ...]:
    return tuple(lines for text in texts if text and (lines := _lines(text)))


def _lines(text: str) -> frozenset[str]:
    """Return the lines of a text without blanks at their ends; a directive that loads a file is not content."""
    lines = (line.strip() for line in text.splitlines())
    return frozenset(line for line in lines if line and not line.startswith(":-"))


def _contents(request: Request) -> list[str]:
    return [message.content for message in request.messages]


def _shown(pair: Dilemma, decision: Decision) -> frozenset[str]:
    """Return the lines of the text that a decision is about."""
    text = pair.text(decision.arm) or ""
    return _lines((exchange_options(text) if decision.exchanged else text) or text)


def _decision(pair: Dilemma, decision: Decision) -> str:
    """Return a decision in words: the arm, the mitigation if any, the option, and whether it is the right one."""
    asked = decision.arm.value if decision.mitigation == NONE else f"{decision.arm.value}, {decision.mitigation}"
    if decision.decision == "unparsed":
        return f"{asked}: unparsed"
    right = decision.letter == pair.right_option(decision.arm).letter
    return f"{asked}: {decision.letter}, {'right' if right else 'wrong'}"


def _expanded(subjects: Sequence[Subject]) -> tuple[str, bool]:
    """Return what became of the candidates in an author's answer."""
    if not subjects:
        return "no candidate", True
    accepted = sum(subject.state is CandidateState.ACCEPTED for subject in subjects)
    return f"{len(subjects)} candidates, {accepted} accepted", False
