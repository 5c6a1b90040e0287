"""The certificate of meaning: the decision follows from the facts and from the rules that the text states.

``twin_flips``: with one stated fact changed, the other option follows. ``decisive_fact``: without that fact, neither
option follows. ``stated_rules``: the rules of a policy are those of the program, one to one.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from itertools import takewhile
from typing import NamedTuple

from probe.certificate import certify
from probe.values import (
    Candidate,
    Certificate,
    Check,
    Dilemma,
    Examination,
    FactTwin,
    Option,
    Outcome,
    Profile,
    Programs,
    StatedRule,
    Verdict,
)

NUMBER = r"\d+[.)]|\(\d+\)|Rule \d+:|[#§]\d+|\[[^\[\]\n]+[ -]\d+\]|[^\[\]\n:|\d]+[ -]\d+:"
NUMBERED_LINES = re.compile(rf"^(?:{NUMBER}) (.*)$", re.MULTILINE)
"""A rule as a policy states it, after its number: "3. …", "Rule 3: …", "CRM-3: …", "[Ticket shop 3] …"."""
NORM = "called_for(Action) :- admissible(Kind), mentioned(Kind, Action)."
"""The norm on reasons that are merely mentioned; no policy states it."""
MENTIONED_TERM = re.compile(r"\bmentioned\(\s*+(\w++)\s*+,")
ADMISSIBLE = re.compile(r"admissible\((\w+)\)\.")
DECISION_RULE = "decide_option(user, Option) :- takes(Option, Action), called_for(Action)."
CONSULT_DIRECTIVE = ":- consult('axioms')."
DECLARATION = re.compile(r":- (?:dynamic|discontiguous)[ (][\w/, ]*\)?\.")


class ExaminedPair(NamedTuple):
    """What the oracle finds about a dilemma, its fact twin, and the dilemma ``without_fact``."""

    original: Examination
    twin: Examination
    open_verdict: Verdict


def certify_twin(
    item: Dilemma | Candidate, programs: Programs, examinations: ExaminedPair, profile: Profile
) -> tuple[Certificate, tuple[Check, ...]]:
    """Return the certificate of the fact twin, and the checks of the dilemma that has it."""
    assert item.twin is not None
    certificate = certify(examinations.twin, item.bias, profile)
    flips = twin_flips(examinations.original.unbiased, examinations.twin.unbiased, certificate)
    checks = flips, decisive_fact(examinations.open_verdict, item.twin)
    rules = item.stated_rules
    return certificate, (*checks, stated_rules(rules, programs, item.texts.unbiased)) if rules else checks


def twin_flips(original: Verdict, twin: Verdict, certificate: Certificate) -> Check:
    """Return whether the twin's programs decide for the other option and hold every check of their own certificate."""
    failing = certificate.failing
    reason = f"the facts lead to {original.choice}, the twin's to {twin.choice}"
    reason += f"; the twin's {failing[0].name} {failing[0].outcome}: {failing[0].reason}" if failing else ""
    # A busy machine is not a flaw of the twin: a search that ran out of time shows nothing.
    late = any(verdict.out_of_time and verdict.answer is None for verdict in (original, twin))
    flips = {original.choice, twin.choice} == set(Option)
    if any(check.outcome is Outcome.FAILS for check in failing) or not (flips or late):
        return _check("twin_flips", reason, holds=False)
    outcome = Outcome.UNDETERMINED if failing or late else Outcome.HOLDS
    return Check(name="twin_flips", outcome=outcome, reason=reason)


def decisive_fact(open_verdict: Verdict, twin: FactTwin) -> Check:
    """Return whether neither option follows without the decisive fact."""
    answers = open_verdict.answers
    if open_verdict.out_of_time and not answers:
        reason = f"without {twin.fact} the search for an option exceeds the limit of time"
        return Check(name="decisive_fact", outcome=Outcome.UNDETERMINED, reason=reason)
    reason = f"without {twin.fact} " + (
        f"{', '.join(map(str, answers))} follows" if answers else "neither option follows"
    )
    return _check("decisive_fact", reason, holds=not answers)


def stated_rules(rules: Sequence[StatedRule], programs: Programs, text: str) -> Check:
    """Return whether the numbered rules in the text are ``rules``, and the axioms consist of their clauses only.

    Beside them, the programs may have only the rule that decides, and the norm on reasons that are merely mentioned.
    """
    numbered_sentences = NUMBERED_LINES.findall(text)
    distinct_sentences = set(numbered_sentences)
    missing_texts = [rule.sentence for rule in rules if rule.sentence not in distinct_sentences]
    if missing_texts:
        return _check("stated_rules", f"the text does not state {missing_texts[0]!r}", holds=False)
    # Order matters: a policy may say that an earlier rule takes precedence over a later one.
    if numbered_sentences != [rule.sentence for rule in rules]:
        return _check("stated_rules", "the text has other rules, or in another order", holds=False)
    unstated_clauses = list(_unstated_clauses(rules, programs))
    if unstated_clauses:
        return _check("stated_rules", f"the text does not state the clause {unstated_clauses[0]}", holds=False)
    clauses = set(clauses_of(programs.axioms))
    missing_texts = [clause for rule in rules for clause in rule.clauses if _words(clause) not in clauses]
    reason = (
        f"the axioms do not have {missing_texts[0]}" if missing_texts else f"each of {len(rules)} rules has its clauses"
    )
    return _check("stated_rules", reason, holds=not missing_texts)


def _unstated_clauses(rules: Sequence[StatedRule], programs: Programs) -> Iterator[str]:
    """Yield the clauses that no rule states, and rules in the programs other than the one that decides."""
    stated_counts = Counter(_words(clause) for rule in rules for clause in rule.clauses)
    mentioned_kinds = {kind for text in (programs.unbiased, programs.biased) for kind in MENTIONED_TERM.findall(text)}
    # Compare counts: if a clause is stated once but occurs twice, one of its occurrences is not stated by a rule.
    for clause, count in Counter(clauses_of(programs.axioms)).items():
        if count > stated_counts[clause] and not _is_norm(clause, mentioned_kinds):
            yield clause
    for program in (programs.unbiased, programs.biased):
        yield from (
            clause
            for clause in clauses_of(program)
            if ":-" in clause and clause not in {DECISION_RULE, CONSULT_DIRECTIVE}
        )


def _is_norm(clause: str, mentioned_kinds: Set[str]) -> bool:
    """Return whether ``clause`` belongs to the norm: the rule, or a kind of reason that is not ``mentioned_kinds``."""
    kind = ADMISSIBLE.fullmatch(clause)
    return clause == NORM or (kind is not None and kind[1] not in mentioned_kinds)


def sources_of(rules: Sequence[StatedRule], axioms: str, text: str) -> dict[int, str]:
    """Return where the text states each clause of the axioms, by the line that it begins in, counted from 1.

    A source is the number that the text gives to the rule, such as "FA-1", or "" for a clause that it does not state.
    """
    numbers = {match[1]: text[match.start() : match.start(1)].strip(" :.") for match in NUMBERED_LINES.finditer(text)}
    number_by_clause = {
        _words(clause): numbers[rule.sentence] for rule in rules if rule.sentence in numbers for clause in rule.clauses
    }
    lines = axioms.splitlines()
    sources: dict[int, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith((" ", "\t", "%")):
            continue
        continuation = takewhile(lambda next_line: next_line.startswith((" ", "\t")), lines[number:])
        clause = _words(" ".join((line, *continuation)))
        if not DECLARATION.fullmatch(clause):
            sources[number] = number_by_clause.get(clause, "")
    return sources


def clauses_of(text: str) -> list[str]:
    """Return the clauses of a program, each on one line; a further line of a clause begins with a blank."""
    clauses: list[list[str]] = []
    for line in text.splitlines():
        # The grammar indents the goals of a clause; a model's program may be on one line.
        if line.startswith((" ", "\t")) and clauses:
            clauses[-1].append(line)
        elif line.strip():
            clauses.append([line])
    return [clause for lines in clauses if not DECLARATION.fullmatch(clause := _words(" ".join(lines)))]


def _words(clause: str) -> str:
    return " ".join(clause.split())


def _check(name: str, reason: str, *, holds: bool) -> Check:
    return Check(name=name, outcome=Outcome.HOLDS if holds else Outcome.FAILS, reason=reason)
