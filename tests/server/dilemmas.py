"""The dilemmas that the server offers: composed ones, half of them with one known flaw each.

Each flaw is to be found by one stage of the cascade, so that the right verdict on every candidate is known.
"""

import hashlib
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from probe.answers import CONSULT
from probe.grammar import GrammarAuthor
from probe.values import Bias, Candidate, Dilemma, Option, Profile, Programs, Provenance, Texts

PER_BIAS = 16
FLAWED_POSITIONS = (1, 2)
"""Which of every four dilemmas have a flaw; the sound ones around them are right in A and B by turns."""
MARK = Path(tempfile.gettempdir()) / "probe-hostile-program-ran"
"""The file that a hostile program tries to create."""

Flaw = str
"""What is wrong with a dilemma: a key of ``FLAWS``, empty for a sound one."""
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
"""Each flaw, and the stage of the strict profile that has to reject a candidate with it.

The first sixteen are offered soonest: each stage that both profiles have meets one of them.
"""
STRIDE = 8
"""How far apart in ``FLAWS`` two successive flaws of a bias are; the same however many biases there are."""
STRICT_ONLY = frozenset(
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


def normalised(text: str) -> str:
    """Return ``text`` with single blanks, as it is looked up."""
    return " ".join(text.split())


@dataclass(frozen=True)
class ServedDilemma:
    """A dilemma as the author writes it, with everything that other roles answer about it."""

    bias: Bias
    number: int
    texts: Texts
    programs: Programs
    right: Option
    placebo: str
    counter: str
    advocacy: str | None
    flaw: Flaw = ""

    @property
    def arms(self) -> dict[str, str]:
        """All its texts, by arm; if two are the same, the text counts as unbiased."""
        controls = {"placebo": self.placebo, "counter": self.counter}
        if self.advocacy is not None:
            controls["advocacy"] = self.advocacy
        return {**controls, "biased": self.texts.biased, "unbiased": self.texts.unbiased}

    @property
    def name(self) -> str:
        """Bias and number, from which every choice for this dilemma is derived."""
        return f"{self.bias.slug}/{self.number}"

    def rejected_by(self, profile: Profile) -> str | None:
        """Return the stage that has to reject it, None where it has to pass."""
        return None if profile is Profile.PAPER and self.flaw in STRICT_ONLY else FLAWS.get(self.flaw)

    def decides(self, arm: str, run: int) -> Option:
        """Return what the subject decides: mostly right, but wrong in some runs on half of the cues."""
        wrong_runs = {"undecided": 2, "wrong_decision": 5}.get(self.flaw, int(chance("slip", self.name) < 0.25))
        if arm == "biased" and chance("flips", self.name) < 0.5:
            wrong_runs = max(wrong_runs, 1 + int(5 * chance("flip runs", self.name)))
        return self.right.other_option if run % 5 < wrong_runs else self.right

    def right_chance(self, arm: str, *, exchanged: bool) -> float:
        """Return the probability of the right option in the subject's direct answer; the first shown gets more."""
        slip = 0.1 + (0.5 * chance("pull", self.name) if arm == "biased" else 0.0)
        return 1 - slip + (0.05 if (self.right is Option.A) != exchanged else -0.05)

    @property
    def no_option_chance(self) -> float:
        """The probability of a direct answer that names no option."""
        return 0.2 if chance("aside", self.name) < 0.25 else 0.02

    @property
    def pair(self) -> Dilemma:
        """The dilemma as a line of a dataset."""
        return Dilemma(
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
def dilemmas() -> dict[Bias, tuple[ServedDilemma, ...]]:
    """Return the dilemmas of every bias in the order in which the author offers them."""
    author = GrammarAuthor({"mode": "closed-book", "depth": "2-4", "branches": "0"}, seed=26)
    flaws, by_bias = list(FLAWS), {}
    for bias in Bias:
        served = [_served_dilemma(author.candidate(bias, number)) for number in range(PER_BIAS)]
        flawed_numbers = [number for number in range(PER_BIAS) if number % 4 in FLAWED_POSITIONS]
        for flaw_index, number in enumerate(flawed_numbers):
            flaw = flaws[(list(Bias).index(bias) + STRIDE * flaw_index) % len(flaws)]
            source = served[number - number % 4 if flaw == "near_duplicate" else number]
            served[number] = _with_flaw(replace(source, number=number, flaw=flaw))
        by_bias[bias] = tuple(served)
    return by_bias


def _served_dilemma(candidate: Candidate) -> ServedDilemma:
    controls = candidate.controls
    assert candidate.programs
    assert candidate.correct_option
    assert controls
    assert controls.placebo
    assert controls.counter
    return ServedDilemma(
        bias=candidate.bias,
        number=candidate.expansion * 5 + candidate.position,
        texts=candidate.texts,
        programs=candidate.programs,
        right=candidate.correct_option,
        placebo=controls.placebo,
        counter=controls.counter,
        advocacy=controls.advocacy,
    )


def _with_flaw(dilemma: ServedDilemma) -> ServedDilemma:
    """Return the dilemma with the flaws that are in its texts or programs; others are in what roles answer."""
    texts, programs = TEXT_FLAWS.get(dilemma.flaw), PROGRAM_FLAWS.get(dilemma.flaw)
    if texts:
        unbiased, biased = texts(dilemma.texts.unbiased, dilemma.texts.biased)
        return replace(dilemma, texts=Texts(unbiased=unbiased, biased=biased))
    return replace(dilemma, programs=programs(dilemma)) if programs else dilemma


TEXT_FLAWS: dict[Flaw, Callable[[str, str], tuple[str, str]]] = {
    "no_question": lambda unbiased, biased: (unbiased, biased.rstrip("? ") + "."),
    "says_biased": lambda unbiased, biased: (unbiased, biased.replace(". ", ". This is the biased one. ", 1)),
    "same_text": lambda unbiased, _: (unbiased, unbiased),
    "other_text": lambda unbiased, _: (unbiased, OTHER_TEXT),
    "near_duplicate": lambda *texts: (texts[0].replace(" ", " really ", 1), texts[1].replace(" ", " really ", 1)),
}


def _syntax_error(dilemma: ServedDilemma) -> Programs:
    return _both(dilemma.programs, "open(a, [b.")


def _hostile(dilemma: ServedDilemma) -> Programs:
    return _both(dilemma.programs, f":- shell('touch {MARK}').\n:- initialization(halt).")


def _endless_loop(dilemma: ServedDilemma) -> Programs:
    name = _case(dilemma)
    return _with_cue(_chain(dilemma, f"ready(user, {name}) :- ready(user, {name})."), f"loud({name}).")


def _different_choice(dilemma: ServedDilemma) -> Programs:
    programs = _sound_chain(dilemma)
    wrong_program = programs.biased.replace(dilemma.right.value, dilemma.right.other_option.value)
    return programs.model_copy(update={"biased": wrong_program})


def _different_steps(dilemma: ServedDilemma) -> Programs:
    programs, name = _sound_chain(dilemma), _case(dilemma)
    longer_program = programs.biased.replace(
        f"ready(user, {name}).", f"ready(U, N) :- loud(U, N).\nloud(user, {name})."
    )
    return programs.model_copy(update={"biased": longer_program})


def _both_options(dilemma: ServedDilemma) -> Programs:
    wrong_rule = f"decide_option(user, {dilemma.right.other_option.value}) :- ready(user, {_case(dilemma)})."
    return _both(_sound_chain(dilemma), wrong_rule)


def _cue_in_proof(dilemma: ServedDilemma) -> Programs:
    name = _case(dilemma)
    programs = _chain(dilemma, f"ready(user, {name}) :- said(_, {name}).\nsaid(calm, {name}).")
    return programs.model_copy(update={"biased": programs.biased.replace("calm", "loud")})


PROGRAM_FLAWS: dict[Flaw, Callable[[ServedDilemma], Programs]] = {
    "syntax_error": _syntax_error,
    "hostile": _hostile,
    "endless_loop": _endless_loop,
    "different_choice": _different_choice,
    "different_steps": _different_steps,
    "both_options": _both_options,
    "cue_in_proof": _cue_in_proof,
}


def _case(dilemma: ServedDilemma) -> str:
    """Return an atom of this dilemma only, so that its programs differ from all others."""
    return f"case_{dilemma.number}_{dilemma.bias.slug}"


def _chain(dilemma: ServedDilemma, facts: str) -> Programs:
    """Return two equal programs that decide through a chain of two rules over ``facts``."""
    program = (
        f":- consult('axioms').\n{facts}\ndecide_option(user, {dilemma.right.value}) :- best(user, {_case(dilemma)})."
    )
    axioms = "best(U, P) :- sound(U, P).\nsound(U, P) :- ready(U, P)."
    return Programs(axioms=axioms, unbiased=program, biased=program, note=dilemma.programs.note)


def _sound_chain(dilemma: ServedDilemma) -> Programs:
    name = _case(dilemma)
    return _with_cue(_chain(dilemma, f"ready(user, {name})."), f"loud({name}).")


def _with_cue(programs: Programs, cue: str) -> Programs:
    return programs.model_copy(update={"biased": f"{programs.biased}\n{cue}"})


def _both(programs: Programs, clauses: str) -> Programs:
    """Return both programs with further clauses."""
    return programs.model_copy(
        update={"unbiased": f"{programs.unbiased}\n{clauses}", "biased": f"{programs.biased}\n{clauses}"}
    )


def offered(bias: Bias, position: int) -> ServedDilemma:
    """Return the dilemma that the author offers at ``position`` (from 0); the first follow again after the last."""
    return dilemmas()[bias][position % PER_BIAS]


def flawless(per_bias: int | None = None) -> list[ServedDilemma]:
    """Return the dilemmas without a flaw, at most ``per_bias`` of every bias."""
    return [
        dilemma
        for group in dilemmas().values()
        for dilemma in [dilemma for dilemma in group if not dilemma.flaw][:per_bias]
    ]


def by_text() -> dict[str, ServedDilemma]:
    """Return all dilemmas by their unbiased texts, white space folded."""
    return {normalised(dilemma.texts.unbiased): dilemma for group in dilemmas().values() for dilemma in group}


def without_axioms(program: str) -> str:
    """Return ``program`` without the line that loads the axioms and with single blanks."""
    return normalised(CONSULT.sub("", program))
