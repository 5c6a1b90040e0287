"""Where the figures of a page that stands alone come from: the dataset, its authors, and how the subject was asked."""

from collections.abc import Iterator

from probe.analysis.study import Study
from probe.values import Evaluation, fingerprint
from probe.values.phrases import counted

DIGITS = 12
"""Hex digits of a dataset's hash: enough to compare two cards by eye."""

WITHOUT_ENDPOINT = {
    "simulated": "a simulated subject, rules and no language model",
    "python": "a Python function",
    "command": "a program",
    "local": "a model on the machine that asked",
}
"""What answers for providers without an address."""


def origin(study: Study) -> tuple[str, ...]:
    """Return a sentence on the items and one on each evaluation.

    Items are named by a hash of their ids, which are hashes of their texts: two cards with the same one are about the
    same items, wherever the files were.
    """
    return (_items(study), *(_settings_text(evaluation) for evaluation in study.evaluations))


def subjects_with_items(study: Study) -> tuple[str, ...]:
    """Return each subject with the hash of the items that it was asked about; runs may be added without a change."""
    return tuple(
        f"{evaluation.subject}, items {fingerprint(sorted(item.id for item in evaluation.items), DIGITS)}"
        for evaluation in study.evaluations
    )


def _items(study: Study) -> str:
    items = study.items.values()
    authors = sorted({item.provenance.author for item in items})
    runs = sorted({item.provenance.run_id for item in items if item.provenance.run_id})
    authorship = f", made by {', '.join(authors)}" if len(authors) <= 3 else f", by {len(authors)} authors"
    generations = f" in {counted(len(runs), 'generation')} ({', '.join(runs[:3])}), whose manifest.json has the seed"
    # Sorted, because the order in which files were read does not matter.
    digest = fingerprint(sorted(study.items), DIGITS)
    return f"Dataset {digest}: {counted(len(items), 'item')}{authorship}{generations if runs else ''}."


def _settings_text(evaluation: Evaluation) -> str:
    settings = {**evaluation.conditions, **evaluation.choices}
    provider = evaluation.subject.partition("?")[0].partition("/")[0].partition(":")[0]
    if provider in WITHOUT_ENDPOINT:
        settings = {"answered by": WITHOUT_ENDPOINT[provider], **settings}
        settings.pop("endpoint", None)
    conditions = "; ".join(f"{name} {value.replace(',', ', ')}" for name, value in _nonempty_settings(settings))
    registration = f", registered {evaluation.plan.registered_at[:10]}" if evaluation.plan else ""
    return f"{evaluation.subject}, run {evaluation.run_id}{registration}: {conditions}."


def _nonempty_settings(settings: dict[str, str]) -> Iterator[tuple[str, str]]:
    return ((name, value) for name, value in settings.items() if value)
