"""Frozen releases of a dataset: checksums, the recipe, a canary, and a commitment to a private set of the same recipe.

``release.json`` lists the SHA-256 of every other file. The commitment is the SHA-256 of a secret salt followed by the
bytes of the private dataset: it reveals nothing, and shows later that the set existed when the release was made.
"""

import hashlib
import os
import secrets
import uuid
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Literal, NamedTuple, TypeVar

from pydantic import JsonValue, ValidationError

from probe.errors import InputError, UnreadableError
from probe.files.card import CardContents
from probe.files.dataset import DATASET, StoredItems, dataset_file, json_line
from probe.files.folders import is_vacant, replacing_folder, write_new
from probe.files.hub_columns import HubForm
from probe.files.huggingface import Publication, write_publication
from probe.files.manifest import Manifest
from probe.files.plain import refuse_overwriting, write_atomically, write_chunks
from probe.files.streams import read_lines
from probe.inputs import read_json, sha256_of
from probe.values import Bias, Item, Value, first_problem

RELEASE = "release.json"
GUESSABLE_SEEDS = 2**64
"""A composed private set is found by trying all seeds below this number."""

_RECIPE = ("roles", "profile", "cascade", "prompts", "seeds", "against")
"""The settings of a generation that are its recipe: all but the seed and the size."""


class Commitment(Value):
    """A salted hash of a private dataset, and how many pairs it has."""

    sha256: str
    pairs: int


class Secret(Value):
    """What opens a commitment; keep it, and publish it with the private dataset."""

    salt: str
    sha256: str


class Release(Value):
    """The content of ``release.json``; ``recipe`` has settings and versions, None if the dataset has no manifest."""

    format: Literal[1] = 1
    version: str
    canary: str
    pairs: int
    pairs_by_bias: dict[Bias, int]
    recipe: dict[str, JsonValue] | None
    commitment: Commitment | None
    files: dict[str, str]


@dataclass(frozen=True)
class ReleaseCommand:
    """What to release: a dataset, whose items are published in ``form``.

    ``private`` is a dataset of the same recipe to commit to, ``secret`` the file for its salt.
    """

    dataset: Path
    version: str
    form: HubForm
    licence: str | None = None
    private: Path | None = None
    secret: Path | None = None


class ReleasedFile(NamedTuple):
    """One file of a release and what became of it."""

    name: str
    state: Literal["unchanged", "changed", "missing", "added"]


def release(command: ReleaseCommand, out: Path) -> Release:
    """Write the release into ``out``, which must be new or empty, and the salt into the file ``secret``.

    Raises InputError if a dataset cannot be read, or the private one is not of the same recipe or shares a pair.
    """
    # Others refer to a published release by its hash, so it must never change.
    if not is_vacant(out):
        raise InputError(f"{out} is not empty: a release is frozen, so choose a new --out")
    pairs = StoredItems.open(command.dataset, command.form.read)
    manifest = Manifest.read_beside(dataset_file(command.dataset))
    # Check this before writing: no release is made if the private set has a different recipe or shares pairs.
    secret = None if command.private is None else _commit(command.private, pairs, manifest)
    if secret is not None and command.secret is not None:
        secret = _kept_secret(command.secret, secret[0], command.private), secret[1]
    # New for each release, so that a match in a corpus shows which release was copied.
    canary = f"probe-swe-canary:{uuid.uuid4()}"
    publication = Publication(command.licence, command.version, canary, manifest, command.form)
    # release.json has the hashes of all others, so a folder with it is complete.
    with replacing_folder(out, last=RELEASE) as new_folder:
        contents, files = _write(new_folder, pairs, publication)
        frozen_release = _release_value(contents, publication, files, secret)
        write_new(new_folder / RELEASE, (frozen_release.model_dump_json(indent=2) + "\n").encode())
    return frozen_release


def _write(out: Path, pairs: StoredItems[Item], publication: Publication) -> tuple[CardContents, dict[str, str]]:
    """Write all files but ``release.json``; return what is in them, and the SHA-256 of each by its path."""
    digest = hashlib.sha256()

    def marked_lines() -> Iterator[bytes]:
        for pair in pairs:
            # In every line, because a corpus may contain only one of them.
            line = f'{{"canary": "{publication.canary}", {json_line(pair)[1:]}'.encode()
            digest.update(line)
            yield line

    write_chunks(out / DATASET, marked_lines())
    contents, files = write_publication(out, pairs, publication)
    return contents, {DATASET: digest.hexdigest(), **files}


def _release_value(
    contents: CardContents, publication: Publication, files: Mapping[str, str], secret: tuple[Secret, int] | None
) -> Release:
    return Release(
        version=publication.version,
        canary=publication.canary,
        pairs=contents.pairs,
        pairs_by_bias=dict(contents.by_bias),
        recipe=None if publication.manifest is None else _recipe_fields(publication.manifest),
        commitment=None if secret is None else Commitment(sha256=secret[0].sha256, pairs=secret[1]),
        files=dict(files),
    )


def _recipe_fields(manifest: Manifest) -> dict[str, Any]:
    """Return what a manifest records about how a dataset was made."""
    names = ("settings", "domain", "libraries", "versions", "prompts")
    return {name: manifest.content[name] for name in names if name in manifest.content}


def _commit(private: Path, pairs: StoredItems[Item], manifest: Manifest | None) -> tuple[Secret, int]:
    """Return the salt and the hash of the private dataset, and the number of its pairs."""
    private_pairs = StoredItems.open(private, pairs.read)
    _check_recipe(private, manifest)
    # A pair that is published with the release is no longer private.
    shared_ids = {pair.id for pair in private_pairs}.intersection(pair.id for pair in pairs)
    if shared_ids:
        raise InputError(f"{private} shares {len(shared_ids)} pairs with the release: generate it with another --seed")
    return _salted_hash(private), len(private_pairs)


def _salted_hash(private: Path) -> Secret:
    # Without a salt, anyone could compose the likely sets and compare their hashes.
    salt = secrets.token_hex(32)
    return Secret(salt=salt, sha256=_commitment_hash(salt, private))


def commit(private: Path, secret: Path) -> Commitment:
    """Return the commitment to a dataset whose salt is kept in the file ``secret``; an earlier salt of it is used."""
    kept_secret = _kept_secret(secret, _salted_hash(private), private)
    return Commitment(sha256=kept_secret.sha256, pairs=sum(1 for _ in read_lines(dataset_file(private))))


def _check_recipe(private: Path, manifest: Manifest | None) -> None:
    private_manifest = Manifest.read_beside(dataset_file(private))
    if manifest is None or private_manifest is None:
        raise InputError(
            f"{private}: both datasets need the manifest of probe generate to show that they have one recipe"
        )
    release_recipe, private_recipe = recipe_of(manifest), recipe_of(private_manifest)
    different_settings = [name for name in release_recipe if release_recipe[name] != private_recipe[name]]
    if different_settings:
        raise InputError(
            f"{private} has a different recipe: its {', '.join(different_settings)} differ from those of the release"
        )


def recipe_of(manifest: Manifest) -> dict[str, Any]:
    """Return what datasets of one recipe have in common: everything but the seed and the size."""
    settings, libraries = manifest.settings.content, manifest.libraries or {}
    library_tables = {author: library if isinstance(library, dict) else {} for author, library in libraries.items()}
    # Two datasets of one recipe should differ in the seed.
    libraries_without_seed = {author: {**library, "seed": None} for author, library in library_tables.items()}
    return {**{name: settings.get(name) for name in _RECIPE}, "libraries": libraries_without_seed}


def _commitment_hash(salt: str, dataset: Path) -> str:
    return sha256_of(dataset_file(dataset), salt.encode("utf-8", "surrogatepass")).hex()


def _kept_secret(file: Path, secret: Secret, private: Path | None) -> Secret:
    """Write ``secret`` to ``file`` and return it; if a killed command wrote one for the same dataset, return that."""
    if private is not None and os.path.lexists(file):
        with suppress(InputError):
            earlier_secret = _read(file, Secret)
            # Never replace an existing salt: a killed command, or an earlier commitment to the same dataset, left it.
            if _commitment_hash(earlier_secret.salt, private) == earlier_secret.sha256:
                return earlier_secret
    # An earlier salt is the only one that opens its commitment.
    refuse_overwriting([file], "--secret")
    write_atomically(file, secret.model_dump_json(indent=2) + "\n")
    # Anyone who can read the salt can test guesses of the private set against the commitment.
    file.chmod(0o600)
    return secret


def guessable_seed(private: Path) -> int | None:
    """Return the seed of a composed private dataset if it could be found by trying, None otherwise."""
    manifest = Manifest.read_beside(dataset_file(private)) or Manifest()
    seed = manifest.settings.seed
    return seed if manifest.libraries and seed is not None and abs(seed) < GUESSABLE_SEEDS else None


def verify_release(folder: Path) -> tuple[Release, tuple[ReleasedFile, ...]]:
    """Return the release in ``folder`` and the state of each of its files.

    Hidden files are ignored. Raises InputError if there is no readable ``release.json``.
    """
    frozen_release = _read(folder / RELEASE, Release)
    # A downloaded release must not make this command read files outside of its folder.
    outside_name = next((name for name in frozen_release.files if not _is_inside(name)), None)
    if outside_name is not None:
        raise InputError(
            f"{folder / RELEASE}: {outside_name!r} is outside the release's folder: download the release again"
        )
    return frozen_release, tuple(
        sorted([*_listed_files(folder, frozen_release), *_added_files(folder, frozen_release)])
    )


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and name.isprintable() and name == str(path)


def _listed_files(folder: Path, frozen_release: Release) -> Iterator[ReleasedFile]:
    for name, expected_digest in frozen_release.files.items():
        if not os.path.lexists(folder / name):
            yield ReleasedFile(name, "missing")
        else:
            yield ReleasedFile(name, "unchanged" if sha256_of(folder / name).hex() == expected_digest else "changed")


def _added_files(folder: Path, frozen_release: Release) -> Iterator[ReleasedFile]:
    for file in folder.rglob("*"):
        name = file.relative_to(folder)
        is_hidden = any(part.startswith(".") for part in name.parts)
        if file.is_file() and not is_hidden and name.as_posix() not in {*frozen_release.files, RELEASE}:
            yield ReleasedFile(name.as_posix(), "added")


def keeps_commitment(frozen_release: Release, private: Path, secret: Path) -> bool:
    """Return whether the private dataset is the one that the release commits to.

    Raises InputError if the release has no commitment, or a file cannot be read.
    """
    if frozen_release.commitment is None:
        raise InputError("the release has no commitment: it was made without --private")
    return _commitment_hash(_read(secret, Secret).salt, private) == frozen_release.commitment.sha256


Content = TypeVar("Content", bound=Value)


def _read(file: Path, content_class: type[Content]) -> Content:
    try:
        return content_class.model_validate(read_json(file))
    except UnreadableError as error:
        raise UnreadableError(file, error.problem, error.fix or "probe data release writes it") from error
    except ValidationError as error:
        raise InputError(f"{file}: {first_problem(error)}") from error
