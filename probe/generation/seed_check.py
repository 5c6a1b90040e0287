"""Check the hand-made seeds with the stages that need no model."""

from collections.abc import Sequence
from typing import Any

from pydantic import JsonValue

from probe.document import Content, Document, Grid, Paragraph, Points, Styled
from probe.filters.cascade import Cascade, load_settings
from probe.filters.stage import Resources, Stage
from probe.generation.generate import remember
from probe.prompts import load_prompts
from probe.session import Session
from probe.values import Candidate, Corpus, Option, Outcome, Profile, Seed, Value
from probe.values.dilemma import HAND_MADE


class CheckedSeed(Value):
    """A seed with the results of the stages."""

    seed: Seed
    candidate: Candidate

    @property
    def problems(self) -> tuple[str, ...]:
        """Its problems, a sentence each; empty if the seed can be used."""
        rejection = self.candidate.rejected_by
        problems = [f"{rejection.stage}: {rejection.reason}"] if rejection else []
        option = self.candidate.correct_option
        if option is not None and option is not self.seed.correct_option:
            expected_option = self.seed.correct_option.value
            problems.append(
                f"the programs decide for {option.value}, but correct_option in dilemma.toml is {expected_option}"
            )
        return tuple(problems)

    @property
    def vacuous(self) -> tuple[str, ...]:
        """The checks that held only because there was nothing to check."""
        certificate = self.candidate.certificate
        return (
            tuple(check.name for check in certificate.checks if check.outcome is Outcome.VACUOUS) if certificate else ()
        )

    def to_json(self) -> dict[str, JsonValue]:
        """Return the seed's right option, complexity, problems, stages and certificate as JSON."""
        candidate = self.candidate
        return {
            "id": self.seed.id,
            "title": self.seed.title,
            "correct_option": self.seed.correct_option.value,
            "complexity": candidate.complexity.model_dump(),
            "problems": list(self.problems),
            "vacuous": list(self.vacuous),
            "stages": [stage.model_dump(mode="json") for stage in candidate.results],
            "certificate": candidate.certificate.model_dump(mode="json") if candidate.certificate else None,
        }


class CheckedCorpus(Value):
    """The seeds of a domain, checked; ``notices`` has a sentence for each bias with right options of one letter."""

    domain: str
    seeds: tuple[CheckedSeed, ...]
    notices: tuple[str, ...]

    @property
    def usable(self) -> bool:
        """Whether every seed can be used, and each bias has both letters."""
        return not self.notices and not any(seed.problems for seed in self.seeds)

    @property
    def document(self) -> Document:
        """The measures of every seed, its problems, and how many pass."""
        numbers = ("cosine", "Levensht.", "infer.", "depth", "size")
        grid = Grid(
            "Seeds",
            ("dilemma", "right", *numbers, ""),
            tuple(map(_cells, self.seeds)),
            numbers=numbers,
            records=True,
            titled=False,
        )
        problems = tuple(f"{seed.seed.id}: {problem}" for seed in self.seeds for problem in seed.problems)
        vacuous = tuple(f"{seed.seed.id}: vacuous: {', '.join(seed.vacuous)}" for seed in self.seeds if seed.vacuous)
        usable = sum(not seed.problems for seed in self.seeds)
        certificates = (seed.candidate.certificate for seed in self.seeds)
        checks = max((len(certificate.checks) for certificate in certificates if certificate), default=0)
        summary = (
            f"{usable} of {len(self.seeds)} seeds pass the text filters and all {checks} checks of the certificate"
        )
        verdict = Paragraph(summary, "good" if usable == len(self.seeds) else "bad")
        return Document("", (grid, Points(problems, "bad"), Points(vacuous), verdict))

    def to_json(self) -> dict[str, JsonValue]:
        """Return the seeds as JSON."""
        seeds: list[JsonValue] = [seed.to_json() for seed in self.seeds]
        return {"domain": self.domain, "seeds": seeds, "notices": list(self.notices)}


def _cells(seed: CheckedSeed) -> tuple[Content, ...]:
    candidate = seed.candidate
    similarities = (candidate.measures.cosine, candidate.measures.levenshtein)
    counts = (candidate.complexity.inferences, candidate.complexity.depth, candidate.complexity.size)
    return (
        seed.seed.id,
        seed.seed.correct_option.letter,
        *("–" if value is None else f"{value:.3f}" for value in similarities),
        *("–" if count is None else str(count) for count in counts),
        Styled("rejected", "bad") if seed.problems else Styled("ok", "good"),
    )


async def check_corpus(corpus: Corpus, profile: Profile) -> CheckedCorpus:
    """Run every seed through the stages that need no model, each compared with the seeds before it."""
    async with Session() as session:
        # Opened early: it loads in the background while the first seeds are checked.
        session.embedder()
        resources = Resources(profile, load_prompts(words=corpus.words), corpus, session.oracle, session.embedder)
        cascade = Cascade(load_settings(profile).only(needs_no_model), resources)
        checked_seeds = []
        for seed in corpus.seeds:
            candidate = await cascade.run(
                Candidate(
                    bias=seed.bias,
                    author=HAND_MADE,
                    expansion=0,
                    position=0,
                    texts=seed.texts,
                    programs=seed.programs,
                    intended_option=seed.correct_option,
                )
            )
            # After its own check, or a seed would be a duplicate of itself.
            await remember(resources.existing_texts, {seed.id: seed.texts.unbiased}, session.embedder())
            checked_seeds.append(CheckedSeed(seed=seed, candidate=candidate))
        return CheckedCorpus(domain=corpus.domain, seeds=tuple(checked_seeds), notices=_unbalanced(corpus.seeds))


def needs_no_model(stage: type[Stage[Any]]) -> bool:
    """Whether a hand-made seed, which includes its programs, can go through ``stage`` without a model."""
    return stage.role is None or stage.gives_programs


def _unbalanced(seeds: Sequence[Seed]) -> tuple[str, ...]:
    """Return a sentence for each bias whose seeds all have the same right option."""
    options_by_bias: dict[str, set[Option]] = {}
    for seed in seeds:
        options_by_bias.setdefault(seed.bias.value, set()).add(seed.correct_option)
    return tuple(
        f"{bias}: every seed's right option is {next(iter(right_options)).letter}"
        for bias, right_options in options_by_bias.items()
        if len(right_options) == 1
    )
