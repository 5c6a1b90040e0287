"""How many candidates each stage rejected while a dataset was made."""

from pydantic import Field

from probe.values.base import Value
from probe.values.bias import Bias


class RejectionCount(Value):
    """Candidates of one author and bias that one stage rejected (PROBE-SWE, Table 2)."""

    author: str
    bias: Bias
    stage: str
    count: int = Field(ge=0)
