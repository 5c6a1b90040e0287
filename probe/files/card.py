"""The card and the licence of a dataset on the Hugging Face Hub: they state only what it contains."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

from probe.errors import InputError
from probe.files.dataset import CANARY
from probe.files.hub_columns import DILEMMAS, HubForm
from probe.values import Bias, Item
from probe.values.dilemma import HAND_MADE

PUBLISHED_NOTICE = "Copyright (c) 2025 francesco.sovrano (PROBE-SWE, https://github.com/Francesco-Sovrano/PROBE-SWE)"
"""The notice of the authors of the pairs that ``probe data import probe-swe`` reads; their MIT licence requires it."""

OWN_NOTICE = "Copyright (c) 2026 The PROBE developers (seeds and phrases of the grammar)"

OWN_AUTHORS = (HAND_MADE, "grammar")
"""The authors whose pairs come with PROBE or are composed of its phrases: they are under its licence."""

_CARD = """---
pretty_name: PROBE {things}
license: {hub_licence}
language:
- en
multilinguality:
- monolingual
size_categories:
- {size}
source_datasets:
- original
task_categories:
- multiple-choice
task_ids:
- multiple-choice-qa
tags:
- cognitive-bias
{tags}
- benchmark
configs:
- config_name: all
  default: true
  data_files:
  - split: test
    path:
{files}
{configurations}
---

# PROBE {things}

{introduced} {certified}

{rows}

Each bias is a configuration; the default one, `all`, has every pair. The only split is `test`: nothing is for training.

```python
from datasets import load_dataset

load_dataset("FOLDER", split="test")
load_dataset("FOLDER", "{first}", split="test")
```

`probe data import hf FOLDER --out dataset.jsonl` gives the dataset back as PROBE reads it.

## Columns

| column | type | content |
|---|---|---|
{columns}

Cells are empty where {a_noun} has no such text or value.

## Sources

Domains: {domains}.

| author | {noun}s |
|---|---|
{authors}

## Licence

{licence} `LICENSE` has the notices; keep it with every copy.

## Use it for testing only

A model that was trained on these {things} can no longer be measured with them: regenerate instead. To find out whether
a training corpus contains them, search it for

    {canary}

It is in every row.
"""

_CITATION = """
## Citation

The dilemmas follow the protocol of this paper:

```bibtex
{citation}
```
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


@dataclass
class CardContents:
    """What a card says of a dataset of this ``form``, counted item by item; its size does not depend on their number.

    ``unknown`` are the authors of pairs whose licence is not known, ``profiles`` those of certificates that hold.
    """

    form: HubForm = DILEMMAS
    pairs: int = 0
    imported: int = 0
    by_bias: Counter[Bias] = field(default_factory=Counter)
    option_a: Counter[Bias] = field(default_factory=Counter)
    passed: Counter[Bias] = field(default_factory=Counter)
    failed: Counter[Bias] = field(default_factory=Counter)
    domains: set[str] = field(default_factory=set)
    authors: Counter[str] = field(default_factory=Counter)
    profiles: Counter[str] = field(default_factory=Counter)
    unknown: set[str] = field(default_factory=set)

    def add(self, pair: Item) -> None:
        """Count one item."""
        author, is_published = _without_markup(pair.provenance.author), bool(self.form.citation) and _is_published(pair)
        self.pairs += 1
        self.imported += is_published
        self.by_bias[pair.bias] += 1
        if self.form.counts_option_a:
            self.option_a[pair.bias] += pair.right_answer(pair.arms()[0]) == 0
        self.domains.add(_without_markup(pair.domain))
        self.authors[author] += 1
        # A licence is known of the published package and of what PROBE composes; a model's text is its user's to
        # license.
        if not is_published and pair.provenance.author not in OWN_AUTHORS:
            self.unknown.add(author)
        if pair.certificate is not None:
            (self.passed if pair.certificate.passed else self.failed)[pair.bias] += 1
            if pair.certificate.passed:
                self.profiles[pair.certificate.profile.value] += 1


def _configuration(slug: str) -> str:
    return f"- config_name: {slug}\n  data_files:\n  - split: test\n    path: data/{slug}.parquet"


def card(contents: CardContents, expression: str | None = None, canary: str = CANARY) -> str:
    """Return the card of a dataset; ``expression`` is its licence as an SPDX expression."""
    domains, slugs = sorted(contents.domains), [bias.slug for bias in contents.by_bias]
    form = contents.form
    text = _CARD + (_CITATION if form.citation else "")
    return text.format(
        things=form.things,
        noun=form.noun,
        a_noun=f"an {form.noun}" if form.noun[0] in "aeiou" else f"a {form.noun}",
        introduced=form.introduced.format(count=contents.pairs),
        size=_size(contents.pairs),
        hub_licence=_hub_licence(licence_name(contents, expression)),
        # Two domains may become the same tag, which the Hub needs only once.
        tags="\n".join(f"- {tag}" for tag in dict.fromkeys(map(_tag, domains))),
        files="\n".join(f"    - data/{slug}.parquet" for slug in slugs),
        configurations="\n".join(_configuration(slug) for slug in slugs),
        first=slugs[0],
        certified=_certificate_text(contents),
        rows=_rows(contents),
        columns="\n".join(f"| `{name}` | {kind} | {form.meanings[name]} |" for name, kind in form.types.items()),
        domains=", ".join(f"`{domain}`" for domain in domains),
        authors="\n".join(f"| `{author}` | {number} |" for author, number in sorted(contents.authors.items())),
        licence=_licence_text(contents, expression),
        canary=canary,
        citation=form.citation,
    )


def checked_licence(expression: str) -> str:
    """Return an SPDX expression in its usual spelling. Raises InputError if it is none."""
    try:
        return canonicalize_license_expression(expression)
    except InvalidLicenseExpression as error:
        raise InputError(f"{expression!r} is not an SPDX licence expression, such as CC-BY-4.0: {error}") from error


def licence_name(contents: CardContents, expression: str | None) -> str | None:
    """Return the licence of the whole dataset: ``expression``, else MIT if every pair's is known to be, else None.

    Known are those of the published replication package and of what PROBE itself composes.
    """
    return expression or (None if contents.unknown else "MIT")


def licence(contents: CardContents, expression: str | None = None) -> str:
    """Return the licence file: the dataset's licence, and the MIT licence with the notices of those parts under it."""
    imported_count = contents.imported
    notices = [
        *([PUBLISHED_NOTICE] if imported_count else []),
        *([OWN_NOTICE] if imported_count < contents.pairs else []),
    ]
    mit = _MIT.format(notices="\n".join(notices))
    name = licence_name(contents, expression)
    if name == "MIT":
        return mit
    licence_line = f"SPDX-License-Identifier: {name}" if name else _missing_licence_text(contents)
    return f"{licence_line}\n\nWhat the notices below name is used under the MIT licence:\n\n{mit}"


def _missing_licence_text(contents: CardContents) -> str:
    return f"No licence is stated for the pairs by {', '.join(sorted(contents.unknown))}."


def _size(number: int) -> str:
    """Return the size category of the Hub."""
    bounds = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
    return next((name for bound, name in bounds if number < bound), "n>1M")


def _hub_licence(name: str | None) -> str:
    """Return a licence as cards state it; one that the Hub has no name for is ``other``."""
    if name is None:
        return "unknown"
    # The Hub lists only single licences, not expressions with AND or OR.
    return "other" if " " in name else name.lower()


def _is_published(pair: Item) -> bool:
    """Whether a pair is from the published replication package; PROBE's own exports in that format have the canary."""
    # PROBE's exports in the published format are imported like the package, but are not part of it.
    return bool(pair.provenance.imported) and pair.provenance.imported.get("canary") != CANARY


def _without_markup(text: str) -> str:
    """Return a model's or a person's name without what Markdown or a line break would make of it."""
    return "".join(character for character in text if character.isprintable() and character not in "`|<>")


def _tag(domain: str) -> str:
    """Return a domain as a tag of the Hub, which nothing in it can turn into other metadata."""
    return "-".join(re.findall(r"\w+", domain.replace("_", "-").lower())) or "other-domain"


def _rows(contents: CardContents) -> str:
    """Return the table of biases; of two options, it says how often A is right."""
    passed_counts, failed_counts = contents.passed, contents.failed
    columns: dict[str, Mapping[Bias, object]] = {
        "bias": {bias: bias.value for bias in contents.by_bias},
        f"{contents.form.noun}s": contents.by_bias,
        **({"right option is A": contents.option_a} if contents.form.counts_option_a else {}),
        "certified": passed_counts,
        "failed": failed_counts,
    }
    header_lines = [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]
    return "\n".join(
        [
            *header_lines,
            *(f"| {' | '.join(str(column[bias]) for column in columns.values())} |" for bias in contents.by_bias),
        ]
    )


def _certificate_text(contents: CardContents) -> str:
    """Return how many pairs have a certificate that holds, and what it is worth."""
    passed_count, failed_count, form = contents.passed.total(), contents.failed.total(), contents.form
    if not form.counts_option_a:
        return (
            f"{passed_count} of them have a certificate that holds, {failed_count} one that fails; "
            "`probe verify` checks them."
        )
    if not passed_count + failed_count:
        return (
            "No pair carries a certificate of PROBE: the right options are those of the source. `probe verify` derives "
            "them from the programs and checks them."
        )
    profiles = ", ".join(f"{number} {name}" for name, number in contents.profiles.items())
    claim = f"In {passed_count} of them it follows from a Prolog program, by a certificate in the pair"
    unchecked_count = contents.pairs - passed_count - failed_count
    return (
        claim
        + (f" (profile: {profiles})." if passed_count else ".")
        + (f" {failed_count} failed the certificate." if failed_count else "")
        + (f" The other {unchecked_count} were not checked by PROBE." if unchecked_count else "")
    )


def _licence_text(contents: CardContents, expression: str | None) -> str:
    imported_count, name = contents.imported, licence_name(contents, expression)
    licence_text = f"{name}." if name else _missing_licence_text(contents)
    if not imported_count:
        return licence_text
    pairs_text = "All pairs" if imported_count == contents.pairs else f"{imported_count} of the {contents.pairs} pairs"
    return (
        f"{licence_text} {pairs_text} were imported from the replication package of PROBE-SWE (Sovrano et al.), are "
        f"under its MIT licence and keep its notice: {PUBLISHED_NOTICE}."
    )
