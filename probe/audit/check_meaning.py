"""The question that each certificate check asks, for readers who see it for the first time."""

from typing import NamedTuple


class Meaning(NamedTuple):
    """The question that a check asks about a pair, and why a failing pair is a poor measure."""

    asks: str
    matters: str


MEANINGS: dict[str, Meaning] = {
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
    "second_engine": Meaning(
        "Does a second engine, which ignores clause order, derive the same options?",
        "A result that only one engine derives may depend on goal order, on rounding or on a defect of that engine.",
    ),
}
"""Meanings by check name, in certificate order."""


def meaning_of(check: str) -> Meaning:
    """Return a check's meaning, or an empty one for a check unknown to this version."""
    return MEANINGS.get(check, Meaning("", ""))
