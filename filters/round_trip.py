"""Stage ``round_trip``: the text that a translator rebuilds from the program means what the dilemma says."""

from probe.answers import CONSULT, read_rebuilt
from probe.filters.asking import Asker, Unreadable
from probe.filters.settings import RoundTripSettings
from probe.filters.stage import Tools, accept, not_run, reject
from probe.ports import Model
from probe.prompts import Prompts
from probe.similarity import cosine
from probe.values import Arm, Candidate, Evidence, Message, Request, Seed

GIVEN_AWAY = "best practice"
"""A rebuilt text that says it where the dilemma does not tells the axioms, which are left to the reader."""


class RoundTrip:
    """Accepts where the rebuilt text is close to the original; the biased one too where the profile asks so."""

    name = "round_trip"

    def __init__(self, settings: RoundTripSettings, asker: Asker, tools: Tools) -> None:
        self._settings = settings
        self._asker = asker
        self._tools = tools

    async def examine(self, candidate: Candidate) -> Candidate:
        """Have each program told again, without the axioms, and compare."""
        translator = self._tools.translator
        if translator is None:
            return candidate.after(not_run(self.name, "translator"))
        arms = (Arm.UNBIASED, Arm.BIASED) if self._settings.biased_too else (Arm.UNBIASED,)
        evidence: Evidence = {"cosine_at_least": self._settings.cosine_at_least}
        for arm in arms:
            problem, told = await self._retold(candidate, arm, translator)
            evidence[arm.value] = told
            if problem:
                return candidate.after(reject(self.name, f"the {arm} program: {problem}", **evidence))
        likeness = evidence[Arm.UNBIASED.value]
        assert isinstance(likeness, dict)
        reason = f"the text rebuilt from the program has cosine {likeness['cosine']:.4f} to the original"
        return candidate.after(accept(self.name, reason, **evidence))

    async def _retold(self, candidate: Candidate, arm: Arm, translator: Model) -> tuple[str | None, Evidence]:
        """Return what is wrong with the round trip of one text (None: nothing), and its evidence."""
        assert candidate.programs is not None
        original = candidate.texts.unbiased if arm is Arm.UNBIASED else candidate.texts.biased
        example = self._tools.corpus.seeds_of(candidate.bias)[0]
        messages = rebuild_question(self._tools.prompts, candidate.programs.of(arm).text, example)
        request = Request(purpose="rebuild", messages=messages)
        reply = await self._asker.ask(translator, request, read_rebuilt)
        rebuilt = reply.said
        if isinstance(rebuilt, Unreadable):
            return f"the rebuilt text cannot be read: {rebuilt.problem}", {"answer": rebuilt.answer}
        if GIVEN_AWAY in rebuilt.lower() and GIVEN_AWAY not in original.lower():
            return f'the rebuilt text brings in a "{GIVEN_AWAY}"', {"rebuilt": rebuilt}
        before, after = await self._tools.embedder.embed([original, rebuilt])
        likeness = cosine(before, after)
        evidence: Evidence = {"rebuilt": rebuilt, "cosine": round(likeness, 6), "asked_again": reply.asked_again}
        if likeness < self._settings.cosine_at_least:
            return f"the rebuilt text has cosine {likeness:.4f}", evidence
        return None, evidence


def rebuild_question(prompts: Prompts, program: str, example: Seed) -> tuple[Message, ...]:
    """Return what a translator is asked for the text of ``program``, which is shown without the axioms."""
    return prompts.fill(
        "rebuild",
        example_program=CONSULT.sub("", example.programs.unbiased).strip(),
        example_text=example.texts.unbiased,
        program=CONSULT.sub("", program).strip(),
    )
