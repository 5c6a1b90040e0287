"""Which pairs would be certified if one check were left out of the certificate.

    python -m benchmarks.ablation

Prints a table with one row per check: the pairs of the suite (``tests/certificate/adversarial`` and the pairs of
``docs/checks.md``) that it refuses, and those that no other check refuses. A check without such a pair could go.
Ends with exit code 1 if there is such a check.
"""

import asyncio
from collections.abc import Iterable
from typing import NamedTuple

from probe.certificate import PAPER_CHECKS, STRICT_CHECKS, certify
from probe.session import Session
from probe.values import Bias, Profile, Programs
from tests.certificate.adversarial_pairs import crafted_pairs
from tests.certificate.documented import documented_pairs

CHECKS = tuple(check.__name__ for check in PAPER_CHECKS + STRICT_CHECKS)


class Suspect(NamedTuple):
    """A pair that the certificate should refuse."""

    name: str
    bias: Bias
    programs: Programs


class CheckRefusals(NamedTuple):
    """A check, how many pairs it refuses, and the names of the pairs that no other check refuses."""

    check: str
    refusal_count: int
    unique_refusals: tuple[str, ...]


def suspects() -> list[Suspect]:
    """Return the pairs of the suite that the certificate should refuse."""
    crafted_suspects = [Suspect(pair.name, pair.bias, pair.programs) for pair in crafted_pairs() if pair.checks]
    documented_suspects = [
        Suspect(f"docs-{pair.check}", pair.bias, pair.programs) for pair in documented_pairs() if pair.refused
    ]
    return crafted_suspects + documented_suspects


async def refusals(pairs: Iterable[Suspect]) -> dict[str, frozenset[str]]:
    """Return the names of the checks that refuse each pair."""
    async with Session(engines="swi") as session:
        oracle = session.oracle()
        return {
            pair.name: frozenset(
                check.name
                for check in certify(
                    await oracle.examine(pair.programs, Profile.STRICT), pair.bias, Profile.STRICT
                ).failing
            )
            for pair in pairs
        }


def ablation(refusing_checks: dict[str, frozenset[str]]) -> list[CheckRefusals]:
    """Return a row for each check, in the order of a certificate."""
    return [
        CheckRefusals(
            check,
            sum(check in checks for checks in refusing_checks.values()),
            tuple(name for name, checks in refusing_checks.items() if checks == {check}),
        )
        for check in CHECKS
    ]


def main() -> int:
    """Print the table."""
    pairs = suspects()
    rows = ablation(asyncio.run(refusals(pairs)))
    print(f"{len(pairs)} bad pairs\n")
    print(f"{'without':18}{'refused by it':>14}{'then accepted':>15}  for example")
    for row in rows:
        print(
            f"{row.check:18}{row.refusal_count:14}{len(row.unique_refusals):15}  {', '.join(row.unique_refusals[:2])}"
        )
    return 0 if all(row.unique_refusals for row in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
