"""What the functions return and reject: datasets, reports, audits and analyses."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import probe
from probe.errors import InputError
from probe.files.dataset import MANIFEST, write_json
from probe.formats.probe_swe.dataset import export_probe_swe
from tests.shared import ROOT, python, without_figures

AXIOMS = "best(Option) :- covers(Option, Need), need(Need)."
UNBIASED = """:- consult('axioms').
need(rollback).
covers(option_A, rollback).
covers(option_B, speed).
decide_option(user, Option) :- best(Option).
"""
BIASED = UNBIASED + "praised(lead, option_B).\n"


def test_importing_the_package_loads_nothing() -> None:
    """Not even the standard library beyond what Python has loaded: a command line imports the package first."""
    code = "import sys, typing; before = set(sys.modules); import probe; dir(probe); print(set(sys.modules) - before)"
    assert python(code).stdout.strip() == "{'probe'}"


def test_verifying_and_evaluating_load_no_heavy_library() -> None:
    code = "import sys, probe; probe.verify, probe.evaluate, probe.load; print(*sys.modules)"
    heavy_packages = {"torch", "scipy", "matplotlib", "pandas", "numpy", "openai", "pyarrow", "statsmodels"}
    assert heavy_packages & set(python(code).stdout.split()) == set()


def test_every_public_name_is_there_and_documented() -> None:
    assert set(probe.__all__) <= set(dir(probe))
    assert [name for name in probe.__all__ if getattr(probe, name, None) is None] == []
    assert [name for name in probe.__all__ if not getattr(probe, name).__doc__] == []
    with pytest.raises(AttributeError, match="generation_of"):
        probe.generation_of  # noqa: B018


def test_a_room_never_takes_the_place_of_a_function() -> None:
    """Importing a submodule sets an attribute of the package, which must not be that of a function."""
    rooms = {path.stem for path in (ROOT / "probe").iterdir()} & set(probe.__all__)
    assert rooms
    for name in rooms:
        check = f"assert probe.{name}.__module__.startswith('probe.api')"
        assert python(f"import probe, probe.{name}; {check}; print(probe.{name})").stdout.startswith("<function")


def test_programs_are_verified_with_their_proof(shared_processes: None) -> None:
    report = probe.verify_programs(AXIOMS, UNBIASED, BIASED, bias="framing_effect")
    assert report.holds
    assert report.correct_option == "option_A"
    assert report.checks["unique"].outcome == "holds"
    assert "covers(option_A, rollback), given in program line 3" in report.proof
    assert "covers(option_A, rollback)" in report._repr_html_()
    assert report.document.to_json()["blocks"][0]["checks"][0]["name"] == "loads"
    assert list(report.to_pandas().check) == list(report.checks)
    audit = probe.audit(AXIOMS, UNBIASED, BIASED)
    assert audit.holds
    assert report.proof.splitlines()[-1] in audit.text


def test_a_proof_of_hostile_programs_is_text(shared_processes: None) -> None:
    """In a notebook no term of a program becomes HTML."""
    program = UNBIASED.replace("rollback", "'<script>alert(1)</script>'")
    report = probe.verify_programs(AXIOMS, program, program + "praised(lead, option_B).\n")
    assert "<script>" in report.proof
    assert "<script>" not in report._repr_html_()
    assert "<script>alert" not in probe.audit(AXIOMS, program, BIASED).html


def test_programs_that_do_not_use_the_axioms_get_a_hint(shared_processes: None) -> None:
    without_axioms = UNBIASED.replace(":- consult('axioms').", "")
    with pytest.warns(UserWarning, match="unbiased program"):
        report = probe.verify_programs(AXIOMS, without_axioms, BIASED)
    assert not report.holds
    assert "decides" in repr(report)


def test_pairs_are_verified_in_order(seeds: probe.Dataset, shared_processes: None) -> None:
    wrong = seeds[1].model_copy(update={"correct_option": seeds[1].correct_option.other_option})
    reports = probe.verify([seeds[0], wrong])
    assert not reports.holds
    assert [report.pair for report in reports.failing] == [wrong]
    assert [difference.field for difference in reports[1].differences] == ["correct_option"]
    assert list(reports.to_pandas().holds) == [True, False]
    assert repr(reports) == "<Reports: 1 of 2 pairs hold>"
    assert reports.outcomes()["unique"].total() == 2
    single = probe.verify(seeds[0])
    assert single.checks == reports[0].checks
    assert "Why not" in single.proof
    assert reports[0].proof.splitlines()[2] in single.proof


def test_an_audit_is_text_and_a_page(seeds: probe.Dataset, shared_processes: None, tmp_path: Path) -> None:
    evaluation = probe.evaluate(seeds, "simulated/prefers-a", runs=1, out=tmp_path / "run")
    audit = probe.audit(seeds[0], runs=[evaluation])
    assert "Decisions of simulated/prefers-a" in audit.text
    assert seeds[0].id in repr(audit)
    page = audit.write(tmp_path / "page.html")
    assert page.read_text(encoding="utf-8") == audit.html
    assert "srcdoc" in audit._repr_html_()
    assert "<html" not in audit._repr_html_()
    with pytest.raises(InputError, match="already exists"):
        audit.write(page)


def test_three_texts_given_to_verify_are_still_programs_with_a_warning_at_the_call(seeds: probe.Dataset) -> None:
    with pytest.warns(DeprecationWarning, match="verify_programs") as records:
        report = probe.verify(AXIOMS, UNBIASED, BIASED, bias="framing_effect")  # type: ignore[deprecated, unused-ignore]
    assert records[0].filename == __file__
    assert report == probe.verify_programs(AXIOMS, UNBIASED, BIASED, bias="framing_effect")
    with pytest.warns(DeprecationWarning, match="items="):
        assert probe.verify(axioms=seeds[0]).holds  # type: ignore[call-overload]


def test_a_dataset_is_a_sequence_of_pairs(seeds: probe.Dataset) -> None:
    assert len(seeds) == 4
    assert seeds[:2] == probe.Dataset(list(seeds)[:2])
    assert isinstance(seeds[1:], probe.Dataset)
    assert {pair.bias for pair in seeds.filter(bias="anchoring-bias")} == {"anchoring bias"}
    assert seeds.pair(seeds[2].id[:8].upper()) == seeds[2]
    assert list(seeds.to_pandas().id) == [pair.id for pair in seeds]
    assert "framing_effect" in repr(seeds)
    assert seeds[0].id in seeds._repr_html_()
    with pytest.raises(InputError, match="choose among anchoring_bias, framing_effect"):
        seeds.filter(bias="hindsight bias")
    with pytest.raises(InputError, match="4 of these 4"):
        seeds.pair("")


def test_every_kind_of_source_is_read(seeds: probe.Dataset, tmp_path: Path) -> None:
    file = seeds.write(tmp_path / "run" / "dataset.jsonl")
    write_json(file.parent / MANIFEST, {"pairs": 4})
    export_probe_swe(tmp_path / "published.json", seeds)
    for source in (file, file.parent, str(file)):
        dataset = probe.load(source)
        assert dataset == seeds
        assert dataset.manifest == {"pairs": 4}
        assert dataset.folder == file.parent
    published_pairs = probe.load(tmp_path / "published.json", probe.Pair)
    assert [pair.unbiased for pair in published_pairs] == [pair.unbiased for pair in seeds]
    assert probe.load(ROOT / "seeds" / "software_engineering").filter(bias=seeds.biases) == seeds


@pytest.mark.parametrize(
    "make_source",
    [
        lambda folder: folder / "missing.jsonl",
        lambda folder: folder,
        lambda folder: write_file(folder / "x.json", "[]"),
        lambda folder: write_file(folder / "x.json", "{"),
        lambda folder: write_file(folder / "x.jsonl", "{}\n"),
        lambda folder: "no-such-domain",
    ],
)
def test_what_cannot_be_read_is_one_line_with_the_place(make_source: Callable[[Path], object], tmp_path: Path) -> None:
    source = make_source(tmp_path)
    with pytest.raises(InputError) as error:
        probe.load(source)  # type: ignore[call-overload]
    assert str(source) in str(error.value)
    assert "\n" not in str(error.value)


def write_file(file: Path, text: str) -> Path:
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "call",
    [
        lambda: probe.verify("only one text"),  # type: ignore[arg-type]
        lambda: probe.verify_programs(AXIOMS, UNBIASED, 3),  # type: ignore[arg-type]
        lambda: probe.verify_programs(AXIOMS, UNBIASED, BIASED, profile="lenient"),  # type: ignore[arg-type]
        lambda: probe.verify_programs(AXIOMS, UNBIASED, BIASED, bias="<b>"),
        lambda: probe.verify([]),
        lambda: probe.verify([1]),  # type: ignore[list-item]
        lambda: probe.audit("x"),
        lambda: probe.audit(AXIOMS, UNBIASED, BIASED, runs=["x"]),
        lambda: probe.generate(),
        lambda: probe.generate(author="openai/x"),
        lambda: probe.generate(author="grammar", per_bias=0),
        lambda: probe.generate(author="grammar", bias="no such bias"),
        lambda: probe.generate(author="grammar", seeds="/no/such/folder"),
        lambda: probe.analyze([]),
        lambda: probe.analyze("/no/such/folder"),
    ],
)
def test_unusable_arguments_are_one_line(call: Callable[[], object]) -> None:
    with pytest.raises(InputError) as error:
        call()
    assert "\n" not in str(error.value)
    assert "--" not in str(error.value)


def test_an_analysis_has_sentences_tables_and_figures(seeds: probe.Dataset, tmp_path: Path) -> None:
    evaluation = probe.evaluate(seeds, "simulated/biased?rate=1", runs=2)
    with without_figures():
        analysis = probe.analyze(evaluation, out=tmp_path / "report")
    report = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert list(analysis.answer) == report["answer"]
    assert list(analysis.tables) == [table.key for table in analysis.findings.tables]
    effects = analysis.table("effects").to_pandas()
    assert set(effects[effects.bias == "all biases"].effect.dropna()) == {1}
    assert effects.to_csv(index=False).splitlines()[0].startswith("subject,bias,tier")
    svg = analysis.figure("effects").svg
    assert svg.endswith("</svg>\n")
    assert "<path" in svg
    assert "+100.0" in analysis._repr_html_()
    assert "<script" not in analysis.table("effects")._repr_html_()
    for choose in (analysis.table, analysis.figure):
        with pytest.raises(InputError, match="effects"):
            choose("none")
    with pytest.raises(InputError, match="already exists"):
        analysis.write(write_file(tmp_path / "report.html", "x").parent)
