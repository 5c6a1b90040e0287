"""Checking the seeds, put together: the stages that need no model."""

from contextlib import AsyncExitStack

from probe.composition.access import open_oracle
from probe.embeddings import MiniLmEmbedder
from probe.filters.cascade import Cascade
from probe.filters.settings import load_settings
from probe.filters.stage import Tools
from probe.prompts import load_prompts
from probe.services.seeds import CheckedSeed, check_seeds, model_free
from probe.similarity import TextIndex
from probe.values import Corpus, Profile


async def check_corpus(corpus: Corpus, profile: Profile) -> list[CheckedSeed]:
    """Let every seed through the stages that need no model."""
    settings = model_free(load_settings(profile))
    async with AsyncExitStack() as stack:
        embedder = MiniLmEmbedder()
        stack.callback(embedder.close)
        embedder.warm_up()
        oracle = await stack.enter_async_context(open_oracle())
        tools = Tools(oracle=oracle, embedder=embedder, prompts=load_prompts(), corpus=corpus, accepted=TextIndex())
        return await check_seeds(corpus.seeds, Cascade(settings, tools), tools)
