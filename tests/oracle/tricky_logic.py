# ruff: noqa: E501 - a program is easier to read as it is written
"""Programs on which a careless translation to an answer-set program goes wrong."""

TRICKY: dict[str, str] = {
    "a bag is summed, not a set": "c(a, 2). c(b, 2). t(N) :- aggregate_all(sum(X), c(_, X), N). "
    "decide_option(user, option_A) :- t(4). decide_option(user, option_B) :- t(2).",
    "a fact that is written twice counts twice": "p(a). p(a). decide_option(user, option_A) :- aggregate_all(count, p(_), 2).",
    "two rules find the same value": "a(1). b(1). s(X) :- a(X). s(X) :- b(X). "
    "decide_option(user, option_A) :- findall(X, s(X), L), length(L, 2).",
    "two branches find the same value": "a(1). b(1). "
    "decide_option(user, option_A) :- aggregate_all(count, ( a(X) ; b(X) ), N), N =:= 2.",
    "a set of the same": "a(1). b(1). "
    "decide_option(user, option_A) :- findall(X, ( a(X) ; b(X) ), L), sort(L, S), length(S, 1).",
    "a constant is summed for each solution": "n(a). n(b). decide_option(user, option_A) :- aggregate_all(sum(3), n(_), 6).",
    "the sum of nothing": "n(a, 1). decide_option(user, option_A) :- aggregate_all(sum(X), n(z, X), 0).",
    "the maximum of nothing": "n(a, 1). decide_option(user, option_A) :- \\+ aggregate_all(max(X), n(z, X), _).",
    "variables of the same name in negations": "q(a, b). p(X) :- q(X, _), \\+ q(_, X). decide_option(user, option_A) :- p(a).",
    "a repeated variable under a negation": "q(a, b). e(a). p(X) :- e(X), \\+ q(Y, Y). decide_option(user, option_A) :- p(a).",
    "the defect of SWI-Prolog 9.0.4": "n(b). q(a, b). h(_) :- \\+ n(X), q(X, X). n(X) :- fail, q(X, X). "
    "decide_option(user, option_A) :- h(a).",
    "integer division truncates": "decide_option(user, option_A) :- X is -7 // 2, X =:= -3.",
    "the remainder has the sign of the dividend": "decide_option(user, option_A) :- X is -7 rem 2, X =:= -1.",
    "the modulus has the sign of the divisor": "decide_option(user, option_A) :- X is -7 mod 2, X =:= 1, "
    "Y is 7 mod -2, Y =:= -1.",
    "a string is not an atom": 'p("a"). decide_option(user, option_A) :- \\+ p(a). decide_option(user, option_B) :- p(a).',
    "an atom may look like a number": "p('1'). decide_option(user, option_A) :- \\+ p(1).",
    "an atom may look like a variable": "p('X'). decide_option(user, option_A) :- \\+ p(x).",
    "the letters' case does not matter in an option": "decide_option(user, option_a). decide_option(user, 'Option_B').",
    "a condition commits": "q(a). decide_option(user, O) :- ( q(a) -> O = option_A ; O = option_B ).",
    "a soft condition does not": "q(option_A). q(option_B). decide_option(user, O) :- ( q(X) *-> O = X ; O = none ).",
    "a cut keeps later clauses away": "g(S, high) :- S >= 90, !. g(S, low) :- S < 1000. n(95). "
    "decide_option(user, option_A) :- n(S), g(S, high). decide_option(user, option_B) :- n(S), g(S, low).",
    "a cut is passed where the head does not fit": "g(S, high) :- S >= 90, !. g(_, low). n(95). "
    "decide_option(user, option_A) :- n(S), g(S, low). decide_option(user, option_B) :- n(S), g(S, L), L = low.",
    "cut and fail": "b(option_A). o(option_A). o(option_B). g(X) :- b(X), !, fail. g(_). "
    "decide_option(user, X) :- o(X), g(X).",
    "called with its argument known": "bad(option_A). o(option_A). o(option_B). ok(X) :- \\+ bad(X). "
    "decide_option(user, X) :- o(X), ok(X).",
    "decided about a name that no fact has": "bad(option_A). ok(X) :- \\+ bad(X). decide_option(user, option_B) :- ok(option_B).",
    "numbers before names, names by the alphabet": 'p(2). p(a). p(10). p("s"). p(b). p(f(a)). '
    'decide_option(user, option_A) :- findall(X, p(X), L), msort(L, [2|_]), max_member(M, L), M = f(a), a @< b, b @< "s".',
    "compounds of other length": "p(f(a)). p(f(a, b)). decide_option(user, option_A) :- p(X), X \\= f(_), X = f(_, _).",
    "no options at all": "p(a). decide_option(user, X) :- p(X).",
    "nested negation": "p(a). q(b). decide_option(user, option_A) :- \\+ ( p(X), \\+ ( p(Y), X = Y ) ).",
    "for all of nothing": "p(a). decide_option(user, option_A) :- forall(( p(X), X = b ), X = c).",
    "a graph with a cycle from the outside": "e(a, b). e(b, c). r(X, Y) :- e(X, Y). r(X, Y) :- e(X, Z), r(Z, Y). "
    "decide_option(user, option_A) :- r(a, c), \\+ r(c, a).",
    "products near the limit": "n(30000). decide_option(user, option_A) :- n(X), Y is X * X, Y =:= 900000000.",
    "products beyond the limit": "n(70000). decide_option(user, option_A) :- n(X), Y is X * X, Y =:= 4900000000.",
    "decimals": "c(option_A, 0.5). c(option_B, 1.5). decide_option(user, O) :- c(O, X), Y is X * 3, Y < 2.5.",
    "a decimal is not a whole number": "c(2.0). decide_option(user, option_A) :- \\+ c(2).",
    "functions of arithmetic as data": "p(1 + 2). p(abs(1)). decide_option(user, option_A) :- p(X), X \\= abs(1), X = 1 + 2, X \\== 3.",
    "names of directives": "'#show'('#script'). p('% x'). decide_option(user, option_A) :- '#show'(X), X == '#script', p(_).",
    "names of the translation": "p0(c0). d1(c1). answer(option_B). doubt(0). "
    "decide_option(user, option_A) :- p0(c0), d1(c1), answer(option_B), doubt(0).",
    "a list in a fact": "has(option_A, [x, y]). has(option_B, [y]). decide_option(user, O) :- has(O, L), member(x, L), length(L, 2).",
    "the first of the sorted": "c(option_B, 2). c(option_A, 1). "
    "decide_option(user, O) :- findall(X-N, c(N, X), L), msort(L, [_-O|_]).",
    "a witness": "c(option_B, 2). c(option_A, 1). decide_option(user, O) :- aggregate_all(min(X, N), c(N, X), min(_, O)).",
}
"""By what they are about; each is a whole program without axioms."""
