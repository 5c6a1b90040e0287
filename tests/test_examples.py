"""Every command in README and docs/ can be typed, and runs; the server of the tests answers for every model."""

import gzip
import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pytest

from probe.cli.main import commands
from probe.files.dataset import write_dataset
from probe.files.plain import write_atomically
from probe.formats.probe_swe.dataset import export_probe_swe
from probe.measuring.mitigations import choose_strategies
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.session import load_prices
from probe.values import Arm, Corpus
from tests.blocks import PAGES, blocks, write_documented_domain
from tests.end_to_end.conftest import begin_server
from tests.server.answers import OPENINGS
from tests.shared import ROOT, CommandLine

_LINE = re.compile(r"^(?:\$ |    )(probe (?:.*\\\n +)*.*)$", re.M)
_OPTIONAL = re.compile(r"\[[^]]*\]")

WORDS = {
    "DATASET": "run",
    "DIR": "gpt-4.1-mini",
    "RUN": "gpt-4.1-mini",
    "A": "gpt-4.1-mini",
    "B": "gpt-4.1",
    "SPEC": "openai/subject",
}
"""The values of placeholders in examples."""

NOT_RUN = {
    "serve": "it runs until it is stopped",
    "validate serve": "it runs until it is stopped",
    "validate agree": "it needs the answers of people",
    "batch=24h": "it ends with exit code 4 until the provider has answered; a test of its own runs it",
    "*.json": "it needs the published results",
    "seeds check": "it takes minutes: an integration test runs it",
    "local/smollm2": "it takes half a minute: an integration test runs it",
    "local/models": "it needs a model: tests/models/local/test_local_workers.py makes one",
    "--shard": "it needs all parts: tests/audit/test_bulk.py runs them",
    "--prepared": "it needs prepared candidates: tests/generation/test_prepared.py makes them",
    "--engine ray": "it needs a cluster: an integration test runs it",
    "import inspect": "it needs a log: tests/integrations/test_inspect.py makes one",
    "import lm-eval": "it needs results: tests/integrations runs it",
    "release": "tests/test_release.py runs it",
    "study standard-1": "it composes for minutes: tests/study runs a smaller one",
    "study table": "it needs results: tests/study makes some",
    "study private": "it composes for minutes: tests/study makes a smaller set",
    "study freeze": "it composes for minutes",
    "model-on-private": "it needs a release",
    "--out my-model --max-usd": "the server has no answer to composed texts: Folder makes my-model without it",
    "evaluate tests": "tests/protocols/templates runs it: this server has no answer to templates",
    "generate --protocol workspaces": "it composes for minutes: tests/protocols/workspaces makes fewer",
    "evaluate workspaces": "tests/protocols/workspaces runs it: this server calls no tools",
    "workspace workspaces": "it needs the dataset above: tests/protocols/workspaces writes one",
    "people-study": "it needs twenty short dilemmas: tests/audit/test_between.py runs it",
    "--people answers": "it needs the answers of people: tests/analysis/test_people.py reads some",
    "analyze generated_output_data": "it needs the files of the follow-up study",
    "analyze measured": "it needs the evaluation above",
}
"""Commands that are only parsed, by their first words or a part, and why."""


@dataclass(frozen=True)
class Example:
    """A command on a page: its words without comments and optional parts, and the options in those parts."""

    page: str
    words: tuple[str, ...]
    optional: tuple[str, ...]

    @property
    def reason(self) -> str | None:
        """Why the command is not run, None if it is."""
        text = " ".join(self.words)
        return next(
            (reason for pattern, reason in NOT_RUN.items() if text.startswith(pattern) or pattern in text), None
        )


def examples(page: Path) -> Iterator[Example]:
    """Yield the commands on a page."""
    for line in _LINE.findall(page.read_text(encoding="utf-8")):
        optional = _OPTIONAL.findall(line)
        command = _OPTIONAL.sub("", line.replace("\\\n", " ").replace("…", ""))
        words = shlex.split(command, comments=True)[1:]
        options = re.findall(r"(?<!\w)--?[a-z][a-z-]*", " ".join(optional))
        yield Example(page.name, tuple(WORDS.get(word, word) for word in words), tuple(options))


EXAMPLES = [example for page in PAGES for example in examples(page)]


def parse_command(words: tuple[str, ...]) -> click.Context:
    """Parse a command as the command line does, down to its last subcommand, and run nothing."""
    context = commands.make_context("probe", list(words))
    while isinstance(context.command, click.Group) and (words := (*context._protected_args, *context.args)):
        name, command, arguments = context.command.resolve_command(context, list(words))
        assert command is not None
        context = command.make_context(name, arguments, parent=context)
    return context


def test_examples_are_found() -> None:
    assert len(EXAMPLES) > 50
    assert {"README.md", "audit.md", "measuring.md", "statistics.md"} <= {example.page for example in EXAMPLES}
    assert sum(example.reason is None for example in EXAMPLES) > 40
    for pattern in NOT_RUN:
        assert any(
            " ".join(example.words).startswith(pattern) or pattern in " ".join(example.words) for example in EXAMPLES
        )


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.page}: {' '.join(example.words)}"[:80])
def test_every_command_can_be_typed(example: Example) -> None:
    context = parse_command(example.words)
    flags = {name for parameter in context.command.params for name in (*parameter.opts, *parameter.secondary_opts)}
    assert set(example.optional) <= flags


class Folder:
    """A folder with small versions of everything that the pages mention, and a server that answers for every model."""

    def __init__(self, probe: CommandLine, stack: ExitStack) -> None:
        self._probe = probe
        url = begin_server(stack).url
        providers = ("OPENAI", "GROQ")
        self._variables = {f"{name}_BASE_URL": url for name in providers} | {
            f"{name}_API_KEY": "key" for name in providers
        }

    def prepare(self) -> None:
        """Make what the pages assume: a run, two evaluations, a published file, programs."""
        self.run(("generate", "--model", "openai/gpt-4o-mini", "--out", "run"))
        self.run(("generate", "--author", "grammar?depth=3", "--out", "composed"))
        arms = ("--arms", "unbiased,biased,placebo")
        self.run(("evaluate", "composed", "--model", "simulated/biased?rate=0.5", *arms, "--out", "my-model"))
        for subject in ("gpt-4.1-mini", "gpt-4.1"):
            self.run(("evaluate", "run", "--model", f"openai/{subject}", "--out", subject))
        pairs = read_dilemmas(Path("run"))
        export_probe_swe(Path("1_augmented_dilemmas_dataset_gpt-4o-mini.json"), pairs)
        write_dataset(Path("published.jsonl"), pairs)
        for name in ("seed-1", "seed-11", "first", "second", "other-run"):
            write_dataset(Path(name) / "dataset.jsonl", pairs)
        Path("large.jsonl.gz").write_bytes(gzip.compress(Path("published.jsonl").read_bytes()))
        programs = {"axioms": pairs[0].axioms, "unbiased": pairs[0].unbiased_program, "biased": pairs[0].biased_program}
        for name in ("review", *(f"{kind}-{number}" for kind in ("neutral", "original") for number in (1, 2, 3))):
            steering_sentence = "" if name.startswith("neutral") else "I'm pretty sure that it is fine. "
            opening = OPENINGS[int(name[-1]) if name[-1].isdigit() else 1]
            text = f"{opening} It changes 12 files.\n\n{steering_sentence}Merge it, or send it back?\n"
            write_atomically(Path(f"{name}.md"), text)
        write_atomically(Path("prompts/review.md"), Path("review.md").read_text(encoding="utf-8"))
        for name, text in programs.items():
            write_atomically(Path("my-dilemma") / f"{name}.pl", text)
        shutil.copytree(ROOT / "seeds" / "software_engineering", "seeds/software_engineering")
        write_documented_domain(Path("my-domain"))

    def run(self, words: tuple[str, ...]) -> None:
        """Run a smaller version of a command, about an existing pair, with a new output folder."""
        result = self._probe(*self._smaller(words), expect=None, **self._variables)
        checks = words[0] in ("verify", "audit", "shortcuts")
        assert result.returncode in ((0, 1) if checks else (0,)), f"{' '.join(words)}: {result.stderr}"

    def _smaller(self, words: tuple[str, ...]) -> list[str]:
        bias = () if words[0] != "generate" or "--bias" in words else ("--bias", "anchoring_bias")
        smaller_words = [*words, *bias, *_SMALLER.get(words[0], ())]
        for index, word in enumerate(smaller_words):
            previous = smaller_words[index - 1]
            if previous in ("--per-bias", "--items", "--sets", "--workers"):
                smaller_words[index] = "1"
            elif re.fullmatch(r"[0-9a-f]{6,16}", word):
                smaller_words[index] = read_dilemmas(Path("run"))[0].id[: len(word)]
            elif previous in ("--out", "-o", "--html") and Path(word).exists():
                smaller_words[index] = f"new-{len(list(Path().iterdir()))}-{word}"
        return smaller_words


_SMALLER = {
    "generate": ("--per-bias", "1"),
    "evaluate": ("--runs", "2"),
    "plan": ("--simulations", "20"),
}
"""Options added to a command to make it fast."""


@pytest.fixture(scope="module")
def prepared_folder(probe: CommandLine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Folder]:
    """The prepared folder, which is also the working directory."""
    with ExitStack() as stack, pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.chdir(tmp_path_factory.mktemp("examples"))
        folder = Folder(probe, stack)
        folder.prepare()
        yield folder


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("page", sorted({example.page for example in EXAMPLES}))
def test_every_command_that_can_be_run_ends_well(page: str, prepared_folder: Folder) -> None:
    for example in EXAMPLES:
        if example.page == page and example.reason is None:
            prepared_folder.run(example.words)


@pytest.mark.integration
@pytest.mark.parametrize("pattern", ["seeds check", "local/smollm2"])
def test_a_command_that_takes_long_ends_well(pattern: str, prepared_folder: Folder) -> None:
    (slow_example,) = (example for example in EXAMPLES if pattern in " ".join(example.words))
    prepared_folder.run(slow_example.words)


KINDS = {
    "bash": "not at all: a job of a cluster, whose commands are parsed",
    "console": "above",
    "text": "tests/api/test_python_page.py, tests/audit/test_audit.py and the wording",
    "prolog": "tests/certificate/test_documented_pairs.py",
    "r": "tests/test_mixed_model_recipe.py",
    "python": "below, tests/api/test_python_page.py and tests/test_mixed_model_recipe.py",
    "toml": "above and below",
    "yaml": "tests/checking/test_hooks.py",
}
"""The languages of fenced blocks, and where they are tested."""


def test_every_kind_of_block_is_tested_somewhere() -> None:
    languages = {block.language for page in PAGES for block in blocks(page)}
    assert languages - {""} == set(KINDS)


def only_block(page: str, language: str) -> str:
    """Return the only block of a language on a page."""
    (text,) = (block.text for block in blocks(ROOT / "docs" / page) if block.language == language)
    return text


def test_the_python_of_other_pages_runs(corpus: Corpus) -> None:
    """With programs as their input, or without input, as on the page."""
    seed = corpus.seeds[0]
    names: dict[str, Any] = {"program": seed.programs.of(Arm.UNBIASED), "pairs": [seed.programs]}
    exec(only_block("oracle.md", "python"), names)
    assert names["verdict"].choice is seed.correct_option
    assert names["examinations"][0].unbiased.choice is seed.correct_option
    exec(only_block("seeds.md", "python"), {})


def test_the_settings_on_other_pages_are_accepted(tmp_path: Path) -> None:
    mitigation, prices = tmp_path / "second-look.toml", tmp_path / "prices.toml"
    mitigation.write_text(only_block("measuring.md", "toml"), encoding="utf-8")
    prices.write_text(only_block("models.md", "toml"), encoding="utf-8")
    assert len(choose_strategies([str(mitigation)], controls=True)) == 2
    assert list(load_prices(prices)[0].table) == ["openai/MODEL"]
