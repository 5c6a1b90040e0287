"""Mitigations: what each adds to a question, its control, the user's files, and what is rejected."""

import re
from pathlib import Path

import pytest

from probe.answers import LARGEST_ANSWER
from probe.errors import InputError
from probe.measuring.conversing import Conditions, Evaluator
from probe.measuring.mitigations import (
    MATERIAL,
    Mitigation,
    Strategy,
    apply_strategy,
    choose_strategies,
    packaged_mitigations,
)
from probe.models import ScriptedModel
from probe.models.simulated import RuleSubject
from probe.prompts import load_prompts
from probe.protocols.base import Showing
from probe.protocols.conversation import Conversation, Turn
from probe.protocols.dilemmas.material import material_of, practice_in_words
from probe.protocols.dilemmas.simulated import simulated_subject
from probe.protocols.questions import LetterAsking
from probe.values import Arm, Corpus, Dilemma, Message, ModelSpec, Request
from tests.measuring.memory import DecisionMemory
from tests.measuring.questions import conversations

EVERY = sorted(packaged_mitigations())
ANSWER = "Explanation: so.\nDecision: Option A"


def pairs_of(corpus: Corpus) -> list[Dilemma]:
    return [seed.to_pair() for seed in corpus.seeds]


async def mitigated_requests(name: str, corpus: Corpus, *, controls: bool = False) -> tuple[list[Request], Dilemma]:
    """Return the requests of the first seed's unbiased text under a mitigation, or under its control."""
    strategy = choose_strategies([name], controls=controls)[-1]
    pairs = pairs_of(corpus)
    subject = ScriptedModel(lambda request: "Other words." if request.purpose == "mitigate" else ANSWER)
    material = material_of(pairs, strategy.placeholders, lambda: corpus)
    showing = Showing(runs=1, arms=(Arm.UNBIASED,), mitigations=(strategy.name,))
    evaluator = Evaluator(
        LetterAsking(),
        subject,
        load_prompts(),
        DecisionMemory(),
        conditions=Conditions({strategy.name: strategy}, material),
    )
    await evaluator.run(list(conversations(pairs[:1], showing)))
    return subject.requests, pairs[0]


@pytest.mark.parametrize("controls", [False, True])
@pytest.mark.parametrize("name", [name for name in EVERY if name != "none"])
async def test_every_mitigation_fills_its_texts_and_keeps_the_question(
    name: str, controls: bool, corpus: Corpus
) -> None:
    requests, pair = await mitigated_requests(name, corpus, controls=controls)
    decide = requests[-1]
    assert [request.purpose for request in requests[:-1]] == ["mitigate"] * (len(requests) - 1)
    question = "\n".join(message.content for message in decide.messages)
    replaces = any(part.call and part.call.replaces for part in choose_strategies([name], controls=controls)[-1].parts)
    assert ("Other words." if replaces else pair.unbiased) in question
    assert "{{" not in question
    assert decide.messages[0].content.startswith(load_prompts().fill("decide", text="")[0].content)


@pytest.mark.parametrize(
    "name", [name for name, mitigation in packaged_mitigations().items() if mitigation.control is not None]
)
def test_a_control_matches_in_place_length_calls_and_form(name: str) -> None:
    """Only the content differs: positions and number of calls are equal, and lengths agree within a sixth."""
    (strategy, control) = choose_strategies([name], controls=True)
    assert control.name == f"control:{name}"
    for part, control_part in zip(strategy.parts, control.parts, strict=True):
        for field in ("system", "before", "after"):
            length, control_length = len(getattr(part, field)), len(getattr(control_part, field))
            assert bool(length) == bool(control_length)
            assert abs(length - control_length) <= max(30, length / 6)
        assert (part.call is None) == (control_part.call is None)
        assert part.call is None or (control_part.call is not None and part.call.replaces == control_part.call.replaces)


def test_every_packaged_mitigation_but_none_has_a_control() -> None:
    assert [name for name, mitigation in packaged_mitigations().items() if mitigation.control is None] in (
        ["none", "length-control"],
        ["length-control", "none"],
    )


async def test_axioms_in_words_are_shown_under_the_usual_system_prompt(corpus: Corpus) -> None:
    (request,), pair = await mitigated_requests("axioms-words", corpus)
    assert request.messages[0] == load_prompts().fill("decide", text="")[0]
    assert request.messages[-1].content.endswith("\n\n" + practice_in_words(pair.axioms_note))


def test_of_a_published_note_only_the_practice_is_shown() -> None:
    note = "These axioms describe when an agent decides. In this setting the best practice is: measure first."
    assert practice_in_words(note) == "measure first."
    assert practice_in_words(" Measure first. ") == "Measure first."


async def test_strategies_join_in_their_order(corpus: Corpus) -> None:
    requests, pair = await mitigated_requests("bias-warning+elicit-axioms", corpus)
    content = requests[-1].messages[-1].content
    parts = [packaged_mitigations()[name].after for name in ("bias-warning", "elicit-axioms")]
    assert content == "\n\n".join([pair.unbiased, *parts])


def test_the_other_axioms_of_the_control_are_the_nearest_in_length(corpus: Corpus) -> None:
    pairs = pairs_of(corpus)
    material = material_of(pairs, {"other_axioms_words"}, lambda: corpus)
    practices = {pair.id: practice_in_words(pair.axioms_note) for pair in pairs}
    for pair_id, practice in practices.items():
        distances = [abs(len(candidate) - len(practice)) for candidate in practices.values() if candidate != practice]
        control_practice = material[pair_id]["other_axioms_words"]
        assert control_practice != practice
        assert abs(len(control_practice) - len(practice)) == min(distances)


def test_an_example_is_never_the_question_itself(corpus: Corpus) -> None:
    pairs = pairs_of(corpus)
    material = material_of(pairs, {"example"}, lambda: corpus)
    biases = {seed.texts.biased.strip(): seed.bias for seed in corpus.seeds}
    for pair in pairs:
        example = material[pair.id]["example"]
        assert example != pair.biased.strip()
        assert biases[example] == pair.bias
        assert material[pair.id]["example_wrong"] != material[pair.id]["example_right"]


def test_a_pair_without_axioms_is_rejected_with_its_id(corpus: Corpus) -> None:
    """Showing axioms with some of the texts only would mix two conditions."""
    pair = pairs_of(corpus)[0].model_copy(update={"axioms_note": " "})
    with pytest.raises(InputError, match=pair.id):
        material_of([pairs_of(corpus)[1], pair], {"axioms_words"}, lambda: corpus)


CUSTOM_MITIGATION = 'summary = "Ask twice."\nafter = "Are you sure?"\n'


def test_a_users_file_is_a_mitigation(tmp_path: Path) -> None:
    file = tmp_path / "ask-twice.toml"
    file.write_text(CUSTOM_MITIGATION + '[control]\nafter = "Are you done?"\n')
    strategy, control = choose_strategies([str(file)], controls=True)
    assert (strategy.name, strategy.parts[0].after, control.parts[0].after) == (
        "ask-twice",
        "Are you sure?",
        "Are you done?",
    )
    joined_strategy = choose_strategies([f"bias-warning+{file}"])[0]
    assert joined_strategy.name == "bias-warning+ask-twice"
    assert joined_strategy.digest != strategy.digest


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("own", 'summary = "x"\nafter = "{{anser}}"'),
        ("own", 'summary = "x"\nafter = "{{answer}}"'),
        ("own", 'summary = "x"\nafter = "{{text}}"'),
        ("own", 'summary = "x"\n[call]\nuser = "{{text}}?"'),
        ("own", 'summary = "x"\nafter = "{{answer}}"\n[call]\nuser = "Well?"'),
        ("own", 'summary = "x"\naftr = "y"'),
        ("own", "after = 3"),
        ("own", "not toml"),
        ("bias-warning", CUSTOM_MITIGATION),
        ("Own Name", CUSTOM_MITIGATION),
    ],
)
def test_a_file_that_cannot_be_used_is_rejected_in_one_line(name: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / f"{name}.toml"
    file.write_text(text)
    with pytest.raises(InputError) as excinfo:
        choose_strategies([str(file)])
    assert "\n" not in str(excinfo.value)


@pytest.mark.parametrize("name", ["nothing-like-it", "", "bias-warning+", "/no/such/file.toml"])
def test_an_unknown_mitigation_is_rejected(name: str) -> None:
    with pytest.raises(InputError):
        choose_strategies([name])


def test_a_file_without_a_control_is_rejected_only_where_controls_are_wanted(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(CUSTOM_MITIGATION)
    assert choose_strategies([str(file)])
    with pytest.raises(InputError, match="control"):
        choose_strategies([str(file)], controls=True)


def test_all_names_of_docs_and_design_exist() -> None:
    assert set(EVERY) >= {"none", "axioms-words", "axioms-prolog", "bias-warning", "impersonation", "chain-of-thought"}
    assert all(
        isinstance(mitigation, Mitigation) and mitigation.summary for mitigation in packaged_mitigations().values()
    )
    assert {
        name
        for mitigation in packaged_mitigations().values()
        for name in re.findall(r"\{\{(\w+)\}\}", mitigation.after + mitigation.before)
    } <= {
        *MATERIAL,
        "answer",
    }


async def test_a_system_text_follows_the_system_prompt_or_replaces_a_missing_one() -> None:
    strategy = Strategy(name="x", parts=(packaged_mitigations()["impersonation"],))

    async def ask(messages: tuple[Message, ...]) -> str:
        raise AssertionError(messages)

    messages = await apply_strategy(strategy, "q", lambda text: (Message(role="user", content=text),), {}, ask)
    assert [message.role for message in messages] == ["system", "user"]


async def test_a_simulated_subject_follows_the_cue_less_under_an_effective_mitigation(corpus: Corpus) -> None:
    """The planted share is that of the draws; controls and other mitigations change nothing."""
    pairs = pairs_of(corpus)
    names = ["none", "bias-warning", "elicit-axioms-first", "contrastive", "self-help"]
    strategies = choose_strategies(names, controls=True)
    spec = ModelSpec.parse("simulated/biased?rate=1&mitigated=bias-warning:1,contrastive:collapse")
    subject, store = RuleSubject(spec, simulated_subject(spec, pairs)), DecisionMemory()

    class Direct:
        async def ask(self, request: Request) -> object:
            return await subject.complete(request)

        spec = subject.spec

    placeholders = {name for strategy in strategies for name in strategy.placeholders}
    conditions = Conditions(
        {strategy.name: strategy for strategy in strategies}, material_of(pairs, placeholders, lambda: corpus)
    )
    showing = Showing(runs=2, mitigations=tuple(strategy.name for strategy in strategies))
    evaluator = Evaluator(LetterAsking(), Direct(), load_prompts(), store, conditions=conditions)  # type: ignore[arg-type]
    measurement = await evaluator.run(list(conversations(pairs, showing)))
    assert measurement.unanswered_count == 0
    right_letters = {pair.id: pair.correct_option.letter for pair in pairs}
    wrong = {
        name: sum(
            decision.letter != right_letters[decision.item_id]
            for decision in store.kept
            if decision.mitigation == name and decision.arm is Arm.BIASED
        )
        for name in showing.mitigations
    }
    decision_count = 2 * len(pairs)
    wrong_counts = {"bias-warning": 0, "contrastive": len(pairs)}
    assert wrong == {name: wrong_counts.get(name, decision_count) for name in showing.mitigations}


class Killed(Exception):
    """The end of a process."""


@pytest.mark.parametrize("killed_after", range(0, 10, 3))
async def test_a_conversation_of_ten_turns_goes_on_where_it_was_killed(killed_after: int) -> None:
    """No turn is asked twice, and later turns have the earlier questions and answers as their history."""

    def turn(number: int) -> Turn:
        return Turn(lambda decisions: f"Question {number} after {[decision.decision for decision in decisions]}")

    conversation = Conversation("item", Arm("order_1"), 0, tuple(turn(number) for number in range(10)))
    answers: dict[str, str] = {}
    store, answered_requests = DecisionMemory(), list[Request]()

    def answer(request: Request) -> str | Killed:
        key = request.key("here", "m")
        if key not in answers:
            if len(answered_requests) == killed_after:
                return Killed()
            answered_requests.append(request)
            answers[key] = f"Explanation: so.\nDecision: Option {'AB'[len(answered_requests) % 2]}"
        return answers[key]

    evaluator = Evaluator(LetterAsking(), ScriptedModel(answer), load_prompts(), store)
    with pytest.raises(BaseExceptionGroup):
        await evaluator.run([conversation])
    assert len(store.kept) == killed_after
    killed_after = -1
    await evaluator.run([conversation])
    assert len(answered_requests) == 10
    final = {decision.turn: decision.decision for decision in store.kept}
    assert final == {number: (number + 1) % 2 for number in range(10)}
    assert [message.role for message in answered_requests[-1].messages].count("assistant") == 9
    assert answered_requests[-1].messages[-1].content.endswith(f"{[final[number] for number in range(9)]}")


async def test_a_forced_answer_is_history_and_is_not_asked() -> None:
    conversation = Conversation("item", Arm("order_1"), 0, (Turn("first?", forced_answer=ANSWER), Turn("second?")))
    store, subject = DecisionMemory(), ScriptedModel(lambda request: ANSWER)
    measurement = await Evaluator(LetterAsking(), subject, load_prompts(), store).run([conversation])
    assert (measurement.question_count, measurement.unanswered_count, len(subject.requests)) == (1, 0, 1)
    assert [decision.turn for decision in store.kept] == [1]
    assert subject.requests[0].messages[-2] == Message(role="assistant", content=ANSWER)


async def test_an_answer_that_is_too_long_is_neither_recorded_nor_shown_again(corpus: Corpus) -> None:
    """The decision records why it is unparsed; no later question, and none under a mitigation, contains the answer."""
    long_answer = ANSWER + "x" * LARGEST_ANSWER
    two = Conversation("item", Arm("order_1"), 0, (Turn("first?"), Turn("second?")))
    store, subject = DecisionMemory(), ScriptedModel(lambda request: long_answer)
    await Evaluator(LetterAsking(), subject, load_prompts(), store).run([two])
    assert [decision.decision for decision in store.kept] == ["unparsed"] * 2
    assert all(f"{len(long_answer):,}" in decision.explanation for decision in store.kept)
    name = next(name for name, mitigation in packaged_mitigations().items() if mitigation.call)
    strategy = choose_strategies([name])[0]
    pair = pairs_of(corpus)[0]
    showing = Showing(runs=1, arms=(Arm.UNBIASED,), mitigations=(name,))
    conditions = Conditions({name: strategy}, material_of([pair], strategy.placeholders, lambda: corpus))
    evaluator = Evaluator(LetterAsking(), subject, load_prompts(), store, conditions=conditions)
    await evaluator.run(list(conversations([pair], showing)))
    texts = [
        *(decision.explanation for decision in store.kept),
        *(m.content for r in subject.requests for m in r.messages),
    ]
    assert max(map(len, texts)) < 20_000
