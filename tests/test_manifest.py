"""A manifest is a frozen value: declared fields are typed, and all others are kept unchanged."""

import json
from pathlib import Path

import pytest

from probe.errors import InputError
from probe.files.dataset import MANIFEST
from probe.files.manifest import Manifest, RunSettings

CONTENT = {
    "later": {"b": 1, "a": [2]},
    "canary": "probe",
    "content": "an undeclared name that is also an attribute",
    "settings": {"roles": {"author": ["m"]}, "kind": "evaluate", "new": 0.5, "seed": 4},
    "pairs": 3,
    "dataset": {"pairs": 2, "settings": {"kind": "generate"}, "run_id": "origin"},
    "complete": True,
    "awareness": None,
}


def test_it_is_written_as_it_was_read(tmp_path: Path) -> None:
    text = json.dumps(CONTENT, indent=2, ensure_ascii=False) + "\n"
    (tmp_path / MANIFEST).write_text(text, encoding="utf-8")
    Manifest.read(tmp_path).write(tmp_path)
    assert (tmp_path / MANIFEST).read_text(encoding="utf-8") == text


def test_declared_fields_are_typed() -> None:
    manifest = Manifest.of(CONTENT)
    assert (manifest.complete, manifest.settings.seed, manifest.origin.run_id) == (True, 4, "origin")
    assert manifest.origin.origin is manifest.origin


def test_a_change_keeps_the_order_and_everything_else() -> None:
    changed_manifest = Manifest.of(CONTENT).with_changes(complete=False, usage={"calls": 1})
    assert list(changed_manifest.content) == [*CONTENT, "usage"]
    assert changed_manifest.content == {**CONTENT, "complete": False, "usage": {"calls": 1}}


def test_settings_are_kept_in_the_order_in_which_they_are_given() -> None:
    manifest = Manifest(canary="c", settings=RunSettings.model_validate({"z": 1, "kind": "merge"}), complete=True)
    assert json.dumps(manifest.content) == '{"canary": "c", "settings": {"z": 1, "kind": "merge"}, "complete": true}'


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ({"complete": "yes"}, "complete: Input should be a valid boolean"),
        ({"settings": {"seed": "1"}}, "settings.seed: Input should be a valid integer"),
        ({"dataset": {"run_id": 7}}, "dataset.run_id: Input should be a valid string"),
    ],
)
def test_a_field_of_another_type_is_one_line(tmp_path: Path, content: dict[str, object], problem: str) -> None:
    (tmp_path / MANIFEST).write_text(json.dumps(content))
    with pytest.raises(InputError) as excinfo:
        Manifest.read(tmp_path)
    assert str(excinfo.value) == f"{tmp_path / MANIFEST}: {problem}: repeat the command that wrote it, or delete it"
