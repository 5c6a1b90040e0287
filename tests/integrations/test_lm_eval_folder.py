"""The task folder for lm-evaluation-harness needs nothing of PROBE, and gives the numbers of ``probe analyze``."""

import ast
import asyncio
import hashlib
import importlib.util
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
import yaml
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
from probe.values import Arm, Bias, Corpus, Dilemma
from tests.protocols.templates.material import SOFTWARE
from tests.protocols.templates.material import items as composed
from tests.protocols.triage.made import a_set
from tests.shared import CommandLine

ARMS = "unbiased,biased,placebo"
Answers = Callable[[str], Any]


def answer_to(text: str) -> str:
    """Answer by the hash of the text: A, B, or something unreadable."""
    drawn = hashlib.sha256(text.encode()).digest()[0]
    return "Hard to say." if drawn < 25 else f"Explanation: so.\nDecision: Option {'A' if drawn < 140 else 'B'}"


def letters_of(text: str) -> list[tuple[float, bool]]:
    """Return log-likelihoods of A and B by the hash of the text; some texts make both impossible."""
    drawn = hashlib.sha256(text.encode()).digest()
    if drawn[0] < 25:
        return [(-math.inf, False), (math.nan, False)]
    return [(-drawn[1] / 50, True), (-drawn[2] / 50, False)]


@pytest.fixture(scope="module")
def pairs(corpus: Corpus) -> tuple[Dilemma, ...]:
    """The seeds, the first two of a series; the grammar's twins are not needed here."""
    found = [seed.to_pair() for seed in corpus.seeds]
    for place in (0, 1):
        origin = found[place].provenance.model_copy(update={"series": "s"})
        found[place] = found[place].model_copy(update={"provenance": origin})
    return tuple(found)


@pytest.fixture(scope="module")
def folder(pairs: tuple[Dilemma, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("tasks")
    lm_eval_folder(pairs, ARMS, runs=4).write(made)
    return made


@pytest.fixture(scope="module")
def utils(folder: Path) -> Any:
    """The exported module, loaded from its file as lm-evaluation-harness does."""
    spec = importlib.util.spec_from_file_location("exported_utils", folder / "utils.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rows_of(folder: Path, bias: Bias) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / f"data/{bias.slug}.jsonl").read_text().splitlines()]


def measured(folder: Path, utils: Any, task: str, answers: Answers) -> dict[str, Any]:
    """Return the metrics of a task as lm-evaluation-harness computes them: documents, then one call per metric."""
    group = "probe_logits" if task.startswith("probe_logits") else "probe"
    config = read_yaml(folder / f"{task}.yaml")
    found: dict[str, list[Any]] = defaultdict(list)
    for line in (folder / "data" / config["dataset_kwargs"]["file"]).read_text().splitlines():
        doc = json.loads(line)
        score = utils.score_letters if group == "probe_logits" else utils.score_answer
        given = answers(doc["text"])
        for name, value in score(doc, given if group == "probe_logits" else [given]).items():
            found[name].append(value)
    functions = {one["metric"]: one["aggregation"] for one in config["metric_list"]}
    assert found.keys() == functions.keys()
    return {name: getattr(utils, functions[name].removeprefix("utils."))(values) for name, values in found.items()}


def estimate(effect: Effect | Gap) -> float:
    assert isinstance(effect, Effect)
    return effect.estimate


class _Loader(yaml.SafeLoader):  # type: ignore[misc]
    pass


_Loader.add_constructor("!function", lambda loader, node: loader.construct_scalar(node))


def read_yaml(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.load(file.read_text(), Loader=_Loader)  # safe, with one tag more
    return found


def write_samples(folder: Path, results: Path, answers: Answers, group: str = "probe") -> None:
    """Write the files of --log_samples, in the form in which version 0.4.13 writes them."""
    results.mkdir(parents=True, exist_ok=True)
    for file in sorted((folder / "data").glob("*.jsonl")):
        lines = []
        for number, line in enumerate(file.read_text().splitlines()):
            doc = json.loads(line)
            found = answers(doc["text"])
            resps = [[[str(a), str(b)]] for a, b in found] if group == "probe_logits" else [[found]]
            lines.append(json.dumps({"doc_id": number, "doc": doc, "resps": resps, "filter": "none"}))
        (results / f"samples_{group}_{file.stem}_2026-01-01T00-00-00.jsonl").write_text("\n".join(lines) + "\n")


@pytest.mark.parametrize(("group", "answers"), [("probe", answer_to), ("probe_logits", letters_of)])
def test_the_metrics_are_those_of_probe_analyze(
    pairs: tuple[Dilemma, ...], folder: Path, utils: Any, tmp_path: Path, group: str, answers: Answers
) -> None:
    write_samples(folder, tmp_path / "results" / "me__m", answers, group)
    direct = group == "probe_logits"
    asyncio.run(import_evaluation(read_lm_eval_samples(tmp_path / "results", pairs), pairs, tmp_path / "run"))
    evaluation = dilemma_evaluation(tmp_path / "run")
    assert evaluation.subject == "lm-eval/me__m" + (" [direct]" if direct else "")
    study = prepare([evaluation])
    rows = {row.bias: row for row in effects(study.scores, study.tiers) if row.tier == ALL_TIERS}
    flipped = {row.bias: row for row in flips(study.scores, study.tiers) if row.tier == ALL_TIERS}
    for bias in Bias:
        row, found = rows[bias.value], measured(folder, utils, f"{group}_{bias.slug}", answers)
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
        } | ({} if direct else {"flip": estimate(flipped[bias.value].flips)})
        assert {name: found[name] for name in expected} == pytest.approx(expected, abs=1e-12)
        bounds = [float(np.nanmean(end)) for end in study.scores.of(bias=bias.value).net.extremes]
        assert (found["effect_least"], found["effect_most"]) == pytest.approx(bounds, abs=1e-12)
    assert np.any(study.scores.net.runs < study.scores.net.asked)


def test_the_standard_error_is_clustered_by_series(pairs: tuple[Dilemma, ...], utils: Any) -> None:
    drawn = np.random.default_rng(1)
    items = [
        {"pair": f"p{pair}", "cluster": f"c{pair % 7}", "arm": arm, "run": run, "wrong": wrong, "right": 1 - wrong}
        for pair in range(30)
        for run in range(3)
        for arm in ("unbiased", "biased")
        for wrong in [int(drawn.random() < 0.4)]
    ]
    values = [one.effect for one in utils._contrasts(items)]
    fit = sm.OLS(values, np.ones(30)).fit(cov_type="cluster", cov_kwds={"groups": [place % 7 for place in range(30)]})
    assert utils.effect(items) == pytest.approx(float(fit.params[0]))
    assert utils.effect_stderr(items) == pytest.approx(float(fit.bse[0]))
    assert utils.effect_stderr([one for one in items if one["cluster"] == "c3"]) == "N/A"


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
    found = utils.decided_letters(answer)
    assert (found if len(found) == 1 else set()) == expected


def test_the_folder_needs_nothing_of_probe(folder: Path) -> None:
    tree = ast.parse((folder / "utils.py").read_text())
    imported = {one.name for node in ast.walk(tree) if isinstance(node, ast.Import) for one in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported == {"collections", "collections.abc", "datasets", "json", "math", "pathlib", "re", "typing"}


def test_each_question_is_shown_in_both_orders(pairs: tuple[Dilemma, ...], folder: Path) -> None:
    rows = rows_of(folder, Bias.ANCHORING)
    assert len(rows) == 2 * 4 * 3
    by_run = {(row["pair"], row["arm"], row["run"]): row for row in rows}
    for (pair, arm, run), row in by_run.items():
        other = by_run[pair, arm, run ^ 1]
        assert row["exchanged"] == (run % 2 == 1)
        assert {row["right"], other["right"]} == {"A", "B"}
        assert row["text"] != other["text"]


def test_hostile_content_stays_data(pairs: tuple[Dilemma, ...], tmp_path: Path) -> None:
    odd = "A }} {{ 7*7 }} {% x %}\u2028\u0085!function os.system: [\"'`#\n- &a *b"
    names = ("logits anchoring bias", "bias x", "no", "x" * 300)
    made = [remade(pairs[0], bias=Bias(name), unbiased=f"{odd}\n{pairs[0].unbiased}") for name in names]
    files = lm_eval_folder(made)
    assert all(len(Path(path).name) < 120 for path in files.paths)
    files.write(tmp_path)
    assert {str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.is_file()} == set(files.paths)
    tasks = [read_yaml(file) for file in tmp_path.glob("*.yaml")]
    listed = [name for one in tasks if "group" in one for name in one["task"]]
    named = [one["task"] for one in tasks if "group" not in one]
    assert sorted(listed) == sorted(named)
    assert len(set(named)) == 2 * len(names)
    assert {one["task_alias"] for one in tasks if "group" not in one} == set(names)
    lines = (tmp_path / "data/no.jsonl").read_bytes().decode().splitlines()
    assert json.loads(lines[0])["text"].startswith(odd)


def remade(pair: Dilemma, **changes: object) -> Dilemma:
    return Dilemma.model_validate(pair.model_dump() | {"id": ""} | changes)


@pytest.mark.parametrize("arms", ["unbiased", "unbiased,placebo", "unbiased,biased,nonsense", "unbiased,biased,twin"])
def test_arms_that_cannot_be_compared_are_refused(pairs: tuple[Dilemma, ...], arms: str) -> None:
    with pytest.raises(InputError):
        lm_eval_folder(pairs, arms)


class TestSamples:
    """Reading --log_samples."""

    @pytest.fixture
    def results(self, folder: Path, tmp_path: Path) -> Path:
        write_samples(folder, tmp_path / "results", answer_to)
        return tmp_path / "results"

    def spoil(self, results: Path, **changes: object) -> None:
        file = next(results.glob("*anchoring*"))
        first, *rest = file.read_text().splitlines()
        sample = json.loads(first)
        sample["doc"] |= {name: value for name, value in changes.items() if name != "resps"}
        sample["resps"] = changes.get("resps", sample["resps"])
        file.write_text("\n".join([json.dumps(sample), *rest]))

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
        self.spoil(results, **changes)
        with pytest.raises(InputError, match=problem) as caught:
            read_lm_eval_samples(results, pairs)
        assert "anchoring_bias" in str(caught.value)
        assert "\x1b" not in str(caught.value)

    @pytest.mark.parametrize("content", ["{", "[" * 100_000, '{"doc": 1}', "7", "\x00"])
    def test_a_line_that_is_no_sample_is_named(self, pairs: tuple[Dilemma, ...], results: Path, content: str) -> None:
        next(results.glob("*anchoring*")).write_text(content)
        with pytest.raises(InputError, match="line 1"):
            read_lm_eval_samples(results, pairs)

    def test_two_runs_or_models_are_not_mixed(self, pairs: tuple[Dilemma, ...], results: Path, folder: Path) -> None:
        again = next(results.glob("*anchoring*"))
        (results / again.name.replace("2026", "2027")).write_bytes(again.read_bytes())
        with pytest.raises(InputError, match="again"):
            read_lm_eval_samples(results, pairs)
        write_samples(folder, results / "other", answer_to)
        with pytest.raises(InputError, match="several models"):
            read_lm_eval_samples(results, pairs)

    def test_the_group_is_chosen_where_there_are_both(
        self, pairs: tuple[Dilemma, ...], results: Path, folder: Path
    ) -> None:
        with pytest.raises(InputError, match="probe_logits"):
            read_lm_eval_samples(results, pairs, direct=True)
        write_samples(folder, results, letters_of, "probe_logits")
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
        """A protocol without a prompt for direct answers has no tasks, in or out."""
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


PAGE = (Path(__file__).parents[2] / "docs" / "integrations.md").read_text(encoding="utf-8")


def test_the_commands_of_the_page_work(
    pairs: tuple[Dilemma, ...], tmp_path: Path, probe: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_dataset(tmp_path / "run" / "dataset.jsonl", pairs)
    export, explained, weighed = re.findall(r"^\$ probe (data (?:export|import lm-eval) .*)$", PAGE, re.M)
    probe(*export.split())
    probe(*export.split(), expect=2)
    probe(*export.split(), "--force")
    for group, answers in (("probe", answer_to), ("probe_logits", letters_of)):
        write_samples(tmp_path / "tasks", tmp_path / "results" / "m", answers, group)
    probe(*explained.split())
    probe(*weighed.split())
    found = [dilemma_evaluation(tmp_path / name) for name in ("explained", "weighed")]
    assert [(len(one.decisions), one.runs, one.direct) for one in found] == [(64, 2, False), (64, 2, True)]


def test_the_page_names_every_metric() -> None:
    arms = ["unbiased", "biased", "placebo"]
    named = {name for names in re.findall(r"^\| (`.*?`) \|", PAGE, re.M) for name in re.findall(r"`(\w+)`", names)}
    for direct in (False, True):
        shown = {name for name in lm_eval_scoring.metrics(arms, direct=direct) if not name.endswith("_stderr")}
        assert shown <= named


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
    done = probe(*arguments, expect=2)
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "x").exists()


def test_every_metric_of_a_task_has_its_function() -> None:
    """The task files name these functions; the harness fails where the folder lacks one."""
    arms = [arm.value for arm in Arm.packaged]
    names = {name for direct in (False, True) for name in lm_eval_scoring.metrics(arms, direct=direct)}
    assert [name for name in sorted(names) if not callable(getattr(lm_eval_scoring, name, None))] == []
