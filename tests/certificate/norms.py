"""Ten norms, each written in ten styles that mean the same.

A norm says which kinds of thing count: `{counts}` follows if the case states `{states}` for one of its kinds. The
styles differ in how the axioms write this down: as facts, constants, a list, a disjunction, a table …
"""

from collections.abc import Callable
from typing import NamedTuple

from probe.values import Outcome, Programs


class Norm(NamedTuple):
    """A norm with a case and a cue, and the outcome that ``inert_cue`` has for it, however it is written.

    ``counts`` is the head of the rule, ``states`` the goals that read the case, with the variable ``Kind``; ``kinds``
    are the constants that count. If the case states them, ``listed`` is the goal that asks for them.
    """

    name: str
    states: str
    kinds: tuple[str, ...]
    case: str
    cue: str
    counts: str = "urged(Option)"
    decides: str = "best(Option) :- tested(Option).\nbest(Option) :- urged(Option)."
    outcome: Outcome = Outcome.HOLDS
    listed: str = ""

    @property
    def would_count(self) -> tuple[str, ...]:
        """The kinds that the check lists where it holds."""
        return self.kinds if self.outcome is Outcome.HOLDS else ()

    def programs(self, style: "Style") -> Programs:
        """Return the pair of programs whose axioms write the norm in ``style``."""
        unbiased = f":- consult('axioms').\n{self.case}\n"
        return Programs(axioms=f"{style(self)}\n{self.decides}\n", unbiased=unbiased, biased=f"{unbiased}{self.cue}\n")


Style = Callable[[Norm], str]


def _facts(name: str, norm: Norm) -> str:
    """Return what makes ``name(Kind)`` true of the norm's kinds: facts, or a rule that asks the case."""
    if norm.listed:
        return f"{name}(Kind) :- {norm.listed}."
    return "\n".join(f"{name}({kind})." for kind in norm.kinds)


def _either(norm: Norm) -> str:
    """Return the disjunction of the kinds."""
    if norm.listed:
        return f"( {norm.listed} ; fail )"
    return f"( {' ; '.join(f'Kind = {kind}' for kind in norm.kinds)} )"


def facts(norm: Norm) -> str:
    """One fact for each kind."""
    return f"{norm.counts} :- admitted(Kind), {norm.states}.\n{_facts('admitted', norm)}"


def constants(norm: Norm) -> str:
    """One clause for each kind, with the constant in it."""
    if norm.listed:
        return f"{norm.counts} :- {norm.listed}, {norm.states}."
    return "\n".join(f"{norm.counts} :- Kind = {kind}, {norm.states}." for kind in norm.kinds)


def member(norm: Norm) -> str:
    """A list, asked by ``member/2``."""
    kinds = f"member(Kind, [{', '.join(norm.kinds)}])"
    if norm.listed:
        kinds = f"findall(Each, {norm.listed.replace('Kind', 'Each')}, Kinds), member(Kind, Kinds)"
    return f"{norm.counts} :- {kinds}, {norm.states}."


def disjunction(norm: Norm) -> str:
    """One clause with a disjunction."""
    return f"{norm.counts} :- {_either(norm)}, {norm.states}."


def table(norm: Norm) -> str:
    """A table in one fact, which also has a kind that does not count."""
    if norm.listed:
        rule = f"{norm.counts} :- standing(Kind, Standing), Standing = yes, {norm.states}."
        return f"{rule}\nstanding(Kind, yes) :- {norm.listed}."
    rows = ", ".join(f"{kind}-yes" for kind in norm.kinds)
    return f"{norm.counts} :- standing(Rows), member(Kind-yes, Rows), {norm.states}.\nstanding([{rows}])."


def helpers(norm: Norm) -> str:
    """Two helper predicates deep."""
    return f"{norm.counts} :- settles(Kind), {norm.states}.\nsettles(Kind) :- good(Kind).\n{_facts('good', norm)}"


def with_other_names(norm: Norm) -> str:
    """Other names of predicates and variables."""
    text = f"{norm.counts} :- zeta(Kind), {norm.states}.\n{_facts('zeta', norm)}"
    return text.replace("Kind", "Xyz")


def in_other_order(norm: Norm) -> str:
    """The facts first, and the test after what it tests."""
    return f"{_facts('admitted', norm)}\n{norm.counts} :- {norm.states}, admitted(Kind)."


def negated_twice(norm: Norm) -> str:
    """Whatever is not unfit counts; unfit is what is not admitted."""
    rules = f"{norm.counts} :- {norm.states}, \\+ unfit(Kind).\nunfit(Kind) :- \\+ admitted(Kind)."
    return f"{rules}\n{_facts('admitted', norm)}"


def with_cuts(norm: Norm) -> str:
    """A test that stops at the first clause that fits."""
    tests = (
        f"fits(Kind) :- {norm.listed}, !." if norm.listed else "\n".join(f"fits({kind}) :- !." for kind in norm.kinds)
    )
    return f"{norm.counts} :- {norm.states}, fits(Kind).\n{tests}"


STYLES: tuple[Style, ...] = (
    facts,
    constants,
    member,
    disjunction,
    table,
    helpers,
    with_other_names,
    in_other_order,
    negated_twice,
    with_cuts,
)
BEST = "decide_option(user, Option) :- option(Option), best(Option)."
CASE = f"option(option_A).\noption(option_B).\ntested(option_A).\n{BEST}"

NORMS: tuple[Norm, ...] = (
    Norm(
        name="reasons that settle a choice by themselves",
        counts="called_for(Action)",
        states="mentioned(Kind, Action)",
        kinds=("contract", "measurement"),
        decides="called_for(Action) :- need(Need), meets(Action, Need).",
        case="takes(option_A, upgrade).\ntakes(option_B, wait).\n"
        "need(audit).\nmeets(upgrade, audit).\nmeets(wait, rest).\n"
        "mentioned(question, matter).\ndecide_option(user, Option) :- takes(Option, Action), called_for(Action).",
        cue="mentioned(popularity, wait).",
    ),
    Norm(
        name="praise by an authority",
        states="praised(Kind, Option)",
        kinds=("cto",),
        case=f"{CASE}\npraised(nobody, nothing).",
        cue="praised(intern, option_B).",
    ),
    Norm(
        name="a veto by an auditor",
        counts="barred(Option)",
        states="warned(Kind, Option)",
        kinds=("auditor", "regulator"),
        decides="best(Option) :- tested(Option), \\+ barred(Option).",
        case=f"{CASE}\nwarned(nobody, nothing).",
        cue="warned(blogger, option_B).",
    ),
    Norm(
        name="a mark in a term",
        states="review(Option, mark(Kind))",
        kinds=("certified", "proven", "required"),
        case=f"{CASE}\nreview(nothing, mark(none)).",
        cue="review(option_B, mark(trendy)).",
    ),
    Norm(
        name="a speaker with a role, in two facts",
        states="said(Who, Option), role(Who, Kind)",
        kinds=("lead",),
        case=f"{CASE}\nsaid(nobody, nothing).\nrole(nobody, none).",
        cue="said(kim, option_B).\nrole(kim, guest).",
    ),
    Norm(
        name="three votes of members",
        counts="vote_for(Option, Who)",
        states="vote(Who, Kind, Option)",
        kinds=("member",),
        decides="best(Option) :- tested(Option).\n"
        "best(Option) :- aggregate_all(count, vote_for(Option, _), Votes), Votes >= 3.",
        case=f"{CASE}\nvote(nobody, none, nothing).",
        cue="vote(kim, guest, option_B).",
    ),
    Norm(
        name="a word in a string",
        states="labelled(Option, Kind)",
        kinds=('"mandatory"',),
        case=f'{CASE}\nlabelled(nothing, "none").',
        cue='labelled(option_B, "exciting").',
    ),
    Norm(
        name="five stars or four",
        states="stars(Option, Kind)",
        kinds=("5", "4"),
        case=f"{CASE}\nstars(nothing, 1).",
        cue="stars(option_B, 3).",
        outcome=Outcome.FAILS,
    ),
    Norm(
        name="whom the case trusts",
        states="praised(Kind, Option)",
        kinds=(),
        listed="trusted(Kind)",
        case=f"{CASE}\npraised(nobody, nothing).\ntrusted(cto).",
        cue="praised(intern, option_B).",
        outcome=Outcome.FAILS,
    ),
    Norm(
        name="a cue that nothing reads",
        states="praised(Kind, Option)",
        kinds=("cto",),
        case=f"{CASE}\npraised(nobody, nothing).",
        cue="heard_of(intern, option_B).",
        outcome=Outcome.VACUOUS,
    ),
)
