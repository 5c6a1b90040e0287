"""The material of mitigations: an item's own axioms, those of another item as a control, and an example of its bias."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from probe.errors import InputError
from probe.values import Corpus, Dilemma, Seed

_PREAMBLE = re.compile(r"best practice is:\s*", re.IGNORECASE)
"""Notes of the published form describe the axioms up to these words; the practice follows them."""


def practice_in_words(note: str) -> str:
    """Return the practice that a note states: what follows "best practice is:", else the whole note."""
    preamble = _PREAMBLE.search(note)
    return note[preamble.end() if preamble else 0 :].strip()


def material_of(
    pairs: Sequence[Dilemma], placeholders: set[str], read_corpus: Callable[[], Corpus]
) -> dict[str, dict[str, str]]:
    """Return for each pair, by its id, the texts of the ``placeholders``.

    Another item's axioms are the nearest in length, so that only their content differs. An example is the biased text
    of a seed of the same bias that is not the pair itself; the corpus is read only for examples. Raises InputError if
    a pair lacks something.
    """
    material: dict[str, dict[str, str]] = {pair.id: {"bias": pair.bias.value} for pair in pairs}
    for name, text_of in (("axioms_words", _words), ("axioms_prolog", _prolog)):
        texts = {pair.id: text_of(pair) for pair in pairs} if {name, f"other_{name}"} & placeholders else {}
        _require_axioms(name, texts)
        control_texts = _nearest_in_length(texts) if f"other_{name}" in placeholders else {}
        for pair_id, text in texts.items():
            material[pair_id] |= {name: text, f"other_{name}": control_texts.get(pair_id, "")}
    if placeholders & {"example", "example_right", "example_wrong"}:
        corpus = read_corpus()
        for pair in pairs:
            material[pair.id] |= _example(pair, corpus)
    return material


def _words(pair: Dilemma) -> str:
    return practice_in_words(pair.axioms_note)


def _prolog(pair: Dilemma) -> str:
    return pair.axioms.strip()


def _require_axioms(name: str, texts: Mapping[str, str]) -> None:
    pairs_without = [pair_id for pair_id, text in texts.items() if not text]
    if pairs_without:
        form, other_form = ("in words", "prolog") if name == "axioms_words" else ("as Prolog", "words")
        raise InputError(
            f"--mitigation axioms-{name.removeprefix('axioms_')}: pair {pairs_without[0]} has no axioms {form} "
            f"({len(pairs_without)} of {len(texts)} pairs have none); remove those pairs, or choose axioms-{other_form}"
        )


def _nearest_in_length(texts: Mapping[str, str]) -> dict[str, str]:
    """Return, by pair, the other text that is nearest in length; of equally near ones the first in the alphabet."""
    distinct_texts = sorted(set(texts.values()), key=lambda text: (len(text), text))
    if len(distinct_texts) < 2:
        raise InputError("the control of axioms shows another item's axioms, and all items here have the same")
    positions = {text: number for number, text in enumerate(distinct_texts)}

    def nearest(text: str) -> str:
        number = positions[text]
        # In the order of length, the nearest is one of the two neighbours.
        neighbours = distinct_texts[max(0, number - 1) : number] + distinct_texts[number + 1 : number + 2]
        return min(neighbours, key=lambda neighbour: abs(len(neighbour) - len(text)))

    return {pair_id: nearest(text) for pair_id, text in texts.items()}


def _example(pair: Dilemma, corpus: Corpus) -> dict[str, str]:
    by_bias: dict[str, list[Seed]] = defaultdict(list)
    for seed in corpus.seeds:
        by_bias[seed.bias].append(seed)
    pair_texts = {pair.unbiased.strip(), pair.biased.strip()}
    example = next((seed for seed in by_bias[pair.bias] if seed.texts.biased.strip() not in pair_texts), None)
    if example is None:
        raise InputError(
            f"an example of {pair.bias} is needed, but the seeds of {corpus.domain} have none:"
            " give other seeds with --seeds"
        )
    right = example.correct_option
    return {
        "example": example.texts.biased.strip(),
        "example_right": f"Option {right.letter}",
        "example_wrong": f"Option {right.other_option.letter}",
    }
