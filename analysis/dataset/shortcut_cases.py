"""The cases of a shortcut audit: what a guesser may see of each text, and which option is right."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans

from probe.values import Arm, Bias, Dilemma, Item, Option
from probe.values.texts import option_texts, passage_of, words_put_in

Vectors = Mapping[str, NDArray[np.floating]]
"""The unit vector of each text, by the text itself."""

TWIN, TWIN_BIASED = Arm("twin"), Arm("twin_biased")

COMPOSER = "grammar"
"""The beginning of the name of every author that composes its dilemmas."""

SCHEMA_IDS = ("schema:", "practice:")
"""The prefixes of a composed pair's seed ids that name the schema or practice it was made from."""

TOPIC_SIZE, FEWEST_TOPICS, MOST_TOPICS = 20, 5, 40
"""Dilemmas in a topic cluster, about; the fewest and the most clusters of a dataset."""


@dataclass(frozen=True)
class ShortcutCase:
    """One side of a dilemma, the original or its fact twin, as a guesser may see it.

    ``place`` is the pair's place in the file (from 0), ``group`` its schema or topic, ``block`` its series or itself:
    cases of one block are never on both sides of a fold. ``story`` is the text without its decisive facts and ``cue``
    the words that the cued arm adds; each is None where the dataset does not record it. ``facts`` is the program.
    ``text`` is a whole text whose length may reveal the answer, where the options are the same words in all cases.
    """

    pair_id: str
    bias: Bias
    place: int
    group: str
    block: str
    depth: int | None
    twin: bool
    right: Option
    options: tuple[str, str]
    story: str | None
    cue: str | None
    facts: str
    text: str = ""


def cases_of(pairs: Sequence[Dilemma], vectors: Vectors) -> tuple[ShortcutCase, ...]:
    """Return the original of each pair in the file's order, then the twins; a text without two options is left out."""
    groups = groups_of(pairs, vectors)
    return tuple(
        case
        for arm in (Arm.UNBIASED, TWIN)
        for position, (pair, group) in enumerate(zip(pairs, groups, strict=True))
        if (case := _case(pair, position, group, arm))
    )


def texts_to_embed(pairs: Sequence[Dilemma]) -> tuple[str, ...]:
    """Return every text whose vector an audit of ``pairs`` needs, each once."""
    texts: dict[str, None] = {}
    for pair in pairs:
        if schema_of(pair) is None:
            # A pair without a schema is grouped by the topic of its text; for the others, no whole text is needed.
            texts[pair.unbiased] = None
        texts |= texts_of(case for arm in (Arm.UNBIASED, TWIN) if (case := _case(pair, 0, "", arm)))
    return tuple(texts)


def texts_of(cases: Iterable[ShortcutCase]) -> dict[str, None]:
    """Return every text of the cases whose vector an audit needs, each once."""
    return dict.fromkeys(text for case in cases for text in (*case.options, case.story, case.cue) if text)


def schema_of(pair: Dilemma) -> str | None:
    """Return the schema or practice that a composed pair was made from, None for other pairs."""
    if not is_composed(pair):
        return None
    return next((seed_id for seed_id in pair.provenance.seed_ids if seed_id.startswith(SCHEMA_IDS)), None)


def is_composed(pair: Item) -> bool:
    """Whether the pair's author composes its dilemmas, so that the targets apply."""
    return pair.provenance.author.startswith(COMPOSER)


def groups_of(pairs: Sequence[Dilemma], vectors: Vectors) -> tuple[str, ...]:
    """Return each pair's schema, or its topic: a cluster of the unbiased texts' vectors (k-means)."""
    schemas = [schema_of(pair) for pair in pairs]
    pairs_without_schema = [pair for pair, schema in zip(pairs, schemas, strict=True) if schema is None]
    topics: Iterator[str] = iter(_topics([vectors[pair.unbiased] for pair in pairs_without_schema]))
    return tuple(schema if schema is not None else next(topics) for schema in schemas)


def _topics(vectors: Sequence[NDArray[np.floating]]) -> list[str]:
    if not vectors:
        return []
    topic_count = int(np.clip(len(vectors) // TOPIC_SIZE, FEWEST_TOPICS, MOST_TOPICS))
    matrix = np.stack(vectors).astype(np.float64)
    # k-means needs as many different points as clusters.
    cluster_count = min(topic_count, len(np.unique(matrix, axis=0)))
    # Seeded: a different division into topics would give different clusters, intervals and verdicts.
    labels = KMeans(n_clusters=cluster_count, n_init=4, random_state=0).fit_predict(matrix)
    return [f"topic:{label}" for label in labels]


def _case(pair: Dilemma, position: int, group: str, arm: Arm) -> ShortcutCase | None:
    """Return what a guesser may see of one arm; None if the arm has no text, or its text not two options."""
    twin = arm is TWIN
    text, text_with_cue = pair.text(arm), pair.text(TWIN_BIASED if twin else Arm.BIASED)
    options = option_texts(text) if text is not None else None
    if text is None or options is None:
        return None
    return ShortcutCase(
        pair_id=pair.id,
        bias=pair.bias,
        place=position,
        group=group,
        block=pair.provenance.series or pair.id,
        depth=pair.complexity.depth,
        twin=twin,
        right=pair.correct_option.other_option if twin else pair.correct_option,
        options=(options["A"], options["B"]),
        story=_without_decisive_facts(pair),
        cue=(words_put_in(text, text_with_cue) or None) if text_with_cue is not None else None,
        facts=_program(pair, arm),
    )


def _without_decisive_facts(pair: Dilemma) -> str | None:
    """Return the sentences that the unbiased text shares with its fact twin, None without a twin.

    The twin changes the decisive fact and nothing else, so what differs is what decides.
    """
    twin = pair.text(TWIN)
    if twin is None:
        return None
    passage = passage_of(pair.unbiased, twin)
    return passage.head + passage.tail


def _program(pair: Dilemma, arm: Arm) -> str:
    """Return the program behind one arm without a cue; empty where the dataset has none for it."""
    if arm is Arm.UNBIASED:
        return pair.unbiased_program
    return str(getattr(getattr(pair, "twin", None), "unbiased_program", ""))
