"""The cascade's numbers and order, and voting that saves calls."""

import re
from pathlib import Path

import pytest

from probe.answers import read_choice
from probe.errors import InputError
from probe.filters.asking import Asker, Poll, Reply, Unreadable, Vote, poll
from probe.filters.bias_judge import BiasJudgeSettings
from probe.filters.cascade import Cascade, load_settings
from probe.filters.collision import CollisionSettings
from probe.filters.decision import DecisionSettings
from probe.filters.pair_similarity import PairSimilaritySettings
from probe.filters.round_trip import RoundTripSettings
from probe.models import ScriptedModel
from probe.values import Bias, Message, Profile, Request
from tests.conftest import MakeResources

PACKAGED = Path(__file__).parents[1] / "filters" / "cascade.toml"


def test_the_papers_numbers() -> None:
    """PROBE-SWE, section 4, and its published code."""
    settings = load_settings(Profile.PAPER)
    assert settings.of(PairSimilaritySettings).of(Bias.ANCHORING).cosine == (0.90, 0.99)
    assert settings.of(PairSimilaritySettings).of(Bias.FRAMING).levenshtein == (0.55, 0.99)
    assert settings.of(CollisionSettings).cosine_at_most == 0.90
    assert settings.of(RoundTripSettings).cosine_at_least == 0.65
    assert not settings.of(RoundTripSettings).biased_too
    assert (settings.of(DecisionSettings).runs, settings.of(DecisionSettings).agreeing) == (5, 4)
    assert (settings.of(BiasJudgeSettings).votes, settings.of(BiasJudgeSettings).yes) == (3, 2)
    assert "grounding" not in settings.stages


def test_strict_asks_for_more() -> None:
    settings = load_settings(Profile.STRICT)
    assert settings.of(BiasJudgeSettings).yes == 3
    assert settings.of(RoundTripSettings).biased_too
    assert settings.stages.index("grounding") < settings.stages.index("decision")
    assert settings.digest != load_settings(Profile.PAPER).digest


@pytest.mark.parametrize(
    ("added", "problem"),
    [
        ("[collision]\ncosine_at_most = 9", "collision.cosine_at_most"),
        ("[decision]\nrums = 5", "decision.rums"),
        ("[decisions]\nruns = 5", "unknown stage 'decisions'; the stages are bias_existence"),
        ("[asking]\nattempts = 0", "asking.attempts"),
        ("[bias_judge", "is not TOML"),
    ],
)
def test_a_broken_cascade_file_is_told_with_its_key(tmp_path: Path, added: str, problem: str) -> None:
    file = tmp_path / "cascade.toml"
    file.write_text(f"{PACKAGED.read_text(encoding='utf-8')}\n{added}\n", encoding="utf-8")
    with pytest.raises(InputError, match=re.escape(problem)) as error:
        load_settings(Profile.PAPER, file)
    assert str(file) in str(error.value)


@pytest.mark.parametrize(
    ("stages", "problem"),
    [
        ('["template", "certificate", "template"]', "listed twice"),
        ('["template", "decision"]', "certificate is missing"),
        ('["decision", "certificate"]', "decision needs the programs: put it after certificate"),
    ],
)
def test_an_order_that_cannot_work_is_refused(
    tmp_path: Path, resources: MakeResources, stages: str, problem: str
) -> None:
    file = tmp_path / "cascade.toml"
    file.write_text(f"[stages]\nstrict = {stages}\n", encoding="utf-8")
    with pytest.raises(InputError, match=problem):
        Cascade(load_settings(Profile.STRICT, file), resources())


def test_a_file_overrides_what_it_names_and_keeps_the_rest(tmp_path: Path) -> None:
    """A range for one bias stays that of the bias; everything else has the stage's own numbers."""
    file = tmp_path / "cascade.toml"
    own = "[strict.collision]\ncosine_at_most = 0.8\n[pair_similarity.status_quo_bias]\ncosine = [0.5, 0.9]\n"
    file.write_text(PACKAGED.read_text(encoding="utf-8") + own, encoding="utf-8")
    strict, paper = load_settings(Profile.STRICT, file), load_settings(Profile.PAPER, file)
    assert strict.of(CollisionSettings).cosine_at_most == 0.8
    assert paper.of(CollisionSettings).cosine_at_most == 0.9
    ranges = strict.of(PairSimilaritySettings)
    assert ranges.of(Bias("status quo bias")).cosine == (0.5, 0.9)
    assert ranges.of(Bias.FRAMING).levenshtein == (0.55, 0.99)


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
    request = Request(purpose="decide", messages=(Message(role="user", content="?"),), run=4)
    model = ScriptedModel(["Hm.", "Perhaps.", "Explanation: x\nDecision: Option B"])
    asker = Asker(model, "decider", 3)
    reply = await asker.ask(request, read_choice)
    assert not isinstance(reply.said, Unreadable)
    assert (reply.said.letter, reply.asked_again) == ("B", 2)
    assert [(one.run, one.attempt) for one in model.requests] == [(4, 0), (4, 1), (4, 2)]
    other = Asker(ScriptedModel(lambda request: "Hm."), "decider", 3, asker.unreadable)
    lost: Reply[object] = await other.ask(request, read_choice)
    assert isinstance(lost.said, Unreadable)
    assert asker.unreadable == {"decider": 5}
