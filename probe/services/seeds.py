"""Checks a seed corpus: every pair has to pass the stages that need no model, and the strict certificate."""

from collections.abc import Sequence

from probe.filters.cascade import Cascade
from probe.filters.settings import CascadeSettings
from probe.filters.stage import Tools
from probe.services.dataset import stage_evidence
from probe.values import Candidate, Check, Option, Outcome, Pair, Seed, Value

MODEL_FREE = ("template", "pair_similarity", "collision", "certificate")
"""The stages that a hand-made seed, which brings its programs, passes without any model."""


class CheckedSeed(Value):
    """A seed with what the stages said of it."""

    seed: Seed
    candidate: Candidate

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong with it, a sentence each; empty where the seed can be used."""
        ended = self.candidate.rejected_by
        found = [f"{ended.stage}: {ended.reason}"] if ended else []
        decided = self.candidate.correct_option
        if decided is not None and decided is not self.seed.correct_option:
            found.append(f"the programs decide for {decided.value}, dilemma.toml says {self.seed.correct_option.value}")
        return tuple(found)

    def to_pair(self) -> Pair:
        """Return the seed as a pair with the complexity, certificate and evidence that were found."""
        found = {
            "complexity": self.candidate.complexity,
            "certificate": self.candidate.certificate,
            "evidence": stage_evidence(self.candidate),
        }
        return self.seed.to_pair().model_copy(update=found)

    @property
    def vacuous(self) -> tuple[str, ...]:
        """The checks that held only because there was nothing to check."""
        return tuple(check.name for check in self._checks if check.outcome is Outcome.VACUOUS)

    @property
    def _checks(self) -> tuple[Check, ...]:
        return self.candidate.certificate.checks if self.candidate.certificate else ()


def model_free(settings: CascadeSettings) -> CascadeSettings:
    """Return the settings without the stages that need a model."""
    stages = tuple(name for name in settings.stages if name in MODEL_FREE)
    return settings.model_copy(update={"stages": stages})


async def check_seeds(seeds: Sequence[Seed], cascade: Cascade, tools: Tools) -> list[CheckedSeed]:
    """Let every seed through ``cascade``, each compared with those before it."""
    checked = []
    for seed in seeds:
        candidate = Candidate(
            bias=seed.bias,
            author="hand-made",
            expansion=0,
            position=0,
            texts=seed.texts,
            programs=seed.programs,
            intended_option=seed.correct_option,
        )
        candidate = await cascade.run(candidate)
        (vector,) = await tools.embedder.embed([seed.texts.unbiased])
        tools.accepted.add(seed.id, vector)
        checked.append(CheckedSeed(seed=seed, candidate=candidate))
    return checked


def unbalanced(seeds: Sequence[Seed]) -> tuple[str, ...]:
    """Return a sentence for each bias whose seeds all have the same right option."""
    options: dict[str, set[Option]] = {}
    for seed in seeds:
        options.setdefault(seed.bias.value, set()).add(seed.correct_option)
    return tuple(
        f"{bias}: every seed's right option is {next(iter(found)).letter}"
        for bias, found in options.items()
        if len(found) == 1
    )
