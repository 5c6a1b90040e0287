"""The evidence of checks in plain words: the names of its fields, and of the values that are terms of the oracle.

Certificates record the fields as the oracle names them. A field is looked up with its check first
(``uses_axioms.axioms``), because two checks may use the same name for different findings.
"""

from collections.abc import Mapping

from pydantic import JsonValue

FIELDS: Mapping[str, str] = {
    "uses_axioms.axioms": "number of axioms",
    "uses_axioms.in_proof": "axioms in the proof, by number",
    "without_axioms": "decision with all axioms deleted",
    "decorative": "same decision if the axioms held for everything",
    "neighbour": "neighbouring case that needs the axioms",
    "inert_cue.neighbour": "in the neighbouring case",
    "naming": "clauses of the case that name",
    "exchanged": "decision with the options exchanged in the facts",
    "unequal": "the axioms have a rule for one option that the other lacks",
    "result": "result",
    "tries": "edits tried",
    "deleted": "fact deleted",
    "deleted_too": "second fact deleted",
    "added": "fact added",
    "facts": "facts of the case",
    "without_facts": "decision without any fact",
    "default": "decided by default, without facts",
    "tried": "variants tried",
    "order": "first variant that differs",
    "decision": "decision in that variant",
    "exact_numbers.answers": "answers with exact numbers",
    "choice": "option decided for",
    "search": "search for all answers",
    "search_detail": "what ended the search",
    "unique.logical": "without cuts and clause order",
    "other": "other answer that follows",
    "unknown": "procedures called but not defined",
    "diagnostics": "problems reported by Prolog",
    "hidden": "not defined, behind a cut or in a branch not taken",
    "unsafe": "negations with an unbound variable",
    "unbiased": "unbiased program",
    "biased": "biased program",
    "differing": "differing clause",
    "read": "a rule can read it",
    "in_proof": "part of the proof",
    "paired": "the other program has it with other constants",
    "barred": "why no rule can use it",
    "lacks": "condition that is not met",
    "stated": "facts stated instead",
    "question": "belongs to the question",
    "called_as": "rules call its name as",
    "would_count": "constants with which it would count",
    "inert_cue.variants": "variants of the differing clauses",
    "unbounded": "more variants than are tried",
    "cut_short": "a variant reached a limit",
    "change": "variant that changes the result",
    "variant": "clause in the variant",
    "all": "all differing clauses changed",
    "effect": "what changes",
    "restated": "stated as equivalent",
    "other_number": "differs in numbers",
}
"""What readers see instead of a field's name; any other field has its name with blanks."""

WORDS: Mapping[str, Mapping[str, str]] = {
    "order_invariant.result": {"free": "no goal can depend on the order of the facts, so nothing had to be run"},
    "name_invariant.result": {"free": "no goal can depend on how names are spelled, so nothing had to be run"},
    "exact_numbers.result": {"free": "the program calculates in whole numbers, so nothing had to be run"},
    "result": {
        "same": "the same",
        "changed": "another decision",
        "several": "the program already has different answers, so nothing was run",
        "limit": "a variant reached a limit",
        "found": "another decision after an edit of the facts",
        "exchanged": "another decision with the options exchanged",
        "exhausted": "the same decision after every edit that was tried",
        "cut_short": "a limit ended the search",
        "different": "different clauses",
    },
    "unique.search": {"none": "every answer is the decision", "found": "another answer follows"},
    "effect": {
        "answers": "the answers",
        "support": "the clauses that support the answers",
        "hidden": "a procedure behind a cut or in a branch not taken",
    },
    "without_axioms": {"no": "none", "other": "something that is not an option"},
    "without_facts": {"no": "none", "other": "something that is not an option"},
    "exchanged": {"no": "none", "other": "something that is not an option"},
    "decision": {"no": "none", "other": "something that is not an option"},
}
"""What readers see instead of a value, by field."""

OMITTED_IF_EMPTY = frozenset(
    {"order", "decision", "search_detail", "neighbour", "unequal", "change", "question", "called_as"}
)
"""Fields that are left out where they are empty: they only complement another field."""


def field_words(check: str, field: str) -> str:
    """Return the name of a field for readers; outside the evidence of a check, its name with blanks."""
    words = (FIELDS.get(f"{check}.{field}") or FIELDS.get(field)) if check else None
    return words or field.replace("_", " ")


def value_words(check: str, field: str, value: JsonValue) -> JsonValue:
    """Return a value as readers see it: a different word for a term of the oracle, any other value unchanged."""
    if not check or not isinstance(value, str):
        return value
    return {**WORDS.get(field, {}), **WORDS.get(f"{check}.{field}", {})}.get(value, value)


def is_omitted(field: str, value: JsonValue) -> bool:
    """Return whether a field is empty and then not shown."""
    return field in OMITTED_IF_EMPTY and value in (None, "")
