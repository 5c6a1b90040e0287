"""What a subject is shown, and what its answers count as."""

from probe.errors import ModelFault
from probe.models import ScriptedModel
from probe.prompts import load_prompts
from probe.services.evaluate import EvaluateSettings, Evaluator, shown_texts
from probe.values import Arm, Corpus, Decision, Pair, Request
from probe.values.texts import exchange_options


class Store:
    def __init__(self) -> None:
        self.kept: list[Decision] = []

    def keep_decision(self, decision: Decision) -> None:
        self.kept.append(decision)

    def decisions(self) -> list[Decision]:
        return list(self.kept)


def a_pair(corpus: Corpus) -> Pair:
    return corpus.seeds[0].to_pair()


def test_odd_runs_show_the_options_exchanged_in_all_arms(corpus: Corpus) -> None:
    shown = list(shown_texts([a_pair(corpus)], EvaluateSettings(runs=3)))
    assert [(one.run, one.arm, one.exchanged) for one in shown] == [
        (0, Arm.UNBIASED, False),
        (0, Arm.BIASED, False),
        (1, Arm.UNBIASED, True),
        (1, Arm.BIASED, True),
        (2, Arm.UNBIASED, False),
        (2, Arm.BIASED, False),
    ]
    assert shown[2].text == exchange_options(shown[0].text)


def test_as_written_shows_nothing_exchanged(corpus: Corpus) -> None:
    shown = shown_texts([a_pair(corpus)], EvaluateSettings(runs=2, order="as-written"))
    assert not any(one.exchanged or one.kept_order for one in shown)


def test_a_dilemma_that_cannot_be_exchanged_keeps_its_order_and_says_so(corpus: Corpus) -> None:
    """Both arms alike, or the comparison would be between orders."""
    pair = a_pair(corpus)
    stuck = Pair.model_validate({**pair.model_dump(), "id": "", "biased": pair.biased + " B?"})
    shown = [one for one in shown_texts([stuck], EvaluateSettings(runs=2)) if one.run == 1]
    assert [(one.exchanged, one.kept_order) for one in shown] == [(False, True), (False, True)]


def test_an_arm_that_a_pair_lacks_is_left_out(corpus: Corpus) -> None:
    pair = a_pair(corpus).model_copy(update={"controls": None})
    settings = EvaluateSettings(runs=1, arms=(Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO))
    assert [one.arm for one in shown_texts([pair], settings)] == [Arm.UNBIASED, Arm.BIASED]


async def test_decisions_are_mapped_back_to_the_text_as_written(corpus: Corpus) -> None:
    """A subject that always takes the first option decides A and B in turn."""
    store = Store()
    subject = ScriptedModel(lambda request: "Explanation: first\nDecision: Option A")
    await Evaluator(EvaluateSettings(runs=2), subject, load_prompts(), store).run([a_pair(corpus)])
    assert {(one.run, one.decision, one.exchanged) for one in store.kept} == {(0, "A", False), (1, "B", True)}


async def test_an_unreadable_answer_is_a_result_and_is_not_asked_again(corpus: Corpus) -> None:
    store, subject = Store(), ScriptedModel(lambda request: "I would rather not say.")
    done = await Evaluator(EvaluateSettings(runs=1), subject, load_prompts(), store).run([a_pair(corpus)])
    assert done.unanswered == 0
    assert len(subject.requests) == 2
    assert {one.decision for one in store.kept} == {"unparsed"}
    assert store.kept[0].explanation == "I would rather not say."


async def test_a_fault_is_no_answer_and_is_asked_for_again(corpus: Corpus) -> None:
    """Nothing is scored wrong because a request failed; the next session asks for what is missing alone."""
    store, broken = Store(), {1}

    def answer(request: Request) -> str | ModelFault:
        return ModelFault("no answer") if request.run in broken else "Decision: Option A"

    subject = ScriptedModel(answer)
    evaluator = Evaluator(EvaluateSettings(runs=2), subject, load_prompts(), store)
    done = await evaluator.run([a_pair(corpus)])
    assert (done.asked, done.unanswered, done.reason) == (4, 2, "no answer")
    broken.clear()
    subject.requests.clear()
    done = await Evaluator(EvaluateSettings(runs=2), subject, load_prompts(), store).run([a_pair(corpus)])
    assert done.unanswered == 0
    assert [request.run for request in subject.requests] == [1, 1]
