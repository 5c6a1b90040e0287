"""The certificate of meaning: the decision follows from the facts and from the rules that the text states.

``twin_flips``: with one stated fact changed, the other option follows. ``decisive_fact``: without that fact, neither
option follows. ``stated_rules``: the rules of a policy are those of the program, one to one.
"""

from collections.abc import Sequence

from probe.values import (
    Candidate,
    Certificate,
    Check,
    FactTwin,
    Option,
    Outcome,
    Pair,
    Program,
    Programs,
    StatedRule,
    Verdict,
)

READS_CUES = ("admissible(", "mentioned(")
"""Predicates of the clauses on reasons that are merely mentioned; no policy states them."""


def without_fact(programs: Programs, twin: FactTwin) -> Program:
    """Return the unbiased program without the decisive fact; its predicate stays declared."""
    name = twin.fact.partition("(")[0]
    arity = twin.fact.partition("(")[2].count(",") + 1
    lines = programs.unbiased.splitlines()
    kept = [line for line in lines if line != twin.fact]
    declared = f":- dynamic {name}/{arity}."
    return Program(axioms=programs.axioms, text="\n".join((kept[0], declared, *kept[1:])) + "\n")


def certify_meaning(
    item: Pair | Candidate, programs: Programs, twin: Certificate, *, verdicts: tuple[Verdict, Verdict, Verdict]
) -> tuple[Check, ...]:
    """Return the checks of a dilemma with a fact twin, whose certificate is ``twin``.

    ``verdicts`` are those of the unbiased program, of the twin's, and of the one ``without_fact``.
    """
    assert item.twin is not None
    original, other, open_verdict = verdicts
    checks = twin_flips(original, other, twin), decisive_fact(open_verdict, item.twin)
    rules = item.stated_rules
    return (*checks, stated_rules(rules, programs, item.texts.unbiased)) if rules else checks


def twin_flips(original: Verdict, twin: Verdict, certificate: Certificate) -> Check:
    """Return whether the twin's programs decide for the other option and hold every check of their own certificate."""
    failing = certificate.failing
    reason = f"the facts lead to {original.choice}, the twin's to {twin.choice}"
    reason += f"; the twin fails {failing[0].name}: {failing[0].reason}" if failing else ""
    return _check("twin_flips", reason, holds={original.choice, twin.choice} == set(Option) and not failing)


def decisive_fact(open_verdict: Verdict, twin: FactTwin) -> Check:
    """Return whether neither option follows without the decisive fact."""
    answers = open_verdict.answers
    reason = f"without {twin.fact} " + (
        f"{', '.join(map(str, answers))} follows" if answers else "neither option follows"
    )
    return _check("decisive_fact", reason, holds=not answers)


def stated_rules(rules: Sequence[StatedRule], programs: Programs, text: str) -> Check:
    """Return whether each stated rule is in the text and in the axioms, and each axiom is a stated rule."""
    clauses = clauses_of(programs.axioms)
    unsaid = [rule.sentence for rule in rules if rule.sentence not in text]
    stated = sorted(rule.clause for rule in rules)
    if unsaid:
        return _check("stated_rules", f"the text does not state {unsaid[0]!r}", holds=False)
    same = stated == sorted(clauses)
    reason = f"{len(rules)} rules are stated, and the axioms have {len(clauses)}"
    return _check("stated_rules", reason, holds=same)


def clauses_of(axioms: str) -> list[str]:
    """Return the rules among the axioms as they are written, without those on reasons that are merely mentioned."""
    found: list[str] = []
    for line in axioms.splitlines():
        if line.startswith(" ") and found:
            found[-1] += "\n" + line
        elif line and not line.startswith(":-"):
            found.append(line)
    return [one for one in found if not any(name in one for name in READS_CUES)]


def _check(name: str, reason: str, *, holds: bool) -> Check:
    return Check(name=name, outcome=Outcome.HOLDS if holds else Outcome.FAILS, reason=reason)
