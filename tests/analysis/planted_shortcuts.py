"""Composed datasets in which two numbers decide, with at most one planted leak."""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from probe.analysis.dataset.shortcut_cases import ShortcutCase, Vectors, cases_of, is_composed, texts_to_embed
from probe.analysis.dataset.shortcut_guesses import PARTS
from probe.analysis.dataset.shortcuts import Shortcuts, scopes, shortcuts_of_guesses
from probe.values import Bias, Complexity, Dilemma, Option, Provenance

WORDS = [first + second for first in ("bal", "cor", "dun", "fel", "gom", "hur", "jas", "kel") for second in
         ("ada", "eso", "ilu", "omi", "ura", "yte", "enk", "arn")]  # fmt: skip
BIASES = list(Bias)
DIMENSION = 64


def planted_pairs(leak: str, count: int = 240, schemas: int = 10, seed: int = 1) -> tuple[Dilemma, ...]:
    """Return pairs of which only ``leak`` reveals the right option: options, cue, order, position, fact or none."""
    draw = random.Random(seed)
    actions = [(" ".join(draw.sample(WORDS, 3)), " ".join(draw.sample(WORDS, 3))) for _ in range(schemas)]
    return tuple(_pair(leak, number, actions[draw.randrange(schemas)], draw) for number in range(count))


def _pair(leak: str, number: int, actions: tuple[str, str], draw: random.Random) -> Dilemma:
    limit = draw.randrange(100, 1000)
    load = limit + draw.choice((-1, 1)) * draw.randrange(5, 40)
    first_right = load > (550 if leak == "fact" else limit)
    letter = draw.choice("AB")
    if leak == "order":
        letter = "AB"[number % 2]
    if leak == "position":
        letter = draw.choice("AAAB")
    right, wrong = actions if first_right else actions[::-1]
    manner = ("gently", "wildly") if leak == "options" else tuple(draw.sample(("gently", "wildly"), 2))
    lines = [f"{right} {manner[0]}", f"{wrong} {manner[1]}"]
    ordered_lines = lines if letter == "A" else lines[::-1]
    story = f"I look after {' '.join(draw.sample(WORDS, 5))}. The load is {load}. The limit is {limit}."
    question = f"- Option A: {ordered_lines[0]}\n- Option B: {ordered_lines[1]}\nOption A or Option B?"
    praised_text = wrong if leak == "cue" else " ".join(draw.sample(WORDS, 3))
    facts = f":- consult('axioms').\nload({load}).\nlimit({limit}).\n"
    return Dilemma(
        bias=draw.choice(BIASES),
        unbiased=f"{story}\n{question}",
        biased=f"{story} Everyone likes {praised_text}.\n{question}",
        axioms="best(X) :- load(L), limit(M), L > M.",
        unbiased_program=facts,
        biased_program=facts + "liked(it).\n",
        correct_option=Option.of_letter(letter),
        complexity=Complexity(depth=draw.randint(2, 5)),
        provenance=Provenance(author="grammar", seed_ids=(f"schema:{actions[0].replace(' ', '-')}",)),
    )


def shortcuts(pairs: Sequence[Dilemma], vectors: Vectors) -> Shortcuts:
    """Audit a dataset, with every guesser in this process."""
    return shortcuts_of_cases(cases_of(pairs, vectors), vectors, composed=all(map(is_composed, pairs)))


def shortcuts_of_cases(cases: Sequence[ShortcutCase], vectors: Vectors, *, composed: bool) -> Shortcuts:
    """Audit cases, with every guesser in this process."""
    guesses = {
        scope: [guess for guesser in PARTS for guess in guesser(scope_cases, vectors)]
        for scope, scope_cases in scopes(cases).items()
    }
    return shortcuts_of_guesses(cases, guesses, composed=composed)


def hashed_vectors(texts: Sequence[str]) -> Vectors:
    """Return unit vectors that are sums of a random direction for each word."""
    return {text: _vector(text) for text in texts}


def _vector(text: str) -> NDArray[np.float64]:
    total = np.zeros(DIMENSION)
    for word in text.lower().split():
        rng = np.random.default_rng(int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big"))
        total += rng.normal(size=DIMENSION)
    return total / max(float(np.linalg.norm(total)), 1e-9)


def with_twins(pairs: Sequence[Dilemma], with_urgent_fact: bool = False) -> tuple[tuple[ShortcutCase, ...], Vectors]:
    """Return the pairs as cases with fact twins, and their vectors.

    If ``urgent``, the story of an original mentions urgency where option A is right, and its twin shares that story.
    """
    vectors = dict(hashed_vectors(texts_to_embed(pairs)))
    cases = []
    for case in cases_of(pairs, vectors):
        mood = "urgent urgent" if with_urgent_fact and case.right is Option.A else "usual usual"
        cases.append(replace(case, story=f"The matter is {mood}. It concerns {case.pair_id[:4]}."))
    twins = [replace(case, twin=True, right=case.right.other_option, facts="") for case in cases]
    vectors |= hashed_vectors([case.story or "" for case in cases])
    return (*cases, *twins), vectors
