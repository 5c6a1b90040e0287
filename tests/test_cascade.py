"""The cascade's numbers, order and stages."""

import dataclasses
import re
from pathlib import Path

import pytest

from probe.asking import Reply
from probe.errors import CorpusError, FatalModelFault, InputError, ModelFault
from probe.filters.bias_judge import BiasJudgeSettings
from probe.filters.cascade import Cascade, CascadeSettings, find_stage, load_settings, stage_names
from probe.filters.collision import CollisionSettings
from probe.filters.decision import DecisionSettings
from probe.filters.pair_similarity import PairSimilaritySettings
from probe.filters.round_trip import RoundTripSettings
from probe.filters.stage import StageSettings, reject
from probe.models import ScriptedModel
from probe.ports import Oracle
from probe.values import Bias, Candidate, Profile, Request, StageOutcome
from tests.conftest import MakeResources
from tests.shared import ROOT

PACKAGED_CASCADE = ROOT / "filters" / "cascade.toml"


def cascade_file(folder: Path, text: str) -> Path:
    file = folder / "cascade.toml"
    file.write_text(text, encoding="utf-8")
    return file


def extended_cascade(folder: Path, lines: str) -> Path:
    """Return a copy of the packaged file with further lines at its end."""
    return cascade_file(folder, f"{PACKAGED_CASCADE.read_text(encoding='utf-8')}\n{lines}")


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
    ("lines", "problem"),
    [
        ("[collision]\ncosine_at_most = 9", "collision.cosine_at_most"),
        ("[decision]\nrums = 5", "decision: unknown key 'rums'; did you mean 'runs'?"),
        ("[decisions]\nruns = 5", "unknown stage 'decisions'; the stages are bias_existence"),
        ("[asking]\nattempts = 0", "asking.attempts"),
        ("[bias_judge", "is not TOML"),
        ("[bias_judge]\nvotes = 1", "bias_judge: yes is 2, but votes is only 1"),
        ("[decision]\nruns = 3", "decision: agreeing is 4, but runs is only 3"),
        ("[pair_similarity]\ncosine = [0.9, 0.9]", "pair_similarity.cosine: the range from 0.9 to below 0.9 is empty"),
        ("[pair_similarity.framing_effect]\nlevenshtein = [1, 0]", "the range from 1 to below 0 is empty"),
        ("[stopping]\nrejected = -1", "stopping.rejected"),
        ("[paper.grounding]", "paper.grounding: has no effect: stages.paper does not list grounding"),
        ("[paper.grownding]", "unknown stage 'grownding'"),
    ],
)
def test_a_broken_cascade_file_is_reported_with_its_key(tmp_path: Path, lines: str, problem: str) -> None:
    file = extended_cascade(tmp_path, f"{lines}\n")
    with pytest.raises(InputError, match=re.escape(problem)) as error:
        load_settings(Profile.PAPER, file)
    assert str(file) in str(error.value)


def test_all_problems_of_a_cascade_file_are_reported_with_their_lines(tmp_path: Path) -> None:
    """Including those in the table of a profile, which overrides the table for all."""
    lines = ("[decision]", "rums = 5", "[collision]", "cosine_at_most = 3", "[strict.bias_judge]", 'votes = "three"')
    text = PACKAGED_CASCADE.read_text(encoding="utf-8").replace("[strict.bias_judge]\nyes = 3", "[bias_judge]\nyes = 3")
    file = cascade_file(tmp_path, "\n".join((text, *lines)))
    first = len(text.splitlines()) + 2
    with pytest.raises(CorpusError) as error:
        load_settings(Profile.STRICT, file)
    assert [line.removeprefix(f"{file}:").partition(": ")[::2] for line in sorted(error.value.problems)] == [
        (str(first + 1), "decision: unknown key 'rums'; did you mean 'runs'?"),
        (str(first + 3), "collision.cosine_at_most: 3 is too large: it has to be 1.0 or less"),
        (str(first + 5), 'strict.bias_judge.votes: write a whole number, not "three"'),
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("collision = 3", "collision: write a table"),
        ("strict = 3", "strict: write a table"),
        ("[strict]\ncollision = 3", "strict.collision: write a table"),
        ("[stages]\nstrickt = []", "stages.strickt: no such profile; the profiles are"),
    ],
)
def test_a_file_without_sense_is_refused_without_a_traceback(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(InputError, match=re.escape(problem)):
        load_settings(Profile.STRICT, cascade_file(tmp_path, text))


@pytest.mark.parametrize(
    ("stages", "problem"),
    [
        ('["template", "certificate", "template"]', "listed twice"),
        ('["template", "decision"]', "certificate is missing"),
        ('["decision", "certificate"]', "decision needs the programs: put it after certificate"),
    ],
)
def test_an_order_that_cannot_work_is_refused(tmp_path: Path, stages: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        load_settings(Profile.STRICT, cascade_file(tmp_path, f"[stages]\nstrict = {stages}\n"))


def test_a_file_overrides_what_it_names_and_keeps_the_rest(tmp_path: Path) -> None:
    """A range for a bias applies to that bias only; everything else has the stage's defaults."""
    lines = "[strict.collision]\ncosine_at_most = 0.8\n[pair_similarity.status_quo_bias]\ncosine = [0.5, 0.9]\n"
    file = extended_cascade(tmp_path, lines)
    strict, paper = load_settings(Profile.STRICT, file), load_settings(Profile.PAPER, file)
    assert strict.of(CollisionSettings).cosine_at_most == 0.8
    assert paper.of(CollisionSettings).cosine_at_most == 0.9
    ranges = strict.of(PairSimilaritySettings)
    assert ranges.of(Bias("status quo bias")).cosine == (0.5, 0.9)
    assert ranges.of(Bias.FRAMING).levenshtein == (0.55, 0.99)


def test_a_limit_on_a_cosine_may_be_negative(tmp_path: Path) -> None:
    file = extended_cascade(tmp_path, "[collision]\ncosine_at_most = -0.5\n")
    assert load_settings(Profile.PAPER, file).of(CollisionSettings).cosine_at_most == -0.5


def test_a_missing_cascade_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        load_settings(Profile.PAPER, tmp_path / "none.toml")


def test_the_stages_are_the_modules_that_define_one() -> None:
    assert set(stage_names()) == {*load_settings(Profile.STRICT).stages}
    assert [find_stage(name).name for name in stage_names()] == sorted(stage_names())
    assert [name for name in stage_names() if find_stage(name).gives_programs] == ["certificate"]
    for name in ("asking", "stage", "no_such_stage", "not-a-module", "os.path"):
        with pytest.raises(InputError):
            find_stage(name)


def test_settings_of_a_stage_that_is_not_listed_are_its_defaults() -> None:
    class Unlisted(StageSettings):
        limit: int = 7

    assert load_settings(Profile.PAPER).of(Unlisted) == Unlisted()


def test_settings_have_the_same_digest_only_if_every_setting_is_the_same(tmp_path: Path) -> None:
    def digest(lines: str) -> str:
        return load_settings(Profile.PAPER, extended_cascade(tmp_path, lines)).digest

    packaged_digest = load_settings(Profile.PAPER).digest
    assert digest("") == digest("[strict.decision]\nruns = 7\n") == packaged_digest
    other_digests = [
        digest("[asking]\nattempts = 2\n"),
        digest("[decision]\nruns = 7\n"),
        digest("[paper.decision]\nruns = 9\n"),
    ]
    assert len({packaged_digest, *other_digests}) == 4


def test_a_selection_of_stages_keeps_their_order_and_all_settings() -> None:
    settings = load_settings(Profile.STRICT)
    judge_settings = settings.only(lambda stage: stage.role == "judge")
    assert judge_settings.stages == ("bias_existence", "grounding", "bias_judge")
    assert judge_settings.of(BiasJudgeSettings) == settings.of(BiasJudgeSettings)
    assert (judge_settings.profile, judge_settings.asking) == (settings.profile, settings.asking)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "stages = 3",
        "[stages]\nstrict = ['template']",
        "[stages]\npaper = []",
        "[stages]\npaper = [1]",
        "[stages]\npaper = 'template'",
    ],
)
def test_a_profile_needs_a_list_of_stages(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match=r": stages"):
        load_settings(Profile.PAPER, cascade_file(tmp_path, text))


def test_a_cascade_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "cascade.toml"
    file.write_bytes("# Maße\n".encode("latin-1") + PACKAGED_CASCADE.read_bytes())
    with pytest.raises(InputError, match="is not UTF-8 text"):
        load_settings(Profile.PAPER, file)


def settings_with(*stages: str) -> CascadeSettings:
    """Return the strict settings with only these stages."""
    return load_settings(Profile.STRICT).only(lambda stage: stage.name in stages)


async def test_a_candidate_leaves_at_the_stage_that_rejects_it(
    candidate: Candidate, resources: MakeResources, oracle: Oracle
) -> None:
    """Each stage that it passes is reported; the one that rejects it is not."""
    reported_stages: list[str] = []

    async def record_stage(stage: str, candidate: Candidate) -> Candidate:
        reported_stages.append(stage)
        return candidate

    cascade = Cascade(settings_with("template", "pair_similarity", "certificate"), resources(oracle=oracle))
    assert cascade.names == ("template", "pair_similarity", "certificate")
    accepted_candidate = await cascade.run(candidate, record_stage)
    assert [result.stage for result in accepted_candidate.results] == reported_stages == [*cascade.names]
    assert accepted_candidate.rejected_by is None
    reported_stages.clear()
    texts = candidate.texts.model_copy(update={"biased": candidate.texts.unbiased})
    rejected_candidate = await cascade.run(candidate.model_copy(update={"texts": texts}), record_stage)
    assert [result.stage for result in rejected_candidate.results] == ["template", "pair_similarity"]
    assert reported_stages == ["template"]
    assert (await cascade.run(candidate)).results == accepted_candidate.results


async def test_a_candidate_that_is_rejected_while_it_waits_goes_no_further(
    candidate: Candidate, resources: MakeResources
) -> None:
    async def record_stage(stage: str, candidate: Candidate) -> Candidate:
        return candidate.with_result(reject(stage, "another takes its place"))

    final_candidate = await Cascade(settings_with("template", "pair_similarity", "certificate"), resources()).run(
        candidate, record_stage
    )
    assert [(result.stage, result.outcome) for result in final_candidate.results] == [
        ("template", StageOutcome.ACCEPTED),
        ("template", StageOutcome.REJECTED),
    ]


async def test_a_model_that_does_not_answer_leaves_a_candidate_unanswered(
    candidate: Candidate, resources: MakeResources
) -> None:
    """A fatal fault ends the run."""
    settings = settings_with("template", "bias_existence", "certificate")

    def no_answer(request: Request) -> Exception:
        return ModelFault("no answer")

    final_candidate = await Cascade(settings, resources(judge=ScriptedModel(no_answer))).run(candidate)
    assert final_candidate.rejected_by is not None
    assert (final_candidate.rejected_by.stage, final_candidate.rejected_by.outcome) == (
        "bias_existence",
        StageOutcome.UNANSWERED,
    )
    assert final_candidate.rejected_by.reason == "no answer"
    with pytest.raises(FatalModelFault):
        await Cascade(settings, resources(judge=ScriptedModel([FatalModelFault("bad key")]))).run(candidate)


async def test_a_candidate_without_programs_ends_before_they_are_needed(
    candidate: Candidate, resources: MakeResources
) -> None:
    untranslated = candidate.model_copy(update={"programs": None, "correct_option": None})
    settings = settings_with("template", "certificate", "decision", "bias_judge")
    final_candidate = await Cascade(settings, resources()).run(untranslated)
    assert [(result.stage, result.outcome) for result in final_candidate.results] == [
        ("template", StageOutcome.ACCEPTED),
        ("certificate", StageOutcome.NOT_RUN),
    ]


async def test_a_repeated_candidate_is_settled_once(candidate: Candidate, resources: MakeResources) -> None:
    cascade = Cascade(settings_with("template", "collision", "certificate", "decision"), resources())
    first, second = await cascade.settle(candidate), await cascade.settle(candidate)
    assert first == candidate
    assert second.rejected_by is not None
    assert second.rejected_by.stage == "collision"


async def test_only_the_stage_that_compares_candidates_makes_them_wait(
    candidate: Candidate, resources: MakeResources
) -> None:
    """The second of two near-duplicates waits after ``collision``, until the first has ended."""
    assert Cascade(settings_with("template", "certificate"), resources()).near_duplicates() is None
    queue = Cascade(settings_with("template", "collision", "certificate"), resources()).near_duplicates()
    assert queue is not None
    queue.begin(0)
    queue.begin(1)
    assert await queue.hold(0, "template", candidate) is candidate
    assert await queue.hold(1, "template", candidate) is candidate
    assert (await queue.hold(0, "collision", candidate)).rejected_by is None
    queue.end(0, candidate)
    second = await queue.hold(1, "collision", candidate)
    assert second.rejected_by is not None
    assert second.rejected_by.stage == "collision"
    queue.end(1, second)


def test_settings_and_resources_cannot_be_changed(resources: MakeResources) -> None:
    """Stages share them, so a change by one stage would affect the others."""
    with_judge = resources(judge=ScriptedModel([]))
    for value, name in (
        (load_settings(Profile.PAPER), "stages"),
        (with_judge, "profile"),
        (with_judge.askers["judge"], "attempts"),
        (Reply("yes"), "asked_again"),
    ):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, name, None)


def test_the_published_rejections_are_those_of_the_paper() -> None:
    """PROBE-SWE, Table 2 and its data; the cost of a run is estimated from them. Other stages have none."""
    counts = {name: find_stage(name).published_rejections for name in load_settings(Profile.STRICT).stages}
    assert {name: count for name, count in counts.items() if count} == {
        "pair_similarity": 1367,
        "collision": 79,
        "certificate": 1026,
        "round_trip": 743,
        "decision": 516,
        "bias_judge": 741,
    }
