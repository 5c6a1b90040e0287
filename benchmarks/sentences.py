"""Check printed sentences of many reports against their tables: ``python -m benchmarks.sentences [--reports 200]``.

Reports are over random mixtures of evaluations (``tests/analysis/mixtures.py``). The exit code is 1 if a sentence
contradicts a table.
"""

import argparse
import random
import sys

from probe.analysis.study import prepare
from probe.protocols import DILEMMAS, protocol_named
from tests.analysis.mixtures import mixture
from tests.analysis.sentences import contradictions, printed_sentences


def main() -> int:
    """Print every contradiction, the number of sentences, and a random sample of them to read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reports", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--show", type=int, default=0, help="how many random sentences to print")
    options = parser.parse_args()
    sentences: list[str] = []
    wrong = 0
    for seed in range(options.seed, options.seed + options.reports):
        findings = protocol_named(DILEMMAS).report(prepare(mixture(seed)))
        sentences += printed_sentences(findings)
        for text, problem in contradictions(findings):
            wrong += 1
            print(f"mixture {seed}: {problem}: {text}")
    for sentence in random.Random(options.seed).sample(sentences, min(options.show, len(sentences))):
        print(f"- {sentence}")
    print(f"{len(sentences)} sentences of {options.reports} reports, {wrong} contradictions")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
