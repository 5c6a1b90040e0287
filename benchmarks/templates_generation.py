"""Measure the time to compose and certify tests of all biases: `python -m benchmarks.templates_generation [TESTS]`.

Processor time is that of this process and of the processes that prove the certificates.
"""

import asyncio
import resource
import time
from pathlib import Path

from benchmarks.running import processor_time, read_options
from probe.files.corpus import find_domain
from probe.prompts import load_prompts
from probe.protocols.arguments import ItemRequest, MadeItems, Making
from probe.protocols.templates.item import TemplateItem
from probe.protocols.templates.making import make_items
from probe.session import Session

PROCESSES = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
DOMAINS = ("software_engineering", "management")


async def certified_tests(domain: str, tests: int) -> MadeItems[TemplateItem]:
    """Return certified tests of all biases of a domain, two for each scenario."""
    request = ItemRequest(find_domain(Path(domain)), per_bias=tests)
    async with Session(engines="swi") as session:
        return await make_items(Making(request, None, session.oracle(), load_prompts()))


def main() -> None:
    """Print the number of tests and certificates, and the time that they took."""
    tests = read_options(__doc__, tests={"type": int, "nargs": "?", "default": 40}).tests
    for domain in DOMAINS:
        start, processor_start = time.perf_counter(), processor_time(*PROCESSES)
        results = asyncio.run(certified_tests(domain, tests))
        items = results.items
        passed_count = sum(item.certificate is not None and item.certificate.passed for item in items if item.kind != 3)
        seconds, processor_seconds = time.perf_counter() - start, processor_time(*PROCESSES) - processor_start
        print(
            f"{domain}: {len(items)} tests of {len({item.bias for item in items})} biases, {passed_count} "
            "certificates; "
            f"{seconds:.1f} s, {processor_seconds:.1f} s of processor time",
            flush=True,
        )


if __name__ == "__main__":
    main()
