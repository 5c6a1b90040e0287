"""The dilemmas that the server knows: composed ones, half of them spoiled, each in one known way.

Each flaw is to be found by one stage of the cascade, so that the right verdict on every candidate is known.
"""

import hashlib
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Literal

from probe.answers import CONSULT
from probe.grammar import GrammarAuthor
from probe.values import Bias, Candidate, Option, Pair, Profile, Programs, Provenance, Texts

PER_BIAS = 12
SPOILED_PLACES = (1, 2)
"""Which of every four dilemmas are spoiled: sound ones, right in A and B by turns, are left around them."""
MARK = Path(tempfile.gettempdir()) / "probe-hostile-program-ran"
"""The file that a hostile program tries to create."""

Flaw = Literal[
    "", "no_question", "says_biased", "no_biased_text", "same_text", "other_text", "near_duplicate", "no_bias",
    "no_programs", "syntax_error", "hostile", "endless_loop", "different_choice", "different_steps", "both_options",
    "cue_in_proof", "retold_otherwise", "cue_retold_otherwise", "gives_advice", "no_quotation", "invented_quotation",
    "further_edit", "undecided", "wrong_decision", "no_cue", "doubted_cue",
]  # fmt: skip
FLAWS: dict[Flaw, str] = {
    "no_question": "template",
    "same_text": "pair_similarity",
    "near_duplicate": "collision",
    "no_bias": "bias_existence",
    "hostile": "certificate",
    "different_choice": "certificate",
    "retold_otherwise": "round_trip",
    "undecided": "decision",
    "no_cue": "bias_judge",
    "both_options": "certificate",
    "cue_in_proof": "certificate",
    "no_programs": "certificate",
    "syntax_error": "certificate",
    "endless_loop": "certificate",
    "different_steps": "certificate",
    "gives_advice": "round_trip",
    "says_biased": "template",
    "no_biased_text": "template",
    "other_text": "pair_similarity",
    "cue_retold_otherwise": "round_trip",
    "no_quotation": "grounding",
    "invented_quotation": "grounding",
    "further_edit": "grounding",
    "wrong_decision": "decision",
    "doubted_cue": "bias_judge",
}
"""Each flaw, and the stage of the strict profile that has to reject a candidate with it. The first sixteen are offered soonest: one of each stage is
among them that both profiles have."""
STRICT_ONLY = frozenset[Flaw](
    {"both_options", "cue_in_proof", "cue_retold_otherwise", "doubted_cue"}
    | {flaw for flaw, stage in FLAWS.items() if stage == "grounding"}
)
"""Flaws that the paper's profile does not look for."""

OTHER_TEXT = (
    "The museum needs a new lamp for its reading room, and I have to place it.\n- Option A: A tall lamp.\n"
    "- Option B: A small lamp.\nWhich one do I take, Option A or Option B?"
)


def chance(*key: object) -> float:
    """Return a number in [0, 1) that depends on ``key`` alone."""
    return int.from_bytes(hashlib.sha256(repr(key).encode()).digest()[:8], "big") / 2**64


def folded(text: str) -> str:
    """Return ``text`` as it is looked up: white space does not count."""
    return " ".join(text.split())


@dataclass(frozen=True)
class Dilemma:
    """One dilemma as the author writes it, with all that other roles ever answer about it."""

    bias: Bias
    number: int
    texts: Texts
    programs: Programs
    right: Option
    placebo: str
    counter: str
    flaw: Flaw = ""
    arms: dict[str, str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        arms = {"placebo": self.placebo, "counter": self.counter, "biased": self.texts.biased}
        self.arms.update(arms | {"unbiased": self.texts.unbiased})

    @property
    def name(self) -> str:
        """Bias and number: what every choice for this dilemma is made from."""
        return f"{self.bias.slug}/{self.number}"

    def rejected_by(self, profile: Profile) -> str | None:
        """Return the stage that has to reject it, None where it has to pass."""
        return None if profile is Profile.PAPER and self.flaw in STRICT_ONLY else FLAWS.get(self.flaw)

    def decides(self, arm: str, run: int) -> Option:
        """Return what the subject decides: right but for a few runs, and wrong in some runs on every fourth cue."""
        wrong_runs = {"undecided": 2, "wrong_decision": 5}.get(self.flaw, int(chance("slip", self.name) < 0.25))
        if arm == "biased" and chance("flips", self.name) < 0.5:
            wrong_runs = max(wrong_runs, 1 + int(5 * chance("flip runs", self.name)))
        return self.right.other if run % 5 < wrong_runs else self.right

    @property
    def pair(self) -> Pair:
        """The dilemma as a line of a dataset."""
        return Pair(
            bias=self.bias,
            unbiased=self.texts.unbiased,
            biased=self.texts.biased,
            axioms=self.programs.axioms,
            axioms_note=self.programs.note,
            unbiased_program=self.programs.unbiased,
            biased_program=self.programs.biased,
            correct_option=self.right,
            provenance=Provenance(author="tests.server"),
        )

    @property
    def flip_share(self) -> float:
        """The share of five runs in which the subject decides both texts differently."""
        return sum(self.decides("unbiased", run) != self.decides("biased", run) for run in range(5)) / 5


@cache
def dilemmas() -> dict[Bias, tuple[Dilemma, ...]]:
    """Return the dilemmas of every bias in the order in which the author offers them."""
    author = GrammarAuthor({"depth": "2-4", "branches": "0"}, seed=13)
    flaws, made = list(FLAWS), {}
    for bias in Bias:
        composed = [_composed(author.candidate(bias, number)) for number in range(PER_BIAS)]
        spoiled = [number for number in range(PER_BIAS) if number % 4 in SPOILED_PLACES]
        for nth, number in enumerate(spoiled):
            flaw = flaws[(list(Bias).index(bias) + len(Bias) * nth) % len(flaws)]
            source = composed[number - number % 4 if flaw == "near_duplicate" else number]
            composed[number] = _spoiled(replace(source, number=number, flaw=flaw))
        made[bias] = tuple(composed)
    return made


def _composed(candidate: Candidate) -> Dilemma:
    controls = candidate.controls
    assert candidate.programs
    assert candidate.correct_option
    assert controls
    assert controls.placebo
    assert controls.counter
    return Dilemma(
        bias=candidate.bias,
        number=candidate.expansion * 5 + candidate.position,
        texts=candidate.texts,
        programs=candidate.programs,
        right=candidate.correct_option,
        placebo=controls.placebo,
        counter=controls.counter,
    )


def _spoiled(dilemma: Dilemma) -> Dilemma:
    """Return the dilemma with the flaws that are in its texts or programs; others are in what roles answer."""
    texts, programs, name = dilemma.texts, dilemma.programs, f"case_{dilemma.number}_{dilemma.bias.slug}"
    match dilemma.flaw:
        case "no_question":
            texts = texts.model_copy(update={"biased": texts.biased.rstrip("? ") + "."})
        case "says_biased":
            texts = Texts(unbiased=texts.unbiased, biased=texts.biased.replace(". ", ". This is the biased one. ", 1))
        case "same_text":
            texts = Texts(unbiased=texts.unbiased, biased=texts.unbiased)
        case "other_text":
            texts = Texts(unbiased=texts.unbiased, biased=OTHER_TEXT)
        case "near_duplicate":
            texts = Texts(
                unbiased=texts.unbiased.replace(" ", " really ", 1), biased=texts.biased.replace(" ", " really ", 1)
            )
        case "syntax_error":
            programs = _both(programs, lambda program: program + "\nopen(a, [b.")
        case "hostile":
            shell = f":- shell('touch {MARK}').\n:- initialization(halt).\n"
            programs = _both(programs, lambda program: program + "\n" + shell)
        case "endless_loop":
            programs = _chain(dilemma, name, "{n}_seen.\nready(user, {n}) :- ready(user, {n}).", "loud({n}).")
        case "different_choice":
            chained = _chain(dilemma, name, "ready(user, {n}).", "loud({n}).")
            other = chained.biased.replace(dilemma.right.value, dilemma.right.other.value)
            programs = chained.model_copy(update={"biased": other})
        case "different_steps":
            chained = _chain(dilemma, name, "ready(user, {n}).", "")
            longer = chained.biased.replace("ready(user, {n}).".format(n=name), "ready(U, N) :- loud(U, N).")
            programs = chained.model_copy(update={"biased": f"{longer}\nloud(user, {name})."})
        case "both_options":
            second = f"\ndecide_option(user, {dilemma.right.other.value}) :- ready(user, {name})."
            chained = _chain(dilemma, name, "ready(user, {n}).", "")
            both = _both(chained, lambda program: program + second)
            programs = both.model_copy(update={"biased": f"{both.biased}\nloud({name})."})
        case "cue_in_proof":
            chained = _chain(dilemma, name, "ready(user, {n}) :- said(_, {n}).\nsaid(calm, {n}).", "")
            programs = chained.model_copy(update={"biased": chained.biased.replace("calm", "loud")})
        case _:
            return dilemma
    return replace(dilemma, texts=texts, programs=programs)


def _both(programs: Programs, change: Callable[[str], str]) -> Programs:
    return programs.model_copy(update={"unbiased": change(programs.unbiased), "biased": change(programs.biased)})


def _chain(dilemma: Dilemma, name: str, facts: str, cue: str) -> Programs:
    """Return programs that decide through a chain of two rules over ``facts``; ``{n}`` in them is ``name``."""
    head = f"decide_option(user, {dilemma.right.value}) :- best(user, {name})."
    unbiased = f":- consult('axioms').\n{facts.format(n=name)}\n{head}"
    return Programs(
        axioms="best(U, P) :- sound(U, P).\nsound(U, P) :- ready(U, P).",
        unbiased=unbiased,
        biased=f"{unbiased}\n{cue.format(n=name)}".strip(),
        note=dilemma.programs.note,
    )


def known(bias: Bias, place: int) -> Dilemma:
    """Return the dilemma that the author offers at ``place`` (from 0); the first follow again after the last."""
    return dilemmas()[bias][place % PER_BIAS]


def by_text() -> dict[str, Dilemma]:
    """Return all dilemmas by their unbiased texts, white space folded."""
    return {folded(one.texts.unbiased): one for each in dilemmas().values() for one in each}


def bare(program: str) -> str:
    """Return ``program`` as a translator is shown it: without the line that loads the axioms."""
    return folded(CONSULT.sub("", program))
