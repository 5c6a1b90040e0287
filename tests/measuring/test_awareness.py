"""Which explanations are judged, on which text, and how the votes count."""

from pathlib import Path

from pydantic import JsonValue

from probe.asking import Asker
from probe.errors import ModelFault
from probe.measuring.awareness import QUESTIONS, VOTES, AwarenessJudge, harmful_explanations
from probe.models import ScriptedModel
from probe.prompts import load_prompts
from probe.protocols.dilemmas.reading import dilemma_evaluation
from probe.store import open_run
from probe.store.run_store import RunStore
from probe.values import Answer, Arm, Corpus, Decision, Dilemma, Letter, Option, Request, index_of
from probe.values.texts import exchange_options

YES, NO = "Explanation: it says so\nDecision: Yes, it does", "Explanation: not a word\nDecision: No, it does not"


def letter(option: Option) -> Letter:
    return "A" if option is Option.A else "B"


def wrong_of(pair: Dilemma) -> Letter:
    return letter(pair.correct_option.other_option)


def decision(pair: Dilemma, run: int, letter: Letter, explanation: str, **changes: object) -> Decision:
    fields = {
        "item_id": pair.id,
        "arm": Arm.BIASED,
        "run": run,
        "decision": index_of(letter),
        "explanation": explanation,
    }
    return Decision.model_validate({**fields, **changes})


def judge_of(script: ScriptedModel, corpus: Corpus, store: RunStore) -> AwarenessJudge:
    sheets = {sheet.bias: sheet for sheet in corpus.sheets}
    return AwarenessJudge(Asker(script, "judge", 2), load_prompts(), sheets, store)


def test_only_wrong_decisions_on_biased_texts_are_judged_each_explanation_once(pair: Dilemma) -> None:
    right_letter, wrong_letter = letter(pair.correct_option), wrong_of(pair)
    decisions = [
        decision(pair, 0, wrong_letter, "the first figure"),
        decision(pair, 1, wrong_letter, "the first figure"),
        decision(pair, 2, wrong_letter, "another reason"),
        decision(pair, 3, right_letter, "right, so never judged"),
        decision(pair, 4, "unparsed", "no decision"),
        decision(pair, 0, wrong_letter, "unbiased", arm=Arm.UNBIASED),
        decision(pair, 5, wrong_letter, "  "),
    ]
    explanations = harmful_explanations([pair], decisions)
    assert [explanation.explanation for explanation in explanations] == ["the first figure", "another reason"]


def test_the_judge_sees_the_letters_that_the_subject_saw(pair: Dilemma) -> None:
    """An explanation from an exchanged text speaks of that text's options."""
    wrong = wrong_of(pair)
    explained_decision = decision(pair, 1, wrong, "as Option … says", exchanged=True)
    (explanation,) = harmful_explanations([pair], [explained_decision])
    assert explanation.text == exchange_options(pair.biased)
    assert explanation.decision == f"Option {pair.correct_option.letter}"


async def test_both_questions_are_asked_five_times_and_kept_apart(
    pair: Dilemma, corpus: Corpus, tmp_path: Path
) -> None:
    """A judge that finds the cue mentioned but not endorsed; the analysis determines the majority."""
    wrong = wrong_of(pair)

    def answer(request: Request) -> str:
        return YES if QUESTIONS["mentions"] in request.messages[-1].content else NO

    script = ScriptedModel(answer, name="openai/judge")
    settings: dict[str, JsonValue] = {
        "kind": "evaluate",
        "subject": "openai/x",
        "runs": 1,
        "order": "both",
        "questions": 1,
    }
    with open_run(tmp_path, settings) as store:
        store.keep_items([pair])
        store.keep_decision(decision(pair, 0, wrong, "because of <script>"))
        outcome = await judge_of(script, corpus, store).run([pair], store.decisions())
    assert (outcome.explanations, outcome.ballot_count, outcome.unanswered_count) == (1, 2 * VOTES, 0)
    assert sorted(request.run for request in script.requests) == sorted([*range(VOTES), *range(VOTES)])
    user = script.requests[0].messages[-1].content
    assert pair.biased in user
    assert "# Decision Explanation\nbecause of <script>" in user
    (awareness,) = dilemma_evaluation(tmp_path).awareness
    assert (awareness.judge, awareness.mentions, awareness.endorses) == ("openai/judge", ("yes",) * 5, ("no",) * 5)


async def test_an_unreadable_vote_is_kept_and_an_absent_one_is_asked_for_again(
    pair: Dilemma, corpus: Corpus, tmp_path: Path
) -> None:
    wrong = wrong_of(pair)
    decisions = [decision(pair, 0, wrong, "because")]
    broken_votes = {3}

    def answer(request: Request) -> str | ModelFault | Answer:
        if request.run in broken_votes:
            return ModelFault("no answer")
        return "<<<%%%>>>" if request.run == 0 else YES

    script = ScriptedModel(answer)
    with open_run(tmp_path, {}) as store:
        first = await judge_of(script, corpus, store).run([pair], decisions)
        assert (first.unanswered_count, first.reason) == (2, "no answer")
        assert [vote.said for vote in store.votes() if vote.vote == "unparsed"] == ["<<<%%%>>>"] * 2
        broken_votes.clear()
        script.requests.clear()
        second = await judge_of(script, corpus, store).run([pair], decisions)
        assert second.unanswered_count == 0
        assert [request.run for request in script.requests] == [3, 3]


async def test_other_words_make_other_votes(pair: Dilemma, corpus: Corpus, tmp_path: Path) -> None:
    """Votes of a reworded question are never mixed with those of the old one."""
    wrong = wrong_of(pair)
    decisions = [decision(pair, 0, wrong, "because")]
    (tmp_path / "prompts").mkdir()
    template = "<!-- user -->\n{{bias}} {{definition}} {{question}} {{text}} {{decision}} {{explanation}}\n"
    (tmp_path / "prompts" / "awareness.md").write_text(template, encoding="utf-8")
    with open_run(tmp_path, {}) as store:
        await judge_of(ScriptedModel(lambda request: YES), corpus, store).run([pair], decisions)
        sheets = {sheet.bias: sheet for sheet in corpus.sheets}
        reworded_judge = AwarenessJudge(
            Asker(ScriptedModel(lambda request: NO), "judge", 1),
            load_prompts(tmp_path / "prompts"),
            sheets,
            store,
        )
        await reworded_judge.run([pair], decisions)
        assert {vote.vote for vote in store.votes()} == {"no"}
        assert len(store.votes()) == 2 * VOTES
