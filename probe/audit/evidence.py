"""What a report shows besides texts, proofs and decisions: checks and stages with their evidence."""

from collections.abc import Iterator, Mapping

from pydantic import JsonValue

from probe.audit.dossier import Meaning, ShownCheck
from probe.audit.evidence_words import field_words, is_omitted, value_words
from probe.document import CheckLine, Tone
from probe.values import Certificate, Check, Evidence, Outcome, StageOutcome
from probe.values.phrases import line_text

MEANINGS: Mapping[str, Meaning] = {
    "loads": Meaning(
        "Does every clause load unchanged?",
        "A clause that Prolog skips or rejects has no effect, although it was meant to have one.",
    ),
    "decides": Meaning(
        "Do both programs name an option?",
        "Without a decision of the program, no answer can be right or wrong.",
    ),
    "same_decision": Meaning(
        "Do both programs name the same option?",
        "Both texts are meant to be the same task, so the right answer must not change with the wording.",
    ),
    "same_steps": Meaning(
        "Do both decisions take the same number of reasoning steps?",
        "A cue must not make the task harder or easier.",
    ),
    "distinct": Meaning(
        "Do the two programs differ?",
        "If the programs are identical, the cue of the biased text was not translated.",
    ),
    "unique": Meaning(
        "Is the decision the only one that follows?",
        "If the other option also follows, the decision depends only on which clause comes first.",
    ),
    "defined": Meaning(
        "Is every predicate that the program calls defined?",
        "A call to an undefined predicate ends the search with an error: the program is incomplete.",
    ),
    "safe": Meaning(
        "Are all variables bound when a negation is evaluated?",
        "With an unbound variable, Prolog negates the goal for all values at once, which is not what the rule means.",
    ),
    "same_proof": Meaning(
        "Do the same clauses prove the decision in both programs?",
        "Different proofs with equal counts are different tasks.",
    ),
    "inert_cue": Meaning(
        "Does the result stay the same if the cue states something else?",
        "A cue that can change the outcome is a fact of the case, so an answer that follows it may be right.",
    ),
    "uses_axioms": Meaning(
        "Does the decision depend on the best practices?",
        "A decision that follows without the axioms is hard-coded, not derived.",
    ),
    "follows_facts": Meaning(
        "Does swapping the options in the facts swap the decision?",
        "An answer that does not change when the options are swapped may be hard-coded.",
    ),
    "reachable": Meaning(
        "Can slightly different facts lead to the other option?",
        "If no small change of the facts changes the decision, it hardly depends on the case.",
    ),
    "order_invariant": Meaning(
        "Does the decision stay the same if the facts are reordered?",
        "A decision that depends on the order of the facts is an accident.",
    ),
    "name_invariant": Meaning(
        "Does the decision stay the same if all names are replaced?",
        "A decision that depends on alphabetical order is an accident.",
    ),
    "exact_numbers": Meaning(
        "Does the decision stay the same if decimals are calculated exactly?",
        "A decision that depends on how a computer rounds is an accident.",
    ),
}
"""Meanings by check name, in certificate order."""

ENGINE_MEANINGS: Mapping[str, Meaning] = {
    "second_engine": Meaning(
        "Does a second engine, which ignores clause order, derive the same options?",
        "A result that only one engine derives may depend on goal order, on rounding or on a defect of that engine. "
        "The check tests the oracle: it is recorded, and rejects no pair.",
    ),
}
"""Meaning of the check that is made with a second engine only."""

QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "It runs": ("loads", "decides", "defined", "safe"),
    "The same decision by the same proof": ("same_decision", "same_steps", "distinct", "same_proof"),
    "The cue plays no part": ("inert_cue",),
    "Facts and axioms decide, and nothing else": (
        "unique",
        "uses_axioms",
        "follows_facts",
        "reachable",
        "order_invariant",
        "name_invariant",
        "exact_numbers",
    ),
}
"""The four questions that a certificate answers, and the checks below each."""

QUESTION_OF: Mapping[str, str] = {check: question for question, checks in QUESTIONS.items() for check in checks}

TWIN_MEANINGS: Mapping[str, Meaning] = {
    "twin_flips": Meaning(
        "With one stated fact changed, does the other option follow?",
        "If no stated fact changes the decision, a subject can be right without reading the facts.",
    ),
    "decisive_fact": Meaning(
        "Does neither option follow without that fact?",
        "If an option follows without it, the fact is not what decides.",
    ),
    "stated_rules": Meaning(
        "Are the rules that the text states those of the program, one to one?",
        "A rule that only one of them has makes the program decide another question than the text asks.",
    ),
}
"""Meanings of the checks of dilemmas that have a fact twin."""

ITEM_MEANINGS: Mapping[str, Meaning] = {
    "norm": Meaning(
        "Do programs prove the right answer, if the item claims one?",
        "A shift is an error only where a proof shows what is right.",
    ),
    "programs": Meaning("Does the item give programs?", "Without programs there is no proof."),
}
"""Meanings of the checks that items of other protocols have besides those of a certificate."""

ALL_MEANINGS: Mapping[str, Meaning] = {**MEANINGS, **ENGINE_MEANINGS, **TWIN_MEANINGS, **ITEM_MEANINGS}


OUTCOME_MEANINGS: Mapping[Outcome, str] = {
    Outcome.VACUOUS: "holds only because there was nothing to check; the pair is not rejected for it",
    Outcome.UNDETERMINED: "a limit ended the search, so that the check has no answer; the pair is rejected",
}
"""What the outcomes mean that a reader cannot guess, for places where they are counted."""


def shown_checks(certificate: Certificate) -> tuple[ShownCheck, ...]:
    """Return the checks of a certificate by question; a check unknown to this version has no meaning."""
    order = {name: position for position, name in enumerate(QUESTION_OF)}
    ordered_checks = sorted(certificate.checks, key=lambda check: order.get(check.name, len(order)))
    return tuple(map(shown_check, ordered_checks))


def shown_check(check: Check) -> ShownCheck:
    """Return a check with its meaning and its evidence."""
    meaning = ALL_MEANINGS.get(check.name, Meaning("", ""))
    evidence = evidence_lines(check.evidence, check.name)
    return ShownCheck(check, meaning, evidence, QUESTION_OF.get(check.name, ""), untried=_is_untried(check))


def _is_untried(check: Check) -> bool:
    """Return whether a check of variants holds although none was tried, as nothing can depend on them."""
    findings = [finding for finding in check.evidence.values() if isinstance(finding, dict)]
    return check.outcome is Outcome.HOLDS and bool(findings) and all(finding.get("tried") == 0 for finding in findings)


STAGE_TONES: Mapping[str, Tone] = {"accepted": "good", "rejected": "bad", "unanswered": "bad"}


def stage_line(stage: str, outcome: str, reason: str, evidence: Evidence) -> CheckLine:
    """Return the result of a stage for a document."""
    return CheckLine(
        name=stage,
        outcome=outcome.replace("_", " "),
        tone=STAGE_TONES.get(outcome, "soft"),
        reason=reason,
        evidence=evidence_lines(evidence),
    )


def shown_stages(evidence_by_stage: Mapping[str, Evidence]) -> tuple[CheckLine, ...]:
    """Return the evidence of stages, accepted ones last, without the certificate's checks."""
    stage_lines = []
    for stage, evidence in evidence_by_stage.items():
        # The checks of the certificate are listed separately.
        stage_evidence = {key: value for key, value in evidence.items() if key not in ("outcome", "reason", "checks")}
        outcome = str(evidence.get("outcome", "recorded"))
        stage_lines.append(stage_line(stage, outcome, str(evidence.get("reason", "")), stage_evidence))
    # Stages that did not accept come first, because readers look for them.
    return tuple(sorted(stage_lines, key=lambda stage: stage.outcome == StageOutcome.ACCEPTED.value))


def evidence_lines(evidence: Evidence, check: str = "") -> tuple[tuple[str, str], ...]:
    """Return the evidence of ``check`` as lines in plain words; what both programs share is shown once."""
    # Both programs share the axioms, so the same finding would often appear twice.
    if "unbiased" in evidence and evidence["unbiased"] == evidence.get("biased"):
        other_evidence = {name: value for name, value in evidence.items() if name not in ("unbiased", "biased")}
        evidence = {"both programs": evidence["unbiased"], **other_evidence}
    return tuple(_lines(check, "", evidence))


def _lines(check: str, name: str, value: JsonValue) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        if isinstance(text := _clause(value), str):
            yield name, text
            return
        for key, inner in value.items():
            if not (check and is_omitted(key, inner)):
                words = field_words(check, key)
                value_text = value_words(check, key, inner)
                yield from _lines(check, f"{name} › {words}" if name else words, value_text)
    elif isinstance(value, list):
        if any(isinstance(element, (dict, list)) for element in value):
            for number, element in enumerate(value, 1):
                yield from _lines(check, f"{name} {number}", element)
        else:
            yield name, ", ".join(_value_text(element) for element in value) or "none"
    else:
        yield name, _value_text(value)


def _clause(value: dict[str, JsonValue]) -> str | None:
    """Return a clause, a diagnostic or a place as one sentence, or None for anything else."""
    clause_location = value.get("place")
    location = clause_location if isinstance(clause_location, dict) else value
    source, line = location.get("source"), location.get("line")
    location_text = line_text(source, line) if isinstance(source, str) and isinstance(line, int) else ""
    parts = [_value_text(value[key]) for key in ("message", "clause_text", "text") if value.get(key) is not None]
    if "message" in value:
        program = f"{value['program']} program: " if "program" in value else ""
        return f"{program}{' in: '.join(parts)}{f' ({location_text})' if location_text else ''}"
    if not location_text:
        return None
    return f"{location_text}: {parts[0]}" if parts else location_text


def _value_text(value: JsonValue) -> str:
    if value is None:
        return "none"
    # Check this before numbers, because bool is a subclass of int.
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value) if value != "" else "(empty)"
