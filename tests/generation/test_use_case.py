"""The whole use case, with a server in place of a provider: what is kept out, and which files there are."""

from pathlib import Path

import pytest

from probe.errors import InputError
from probe.files.dataset import DATASET, read_manifest, write_dataset
from probe.generation.command import GenerateSettings, Roles
from probe.generation.generate import generate
from probe.protocols.dilemmas.reading import read_dilemmas
from probe.store.reading import read_run, rejected_candidates
from probe.values import Bias, Corpus, ModelSpec, Seed
from tests.generation.commands import composing, writing
from tests.server.answers import Answers
from tests.server.chat import ChatServer, says
from tests.server.dilemmas import normalised, offered


def expansion(*seeds: Seed) -> str:
    pairs = [
        f"# Pair {number}\n\n## Unbiased Dilemma\n```\n{seed.texts.unbiased}\n```\n\n"
        f"## Biased Dilemma\n```\n{seed.texts.biased}\n```"
        for number, seed in enumerate(seeds, 1)
    ]
    return "\n\n".join(pairs)


async def test_a_model_that_repeats_its_examples_has_nothing_accepted(
    corpus: Corpus, shared_processes: None, tmp_path: Path
) -> None:
    """Seeds never come back as fresh pairs: their copies are rejected before any other model is asked."""
    copies = corpus.seeds_of(Bias.ANCHORING)
    async with ChatServer() as server:
        server.follow(*[says(expansion(*copies))] * 20)
        accepted = await generate(writing(server.url, per_bias=2, bias=Bias.ANCHORING), tmp_path)
    assert accepted.generation.accepted_keys == ()
    assert accepted.generation.end_reason is not None
    rejections = {
        (entry.stage, str(entry.evidence["nearest"])) for entry in rejected_candidates(tmp_path) if entry.stage
    }
    assert rejections == {("collision", f"the seed {seed.id}") for seed in copies}
    assert (tmp_path / DATASET).read_text(encoding="utf-8") == ""
    assert read_manifest(tmp_path) == accepted.manifest.content


async def test_a_pair_whose_cue_is_a_kind_that_counts_is_not_accepted(shared_processes: None, tmp_path: Path) -> None:
    """Programs may state a different kind for the cue than the text has; only a judge can tell."""
    first = offered(Bias.FRAMING, 0)
    assert not first.flaw
    async with ChatServer() as server:
        server.behaviour = Answers(counted_cues=[first])
        await generate(writing(server.url), tmp_path)
    rejections = [entry for entry in rejected_candidates(tmp_path) if entry.stage == "bias_judge"]
    assert [(entry.number, entry.evidence["kinds"]) for entry in rejections] == [(1, ["contract", "measurement"])]
    on_kinds = rejections[0].evidence["kind"]
    assert isinstance(on_kinds, dict)
    assert (rejections[0].evidence["yes"], on_kinds["yes"]) == (3, 0)
    assert [normalised(pair.unbiased) for pair in read_dilemmas(tmp_path)] != [normalised(first.texts.unbiased)]


async def test_pairs_of_an_earlier_dataset_do_not_come_back(shared_processes: None, tmp_path: Path) -> None:
    """The same seed composes the same dilemmas; against the first dataset none of them is accepted again."""
    await generate(composing(), tmp_path / "first")
    first = read_dilemmas(tmp_path / "first")
    earlier = tmp_path / "earlier.jsonl"
    write_dataset(earlier, first)
    await generate(composing(against=(earlier,)), tmp_path / "second")
    second = read_dilemmas(tmp_path / "second")
    assert len(first) == len(second) == 2
    assert not {pair.id for pair in first} & {pair.id for pair in second}
    nearest = {entry.evidence.get("nearest") for entry in rejected_candidates(tmp_path / "second")}
    assert nearest >= {f"pair {pair.id}" for pair in first}


async def test_what_could_only_fail_later_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--translator"):
        await generate(composing(roles=Roles((ModelSpec.parse("openai/m"),))), tmp_path)
    with pytest.raises(InputError, match="no_such_bias"):
        await generate(composing(settings=GenerateSettings(2, (Bias("no such bias"),))), tmp_path)
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "domain.toml").write_text('name = "own"\ndescription = "own"\n', encoding="utf-8")
    (tmp_path / "own" / "dilemmas").mkdir()
    with pytest.raises(InputError, match="own"):
        await generate(composing(seeds=tmp_path / "own"), tmp_path)
    with pytest.raises(InputError, match=tmp_path.name), read_run(tmp_path):
        pass
