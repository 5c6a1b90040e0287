"""A run's file: what is stored stays, and belongs to one run."""

from contextlib import nullcontext
from pathlib import Path

import pytest
from pydantic import JsonValue

from probe.errors import InputError, StoppedError
from probe.protocols.dilemmas.reading import read_dilemma
from probe.store import FILE_NAME, evaluation_settings, open_run, read_run
from probe.store.log import failed_calls
from probe.values import (
    Answer,
    Arm,
    AwarenessVote,
    Bias,
    Candidate,
    CandidateState,
    Decision,
    Message,
    ModelSpec,
    Request,
    SpentUsage,
    StageOutcome,
    StageResult,
    Texts,
    plan_for,
)
from tests.shared import run_database
from tests.test_values import a_pair

SPEC = ModelSpec.parse("openai/x")
REQUEST = Request(purpose="decide", messages=(Message(role="user", content="A or B?"),))


def test_an_answer_is_found_again_in_a_later_session(tmp_path: Path) -> None:
    with open_run(tmp_path, {"seed": 1}) as run:
        run.keep_answer("k", SPEC, "http://x", REQUEST, Answer(text="A", prompt_tokens=3))
    with open_run(tmp_path, {"seed": 1}) as run:
        assert run.find_answer("k") == Answer(text="A", prompt_tokens=3, cached=True)
        assert run.find_answer("other") is None


def test_a_request_without_an_answer_is_listed_until_it_has_one(tmp_path: Path) -> None:
    """Including one that cannot be sent because UTF-8 cannot encode it; older files have no list."""
    unsendable = REQUEST.model_copy(update={"messages": (Message(role="user", content="A\ud800?"),)})
    with open_run(tmp_path, {"seed": 1}) as run:
        for key, request in (("k", REQUEST), ("u", unsendable), ("k", REQUEST)):
            run.keep_failure(key, SPEC, "http://x", request, f"why {key}")
        assert [failure.reason for failure in failed_calls(tmp_path)] == ["why u", "why k"]
        assert failed_calls(tmp_path)[0].request.messages[0].content == "A??"
        run.keep_answer("k", SPEC, "http://x", REQUEST, Answer(text="A"))
        assert [failure.reason for failure in failed_calls(tmp_path)] == ["why u"]
    with run_database(tmp_path) as database:
        database.executescript("DROP TABLE failures; DELETE FROM migrations WHERE name = '007-failures';")
    assert failed_calls(tmp_path) == ()


def test_the_first_answer_of_a_call_stays(tmp_path: Path) -> None:
    """A resumed run uses the same answer as before."""
    with open_run(tmp_path, {}) as run:
        run.keep_answer("k", SPEC, "e", REQUEST, Answer(text="first"))
        run.keep_answer("k", SPEC, "e", REQUEST, Answer(text="second"))
        answer = run.find_answer("k")
        assert answer is not None
        assert answer.text == "first"


def test_what_was_spent_is_counted_with_the_losses(tmp_path: Path) -> None:
    """A truncated answer is paid for, although it cannot be used."""
    with open_run(tmp_path, {}) as run:
        run.keep_answer("k", SPEC, "e", REQUEST, Answer(text="A", prompt_tokens=3, completion_tokens=1))
        run.keep_loss(SPEC, "e", Answer(text="", prompt_tokens=2))
    with open_run(tmp_path, {}) as run:
        assert run.spent_usages() == [SpentUsage(spec="openai/x", calls=2, prompt_tokens=5, completion_tokens=1)]


def test_a_folder_of_another_run_is_refused_with_the_difference(tmp_path: Path) -> None:
    with open_run(tmp_path, {"seed": 1}) as run:
        run.keep_loss(SPEC, "e", Answer(text=""))
    with pytest.raises(InputError, match=r"another run: its --seed is 1, not 2"), open_run(tmp_path, {"seed": 2}):
        pass


@pytest.mark.parametrize(
    ("stored_setting", "new_setting", "is_allowed"),
    [
        (2, 5, True),
        (5, 2, False),
        (False, True, True),
        (True, False, False),
        (["a"], ["b", "a"], True),
        (["a", "b"], ["b"], False),
        (["a"], [], True),
        ([], ["a"], False),
        ({"authors": ["x"], "judge": None}, {"authors": ["x", "y"], "judge": "z"}, True),
        ({"authors": ["x"], "judge": "z"}, {"authors": ["x"], "judge": None}, False),
        ({"a": {"p": "1"}}, {"a": {"p": "2", "q": "1"}}, False),
        ("1", "2", False),
    ],
)
def test_a_run_goes_on_with_more_and_never_with_less(
    tmp_path: Path, stored_setting: JsonValue, new_setting: JsonValue, is_allowed: bool
) -> None:
    with open_run(tmp_path, {"n": stored_setting}, ["n"]) as run:
        run.keep_loss(SPEC, "e", Answer(text=""))
    if is_allowed:
        with open_run(tmp_path, {"n": new_setting}, ["n"]) as run:
            assert run.spent_usages()
        with read_run(tmp_path) as run:
            assert run.settings == {"n": new_setting}
    else:
        with pytest.raises(InputError, match="another run"), open_run(tmp_path, {"n": new_setting}, ["n"]):
            pass


@pytest.mark.parametrize(("kind", "stays"), [("generate", True), ("evaluate", False)])
def test_a_run_that_made_items_is_not_replaced(tmp_path: Path, kind: str, stays: bool) -> None:
    """Composed items are the user's work too; an evaluation only copies them."""
    with open_run(tmp_path, {"kind": kind, "kinds": "choice"}) as run:
        run.keep_items([a_pair()])
    outcome = pytest.raises(InputError, match="its --kind is choice, not framing") if stays else nullcontext()
    with outcome, open_run(tmp_path, {"kind": kind, "kinds": "framing"}):
        pass


def test_candidates_of_an_earlier_session_can_be_forgotten(tmp_path: Path) -> None:
    """A run that has grown offers other candidates; those of the session stay, even if they reuse a number."""
    candidates = [
        Candidate(bias=Bias.FRAMING, author="x", expansion=0, position=n, texts=Texts(unbiased="u", biased="b"))
        for n in range(3)
    ]
    with open_run(tmp_path, {}) as run:
        for candidate in candidates:
            run.keep_candidate(candidate, CandidateState.ACCEPTED)
    with open_run(tmp_path, {}) as run:
        run.keep_candidate(candidates[2], CandidateState.REJECTED)
        run.forget_other_candidates()
        assert [(candidate.position, state) for candidate, state in run.candidates()] == [(2, CandidateState.REJECTED)]


def test_a_run_in_use_is_refused(tmp_path: Path) -> None:
    with open_run(tmp_path, {}), pytest.raises(InputError, match="in use"), open_run(tmp_path, {}):
        pass


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("no database, but long enough to be read as one" * 50, encoding="utf-8")
    with pytest.raises(InputError, match="is not a run file"), open_run(tmp_path, {}):
        pass
    with pytest.raises(InputError, match="is not a run file"), read_run(tmp_path):
        pass


def test_a_run_is_read_from_a_folder_of_any_name(tmp_path: Path) -> None:
    """Characters with a meaning in URLs are part of the name."""
    folder = tmp_path / "half?of #1 at 50%41"
    with open_run(folder, {"seed": 1}):
        pass
    with read_run(folder) as run:
        assert run.settings == {"seed": 1}


def test_a_run_of_another_kind_is_not_an_evaluation(tmp_path: Path) -> None:
    with open_run(tmp_path, {"kind": "controls"}):
        pass
    with pytest.raises(InputError, match="contains a run of probe controls: give the --out of a probe evaluate"):
        evaluation_settings(tmp_path)


def test_a_folder_without_a_run_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="contains no run"), read_run(tmp_path):
        pass


def test_candidates_come_back_with_their_stages(tmp_path: Path) -> None:
    result = StageResult(stage="template", outcome=StageOutcome.REJECTED, reason="r", evidence={"n": [1, None]})
    candidate = Candidate(
        bias=Bias.FRAMING, author="x", expansion=0, position=1, texts=Texts(unbiased="u", biased="b"), results=(result,)
    )
    with open_run(tmp_path, {}) as run:
        run.keep_candidate(candidate, CandidateState.SURPLUS)
        run.keep_candidate(candidate, CandidateState.REJECTED)
        ((stored_candidate, state),) = run.candidates()
        assert state is CandidateState.REJECTED
        assert stored_candidate.results[0].evidence == {"n": [1, None]}
        assert not list(run.candidates(CandidateState.ACCEPTED))
        assert run.candidate(Bias.FRAMING, "x", 0, 1) == candidate
        assert run.candidate_states() == {CandidateState.REJECTED: 1}
        with pytest.raises(KeyError):
            run.candidate(Bias.FRAMING, "x", 0, 2)


def test_the_means_of_calls_are_listed_by_purpose(tmp_path: Path) -> None:
    with open_run(tmp_path, {}) as run:
        for number in (1, 3):
            run.keep_answer(str(number), SPEC, "e", REQUEST, Answer(text="", prompt_tokens=number, completion_tokens=2))
        assert run.call_means() == {"decide": (2, 2.0, 2.0)}


def test_decisions_and_pairs_come_back_in_order(tmp_path: Path) -> None:
    decision = Decision(item_id="p", arm=Arm.BIASED, run=1, decision="unparsed", exchanged=True, explanation="?")
    with open_run(tmp_path, {}) as run:
        run.keep_decision(decision)
        run.keep_decision(decision.model_copy(update={"run": 0}))
        assert [decision.run for decision in run.decisions()] == [0, 1]
        assert run.decisions()[1] == decision
        run.keep_items([a_pair(), a_pair(unbiased="other")])
        assert run.items(read_dilemma) == (a_pair(), a_pair(unbiased="other"))


def test_a_write_that_fails_stops_the_run_and_keeps_the_rest(tmp_path: Path) -> None:
    """As on a full disk: SQLite gets the error that the file may not grow any further."""
    with open_run(tmp_path, {}) as run:
        run.keep_answer("k", SPEC, "e", REQUEST, Answer(text="kept"))
        pages = run._database.execute("PRAGMA page_count").fetchone()[0]
        run._database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoppedError, match="full"):
            run.keep_answer("long", SPEC, "e", REQUEST, Answer(text="x" * 200_000))
        assert run.find_answer("k") is not None


@pytest.mark.parametrize("value", [2**63, "a\ud800"])
def test_a_value_that_sqlite_refuses_stops_the_run_in_one_line(tmp_path: Path, value: object) -> None:
    with open_run(tmp_path, {}) as run:
        with pytest.raises(StoppedError, match=FILE_NAME) as excinfo:
            run._insert("INSERT INTO label", {"text": value})
        assert "\n" not in str(excinfo.value)
        run.keep_answer("k", SPEC, "e", REQUEST, Answer(text="kept"))
        run._insert("INSERT INTO migrations", {"name": "twice"})
        with pytest.raises(StoppedError, match="UNIQUE"):
            run._insert("INSERT INTO migrations", {"name": "twice"})
        run._database.execute("DELETE FROM migrations WHERE name = 'twice'")
        run._database.commit()
    with open_run(tmp_path, {}) as run:
        assert run.find_answer("k") is not None


@pytest.mark.parametrize("count", [2**62, -5])
@pytest.mark.parametrize("name", ["prompt_tokens", "completion_tokens", "reasoning_tokens", "cached_tokens"])
def test_a_run_goes_on_that_stored_an_impossible_count_of_tokens(tmp_path: Path, name: str, count: int) -> None:
    """Earlier versions stored such counts, and the run could not be resumed or finished."""
    with open_run(tmp_path, {}) as run:
        for key in "ab":
            run.keep_answer(key, SPEC, "e", REQUEST, Answer(text="kept", prompt_tokens=3))
        answer_json = Answer(text="kept").model_copy(update={name: 2 * count}).model_dump_json()  # exceeds 2^63 as JSON
        run._database.execute("UPDATE calls SET answer = ?", (answer_json,))
        if name in ("prompt_tokens", "completion_tokens"):
            run._database.execute(f"UPDATE calls SET {name} = ?", (count,))
        run._database.commit()
    with open_run(tmp_path, {}) as run:
        (cost,), (served_model,) = run.spent_usages(), run.served_models()
        assert cost.prompt_tokens == (0 if name == "prompt_tokens" else 6)
        assert (cost.completion_tokens, cost.cached_tokens, served_model.reasoning_tokens) == (0, 0, 0)
        assert run.call_means()
        assert all(cost.cached_tokens == 0 for cost in run.costs())
        answer = run.find_answer("a")
        assert answer is not None
        assert getattr(answer, name) == 0


def test_the_file_is_plain_sqlite(tmp_path: Path) -> None:
    """Anybody can read a run with their own tools."""
    with open_run(tmp_path, {"seed": 7}) as run:
        run.keep_answer("k", SPEC, "e", REQUEST, Answer(text="A"))
    with run_database(tmp_path) as database:
        assert database.execute("SELECT value FROM settings WHERE name = 'seed'").fetchone() == ("7",)
        assert database.execute("SELECT purpose, model FROM calls").fetchone() == ("decide", "openai/x")


def test_votes_come_back_in_order_and_only_outdated_ones_are_forgotten(tmp_path: Path) -> None:
    vote = AwarenessVote(
        pair_id="p", explanation="<b>", judge="openai/j", question="mentions", run=1, vote="unparsed", prompt="old"
    )
    with open_run(tmp_path, {}) as run:
        run.keep_vote(vote)
        run.keep_vote(vote.model_copy(update={"run": 0, "vote": "yes", "prompt": "new"}))
        run.keep_vote(vote.model_copy(update={"judge": "openai/other"}))
        votes = [(vote.judge, vote.run) for vote in run.votes()]
        assert votes == [("openai/j", 0), ("openai/j", 1), ("openai/other", 1)]
        run.forget_votes("openai/j", "mentions", "new")
        assert [(vote.judge, vote.run) for vote in run.votes()] == [("openai/j", 0), ("openai/other", 1)]


def test_a_run_file_from_before_the_votes_is_read_and_goes_on(tmp_path: Path) -> None:
    """Reading does not change it; the next session adds the missing table."""
    with open_run(tmp_path, {"seed": 1}):
        pass
    with run_database(tmp_path) as database:
        database.executescript("DROP TABLE awareness_votes; DELETE FROM migrations WHERE name = '002-awareness-votes';")
    with read_run(tmp_path) as run:
        assert run.votes() == []
    with open_run(tmp_path, {"seed": 1}) as run:
        run.keep_vote(AwarenessVote(pair_id="p", explanation="e", judge="j", question="endorses", run=0, vote="no"))
        assert len(run.votes()) == 1


def test_the_first_plan_counts_and_records_what_was_known(tmp_path: Path) -> None:
    """A plan registered after decisions records that; a later plan does not replace it."""
    first, later = (plan_for((Arm.UNBIASED, Arm.BIASED), runs, "both") for runs in (5, 10))
    decision = Decision(item_id="a" * 16, arm=Arm.BIASED, run=0, decision=0)
    with open_run(tmp_path, {}) as run:
        assert run.registered_plan() is None
        run.keep_decision(decision)
        run.register_plan(first)
        run.register_plan(later)
    with open_run(tmp_path, {}) as run:
        registered_plan = run.registered_plan()
    assert registered_plan is not None
    assert registered_plan.plan == first
    assert registered_plan.decisions_before == 1


def test_a_run_file_from_before_the_plans_has_none(tmp_path: Path) -> None:
    with open_run(tmp_path, {"seed": 1}):
        pass
    with run_database(tmp_path) as database:
        database.executescript("DROP TABLE plan; DELETE FROM migrations WHERE name = '003-analysis-plan';")
    with read_run(tmp_path) as run:
        assert run.registered_plan() is None


def test_the_headline_is_the_placebo_adjusted_effect_where_the_arm_is_shown() -> None:
    assert plan_for((Arm.UNBIASED, Arm.BIASED), 5, "both").headline == "net effect"
    assert plan_for((Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO), 5, "both").headline == "placebo-adjusted effect"


def test_the_run_of_another_command_is_named(tmp_path: Path) -> None:
    with open_run(tmp_path, {"kind": "generate"}) as run:
        run.keep_items([a_pair()])
    with pytest.raises(InputError, match="it was made by probe generate"), open_run(tmp_path, {"kind": "evaluate"}):
        pass
