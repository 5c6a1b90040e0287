"""Simulated subjects decide as their rule says, whatever the order and the form in which texts are shown."""

import pytest

from probe.errors import InputError, ModelFault
from probe.models.simulated import SimulatedSubject, simulated_subject
from probe.values import Arm, Bias, Complexity, Controls, Message, ModelSpec, Option, Pair, Provenance, Request
from probe.values.texts import exchange_options

TEXT = "I maintain service {n}{cue}.\n- Option A: Write tests first.\n- Option B: Ship at once.\nOption A or Option B?"


def dilemma(number: int, *, size: int | None = 3, right: Option = Option.A) -> Pair:
    return Pair(
        bias=Bias.ANCHORING,
        unbiased=TEXT.format(n=number, cue=""),
        biased=TEXT.format(n=number, cue=", and everybody ships at once"),
        axioms="",
        unbiased_program="p",
        biased_program="q",
        correct_option=right,
        complexity=Complexity(size=size),
        controls=Controls(
            placebo=TEXT.format(n=number, cue=", and the office is green"),
            counter=TEXT.format(n=number, cue=", and everybody writes tests"),
        ),
        provenance=Provenance(author="test"),
    )


PAIRS = [dilemma(number, right=Option.A if number % 2 else Option.B) for number in range(400)]


def subject(name: str, pairs: list[Pair] | None = None) -> SimulatedSubject:
    return simulated_subject(ModelSpec.parse(f"simulated/{name}"), PAIRS if pairs is None else pairs)


async def decides(asked: SimulatedSubject, text: str, run: int = 0) -> str:
    system = Message(role="system", content="Answer in two lines.")
    messages = (system, Message(role="user", content=text))
    answer = await asked.complete(Request(purpose="decide", messages=messages, run=run))
    explanation, decision = answer.text.split("\n")
    assert explanation.startswith("Explanation: This subject is simulated; it ")
    assert decision in ("Decision: Option A", "Decision: Option B")
    return decision[-1]


async def flips(asked: SimulatedSubject, pairs: list[Pair], run: int = 0) -> list[bool]:
    return [await decides(asked, pair.unbiased, run) != await decides(asked, pair.biased, run) for pair in pairs]


async def test_the_rational_subject_decides_as_the_programs_do_in_every_arm() -> None:
    asked = subject("rational")
    for pair in PAIRS[:10]:
        for arm in Arm:
            text = pair.text(arm)
            assert text is not None
            assert await decides(asked, text) == pair.correct_option.letter


async def test_an_exchanged_text_is_answered_with_the_letter_as_shown() -> None:
    """The same decision goes by the other letter where the options were shown exchanged."""
    asked = subject("biased?rate=0.5")
    for pair in PAIRS[:20]:
        for text in (pair.unbiased, pair.biased):
            shown = exchange_options(text)
            assert shown is not None
            assert {await decides(asked, text), await decides(asked, shown)} == {"A", "B"}


async def test_rate_and_slope_make_the_flip_probability() -> None:
    """0.1 + 0.1 · 3 = 0.4 of 400 pairs and 5 runs: within four standard errors; and certain from 1 on."""
    asked = subject("biased?rate=0.1&slope=0.1")
    flipped = [flip for run in range(5) for flip in await flips(asked, PAIRS, run)]
    assert abs(sum(flipped) / len(flipped) - 0.4) < 4 * (0.4 * 0.6 / 2000) ** 0.5
    assert all(await flips(subject("biased?rate=0.5&slope=0.2"), PAIRS))
    assert not any(await flips(subject("biased?rate=0"), PAIRS))


async def test_only_the_biased_arm_flips() -> None:
    asked = subject("biased?rate=1")
    for pair in PAIRS[:10]:
        assert pair.controls is not None
        for text in (pair.unbiased, pair.controls.placebo, pair.controls.counter):
            assert text is not None
            assert await decides(asked, text) == pair.correct_option.letter
        assert await decides(asked, pair.biased) == pair.correct_option.other.letter


async def test_draws_depend_on_pair_run_and_seed_and_on_nothing_else() -> None:
    """Asked backwards, twice, or of a dataset with more pairs: the same. In another run, or for another seed: not."""
    asked = subject("biased?rate=0.5")
    once = await flips(asked, PAIRS)
    again = list(reversed(await flips(subject("biased?rate=0.5", PAIRS[::-1]), PAIRS[::-1])))
    assert once == again
    assert once != await flips(asked, PAIRS, run=1)
    assert once != await flips(subject("biased?rate=0.5&seed=1"), PAIRS)


async def test_noise_slips_on_every_arm_apart() -> None:
    """Its share of errors shows on unbiased texts, and makes flips where no cue has any effect."""
    asked = subject("rational?noise=0.2")
    wrong = [await decides(asked, pair.unbiased) != pair.correct_option.letter for pair in PAIRS]
    assert abs(sum(wrong) / 400 - 0.2) < 4 * (0.2 * 0.8 / 400) ** 0.5
    assert abs(sum(await flips(asked, PAIRS)) / 400 - 0.32) < 4 * (0.32 * 0.68 / 400) ** 0.5


async def test_a_subject_that_prefers_a_says_a() -> None:
    asked = subject("prefers-a")
    for pair in PAIRS[:6]:
        exchanged = exchange_options(pair.biased)
        assert exchanged is not None
        assert [await decides(asked, text) for text in (pair.unbiased, pair.biased, exchanged)] == ["A"] * 3


async def test_an_unknown_text_is_a_fault() -> None:
    with pytest.raises(ModelFault, match="knows only the texts of its dataset"):
        await decides(subject("rational"), "Something else entirely?")


async def test_a_simulated_subject_is_no_judge() -> None:
    """It would have to invent what it does not know."""
    request = Request(purpose="judge", messages=(Message(role="user", content=PAIRS[0].unbiased),))
    with pytest.raises(InputError, match="only decides; use another model for judge calls"):
        await subject("rational").complete(request)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("wise", "choose one of rational, biased, prefers-a"),
        ("rational?rate=0.1", "unknown option 'rate': it takes noise, seed"),
        ("biased?rate=2", "from 0 to 1"),
        ("biased?rate=nan", "write a number"),
        ("biased?slope=steep", "write a number"),
        ("biased?seed=1.5", "whole number"),
    ],
)
def test_a_name_that_makes_no_sense_is_told(name: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        subject(name)


def test_slope_needs_sizes() -> None:
    """Without proof sizes the stated probability would be another one."""
    with pytest.raises(InputError, match=r"slope needs proof sizes.*leave slope out"):
        subject("biased?slope=0.1", [dilemma(0, size=None)])


async def test_a_note_below_the_text_moves_no_simulated_subject() -> None:
    """Axioms can be shown below a dilemma, in either order of its options; paragraphs of the text itself stay."""
    one = dilemma(1)
    exchanged = exchange_options(one.unbiased)
    assert exchanged is not None
    for text, option in ((one.unbiased, "A"), (exchanged, "B")):
        assert await decides(subject("rational"), f"{text}\n\n# Practice\n\nThe best practice is: test.") == option
