"""Decisions in sequence: distance and consistency over orders, noise, place and carry-over.

The distance d is that of BiasBuster (Echterhoff et al., equation 1). It depends on the rate: decisions that never
depend on the order have d = 2 r (1 - r), so the consistency divides by that.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from probe.analysis.triage.seen import Seen, ShareDifference, grouped, mean, mean_difference, readable

PERMUTATIONS = 999
"""Permutations within sets for the test on the subject's own history."""


class Ratio(NamedTuple):
    """A set's part of a ratio of sums: numerator and denominator."""

    value: float
    weight: float


def of_orders(seen: Iterable[Seen]) -> list[Seen]:
    """Return the readable decisions in sets that were shown in an order, with the subject's own history."""
    return [answer for answer in readable(seen) if answer.kind == "sequence" and not has_number(answer.arm)]


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


def profile_rates(seen: Iterable[Seen]) -> dict[tuple[str, int], float]:
    """Return for each profile, by set and number, the share of orders in which it is accepted."""
    by_profile = grouped(of_orders(seen), lambda answer: (answer.item, answer.profile))
    return {key: float(np.mean([answer.accepted for answer in of_profile])) for key, of_profile in by_profile.items()}


def overall_rate(seen: Iterable[Seen]) -> float | None:
    """Return the mean of the profiles' rates, None without any.

    Every profile counts once, however many orders its set has; otherwise sets of several sizes would make the
    consistency of a subject that never looks at the order differ from 1.
    """
    return mean(profile_rates(seen).values())


def distances(seen: Sequence[Seen]) -> Iterator[tuple[str, Ratio]]:
    """Yield for each set the sum of its profiles' distances, and their number; over all sets, the ratio is d."""
    rates = profile_rates(seen)
    rate = mean(rates.values()) or 0.0
    by_set: dict[str, list[float]] = {}
    for (item, _), profile_rate in rates.items():
        by_set.setdefault(item, []).append(abs(profile_rate - rate))
    for item, of_set in by_set.items():
        yield item, Ratio(sum(of_set), len(of_set))


def fleiss_kappa(seen: Sequence[Seen]) -> float | None:
    """Return the agreement of orders on profiles beyond chance, at most 1 (Fleiss 1971); None where all decide alike.

    Profiles may have different numbers of orders; those with one are left out.
    """
    by_profile = grouped(of_orders(seen), lambda answer: (answer.item, answer.profile)).values()
    rated = [
        np.array([(answer.accepted, 1 - answer.accepted) for answer in of_profile])
        for of_profile in by_profile
        if len(of_profile) > 1
    ]
    if not rated:
        return None
    counts, totals = np.array([votes.sum(axis=0) for votes in rated]), np.array([len(votes) for votes in rated])
    same = np.array([float((votes**2).sum()) for votes in rated])  # a decision's agreement with itself
    agreement = float(np.mean(((counts**2).sum(axis=1) - same) / (totals * (totals - 1))))
    chance = float(((counts.sum(axis=0) / counts.sum()) ** 2).sum())
    return None if chance >= 1 else (agreement - chance) / (1 - chance)


def repeat_noise(seen: Iterable[Seen]) -> Iterator[tuple[str, Ratio]]:
    """Yield for each set how often two runs of the same order, worded alike, decide a profile differently."""
    orders = of_orders(seen)
    for item, of_set in grouped(orders, lambda answer: answer.item).items():
        # With exchanged options it is another question: only the same one, asked again, shows noise.
        repeated = grouped(of_set, lambda answer: (answer.arm, answer.exchanged, answer.profile)).values()
        pairs = [a.decision != b.decision for each in repeated for a, b in combinations(each, 2)]
        if pairs:
            yield item, Ratio(float(sum(pairs)), len(pairs))


def place_slopes(seen: Iterable[Seen]) -> Iterator[tuple[str, Ratio]]:
    """Yield for each set the parts of the slope of acceptance per place, within profiles."""
    for item, of_set in grouped(of_orders(seen), lambda answer: answer.item).items():
        above = below = 0.0
        for each in grouped(of_set, lambda answer: answer.profile).values():
            places = np.array([answer.place for answer in each], dtype=np.float64)
            accepted = np.array([answer.accepted for answer in each])
            # Within the profile: how good it is must not count as an effect of its places.
            places -= places.mean()
            above += float(places @ (accepted - accepted.mean()))
            below += float(places @ places)
        if below:
            yield item, Ratio(above, below)


def contrast(seen: Iterable[Seen], first: str, second: str) -> Iterator[tuple[str, ShareDifference]]:
    """Yield for each set how much more often profiles are accepted after the ``first`` fixed history.

    The difference is taken for each profile that was asked in both arms, so it is that of one text after two histories.
    """
    fixed = [answer for answer in readable(seen) if answer.kind == "sequence" and has_number(answer.arm)]
    for item, of_set in grouped(fixed, lambda answer: answer.item).items():
        sides: dict[str, dict[int, float]] = {first: {}, second: {}}
        for (name, profile), each in grouped(
            of_set, lambda answer: (answer.arm.rpartition("_")[0], answer.profile)
        ).items():
            if name in sides:
                sides[name][profile] = float(np.mean([answer.accepted for answer in each]))
        both = sorted(set(sides[first]) & set(sides[second]))
        if both:
            yield item, mean_difference((sides[first][profile], sides[second][profile]) for profile in both)


def against_alone(seen: Iterable[Seen]) -> Iterator[tuple[str, ShareDifference]]:
    """Yield for each set how much more often profiles are accepted in it than alone."""
    sets = [answer for answer in readable(seen) if answer.kind == "sequence"]
    for item, of_set in grouped(sets, lambda answer: answer.item).items():
        sides = [
            {profile: float(np.mean([answer.accepted for answer in each])) for profile, each in by_profile.items()}
            for by_profile in (
                grouped(of_orders(of_set), lambda answer: answer.profile),
                grouped(
                    [answer for answer in of_set if answer.arm.startswith("alone_")], lambda answer: answer.profile
                ),
            )
        ]
        if both := sorted(set(sides[0]) & set(sides[1])):
            yield item, mean_difference((sides[0][profile], sides[1][profile]) for profile in both)


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


def own_history(seen: Iterable[Seen], seed: int = 0) -> OwnHistory:
    """Return the association with the subject's own last decision; None where its decisions do not vary enough."""
    sessions = _whole_sessions(seen)
    if not sessions:
        return OwnHistory(None, None, None, 0)
    raw = [np.array([answer.accepted for answer in session]) for session in sessions]
    rows = _residuals(sessions)
    lagged, scale = _lagged(rows), sum(float(row @ row) * (len(row) - 1) / len(row) for row in rows)
    if scale < 1e-9:  # nothing is left to explain once the right answers are known
        return OwnHistory(_naive(raw), None, None, len(sessions))
    draw = np.random.default_rng(seed)
    permuted = np.zeros(PERMUTATIONS)
    by_set: dict[str, list[int]] = {}
    for number, session in enumerate(sessions):
        by_set.setdefault(session[0].item, []).append(number)
    for numbers in by_set.values():
        permuted += _permuted([sessions[number] for number in numbers], [rows[number] for number in numbers], draw)
    # Without any effect of history the products are negative on average, since a set is drawn without replacement.
    centre = float(permuted.mean())
    extreme = int(np.sum(np.abs(permuted - centre) >= abs(lagged - centre) - 1e-9))
    # What was observed is one of the permutations, so that p is never 0.
    return OwnHistory(_naive(raw), (lagged - centre) / scale, (extreme + 1) / (PERMUTATIONS + 1), len(sessions))


def _whole_sessions(seen: Iterable[Seen]) -> list[list[Seen]]:
    """Return the sessions of three profiles and more of which every decision is there and can be read, by place."""
    answers = list(seen)
    # From all decisions, unreadable ones too: a session that lacks a profile is not whole.
    sizes = {
        item: 1 + max(answer.profile for answer in of_set)
        for item, of_set in grouped(answers, lambda answer: answer.item).items()
    }
    sessions = [
        sorted(session, key=lambda answer: answer.place)
        for session in grouped(of_orders(answers), lambda answer: (answer.item, answer.arm, answer.run)).values()
    ]
    return [
        session
        for session in sessions
        if len(session) > 2 and {answer.profile for answer in session} == set(range(sizes[session[0].item]))
    ]


def _residuals(sessions: Sequence[Sequence[Seen]]) -> list[NDArray[np.float64]]:
    """Return each session's decisions minus the rate of acceptance of profiles with the same right answer."""
    by_right = grouped((answer for session in sessions for answer in session), lambda answer: answer.right)
    rates = {right: float(np.mean([answer.accepted for answer in answers])) for right, answers in by_right.items()}
    return [np.array([answer.accepted - rates[answer.right] for answer in session]) for session in sessions]


def _lagged(rows: Sequence[NDArray[np.float64]]) -> float:
    return float(sum(row[1:] @ row[:-1] for row in rows))


def _permuted(
    sessions: Sequence[Sequence[Seen]], rows: Sequence[NDArray[np.float64]], draw: np.random.Generator
) -> NDArray[np.float64]:
    """Return the lagged products of one set's sessions, with its profiles exchanged in all of them alike."""
    exchanged = draw.permuted(np.tile(np.arange(len(rows[0])), (PERMUTATIONS, 1)), axis=1)
    products = np.zeros(PERMUTATIONS)
    for session, row in zip(sessions, rows, strict=True):
        order = np.array([answer.profile for answer in session])
        by_profile = row[np.argsort(order)]
        shuffled = by_profile[exchanged[:, order]]
        products += np.sum(shuffled[:, 1:] * shuffled[:, :-1], axis=1)
    return products


def _naive(rows: Sequence[NDArray[np.float64]]) -> float | None:
    """Return the coefficient of a decision on the one before it, around each session's mean."""
    above = sum(float((row[1:] - row.mean()) @ (row[:-1] - row.mean())) for row in rows)
    below = sum(float(((row - row.mean()) ** 2).sum()) * (len(row) - 1) / len(row) for row in rows)
    return above / below if below else None
