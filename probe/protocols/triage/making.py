"""Make items of triage: draw profiles until the oracle certifies the right answers that are wanted."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from probe.certificate import certify, common_decision, complexity
from probe.certificate.uniting import highest, united
from probe.errors import InputError
from probe.ports import Oracle
from probe.protocols.triage.composing import LETTERS, Facts, Policy, clauses_of
from probe.protocols.triage.content import LEAST_RULES, Attribute, Matter, TriageContent
from probe.protocols.triage.drawing import Contrasts, has_to_be_weighed
from probe.protocols.triage.items import ACCEPT, BIAS_OF, REJECT, ArmQuestion, Kind, ShownProfile, TriageItem
from probe.protocols.triage.orders import orders_of
from probe.protocols.triage.programs import GROUPS, OPTIONS, cues_of
from probe.values import Arm, Bias, Certificate, Complexity, Profile, Provenance
from probe.values.answering import Answering

AUTHOR = "triage"
"""The author that the provenance of composed items names."""
DRAWS = 500
"""Draws for one profile before it is given up: some answers are rare, and ties in a choice are rejected."""
MOST_PER_ANSWER = 8
"""Profiles of a set with the same right answer, at most."""
CONCURRENT_ITEMS = 4
"""Items that are made at the same time."""


class ItemPlan(NamedTuple):
    """The n-th item of a kind (from 0): its policy, and the right answer of its first profile."""

    kind: Kind
    number: int
    policy: Policy
    right: int
    draw: Random


class CertifiedFacts(NamedTuple):
    """A profile's or a choice's facts, with the proof of their answer."""

    facts: tuple[Facts, ...]
    certificate: Certificate
    complexity: Complexity


class Maker:
    """Makes items of one domain with certificates of ``profile``."""

    def __init__(self, content: TriageContent, oracle: Oracle, profile: Profile, seed: int) -> None:
        self._content = content
        self._oracle = oracle
        self._profile = profile
        self._seed = seed

    async def make(
        self, kind: Kind, count: int, sizes: Sequence[int], listener: Callable[[], None]
    ) -> list[TriageItem]:
        """Return ``count`` items of a kind in random order; sets take the ``sizes`` in turn.

        Equal arguments make equal items.
        """
        semaphore = asyncio.Semaphore(CONCURRENT_ITEMS)

        async def limit_profiles(plan: ItemPlan) -> TriageItem:
            async with semaphore:
                item = await self._item(plan, sizes[plan.number % len(sizes)])
                listener()
                return item

        items = list(await asyncio.gather(*map(limit_profiles, self._plans(kind, count))))
        Random(f"{self._seed}|{self._content.domain}|{kind}").shuffle(items)  # plans alternate between right answers
        return items

    def _plans(self, kind: Kind, count: int) -> Iterator[ItemPlan]:
        """Yield plans in which right answers, matters and numbers of rules are balanced.

        All three take turns from one item to the next, and over several rounds of right answers each meets each.
        """
        matter_kind, answers = ("choice", len(OPTIONS)) if kind == "choice" else ("single", 2)
        matters = self._content.of("choice" if matter_kind == "choice" else "single")
        if not matters and count:
            raise InputError(
                f"--kind {kind}: {self._content.domain} has no profiles of the kind {matter_kind}; add a file"
            )
        for number in range(count):
            shift, right = divmod(number, answers)
            matter = matters[(shift + right) % len(matters)]
            # Shift by the right answer, so that neither the matter nor the number of rules reveals it.
            level = LEAST_RULES + (shift // len(matters) + right) % (len(matter.rules) - LEAST_RULES + 1)
            draw = Random(f"{self._seed}|{self._content.domain}|{kind}|{number}")
            policy = Policy(matter, level, draw.choice(matter.settings))
            yield ItemPlan(kind, number, policy, right, draw)

    async def _item(self, plan: ItemPlan, size: int) -> TriageItem:
        if plan.kind == "choice":
            return await self._choice(plan)
        if plan.kind == "sequence":
            return await self._set(plan, size)
        return await (self._framing(plan) if plan.kind == "framing" else self._attribute(plan))

    async def _set(self, plan: ItemPlan, size: int) -> TriageItem:
        policy, draw = plan.policy, plan.draw
        right_answers = _right_answers(draw, size)
        titles = _titles(policy.matter, draw, size)
        certified_profiles: list[CertifiedFacts] = []
        for right in right_answers:
            # Two equal profiles in a set would have to be decided alike.
            earlier_facts = [profile.facts for profile in certified_profiles]
            certified_profiles.append(await self._certify(plan, right, earlier_facts=earlier_facts))
        return _item(
            plan,
            self._content,
            certified_profiles,
            instructions=policy.instructions,
            question=policy.matter.neutral,
            profiles=tuple(
                ShownProfile(
                    text=policy.profile(title, profile.facts[0]), right=right, facts=clauses_of(profile.facts[0])
                )
                for title, right, profile in zip(titles, right_answers, certified_profiles, strict=True)
            ),
            orders=orders_of(size, draw),
        )

    async def _framing(self, plan: ItemPlan) -> TriageItem:
        """Return a profile with its question in all forms; its program is that of every form."""
        matter = plan.policy.matter
        certified_profile = await self._certify(plan, plan.right)
        profile = plan.policy.profile(_titles(matter, plan.draw, 1)[0], certified_profile.facts[0])
        words, decisions_in_order = (matter.accept, matter.reject), (ACCEPT, REJECT)
        forms = {
            "neutral": (matter.neutral, words, decisions_in_order),
            "admitting": (matter.admitting, words, decisions_in_order),
            "rejecting": (matter.rejecting, words, decisions_in_order),
            "admitting_yes_no": (matter.admitting, ("YES", "NO"), decisions_in_order),
            "rejecting_yes_no": (matter.rejecting, ("YES", "NO"), decisions_in_order[::-1]),
        }
        questions = {
            arm: ArmQuestion(text=_question_text(plan.policy, profile, question), words=arm_words, decisions=decisions)
            for arm, (question, arm_words, decisions) in forms.items()
        }
        return _question_item(plan, self._content, certified_profile, profile, questions)

    async def _attribute(self, plan: ItemPlan) -> TriageItem:
        """Return a profile that differs in who is behind it: both groups, and both words of the placebo."""
        attribute, placebo = self._attribute_of(plan)
        pair, matter = plan.draw.randrange(len(attribute.first)), plan.policy.matter
        certified_profile = await self._certify(plan, plan.right, groups=attribute.groups)
        title = _titles(matter, plan.draw, 1)[0]
        authors = {
            "placebo_1": placebo.first[0],
            "placebo_2": placebo.second[0],
            "group_1": attribute.first[pair],
            "group_2": attribute.second[pair],
        }
        questions = {
            arm: ArmQuestion(
                text=_question_text(
                    plan.policy, plan.policy.profile(title, certified_profile.facts[0], author), matter.neutral
                ),
                words=(matter.accept, matter.reject),
                decisions=(ACCEPT, REJECT),
            )
            for arm, author in authors.items()
        }
        profile = plan.policy.profile(title, certified_profile.facts[0])
        return _question_item(
            plan,
            self._content,
            certified_profile,
            profile,
            questions,
            attribute=attribute.name,
            groups=attribute.groups,
            sensitive=attribute.sensitive,
        )

    def _attribute_of(self, plan: ItemPlan) -> tuple[Attribute, Attribute]:
        placebo = self._content.placebo
        attributes = [attribute for attribute in self._content.attributes if not attribute.placebo]
        if placebo is None or not attributes:
            raise InputError(f"--kind attribute: {self._content.domain} needs an attribute and a placebo; add files")
        return attributes[plan.number // 2 % len(attributes)], placebo

    async def _choice(self, plan: ItemPlan) -> TriageItem:
        policy, matter, draw = plan.policy, plan.policy.matter, plan.draw
        # A wrong option, so that keeping it is an error; alternating, so that its distance reveals nothing.
        used_option = (plan.right + 1 + plan.number // len(OPTIONS) % 3) % len(OPTIONS)
        certified_options = await self._certify(plan, plan.right, used_option)
        # Sort, because the order of a set of strings differs between processes.
        names = draw.sample(sorted(set(matter.names)), len(OPTIONS))
        questions = {}
        for arm, cue in (("neutral", ""), ("status_quo", matter.status_quo.replace("{name}", names[used_option]))):
            for shift in range(len(OPTIONS)):
                order = tuple((position + shift) % len(OPTIONS) for position in range(len(OPTIONS)))
                passages = (
                    policy.instructions,
                    cue,
                    matter.intro,
                    policy.options(names, certified_options.facts, order),
                )
                text = "\n\n".join(passage for passage in (*passages, matter.neutral) if passage)
                questions[f"{arm}_{shift + 1}"] = ArmQuestion(text=text, words=LETTERS, decisions=order)
        profiles = tuple(
            ShownProfile(text=policy.option(name, facts), facts=clauses_of(facts, option))
            for name, facts, option in zip(names, certified_options.facts, OPTIONS, strict=True)
        )
        return _item(
            plan,
            self._content,
            [certified_options],
            scale=tuple(names),
            profiles=profiles,
            questions=questions,
            right=plan.right,
            status_quo=used_option,
        )

    async def _certify(
        self,
        plan: ItemPlan,
        right: int,
        used_option: int = 0,
        groups: tuple[str, str] = GROUPS,
        earlier_facts: Sequence[tuple[Facts, ...]] = (),
    ) -> CertifiedFacts:
        """Return facts whose certified answer is ``right``, regardless of the option in use or the group."""
        policy, answering = plan.policy, Answering(answers=plan.policy.answers)
        cues = cues_of(plan.kind, policy.answers, used_option, groups)
        for _ in range(DRAWS):
            if (facts := await self._facts(plan, right)) is None:
                break
            if facts in earlier_facts:
                continue
            clauses = _clauses(plan.kind, facts)
            programs = policy.programs(clauses, cues)
            examination = await self._oracle.examine(programs, self._profile, answering=answering)
            certificate = certify(examination, BIAS_OF[plan.kind], self._profile)
            # The facts were chosen with the unbiased program only, but both programs have to agree.
            if certificate.passed and common_decision(examination) == policy.answers[right]:
                return CertifiedFacts(facts, certificate, complexity(examination))
        raise InputError(
            f"{self._content.domain}: {policy.matter.name}: no profile in {DRAWS} draws has the certified answer "
            f"{policy.answers[right]} under {policy.level} rules; widen the values of its fields"
        )

    async def _facts(self, plan: ItemPlan, right: int) -> tuple[Facts, ...] | None:
        """Return facts of a profile or of four options whose answer is ``right``; None: ``DRAWS`` found none."""
        policy, draw, wanted_answer = plan.policy, plan.draw, plan.policy.answers[right]
        if plan.kind != "choice":
            profile = await Contrasts(policy, lambda facts: self._answer(plan, (facts,)), draw).profile(wanted_answer)
            return None if profile is None else (profile,)
        for _ in range(DRAWS):
            facts = tuple(policy.draw(draw) for _ in OPTIONS)
            if has_to_be_weighed(policy, facts, right) and await self._answer(plan, facts) == wanted_answer:
                return facts
        return None

    async def _answer(self, plan: ItemPlan, facts: Sequence[Facts]) -> str | None:
        cues = cues_of(plan.kind, plan.policy.answers)
        program = plan.policy.programs(_clauses(plan.kind, facts), cues).of(Arm.UNBIASED)
        # A verdict is cheaper than a certificate, so certify only facts with the required answer.
        verdict = await self._oracle.verdict(program, answering=Answering(answers=plan.policy.answers))
        return None if verdict.choice is None else str(verdict.choice)


def _right_answers(draw: Random, size: int) -> list[int]:
    """Return independent right answers, each of both at least once and at most ``MOST_PER_ANSWER`` times.

    If exactly half of a set were to be accepted, its earlier answers would reveal the later ones. Fixed histories need
    both answers, and a policy of two rules has few different profiles for each.
    """
    while True:
        right_answers = [draw.choice((ACCEPT, REJECT)) for _ in range(size)]
        if (
            0 < right_answers.count(ACCEPT) < size
            and max(map(right_answers.count, (ACCEPT, REJECT))) <= MOST_PER_ANSWER
        ):
            return right_answers


def _clauses(kind: Kind, facts: Sequence[Facts]) -> str:
    if kind != "choice":
        return clauses_of(facts[0])
    return "".join(clauses_of(option_facts, option) for option_facts, option in zip(facts, OPTIONS, strict=True))


def _question_text(policy: Policy, profile: str, question: str) -> str:
    return f"{policy.instructions}\n\n{profile}\n\n{question}"


def _titles(matter: Matter, draw: Random, count: int) -> list[str]:
    """Return distinct titles; where there are too few, some are used again with a number."""
    titles = draw.sample(matter.titles, min(count, len(matter.titles)))
    return (
        titles
        + [f"{title} ({2 + index // len(titles)})" for index, title in enumerate(titles * count)][: count - len(titles)]
    )


def _question_item(
    plan: ItemPlan,
    content: TriageContent,
    certified_profile: CertifiedFacts,
    profile: str,
    questions: dict[str, ArmQuestion],
    **fields: Any,
) -> TriageItem:
    shown_profile = ShownProfile(text=profile, right=plan.right, facts=clauses_of(certified_profile.facts[0]))
    return _item(
        plan, content, [certified_profile], profiles=(shown_profile,), questions=questions, right=plan.right, **fields
    )


def _item(
    plan: ItemPlan, content: TriageContent, certified_facts: Sequence[CertifiedFacts], **fields: Any
) -> TriageItem:
    policy = plan.policy
    matter = policy.matter
    fields_with_scale = {"scale": (matter.accept, matter.reject), **fields}
    return TriageItem(
        kind=plan.kind,
        bias=Bias(BIAS_OF[plan.kind]),
        domain=content.domain,
        cluster=f"{content.domain}/{plan.kind}/{plan.number + 1}",
        norm="text",
        matter=matter.name,
        level=policy.level,
        policy=policy.sentences,
        axioms=policy.axioms,
        certificate=united([entry.certificate for entry in certified_facts]),
        complexity=highest([entry.complexity for entry in certified_facts]),
        provenance=Provenance(author=AUTHOR, seed_ids=(f"{content.domain}/{matter.name}",)),
        **fields_with_scale,
    )
