"""The material of mitigations: the policy in words and as clauses, that of another item, and an example per kind."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from probe.content import ContentFile
from probe.errors import InputError
from probe.protocols.base import Material
from probe.protocols.triage.items import TriageItem

_EXAMPLES = {"example": "text", "example_right": "right", "example_wrong": "wrong"}


def material_of(items: Sequence[TriageItem], placeholders: set[str]) -> Material:
    """Return for each item, by its id, the texts of the ``placeholders``.

    Another item's policy is one of the same number of rules where there is one. Raises InputError where a policy is
    needed and an item has none.
    """
    material = {item.id: {"bias": item.bias.value} for item in items}
    for name, text_of in (("axioms_words", _in_words), ("axioms_prolog", _as_clauses)):
        if {name, f"other_{name}"} & placeholders:
            texts = {item.id: text_of(item) for item in items}
            _require_policy(texts)
            other_policies = _other_policies(items, texts) if f"other_{name}" in placeholders else {}
            for item_id, text in texts.items():
                material[item_id] |= {name: text, f"other_{name}": other_policies.get(item_id, "")}
    if placeholders & set(_EXAMPLES):
        for item in items:
            example = _examples()[item.kind]
            material[item.id] |= {name: example[key].strip() for name, key in _EXAMPLES.items()}
    return material


def _in_words(item: TriageItem) -> str:
    return "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(item.policy, 1))


def _as_clauses(item: TriageItem) -> str:
    return item.axioms.strip()


def _require_policy(texts: dict[str, str]) -> None:
    item_without_policy = next((item_id for item_id, text in texts.items() if not text), None)
    if item_without_policy is not None:
        raise InputError(
            f"--mitigation: item {item_without_policy} has no policy; leave out the mitigations that show axioms"
        )


def _other_policies(items: Sequence[TriageItem], texts: dict[str, str]) -> dict[str, str]:
    """Return for each item the policy of another matter, nearest in its number of rules."""
    policies = {}
    for item in items:
        other_items = [other_item for other_item in items if texts[other_item.id] != texts[item.id]]
        if not other_items:
            raise InputError("the control of axioms shows another item's axioms, and all items here have the same")
        nearest = min(
            other_items,
            key=lambda other_item: (
                other_item.matter == item.matter,
                abs((other_item.level or 0) - (item.level or 0)),
                other_item.id,
            ),
        )
        policies[item.id] = texts[nearest.id]
    return policies


@cache
def _examples() -> dict[str, dict[str, str]]:
    return ContentFile(Path(__file__).with_name("examples.toml"), several_lines=True).data
