"""Simulated subjects follow their rule, regardless of the order and the form in which texts are shown."""

from statistics import stdev

import pytest

from probe.answers import UnreadableAnswerError, letter_probabilities, read_choice
from probe.errors import InputError, ModelFault
from probe.models.simulated import RuleSubject
from probe.protocols.dilemmas.simulated import simulated_subject
from probe.values import (
    Arm,
    Bias,
    Complexity,
    Controls,
    Dilemma,
    FactTwin,
    Message,
    ModelSpec,
    Option,
    Provenance,
    Request,
)
from probe.values.texts import exchange_options
from tests.defined import defined

TEXT = "I maintain service {n}{cue}.\n- Option A: Write tests first.\n- Option B: Ship at once.\nOption A or Option B?"


def dilemma(number: int, *, size: int | None = 3, right: Option = Option.A) -> Dilemma:
    return Dilemma(
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
            advocacy=TEXT.format(n=number, cue=", and the note suggests to ship at once"),
            biased_2=TEXT.format(n=number, cue=", and everybody ships at once, and so do the testers"),
            biased_3=TEXT.format(n=number, cue=", and everybody ships at once, and so do the testers and designers"),
            placebo_2=TEXT.format(n=number, cue=", and the office is green, and so is the hall"),
            placebo_3=TEXT.format(n=number, cue=", and the office is green, and so are the hall and the roof"),
        ),
        twin=FactTwin(
            unbiased=TEXT.format(n=f"twin {number}", cue=""),
            biased=TEXT.format(n=f"twin {number}", cue=", and everybody ships at once"),
            unbiased_program="r",
            biased_program="s",
            correct_option=right.other_option,
            fact="f(1).",
            changed="f(2).",
        ),
        provenance=Provenance(author="test"),
    )


PAIRS = [dilemma(number, right=Option.A if number % 2 else Option.B) for number in range(400)]


def subject(name: str, pairs: list[Dilemma] | None = None) -> RuleSubject:
    spec = ModelSpec.parse(f"simulated/{name}")
    return RuleSubject(spec, simulated_subject(spec, PAIRS if pairs is None else pairs))


async def answers(rule_subject: RuleSubject, text: str, run: int = 0) -> str:
    system = Message(role="system", content="Answer in two lines.")
    messages = (system, Message(role="user", content=text))
    return (await rule_subject.complete(Request(purpose="decide", messages=messages, run=run))).text


async def decides(rule_subject: RuleSubject, text: str, run: int = 0) -> str:
    explanation, decision = (await answers(rule_subject, text, run)).split("\n")
    assert explanation.startswith("Explanation: This subject is simulated; it ")
    assert decision in ("Decision: Option A", "Decision: Option B")
    return decision[-1]


async def flips(rule_subject: RuleSubject, pairs: list[Dilemma], run: int = 0) -> list[bool]:
    return [
        await decides(rule_subject, pair.unbiased, run) != await decides(rule_subject, pair.biased, run)
        for pair in pairs
    ]


async def test_the_rational_subject_decides_as_the_programs_do_in_every_arm() -> None:
    rule_subject = subject("rational")
    for pair in PAIRS[:10]:
        for arm in Arm:
            text = defined(pair.text(arm))
            assert await decides(rule_subject, text) == pair.right_option(arm).letter


async def test_an_exchanged_text_is_answered_with_the_letter_as_shown() -> None:
    """The same decision goes by the other letter where the options were shown exchanged."""
    rule_subject = subject("biased?rate=0.5")
    for pair in PAIRS[:20]:
        for text in (pair.unbiased, pair.biased):
            exchanged_text = defined(exchange_options(text))
            assert {await decides(rule_subject, text), await decides(rule_subject, exchanged_text)} == {"A", "B"}


async def test_rate_and_slope_make_the_flip_probability() -> None:
    """0.1 + 0.1 · 3 = 0.4 of 400 pairs and 5 runs: within four standard errors; and certain from 1 on."""
    rule_subject = subject("biased?rate=0.1&slope=0.1")
    all_flips = [flip for run in range(5) for flip in await flips(rule_subject, PAIRS, run)]
    assert abs(sum(all_flips) / len(all_flips) - 0.4) < 4 * (0.4 * 0.6 / 2000) ** 0.5
    assert all(await flips(subject("biased?rate=0.5&slope=0.2"), PAIRS))
    assert not any(await flips(subject("biased?rate=0"), PAIRS))


async def test_every_further_dose_adds_to_the_flip_probability() -> None:
    """0.1, 0.3 and 0.5 of 400 pairs and 5 runs, each within four standard errors; a placebo of any length: 0."""
    rule_subject = subject("biased?rate=0.1&dose=0.2")
    for arm, chance in ((Arm.BIASED, 0.1), (Arm.BIASED_2, 0.3), (Arm.BIASED_3, 0.5), (Arm.PLACEBO_3, 0.0)):
        texts = [(pair, pair.text(arm) or "", run) for pair in PAIRS for run in range(5)]
        wrong_flags = [
            await decides(rule_subject, text, run) != pair.correct_option.letter for pair, text, run in texts
        ]
        assert abs(sum(wrong_flags) / len(wrong_flags) - chance) <= 4 * (chance * (1 - chance) / 2000) ** 0.5


async def test_a_subject_that_agrees_follows_a_bare_recommendation_as_often_as_the_cue() -> None:
    """In draws of its own; a biased one follows the cue alone, and neither errs on a placebo."""
    errors: dict[str, dict[Arm, list[bool]]] = {}
    for name in ("agrees", "biased"):
        rule_subject = subject(f"{name}?rate=0.4")
        errors[name] = {
            arm: [await decides(rule_subject, pair.text(arm) or "") != pair.correct_option.letter for pair in PAIRS]
            for arm in (Arm.BIASED, Arm.ADVOCACY, Arm.PLACEBO)
        }
    agrees, biased = errors["agrees"], errors["biased"]
    assert all(abs(sum(agrees[arm]) / 400 - 0.4) < 4 * (0.24 / 400) ** 0.5 for arm in (Arm.BIASED, Arm.ADVOCACY))
    assert agrees[Arm.BIASED] != agrees[Arm.ADVOCACY]
    assert sum(biased[Arm.BIASED]) > 120
    assert not any(biased[Arm.ADVOCACY] + biased[Arm.PLACEBO] + agrees[Arm.PLACEBO])


async def test_only_the_biased_arm_flips() -> None:
    rule_subject = subject("biased?rate=1")
    for pair in PAIRS[:10]:
        assert pair.controls is not None
        for text in (pair.unbiased, pair.controls.placebo, pair.controls.counter):
            assert text is not None
            assert await decides(rule_subject, text) == pair.correct_option.letter
        assert await decides(rule_subject, pair.biased) == pair.correct_option.other_option.letter


async def test_giving_in_to_the_cue_is_right_where_the_facts_favour_what_it_praises() -> None:
    """A twin is decided by its own facts, and its cue praises its right option."""
    rule_subject = subject("biased?rate=1")
    for pair in PAIRS[:10]:
        assert pair.twin is not None
        assert await decides(rule_subject, pair.twin.unbiased) == pair.twin.correct_option.letter
        assert await decides(rule_subject, pair.twin.biased) == pair.twin.correct_option.letter
    assert is_near(await errors("biased?rate=1&noise=0.2", Arm.TWIN_BIASED), 0.2)


@pytest.mark.parametrize("name", ["cue-follower", "contrarian"])
async def test_subjects_of_the_cue_ignore_the_facts(name: str) -> None:
    """The praised option where the cue is and the other one where it is not, or the reverse."""
    rule_subject = subject(name)
    for pair in PAIRS[:10]:
        cued_option = pair.correct_option.other_option
        for arm, option in (
            (Arm.UNBIASED, cued_option.other_option),
            (Arm.PLACEBO, cued_option.other_option),
            (Arm.TWIN, cued_option.other_option),
            (Arm.BIASED, cued_option),
            (Arm.TWIN_BIASED, cued_option),
            (Arm.COUNTER, cued_option.other_option),
        ):
            expected = option if name == "cue-follower" else option.other_option
            assert await decides(rule_subject, pair.text(arm) or "") == expected.letter
    exchanged = exchange_options(PAIRS[0].biased) or ""
    assert await decides(rule_subject, exchanged) != await decides(rule_subject, PAIRS[0].biased)


async def test_draws_depend_on_pair_run_and_seed_and_on_nothing_else() -> None:
    """Asked backwards, twice, or of a dataset with more pairs: the same. In another run, or for another seed: not."""
    rule_subject = subject("biased?rate=0.5")
    first_flips = await flips(rule_subject, PAIRS)
    second_flips = list(reversed(await flips(subject("biased?rate=0.5", PAIRS[::-1]), PAIRS[::-1])))
    assert first_flips == second_flips
    assert first_flips != await flips(rule_subject, PAIRS, run=1)
    assert first_flips != await flips(subject("biased?rate=0.5&seed=1"), PAIRS)


async def test_noise_slips_on_every_arm_apart() -> None:
    """Its share of errors shows on unbiased texts, and makes flips where no cue has any effect."""
    rule_subject = subject("rational?noise=0.2")
    wrong_flags = [await decides(rule_subject, pair.unbiased) != pair.correct_option.letter for pair in PAIRS]
    assert abs(sum(wrong_flags) / 400 - 0.2) < 4 * (0.2 * 0.8 / 400) ** 0.5
    assert abs(sum(await flips(rule_subject, PAIRS)) / 400 - 0.32) < 4 * (0.32 * 0.68 / 400) ** 0.5


async def errors(name: str, arm: Arm, pairs: list[Dilemma] | None = None) -> list[bool]:
    """Return whether the subject errs, for each pair in four runs, the options exchanged in odd ones."""
    pairs = PAIRS if pairs is None else pairs
    rule_subject, error_flags = subject(name, pairs), []
    for run in range(4):
        for pair in pairs:
            text = pair.text(arm) or ""
            letter = await decides(rule_subject, (exchange_options(text) if run % 2 else text) or "", run)
            right = pair.right_option(arm)
            error_flags.append(letter != (right.other_option if run % 2 else right).letter)
    return error_flags


def is_near(outcomes: list[bool], expected: float) -> bool:
    """Return whether a share is within four standard errors of what is expected."""
    return bool(abs(sum(outcomes) / len(outcomes) - expected) < 4 * (expected * (1 - expected) / len(outcomes)) ** 0.5)


async def test_noise_may_grow_with_depth_and_is_the_same_in_every_arm() -> None:
    deep_pairs = [pair.model_copy(update={"complexity": Complexity(size=3, depth=4)}) for pair in PAIRS]
    for arm in (Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO):
        assert is_near(await errors("rational?noise=0.05&noise_slope=0.05", arm, deep_pairs), 0.25)


async def test_a_position_preference_errs_where_the_other_option_is_right() -> None:
    """Half of the texts have the right option second, whichever order they are shown in."""
    for arm in (Arm.UNBIASED, Arm.BIASED):
        assert is_near(await errors("rational?position=0.4", arm), 0.2)


async def test_reactance_turns_errors_into_right_decisions_where_the_cue_is() -> None:
    assert is_near(await errors("rational?noise=0.3&reactance=0.5", Arm.UNBIASED), 0.3)
    assert is_near(await errors("rational?noise=0.3&reactance=0.5", Arm.BIASED), 0.15)


async def test_unparsed_decisions_are_wrong_ones() -> None:
    rule_subject = subject("biased?rate=0.5&unparsed=0.6")
    plain_subject = subject("biased?rate=0.5")
    unparsed_count = 0
    for pair in PAIRS:
        text = await answers(rule_subject, pair.biased)
        is_wrong = await decides(plain_subject, pair.biased) != pair.correct_option.letter
        try:
            assert (read_choice(text).letter != pair.correct_option.letter) == is_wrong
        except UnreadableAnswerError:
            assert is_wrong
            unparsed_count += 1
    assert is_near([True] * unparsed_count + [False] * (400 - unparsed_count), 0.3)


async def test_scenarios_differ_in_how_often_the_cue_moves_the_subject() -> None:
    """Runs of one series share their probability: its shares spread far more than those of a fixed one."""
    members = [
        pair.model_copy(update={"provenance": Provenance(author="test", series=f"s{number // 20}")})
        for number, pair in enumerate(PAIRS)
    ]

    async def spread(name: str) -> float:
        member_flips = await flips(subject(name, members), members)
        return stdev(sum(member_flips[start : start + 20]) / 20 for start in range(0, 400, 20))

    assert await spread("biased?rate=0.5&spread=3") > 2 * await spread("biased?rate=0.5")


async def test_a_subject_that_prefers_a_chooses_a() -> None:
    rule_subject = subject("prefers-a")
    for pair in PAIRS[:6]:
        exchanged = defined(exchange_options(pair.biased))
        assert [await decides(rule_subject, text) for text in (pair.unbiased, pair.biased, exchanged)] == ["A"] * 3


async def test_an_unknown_text_is_a_fault() -> None:
    with pytest.raises(ModelFault, match="knows only the texts of its dataset"):
        await decides(subject("rational"), "Something else entirely?")


async def test_a_simulated_subject_is_no_judge() -> None:
    """It would have to invent an answer."""
    request = Request(purpose="judge", messages=(Message(role="user", content=PAIRS[0].unbiased),))
    with pytest.raises(InputError, match="only decides; use a different model for judge calls"):
        await subject("rational").complete(request)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("wise", "choose one of rational, random, prefers-first, biased, agrees, prefers-a, cue-follower, contrarian"),
        ("rational?rate=0.1", "unknown option 'rate': it takes noise, noise_slope"),
        ("rational?position=1.5", "from 0 to 1"),
        ("biased?rate=2", "from 0 to 1"),
        ("biased?rate=nan", "write a number"),
        ("biased?slope=steep", "write a number"),
        ("biased?seed=1.5", "whole number"),
    ],
)
def test_a_name_that_makes_no_sense_is_reported(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        subject(name)


def test_slope_needs_sizes() -> None:
    """Without proof sizes the probability would differ from the stated one."""
    for name, requirement in (
        ("biased?slope=0.1", "slope needs the size"),
        ("rational?noise_slope=0.1", "the depth of proofs"),
    ):
        with pytest.raises(InputError, match=requirement):
            subject(name, [dilemma(0, size=None)])


async def test_a_note_below_the_text_moves_no_simulated_subject() -> None:
    """Axioms can be shown below a dilemma, in either order of its options; paragraphs of the text itself stay."""
    pair = dilemma(1)
    exchanged = defined(exchange_options(pair.unbiased))
    for text, option in ((pair.unbiased, "A"), (exchanged, "B")):
        assert await decides(subject("rational"), f"{text}\n\n# Practice\n\nThe best practice is: test.") == option


@pytest.mark.parametrize(
    "name",
    [
        "rational",
        "prefers-a",
        "contrarian?noise=0.3",
        "biased?rate=0.4&noise=0.2&reactance=0.5&position=0.3&unparsed=0.25",
        "biased?slope=0.4&mitigated=warning:0.5",
    ],
)
async def test_direct_answers_give_the_probabilities_of_the_rule(name: str) -> None:
    """Over all draws the decisions are as frequent as the direct answer says, in every arm and both orders."""
    pairs = PAIRS[:2]
    rule_subject = subject(name, pairs)
    for pair in pairs:
        for arm in (Arm.UNBIASED, Arm.BIASED, Arm.COUNTER, Arm.TWIN_BIASED):
            original_text = defined(pair.text(arm))
            for text in (original_text, exchange_options(original_text)):
                assert text is not None
                request = Request(
                    purpose="decide", messages=(Message(role="user", content=text),), mitigation="warning"
                )
                samples = [
                    (await rule_subject.complete(request.model_copy(update={"run": run}))).text[-8:]
                    for run in range(400)
                ]
                direct_answer = await rule_subject.complete(request.model_copy(update={"top_logprobs": 20}))
                for letter, chance in zip("AB", letter_probabilities(defined(direct_answer.logprobs)), strict=True):
                    assert samples.count(f"Option {letter}") / 400 == pytest.approx(chance, abs=0.09)
