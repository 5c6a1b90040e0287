"""Decisions in sequence: distance and consistency over orders, noise, place and carry-over.

The distance d is that of BiasBuster (Echterhoff et al., equation 1). It depends on the rate: decisions that never
depend on the order have d = 2 r (1 - r), so the consistency divides by that.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from probe.analysis.statistics.agreement import fleiss_kappa
from probe.analysis.triage.seen import SeenDecision, ShareDifference, group_by, mean, mean_difference, readable

PERMUTATIONS = 999
"""Permutations within sets for the test on the subject's own history."""


class Ratio(NamedTuple):
    """A set's part of a ratio of sums: numerator and denominator."""

    value: float
    weight: float


def of_orders(decisions: Iterable[SeenDecision]) -> list[SeenDecision]:
    """Return the readable decisions in sets that were shown in an order, with the subject's own history."""
    return [
        decision for decision in readable(decisions) if decision.kind == "sequence" and not has_number(decision.arm)
    ]


def has_number(arm: str) -> bool:
    """Whether an arm shows one profile, alone or after a fixed history."""
    return arm.rpartition("_")[0] in {
        "alone",
        "after_accepted",
        "after_rejected",
        "all_accepted",
        "all_rejected",
        "alternating",
    }


def distance(rates: Iterable[float], rate: float) -> float:
    """Return d: the mean distance of the profiles' rates of acceptance from the subject's, 0 to .5."""
    return float(np.mean([abs(profile_rate - rate) for profile_rate in rates]))


def consistency(mean_distance: float, rate: float) -> float | None:
    """Return d / (2 r (1 - r)), 1 where no decision depends on the order; None where r is 0 or 1."""
    return mean_distance / (2 * rate * (1 - rate)) if 0 < rate < 1 else None


def profile_rates(decisions: Iterable[SeenDecision]) -> dict[tuple[str, int], float]:
    """Return for each profile, by set and number, the share of orders in which it is accepted."""
    by_profile = group_by(of_orders(decisions), lambda decision: (decision.item, decision.profile))
    return {
        key: float(np.mean([decision.accepted for decision in profile_decisions]))
        for key, profile_decisions in by_profile.items()
    }


def overall_rate(decisions: Iterable[SeenDecision]) -> float | None:
    """Return the mean of the profiles' rates, None without any.

    Every profile counts once, however many orders its set has; otherwise sets of several sizes would make the
    consistency of a subject that never looks at the order differ from 1.
    """
    return mean(profile_rates(decisions).values())


def distances(decisions: Sequence[SeenDecision]) -> Iterator[tuple[str, Ratio]]:
    """Yield for each set the sum of its profiles' distances, and their number; over all sets, the ratio is d."""
    rates = profile_rates(decisions)
    rate = mean(rates.values()) or 0.0
    by_set: dict[str, list[float]] = {}
    for (item, _), profile_rate in rates.items():
        by_set.setdefault(item, []).append(abs(profile_rate - rate))
    for item, set_distances in by_set.items():
        yield item, Ratio(sum(set_distances), len(set_distances))


def kappa(decisions: Sequence[SeenDecision]) -> float | None:
    """Return the agreement of orders on profiles beyond chance (Fleiss' kappa); None where all decide the same.

    Profiles may have different numbers of orders; those with one are left out.
    """
    by_profile = group_by(of_orders(decisions), lambda decision: (decision.item, decision.profile)).values()
    profile_votes = [
        np.array([(decision.accepted, 1 - decision.accepted) for decision in profile_decisions])
        for profile_decisions in by_profile
        if len(profile_decisions) > 1
    ]
    if not profile_votes:
        return None
    counts = np.array([votes.sum(axis=0) for votes in profile_votes])
    self_agreement = np.array([float((votes**2).sum()) for votes in profile_votes])
    coefficient = fleiss_kappa(counts, self_agreement)
    return None if coefficient is None else coefficient.value


def repeat_noise(decisions: Iterable[SeenDecision]) -> Iterator[tuple[str, Ratio]]:
    """Yield for each set how often two runs of the same order in the same wording decide a profile differently."""
    orders = of_orders(decisions)
    for item, set_decisions in group_by(orders, lambda decision: decision.item).items():
        # With exchanged options it is a different question: only repeating the same question shows noise.
        repetitions = group_by(
            set_decisions, lambda decision: (decision.arm, decision.exchanged, decision.profile)
        ).values()
        pairs = [
            first.decision != second.decision
            for profile_decisions in repetitions
            for first, second in combinations(profile_decisions, 2)
        ]
        if pairs:
            yield item, Ratio(float(sum(pairs)), len(pairs))


def place_slopes(decisions: Iterable[SeenDecision]) -> Iterator[tuple[str, Ratio]]:
    """Yield for each set the parts of the slope of acceptance per place, within profiles."""
    for item, set_decisions in group_by(of_orders(decisions), lambda decision: decision.item).items():
        numerator = denominator = 0.0
        for profile_decisions in group_by(set_decisions, lambda decision: decision.profile).values():
            positions = np.array([decision.place for decision in profile_decisions], dtype=np.float64)
            is_accepted = np.array([decision.accepted for decision in profile_decisions])
            # Within a profile, so that its quality does not count as an effect of position.
            positions -= positions.mean()
            numerator += float(positions @ (is_accepted - is_accepted.mean()))
            denominator += float(positions @ positions)
        if denominator:
            yield item, Ratio(numerator, denominator)


def contrast(decisions: Iterable[SeenDecision], first: str, second: str) -> Iterator[tuple[str, ShareDifference]]:
    """Yield for each set how much more often profiles are accepted after the ``first`` fixed history.

    The difference is taken for each profile that was asked in both arms, so it is that of one text after two histories.
    """
    after_fixed_history = [
        decision for decision in readable(decisions) if decision.kind == "sequence" and has_number(decision.arm)
    ]
    for item, set_decisions in group_by(after_fixed_history, lambda decision: decision.item).items():
        rates_by_history: dict[str, dict[int, float]] = {first: {}, second: {}}
        for (name, profile), profile_decisions in group_by(
            set_decisions, lambda decision: (decision.arm.rpartition("_")[0], decision.profile)
        ).items():
            if name in rates_by_history:
                rates_by_history[name][profile] = float(np.mean([decision.accepted for decision in profile_decisions]))
        common_profiles = sorted(set(rates_by_history[first]) & set(rates_by_history[second]))
        if common_profiles:
            yield (
                item,
                mean_difference(
                    (rates_by_history[first][profile], rates_by_history[second][profile]) for profile in common_profiles
                ),
            )


def against_alone(decisions: Iterable[SeenDecision]) -> Iterator[tuple[str, ShareDifference]]:
    """Yield for each set how much more often profiles are accepted in it than alone."""
    in_sequence = [decision for decision in readable(decisions) if decision.kind == "sequence"]
    for item, set_decisions in group_by(in_sequence, lambda decision: decision.item).items():
        profile_rates = [
            {
                profile: float(np.mean([decision.accepted for decision in profile_decisions]))
                for profile, profile_decisions in by_profile.items()
            }
            for by_profile in (
                group_by(of_orders(set_decisions), lambda decision: decision.profile),
                group_by(
                    [decision for decision in set_decisions if decision.arm.startswith("alone_")],
                    lambda decision: decision.profile,
                ),
            )
        ]
        if common_profiles := sorted(set(profile_rates[0]) & set(profile_rates[1])):
            yield (
                item,
                mean_difference((profile_rates[0][profile], profile_rates[1][profile]) for profile in common_profiles),
            )


class OwnHistory(NamedTuple):
    """The association of a decision with the one before it, given what is right for both.

    ``naive`` is the lag coefficient without conditioning: it is negative for a subject that never looks back, since a
    set is drawn without replacement. ``conditioned`` is centred at its mean over ``PERMUTATIONS`` within sets.

    A permutation exchanges the profiles of a set, in all of its orders at once. A subject that never looks back may
    well err on the same profile in every order; if each order were permuted separately, its errors would seem to follow
    each other.
    """

    naive: float | None
    conditioned: float | None
    p: float | None
    sessions: int


def own_history(decisions: Iterable[SeenDecision], seed: int = 0) -> OwnHistory:
    """Return the association with the subject's own last decision; None where its decisions do not vary enough."""
    sessions = _whole_sessions(decisions)
    if not sessions:
        return OwnHistory(None, None, None, 0)
    accepted_by_session = [np.array([decision.accepted for decision in session]) for session in sessions]
    residuals = _residuals(sessions)
    lagged, scale = _lagged_product(residuals), sum(float(row @ row) * (len(row) - 1) / len(row) for row in residuals)
    if scale < 1e-9:  # nothing is left to explain once the right answers are known
        return OwnHistory(_naive_coefficient(accepted_by_session), None, None, len(sessions))
    rng = np.random.default_rng(seed)
    permuted_values = np.zeros(PERMUTATIONS)
    by_set: dict[str, list[int]] = {}
    for number, session in enumerate(sessions):
        by_set.setdefault(session[0].item, []).append(number)
    for numbers in by_set.values():
        permuted_values += _permuted_products(
            [sessions[number] for number in numbers], [residuals[number] for number in numbers], rng
        )
    # Without any effect of history the products are negative on average, since a set is drawn without replacement.
    centre = float(permuted_values.mean())
    extreme = int(np.sum(np.abs(permuted_values - centre) >= abs(lagged - centre) - 1e-9))
    # The observed value is one of the permutations, so that p is never 0.
    return OwnHistory(
        _naive_coefficient(accepted_by_session),
        (lagged - centre) / scale,
        (extreme + 1) / (PERMUTATIONS + 1),
        len(sessions),
    )


def _whole_sessions(decisions: Iterable[SeenDecision]) -> list[list[SeenDecision]]:
    """Return the sessions of three profiles and more of which every decision is there and can be read, by place."""
    answers = list(decisions)
    # From all decisions, unreadable ones too: a session that lacks a profile is incomplete.
    sizes = {
        item: 1 + max(decision.profile for decision in set_decisions)
        for item, set_decisions in group_by(answers, lambda decision: decision.item).items()
    }
    sessions = [
        sorted(session, key=lambda decision: decision.place)
        for session in group_by(
            of_orders(answers), lambda decision: (decision.item, decision.arm, decision.run)
        ).values()
    ]
    return [
        session
        for session in sessions
        if len(session) > 2 and {decision.profile for decision in session} == set(range(sizes[session[0].item]))
    ]


def _residuals(sessions: Sequence[Sequence[SeenDecision]]) -> list[NDArray[np.float64]]:
    """Return each session's decisions minus the rate of acceptance of profiles with the same right answer."""
    by_right = group_by((decision for session in sessions for decision in session), lambda decision: decision.right)
    rates = {right: float(np.mean([decision.accepted for decision in answers])) for right, answers in by_right.items()}
    return [np.array([decision.accepted - rates[decision.right] for decision in session]) for session in sessions]


def _lagged_product(residuals: Sequence[NDArray[np.float64]]) -> float:
    return float(sum(session_residuals[1:] @ session_residuals[:-1] for session_residuals in residuals))


def _permuted_products(
    sessions: Sequence[Sequence[SeenDecision]], residuals: Sequence[NDArray[np.float64]], rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return the lagged products of one set's sessions, with its profiles exchanged in the same way in all of them."""
    permuted_profiles = rng.permuted(np.tile(np.arange(len(residuals[0])), (PERMUTATIONS, 1)), axis=1)
    products = np.zeros(PERMUTATIONS)
    for session, session_residuals in zip(sessions, residuals, strict=True):
        order = np.array([decision.profile for decision in session])
        by_profile = session_residuals[np.argsort(order)]
        shuffled = by_profile[permuted_profiles[:, order]]
        products += np.sum(shuffled[:, 1:] * shuffled[:, :-1], axis=1)
    return products


def _naive_coefficient(accepted_by_session: Sequence[NDArray[np.float64]]) -> float | None:
    """Return the coefficient of a decision on the one before it, around each session's mean."""
    numerator = sum(
        float((acceptances[1:] - acceptances.mean()) @ (acceptances[:-1] - acceptances.mean()))
        for acceptances in accepted_by_session
    )
    denominator = sum(
        float(((acceptances - acceptances.mean()) ** 2).sum()) * (len(acceptances) - 1) / len(acceptances)
        for acceptances in accepted_by_session
    )
    return numerator / denominator if denominator else None
