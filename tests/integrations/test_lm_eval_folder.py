"""The task folder for lm-evaluation-harness needs nothing of PROBE, and gives the numbers of ``probe analyze``."""

import ast
import asyncio
import hashlib
import json
import math
import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st

from probe.analysis.effects.effect import effects
from probe.analysis.effects.estimating import ALL_TIERS
from probe.analysis.effects.flips import flips
from probe.analysis.statistics.differences import Effect
from probe.analysis.study import prepare
from probe.analysis.tables import Gap
from probe.answers import UnreadableAnswerError, read_choice
from probe.errors import InputError
from probe.files.dataset import write_dataset
from probe.integrations import lm_eval_scoring
from probe.integrations.lm_eval_folder import lm_eval_folder
from probe.integrations.lm_eval_samples import read_lm_eval_samples
from probe.measuring.imported import import_evaluation
from probe.protocols.dilemmas.reading import dilemma_evaluation
from probe.protocols.triage.protocol import TriageProtocol
from probe.values import Arm, Bias, Dilemma
from tests.integrations.hashed_answers import answer_to
from tests.integrations.lm_eval_files import exported_module, read_yaml, spoil_sample, write_samples
from tests.protocols.templates.material import SOFTWARE
from tests.protocols.templates.material import items as composed
from tests.protocols.triage.made import a_set
from tests.shared import ROOT, CommandLine, json_lines

ARMS = "unbiased,biased,placebo"
Answers = Callable[[str], Any]


def letters_of(text: str) -> list[tuple[float, bool]]:
    """Return log-likelihoods of A and B by the hash of the text; some texts make both impossible."""
    digest = hashlib.sha256(text.encode()).digest()
    if digest[0] < 25:
        return [(-math.inf, False), (math.nan, False)]
    return [(-digest[1] / 50, True), (-digest[2] / 50, False)]


@pytest.fixture(scope="module")
def pairs(seed_pairs: list[Dilemma]) -> tuple[Dilemma, ...]:
    """The seeds, the first two of a series; the grammar's twins are not needed here."""
    series = [
        pair.model_copy(update={"provenance": pair.provenance.model_copy(update={"series": "s"})})
        for pair in seed_pairs[:2]
    ]
    return (*series, *seed_pairs[2:])


@pytest.fixture(scope="module")
def folder(pairs: tuple[Dilemma, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tasks")
    lm_eval_folder(pairs, ARMS, runs=4).write(folder)
    return folder


@pytest.fixture(scope="module")
def utils(folder: Path) -> Any:
    return exported_module(folder)


def measure(folder: Path, utils: Any, task: str, answers: Answers) -> dict[str, Any]:
    """Return the metrics of a task as lm-evaluation-harness computes them: documents, then one call per metric."""
    group = "probe_logits" if task.startswith("probe_logits") else "probe"
    config = read_yaml(folder / f"{task}.yaml")
    scores: dict[str, list[Any]] = defaultdict(list)
    for doc in json_lines(folder / "data" / config["dataset_kwargs"]["file"]):
        score = utils.score_letters if group == "probe_logits" else utils.score_answer
        reply = answers(doc["text"])
        for name, value in score(doc, reply if group == "probe_logits" else [reply]).items():
            scores[name].append(value)
    functions = {metric["metric"]: metric["aggregation"] for metric in config["metric_list"]}
    assert scores.keys() == functions.keys()
    return {name: getattr(utils, functions[name].removeprefix("utils."))(values) for name, values in scores.items()}


def estimate(effect: Effect | Gap) -> float:
    assert isinstance(effect, Effect)
    return effect.estimate


def write_answers(folder: Path, results: Path, answers: Answers, group: str = "probe") -> None:
    """Write the samples of a model whose answers depend on the text alone."""
    write_samples(folder, results, lambda doc: answers(doc["text"]), group)


@pytest.mark.parametrize(("group", "answers"), [("probe", answer_to), ("probe_logits", letters_of)])
def test_the_metrics_are_those_of_probe_analyze(
    pairs: tuple[Dilemma, ...], folder: Path, utils: Any, tmp_path: Path, group: str, answers: Answers
) -> None:
    write_answers(folder, tmp_path / "results" / "me__m", answers, group)
    direct = group == "probe_logits"
    asyncio.run(import_evaluation(read_lm_eval_samples(tmp_path / "results", pairs), pairs, tmp_path / "run"))
    evaluation = dilemma_evaluation(tmp_path / "run")
    assert evaluation.subject == "lm-eval/me__m" + (" [direct]" if direct else "")
    study = prepare([evaluation])
    rows = {row.bias: row for row in effects(study.scores, study.tiers) if row.tier == ALL_TIERS}
    flips_by_bias = {row.bias: row for row in flips(study.scores, study.tiers) if row.tier == ALL_TIERS}
    for bias in Bias:
        row, metrics = rows[bias.value], measure(folder, utils, f"{group}_{bias.slug}", answers)
        scores = study.scores.of(bias=bias.value)
        expected = {  # a report gives no effect of direct answers to so few dilemmas
            "effect": float(np.nanmean(scores.net.effects)) if direct else estimate(row.net),
            "placebo_adjusted_effect": (
                float(np.nanmean(scores.placebo.effects)) if direct else estimate(row.adjusted)
            ),
            "error_unbiased": row.error_on_unbiased,
            "error_biased": row.harmful,
            "error_placebo": row.error_on_placebo,
            "unparsed": float(np.mean(1 - scores.net.runs / scores.net.asked)),  # in the arms of `effect`
        } | ({} if direct else {"flip": estimate(flips_by_bias[bias.value].flips)})
        assert {name: metrics[name] for name in expected} == pytest.approx(expected, abs=1e-12)
        bounds = [float(np.nanmean(end)) for end in study.scores.of(bias=bias.value).net.extremes]
        assert (metrics["effect_least"], metrics["effect_most"]) == pytest.approx(bounds, abs=1e-12)
    assert np.any(study.scores.net.runs < study.scores.net.asked)


def test_the_standard_error_is_clustered_by_series(pairs: tuple[Dilemma, ...], utils: Any) -> None:
    generator = np.random.default_rng(1)
    items = [
        {"pair": f"p{pair}", "cluster": f"c{pair % 7}", "arm": arm, "run": run, "wrong": wrong, "right": 1 - wrong}
        for pair in range(30)
        for run in range(3)
        for arm in ("unbiased", "biased")
        for wrong in [int(generator.random() < 0.4)]
    ]
    values = [contrast.effect for contrast in utils._contrasts(items)]
    fit = sm.OLS(values, np.ones(30)).fit(cov_type="cluster", cov_kwds={"groups": [pair % 7 for pair in range(30)]})
    assert utils.effect(items) == pytest.approx(float(fit.params[0]))
    assert utils.effect_stderr(items) == pytest.approx(float(fit.bse[0]))
    assert utils.effect_stderr([item for item in items if item["cluster"] == "c3"]) == "N/A"


answer_parts = st.sampled_from(
    [
        "Decision:",
        "**Decision**:",
        "Option A",
        "option b",
        "\n",
        "\r\n",
        "not",
        "Explanation: x",
        "B",
        " ",
        "> ",
        "‘",
        "\x85",
    ]
)


@settings(max_examples=40)
@given(st.lists(answer_parts | st.text(max_size=3), max_size=12).map("".join))
def test_answers_are_read_as_probe_evaluate_reads_them(utils: Any, answer: str) -> None:
    try:
        expected = {read_choice(answer).letter}
    except UnreadableAnswerError:
        expected = set()
    letters = utils.decided_letters(answer)
    assert (letters if len(letters) == 1 else set()) == expected


def test_the_folder_needs_nothing_of_probe(folder: Path) -> None:
    tree = ast.parse((folder / "utils.py").read_text())
    imported_names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported_names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported_names == {"collections", "collections.abc", "datasets", "json", "math", "pathlib", "re", "typing"}


def test_each_question_is_shown_in_both_orders(pairs: tuple[Dilemma, ...], folder: Path) -> None:
    rows = json_lines(folder / f"data/{Bias.ANCHORING.slug}.jsonl")
    assert len(rows) == 2 * 4 * 3
    by_run = {(row["pair"], row["arm"], row["run"]): row for row in rows}
    for (pair, arm, run), row in by_run.items():
        other_conversation = by_run[pair, arm, run ^ 1]
        assert row["exchanged"] == (run % 2 == 1)
        assert {row["right"], other_conversation["right"]} == {"A", "B"}
        assert row["text"] != other_conversation["text"]


def test_hostile_content_stays_data(pairs: tuple[Dilemma, ...], tmp_path: Path) -> None:
    hostile_text = "A }} {{ 7*7 }} {% x %}\u2028\u0085!function os.system: [\"'`#\n- &a *b"
    names = ("logits anchoring bias", "bias x", "no", "x" * 300)
    hostile = [
        changed_pair(pairs[0], bias=Bias(name), unbiased=f"{hostile_text}\n{pairs[0].unbiased}") for name in names
    ]
    files = lm_eval_folder(hostile)
    assert all(len(Path(path).name) < 120 for path in files.paths)
    files.write(tmp_path)
    assert {str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.is_file()} == set(files.paths)
    tasks = [read_yaml(file) for file in tmp_path.glob("*.yaml")]
    member_names = [name for task in tasks if "group" in task for name in task["task"]]
    task_names = [task["task"] for task in tasks if "group" not in task]
    assert sorted(member_names) == sorted(task_names)
    assert len(set(task_names)) == 2 * len(names)
    assert {task["task_alias"] for task in tasks if "group" not in task} == set(names)
    lines = (tmp_path / "data/no.jsonl").read_bytes().decode().splitlines()
    assert json.loads(lines[0])["text"].startswith(hostile_text)


def changed_pair(pair: Dilemma, **changes: object) -> Dilemma:
    return Dilemma.model_validate(pair.model_dump() | {"id": ""} | changes)


@pytest.mark.parametrize("arms", ["unbiased", "unbiased,placebo", "unbiased,biased,nonsense", "unbiased,biased,twin"])
def test_arms_that_cannot_be_compared_are_refused(pairs: tuple[Dilemma, ...], arms: str) -> None:
    with pytest.raises(InputError):
        lm_eval_folder(pairs, arms)


class TestSamples:
    """Reading --log_samples."""

    @pytest.fixture
    def results(self, folder: Path, tmp_path: Path) -> Path:
        write_answers(folder, tmp_path / "results", answer_to)
        return tmp_path / "results"

    @pytest.mark.parametrize(
        ("changes", "problem"),
        [
            ({"pair": "0" * 16}, "no such question"),
            ({"text": "something else"}, "no such question"),
            ({"run": 3}, "no such question"),
            ({"run": 4}, "no such question"),
            ({"run": -1}, "doc.run"),
            ({"runs": 10**9}, "doc.runs"),
            ({"arm": "evil\x1b[31m"}, "not an arm"),
            ({"resps": []}, "resps"),
            ({"resps": [[{"a": 1}]]}, "not a generated answer"),
        ],
    )
    def test_a_line_that_answers_no_question_is_named(
        self, pairs: tuple[Dilemma, ...], results: Path, changes: dict[str, object], problem: str
    ) -> None:
        spoil_sample(next(results.glob("*anchoring*")), **changes)
        with pytest.raises(InputError, match=problem) as excinfo:
            read_lm_eval_samples(results, pairs)
        assert "anchoring_bias" in str(excinfo.value)
        assert "\x1b" not in str(excinfo.value)

    @pytest.mark.parametrize("content", ["{", "[" * 100_000, '{"doc": 1}', "7", "\x00"])
    def test_a_line_that_is_no_sample_is_named(self, pairs: tuple[Dilemma, ...], results: Path, content: str) -> None:
        next(results.glob("*anchoring*")).write_text(content)
        with pytest.raises(InputError, match="line 1"):
            read_lm_eval_samples(results, pairs)

    def test_two_runs_or_models_are_not_mixed(self, pairs: tuple[Dilemma, ...], results: Path, folder: Path) -> None:
        result_file = next(results.glob("*anchoring*"))
        (results / result_file.name.replace("2026", "2027")).write_bytes(result_file.read_bytes())
        with pytest.raises(InputError, match="again"):
            read_lm_eval_samples(results, pairs)
        write_answers(folder, results / "other", answer_to)
        with pytest.raises(InputError, match="several models"):
            read_lm_eval_samples(results, pairs)

    def test_the_group_is_chosen_where_there_are_both(
        self, pairs: tuple[Dilemma, ...], results: Path, folder: Path
    ) -> None:
        with pytest.raises(InputError, match="probe_logits"):
            read_lm_eval_samples(results, pairs, direct=True)
        write_answers(folder, results, letters_of, "probe_logits")
        assert not read_lm_eval_samples(results, pairs).direct
        assert read_lm_eval_samples(results, pairs, direct=True).direct

    def test_what_a_limit_left_out_is_unanswered(
        self, pairs: tuple[Dilemma, ...], results: Path, tmp_path: Path
    ) -> None:
        for file in results.glob("*.jsonl"):
            file.write_text("\n".join(file.read_text().splitlines()[:5]))
        manifest = asyncio.run(import_evaluation(read_lm_eval_samples(results, pairs), pairs, tmp_path / "run"))
        assert manifest.complete is False
        evaluation = dilemma_evaluation(tmp_path / "run")
        assert (len(evaluation.decisions), evaluation.unanswered) == (8 * 5, 16 * 3 * 4 - 8 * 5)

    def test_items_that_are_not_exported_as_tasks_are_refused(
        self, results: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A protocol without a prompt for direct answers can neither export nor import tasks."""
        monkeypatch.setattr(TriageProtocol, "direct_prompts", ())
        sets = [a_set("s")]
        with pytest.raises(InputError, match="protocol triage") as reading:
            read_lm_eval_samples(results, sets)
        with pytest.raises(InputError, match="protocol triage") as writing:
            lm_eval_folder(sets)
        assert str(reading.value) == str(writing.value)
        assert "\n" not in str(writing.value)

    def test_explained_answers_are_not_read_as_labels(self, results: Path) -> None:
        with pytest.raises(InputError, match="run lm_eval with --tasks probe_logits"):
            read_lm_eval_samples(results, composed(SOFTWARE, "framing effect"))

    def test_an_empty_folder_is_refused(self, pairs: tuple[Dilemma, ...], tmp_path: Path) -> None:
        with pytest.raises(InputError, match="log_samples"):
            read_lm_eval_samples(tmp_path, pairs)
        with pytest.raises(InputError, match="not a folder"):
            read_lm_eval_samples(tmp_path / "none", pairs)


PAGE = (ROOT / "docs" / "integrations.md").read_text(encoding="utf-8")


def test_the_commands_of_the_page_work(
    pairs: tuple[Dilemma, ...], tmp_path: Path, probe: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_dataset(tmp_path / "run" / "dataset.jsonl", pairs)
    export, first_import, second_import = re.findall(r"^\$ probe (data (?:export|import lm-eval) .*)$", PAGE, re.M)
    probe(*export.split())
    probe(*export.split(), expect=2)
    probe(*export.split(), "--force")
    for group, answers in (("probe", answer_to), ("probe_logits", letters_of)):
        write_answers(tmp_path / "tasks", tmp_path / "results" / "m", answers, group)
    probe(*first_import.split())
    probe(*second_import.split())
    imported_evaluations = [dilemma_evaluation(tmp_path / name) for name in ("explained", "weighed")]
    assert [(len(run.decisions), run.runs, run.direct) for run in imported_evaluations] == [
        (64, 2, False),
        (64, 2, True),
    ]


def test_the_page_names_every_metric() -> None:
    arms = ["unbiased", "biased", "placebo"]
    documented_names = {
        name for names in re.findall(r"^\| (`.*?`) \|", PAGE, re.M) for name in re.findall(r"`(\w+)`", names)
    }
    for direct in (False, True):
        metric_names = {name for name in lm_eval_scoring.metrics(arms, direct=direct) if not name.endswith("_stderr")}
        assert metric_names <= documented_names


@pytest.mark.parametrize(
    "arguments",
    [
        ("import", "lm-eval", "results", "--out", "x"),
        ("import", "lm-eval", "results", "--dataset", "run", "--out", "x", "--force"),
        ("import", "lm-eval", "results", "--dataset", "run", "--out", "x", "--subject", "a\nb"),
        ("import", "lm-eval", "none", "--dataset", "run", "--out", "x"),
        ("import", "inspect", "none", "--dataset", "run", "--out", "x", "--logprobs"),
        ("import", "hf", "none", "--dataset", "run", "--out", "x"),
        ("import", "hf", "none", "--subject", "s", "--out", "x"),
        ("export", "run", "--format", "csv", "--out", "x", "--runs", "2"),
        ("export", "run", "--format", "lm-eval", "--out", "x", "--runs", "0"),
        ("export", "run", "--format", "lm-eval", "--out", "x", "--arms", "unbiased"),
        ("export", "run", "--format", "lm-eval", "--out", "run/dataset.jsonl"),
        ("export", "run", "--format", "lm-eval"),
    ],
)
def test_a_command_that_cannot_be_meant_is_refused(
    pairs: tuple[Dilemma, ...],
    tmp_path: Path,
    probe: CommandLine,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
) -> None:
    monkeypatch.chdir(tmp_path)
    write_dataset(tmp_path / "run" / "dataset.jsonl", pairs[:1])
    result = probe(*arguments, expect=2)
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "x").exists()


def test_every_metric_of_a_task_has_its_function() -> None:
    """The task files name these functions; the harness fails where the folder lacks one."""
    arms = [arm.value for arm in Arm.packaged]
    names = {name for direct in (False, True) for name in lm_eval_scoring.metrics(arms, direct=direct)}
    assert [name for name in sorted(names) if not callable(getattr(lm_eval_scoring, name, None))] == []
