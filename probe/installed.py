"""Which parts of PROBE work on this machine, for ``probe doctor``."""

from probe.errors import MissingError
from probe.extensions import GROUPS, OURS, added_by, extension_kind, load, names_in
from probe.session import Session


def added_extensions() -> list[tuple[str, str]]:
    """Return the extensions of other distributions, each with its distribution or why it cannot be loaded."""
    extensions = []
    for group in GROUPS:
        for name in names_in(group):
            source = added_by(group, name)
            if source == OURS:
                continue
            try:
                load(group, name)
            except MissingError as error:
                source = f"missing: {error}"
            extensions.append((f"{extension_kind(group)} {name}", source))
    return extensions


async def check_oracle() -> list[str]:
    """Run one program, and return lines on the oracle's version, guards and limits. Raises MissingError."""
    from probe.oracle import diagnose
    from probe.values import Program

    lines = diagnose()
    async with Session() as session:
        verdict = await session.oracle(workers=1).verdict(Program(axioms="", text="decide_option(user, option_A)."))
    if verdict.choice is None:
        raise MissingError(f"SWI-Prolog runs but decides nothing: {'; '.join(map(str, verdict.diagnostics))}")
    return [*lines, "a test program runs and decides"]


async def check_embedder() -> str:
    """Embed one word and describe the embedder. Raises MissingError if the model or its weights cannot be loaded."""
    async with Session() as session:
        embedder = session.embedder()
        (vector,) = await embedder.embed(["word"])
    return f"{embedder.name}, one word embedded in {len(vector)} dimensions"


def provider_variables() -> tuple[str, ...]:
    """Return the environment variables from which keys and addresses of providers are read."""
    from probe.models.providers import all_variants

    return tuple(dict.fromkeys(name for provider in all_variants() for name in provider.variables))


def missing_sdks() -> list[tuple[str, str]]:
    """Return the providers whose own SDKs are not installed, and the commands that install them."""
    from probe.models.providers import missing_sdk, provider_names

    sdks = ((name, missing_sdk(name)) for name in provider_names())
    return [(name, f"pip install '{requirement}'") for name, requirement in sdks if requirement]


def describe_local_models() -> str:
    """Return the packaged local model and its version, or raise MissingError with the command that installs it."""
    from probe.models.providers import hosted_named

    return hosted_named("local").describe()
