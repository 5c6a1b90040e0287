"""Stage ``round_trip``: the text that a translator rebuilds from the program means the same as the dilemma."""

from probe.answers import CONSULT, read_rebuilt
from probe.asking import Asker, Calls, Unreadable, question_tokens, text_tokens
from probe.filters.stage import Share, Stage, StageSettings, TypicalDilemma, accept, not_run, reject
from probe.prompts import Prompts
from probe.similarity import cosine
from probe.values import Arm, Candidate, Evidence, Message, Request, Seed

REVEALING = "best practice"
"""A rebuilt text that adds these words reveals the axioms, which the reader should infer."""


class RoundTripSettings(StageSettings):
    """The lowest cosine of a text to the one rebuilt from its program (PROBE-SWE, section 4: tau)."""

    cosine_at_least: Share = 0.65
    biased_too: bool = False


class RoundTrip(Stage[RoundTripSettings]):
    """Accepts if the rebuilt text is close to the original, also for the biased text if the profile requires it."""

    name = "round_trip"
    form = RoundTripSettings
    role = "translator"
    needs_programs = True
    published_rejections = 743

    async def examine(self, candidate: Candidate) -> Candidate:
        """Rebuild a text from each program, without the axioms, and compare."""
        translator = self.asker
        if translator is None:
            return candidate.with_result(not_run(self.name, "translator"))
        arms = (Arm.UNBIASED, Arm.BIASED) if self.settings.biased_too else (Arm.UNBIASED,)
        evidence: Evidence = {"cosine_at_least": self.settings.cosine_at_least}
        for arm in arms:
            problem, evidence[arm.value] = await self._rebuilt(candidate, arm, translator)
            if problem:
                return candidate.with_result(reject(self.name, f"the {arm} program: {problem}", **evidence))
        similarity = evidence[Arm.UNBIASED.value]
        assert isinstance(similarity, dict)
        reason = f"the text rebuilt from the program has cosine {similarity['cosine']:.4f} to the original"
        return candidate.with_result(accept(self.name, reason, **evidence))

    async def _rebuilt(self, candidate: Candidate, arm: Arm, translator: Asker) -> tuple[str | None, Evidence]:
        """Return the problem with the round trip of one text (None if it passes), and the evidence."""
        assert candidate.programs is not None
        original = candidate.texts.unbiased if arm is Arm.UNBIASED else candidate.texts.biased
        example = self.resources.corpus.seeds_of(candidate.bias)[0]
        messages = _question(self.resources.prompts, candidate.programs.of(arm).text, example)
        reply = await translator.ask(Request(purpose="rebuild", messages=messages), read_rebuilt)
        reconstruction = reply.parsed
        if isinstance(reconstruction, Unreadable):
            return f"the rebuilt text cannot be read: {reconstruction.problem}", {"answer": reconstruction.answer}
        if REVEALING in reconstruction.lower() and REVEALING not in original.lower():
            return f'the rebuilt text adds a "{REVEALING}"', {"rebuilt": reconstruction}
        original_vector, rebuilt_vector = await self.resources.open_embedder().embed([original, reconstruction])
        similarity = cosine(original_vector, rebuilt_vector)
        evidence: Evidence = {
            "rebuilt": reconstruction,
            "cosine": round(similarity, 6),
            "asked_again": reply.asked_again,
        }
        if similarity < self.settings.cosine_at_least:
            return f"the rebuilt text has cosine {similarity:.4f}", evidence
        return None, evidence

    @classmethod
    def calls(
        cls, settings: RoundTripSettings, seen_count: float, passed_count: float, example: TypicalDilemma
    ) -> Calls:
        """Return one call for each text that is rebuilt."""
        seed = example.seed
        question = _question(example.prompts, seed.programs.unbiased, seed)
        number = seen_count * (2 if settings.biased_too else 1)
        return Calls("rebuild", cls.role, number, question_tokens(question), text_tokens(seed.texts.unbiased))

    @classmethod
    def near_miss(cls, evidence: Evidence) -> str:
        """Return by how much the cosine of a rebuilt text is below the limit."""
        limit = evidence.get("cosine_at_least")
        for arm in (Arm.BIASED, Arm.UNBIASED):
            similarity = evidence.get(arm.value)
            value = similarity.get("cosine") if isinstance(similarity, dict) else None
            if isinstance(value, (int, float)) and isinstance(limit, (int, float)):
                return f"cosine {value:.3f}, {limit - value:.3f} below {limit:g}" if value < limit else ""
        return ""


def _question(prompts: Prompts, program: str, example: Seed) -> tuple[Message, ...]:
    """Return the request for the text of ``program``, which is shown without the axioms."""
    return prompts.fill(
        "rebuild",
        example_program=CONSULT.sub("", example.programs.unbiased).strip(),
        example_text=example.texts.unbiased,
        program=CONSULT.sub("", program).strip(),
    )


STAGE = RoundTrip
