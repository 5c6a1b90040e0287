"""Measure how well the patterns find steering phrases, without a model.

    python -m benchmarks.steering_patterns [--labelled FOLDER] [--published FOLDER] [--composed N]

The folders are by default PROBE_DEVGPT_DATA and PROBE_SWE_DATA; a missing one is skipped. The labelled prompts are
developers' prompts in which a pipeline suspected a cue, with labels that people corrected; the labels are noisy. The
patterns were written with one half of them in view (by the hash of the id); the other half is reported separately.
Precision depends on the share of prompts with a cue, so it is also computed for other shares (Bayes).
"""

import argparse
import asyncio
import csv
import hashlib
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from statsmodels.stats.proportion import proportion_confint

from probe.checking.phrases import PhraseLibrary, read_library
from probe.checking.reading import Prompt
from probe.checking.spans import steering_spans
from probe.formats.probe_swe.dataset import stream_probe_swe
from probe.generation.command import GenerateCommand, GenerateSettings, Roles
from probe.generation.generate import generate
from probe.protocols.reading import read_dataset
from probe.values import Bias, ModelSpec, Profile

ORDINARY = Path(__file__).parent / "ordinary_prompts.txt"
"""Technical prompts without a steering phrase, one per line, written for this benchmark."""
NO_CUE = "no_bias_cues"
PREVALENCES = (0.02, 0.10, 0.40)


class LabelledPrompt(NamedTuple):
    """A prompt with the bias of its cue, or None; ``seen`` if it was in view while the patterns were written."""

    text: str
    bias: Bias | None
    seen: bool


class Rate(NamedTuple):
    """A share with Wilson's 95 % interval."""

    hits: int
    total: int

    @property
    def estimate(self) -> float:
        """The share; NaN if there are no cases."""
        return self.hits / self.total if self.total else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        """The limits of the interval."""
        if not self.total:
            return 0.0, 1.0
        low, high = proportion_confint(self.hits, self.total, method="wilson")
        return float(low), float(high)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.estimate:6.1%} ({low:.1%} to {high:.1%}; {self.hits} of {self.total})"


class FlagCounts(NamedTuple):
    """Numbers of prompts with a cue and without, flagged or not."""

    true_positives: int
    false_negatives: int
    false_positives: int
    true_negatives: int

    @property
    def precision(self) -> Rate:
        """The share of flagged prompts that hold a cue."""
        return Rate(self.true_positives, self.true_positives + self.false_positives)

    @property
    def recall(self) -> Rate:
        """The share of prompts with a cue that are flagged."""
        return Rate(self.true_positives, self.true_positives + self.false_negatives)

    @property
    def false_alarms(self) -> Rate:
        """The share of prompts without a cue that are flagged."""
        return Rate(self.false_positives, self.false_positives + self.true_negatives)

    def precision_at(self, prevalence: float) -> float:
        """Return the precision if the share ``prevalence`` of prompts holds a cue."""
        hits = prevalence * self.recall.estimate
        return hits / (hits + (1 - prevalence) * self.false_alarms.estimate)


def ordinary_prompts() -> list[str]:
    """Return the ordinary technical prompts."""
    return ORDINARY.read_text(encoding="utf-8").splitlines()


def labelled_prompts(folder: Path) -> list[LabelledPrompt]:
    """Return the labelled prompts in a folder."""
    with (folder / "prompts.csv").open(encoding="utf-8", newline="") as file:
        return [
            LabelledPrompt(
                row["prompt"],
                None if row["label"] == NO_CUE else Bias(row["label"].lower()),
                hashlib.sha256(row["id"].encode()).digest()[-1] % 2 == 0,
            )
            for row in csv.DictReader(file)
        ]


def published_texts(folder: Path) -> list[tuple[str, str]]:
    """Return the unbiased and biased texts of the published dataset."""
    (file,) = folder.glob("1_augmented_dilemmas_dataset_*.json")
    return [(pair.unbiased, pair.biased) for pair in stream_probe_swe(file)]


def composed_texts(per_bias: int) -> list[tuple[str, str]]:
    """Return the unbiased and biased texts of composed pairs."""
    with TemporaryDirectory() as folder:
        author = ModelSpec.parse("grammar?depth=2-8&series=none")
        command = GenerateCommand(
            roles=Roles(authors=(author,)),
            settings=GenerateSettings(per_bias=per_bias, biases=Bias.packaged),
            profile=Profile.PAPER,
            seed=1,
        )
        asyncio.run(generate(command, Path(folder) / "run"))
        return [(pair.unbiased, pair.biased) for pair in read_dataset(Path(folder) / "run")]


def flag_counts(prompts: Sequence[LabelledPrompt], library: PhraseLibrary) -> FlagCounts:
    """Return how many labelled prompts are flagged, for any bias."""
    cue_and_flag = [
        (prompt.bias is not None, bool(steering_spans(Prompt("", prompt.text), library).spans)) for prompt in prompts
    ]
    return FlagCounts(
        *(cue_and_flag.count(pair) for pair in ((True, True), (True, False), (False, True), (False, False)))
    )


def by_bias(prompts: Sequence[LabelledPrompt], library: PhraseLibrary) -> Iterator[tuple[Bias, Rate, Rate]]:
    """Yield for each bias how many of its prompts are flagged at all, and how many with it as a hint."""
    for bias in Bias:
        spans_by_prompt = [
            steering_spans(Prompt("", prompt.text), library).spans for prompt in prompts if prompt.bias == bias
        ]
        hinted_count = sum(any(span.bias == bias for span in hints) for hints in spans_by_prompt)
        yield (
            bias,
            Rate(sum(map(bool, spans_by_prompt)), len(spans_by_prompt)),
            Rate(hinted_count, len(spans_by_prompt)),
        )


def hint_precision(prompts: Sequence[LabelledPrompt], library: PhraseLibrary) -> Iterator[tuple[Bias, Rate]]:
    """Yield for each bias how many of the prompts with it as a hint have it as their label."""
    labels_and_hints = [
        (prompt.bias, {span.bias for span in steering_spans(Prompt("", prompt.text), library).spans})
        for prompt in prompts
    ]
    for bias in Bias:
        hinted_labels = [label for label, hints in labels_and_hints if bias in hints]
        yield bias, Rate(hinted_labels.count(bias), len(hinted_labels))


def _flagged_rate(texts: Sequence[str], library: PhraseLibrary) -> Rate:
    return Rate(sum(bool(steering_spans(Prompt("", text), library).spans) for text in texts), len(texts))


def _show_labelled(name: str, prompts: Sequence[LabelledPrompt], library: PhraseLibrary) -> FlagCounts:
    counts = flag_counts(prompts, library)
    print(f"{name}: precision {counts.precision}")
    print(f"{name}: recall    {counts.recall}")
    print(f"{name}: flagged without a cue {counts.false_alarms}")
    return counts


def main() -> int:
    """Print every figure; return 1 if an aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for option, variable in (("--labelled", "PROBE_DEVGPT_DATA"), ("--published", "PROBE_SWE_DATA")):
        parser.add_argument(option, type=Path, default=os.environ.get(variable))
    parser.add_argument("--composed", type=int, default=0, help="composed pairs per bias")
    options, library, missed_aims = parser.parse_args(), read_library(), list[str]()

    ordinary = _flagged_rate(ordinary_prompts(), library)
    print(f"ordinary technical prompts: flagged {ordinary}")
    missed_aims += ["ordinary prompts"] if ordinary.estimate > 0.03 else []
    if options.labelled is not None:
        prompts = labelled_prompts(Path(options.labelled))
        counts = _show_labelled("all labelled prompts", prompts, library)
        _show_labelled("the half in view", [prompt for prompt in prompts if prompt.seen], library)
        _show_labelled("the other half", [prompt for prompt in prompts if not prompt.seen], library)
        for prevalence in PREVALENCES:
            print(f"precision if {prevalence:.0%} of prompts hold a cue: {counts.precision_at(prevalence):.1%}")
        hints = dict(hint_precision(prompts, library))
        for bias, flagged_labels, hinted_labels in by_bias(prompts, library):
            print(
                f"{bias.value}: flagged {flagged_labels}; with this hint {hinted_labels}; precision of the "
                f"hint {hints[bias]}"
            )
        if counts.precision.estimate < 0.75 or counts.recall.estimate < 0.5:
            missed_aims.append("labelled prompts")
    pairs = {"published": published_texts(Path(options.published))} if options.published is not None else {}
    pairs |= {"composed": composed_texts(options.composed)} if options.composed else {}
    for name, text_pairs in pairs.items():
        unbiased, biased = ([pair[index] for pair in text_pairs] for index in (0, 1))
        rate = _flagged_rate(unbiased, library)
        print(f"{name}: unbiased texts flagged {rate}")
        print(f"{name}: biased texts flagged   {_flagged_rate(biased, library)}")
        missed_aims += ["published unbiased texts"] if name == "published" and rate.estimate > 0.05 else []
    print(f"aims missed: {', '.join(missed_aims) or 'none'}")
    return 1 if missed_aims else 0


if __name__ == "__main__":
    sys.exit(main())
