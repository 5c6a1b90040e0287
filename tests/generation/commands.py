"""Commands to generate: by the grammar, and by a model of a server in every role."""

from typing import Any

from probe.generation.command import GenerateCommand, GenerateSettings, Roles
from probe.session import Access
from probe.values import Bias, ModelSpec, Profile


def composing(*, depth: int = 3, per_bias: int = 2, **changes: Any) -> GenerateCommand:
    """Return a command for pairs that the grammar composes."""
    fields: dict[str, Any] = {
        "roles": Roles((ModelSpec.parse(f"grammar?depth={depth}"),)),
        "settings": GenerateSettings(per_bias=per_bias, biases=(Bias.FRAMING,)),
        "profile": Profile.STRICT,
    }
    return GenerateCommand(**fields | changes)


def writing(
    url: str,
    *,
    per_bias: int = 1,
    bias: Bias = Bias.FRAMING,
    model: str = "openai/m",
    profile: Profile = Profile.STRICT,
) -> GenerateCommand:
    """Return a command for pairs that a model writes; it has every role."""
    spec = ModelSpec.parse(model)
    return GenerateCommand(
        roles=Roles((spec,), translator=spec, judge=spec, decider=spec),
        settings=GenerateSettings(per_bias=per_bias, biases=(bias,)),
        profile=profile,
        access=Access(base_url=url),
    )
