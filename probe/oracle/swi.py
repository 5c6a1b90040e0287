"""SwiOracle: the oracle port on SWI-Prolog."""

import asyncio
import os
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Any, Self

from probe.oracle.discovery import Installation, find_installation
from probe.oracle.limits import Limits
from probe.oracle.pool import Lost, Pool
from probe.oracle.process import frame
from probe.oracle.replies import examination_of, explanation_of, parse_reply, refused, verdict_of, wavers
from probe.oracle.translations import AnswerSetProgram, not_translated, translations_of
from probe.values import Examination, Explanation, Profile, Program, Programs, Verdict


class SwiOracle:
    """SWI-Prolog in worker processes; usable as a context manager, plain or asynchronous.

    A hostile program can spoil only its own verdict. Close it after use; this kills the workers.
    """

    def __init__(self, installation: Installation, pool: Pool, limits: Limits) -> None:
        self._installation = installation
        self._pool = pool
        self._limits = limits

    @classmethod
    def start(cls, workers: int | None = None, limits: Limits | None = None) -> Self:
        """Start ``workers`` processes (one per core by default). Raise MissingError if SWI-Prolog cannot be used."""
        limits = limits or Limits()
        installation = find_installation()
        pool = Pool(installation, limits, workers or os.cpu_count() or 1)
        return cls(installation, pool, limits)

    @property
    def name(self) -> str:
        """Name and version, for example ``SWI-Prolog 9.0.4``."""
        return self._installation.name

    @property
    def guards(self) -> dict[str, Any]:
        """The guards of a worker on this machine: ``files``, ``network`` and ``parent``: a mechanism or ``absent``."""
        guards = self._pool.greeting.get("guards", {})
        return dict(guards) if isinstance(guards, dict) else {}

    @property
    def worker_pids(self) -> tuple[int, ...]:
        """The process ids of the running workers."""
        return self._pool.pids

    async def verdict(self, program: Program) -> Verdict:
        """Run one program; return its outcome as data, with all answers and the proof."""
        return self._verdict(await self._ask([program.axioms, program.text], Profile.STRICT))

    async def examine(self, programs: Programs, profile: Profile, *, explain: bool = False) -> Examination:
        """Run both programs of a pair and, for the strict profile, the variants that test them.

        With ``explain`` the profile is strict, and the examination has the explanations of both programs.
        """
        texts = [programs.axioms, programs.unbiased, programs.biased]
        kind = "explained" if explain else profile
        examination = self._examination(await self._ask(texts, kind))
        return self._examination(await self._ask(texts, kind)) if wavers(examination) else examination

    def verdicts(self, programs: Sequence[Program]) -> list[Verdict]:
        """Run many programs, in any order, and return their verdicts in the given one."""
        asked = self._ask_all([[program.axioms, program.text] for program in programs], Profile.STRICT)
        return [self._verdict(reply) for reply in asked]

    def examine_all(self, pairs: Sequence[Programs], profile: Profile) -> list[Examination]:
        """Examine many pairs, in any order, and return the examinations in the given one."""
        examinations = self._examinations(pairs, profile)
        doubtful = [number for number, examination in enumerate(examinations) if wavers(examination)]
        again = self._examinations([pairs[number] for number in doubtful], profile)
        for number, examination in zip(doubtful, again, strict=True):
            examinations[number] = examination
        return examinations

    async def explain(self, program: Program) -> Explanation:
        """Return the proofs of all answers (at most 50) and the outcome for the option that is not chosen.

        The explanation is empty if the program is refused, or exceeds the time of a request.
        """
        return _explanation(await self._ask([program.axioms, program.text], "explained"))

    async def answer_set_programs(self, programs: Programs) -> tuple[AnswerSetProgram, AnswerSetProgram]:
        """Return both programs of a pair as answer-set programs for clingo; neither is run."""
        reply = await self._ask([programs.axioms, programs.unbiased, programs.biased], "asp")
        unbiased, biased = _translations(reply, 2)
        return unbiased, biased

    def all_answer_set_programs(self, programs: Sequence[Program]) -> list[AnswerSetProgram]:
        """Return many programs as answer-set programs for clingo; none is run."""
        asked = self._ask_all([[program.axioms, program.text] for program in programs], "asp")
        return [_translations(reply, 1)[0] for reply in asked]

    def close(self) -> None:
        """Kill the workers and cancel unanswered requests."""
        self._pool.close()

    async def _ask(self, texts: list[str], kind: str) -> bytes | Lost | Verdict:
        request = self._frame(texts, kind)
        if isinstance(request, Verdict):
            return request
        try:
            return await asyncio.wrap_future(self._pool.submit(request))
        except Lost as lost:
            return lost

    def _ask_all(self, requests: list[list[str]], kind: str) -> Iterator[bytes | Lost | Verdict]:
        """Send each request that can be sent; refuse the others here."""
        frames = [self._frame(texts, kind) for texts in requests]
        replies = self._pool.ask_all([one for one in frames if isinstance(one, bytes)])
        return (next(replies) if isinstance(one, bytes) else one for one in frames)

    def _examinations(self, pairs: Sequence[Programs], profile: Profile) -> list[Examination]:
        asked = self._ask_all([[pair.axioms, pair.unbiased, pair.biased] for pair in pairs], profile)
        return [self._examination(reply) for reply in asked]

    def _frame(self, texts: list[str], kind: str) -> bytes | Verdict:
        fields = [kind.encode(), b"%d" % self._limits.inferences, b"%f" % self._limits.seconds]
        for text in texts:
            try:
                data = text.encode()
            except UnicodeEncodeError as error:
                return refused("text", f"character {error.start} is a lone surrogate, which is not a character")
            if len(data) > self._limits.text_bytes:
                return refused("text", f"a text of {len(data)} bytes is longer than {self._limits.text_bytes}")
            fields.append(data)
        return frame(fields)

    def _verdict(self, reply: bytes | Lost | Verdict) -> Verdict:
        if isinstance(reply, Verdict):
            return reply
        if isinstance(reply, Lost):
            return _lost(reply)
        parsed = parse_reply(reply)
        return verdict_of(parsed) if parsed.failed is None else _failed(parsed.failed)

    def _examination(self, reply: bytes | Lost | Verdict) -> Examination:
        if isinstance(reply, Verdict):
            return self._not_run(reply)
        if isinstance(reply, Lost):
            return self._not_run(_lost(reply))
        parsed = parse_reply(reply)
        return examination_of(self.name, parsed) if parsed.failed is None else self._not_run(_failed(parsed.failed))

    def _not_run(self, verdict: Verdict) -> Examination:
        return Examination(oracle=self.name, unbiased=verdict, biased=verdict)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _explanation(reply: bytes | Lost | Verdict) -> Explanation:
    return explanation_of(parse_reply(reply)) if isinstance(reply, bytes) else Explanation()


def _translations(reply: bytes | Lost | Verdict, number: int) -> tuple[AnswerSetProgram, ...]:
    if isinstance(reply, bytes):
        return translations_of(reply, number)
    why = (reply if isinstance(reply, Verdict) else _lost(reply)).diagnostics[0]
    return (not_translated(why.kind, why.message),) * number


def _lost(lost: Lost) -> Verdict:
    match lost.why:
        case "spent":
            return refused("limit", "the program exceeds the limit of processor time, and its worker was ended")
        case "late":
            return refused("limit", "no answer by the deadline, on two workers")
        case _:
            return refused("crash", "the program ended its worker, twice")


def _failed(why: str) -> Verdict:
    if why == "deadline":
        return refused("limit", "reporting what the program did exceeds the limit of time")
    if why == "aborted":
        return refused("limit", "the program exceeds the limit of stack, and Prolog gave up")
    return refused("oracle", f"the oracle failed on this program: {why}")
