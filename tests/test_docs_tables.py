"""Tables in the docs that list what the package contains: a row for each, and no other row."""

import re

import pytest

from probe.extensions import PROTOCOLS, names_in
from probe.files.corpus import read_corpus
from probe.measuring.mitigations import packaged_mitigations
from probe.models.parameters import OPTIONS
from probe.protocols.templates.source import read_templates
from probe.protocols.triage.items import BIAS_OF
from probe.values import Outcome
from probe.values.constructs import CONSTRUCTS, MEASURES
from tests.shared import ROOT

NAME = re.compile(r"`([^`]+)`")


def rows(page: str, header: str) -> list[list[str]]:
    """Return the cells of the table below ``header`` in a page of the docs."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    (_, table) = text.split(f"\n| {header} |", 1)
    lines = table.split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def names(page: str, header: str) -> list[str]:
    """Return the names in the first column, which may have several in a row."""
    return [name for row in rows(page, header) for name in NAME.findall(row[0])]


def test_mitigations_have_their_names_and_calls() -> None:
    mitigations = packaged_mitigations()
    assert sorted(names("measuring.md", "name | what it does | calls before")) == sorted(mitigations)
    for first, _, calls in rows("measuring.md", "name | what it does | calls before"):
        for name in NAME.findall(first):
            makes_call = (
                mitigations[name].call is not None or name == "review"
            )  # the protocol asks it at the end of a session
            assert calls.startswith(str(int(makes_call))), name


def test_biases_have_their_families_and_dilemmas() -> None:
    """In the order of the corpus; a further dilemma of a bias leaves the first cell empty."""
    corpus, bias = read_corpus(), ""
    table = {}
    for first, dilemma, right, *_ in rows("seeds.md", "bias (family) | dilemma | right"):
        bias = first or bias
        table[bias, dilemma.strip("`")] = right
    families = {sheet.bias: sheet.family for sheet in corpus.sheets}
    assert table == {
        (f"{seed.bias} ({families[seed.bias]})", seed.name): seed.correct_option.letter for seed in corpus.seeds
    }


def test_template_biases_are_in_their_class() -> None:
    """Matched by the beginning of their names."""
    templates = read_templates(ROOT / "seeds" / "software_engineering")
    for number, (_, bias_cells, _) in enumerate(rows("templates.md", "class | biases | norm"), 1):
        starts = [re.sub(r"\W", "_", re.sub(r" \(.*", "", name)) for name in bias_cells.split(", ")]
        biases = [[bias for bias in templates if bias.slug.startswith(start)] for start in starts]
        assert [start for start, matches in zip(starts, biases, strict=True) if len(matches) != 1] == []
        assert {bias for (bias,) in biases} == {bias for bias, template in templates.items() if template.kind == number}


def test_triage_kinds_have_their_bias() -> None:
    assert [(NAME.findall(kind), bias) for kind, bias, *_ in rows("triage.md", "kind | bias | an item | its arms")] == [
        ([kind], bias) for kind, bias in BIAS_OF.items()
    ]


def test_outcomes_of_checks_and_model_options_are_complete() -> None:
    assert set(names("certificate.md", "outcome | meaning")) == set(Outcome)
    assert sorted(names("models.md", "option | value")) == sorted({*OPTIONS, "base_url", "batch", "structured"})


@pytest.mark.parametrize("protocol", [name for name in names_in(PROTOCOLS) if name != "dilemmas"])
def test_every_protocol_has_a_page_in_the_readme(protocol: str) -> None:
    page = {"prompts": "own-prompts"}.get(protocol, protocol)
    assert f"[docs/{page}.md](docs/{page}.md)" in (ROOT / "README.md").read_text(encoding="utf-8")


CONSTRUCT_HEADER = "bias | definition in the literature | what the items do | what they do not"


def test_what_the_items_of_each_bias_measure_is_named_as_in_reports() -> None:
    """In italics in the table, together with the measures of the schemas made for it, and in the glossary."""
    constructs = {
        bias: re.findall(r"\*([^*]+)\*", description)
        for bias, _, description, _ in rows("grammar.md", CONSTRUCT_HEADER)
    }
    assert {bias: names[0] for bias, names in constructs.items()} == {
        bias.value: name for bias, name in CONSTRUCTS.items()
    }
    cells = str(rows("grammar.md", CONSTRUCT_HEADER))
    assert all(name in cells for name in MEASURES.values())
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    assert all(f"{name} ({bias.value})" in glossary for bias, name in CONSTRUCTS.items())
    assert all(name in glossary for name in MEASURES.values())


def test_the_literature_has_a_source_for_each_bias() -> None:
    assert all(
        re.search(r"\([A-Z][a-z]+ .*\d{4}\)", literature) for _, literature, *_ in rows("grammar.md", CONSTRUCT_HEADER)
    )
