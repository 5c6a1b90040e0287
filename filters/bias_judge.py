"""Stage ``bias_judge``: the cue is in the biased text only, pushes towards the wrong option, and is not a reason."""

from probe.asking import Calls, Poll, judge_vote, poll, vote_calls, votes_missed
from probe.filters.stage import Count, TypicalDilemma, VotingSettings, VotingStage, accept, reject
from probe.prompts import Prompts
from probe.values import BiasSheet, Candidate, Evidence, Message, Option, StageOutcome, Texts

SHARE_WITH_KINDS = 21 / 481
"""The share of certified candidates that list kinds: of the published pairs that pass the strict certificate."""


class BiasJudgeSettings(VotingSettings):
    """How many judges are asked (PROBE-SWE, section 4: m), and how many must say yes.

    The published code asks for 2 of 3; its text for 80 %, which is 3 of 3.
    """

    votes_setting, needed_setting = "votes", "yes"
    votes: Count = 3
    yes: Count = 2


class BiasJudge(VotingStage[BiasJudgeSettings]):
    """Accepts if enough judges confirm both points, and that the cue is not a kind of thing that would count.

    The second question is asked only if the certificate lists such kinds, and a model has translated the texts. The
    programs of a composed dilemma state its cue by the kind of which it was composed, and the certificate compares it.
    """

    name = "bias_judge"
    form = BiasJudgeSettings
    role = "judge"
    needs_programs = True
    published_rejections = 741

    @classmethod
    def question(cls, prompts: Prompts, sheet: BiasSheet, texts: Texts, right: Option | None) -> tuple[Message, ...]:
        """Show both texts, the bias's definition and the wrong option, which the oracle determines."""
        assert right is not None
        return pair_question(prompts, sheet, texts, f"Option {right.other_option.letter}")

    async def examine(self, candidate: Candidate) -> Candidate:
        """Hold the vote on the texts, and if it is carried, the one on the kinds that would count."""
        judged_candidate = await super().examine(candidate)
        result, kinds = judged_candidate.results[-1], open_kinds(candidate)
        # A second question only about a pair that the first one accepted: judges cost money.
        if self.asker is None or result.outcome is not StageOutcome.ACCEPTED or not kinds:
            return judged_candidate
        messages = kind_question(self.resources.prompts, candidate.texts, kinds)
        outcome = await poll(*self.settings.electorate, judge_vote(self.asker, messages))
        verdict = f"{outcome.yes} of {len(outcome.votes)} that it is none of the kinds that would count"
        decide = accept if outcome.carried else reject
        evidence: Evidence = {**result.evidence, "kinds": [*kinds], "kind": outcome.evidence()}
        return candidate.with_result(decide(self.name, f"{result.reason}; {verdict} ({', '.join(kinds)})", **evidence))

    @classmethod
    def calls(
        cls, settings: BiasJudgeSettings, seen_count: float, passed_count: float, example: TypicalDilemma
    ) -> Calls:
        """Count the votes on the texts, and those on kinds, which some translated candidates need."""
        on_texts = super().calls(settings, seen_count, passed_count, example)
        kinds_asked = SHARE_WITH_KINDS * passed_count if example.translated else 0.0
        return on_texts._replace(number=on_texts.number + vote_calls(kinds_asked, kinds_asked, *settings.electorate))

    @classmethod
    def near_miss(cls, evidence: Evidence) -> str:
        """Return how many votes it got, on the kinds that would count if that question was asked."""
        kind = evidence.get("kind")
        return votes_missed(kind if isinstance(kind, dict) else evidence)

    def reason(self, outcome: Poll, candidate: Candidate) -> str:
        """Count the judges who confirm both points."""
        assert candidate.correct_option is not None
        wrong = f"Option {candidate.correct_option.other_option.letter}"
        return f"{outcome.yes} of {len(outcome.votes)} judges find the cue in the biased text only, towards {wrong}"


def pair_question(prompts: Prompts, sheet: BiasSheet, texts: Texts, wrong: str) -> tuple[Message, ...]:
    """Return the question to a judge about a pair; its cue should push towards the ``wrong`` option (``Option A``)."""
    return prompts.fill(
        "judge_pair",
        bias=sheet.bias.value,
        definition=sheet.definition,
        wrong_option=wrong,
        unbiased=texts.unbiased,
        biased=texts.biased,
    )


def open_kinds(candidate: Candidate) -> tuple[str, ...]:
    """Return the kinds that the cue must not be, for a judge to decide; empty for composed candidates."""
    has_translation = bool(candidate.failed_checks)
    return candidate.certificate.would_count if candidate.certificate and has_translation else ()


def kind_question(prompts: Prompts, texts: Texts, kinds: tuple[str, ...]) -> tuple[Message, ...]:
    """Return the question to a judge whether a pair's cue is none of ``kinds``."""
    return prompts.fill("judge_kind", kinds=", ".join(kinds), unbiased=texts.unbiased, biased=texts.biased)


STAGE = BiasJudge
