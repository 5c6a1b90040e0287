"""Compose the dilemmas of a study: its own, or a private set by the same recipe with a secret seed."""

import os
import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

from probe.errors import InputError
from probe.files.dataset import DATASET
from probe.files.manifest import Manifest
from probe.files.plain import write_atomically
from probe.files.release import Commitment, commit
from probe.generation.command import GenerateCommand, GenerateSettings, Roles
from probe.generation.generate import GenerationListener, generate
from probe.generation.merge import MergeCommand, merge
from probe.generation.preparing import prepare_all
from probe.generation.progress import Progress
from probe.grammar.author import EXPANSION_SIZE
from probe.inputs import read_text
from probe.ports import CountListener, no_listener
from probe.protocols.dataset import Dataset
from probe.protocols.reading import read_dataset
from probe.session import Placement
from probe.study.recipe import Part, StudyRecipe, incomplete_series, read_recipe, write_hashes
from probe.values import Profile, Usage


class ComposingProgress(NamedTuple):
    """What shows the progress of composing, expansion by expansion, and of the generation that follows.

    ``on_begin`` is called with the number of each part that is composed, and the number of parts.
    """

    composing: Callable[[], AbstractContextManager[CountListener]]
    generating: Callable[[], AbstractContextManager[GenerationListener]]
    on_begin: Callable[[int, int], None] = lambda number, parts: None


NO_PROGRESS = ComposingProgress(lambda: nullcontext(no_listener), lambda: nullcontext(_ignore))


def _ignore(progress: Progress, usage: Usage) -> None:
    """Ignore the progress."""


SEED = "seed.txt"
SALT = "salt.json"
"""The files of a private set that its holder keeps secret until it is published."""
SEED_BITS = 128
"""Too many bits for a seed to be found by trying."""


async def compose(
    recipe: StudyRecipe, part: Part, out: Path, *, seed: int | None = None, progress: ComposingProgress = NO_PROGRESS
) -> Dataset[Any]:
    """Compose ``part`` into ``out``, or resume it, and return its dilemmas; composed ones are read.

    Each author has its own folder and seed. ``seed`` takes the place of the study's. Raises InputError if
    ``out`` contains something else, StoppedError if a generation ends early.
    """
    # The dataset is written last: if it exists, every author is complete.
    if not (out / DATASET).exists():
        folders: list[Path] = []
        for number, series in enumerate(recipe.composed):
            folder = out / str(number + 1)
            command = GenerateCommand(
                roles=Roles(authors=(series.spec,)),
                settings=GenerateSettings(per_bias=series.size(part), biases=recipe.biases_of(part)),
                profile=Profile.STRICT,
                seed=(recipe.seed if seed is None else seed)
                + number,  # different seeds, because stories of the same seed share names
                against=tuple(folders),  # so that merging does not drop dilemmas
            )
            folders.append(folder)
            if _is_complete(folder, command):
                continue
            progress.on_begin(number + 1, len(recipe.composed))
            if (
                series.size(part) > EXPANSION_SIZE
            ):  # composed candidates are stored, so that a killed command can continue
                with progress.composing() as count_listener:
                    command = await prepare_all(command, folder, Placement(), count_listener)
            with progress.generating() as listener:
                outcome = await generate(command, folder, listener)
            outcome.require_complete(folder)
        await merge(MergeCommand(tuple(folders)), out / DATASET, force=True)
    return read_dataset(out)


def _is_complete(folder: Path, command: GenerateCommand) -> bool:
    """Whether ``folder`` contains the finished generation of ``command``, which repeating would compose again."""
    manifest = Manifest.read(folder)
    settings = manifest.settings
    return (
        manifest.complete is True
        and settings.seed == command.seed
        and settings.per_bias == command.settings.per_bias
        and settings.biases == [bias.slug for bias in command.settings.biases]
        and settings.roles == command.roles.names()
    )


class FrozenStudy(NamedTuple):
    """The file with the hashes of a study, and how many of its series lack a member, by part."""

    hashes: Path
    incomplete: dict[Part, int]


async def freeze(
    name: str, out: Path, *, renew: bool, progress: Callable[[Path], ComposingProgress] = lambda folder: NO_PROGRESS
) -> FrozenStudy:
    """Compose both parts of a study in ``out``, and write its hashes beside its recipe.

    ``progress`` returns what shows the progress of the part in a folder. Raises InputError if the study is frozen,
    unless ``renew``.
    """
    recipe = read_recipe(name)
    if recipe.frozen is not None and not renew:
        raise InputError(
            f"{name} is frozen, and what it asks never changes: --force renews its hashes before a result exists"
        )
    parts: tuple[Part, ...] = ("quick", "full")
    items = {part: await compose(recipe, part, out / part, progress=progress(out / part)) for part in parts}
    incomplete = {part: incomplete_series(dilemmas) for part, dilemmas in items.items()}
    return FrozenStudy(write_hashes(recipe, items), incomplete)


async def compose_private(
    recipe: StudyRecipe, out: Path, progress: ComposingProgress = NO_PROGRESS
) -> tuple[Dataset[Any], Commitment]:
    """Compose a private set into ``out`` with a secret seed, and return its dilemmas and the commitment to them.

    A new ``out`` is a folder that only its owner can open, since the dilemmas and the records of how they were composed
    have to be as secret as the seed and the salt in it. Repeating it gives the same set and the same commitment.
    """
    dilemmas = await compose(recipe, "full", out, seed=_secret_seed(out / SEED), progress=progress)
    return dilemmas, commit(out, out / SALT)


def _secret_seed(file: Path) -> int:
    # A command that was killed before it wrote the seed leaves an empty file.
    text = read_text(file).strip() if os.path.lexists(file) else ""
    if text:
        if not text.isdecimal() or len(text) > SEED_BITS:
            raise InputError(f"{file}: does not contain a seed: choose a new --out")
        return int(text)
    # A new seed would differ from the one that these dilemmas were composed with.
    if (file.parent / DATASET).exists():
        raise InputError(f"{file.parent} contains a dataset but no {SEED}: choose a new --out")
    file.parent.mkdir(0o700, parents=True, exist_ok=True)
    seed = secrets.randbits(SEED_BITS)
    # Restrict access to the file before the seed is written.
    file.touch(0o600)
    write_atomically(file, f"{seed}\n")
    return seed
