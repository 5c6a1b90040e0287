"""What every check of the certificate asks, in words for a reader who sees it for the first time."""

from typing import NamedTuple


class Meaning(NamedTuple):
    """What a check asks of a pair, and why a pair that fails it is not a good measure."""

    asks: str
    matters: str


MEANINGS: dict[str, Meaning] = {
    "loads": Meaning(
        "Does every clause load as it is?",
        "A clause that Prolog skips or refuses was meant to matter, and does not.",
    ),
    "decides": Meaning(
        "Do both programs name an option?",
        "Without a decision of the program no answer can be called right or wrong.",
    ),
    "same_decision": Meaning(
        "Do both programs name the same option?",
        "The two texts are meant to be one task: then the right answer cannot change with the wording.",
    ),
    "same_steps": Meaning(
        "Do both decisions take equally many steps of reasoning?",
        "A cue must not make the task harder or easier.",
    ),
    "distinct": Meaning(
        "Do the two programs differ?",
        "A biased text whose program is that of the unbiased one states nothing more: its cue was not translated.",
    ),
    "unique": Meaning(
        "Is the decision the only one that follows?",
        "Where the other option follows as well, the program says only which clause came first, not which is right.",
    ),
    "defined": Meaning(
        "Is everything that the program calls defined?",
        "A call to nothing ends the search with an error: the program was not finished.",
    ),
    "safe": Meaning(
        "Is every negation asked about something that has a value?",
        "Prolog answers a negation about an unbound variable for all values at once, which is not what the rule says.",
    ),
    "same_proof": Meaning(
        "Do the same clauses prove the decision in both programs?",
        "Two proofs that only happen to have equal counts are two tasks.",
    ),
    "inert_cue": Meaning(
        "Does everything stay the same when the cue says something else?",
        "A cue that could change the outcome is a fact of the case, and an answer that follows it may be right.",
    ),
    "uses_axioms": Meaning(
        "Does the decision rest on the best practices?",
        "A decision that holds without its axioms is laid down, not derived.",
    ),
    "follows_facts": Meaning(
        "Does exchanging the options in the facts exchange the decision?",
        "An answer that stays where it is when the options change places may be fixed beforehand.",
    ),
    "reachable": Meaning(
        "Could the other option have followed from slightly different facts?",
        "If no small change of the facts turns it, the decision hardly depends on the case.",
    ),
    "order_invariant": Meaning(
        "Does the decision stay when the facts are stated in another order?",
        "A decision that depends on which fact comes first is an accident.",
    ),
    "name_invariant": Meaning(
        "Does the decision stay when everything is called by another name?",
        "A decision that depends on the alphabet is an accident.",
    ),
    "second_engine": Meaning(
        "Does another engine, which knows no order of clauses, derive the same options?",
        "What only one engine derives may rest on the order of goals, on rounding, or on a defect of that engine.",
    ),
}
"""By the check's name, in the order of certificates."""


def meaning_of(check: str) -> Meaning:
    """Return a check's meaning, an empty one for a check that this version does not know."""
    return MEANINGS.get(check, Meaning("", ""))
