:- module(probe_fixed_point,
          [ value_literals/3,       % +Expression, -Value, -Literals
            number_literals/3,      % +Values, -Literals, ?Tail
            largest/1               % -Largest
          ]).
:- use_module(library(apply), [foldl/4]).
:- use_module(reply, [term_text/2]).
:- use_module(translation).

/** <module> Arithmetic of an answer-set program

clingo calculates with integers of 32 bits and wraps around silently. So every step of an expression becomes a separate
literal, with doubts before it: conditions under which its result would differ from Prolog's. If a doubt holds in the
answer set, the second engine gives no result for the program.
*/

%!  largest(-Largest) is det.
%
%   Half of the range of an integer: the sum of two numbers up to Largest does not wrap around.

largest(1073741823).

%!  value_literals(+Expression, -Value, -Literals) is det.
%
%   Value is a number or a variable that has the value of Expression if Literals hold. Throws untranslatable/2's term.

value_literals(Expression, Value, Literals) :-
    expression_steps(Expression, Value, Literals, []).

%!  number_literals(+Values, -Literals, ?Tail) is det.
%
%   Literals raise a doubt if one of Values is not a number.

number_literals(Values, Literals, Tail) :-
    foldl(number_doubt, Values, Literals, Tail).

number_doubt(Value, Literals, Tail) :-
    (   var(Value)
    ->  add_doubt("~w", ["arithmetic gets something other than a number"], [test(>, Value, raw(2147483647))], Literals, Tail)
    ;   Literals = Tail
    ).

add_doubt(Format, Arguments, Conditions, [doubt(Number, Conditions)|Tail], Tail) :-
    format(string(Message), Format, Arguments),
    new_doubt(Message, Number).

expression_steps(Expression, Expression) -->
    { var(Expression) },
    !,
    number_doubt(Expression).
expression_steps(Expression, Expression) -->
    { number(Expression) },
    !,
    { check_number(Expression) }.
expression_steps(Expression, Value) -->
    { compound(Expression),
      compound_name_arguments(Expression, Name, Arguments),
      (   scale(1)
      ->  true
      ;   new_note("decimals are calculated exactly, where Prolog rounds")
      ) },
    argument_steps(Arguments, Values),
    operation(Name, Values, Value),
    !.
expression_steps(Expression, _) -->
    { functor(Expression, Name, Arity),
      untranslatable("~q has no counterpart in whole numbers", [Name/Arity]) }.

argument_steps([], []) -->
    [].
argument_steps([A|As], [V|Vs]) -->
    expression_steps(A, V),
    argument_steps(As, Vs).

check_number(Number) :-
    scale(Scale),
    largest(Largest),
    (   abs(rationalize(Number)) * Scale =< Largest
    ->  true
    ;   untranslatable("~w may exceed 32 bits", [Number])
    ).

operation(+, [A], A) --> [].
operation(-, [A], V) --> operation(-, [0, A], V).
operation(+, [A, B], V) --> check_sizes([A, B]), [let(V, A + B)].
operation(-, [A, B], V) --> check_sizes([A, B]), [let(V, A - B)].
operation(*, [A, B], V) --> product(A, B, V).
operation(/, [A, B], V) --> quotient(A, B, V).
operation(//, [A, B], V) --> whole_numbers_only(//), divisor(B), [let(V, A / B)].
operation(rem, [A, B], V) --> whole_numbers_only(rem), divisor(B), [let(V, rest(A, B))].
operation(mod, [A, B], V) -->
    whole_numbers_only(mod), divisor(B), check_sizes([A, B]),
    [let(R, rest(A, B)), let(T, R + B), let(V, rest(T, B))].
operation(abs, [A], V) --> [let(V, abs(A))].
operation(max, [A, B], V) --> extreme(A, B, +, V).
operation(min, [A, B], V) --> extreme(A, B, -, V).
operation(**, [A, N], V) --> power(A, N, V).
operation(^, [A, N], V) --> power(A, N, V).
operation(truncate, [A], A) --> whole_numbers_only(truncate).
operation(integer, [A], A) --> whole_numbers_only(integer).
operation(round, [A], A) --> whole_numbers_only(round).
operation(floor, [A], A) --> whole_numbers_only(floor).
operation(ceiling, [A], A) --> whole_numbers_only(ceiling).

% Functions that round, or take whole numbers only, are not translated in programs with decimals.
whole_numbers_only(Name) -->
    { scale(Scale),
      (   Scale =:= 1
      ->  true
      ;   untranslatable("~q is used in a program with decimals", [Name])
      ) }.

check_sizes([]) -->
    [].
check_sizes([A|As]) -->
    { largest(Largest) },
    (   { var(A) }
    ->  add_doubt("~w", ["a number may exceed 32 bits"], [test(>, abs(A), raw(Largest))])
    ;   []
    ),
    check_sizes(As).

divisor(B) -->
    add_doubt("~w", ["a division by zero"], [test(=, B, 0)]).

product(A, B, V) -->
    { scale(Scale),
      largest(Largest) },
    add_doubt("~w", ["a product may exceed 32 bits"],
             [test('!=', A, 0), test(>, abs(B), raw(Largest) / abs(A))]),
    (   { Scale =:= 1 }
    ->  [let(V, A * B)]
    ;   [let(T, A * B)],
        add_doubt("~w", ["a product has more decimals than the program's numbers"],
                 [test('!=', rest(T, raw(Scale)), 0)]),
        [let(V, T / raw(Scale))]
    ).

quotient(A, B, V) -->
    { scale(Scale),
      largest(Largest),
      Limit is Largest // Scale },
    divisor(B),
    (   { Scale =:= 1 }
    ->  { T = A }
    ;   add_doubt("~w", ["a number may exceed 32 bits"], [test(>, abs(A), raw(Limit))]),
        [let(T, A * raw(Scale))]
    ),
    add_doubt("~w", ["a division is not exact"], [test('!=', B, 0), test('!=', rest(T, B), 0)]),
    [let(V, T / B)].

% max(A, B) is half of A + B + |A - B|.
extreme(A, B, Sign, V) -->
    { scale(Scale),
      largest(Largest),
      Limit is Largest // 2 },
    add_doubt("~w", ["a number may exceed 32 bits"], [test(>, abs(A), raw(Limit))]),
    add_doubt("~w", ["a number may exceed 32 bits"], [test(>, abs(B), raw(Limit))]),
    { Scale >= 1,
      Sum =.. [Sign, T, U] },
    [let(T, A + B), let(D, A - B), let(U, abs(D)), let(W, Sum), let(V, W / raw(2))].

power(A, N, V) -->
    { integer(N),
      N >= 1,
      N =< 8 },
    !,
    powers(N, A, V).
power(_, N, _) -->
    { term_text(N, Text),
      untranslatable("a power whose exponent ~s is not a small whole number", [Text]) }.

powers(1, A, A) -->
    !.
powers(N, A, V) -->
    { M is N - 1 },
    powers(M, A, U),
    product(U, A, V).
