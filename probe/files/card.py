"""The card and the licence of a dataset on the Hugging Face Hub: what is in it, and nothing that is not."""

from collections import Counter
from collections.abc import Sequence

from probe.files.dataset import CANARY
from probe.values import Pair

PUBLISHED_NOTICE = "Copyright (c) 2025 francesco.sovrano (PROBE-SWE, https://github.com/Francesco-Sovrano/PROBE-SWE)"
"""The notice of the authors of the pairs that ``probe import probe-swe`` reads; their MIT licence requires it."""

OWN_NOTICE = "Copyright (c) 2026 The PROBE developers (seeds and phrases of the grammar)"

_CARD = """---
pretty_name: PROBE dilemmas
license: mit
language:
- en
task_categories:
- question-answering
tags:
- cognitive-bias
{tags}
- benchmark
configs:
- config_name: default
  data_files:
  - split: test
    path: data/test.parquet
---

# PROBE dilemmas

{count} dilemmas in pairs: an unbiased text and one that differs only in a cue of a cognitive bias. The right option is
recorded for every pair. {certified}

| bias | pairs | right option is A | certified |
|---|---|---|---|
{rows}

Columns: `id`, `bias`, `domain`, `correct_option` (option_A or option_B), `inferences`, `choice_steps`, `depth` and
`size` (of the proof; empty where not measured), `author`, both texts, the axioms in Prolog and in words, both programs,
`canary`, and the complete pair as JSON in `pair` (provenance, and certificate and evidence where they exist).

Domains: {domains}. Authors: {authors}.

## Licence

{licence} `LICENSE` has the notices; keep it with every copy.

## Use it for testing only

A model that was trained on these dilemmas can no longer be measured with them: regenerate instead. To find out whether
a training corpus contains them, search it for

    {canary}
"""

_MIT = """MIT License

{notices}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
"""


def card(pairs: Sequence[Pair]) -> str:
    """Return the card of these pairs."""
    domains = sorted({pair.domain for pair in pairs})
    return _CARD.format(
        count=len(pairs),
        tags="\n".join(f"- {domain.replace('_', '-')}" for domain in domains),
        certified=_certified(pairs),
        rows=_rows(pairs),
        domains=", ".join(f"`{domain}`" for domain in domains),
        authors=", ".join(f"`{author}`" for author in sorted({_plain(pair.provenance.author) for pair in pairs})),
        licence=_licence(pairs),
        canary=CANARY,
    )


def licence(pairs: Sequence[Pair]) -> str:
    """Return the MIT licence with the notices of everyone who wrote some of these pairs."""
    imported = sum(map(_is_theirs, pairs))
    notices = [*([PUBLISHED_NOTICE] if imported else []), *([OWN_NOTICE] if imported < len(pairs) else [])]
    return _MIT.format(notices="\n".join(notices))


def _is_theirs(pair: Pair) -> bool:
    """Whether a pair is from the published replication package; PROBE's own exports in that format have the canary."""
    return bool(pair.provenance.imported) and pair.provenance.imported.get("canary") != CANARY


def _plain(text: str) -> str:
    """Return a model's or a person's name without what Markdown or a line break would make of it."""
    return "".join(character for character in text if character.isprintable() and character not in "`|<>")


def _rows(pairs: Sequence[Pair]) -> str:
    total = Counter(pair.bias.value for pair in pairs)
    option_a = Counter(pair.bias.value for pair in pairs if pair.correct_option.letter == "A")
    certified = Counter(pair.bias.value for pair in pairs if pair.certificate is not None)
    return "\n".join(f"| {bias} | {number} | {option_a[bias]} | {certified[bias]} |" for bias, number in total.items())


def _certified(pairs: Sequence[Pair]) -> str:
    """Return how many pairs carry a certificate, and what it is worth."""
    held = [pair.certificate for pair in pairs if pair.certificate is not None]
    if not held:
        return (
            "No pair carries a certificate of PROBE: the right options are those of the source. `probe verify` derives "
            "them from the programs and checks them."
        )
    profiles = ", ".join(f"{number} {name}" for name, number in Counter(one.profile.value for one in held).items())
    without = "" if len(held) == len(pairs) else f" The other {len(pairs) - len(held)} were not checked by PROBE."
    return (
        f"In {len(held)} of them it follows from a Prolog program, by a certificate in the pair (profile: {profiles})."
        + without
    )


def _licence(pairs: Sequence[Pair]) -> str:
    imported = sum(map(_is_theirs, pairs))
    if not imported:
        return "MIT."
    whose = "All pairs" if imported == len(pairs) else f"{imported} of the {len(pairs)} pairs"
    return (
        f"MIT. {whose} were imported from the replication package of PROBE-SWE (Sovrano et al.) and keep its notice: "
        f"{PUBLISHED_NOTICE}."
    )
