"""Certify tests by their programs, with one examination for equal programs."""

import asyncio
from collections.abc import Sequence

from probe.certificate import certify, complexity
from probe.ports import Oracle
from probe.protocols.templates.item import TemplateItem
from probe.protocols.templates.programs import programs_of
from probe.values import Certificate, Check, Complexity, Outcome, Profile, Programs
from probe.values.answering import Answering

NO_NORM = "the arms may rightly differ: a shift is a response style, not an error"

Certification = tuple[Certificate, Complexity]


async def certify_items(items: Sequence[TemplateItem], oracle: Oracle, profile: Profile) -> list[TemplateItem]:
    """Return the items with their programs and certificates, in order; class 3 is not applicable."""
    item_programs = [programs_of(item) for item in items]
    # Programs state the structure of a test, not its words, so many tests of a bias share them.
    items_by_programs = {
        programs: item for item, programs in zip(items, item_programs, strict=True) if programs is not None
    }
    certifications = await asyncio.gather(
        *(_certify(item, *programs, oracle=oracle, profile=profile) for programs, item in items_by_programs.items())
    )
    results = dict(zip(items_by_programs, certifications, strict=True))
    not_applicable = Certificate(
        profile=profile,
        oracle=oracle.name,
        checks=(Check(name="norm", outcome=Outcome.NOT_APPLICABLE, reason=NO_NORM),),
    )
    return [
        _with_certificate(item, *programs, results[programs])
        if programs
        else item.model_copy(update={"certificate": not_applicable})
        for item, programs in zip(items, item_programs, strict=True)
    ]


async def _certify(
    item: TemplateItem, programs: Programs, answering: Answering, *, oracle: Oracle, profile: Profile
) -> Certification:
    examination = await oracle.examine(programs, profile, answering=answering)
    return certify(examination, item.bias, profile), complexity(examination)


def _with_certificate(
    item: TemplateItem, programs: Programs, answering: Answering, result: Certification
) -> TemplateItem:
    """Return the item with its certificate; only one that passes has a norm. The id is that of the new content."""
    certificate, complexity_of_programs = result
    # Without a certificate, do not claim that a shift is an error.
    norm = "stipulated" if certificate.passed else "none"
    return item.with_fields(
        norm=norm, programs=programs, answering=answering, certificate=certificate, complexity=complexity_of_programs
    )
