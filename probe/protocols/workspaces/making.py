"""Make workspaces: compose a policy dilemma, certify it with its twin, and lay it out as files."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from probe.certificate import certify, complexity
from probe.errors import InputError
from probe.grammar import GrammarAuthor
from probe.grammar.draw import Draw
from probe.grammar.inserting import NoFitError
from probe.grammar.statements import statements
from probe.ports import Oracle
from probe.protocols.arguments import ItemRequest, MadeItems
from probe.protocols.workspaces.item import WorkspaceItem
from probe.protocols.workspaces.layout import lay_out
from probe.protocols.workspaces.unrelated import OtherChoices, StatedDilemma, UnrelatedDilemmas
from probe.values import Arm, Bias, Candidate, Option, Profile, Provenance

DEPTH = "3-7"
"""The usual depths; policies of more rules than a few chapters have are not laid out."""
UNSUITABLE_BIASES = (Bias.FRAMING, Bias.HINDSIGHT)
"""Biases whose cue is not a separate sentence, or is about an outcome that only the asker can report."""
DILEMMAS_PER_WORKSPACE = 5
"""Dilemmas that are composed per workspace, at most, until one is certified."""
FIRST_FILLER_INDEX = 1_000_000
"""The index from which on dilemmas only fill other workspaces' files: no dataset has as many workspaces."""
TASK = (
    "The rules of our team and the figures of the case are in these files. Please decide between the two options by "
    "our rules."
)


class ComposedDilemma(NamedTuple):
    """A dilemma with what it states, and statements of others that fill its files."""

    candidate: Candidate
    dilemma: StatedDilemma
    unrelated_dilemmas: UnrelatedDilemmas


class WorkspaceMaker:
    """Makes the workspaces of a bias one after the other; equal arguments make equal ones."""

    def __init__(self, oracle: Oracle, profile: Profile, seed: int, depth: str) -> None:
        self._author = GrammarAuthor({"depth": depth, "series": "none", "mode": "policy"}, seed)
        self._oracle = oracle
        self._profile = profile
        self._seed = seed
        self._others: OtherChoices | None = None

    async def make(self, bias: Bias, count: int, listener: Callable[[], None]) -> list[WorkspaceItem]:
        """Return ``count`` certified workspaces, or fewer if too many dilemmas fail."""
        workspaces: list[WorkspaceItem] = []
        for index in range(count * DILEMMAS_PER_WORKSPACE):
            if len(workspaces) == count:
                break
            composed_dilemma = self._compose(bias, index)
            item = None if composed_dilemma is None else await self._certify_workspace(composed_dilemma, index)
            if item is not None:
                workspaces.append(item)
                listener()
        return workspaces

    def _compose(self, bias: Bias, index: int) -> ComposedDilemma | None:
        candidate = self._author.candidate(bias, index)
        story, account = self._author.story(bias, index)
        try:
            statements_of_case = statements(story, account, self._author.library, self._draw(bias, index))
        except NoFitError:
            return None
        dilemma = StatedDilemma(story, account, statements_of_case)
        # Composed once, because all workspaces of a maker take their unrelated lines from the same dilemmas.
        if self._others is None:
            self._others = OtherChoices(self._author, self._seed, tuple(biases_for(())), FIRST_FILLER_INDEX)
        unrelated_dilemmas = self._others.unrelated_to(dilemma, self._draw(bias, index).child("unrelated"))
        return ComposedDilemma(candidate, dilemma, unrelated_dilemmas)

    def _draw(self, bias: Bias, index: int) -> Draw:
        return Draw(self._seed, "workspace", bias.value, index)

    async def _certify_workspace(self, composed_dilemma: ComposedDilemma, index: int) -> WorkspaceItem | None:
        """Return the workspace with the certificate of its dilemma, None unless the dilemma and its twin have one."""
        candidate = composed_dilemma.candidate
        assert candidate.programs is not None
        assert candidate.twin is not None
        programs = candidate.programs, candidate.twin.programs(candidate.programs.axioms)
        examinations = await asyncio.gather(*(self._oracle.examine(pair, self._profile) for pair in programs))
        certificate, twin_certificate = (
            certify(examination, candidate.bias, self._profile) for examination in examinations
        )
        # Certify the twin too: its arms need a proof of their right option.
        if not (certificate.passed and twin_certificate.passed):
            return None
        item = laid_out(composed_dilemma, self._draw(candidate.bias, index))
        return item.with_fields(certificate=certificate, complexity=complexity(examinations[0]))


def laid_out(composed_dilemma: ComposedDilemma, draw: Draw) -> WorkspaceItem:
    """Return a composed dilemma as a workspace, not yet certified."""
    candidate, (story, _, statements_of_case) = composed_dilemma.candidate, composed_dilemma.dilemma
    assert candidate.programs is not None
    assert candidate.twin is not None
    right = list(Option).index(story.correct)
    sides = {story.right: right, story.wrong: 1 - right}
    cues = {arm.value: text for arm, text in statements_of_case.script.inserted.items() if text or arm is Arm.UNBIASED}
    layout = lay_out(statements_of_case, composed_dilemma.unrelated_dilemmas, sides, cues, draw.child("layout"))
    passages = statements_of_case.script.parts
    task = " ".join([*passages.get("intro", ()), *passages.get("topic", ()), TASK])
    return WorkspaceItem(
        bias=story.bias,
        cluster=story.name,
        scale=tuple(statements_of_case.script.lines[option] for option in Option),
        task=task,
        asker=statements_of_case.people[0],
        files=layout.files,
        stated=layout.stated_lines,
        changed=layout.changed_line,
        cue=layout.cue,
        right=right,
        programs=candidate.programs,
        twin_programs=candidate.twin.programs(candidate.programs.axioms),
        levels=candidate.reasoning.required_depth,
        provenance=Provenance(author="grammar", seed_ids=candidate.seed_ids),
    )


def biases_for(biases: Sequence[Bias]) -> Iterator[Bias]:
    """Yield the biases to make workspaces for. Raises InputError for one whose cue cannot be in a file."""
    for bias in biases or Bias.packaged:
        if bias not in UNSUITABLE_BIASES:
            yield bias
        elif biases:
            raise InputError(
                f"--bias {bias.slug}: its cue is not a sentence that can be in a file; choose another bias"
            )


async def make_workspaces(
    item_request: ItemRequest, oracle: Oracle, listener: Callable[[int], None]
) -> MadeItems[WorkspaceItem]:
    """Make the requested workspaces. Raises InputError for a bias or a depth without workspaces."""
    maker = WorkspaceMaker(oracle, item_request.profile, item_request.seed, item_request.choices["depth"] or DEPTH)
    workspaces: list[WorkspaceItem] = []

    def made_one() -> None:
        listener(len(workspaces) + 1)

    shortfalls = []
    for bias in biases_for(item_request.biases):
        bias_workspaces = await maker.make(bias, item_request.per_bias, made_one)
        workspaces += bias_workspaces
        if len(bias_workspaces) < item_request.per_bias:
            shortfalls.append(f"{bias.slug}: {len(bias_workspaces)} of {item_request.per_bias}")
    missing = f"too few dilemmas could be certified ({', '.join(shortfalls)})" if shortfalls else None
    return MadeItems(tuple(workspaces), missing=missing)
