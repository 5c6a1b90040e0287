"""Votes that stop early, and unreadable answers that are asked for again."""

import pytest

from probe.answers import read_choice
from probe.asking import Asker, Poll, Reply, Unreadable, Vote, poll
from probe.models import ScriptedModel
from probe.values import Message, Request


@pytest.mark.parametrize(
    ("votes", "question_count", "carried"),
    [
        ([True] * 5, 4, True),
        ([False] * 5, 2, False),
        ([True, False, True, True, True], 5, True),
        ([True, True, False, False, True], 4, False),
        ([None, True, True, True, True], 5, True),
        ([None, False, True, True, True], 2, False),
    ],
)
async def test_a_vote_stops_when_its_outcome_is_certain(
    votes: list[bool | None], question_count: int, carried: bool
) -> None:
    """Four of five have to say yes; no call is made that sequential voting would save."""
    runs: list[int] = []

    async def vote(run: int) -> Vote:
        runs.append(run)
        return Vote(yes=votes[run], said="")

    result = await poll(5, 4, vote)
    assert sorted(runs) == list(range(question_count))
    assert result.carried is carried


async def test_no_poll_asks_more_than_one_by_one_would() -> None:
    """Every outcome of every small vote, compared with the sequential rule."""
    for voters in range(1, 6):
        for needed in range(1, voters + 1):
            for pattern in range(2**voters):
                votes = [bool(pattern >> run & 1) for run in range(voters)]

                async def vote(run: int, votes: list[bool] = votes) -> Vote:
                    return Vote(yes=votes[run], said="")

                result = await poll(voters, needed, vote)
                assert len(result.votes) == sequential_questions(votes, needed)
                assert result.carried is (sum(votes) >= needed)


def sequential_questions(votes: list[bool], needed: int) -> int:
    for question_count in range(len(votes) + 1):
        yes = sum(votes[:question_count])
        if yes >= needed or question_count - yes > len(votes) - needed:
            return question_count
    raise AssertionError


def test_evidence_records_the_vote() -> None:
    evidence = Poll(voters=3, needed=2, votes=(Vote(yes=True, said="a"), Vote(yes=None, said="?"))).evidence()
    assert (evidence["yes"], evidence["asked"], evidence["unreadable"]) == (1, 2, 1)


async def test_a_poll_keeps_the_votes_in_the_order_of_the_runs() -> None:
    async def vote(run: int) -> Vote:
        return Vote(yes=run != 1, said=str(run), asked_again=run)

    result = await poll(3, 2, vote)
    assert result.evidence() == {
        "yes": 2,
        "asked": 3,
        "needed": 2,
        "voters": 3,
        "unreadable": 0,
        "asked_again": 3,
        "said": ["0", "1", "2"],
    }


async def test_unreadable_answers_are_counted_by_role_and_never_guessed() -> None:
    """Each is asked for again under the same run index, and the answer that was read records how often."""
    request = Request(purpose="decide", messages=(Message(role="user", content="?"),), run=4)
    model = ScriptedModel(["Hm.", "Perhaps.", "Explanation: x\nDecision: Option B"])
    asker = Asker(model, "decider", 3)
    reply = await asker.ask(request, read_choice)
    assert not isinstance(reply.parsed, Unreadable)
    assert (reply.parsed.letter, reply.asked_again) == ("B", 2)
    assert [(request.run, request.attempt) for request in model.requests] == [(4, 0), (4, 1), (4, 2)]
    other_asker = Asker(ScriptedModel(lambda request: "Hm."), "decider", 3, asker.unreadable)
    unreadable_reply: Reply[object] = await other_asker.ask(request, read_choice)
    assert isinstance(unreadable_reply.parsed, Unreadable)
    assert asker.unreadable == {"decider": 5}


async def test_a_question_may_have_fewer_attempts_than_its_asker() -> None:
    request = Request(purpose="decide", messages=(Message(role="user", content="?"),), attempt=4)
    model = ScriptedModel(lambda request: f"Hm {request.attempt}.")
    asker = Asker(model, "decider")
    single_attempt: Reply[object] = await asker.ask(request, read_choice, attempts=1)
    assert isinstance(single_attempt.parsed, Unreadable)
    assert (single_attempt.parsed.answer, single_attempt.asked_again) == ("Hm 4.", 0)
    default_attempts: Reply[object] = await asker.ask(request, read_choice)
    assert isinstance(default_attempts.parsed, Unreadable)
    assert (default_attempts.parsed.answer, default_attempts.asked_again) == ("Hm 6.", 2)
    assert default_attempts.parsed.problem
    assert [request.attempt for request in model.requests] == [4, 4, 5, 6]
