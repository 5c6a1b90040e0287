"""The output of a generation: its accepted candidates as pairs, counts of all candidates, and the manifest."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import JsonValue
from scipy.special import bdtr

from probe.files.dataset import CANARY
from probe.files.manifest import Manifest, RunSettings
from probe.generation.progress import Generation, Progress
from probe.values import Bias, Candidate, Dilemma, Evidence, Provenance, StageOutcome, Usage, Value

BALANCED_SHARES = (0.45, 0.55)
"""A bias is balanced if the share of pairs whose right option is A is between these bounds."""

SIGNIFICANT = 0.05
"""The probability of a notice if the letters are drawn at random."""


class Origin(Value):
    """What all pairs of a run share; ``roles`` are names, ``libraries`` describes those of the grammar authors."""

    run_id: str
    settings: dict[str, JsonValue]
    versions: dict[str, str]
    domain: str
    roles: dict[str, Any]
    prompts: dict[str, str]
    libraries: dict[str, Evidence]
    seed_ids: dict[Bias, tuple[str, ...]]


def to_pair(candidate: Candidate, origin: Origin) -> Dilemma:
    """Return an accepted candidate as a line of a dataset."""
    assert candidate.programs is not None
    assert candidate.correct_option is not None
    return Dilemma(
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
        twin=candidate.twin,
        stated_rules=candidate.stated_rules,
        reasoning=candidate.reasoning,
        evidence=stage_evidence(candidate),
        provenance=Provenance(
            author=candidate.author,
            **{role: origin.roles[role] for role in ("translator", "judge", "decider")},
            prompts=origin.prompts,
            run_id=origin.run_id,
            expansion=candidate.expansion,
            position=candidate.position,
            seed_ids=candidate.seed_ids or origin.seed_ids.get(candidate.bias, ()),
            series=candidate.series,
        ),
    )


def stage_evidence(candidate: Candidate) -> dict[str, Evidence]:
    """Return each stage's result, keyed by its name; for a stage that ran twice, the last result."""
    return {
        result.stage: {"outcome": result.outcome.value, "reason": result.reason, **result.evidence}
        for result in candidate.results
    }


def imbalances(option_a: Mapping[Bias, int], accepted_counts: Mapping[Bias, int]) -> tuple[str, ...]:
    """Return a sentence for each bias whose right option is A too often or too rarely, and not by chance.

    The exact binomial test against one half, at 5 % for all biases together (Bonferroni): few pairs are often unequal.
    """
    low, high = BALANCED_SHARES
    pair_counts = {bias: pair_count for bias, pair_count in accepted_counts.items() if pair_count}
    lines = []
    for bias, pair_count in pair_counts.items():
        share, rarer_count = option_a[bias] / pair_count, min(option_a[bias], pair_count - option_a[bias])
        p = min(1.0, 2 * float(bdtr(rarer_count, pair_count, 0.5)))
        # Both conditions: few pairs are unequal by chance, and in many pairs a negligible inequality is significant.
        if not low <= share <= high and p * len(pair_counts) < SIGNIFICANT:
            lines.append(
                f"{bias.value}: Option A is right in {share:.0%} of {pair_count} pairs, "
                f"outside {low:.0%} to {high:.0%} (p = {p:.2g})"
            )
    return tuple(lines)


def same_model(roles: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a sentence for each author that checks its own texts."""
    checks = (("translates", "translator"), ("judges", "judge"), ("decides on", "decider"))
    return tuple(
        f"{author} {', '.join(action for action, role in checks if roles[role] == author)} its own texts, as the"
        " paper's models do; an independent model shares fewer of its blind spots"
        for author in dict.fromkeys(roles["authors"])
        if author in (roles[role] for _, role in checks)
    )


def rejections(progress: Progress) -> dict[str, JsonValue]:
    """Return rejected candidates by bias and stage (PROBE-SWE, Table 2)."""
    counts: dict[str, JsonValue] = {}
    for bias in Bias.in_order(rejected_bias for rejected_bias, _ in progress.rejected):
        counts[bias.value] = {
            stage: number
            for (rejected_bias, stage), number in sorted(progress.rejected.items())
            if rejected_bias == bias
        }
    return counts


def yields(progress: Progress) -> dict[str, JsonValue]:
    """Return the share of offered candidates that was accepted: overall, by bias, author, stage and depth.

    A stage's share is of the candidates that it checked, a depth's share of the certified candidates, since only they
    have a known depth.
    """
    depths = sorted({depth for depth, _ in progress.by_depth})
    stages = dict.fromkeys(stage for stage, _ in progress.by_stage)
    by_author: Counter[str] = Counter()
    for (_, author), number in progress.accepted_by.items():
        by_author[author] += number
    return {
        "all": _share(sum(progress.accepted.values()), sum(progress.offered.values())),
        "by_bias": {bias.value: _share(progress.accepted[bias], progress.offered[bias]) for bias in progress.offered},
        "by_author": {name: _share(by_author[name], number) for name, number in progress.offered_by.items()},
        "by_stage": {stage: _stage_yield(progress, stage) for stage in stages},
        "by_depth": {
            str(depth): _share(
                progress.by_depth[depth, "accepted"],
                progress.by_depth[depth, "accepted"] + progress.by_depth[depth, "rejected"],
            )
            for depth in depths
        },
    }


def translations(progress: Progress) -> dict[str, JsonValue]:
    """Return how many candidates passed the certificate at first and in the end, and the checks that others failed."""

    def counts(failures: Counter[str]) -> JsonValue:
        checks: dict[str, JsonValue] = {name: number for name, number in sorted(failures.items()) if name}
        return {**_share(failures[""], candidates), "failed": checks}

    candidates = sum(progress.translated.values())
    return {
        "candidates": candidates,
        "translations": sum(tries * number for tries, number in progress.translated.items()),
        "first": counts(progress.failed_first),
        "last": counts(progress.failed_last),
    }


def _stage_yield(progress: Progress, stage: str) -> JsonValue:
    counts = {outcome: progress.by_stage[stage, outcome] for outcome in StageOutcome}
    checked_count = counts[StageOutcome.ACCEPTED] + counts[StageOutcome.REJECTED]
    return _share(counts[StageOutcome.ACCEPTED], checked_count, not_run=counts[StageOutcome.NOT_RUN])


def _share(accepted_count: int, offered_count: int, **extra_counts: int) -> dict[str, JsonValue]:
    share = round(accepted_count / offered_count, 4) if offered_count else None
    return {"accepted": accepted_count, "of": offered_count, "yield": share, **extra_counts}


def manifest_of(
    generation: Generation, origin: Origin, usage: Usage, unreadable: Mapping[str, int], notices: Sequence[str]
) -> Manifest:
    """Return the manifest: configuration, versions, counts and canary.

    ``unreadable`` counts unreadable answers by role; ``notices`` come from the models.
    """
    progress = generation.progress
    stage_counts: dict[str, dict[str, int]] = {}
    for (stage, outcome), number in progress.of_accepted.items():
        stage_counts.setdefault(stage, {"accepted": 0, "not_run": 0})[outcome.value] = number
    return Manifest(
        canary=CANARY,
        run_id=origin.run_id,
        complete=generation.end_reason is None,
        ended=generation.end_reason,
        settings=RunSettings.model_validate(origin.settings),
        roles=origin.roles,
        domain=origin.domain,
        prompts=dict(origin.prompts),
        libraries=dict(origin.libraries),
        versions=dict(origin.versions),
        pairs=len(generation.accepted_keys),
        pairs_by_bias=_by_bias(progress.accepted),
        offered_by_bias=_by_bias(progress.offered),
        repeated_by_bias=_by_bias(progress.repeated),
        surplus_by_bias=_by_bias(progress.surplus),
        unanswered_by_bias=_by_bias(progress.unanswered),
        expansions_by_bias=_by_bias(progress.expansions),
        rejections_by_bias_and_stage=rejections(progress),
        rejections=[
            {"author": author, "bias": bias.value, "stage": stage, "count": number}
            for (author, bias, stage), number in sorted(progress.rejected_authors.items())
        ],
        yields=yields(progress),
        translations=translations(progress),
        stages={stage: dict(counts) for stage, counts in stage_counts.items()},
        right_option_a_share={
            bias.value: round(progress.option_a[bias] / number, 4)
            for bias, number in progress.accepted.items()
            if number
        },
        notices=[
            *notices,
            *progress.notices,
            *same_model(origin.roles),
            *imbalances(progress.option_a, progress.accepted),
        ],
        usage=usage.model_dump(mode="json"),
        unreadable_answers=dict(sorted(unreadable.items())),
    )


def _by_bias(counts: Counter[Bias]) -> dict[str, JsonValue]:
    return {bias.value: counts[bias] for bias in Bias.in_order(counts) if counts[bias]}
