"""Estimate the calls, tokens and cost of a generation before any model is asked."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from probe.asking import Calls
from probe.files.corpus import read_corpus
from probe.filters.cascade import CascadeSettings, find_stage, load_settings
from probe.filters.estimates import Estimate, PricedEstimate, entry_of, priced_estimate
from probe.filters.stage import TypicalDilemma
from probe.generation.authors import expansion_calls, polishing_calls
from probe.generation.command import GenerateCommand, Roles, biases_to_generate, composes
from probe.prompts import Prompts, load_prompts
from probe.session import holds_run, load_prices
from probe.store.reading import read_run
from probe.values import Bias, CandidateState, Corpus, ModelSpec, Profile

PUBLISHED_ACCEPTED = 806
"""Accepted pairs of GPT-4o mini in the published run (PROBE-SWE, Table 2 and its data).

Each stage records its rejections in that run; a stage that the paper does not count has none.
"""
ROLES: Mapping[str, str] = {
    "expand": "author",
    "translate": "translator",
    "rebuild": "translator",
    "judge": "judge",
    "grounding": "judge",
    "decide": "decider",
    "polish": "polisher",
}
"""The role that answers the calls of each purpose, as counted in a run's file."""


class RunCounts(NamedTuple):
    """The counts of a run's file: accepted pairs, offered candidates, and by purpose calls and mean tokens."""

    accepted_count: int
    offered_count: int
    calls: Mapping[str, tuple[int, float, float]]


def estimate_from_run(pairs: int, counts: RunCounts) -> Estimate:
    """Scale the calls of a run with at least one accepted pair up to ``pairs``."""
    scale = pairs / counts.accepted_count
    calls = [
        entry_of([Calls(purpose, ROLES.get(purpose, purpose), number * scale, question_tokens, answer_tokens)])
        for purpose, (number, question_tokens, answer_tokens) in sorted(counts.calls.items())
    ]
    source = f"the run in this folder: {counts.accepted_count} accepted of {counts.offered_count} offered"
    return Estimate(
        pairs=pairs,
        offered=round(counts.offered_count * scale),
        source=source,
        calls=tuple(calls),
        reasoning_counted=True,
    )


def estimate_from_seeds(
    pairs: int,
    biases: tuple[Bias, ...],
    corpus: Corpus,
    prompts: Prompts,
    cascade: CascadeSettings,
    *,
    polished: bool = False,
    translated: bool = True,
) -> Estimate:
    """Estimate from the seeds' lengths and the published rejections, read in the order of this cascade."""
    calls_by_purpose: dict[str, list[Calls]] = defaultdict(list)
    has_certificates = translated and cascade.profile is Profile.STRICT
    examples = [
        TypicalDilemma(corpus.seeds_of(bias)[0], prompts, corpus, translated=has_certificates) for bias in biases
    ]
    entering, survivors = float(pairs), PUBLISHED_ACCEPTED
    # Computed from the last stage back: a stage is entered by what it passes and what it rejects.
    for name in reversed(cascade.stages):
        stage, leaving = find_stage(name), entering
        entering *= (survivors + stage.published_rejections) / survivors
        survivors += stage.published_rejections
        for example in examples:
            calls = stage.calls(cascade.sections[name], entering, leaving, example)
            if calls is not None:
                calls_by_purpose[calls.purpose].append(calls._replace(number=calls.number / len(examples)))
    for example in examples:
        author_calls = [expansion_calls(entering, example), *([polishing_calls(entering, example)] if polished else [])]
        for calls in author_calls:
            calls_by_purpose[calls.purpose].append(calls._replace(number=calls.number / len(examples)))
    known_purposes = [purpose for purpose in ROLES if purpose in calls_by_purpose]
    other_purposes = [purpose for purpose in calls_by_purpose if purpose not in ROLES]
    source = f"published rejections of GPT-4o mini: {PUBLISHED_ACCEPTED} accepted of {survivors} offered"
    entries = tuple(entry_of(calls_by_purpose[purpose]) for purpose in (*known_purposes, *other_purposes))
    return Estimate(pairs=pairs, offered=round(entering), source=source, calls=entries)


def estimate(command: GenerateCommand, out: Path) -> PricedEstimate:
    """Estimate the calls and cost of ``command``, from its run's file if there is one; no model is asked."""
    corpus = read_corpus(command.seeds)
    prompts, roles = load_prompts(command.prompts, corpus.words), command.roles
    biases = biases_to_generate(command)
    pairs = command.settings.per_bias * len(biases)
    counts = _run_counts(out, roles)
    all_composed = all(composes(spec) for spec in roles.authors)
    if all_composed and not any(roles.by_role().values()):
        expected = Estimate(pairs=pairs, offered=pairs, source="the grammar, which asks no model", calls=())
    elif counts and counts.accepted_count:
        expected = estimate_from_run(pairs, counts)
    else:
        cascade = load_settings(command.profile, command.cascade)
        expected = estimate_from_seeds(
            pairs, biases, corpus, prompts, cascade, polished=roles.polisher is not None, translated=not all_composed
        )
    prices, _ = load_prices(command.access.prices, command.access)
    models_by_role: dict[str, Sequence[ModelSpec | None]] = {role: (spec,) for role, spec in roles.by_role().items()}
    if all_composed:  # composed candidates include their programs
        expected = expected.model_copy(
            update={"calls": tuple(call for call in expected.calls if call.purpose != "translate")}
        )
    finished_calls = sum(number for number, _, _ in counts.calls.values()) if counts else 0
    return priced_estimate(expected, models_by_role | {"author": roles.authors}, prices, finished_calls)


def _run_counts(out: Path, roles: Roles) -> RunCounts | None:
    """Return the counts of the run in ``out``; None without one. A run of other models says nothing about these."""
    if not holds_run(out):
        return None
    with read_run(out) as run:
        states, means = run.candidate_states(), run.call_means()
        same_roles = run.settings.get("roles") == roles.names()
        return RunCounts(states.get(CandidateState.ACCEPTED, 0) if same_roles else 0, sum(states.values()), means)
