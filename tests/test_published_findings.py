"""The counts in docs/published-findings.md are those that an audit of the published file gives."""

import re
from collections import Counter
from pathlib import Path

import pytest

from probe.analysis.published.depth import high_low
from probe.analysis.published.effects import effects_by_bias
from probe.analysis.published.report import towards_cue
from probe.analysis.tables import Gap, format_cell
from probe.audit.items import audit_items
from probe.audit.rows import Tally
from probe.formats.probe_swe.dataset import stream_probe_swe
from probe.formats.probe_swe.results import read_published
from probe.ports import Oracle
from probe.protocols.dilemmas.protocol import DilemmaProtocol
from probe.values import Dilemma, Profile
from tests.shared import ROOT

PAGE = ROOT / "docs" / "published-findings.md"


@pytest.fixture
def pairs(published_file: Path) -> tuple[Dilemma, ...]:
    return tuple(stream_probe_swe(published_file))


async def test_the_published_findings_are_those_of_an_audit(both_oracles: Oracle, pairs: tuple[Dilemma, ...]) -> None:
    audit = await audit_items(DilemmaProtocol(), pairs, both_oracles, Profile.STRICT)
    counts = Tally(item.row() for item in audit).overview()
    verdicts = {
        count.check: (count.holds, count.fails, count.undetermined, count.not_applicable, count.vacuous)
        for count in counts.checks
    }
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    row = re.compile(r"\| `(\w+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|")
    assert {name: tuple(map(int, numbers)) for name, *numbers in row.findall(text)} == verdicts
    assert f"{counts.passed} of {counts.pairs} pairs pass every check" in text
    for group in counts.biases:
        assert f"{group.name} {group.failing} of {group.pairs}" in text, group.name
    failing_checks = {
        item.row().id: {check.name for check in item.certificate.failing} for item in audit if not item.passed
    }
    examples = re.findall(r"\*\*`(\w+)` \((\d+)(?:, and \d+ vacuous)?\)\.\*\* `([0-9a-f]{16})`", text)
    refused_pairs = {name: fails + undetermined for name, (_, fails, undetermined, *_) in verdicts.items()}
    assert {check for check, *_ in examples} == {check for check, count in refused_pairs.items() if count} - {
        "second_engine"
    }
    for check, count, pair_id in examples:
        assert check in failing_checks[pair_id], (check, pair_id)
        assert int(count) == refused_pairs[check], check
    by_number = Counter(min(len(checks), 4) for checks in failing_checks.values())
    assert (
        f"Of the {len(failing_checks)} others {by_number[1]} fail one check, {by_number[2]} fail two, "
        f"{by_number[3]} three and {by_number[4]} more."
    ) in text


def test_the_letters_of_the_right_options_are_those_of_the_file(pairs: tuple[Dilemma, ...]) -> None:
    counts = Counter((pair.bias.value, pair.correct_option.letter) for pair in pairs)
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z ]+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    assert {name: (int(first), int(second)) for name, first, second in rows} == {
        bias: (counts[bias, "A"], counts[bias, "B"]) for bias in {bias for bias, _ in counts}
    }


def test_the_net_effects_are_what_the_published_files_give(published_file: Path) -> None:
    sources = read_published(sorted(published_file.parent.glob("2_bias_sensitivity_*.json"))).sensitivity
    text = PAGE.read_text(encoding="utf-8").replace("−", "-")
    lines = {tuple(cell.strip() for cell in line.strip("| ").split("|")) for line in text.splitlines()}
    for row in effects_by_bias(sources):
        assert row.interval is not None
        signed_percentages = (f"{100 * value:+.1f}" for value in (row.net, *row.interval.model_dump().values()))
        net, low, high = signed_percentages
        rates = (f"{100 * row.error_on_unbiased:.1f} %", f"{100 * row.flips:.1f} %")
        assert (row.bias, str(row.dilemmas), net, f"{low} to {high}", *rates) in lines
    for change in high_low(sources):
        assert not isinstance(change.flips, Gap)
        assert change.flips.p is not None
        assert change.over_dilemmas is not None
        assert change.change is not None
        holm = "not tested" if isinstance(change.holm_p, Gap) else format_cell(change.holm_p, "p")
        low, high = (f"{100 * value:+.1f}" for value in change.over_dilemmas.model_dump().values())
        net, flips = f"{100 * change.change:+.1f}", f"{100 * change.flips.estimate:+.1f}"
        counts = f"{change.low_dilemmas}, {change.high_dilemmas}"
        p = format_cell(change.flips.p, "p")
        assert (change.bias, counts, flips, p, net, holm, f"{low} to {high}") in lines
    assert f"{100 * towards_cue(sources):.1f} % of all published flips" in text
