"""What a generation is estimated to take."""

import pytest

from probe.filters.cascade import find_stage, load_settings, stage_names
from probe.generation.estimates import PUBLISHED_ACCEPTED, RunCounts, estimate_from_run, estimate_from_seeds
from probe.prompts import load_prompts
from probe.values import Bias, Corpus, Profile


def test_the_published_counts() -> None:
    """PROBE-SWE, section 8 and Appendix F: 4,472 pairs were discarded."""
    assert sum(find_stage(name).published_rejections for name in stage_names()) == 4472


@pytest.mark.parametrize("profile", list(Profile))
def test_as_many_pairs_as_were_published_take_what_was_published(corpus: Corpus, profile: Profile) -> None:
    """The yield is the published one, and no stage is asked about more candidates than it sees."""
    cascade = load_settings(profile)
    estimate = estimate_from_seeds(PUBLISHED_ACCEPTED, tuple(Bias), corpus, load_prompts(), cascade)
    calls = {entry.purpose: entry.calls for entry in estimate.calls}
    assert estimate.offered == PUBLISHED_ACCEPTED + 4472
    assert calls["expand"] == round(estimate.offered / 5)
    assert calls["decide"] >= 4 * PUBLISHED_ACCEPTED
    assert calls["translate"] > calls["rebuild"] / (2 if profile is Profile.STRICT else 1)
    assert ("grounding" in calls) is (profile is Profile.STRICT)
    assert all(entry.prompt_tokens > entry.calls for entry in estimate.calls)


def test_a_run_of_ones_own_is_scaled_by_its_accepted_pairs() -> None:
    counts = RunCounts(
        accepted_count=10, offered_count=25, calls={"expand": (5, 100.0, 400.0), "decide": (40, 50.0, 10.0)}
    )
    estimate = estimate_from_run(40, counts)
    assert (estimate.offered, estimate.total) == (100, 180)
    assert [(entry.role, entry.calls, entry.prompt_tokens) for entry in estimate.calls] == [
        ("decider", 160, 8000),
        ("author", 20, 2000),
    ]
