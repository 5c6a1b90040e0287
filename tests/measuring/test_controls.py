"""Control texts: what an author is asked for, what is rejected, and how the rest is recorded."""

from pathlib import Path

import pytest

from probe.asking import Asker
from probe.embeddings import MiniLmEmbedder
from probe.errors import ModelFault
from probe.filters.cascade import load_settings
from probe.measuring.control_checks import ControlWriters, allowed_length
from probe.measuring.controls import ControlsCommand, ControlsOutcome, write_controls, write_texts
from probe.models import ScriptedModel
from probe.models.simulated import Line
from probe.prompts import load_prompts
from probe.session import Access
from probe.values import Arm, Bias, Controls, Corpus, Dilemma, ModelSpec, Profile, Request, Seed
from probe.values.constructs import NAMES_NO_OPTION
from probe.values.texts import passage_of
from tests.defined import defined
from tests.server.chat import ChatServer, says

YES, NO = "Explanation: fine\nDecision: Yes, both points hold", "Explanation: it pushes\nDecision: No, the first fails"


def hand_made(seed: Seed, arm: Arm) -> str:
    """The words that a seed's own control has in the cue's place."""
    passage, text = passage_of(seed.texts.unbiased, seed.texts.biased), defined(seed.to_pair().text(arm))
    return text[len(passage.head) : len(text) - len(passage.tail)]


def answer_of(seed: Seed, **changed_words: str) -> str:
    words = {"placebo": hand_made(seed, Arm.PLACEBO), "counter": hand_made(seed, Arm.COUNTER)} | changed_words
    return f"## Placebo\n```\n{words['placebo']}\n```\n\n**Counter-cue**\n```text\n{words['counter']}\n```"


def without_controls(seed: Seed) -> Dilemma:
    """Return the seed's dilemma without its hand-made controls."""
    return seed.to_pair().model_copy(update={"controls": None})


@pytest.fixture
def seed(corpus: Corpus) -> Seed:
    """A seed of a bias whose cues name no option, so that its controls are a placebo and a counter-cue."""
    return next(seed for seed in corpus.seeds if seed.bias is Bias.ANCHORING)


def recommendation(pair: Dilemma) -> str:
    """Return a recommendation as long as the cue."""
    shortest, longest = allowed_length(pair)
    words = "Of the two, the other course is the suggested one: the proposal on the table recommends that we take it, "
    return (words * 9)[: (shortest + longest) // 2 - 2].rstrip(" ,") + "."


async def write_missing_controls(
    pairs: list[Dilemma], author: ScriptedModel, judge: ScriptedModel, corpus: Corpus, embedder: MiniLmEmbedder
) -> ControlsOutcome:
    sheets = {sheet.bias: sheet for sheet in corpus.sheets}
    cascade = load_settings(Profile.STRICT)
    return await write_texts(
        pairs,
        ControlWriters(Asker(author, "author"), Asker(judge, "judge"), embedder, load_prompts(), sheets, cascade, 3),
    )


def agreeing_judge() -> ScriptedModel:
    return ScriptedModel(lambda request: YES, name="openai/judge")


async def test_hand_made_controls_by_an_author_are_all_accepted(corpus: Corpus, embedder: MiniLmEmbedder) -> None:
    """All hand-made placebos and counter-cues pass every check and stay unchanged."""
    by_text = {seed.texts.unbiased: seed for seed in corpus.seeds}

    def answer(request: Request) -> str:
        (user,) = request.messages
        seed = next(seed for text, seed in by_text.items() if text in user.content)
        return "I would rather not." if request.purpose == "advocacy" else answer_of(seed)

    outcome = await write_missing_controls(
        [without_controls(seed) for seed in corpus.seeds], ScriptedModel(answer), agreeing_judge(), corpus, embedder
    )
    assert [written_pair.pair.controls for written_pair in outcome.pairs] == [seed.controls for seed in corpus.seeds]
    assert [written_pair.pair.id for written_pair in outcome.pairs] == [seed.to_pair().id for seed in corpus.seeds]
    assert {arm for written_pair in outcome.pairs for arm in written_pair.left_out} == {Arm.ADVOCACY}


async def test_the_author_is_given_bias_option_texts_passage_and_length(
    seed: Seed, corpus: Corpus, embedder: MiniLmEmbedder
) -> None:
    author = ScriptedModel(lambda request: answer_of(seed))
    await write_missing_controls([without_controls(seed)], author, agreeing_judge(), corpus, embedder)
    (request,) = author.requests
    prompt = request.messages[0].content
    passage = passage_of(seed.texts.unbiased, seed.texts.biased)
    shortest, longest = allowed_length(without_controls(seed))
    for part in (seed.texts.unbiased, seed.texts.biased, passage.cued.strip(), f"{shortest} and {longest} characters"):
        assert part in prompt
    assert f"The better option is Option {seed.correct_option.letter}" in prompt
    assert (request.temperature, request.top_p, request.run, request.purpose) == (1.0, 1.0, 0, "controls")


@pytest.mark.parametrize(
    ("changed_words", "stage"),
    [
        ({"placebo": "Fine."}, "length"),
        ({"placebo": "So it is, and nothing else is to be said about it by anybody. " * 12}, "length"),
        (
            {"placebo": "This sentence is biased, as everybody can see who reads it with a little care and time."},
            "template",
        ),
        (
            {"placebo": "Somebody wrote A and B on the whiteboard, and then B was wiped away again by the cleaners."},
            "exchange",
        ),
    ],
)
async def test_what_fails_is_asked_for_again_and_then_left_out_with_its_reason(
    seed: Seed, corpus: Corpus, embedder: MiniLmEmbedder, changed_words: dict[str, str], stage: str
) -> None:
    """Three tries, distinguished by the run index; the counter-cue that passed at once is kept and not judged again."""
    author, judge = ScriptedModel(lambda request: answer_of(seed, **changed_words)), agreeing_judge()
    (written_pair,) = (await write_missing_controls([without_controls(seed)], author, judge, corpus, embedder)).pairs
    assert [request.run for request in author.requests] == [0, 1, 2]
    assert written_pair.left_out[Arm.PLACEBO].stage == stage
    assert [arm for arm, _ in written_pair.rejections] == [Arm.PLACEBO] * 3
    assert written_pair.written_arms == (Arm.COUNTER,)
    assert written_pair.pair.controls == Controls(counter=seed.to_pair().text(Arm.COUNTER))
    assert written_pair.pair.evidence["placebo"]["outcome"] == "rejected"
    assert written_pair.pair.evidence["counter"]["outcome"] == "accepted"
    assert len(judge.requests) == 3, "the votes on the counter-cue alone"


async def test_a_second_attempt_can_succeed(seed: Seed, corpus: Corpus, embedder: MiniLmEmbedder) -> None:
    author = ScriptedModel(lambda request: answer_of(seed, **({} if request.run else {"placebo": "Fine."})))
    (written_pair,) = (
        await write_missing_controls([without_controls(seed)], author, agreeing_judge(), corpus, embedder)
    ).pairs
    assert written_pair.pair.controls == seed.controls
    assert written_pair.pair.evidence["placebo"]["tries"] == 2
    assert "length" in str(written_pair.pair.evidence["placebo"]["rejected_tries"])


async def test_the_judge_asks_for_no_cue_in_a_placebo_and_one_for_the_right_option_in_a_counter(
    seed: Seed, corpus: Corpus, embedder: MiniLmEmbedder
) -> None:
    """A placebo that the judge rejects is left out; about the counter-cue the judge is shown the right option."""

    def answer(request: Request) -> str:
        return NO if "towards either option" in request.messages[0].content else YES

    judge = ScriptedModel(answer)
    (written_pair,) = (
        await write_missing_controls(
            [without_controls(seed)], ScriptedModel(lambda _: answer_of(seed)), judge, corpus, embedder
        )
    ).pairs
    assert written_pair.left_out[Arm.PLACEBO].stage == "judge"
    assert written_pair.written_arms == (Arm.COUNTER,)
    placebo = judge.requests[0]
    (prompt,) = {
        request.messages[-1].content for request in judge.requests if "either option" not in request.messages[0].content
    }
    assert str(seed.to_pair().text(Arm.PLACEBO)) in placebo.messages[-1].content
    assert seed.texts.biased not in placebo.messages[-1].content
    assert f"lean towards Option {seed.correct_option.letter}" in prompt


async def test_a_control_that_repeats_the_unbiased_text_is_rejected(corpus: Corpus, embedder: MiniLmEmbedder) -> None:
    seed = next(seed for seed in corpus.seeds if seed.name == "module-rework")
    words = passage_of(seed.texts.unbiased, seed.texts.biased).original
    author = ScriptedModel(lambda request: answer_of(seed, placebo=words))
    (written_pair,) = (
        await write_missing_controls([without_controls(seed)], author, agreeing_judge(), corpus, embedder)
    ).pairs
    assert Arm.PLACEBO in written_pair.left_out


@pytest.mark.parametrize("answer", ["", "## Placebo\nonly one", "I cannot write that."])
async def test_an_unreadable_answer_leaves_both_out(
    seed: Seed, corpus: Corpus, embedder: MiniLmEmbedder, answer: str
) -> None:
    (written_pair,) = (
        await write_missing_controls(
            [without_controls(seed)], ScriptedModel(lambda _: answer), agreeing_judge(), corpus, embedder
        )
    ).pairs
    assert {result.stage for result in written_pair.left_out.values()} == {"unreadable"}
    assert written_pair.pair.controls is None


async def test_existing_controls_are_kept_and_cost_nothing(
    seed: Seed, corpus: Corpus, embedder: MiniLmEmbedder
) -> None:
    author = ScriptedModel([])
    (written_pair,) = (await write_missing_controls([seed.to_pair()], author, agreeing_judge(), corpus, embedder)).pairs
    assert written_pair.pair == seed.to_pair()
    assert not author.requests


async def test_a_pair_without_an_answer_stays_as_it_was_and_is_counted(
    corpus: Corpus, embedder: MiniLmEmbedder
) -> None:
    first, second = corpus.seeds[:2]

    def answer(request: Request) -> Line:
        return ModelFault("no answer") if first.texts.unbiased in request.messages[0].content else answer_of(second)

    outcome = await write_missing_controls(
        [without_controls(first), without_controls(second)], ScriptedModel(answer), agreeing_judge(), corpus, embedder
    )
    assert (outcome.unanswered_count, outcome.work_outcome.reason) == (1, "no answer")
    assert outcome.pairs[0].pair == without_controls(first)
    assert outcome.pairs[1].pair.controls == second.controls


@pytest.mark.parametrize("bias", Bias)
async def test_a_recommendation_is_written_where_cues_of_the_bias_name_an_option(
    bias: Bias, corpus: Corpus, embedder: MiniLmEmbedder
) -> None:
    """It is a separate question, so that existing controls are neither asked for nor judged again."""
    pair = next(seed for seed in corpus.seeds if seed.bias is bias).to_pair()
    author = ScriptedModel(lambda _: f"## Advocacy\n```\n{recommendation(pair)}\n```")
    judge = agreeing_judge()
    (written_pair,) = (await write_missing_controls([pair], author, judge, corpus, embedder)).pairs
    if bias in NAMES_NO_OPTION:
        assert (written_pair.pair, author.requests) == (pair, [])
        return
    assert written_pair.left_out == {}
    assert written_pair.written_arms == (Arm.ADVOCACY,)
    assert recommendation(pair) in defined(defined(written_pair.pair.controls).advocacy)
    assert written_pair.pair.text(Arm.PLACEBO) == pair.text(Arm.PLACEBO)
    assert {request.purpose for request in author.requests} == {"advocacy"}
    worse_option = f"The worse option is Option {pair.correct_option.other_option.letter}"
    assert worse_option in author.requests[0].messages[0].content
    assert all(worse_option in str(request.messages) for request in judge.requests)


async def test_a_judge_that_sees_a_reason_in_a_recommendation_leaves_it_out(
    corpus: Corpus, embedder: MiniLmEmbedder
) -> None:
    pair = next(seed for seed in corpus.seeds if seed.bias is Bias.BANDWAGON).to_pair()
    author = ScriptedModel(lambda _: f"## Advocacy\n```\n{recommendation(pair)}\n```")
    (written_pair,) = (
        await write_missing_controls([pair], author, ScriptedModel(lambda _: NO), corpus, embedder)
    ).pairs
    assert written_pair.left_out[Arm.ADVOCACY].stage == "judge"
    assert written_pair.pair.text(Arm.ADVOCACY) is None


async def test_questions_that_are_repeated_are_counted(seed: Seed, corpus: Corpus, embedder: MiniLmEmbedder) -> None:
    """A judge whose first answer cannot be read is asked again, and the evidence shows it, as a stage's does."""
    judge = ScriptedModel(lambda request: YES if request.attempt else "Hm.", name="openai/judge")
    (written_pair,) = (
        await write_missing_controls(
            [without_controls(seed)], ScriptedModel(lambda _: answer_of(seed)), judge, corpus, embedder
        )
    ).pairs
    evidence = written_pair.pair.evidence["placebo"]
    assert evidence["asked_again"] == evidence["asked"] == 3


async def test_a_run_grows_with_its_dataset(corpus: Corpus, tmp_path: Path) -> None:
    """The controls of the first pairs are neither asked for again nor rejected."""
    pairs = [seed.to_pair() for seed in corpus.seeds if seed.bias is Bias.BANDWAGON][:2]
    spec = ModelSpec.parse("openai/m")
    async with ChatServer() as server:
        server.behaviour = lambda request, number: says("I would rather not.")
        command = ControlsCommand(author=spec, judge=spec, tries=1, access=Access(base_url=server.url))
        await write_controls(command, pairs[:1], tmp_path)
        request_count = len(server.received)
        await write_controls(command, pairs, tmp_path)
        assert len(server.received) == 2 * request_count
