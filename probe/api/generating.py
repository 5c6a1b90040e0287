"""Generate a benchmark."""

from typing import Any

from probe.api.options import folder_of
from probe.api.progress import by_candidates, shown_progress
from probe.api.running import function, synchronous
from probe.errors import StoppedError
from probe.generation.command import GenerateCommand
from probe.generation.generate import generate as run_generation
from probe.generation.items import GenerateItemsCommand, generate_items
from probe.generation.preparing import prepare_all
from probe.options.generating import GenerateOptions
from probe.protocols import protocol_named
from probe.protocols.dataset import Dataset
from probe.protocols.reading import read_dataset
from probe.session import Placement


@function(GenerateOptions)
async def generate_async(options: GenerateOptions) -> Dataset[Any]:
    """Regenerate a benchmark until every bias has ``per_bias`` certified pairs, and return it with its manifest.

    ``author`` writes the pairs (``grammar?depth=2-8`` needs no model); ``model`` fills every role without a model of
    its own. With another ``protocol``, its items are made; ``choices`` are the protocol's own settings, such as
    ``{"sets": "4"}``. ``out`` is the folder of the run: the same call resumes it, and pays for no call twice. Without
    it, the run is in a temporary folder, which is removed with the dataset.

    Raises InputError for an unusable argument, MissingError for a missing key or program, and StoppedError if a budget
    or a provider ends the run early.
    """
    with folder_of(options.out) as folder:
        if not protocol_named(options.protocol).uses_cascade:
            generated_items = await generate_items(GenerateItemsCommand.of(options), folder.path)
            if generated_items.ended:
                raise StoppedError(generated_items.ended)
            return Dataset(read_dataset(folder.path), manifest=generated_items.manifest.content, folder=folder)
        command, placement = GenerateCommand.of(options), Placement.of(options).if_chosen()
        if placement is not None:
            command = await prepare_all(command, folder.path, placement)
        with shown_progress("candidates") as listener:
            generated = await run_generation(command, folder.path, by_candidates(listener))
        generated.require_complete(folder.path)
        return Dataset(read_dataset(folder.path), manifest=generated.manifest.content, folder=folder)


generate = synchronous(generate_async)
