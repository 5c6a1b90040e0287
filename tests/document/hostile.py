"""A document with every kind of block, each text of which is hostile."""

from dataclasses import fields
from typing import get_args

from probe.document import (
    Block,
    Box,
    CheckLine,
    Checks,
    Code,
    Document,
    Facts,
    Fold,
    Grid,
    MarkedTexts,
    Paragraph,
    Plot,
    Points,
    ProgramLine,
    ProofTree,
    SavedFiles,
    SideBySide,
    Step,
    StyledText,
    TextPiece,
    Title,
    TitledText,
    gap,
)

HOSTILE = "<script>document.title='owned'</script>\x1b[31m\u202egnp\u202c&amp;\" onmouseover='x' {{ x }} \ud800\x00"
STYLED_TEXT = (
    HOSTILE,
    StyledText(HOSTILE, "bad", "badge", f"javascript:{HOSTILE}"),
    StyledText(HOSTILE, form="mark", link=f"#{HOSTILE}"),
    gap(HOSTILE),
)
TEXT_PIECES = (TextPiece(HOSTILE, False), TextPiece(HOSTILE, True))
STEP = Step(HOSTILE, HOSTILE, HOSTILE, source=HOSTILE, lines=(1, 2), children=(Step(HOSTILE, succeeded=False),))
LINES = (ProgramLine(1, HOSTILE), ProgramLine(2, HOSTILE, True))
CHECK = CheckLine(HOSTILE, HOSTILE, "bad", HOSTILE, HOSTILE, ((HOSTILE, HOSTILE),), HOSTILE, HOSTILE)
INNER: tuple[Block, ...] = (Paragraph(STYLED_TEXT),)

BLOCKS: tuple[Block, ...] = (
    Title(STYLED_TEXT, key=HOSTILE),
    Paragraph(STYLED_TEXT),
    Points((STYLED_TEXT, HOSTILE)),
    Box((*INNER, *INNER), title=HOSTILE),
    TitledText(HOSTILE, STYLED_TEXT),
    MarkedTexts(HOSTILE, ((HOSTILE, TEXT_PIECES), (HOSTILE, TEXT_PIECES)), HOSTILE),
    Grid(HOSTILE, (HOSTILE, "b"), ((STYLED_TEXT, HOSTILE),), HOSTILE, numbers=("b",), notes=(HOSTILE,)),
    Facts(((HOSTILE, STYLED_TEXT),)),
    Checks(HOSTILE, (CHECK,)),
    ProofTree(STEP, HOSTILE),
    Code(HOSTILE, LINES, HOSTILE, HOSTILE),
    Plot(HOSTILE, HOSTILE, HOSTILE, HOSTILE, address=HOSTILE, saved=((HOSTILE, HOSTILE), ("SVG", "../a.svg"))),
    SavedFiles(((HOSTILE, ((HOSTILE, HOSTILE), ("CSV", "tables/a.csv"), ("TeX", "//host/a.tex"))),), HOSTILE),
    Fold(STYLED_TEXT, INNER, key=HOSTILE, brief=INNER),
    SideBySide(INNER, (Code(HOSTILE, LINES),), follows=True),
)
DOCUMENT = Document(HOSTILE, BLOCKS, STYLED_TEXT, HOSTILE)

KINDS = get_args(Block)
assert {type(block) for block in BLOCKS} == set(KINDS), "every kind of block is among them"
assert all(fields(kind) for kind in KINDS)
