"""What depth requires of a reader: series of equal length, readers who follow some of the rules, overrides that bite.

    python -m benchmarks.grammar_depth lengths --per-bias 30                # deepest minus shallowest member of series
    python -m benchmarks.grammar_depth certificates --per-bias 5            # strict certificates of members and twins
    python -m benchmarks.grammar_depth readers --per-bias 30                # readers of series: first levels, records
    python -m benchmarks.grammar_depth readers --series 1 --per-bias 60     # readers of single dilemmas
    python -m benchmarks.grammar_depth overrides --depth 5 --per-bias 60    # readers who ignore layers and exceptions
    python -m benchmarks.grammar_depth studies --per-bias 30                # subjects sensitive to length, and power

Readers who follow the first levels of rules take all deeper values from other dilemmas of the schema: the median, or a
random one. Accuracies are over originals and twins.
"""

import argparse
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from statistics import mean, median, pstdev
from typing import NamedTuple

import numpy as np

from probe.certificate import certify, complexity, correct_option
from probe.certificate.meaning import decisive_fact, stated_rules, twin_flips
from probe.grammar.author import GrammarAuthor
from probe.grammar.composer import Composer
from probe.grammar.derivation import all_values, follow
from probe.grammar.plan import Plan
from probe.grammar.readers import action, distances, required_depth, typical, within
from probe.grammar.scenario import StatedCase
from probe.grammar.schema import Members, Number
from probe.oracle import SwiOracle
from probe.values import Bias, Candidate, Outcome, Profile

NUMBER = re.compile(r"\d+(?:,\d+)*")
STUDIES = 500
SERIES_OF_A_STUDY = 25
SLOPE_OF_LENGTH = 0.005
"""How much more often a subject errs with each word beyond the mean, in the study of length."""
BASE = 0.2
EFFECT = 0.03
CRITICAL = 2.064
"""Two-sided 5 % point of Student's t with 24 degrees of freedom."""
SPREADS = (0.05, 0.2)
"""Standard deviations of the slope between series, per level, and of the base rate between series."""
RUNS = 5


class Told(NamedTuple):
    """One composed dilemma with what its composer knows."""

    candidate: Candidate
    account: StatedCase


def author_of(flags: argparse.Namespace) -> GrammarAuthor:
    """Return the author that the flags ask for."""
    options = {"mode": flags.mode, "series": str(flags.series)}
    options |= {"depth": flags.depth} if flags.depth else {}
    options |= {"kind": flags.kind} if flags.kind else {}
    return GrammarAuthor(options, seed=flags.seed)


def composed(flags: argparse.Namespace, biases: Sequence[Bias] = tuple(Bias)) -> Iterator[list[Told]]:
    """Yield the members of each story."""
    author = author_of(flags)
    for bias in biases:
        for story in range(flags.per_bias):
            places = range(story * flags.series, (story + 1) * flags.series)
            members = [author.candidate(bias, index) for index in places]
            yield [Told(one, account) for one, account in zip(members, accounts(author._composer), strict=True)]


def accounts(composer: Composer) -> Sequence[StatedCase]:
    """Return the facts of the latest story."""
    assert composer._latest is not None
    return composer._latest[1][1]


def lengths(flags: argparse.Namespace) -> None:
    """Print how the deepest member of a series differs from the shallowest, as a share of the mean."""
    rows: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    for members in composed(flags):
        for name, count in COUNTS.items():
            counts = [count(one.candidate) for one in members]
            rows[name].append((counts[-1] - counts[0], mean(counts), max(counts) - min(counts)))
    for name, found in rows.items():
        differences, means, spans = zip(*found, strict=True)
        print(
            f"{name}: deepest minus shallowest {mean(differences):+.2f} of {mean(means):.1f} "
            f"({mean(differences) / mean(means):+.2%}; SD {pstdev(differences):.2f}), "
            f"largest span in a series {max(spans)} ({len(found)} series)"
        )


COUNTS = {
    "words": lambda one: len(one.texts.unbiased.split()),
    "rules": lambda one: len(one.stated_rules),
    "facts": lambda one: sum(line.endswith(").") and ":-" not in line for line in one.programs.unbiased.splitlines()),
    "numbers": lambda one: len(NUMBER.findall(one.texts.unbiased)),
}


def certificates(flags: argparse.Namespace) -> None:
    """Print how many members and twins hold every strict check, and of which depth they are."""
    found = [one.candidate for members in composed(flags) for one in members]
    passed, failed, required = 0, Counter(), Counter()
    with SwiOracle.start(workers=2) as oracle:
        originals = oracle.examine_all([one.programs for one in found], Profile.STRICT)
        twins = oracle.examine_all([one.twin.programs(one.programs.axioms) for one in found], Profile.STRICT)
        opened = oracle.verdicts([one.twin.without_fact(one.programs) for one in found])
    for one, original, twin, verdict in zip(found, originals, twins, opened, strict=True):
        certificate = certify(twin, one.bias, Profile.STRICT)
        checks = [*certify(original, one.bias, Profile.STRICT).checks, *certificate.checks]
        checks += [twin_flips(original.unbiased, twin.unbiased, certificate), decisive_fact(verdict, one.twin)]
        checks += [stated_rules(one.stated_rules, one.programs, one.texts.unbiased)] if one.stated_rules else []
        refused = {check.name for check in checks if check.outcome not in {Outcome.HOLDS, Outcome.NOT_RUN}}
        origin = dict(value.split(":", 1) for value in one.seed_ids)
        measured = [complexity(examination) for examination in (original, twin)]
        if {str(one.depth) for one in measured} != {origin["depth"]} or str(measured[0].size) != origin["size"]:
            refused.add("depth or size")
        if correct_option(original) is not one.correct_option:
            refused.add("option")
        passed += not refused
        failed.update(refused)
        required[one.reasoning.required_depth - int(origin["depth"])] += 1
    print(f"{passed} of {len(found)} hold every check with their twins; not holding: {dict(failed) or 'none'}")
    print("required depth minus depth:", dict(sorted(required.items())))


def readers(flags: argparse.Namespace) -> None:
    """Print how often readers of the first levels are right, and readers who ignore or search records."""
    stories = list(composed(flags))
    known: dict[tuple[str, str], dict[int, object]] = defaultdict(dict)
    for story, members in enumerate(stories):
        for one in members:
            for name, value in one.account.case.values.items():
                known[one.account.plan.graph.schema.name, name][story] = value
    draws = random.Random(flags.seed)
    right: dict[tuple[str, str, int], list[bool]] = defaultdict(list)
    others: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for story, one in ((story, one) for story, members in enumerate(stories) for one in members):
        plan, cases = one.account.plan, (one.account.case.facts, one.account.twin.facts)
        kind = one.account.kind or "single"
        for levels in range(1, required_depth(plan, *cases) - 1):
            cut, guessed = within(plan, levels)
            for how in ("median", "random"):
                values = {
                    name: guess(known[plan.graph.schema.name, name], story, plan.graph.nodes[name], how, draws)
                    for name in guessed
                    if not isinstance(plan.graph.nodes[name], Members)
                }
                right[kind, how, levels] += [action(cut, {**facts, **values}) == action(plan, facts) for facts in cases]
        for name, found in other_readers(one.account).items():
            others[kind, name] += found
    _print_readers(right)
    for (kind, name), found in sorted(others.items()):
        print(f"{kind}, {name}: {mean(found):.1%} of {len(found)}")


def _print_readers(right: dict[tuple[str, str, int], list[bool]]) -> None:
    for kind, how in sorted({(kind, how) for kind, how, _ in right}):
        levels = {at: hits for (own, by, at), hits in sorted(right.items()) if (own, by) == (kind, how)}
        every = [hit for hits in levels.values() for hit in hits]
        shares = ", ".join(f"{at}: {mean(hits):.1%} of {len(hits)}" for at, hits in levels.items())
        print(
            f"{kind}, follows fewer levels than required ({how}): {mean(every):.1%} of {len(every)}; by levels {shares}"
        )


def guess(known: dict[int, object], story: int, node: object, how: str, draws: random.Random) -> object:
    """Return a typical value of a node: of other stories of the schema, or of its range if there are none."""
    values = [value for other, value in known.items() if other != story]
    if not values:
        return draws.choice(typical(node))
    if how == "random" or not isinstance(node, Number):
        return draws.choice(values)
    return median(values)


def other_readers(account: StatedCase) -> dict[str, list[bool]]:
    """Return whether readers with one habit each are right in the case and in its twin, where they find an answer."""
    plan, found = account.plan, defaultdict(list)
    for facts in (account.case.facts, account.twin.facts):
        right = action(plan, facts)
        record = next((name for name in facts if name in plan.guarded), None)
        answers = {"drops the smaller addend": dropping(plan, facts), "last figure": last_figure(plan, facts)}
        if record:
            answers["ignores records"] = action(plan, {name: one for name, one in facts.items() if name != record})
            answers["searches 'recorded', compares it"] = searching(plan, facts, record)
        for name, answer in answers.items():
            if answer is not None:
                found[name].append(answer == right)
    return found


def searching(plan: Plan, facts: dict, record: str) -> str | None:
    """Return the action for a reader who puts the recorded figure in the place of the last derived one."""
    nodes = plan.graph.nodes
    numbers = [one for one in (nodes[record], nodes[plan.spine[1]]) if isinstance(one, Number)]
    return action(plan, {**facts, plan.spine[1]: facts[record]}) if len(numbers) == 2 else None


def dropping(plan: Plan, facts: dict) -> str | None:
    """Return the action for a reader who takes the larger addend for a sum; None if there is no sum."""
    values = dict(facts)
    far = distances(plan)
    for name in sorted(far, key=lambda one: -far[one]):
        term = plan.ways[name].rules[0].term
        if name in values or term is None or term.operator != "+" or not all(side.name for side in term.sides):
            continue
        sides = [follow(plan, values, rough=True, node=side.name) for side in term.sides]
        if all(sides):
            values[name] = max(side.value for side in sides)
    return action(plan, values) if len(values) > len(facts) else None


def last_figure(plan: Plan, facts: dict) -> str | None:
    """Return the action for a reader who takes the last stated number for the last derived one."""
    numbers = [value for value in facts.values() if isinstance(value, int)]
    name = plan.spine[1]
    return (
        action(plan, {**facts, name: numbers[-1]}) if numbers and isinstance(plan.graph.nodes[name], Number) else None
    )


def overrides(flags: argparse.Namespace) -> None:
    """Print how often a reader who ignores layers and exceptions is wrong, in texts that state one."""
    wrong: list[bool] = []
    for members in composed(flags, [bias for bias in Bias if bias is not Bias.ANCHORING]):
        for one in members:
            plan = one.account.plan
            if not plan.overriding:
                continue
            for facts in (one.account.case.facts, one.account.twin.facts):
                lower = next(rule.lower for rule in plan.overriding.overriding)
                wrong.append(all_values(plan, facts)[lower] != follow(plan, facts).value)
    print(f"ignores overrides: wrong in {mean(wrong):.1%} of {len(wrong)} texts that state one")


def studies(flags: argparse.Namespace) -> None:
    """Print how often a subject who only reacts to length is found to react to depth, and the power for a slope."""
    found = [[COUNTS["words"](one.candidate) for one in members] for members in composed(flags)]
    words = np.array(found, dtype=float)
    draws = np.random.default_rng(flags.seed)
    depth = np.arange(words.shape[1], dtype=float)
    called = power = 0
    for _ in range(STUDIES):
        chosen = words[draws.integers(len(words), size=SERIES_OF_A_STUDY)]
        base = np.clip(draws.normal(BASE, SPREADS[1], size=(SERIES_OF_A_STUDY, 1)), 0, 1)
        called += significant(base + SLOPE_OF_LENGTH * (chosen - words.mean()), depth, draws)
        slopes = draws.normal(EFFECT, SPREADS[0], size=(SERIES_OF_A_STUDY, 1))
        power += significant(base + slopes * (depth - depth.mean()), depth, draws)
    print(f"sensitive to length alone ({SLOPE_OF_LENGTH:.1%} a word): called in {called / STUDIES:.1%} of {STUDIES}")
    print(
        f"power for {EFFECT:.0%} a level, {SERIES_OF_A_STUDY} series of {words.shape[1]}, {RUNS} runs, SD of the slope "
        f"{SPREADS[0]}, of the base {SPREADS[1]}: {power / STUDIES:.1%}"
    )


def significant(rates: np.ndarray, depth: np.ndarray, draws: np.random.Generator) -> bool:
    """Return whether the mean slope over series differs from 0: ``rates`` has the shape (series, members)."""
    hits = draws.binomial(RUNS, np.clip(rates, 0, 1)) / RUNS
    centred = depth - depth.mean()
    slopes = (hits * centred).sum(axis=1) / (centred**2).sum()
    error = slopes.std(ddof=1) / np.sqrt(len(slopes))
    return bool(error > 0 and abs(slopes.mean() / error) > CRITICAL)


MEASURES = {one.__name__: one for one in (lengths, certificates, readers, overrides, studies)}


def main() -> None:
    """Read the flags, compose, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measure", choices=sorted(MEASURES))
    parser.add_argument("--mode", choices=("policy", "closed-book"), default="policy")
    parser.add_argument("--series", type=int)
    parser.add_argument("--kind", help="kind of series (default: records and classes)")
    parser.add_argument("--depth")
    parser.add_argument("--per-bias", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    flags = parser.parse_args()
    if flags.series is None:
        flags.series = 1 if flags.measure == "overrides" else 4 if flags.mode == "policy" else 2
    MEASURES[flags.measure](flags)


if __name__ == "__main__":
    main()
