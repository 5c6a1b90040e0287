"""Programs whose proofs are shown: one for each kind of step, and pairs for each role that a cue can have."""

from collections.abc import Iterator
from typing import NamedTuple

from probe.audit.dossier import ShownProofs
from probe.audit.proof_account import cue_account, shown_proofs, summarise
from probe.certificate import certify
from probe.document import Step
from probe.ports import Oracle
from probe.values import Bias, Check, Examination, Profile, Program, Programs, Verdict

RULE_ALONE = "no(z).\ndecide_option(user, option_A) :- \\+ fit(o).\n"
PROOFS = {
    "rules, a fact and a comparison": (
        "takes(option_A, 2).\ndecide_option(user, X) :-\n  brief(X).",
        "brief(X) :-\n  takes(X, T),\n  T =< 2.\n",
    ),
    "cases": (
        "option(option_A).\noption(option_B).\nsmall(X) :- gain(X, 1).\nbig(X) :- gain(X, 9).\ngain(option_B, 1).\n"
        "decide_option(user, option_A) :- forall((option(O), small(O)), \\+ big(O)).",
        "",
    ),
    "conditions": (
        "safe(x).\ndecide_option(user, X) :- ( risky(y) -> X = option_A ; safe(x) -> X = option_B ; fail ).\nrisky(z).",
        "",
    ),
    "collected solutions": (
        "p(1).\np(2).\nq(2).\ndecide_option(user, option_A) :- findall(X, (p(X), q(X)), [_]).",
        "",
    ),
    "several failed rules": (
        "decide_option(user, option_A) :- \\+ bad.\nbad :- worse(1).\nbad :- worse(2), true.\nworse(3).",
        "",
    ),
    "one rule of one": (f"{RULE_ALONE}fit(X) :- no(X).\nfit(a, b).", ""),
    "one rule of two": (f"{RULE_ALONE}fit(c).\nfit(X) :- no(X).", ""),
    "one rule of three": (f"{RULE_ALONE}fit(c).\nfit(X) :- no(X).\nfit(f(_)) :- true.", ""),
    "one rule beside a quoted atom": (f"{RULE_ALONE}fit('{{0}}').\nfit(X) :- no(X).", ""),
    "one rule of four": (f"{RULE_ALONE}fit(c).\nfit(d).\nfit(e).\nfit(X) :- no(X).", ""),
    "one rule before a cut": (f"{RULE_ALONE}fit(c).\nfit(X) :- !, no(X).\nfit(X) :- no(X).", ""),
    "a derivation met again": (
        "done(x).\ngood :- done(x).\ndecide_option(user, option_A) :- good.\n"
        "decide_option(user, option_B) :- \\+ good.",
        "",
    ),
    "a fact of a failed search": (
        "p(1).\nok(x).\ndecide_option(user, option_A) :- ok(x), \\+ (p(X), q(X)).\nq(2).",
        "",
    ),
    "two proofs": ("a(x).\nb(x).\ndecide_option(user, option_A) :- good.\ngood :- a(x) ; b(x).", ""),
    "an option behind a cut": (
        "good(option_A).\ndecide_option(user, X) :-\n  good(X), !.\ndecide_option(user, option_B).",
        "",
    ),
    "both options": ("decide_option(user, option_A).\ndecide_option(user, option_B).", ""),
    "an endless search": ("decide_option(user, option_A).\ndecide_option(user, option_B) :- p.\np :- p, p.", ""),
    "many proofs": ("decide_option(user, option_A) :- between(1, 60, _).", ""),
    "negations": (
        "part(spring, parser).\npart(spring, printer).\nreviewed(parser).\nreviewed(printer).\n"
        "deadline(printer, tomorrow).\ndecide_option(user, option_A) :- ready(spring).\n"
        "decide_option(user, option_B) :- part(spring, parser), clean(parser), \\+ ready(spring).\n",
        "clean(Code) :- reviewed(Code), \\+ rushed(Code).\nrushed(Code) :- deadline(Code, tomorrow).\n"
        "ready(Release) :- forall(part(Release, Code), clean(Code)).\n",
    ),
}
"""Programs by what their proof shows: the program's own clauses and its axioms."""

BASE_PROGRAM = ":- consult('axioms').\nready(option_A).\ndecide_option(user, X) :- good(X).\n"
ADMITTING_PROGRAM = ":- consult('axioms').\nready(option_A).\nkind(law).\nsaid(law, option_A).\n"
STATEMENT_PROGRAM = "said({}, option_A).\ndecide_option(user, X) :- said(_, X).\n"


def _with_loud_names(*names: str) -> tuple[str, str]:
    return BASE_PROGRAM, BASE_PROGRAM + "".join(f"loud({name}).\n" for name in names)


def _with_rule_body(body: str) -> tuple[str, str]:
    rule = f"decide_option(user, X) :- good(X){body}.\n"
    return ADMITTING_PROGRAM + rule, ADMITTING_PROGRAM + "said(rumour, option_B).\n" + rule


CUES = {
    "none": (BASE_PROGRAM, BASE_PROGRAM),
    "read by no rule": _with_loud_names("ten"),
    "two": _with_loud_names("ann", "bob"),
    "three": _with_loud_names("ann", "bob", "cy"),
    "four": _with_loud_names("ann", "bob", "cy", "dee"),
    "read, in no proof": (BASE_PROGRAM, BASE_PROGRAM + "ready(x).\n"),
    "barred by a missing fact": _with_rule_body(", kind(K), said(K, X)"),
    "barred by a built-in": _with_rule_body(", said(K, X), member(K, [law, test])"),
    "barred by a fact that a rule could give": _with_rule_body(
        ", kind(K), said(K, X), good(X).\nkind(test) :- good(option_B)"
    ),
    "admitted by one rule": _with_rule_body(", kind(K), said(K, X).\nheard :- said(_, _)"),
    "in the proof, inert": (STATEMENT_PROGRAM.format("ann"), STATEMENT_PROGRAM.format("everybody")),
    "in the proof": ("p(1).\ndecide_option(user, option_A).", "decide_option(user, option_A) :- p(1).\np(1)."),
}
"""Pairs by the role of their cue: the unbiased and the biased program; all share the axiom of ``good``."""


async def shown_proofs_of(oracle: Oracle, text: str, axioms: str = "") -> tuple[Verdict, ShownProofs]:
    """Return a program's verdict and its proofs for readers."""
    program = Program(axioms=axioms, text=f":- consult('axioms').\n{text}")
    verdict = await oracle.verdict(program)
    explanation = await oracle.explain(program)
    return verdict, shown_proofs(program, verdict, explanation)


async def inert_cue(oracle: Oracle, name: str) -> tuple[Check | None, Examination]:
    """Return the check ``inert_cue`` of one of ``CUES``, and what the oracle found."""
    unbiased, biased = CUES[name]
    programs = Programs(axioms="good(X) :-\n  ready(X).\n", unbiased=unbiased, biased=biased)
    examination = await oracle.examine(programs, Profile.STRICT)
    return certify(examination, Bias.ANCHORING, Profile.STRICT).check("inert_cue"), examination


class Row(NamedTuple):
    """One step as data: how deep it is, what it is about, and the clause behind it."""

    level: int
    kind: str
    goal: str
    succeeded: bool
    clause: tuple[object, ...] = ()


def rows(step: Step, level: int = 0) -> Iterator[Row]:
    """Yield a step and those below it as data; a clause is its source with its first and last line."""
    yield Row(level, step.kind, step.goal, step.succeeded, (step.source, *step.lines) if step.lines else ())
    for child in step.children:
        yield from rows(child, level + 1)


def lines(step: Step, indent: int = 0) -> Iterator[str]:
    """Yield a step and those below it as they are printed."""
    yield "  " * indent + step.sentence
    for child in step.children:
        yield from lines(child, indent + 1)


async def narrate(oracle: Oracle) -> list[str]:
    """Return everything that is printed about ``PROOFS`` and ``CUES``, line by line."""
    output: list[str] = []
    for name, program in PROOFS.items():
        verdict, proofs = await shown_proofs_of(oracle, *program)
        assert proofs.proof is not None
        output += [f"# {name}", summarise(verdict, proofs), *filter(None, [proofs.ways]), *lines(proofs.proof)]
        for title, proof in proofs.others:
            output += [title, *lines(proof)]
        for why_not in proofs.why_not:
            output += [why_not.text, *(lines(why_not.search) if why_not.search else ())]
    for name in CUES:
        output += [f"# cue: {name}", cue_account(*await inert_cue(oracle, name))]
    return output
