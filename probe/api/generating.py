"""Generate a benchmark."""

import asyncio
from collections.abc import Iterable
from typing import Unpack

from probe.api.options import (
    AccessOptions,
    PathName,
    ProfileName,
    Spec,
    access_of,
    biases_of,
    folder_of,
    optional_path,
    profile_of,
    spec_of,
    specs_of,
    whole,
)
from probe.api.progress import by_candidates, shown_progress
from probe.api.running import in_python, synchronous
from probe.errors import InputError
from probe.generation.generate import GenerateCommand
from probe.generation.generate import generate as run_generation
from probe.generation.rounds import GenerateSettings
from probe.generation.writing import Roles
from probe.protocols.dataset import Dataset
from probe.protocols.reading import read_dataset
from probe.values import Dilemma


@in_python
async def generate_async(
    *,
    author: Spec | Iterable[Spec] | None = None,
    model: Spec | None = None,
    polish: Spec | None = None,
    translator: Spec | None = None,
    judge: Spec | None = None,
    decider: Spec | None = None,
    per_bias: int = 10,
    bias: str | Iterable[str] | None = None,
    profile: ProfileName = "strict",
    seed: int = 0,
    out: PathName | None = None,
    seeds: PathName | None = None,
    against: Iterable[PathName] = (),
    prompts: PathName | None = None,
    cascade: PathName | None = None,
    keep_trying: bool = False,
    **access: Unpack[AccessOptions],
) -> Dataset[Dilemma]:
    """Regenerate a benchmark until every bias has ``per_bias`` certified pairs, and return it with its manifest.

    The parameters are the options of ``probe generate``. ``author`` writes the pairs (``grammar?depth=2-8`` needs no
    model); ``model`` fills every role without a model of its own. ``out`` is the folder of the run: the same call
    resumes it, and pays for no call twice. Without it, the run is in a temporary folder, which is removed with the
    dataset. ``access`` are ``base_url``, ``concurrency``, ``max_calls``, ``max_usd``, ``prices``, ``rpm`` and ``tpm``.

    Raises InputError for an unusable argument, MissingError for a missing key or program, and StoppedError if a budget
    or a provider ends the run early.
    """
    every = spec_of(model)
    roles = Roles(
        authors=specs_of(author) or ((every,) if every else ()),
        polisher=spec_of(polish),
        translator=spec_of(translator) or every,
        judge=spec_of(judge) or every,
        decider=spec_of(decider) or every,
    )
    if not roles.authors:
        raise InputError("no author given: add model=… for all roles, or author=…")
    settings = GenerateSettings(whole("per_bias", per_bias, 1), biases=biases_of(bias), keep_trying=keep_trying)
    with folder_of(out) as folder:
        command = GenerateCommand(
            roles=roles,
            settings=settings,
            profile=profile_of(profile),
            seed=seed,
            access=access_of(access),
            prompts=optional_path(prompts),
            seeds=optional_path(seeds),
            cascade=optional_path(cascade),
            against=tuple(path for each in against if (path := optional_path(each)) is not None),
        )
        with shown_progress("candidates") as listener:
            generated = await run_generation(command, folder.path, by_candidates(listener))
        if generated.generation.interrupted:
            raise asyncio.CancelledError
        if stopped := generated.stopped(folder.path):
            raise stopped
        return Dataset(read_dataset(folder.path), manifest=generated.manifest, folder=folder)


generate = synchronous(generate_async)
