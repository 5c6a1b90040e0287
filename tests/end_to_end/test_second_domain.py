"""A second domain, from its seeds to a report: no step assumes software engineering."""

from pathlib import Path

import pytest

from probe.errors import InputError
from probe.files.corpus import corpus_of, read_corpus
from probe.files.dataset import read_manifest
from probe.prompts import load_prompts
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.values.domain import DomainWords
from tests.end_to_end.conftest import MODEL, ModelServer, Probe

DOMAIN = "security_operations"
SEEDS = ("--seeds", DOMAIN)


def test_its_seeds_pass_every_strict_check_and_no_check_is_vacuous(probe: Probe) -> None:
    report = probe.json("seeds", *SEEDS)
    assert report["notices"] == []
    assert len(report["seeds"]) == 8
    assert [seed["problems"] + seed["vacuous"] for seed in report["seeds"]] == [[]] * 8
    assert len({seed["id"].partition("/")[0] for seed in report["seeds"]}) == 4


@pytest.mark.usefixtures("undrawn")
def test_it_is_generated_from_measured_and_audited(probe: Probe, server: ModelServer, tmp_path: Path) -> None:
    """With its own biases and words in the prompts of every command that asks a model."""
    data, out, address = tmp_path / "data", tmp_path / "out", ("--base-url", server.url)
    probe(*server.generate(data, *SEEDS, "--per-bias", "1"))
    corpus = read_corpus(Path(DOMAIN))
    pairs = read_dilemmas(data)
    assert {pair.bias for pair in pairs} == set(corpus.biases)
    assert {pair.domain for pair in pairs} == {DOMAIN} == {read_manifest(data)["domain"]}
    probe("verify", data)
    probe("evaluate", data, "--model", MODEL, *address, "--runs", "1", "--awareness", "openai/judge", "--out", out)
    probe("controls", data, "--author", MODEL, *address, "--out", tmp_path / "controlled")
    probe("opinion", data, "--model", MODEL, *address, "--out", tmp_path / "opinion")
    probe("analyze", out, "--out", tmp_path / "report")
    domains = {
        question.name: question.values["domain"] for question in server.answers.log if "domain" in question.values
    }
    assert domains == dict.fromkeys(domains, "security-operations")
    assert {"expand", "translate", "judge_pair", "judge_bias", "awareness", "controls"} <= domains.keys()
    assert {question.values["expert"] for question in server.answers.log if question.name == "expand"} == {
        "security analyst"
    }


def test_no_prompt_names_a_domain_itself() -> None:
    templates = load_prompts().templates.values()
    texts = {
        template.name: " ".join(message.content for message in template.messages).lower() for template in templates
    }
    assert [name for name, text in texts.items() if "software" in text or "engineer" in text] == []


def test_a_domain_without_words_of_its_own_gets_them_from_its_name(tmp_path: Path) -> None:
    """An old domain.toml stays valid, and a user's template may use the words or not."""
    words = DomainWords.of("clinical triage", {"name": "clinical triage", "expert": "nurse"})
    (tmp_path / "decide.md").write_text("<!-- user -->\n{{text}} As a {{expert}} in {{domain}}?\n", encoding="utf-8")
    (tmp_path / "judge_bias.md").write_text("<!-- user -->\n{{bias}} {{definition}} {{text}}\n", encoding="utf-8")
    prompts = load_prompts(tmp_path, words)
    assert prompts.fill("decide", text="A or B?")[0].content == "A or B? As a nurse in clinical-triage?"
    assert words.narrator == "someone who works in clinical triage"


def test_what_the_domain_lacks_is_refused_in_one_line(probe: Probe, tmp_path: Path) -> None:
    """The grammar without practices, a bias of another domain, or pairs of a domain that is not packaged."""
    grammar_result = probe("generate", "--author", "grammar", *SEEDS, "--out", tmp_path / "run", expect=2)
    assert "practices" in grammar_result.stderr
    bias = ("--bias", "framing_effect")
    bias_result = probe("generate", "--model", MODEL, *SEEDS, *bias, "--out", tmp_path / "run", expect=2)
    assert "anchoring_bias, confirmation_bias" in bias_result.stderr
    assert not (tmp_path / "run").exists()
    pair = read_corpus(Path(DOMAIN)).seeds[0].to_pair()
    assert corpus_of([pair], None).domain == DOMAIN
    with pytest.raises(InputError, match="--seeds"):
        corpus_of([pair.model_copy(update={"domain": "mine"})], None)
    with pytest.raises(InputError, match="domains"):
        corpus_of([pair, pair.model_copy(update={"domain": "software_engineering"})], None)
