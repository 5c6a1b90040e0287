"""The report: self-contained, valid, explicit about gaps, and safe with hostile text."""

import csv
import html.parser
import io
import json
import random
import re
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import html5lib
import pytest

from probe.analysis.effects.effect import effects
from probe.analysis.effects.estimating import distinguishable
from probe.analysis.figures.style import Drawn, draw
from probe.analysis.report.findings import Findings
from probe.analysis.report.formats import latex_text, to_csv, to_json, to_latex
from probe.analysis.report.page import page
from probe.analysis.study import prepare
from probe.analysis.tables import ColumnSpec, format_cell, make_table, points
from probe.errors import InputError
from probe.measuring.analyze import write_report
from probe.values import Arm, Awareness, Bias, Complexity, Decision, Dilemma, Evaluation, Provenance, RejectionCount
from tests.analysis.made_datasets import errs_where, evaluate, flips_at, pair, pairs, shown, with_controls
from tests.analysis.reports import report_on

HOSTILE = '<script>alert("x")</script>\x1b[2J\u202e\ud800$\\frac{1}{0}$ {{7*7}} & "quoted" \x00'


def explained(evaluation: Evaluation, text: str) -> Evaluation:
    def say(decision: Decision) -> Decision:
        return decision.model_copy(update={"explanation": text})

    return evaluation.model_copy(update={"decisions": tuple(say(decision) for decision in evaluation.decisions)})


@pytest.fixture(scope="module")
def hostile() -> Findings:
    """Two subjects, one with a hostile name, both with hostile explanations; all chapters but awareness."""
    dilemmas = [with_controls(pair(bias, number)) for bias in (Bias.FRAMING, Bias.ANCHORING) for number in range(24)]
    arms = (Arm.UNBIASED, Arm.BIASED, Arm.PLACEBO, Arm.COUNTER)
    names = ("x/" + HOSTILE, "y/plain")
    evaluations = [
        explained(evaluate(dilemmas, flips_at(0.3, seed), subject=name, arms=arms), HOSTILE)
        for seed, name in enumerate(names)
    ]
    return report_on(prepare(evaluations))


@pytest.fixture(scope="module")
def written(hostile: Findings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    write_report(hostile, folder)
    return folder


class Tags(html.parser.HTMLParser):
    """Collects tags, ids and addresses of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]


def test_the_page_is_valid_html_and_has_no_second_id(written: Path) -> None:
    text = (written / "report.html").read_text(encoding="utf-8")
    html5lib.HTMLParser(strict=True).parse(text)
    ids = [value for name, value in Tags(text).attributes if name == "id"]
    assert len(ids) == len(set(ids)) > 20


def test_hostile_text_stays_text(written: Path) -> None:
    text = (written / "report.html").read_text(encoding="utf-8")
    tags = Tags(text)
    assert "script" not in tags.tags
    assert not [name for name, _ in tags.attributes if name.startswith("on")]
    assert "&lt;script&gt;" in text
    assert "{{7*7}}" in text
    assert "\x1b" not in text


def test_the_page_needs_nothing_from_outside(written: Path) -> None:
    tags = Tags((written / "report.html").read_text(encoding="utf-8"))
    assert not {"script", "link", "img", "iframe", "object"} & set(tags.tags)
    addresses = [value for name, value in tags.attributes if name in ("href", "src", "xlink:href", "data")]
    assert addresses
    files = [address for address in addresses if not address.startswith("#")]
    assert files, "figures and tables can be saved"
    assert all((written / address).is_file() for address in files)


def test_every_figure_is_described_and_its_references_resolve(written: Path) -> None:
    text = (written / "report.html").read_text(encoding="utf-8")
    figures = re.findall(r"<svg\b.*?</svg>", text, flags=re.DOTALL)
    assert len(figures) >= 10
    for figure in figures:
        title, description = re.search(r"<title[^>]*>(.+?)</title><desc[^>]*>(.+?)</desc>", figure, re.DOTALL).groups()  # type: ignore[union-attr]
        assert len(title) > 5
        assert len(description) > 40
        wanted = set(re.findall(r"url\(#([^)]+)\)", figure)) | set(re.findall(r'href="#([^"]+)"', figure))
        assert wanted <= set(re.findall(r'id="([^"]+)"', figure))
    for reference in re.findall(r'<a href="#([^"]+)"', text):
        assert f'id="{reference}"' in text


def test_figures_keep_their_text_as_text(written: Path) -> None:
    for file in (written / "figures").glob("*.svg"):
        content = file.read_text(encoding="utf-8")
        root = ElementTree.fromstring(content)
        texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
        assert len(texts) > 3, file.name
        assert "<script" not in content
    for file in (written / "figures").glob("*.pdf"):
        printed = file.read_bytes()
        assert printed.startswith(b"%PDF")
        assert b"/Type3" not in printed, "Type 3 fonts are outlines; Type 42 is text"


def test_no_file_contains_nan(written: Path) -> None:
    document = json.loads((written / "report.json").read_text(), parse_constant=lambda name: pytest.fail(name))
    assert document["answer"]
    for file in (written / "tables").glob("*.csv"):
        rows = list(csv.reader(io.StringIO(file.read_text(encoding="utf-8"))))
        assert len({len(row) for row in rows}) == 1, file.name
        assert not {"nan", "inf", "-inf", "None"} & {cell for row in rows for cell in row}, file.name
    texts = [re.sub(r"<[^>]+>", " ", (written / "report.html").read_text(encoding="utf-8"))]
    assert not re.search(r"\bnan\b", texts[0])


def test_the_report_begins_with_the_answer_and_ends_with_its_limits(hostile: Findings, written: Path) -> None:
    text = (written / "report.html").read_text(encoding="utf-8")
    order = [
        text.index(word)
        for word in ("<h1>", "Settings and exclusions", "Not in this report", "What the figures cannot show</h2>")
    ]
    assert order == sorted(order)
    assert [line for line in hostile.absent if line.startswith("Bias awareness")]


def test_the_same_findings_give_the_same_bytes(hostile: Findings) -> None:
    picture = hostile.pictures[0]
    first, again = draw(picture), draw(picture)
    assert (first.svg, first.pdf) == (again.svg, again.pdf)
    drawings = [Drawn(one, first.svg, first.figure) for one in hostile.pictures]
    assert page(hostile, drawings) == page(hostile, drawings)


def test_tables_are_safe_in_spreadsheets_latex_and_terminals() -> None:
    columns = [ColumnSpec("a", "a_b"), ColumnSpec("b", "b", "share")]
    rows = [SimpleNamespace(a="=1+1", b=0.5), SimpleNamespace(a=HOSTILE, b=None)]
    table = make_table("t", "50 % & more", columns, rows)
    cells = list(csv.reader(io.StringIO(to_csv(table))))
    assert cells[1] == ["'=1+1", "0.5", ""]
    assert cells[2][1:] == ["", "b: not measured"]
    assert latex_text(r"50%_$\input{x}") == r"50\%\_\$\textbackslash{}input\{x\}"
    assert r"\toprule" in to_latex(table)
    assert to_json(table)["rows"][1]["b"] == {"gap": "not measured"}
    drawn = table.brief().text()
    assert "\x1b" not in drawn
    assert "\u202e" not in drawn
    commented = to_latex(make_table("t", "a title\n\\input{x}", [ColumnSpec("a", "a")], []))
    assert not any(line.startswith("\\input") for line in commented.splitlines())


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(
    "evaluation",
    [
        pytest.param(evaluate(pairs([Bias.FRAMING], 25), flips_at(0.2)), id="one bias only"),
        pytest.param(evaluate(pairs([Bias.FRAMING], 1), flips_at(0.2), runs=1), id="one dilemma, one run"),
        pytest.param(evaluate(pairs(list(Bias), 3), lambda *_: "unparsed"), id="never parses"),
        pytest.param(evaluate(pairs(list(Bias), 3), flips_at(0.0)), id="never flips"),
        pytest.param(evaluate(pairs(list(Bias), 3), flips_at(1.0), order="as-written"), id="always flips"),
        pytest.param(
            evaluate(pairs(list(Bias), 3, complexity=Complexity(inferences=4)), flips_at(0.5)), id="proofs not measured"
        ),
        pytest.param(evaluate([pair(Bias.FRAMING, number) for number in (0, 9, 18)], flips_at(0.5)), id="one tier"),
    ],
)
def test_poor_input_gives_a_whole_report_with_marked_gaps(evaluation: Evaluation, tmp_path: Path) -> None:
    write_report(report_on(prepare([evaluation])), tmp_path)
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    html5lib.HTMLParser(strict=True).parse(text)
    assert not re.search(r"\bnan\b", re.sub(r"<[^>]+>", " ", text))
    assert 'class="gap"' in text


@pytest.mark.usefixtures("undrawn")
def test_a_folder_that_cannot_be_written_is_a_one_line_error(hostile: Findings, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        write_report(hostile, tmp_path / "file")


@pytest.mark.usefixtures("undrawn")
def test_a_report_leaves_no_files_of_an_earlier_one_and_touches_no_others(hostile: Findings, tmp_path: Path) -> None:
    """The poorer one has fewer figures and tables; a stranger's file stays, and so does what the JSON names outside."""
    poorer = report_on(prepare([evaluate(pairs([Bias.FRAMING], 1), flips_at(0.2), runs=1)]))
    write_report(poorer, tmp_path / "alone")
    folder = tmp_path / "twice"
    write_report(hostile, folder)
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    report["chapters"][0]["tables"].append({"key": "../../outside"})
    (folder / "report.json").write_text(json.dumps(report), encoding="utf-8")
    strangers = {tmp_path / "outside.csv", folder / "tables" / "mine.csv", folder / "figures" / "mine.svg"}
    for stranger in strangers:
        stranger.write_text("")
    with pytest.raises(InputError, match="which this one lacks: choose another --out, or add --force"):
        write_report(poorer, folder)
    write_report(poorer, folder, force=True)
    found = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file() and path not in strangers}
    assert found == {path.relative_to(tmp_path / "alone") for path in (tmp_path / "alone").rglob("*") if path.is_file()}
    assert all(stranger.exists() for stranger in strangers)


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("about", [None, "x/subject", {"x/subject": 1}])
def test_a_report_that_does_not_list_its_subjects_is_replaced_by_force_only(about: object, tmp_path: Path) -> None:
    """Reports of earlier versions do not: whether this one covers theirs is not known."""
    findings = report_on(prepare([evaluate(pairs([Bias.FRAMING], 1), flips_at(0.2), runs=1)]))
    write_report(findings, tmp_path)
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    without = {key: value for key, value in report.items() if key != "about"} | ({"about": about} if about else {})
    (tmp_path / "report.json").write_text(json.dumps(without), encoding="utf-8")
    with pytest.raises(InputError, match="--force"):
        write_report(findings, tmp_path)
    write_report(findings, tmp_path, force=True)
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8")) == report


@pytest.mark.usefixtures("undrawn")
def test_a_users_own_bias_and_arm_are_in_every_table_that_lists_them() -> None:
    """Biases and arms are open sets: none of the analyses may look at the packaged ones only."""
    own, arm = Bias("sunk cost fallacy"), Arm("twin_biased")
    dilemmas = pairs([own, Bias.FRAMING], 24)
    evaluation = evaluate(dilemmas, flips_at(0.3), arms=(Arm.UNBIASED, Arm.BIASED, arm))
    vote = {"judge": "x/judge", "endorses": ("yes",), "mentions": ("yes",)}
    judged = tuple(Awareness.model_validate({"pair_id": one.id, "explanation": "Because.", **vote}) for one in dilemmas)
    rejected = tuple(RejectionCount(author="x/a", bias=bias, stage="logic", count=2) for bias in (own, Bias.FRAMING))
    study = prepare([evaluation.model_copy(update={"awareness": judged})])
    findings = report_on(study, rejected=rejected)
    listed = {table.key: table.column("bias") for table in findings.tables if "bias" in table.rows[0]}
    by_bias = {key: biases for key, biases in listed.items() if Bias.FRAMING.value in biases}
    assert len(by_bias) >= 10
    for biases in by_bias.values():
        assert biases.index(own.value) > biases.index(Bias.FRAMING.value)
    (arms,) = (table.column("arm") for table in findings.tables if table.key == "position")
    assert arms == ["unbiased", "biased", "twin_biased"]
    for picture in findings.pictures:
        assert "<svg" in draw(picture).svg


def test_an_incomplete_evaluation_is_announced_before_its_figures() -> None:
    whole = evaluate(pairs(list(Bias), 3), flips_at(0.5))
    complete = report_on(prepare([whole])).answer
    found = report_on(prepare([whole.model_copy(update={"unanswered": 7})])).answer
    assert found[1:] == complete
    assert {"7", str(7 + len(whole.decisions))} <= set(found[0].split())


def test_datasets_of_one_subject_that_are_pooled_are_named_before_its_figures() -> None:
    first, second = (evaluate(pairs([bias], 24), flips_at(0.5)) for bias in (Bias.FRAMING, Bias.ANCHORING))
    (line,) = [line for line in report_on(prepare([first, second])).answer if line.startswith("Pooled")]
    assert re.findall(r"\d+", line) == ["2", "24", "24"]
    assert not any(line.startswith("Pooled") for line in report_on(prepare([first])).answer)


def test_the_answer_names_the_biases_that_have_an_effect_of_their_own() -> None:
    dilemmas = pairs([Bias.FRAMING, Bias.ANCHORING, Bias.BANDWAGON], 24)
    choose = errs_where(lambda dilemma, arm, run: dilemma.bias == Bias.FRAMING and arm is Arm.BIASED)
    subject = evaluate(dilemmas, choose)
    (line,) = [line for line in report_on(prepare([subject])).answer if line.startswith("Taken alone")]
    assert {"1", "3"} <= set(line.split())
    assert [bias for bias in Bias if bias.value in line] == [Bias.FRAMING]


def test_differences_have_a_sign_unless_they_round_to_zero() -> None:
    assert [points(value) for value in (0.0, -0.0004, 0.0004, 0.0006, -0.012)] == ["0.0", "0.0", "0.0", "+0.1", "−1.2"]
    assert [format_cell(value, "hundredths") for value in (-0.00004, 0.1)] == ["0.00", "+10.00"]


@pytest.mark.parametrize(
    ("sizes", "begins"),
    [
        ((30, 30), "2 of 2 subjects are moved by the wording (2 after Holm's adjustment over subjects); "),
        ((30, 10), "1 of 1 tested subjects is moved by the wording; "),
        ((10, 10), "No effect is tested on fewer than 20 dilemmas; "),
    ],
)
def test_only_tested_subjects_are_called_moved(sizes: tuple[int, int], begins: str) -> None:
    found = report_on(
        prepare(
            [
                evaluate(pairs([Bias.FRAMING], size), flips_at(1.0, seed), subject=f"x/{seed}")
                for seed, size in enumerate(sizes)
            ]
        )
    ).answer[1]
    assert found.startswith(begins)
    assert (", 10 dilemmas" in found) == (10 in sizes)


def test_the_largest_effect_may_be_none() -> None:
    """The cue makes one bias's errors rarer and does nothing to the others: these differ, and none misleads."""
    noise = random.Random(5)

    @errs_where
    def choose(dilemma: Dilemma, arm: Arm, run: int) -> object:
        rescued = dilemma.bias is Bias.ANCHORING and arm is Arm.BIASED
        return noise.random() < (0.0 if rescued else 0.3)

    answer = report_on(prepare([evaluate(pairs(list(Bias)[:3], 40), choose)])).answer
    (named,) = [sentence for sentence in answer if "the largest effect is" in sentence]
    assert named.endswith("after partial pooling, not distinguishable from zero.")


def test_the_same_share_prints_alike_however_it_was_summed() -> None:
    """12 of 960 are 1.25 points, where the noise of floats would decide between 1.2 and 1.3."""
    above, below = 12 / 960 + 1e-17, sum([0.2 / 192] * 12)
    assert {points(value) for value in (0.0125, above, below, 0.0125 + 2e-15, 0.0125 - 2e-15)} == {"+1.2"}
    assert {format_cell(value, "share") for value in (0.0125, 0.0125 + 2e-15, 0.0125 - 2e-15)} == {"1.2 %"}


def test_the_answer_says_why_there_is_no_trend() -> None:
    for dilemmas, reason in (
        (pairs([Bias.FRAMING], 30, complexity=Complexity()), "size was not measured"),
        (pairs([Bias.FRAMING], 12), "fewer than 20 dilemmas"),
    ):
        answer = report_on(prepare([evaluate(dilemmas, flips_at(0.4))])).answer
        (sentence,) = [sentence for sentence in answer if sentence.startswith("No trend")]
        assert sentence.endswith(f" could be tested: {reason}.")


def test_one_scenario_is_one() -> None:
    """In words as in numbers: dilemmas of one series show little about others."""
    alone = [pair(number=number, provenance=Provenance(author="grammar", series="s")) for number in range(24)]
    answer = report_on(prepare([evaluate(alone, flips_at(0.5))])).answer
    assert "on 24 dilemmas in 1 independent scenario." in answer[0]


def test_subjects_are_counted_as_moved_before_and_after_the_adjustment_over_subjects() -> None:
    """Twelve subjects that err at random, and one that is moved: about one interval in twenty leaves out zero."""
    dilemmas = pairs([Bias.FRAMING], 40)
    subjects = [evaluate(dilemmas, flips_at(0.5, 1), subject="x/moved")]
    for seed in range(12):
        noise = random.Random(seed)

        def choose(dilemma: Dilemma, arm: Arm, run: int, exchanged: bool, noise: random.Random = noise) -> str:
            wrong = noise.random() < 0.3
            return shown(dilemma.correct_option.other if wrong else dilemma.correct_option, exchanged)

        subjects.append(evaluate(dilemmas, choose, subject=f"x/{seed}"))
    study = prepare(subjects)
    rows = [row for row in effects(study.scores, study.tiers) if (row.bias, row.tier) == ("all biases", "all tiers")]
    adjusted = [row.subject for row in rows if isinstance(row.holm_p, float) and row.holm_p < 0.05]
    alone = [row for row in rows if distinguishable(row.effect)]
    assert adjusted == ["x/moved"]
    assert f"{len(alone)} of 13 subjects" in report_on(study).answer[1]
    assert "(1 after Holm's adjustment over subjects)" in report_on(study).answer[1]
