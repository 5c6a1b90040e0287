"""Random programs of the pure subset that always end: predicates call only predicates of a higher number."""

from hypothesis import strategies as st

from probe.values import Program

LEVELS = 5
CONSTANTS = ["option_A", "option_B", "zeta", "alpha", "42"]
VARIABLES = ["X", "Y"]


def _term() -> st.SearchStrategy[str]:
    return st.sampled_from([*VARIABLES, *VARIABLES, *CONSTANTS])


def _call(level: int) -> st.SearchStrategy[str]:
    predicates = [f"p{n}" for n in range(level + 1, LEVELS + 1)]
    return st.builds("{}({}, {})".format, st.sampled_from(predicates), _term(), _term())


def _goal(level: int) -> st.SearchStrategy[str]:
    call = _call(level)
    simple = st.one_of(
        call,
        call,
        st.builds("{} = {}".format, _term(), _term()),
        st.builds("{} \\= {}".format, _term(), _term()),
        st.builds("{} \\== {}".format, _term(), _term()),
        st.just("!"),
        st.just("true"),
    )
    return st.one_of(
        simple,
        simple,
        st.builds("\\+ {}".format, call),
        st.builds("\\+ ( {}, {} )".format, call, simple),
        # SWI-Prolog 9.0.4 miscompiles a last call behind a negation with one new variable in two arguments.
        st.builds("\\+ p{0}(Z, {1}), p{0}(Z, Z)".format, st.integers(level + 1, LEVELS), _term()),
        st.builds("( {} -> {} ; {} )".format, call, simple, simple),
        st.builds("( {} *-> {} ; {} )".format, call, simple, simple),
        st.builds("( {} ; {} )".format, simple, simple),
        st.builds("forall({}, {})".format, call, call),
        st.builds("findall({}, {}, [{}|_])".format, _term(), call, _term()),
        st.builds("aggregate_all(count, {}, {})".format, call, st.sampled_from(["0", "1", "2", "X"])),
        st.builds("( setof({}, Z^W^( {}, Z = W ), [{}|_]) ; true )".format, _term(), call, _term()),
        st.builds("once({})".format, call),
        st.builds("ignore({})".format, call),
        st.builds("call({})".format, call),
        st.builds("maplist(p{}({}), [{}, {}])".format, st.integers(level + 1, LEVELS), _term(), _term(), _term()),
    )


def _rule(level: int) -> st.SearchStrategy[str]:
    head = st.builds("p{}({}, {})".format, st.just(level), _term(), _term())
    body = st.lists(_goal(level), min_size=1, max_size=3).map(", ".join)
    return st.builds("{} :- {}.".format, head, body)


def _facts() -> st.SearchStrategy[list[str]]:
    constant = st.sampled_from(CONSTANTS)
    fact = st.builds("p{}({}, {}).".format, st.integers(0, LEVELS), constant, constant)
    return st.lists(fact, max_size=8)


@st.composite
def random_programs(draw: st.DrawFn) -> Program:
    """Draw a program: rules on several levels, facts on all, and a decision that asks the lowest level."""
    rules = [draw(_rule(level)) for level in range(LEVELS) for _ in range(draw(st.integers(0, 2)))]
    declarations = ", ".join(f"p{n}/2" for n in range(LEVELS + 1))
    text = [
        ":- consult('axioms').",
        *draw(_facts()),
        "decide_option(user, X) :- p0(X, _).",
        "decide_option(user, X) :- p1(_, X).",
    ]
    return Program(axioms=f":- discontiguous {declarations}.\n" + "\n".join(rules), text="\n".join(text))
