"""Stage ``grounding`` (strict): both texts state every fact that the proof uses, and differ only in the cue."""

from probe.answers import Quotation, read_grounding
from probe.asking import Asker, Calls, Unreadable, question_tokens, text_tokens
from probe.filters.stage import Stage, StageSettings, TypicalDilemma, accept, not_run, reject
from probe.prompts import Prompts
from probe.values import BiasSheet, Candidate, Evidence, Message, Request, StageResult, Texts


class Grounding(Stage[StageSettings]):
    """Accepts if the judge's quotations occur in both texts and the judge sees no edit except the cue."""

    name = "grounding"
    role = "judge"
    needs_programs = True

    async def examine(self, candidate: Candidate) -> Candidate:
        """Ask for the words that state each case fact of the proofs, and look them up in the texts."""
        result = not_run(self.name, "judge") if self.asker is None else await self._result(candidate, self.asker)
        return candidate.with_result(result)

    async def _result(self, candidate: Candidate, judge: Asker) -> StageResult:
        facts = candidate.case_facts
        numbered_lines = "\n".join(f"Fact {number}: {fact}" for number, fact in enumerate(facts, 1))
        sheet = self.resources.corpus.sheet(candidate.bias)
        messages = _question(self.resources.prompts, sheet, candidate.texts, numbered_lines)
        request = Request(purpose="grounding", messages=messages)
        reply = await judge.ask(request, lambda answer: read_grounding(answer, len(facts)))
        grounding = reply.parsed
        if isinstance(grounding, Unreadable):
            return reject(self.name, f"the judge's answer cannot be read: {grounding.problem}", answer=grounding.answer)
        quotations, judgement = grounding
        evidence: Evidence = {
            "facts": [
                {"fact": fact, "unbiased": quotation.unbiased, "biased": quotation.biased}
                for fact, quotation in zip(facts, quotations, strict=True)
            ],
            "difference": judgement.explanation,
            "asked_again": reply.asked_again,
        }
        for fact, quotation in zip(facts, quotations, strict=True):
            problem = _ungrounded_reason(candidate, quotation)
            if problem:
                return reject(self.name, f"{fact}: {problem}", **evidence)
        if not judgement.yes:
            return reject(self.name, "the judge finds differences other than the cue", **evidence)
        return accept(self.name, f"both texts state the {len(facts)} facts of the proof", **evidence)

    @classmethod
    def calls(cls, settings: StageSettings, seen_count: float, passed_count: float, example: TypicalDilemma) -> Calls:
        """Return one call per candidate; its answer is about as long as both texts."""
        seed = example.seed
        sheet = example.corpus.sheet(seed.bias)
        question = _question(example.prompts, sheet, seed.texts, seed.programs.unbiased)
        answer = text_tokens(seed.texts.unbiased, seed.texts.biased)
        return Calls("grounding", cls.role, seen_count, question_tokens(question), answer)


def _question(prompts: Prompts, sheet: BiasSheet, texts: Texts, facts: str) -> tuple[Message, ...]:
    return prompts.fill(
        "grounding",
        bias=sheet.bias.value,
        definition=sheet.definition,
        unbiased=texts.unbiased,
        biased=texts.biased,
        facts=facts,
    )


def _ungrounded_reason(candidate: Candidate, quotation: Quotation) -> str | None:
    for arm, words in quotation:
        text = candidate.texts.unbiased if arm == "unbiased" else candidate.texts.biased
        if words is None:
            return f"the {arm} text does not state it"
        if _normalise(words) not in _normalise(text):
            return f"the words quoted from the {arm} text are not in it"
    return None


def _normalise(text: str) -> str:
    return " ".join(text.replace("’", "'").replace("“", '"').replace("”", '"').casefold().split())


STAGE = Grounding
