"""What a generation leaves behind: its accepted candidates as pairs, and the manifest of how they came about."""

from collections import Counter
from collections.abc import Iterable, Sequence

from pydantic import JsonValue

from probe.services.generate import Generation
from probe.values import Bias, Candidate, Evidence, Option, Pair, Provenance, StageOutcome, Value

BALANCED = (0.45, 0.55)
"""Between these shares of Option A as the right one a bias counts as balanced."""

CANARY = "probe-swe-canary:7c1d6f1e-5d0b-4a52-9d59-3f0a0f1c8b64"
"""Stands in every manifest, so that a corpus which swallowed a benchmark can be recognised by searching for it."""


class Roles(Value):
    """Who did what in a run; None where a role had no model."""

    authors: tuple[str, ...]
    polisher: str | None = None
    translator: str | None = None
    judge: str | None = None
    decider: str | None = None


class Origin(Value):
    """What all pairs of one run have in common; ``libraries`` is what authors without a model compose from."""

    run_id: str
    domain: str
    roles: Roles
    prompts: dict[str, str]
    libraries: dict[str, Evidence]
    seed_ids: dict[Bias, tuple[str, ...]]


def to_pair(candidate: Candidate, origin: Origin) -> Pair:
    """Return an accepted candidate as a line of a dataset."""
    assert candidate.programs is not None
    assert candidate.correct_option is not None
    return Pair(
        bias=candidate.bias,
        domain=origin.domain,
        unbiased=candidate.texts.unbiased,
        biased=candidate.texts.biased,
        axioms=candidate.programs.axioms,
        axioms_note=candidate.programs.note,
        unbiased_program=candidate.programs.unbiased,
        biased_program=candidate.programs.biased,
        correct_option=candidate.correct_option,
        complexity=candidate.complexity,
        certificate=candidate.certificate,
        controls=candidate.controls,
        evidence=stage_evidence(candidate),
        provenance=Provenance(
            author=candidate.author,
            translator=origin.roles.translator,
            judge=origin.roles.judge,
            decider=origin.roles.decider,
            prompts=origin.prompts,
            run_id=origin.run_id,
            expansion=candidate.expansion,
            position=candidate.position,
            seed_ids=candidate.seed_ids or origin.seed_ids.get(candidate.bias, ()),
            series=candidate.series,
        ),
    )


def stage_evidence(candidate: Candidate) -> dict[str, Evidence]:
    """Return what each stage said, keyed by its name; the last word of a stage that was asked twice counts."""
    return {
        result.stage: {"outcome": result.outcome.value, "reason": result.reason, **result.evidence}
        for result in candidate.results
    }


def right_option_shares(candidates: Iterable[Candidate]) -> dict[Bias, float]:
    """Return, by bias, the share of candidates whose right option is A (0 to 1)."""
    total: Counter[Bias] = Counter()
    option_a: Counter[Bias] = Counter()
    for candidate in candidates:
        total[candidate.bias] += 1
        option_a[candidate.bias] += candidate.correct_option is Option.A
    return {bias: option_a[bias] / total[bias] for bias in Bias if total[bias]}


def imbalances(shares: dict[Bias, float]) -> tuple[str, ...]:
    """Return a sentence for each bias whose right option is A too often or too seldom."""
    low, high = BALANCED
    return tuple(
        f"{bias.value}: Option A is right in {share:.0%} of the pairs, outside {low:.0%} to {high:.0%}"
        for bias, share in shares.items()
        if not low <= share <= high
    )


def stages_that_ran(accepted: Sequence[Candidate]) -> dict[str, JsonValue]:
    """Return, for each stage that saw an accepted pair, how often it accepted and how often it did not run."""
    counted: dict[str, Counter[str]] = {}
    for candidate in accepted:
        for result in candidate.results:
            counted.setdefault(result.stage, Counter())[result.outcome.value] += 1
    return {
        stage: {"accepted": counts[StageOutcome.ACCEPTED.value], "not_run": counts[StageOutcome.NOT_RUN.value]}
        for stage, counts in counted.items()
    }


def manifest_of(
    generation: Generation, origin: Origin, settings: dict[str, JsonValue], versions: dict[str, str]
) -> dict[str, JsonValue]:
    """Return the manifest: configuration, versions, counts and canary, as plain JSON."""
    progress = generation.progress
    rejections: dict[str, dict[str, int]] = {}
    for (bias, stage), number in sorted(progress.rejected.items()):
        rejections.setdefault(bias.value, {})[stage] = number
    shares = right_option_shares(generation.accepted)
    offered = sum(progress.offered.values())
    return {
        "canary": CANARY,
        "run_id": origin.run_id,
        "complete": generation.ended is None,
        "ended": generation.ended,
        "settings": settings,
        "roles": origin.roles.model_dump(mode="json"),
        "prompts": dict(origin.prompts),
        "libraries": dict(origin.libraries),
        "versions": dict(versions),
        "pairs": len(generation.accepted),
        "pairs_by_bias": {bias.value: number for bias, number in progress.accepted.items()},
        "offered_by_bias": {bias.value: number for bias, number in progress.offered.items()},
        "yield": round(len(generation.accepted) / offered, 4) if offered else None,
        "rejections_by_bias_and_stage": {bias: dict(stages) for bias, stages in rejections.items()},
        "stages": stages_that_ran(generation.accepted),
        "right_option_a_share": {bias.value: round(share, 4) for bias, share in shares.items()},
        "notices": [*progress.notices, *imbalances(shares)],
    }
