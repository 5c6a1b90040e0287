"""The cascade's numbers and order, and voting that saves calls."""

from pathlib import Path

import pytest

from probe.answers import read_choice
from probe.errors import FatalModelFault, InputError, ModelFault
from probe.filters.asking import Asker, Poll, Reply, Unreadable, Vote, poll
from probe.filters.cascade import Cascade
from probe.filters.settings import load_settings
from probe.filters.stage import reject
from probe.models import ScriptedModel
from probe.values import Bias, Candidate, Message, Profile, Request, StageOutcome, Texts
from tests.conftest import MakeTools

PACKAGED = Path(__file__).parents[1] / "filters" / "cascade.toml"


def test_the_papers_numbers() -> None:
    """PROBE-SWE, section 4, and its published code."""
    settings = load_settings(Profile.PAPER)
    assert settings.pair_similarity.of(Bias.ANCHORING).cosine == (0.90, 0.99)
    assert settings.pair_similarity.of(Bias.FRAMING).levenshtein == (0.55, 0.99)
    assert settings.collision.cosine_at_most == 0.90
    assert settings.round_trip.cosine_at_least == 0.65
    assert not settings.round_trip.biased_too
    assert (settings.decision.runs, settings.decision.agreeing) == (5, 4)
    assert (settings.bias_judge.votes, settings.bias_judge.yes) == (3, 2)
    assert "grounding" not in settings.stages


def test_strict_asks_for_more() -> None:
    settings = load_settings(Profile.STRICT)
    assert settings.bias_judge.yes == 3
    assert settings.round_trip.biased_too
    assert settings.stages.index("grounding") < settings.stages.index("decision")
    assert settings.digest != load_settings(Profile.PAPER).digest


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("cosine_at_most = 0.90", "cosine_at_most = 9", "collision.cosine_at_most"),
        ("cosine_at_most = 0.90", "cosine_at_most = -1.1", "collision.cosine_at_most"),
        ("runs = 5", "runs = 0", "decision.runs"),
        ("runs = 5", "rums = 5", "decision.runs"),
        ("[bias_judge]", "[bias_judge", "no TOML"),
    ],
)
def test_a_broken_cascade_file_is_told_with_its_key(tmp_path: Path, old: str, new: str, problem: str) -> None:
    file = tmp_path / "cascade.toml"
    file.write_text(PACKAGED.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(InputError, match=problem):
        load_settings(Profile.PAPER, file)


@pytest.mark.parametrize("limit", [-1.0, 0.0, 1.0])
def test_a_limit_may_be_any_cosine(tmp_path: Path, limit: float) -> None:
    file = tmp_path / "cascade.toml"
    packaged = PACKAGED.read_text(encoding="utf-8")
    file.write_text(packaged.replace("cosine_at_most = 0.90", f"cosine_at_most = {limit}"), encoding="utf-8")
    assert load_settings(Profile.PAPER, file).collision.cosine_at_most == limit


@pytest.mark.parametrize(
    ("stages", "problem"),
    [
        (("template", "certificate", "beauty"), "beauty"),
        (("template", "template", "certificate"), "twice"),
        (("template", "decision"), "certificate"),
        (("decision", "certificate"), "decision"),
        (("template", "bias_judge", "certificate", "decision"), "bias_judge"),
    ],
)
def test_an_order_that_cannot_work_is_refused(tools: MakeTools, stages: tuple[str, ...], problem: str) -> None:
    settings = load_settings(Profile.STRICT).model_copy(update={"stages": stages})
    with pytest.raises(InputError, match=problem):
        Cascade(settings, tools())


@pytest.mark.parametrize("profile", list(Profile))
def test_the_packaged_orders_work(tools: MakeTools, profile: Profile) -> None:
    settings = load_settings(profile)
    assert Cascade(settings, tools()).names == settings.stages


async def test_one_stage_is_run_by_its_name(tools: MakeTools, candidate: Candidate) -> None:
    """Neither the first of the cascade nor one whose name comes later in the alphabet."""
    cascade = Cascade(load_settings(Profile.STRICT), tools())
    for name in ("template", "pair_similarity", "collision", "decision"):
        assert [result.stage for result in (await cascade.run_stage(name, candidate)).results] == [name]
    assert await cascade.run_stage("beauty", candidate) == candidate


async def test_a_candidate_leaves_at_the_first_stage_that_rejects_it(tools: MakeTools, candidate: Candidate) -> None:
    same = Texts(unbiased=candidate.texts.unbiased, biased=candidate.texts.unbiased)
    left = await Cascade(load_settings(Profile.STRICT), tools()).run(candidate.model_copy(update={"texts": same}))
    assert [result.stage for result in left.results] == ["template", "pair_similarity"]


async def test_a_model_that_fails_leaves_a_candidate_unanswered_and_one_that_always_will_ends_the_run(
    tools: MakeTools, candidate: Candidate
) -> None:
    judge = ScriptedModel([ModelFault("busy"), FatalModelFault("bad key")])
    cascade = Cascade(load_settings(Profile.STRICT), tools(judge=judge))
    unanswered = await cascade.run(candidate)
    assert (unanswered.results[-1].stage, unanswered.results[-1].reason) == ("bias_existence", "busy")
    assert unanswered.results[-1].outcome is StageOutcome.UNANSWERED
    with pytest.raises(FatalModelFault):
        await cascade.run(candidate)


async def test_the_gate_is_right_behind_the_collision_stage(tools: MakeTools, candidate: Candidate) -> None:
    """A candidate that was rejected before never comes to it."""
    seen: list[list[str]] = []

    async def gate(held: Candidate) -> Candidate:
        seen.append([result.stage for result in held.results])
        return held.after(reject("collision", "held back"))

    cascade = Cascade(load_settings(Profile.STRICT), tools())
    held = await cascade.run(candidate, gate)
    same = Texts(unbiased=candidate.texts.unbiased, biased=candidate.texts.unbiased)
    await cascade.run(candidate.model_copy(update={"texts": same}), gate)
    assert seen == [["template", "pair_similarity", "collision"]]
    assert [result.reason for result in held.results[3:]] == ["held back"]


def test_a_missing_cascade_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        load_settings(Profile.PAPER, tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("votes", "asked", "carried"),
    [
        ([True] * 5, 4, True),
        ([False] * 5, 2, False),
        ([True, False, True, True, True], 5, True),
        ([True, True, False, False, True], 4, False),
        ([None, True, True, True, True], 5, True),
        ([None, False, True, True, True], 2, False),
    ],
)
async def test_a_vote_stops_when_its_outcome_is_certain(votes: list[bool | None], asked: int, carried: bool) -> None:
    """Four of five have to say yes; no call is made that voting one by one would save."""
    called: list[int] = []

    async def vote(run: int) -> Vote:
        called.append(run)
        return Vote(yes=votes[run], said="")

    result = await poll(5, 4, vote)
    assert sorted(called) == list(range(asked))
    assert result.carried is carried


async def test_no_poll_asks_more_than_one_by_one_would() -> None:
    """Every outcome of every small vote, against the plain sequential rule."""
    for voters in range(1, 6):
        for needed in range(1, voters + 1):
            for pattern in range(2**voters):
                says = [bool(pattern >> run & 1) for run in range(voters)]

                async def vote(run: int, says: list[bool] = says) -> Vote:
                    return Vote(yes=says[run], said="")

                result = await poll(voters, needed, vote)
                assert len(result.votes) == sequential(says, needed)
                assert result.carried is (sum(says) >= needed)


def sequential(says: list[bool], needed: int) -> int:
    for asked in range(len(says) + 1):
        yes = sum(says[:asked])
        if yes >= needed or asked - yes > len(says) - needed:
            return asked
    raise AssertionError


def test_evidence_tells_the_vote() -> None:
    told = Poll(voters=3, needed=2, votes=(Vote(yes=True, said="a"), Vote(yes=None, said="?"))).evidence()
    assert (told["yes"], told["asked"], told["unreadable"]) == (1, 2, 1)


async def test_unreadable_answers_are_counted_by_role_and_never_guessed() -> None:
    """Each is asked for again under the same run index, and what was read in the end tells how often."""
    asker = Asker(attempts=3)
    request = Request(purpose="decide", messages=(Message(role="user", content="?"),), run=4)
    model = ScriptedModel(["Hm.", "Perhaps.", "Explanation: x\nDecision: Option B"])
    reply = await asker.ask(model, request, read_choice)
    assert not isinstance(reply.said, Unreadable)
    assert (reply.said.letter, reply.asked_again) == ("B", 2)
    assert [(one.run, one.attempt) for one in model.requests] == [(4, 0), (4, 1), (4, 2)]
    lost: Reply[object] = await asker.ask(ScriptedModel(lambda request: "Hm."), request, read_choice)
    assert isinstance(lost.said, Unreadable)
    assert asker.unreadable == {"decider": 5}
