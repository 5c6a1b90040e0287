:- module(probe_subset,
          [ permitted/3,            % ?Indicator, ?Group, ?Arguments
            group/2,                % ?Group, ?Description
            inline/2,               % ?Indicator, ?Reason
            clause_form/2,          % ?Indicator, ?Reason
            evaluates/1,            % ?Name
            pure_function/1,        % ?Indicator
            impure_function/1       % ?Indicator
          ]).
:- use_module(library(lists), [member/2]).

/** <module> The pure subset: what a program under audit may call

These predicates have no side effects, and none of them makes an atom that is not in the program's text. So the text
alone shows what a program may call and what its arithmetic may evaluate. Other predicates of SWI-Prolog are refused,
unless the program defines them itself. A name that SWI-Prolog itself does not define, though one of its libraries may,
is an unknown procedure: no library is loaded for it, and a call raises an error.
*/

%!  group(?Group, ?Description) is nondet.
%
%   The groups of permitted/3, in the order in which the documentation lists them.

group(control,     "control").
group(unification, "unification and comparison").
group(types,       "type tests").
group(arithmetic,  "arithmetic").
group(terms,       "terms").
group(lists,       "lists").
group(solutions,   "all solutions").
group(closures,    "closures over lists").

%!  permitted(?Indicator, ?Group, ?Arguments) is nondet.
%
%   Indicator may be called. Arguments are the kinds of its arguments: `0` a goal, an integer N a closure that gets N
%   more arguments, `^` a goal that may be prefixed by `Variable^`, and `?` data.

permitted(true/0,       control, []).
permitted(fail/0,       control, []).
permitted(false/0,      control, []).
permitted(!/0,          control, []).
permitted((',')/2,      control, [0, 0]).
permitted((;)/2,        control, [0, 0]).
permitted((->)/2,       control, [0, 0]).
permitted((*->)/2,      control, [0, 0]).
permitted((\+)/1,       control, [0]).
permitted(not/1,        control, [0]).
permitted(once/1,       control, [0]).
permitted(ignore/1,     control, [0]).
permitted(call/1,       control, [0]).
permitted(call/2,       control, [1, ?]).
permitted(call/3,       control, [2, ?, ?]).
permitted(call/4,       control, [3, ?, ?, ?]).
permitted(call/5,       control, [4, ?, ?, ?, ?]).

permitted((=)/2,        unification, [?, ?]).
permitted((\=)/2,       unification, [?, ?]).
permitted((==)/2,       unification, [?, ?]).
permitted((\==)/2,      unification, [?, ?]).
permitted((@<)/2,       unification, [?, ?]).
permitted((@=<)/2,      unification, [?, ?]).
permitted((@>)/2,       unification, [?, ?]).
permitted((@>=)/2,      unification, [?, ?]).
permitted(compare/3,    unification, [?, ?, ?]).
permitted((=@=)/2,      unification, [?, ?]).
permitted((\=@=)/2,     unification, [?, ?]).
permitted(subsumes_term/2, unification, [?, ?]).
permitted(unify_with_occurs_check/2, unification, [?, ?]).

permitted(var/1,        types, [?]).
permitted(nonvar/1,     types, [?]).
permitted(atom/1,       types, [?]).
permitted(number/1,     types, [?]).
permitted(integer/1,    types, [?]).
permitted(float/1,      types, [?]).
permitted(rational/1,   types, [?]).
permitted(atomic/1,     types, [?]).
permitted(compound/1,   types, [?]).
permitted(callable/1,   types, [?]).
permitted(string/1,     types, [?]).
permitted(ground/1,     types, [?]).
permitted(is_list/1,    types, [?]).

permitted(is/2,         arithmetic, [?, ?]).
permitted((=:=)/2,      arithmetic, [?, ?]).
permitted((=\=)/2,      arithmetic, [?, ?]).
permitted((<)/2,        arithmetic, [?, ?]).
permitted((=<)/2,       arithmetic, [?, ?]).
permitted((>)/2,        arithmetic, [?, ?]).
permitted((>=)/2,       arithmetic, [?, ?]).
permitted(between/3,    arithmetic, [?, ?, ?]).
permitted(succ/2,       arithmetic, [?, ?]).
permitted(plus/3,       arithmetic, [?, ?, ?]).

permitted(functor/3,    terms, [?, ?, ?]).
permitted(arg/3,        terms, [?, ?, ?]).
permitted((=..)/2,      terms, [?, ?]).
permitted(copy_term/2,  terms, [?, ?]).
permitted(term_variables/2, terms, [?, ?]).
permitted(atom_length/2, terms, [?, ?]).
permitted(string_length/2, terms, [?, ?]).

permitted(append/2,     lists, [?, ?]).
permitted(append/3,     lists, [?, ?, ?]).
permitted(delete/3,     lists, [?, ?, ?]).
permitted(flatten/2,    lists, [?, ?]).
permitted(intersection/3, lists, [?, ?, ?]).
permitted(keysort/2,    lists, [?, ?]).
permitted(last/2,       lists, [?, ?]).
permitted(length/2,     lists, [?, ?]).
permitted(list_to_ord_set/2, lists, [?, ?]).
permitted(list_to_set/2, lists, [?, ?]).
permitted(max_list/2,   lists, [?, ?]).
permitted(max_member/2, lists, [?, ?]).
permitted(member/2,     lists, [?, ?]).
permitted(memberchk/2,  lists, [?, ?]).
permitted(min_list/2,   lists, [?, ?]).
permitted(min_member/2, lists, [?, ?]).
permitted(msort/2,      lists, [?, ?]).
permitted(nth0/3,       lists, [?, ?, ?]).
permitted(nth1/3,       lists, [?, ?, ?]).
permitted(numlist/3,    lists, [?, ?, ?]).
permitted(ord_add_element/3, lists, [?, ?, ?]).
permitted(ord_del_element/3, lists, [?, ?, ?]).
permitted(ord_disjoint/2, lists, [?, ?]).
permitted(ord_intersection/2, lists, [?, ?]).
permitted(ord_intersection/3, lists, [?, ?, ?]).
permitted(ord_memberchk/2, lists, [?, ?]).
permitted(ord_seteq/2,  lists, [?, ?]).
permitted(ord_subset/2, lists, [?, ?]).
permitted(ord_subtract/3, lists, [?, ?, ?]).
permitted(ord_symdiff/3, lists, [?, ?, ?]).
permitted(ord_union/2,  lists, [?, ?]).
permitted(ord_union/3,  lists, [?, ?, ?]).
permitted(pairs_keys/2, lists, [?, ?]).
permitted(pairs_keys_values/3, lists, [?, ?, ?]).
permitted(pairs_values/2, lists, [?, ?]).
permitted(permutation/2, lists, [?, ?]).
permitted(predsort/3,   lists, [3, ?, ?]).
permitted(reverse/2,    lists, [?, ?]).
permitted(select/3,     lists, [?, ?, ?]).
permitted(selectchk/3,  lists, [?, ?, ?]).
permitted(sort/2,       lists, [?, ?]).
permitted(sort/4,       lists, [?, ?, ?, ?]).
permitted(subset/2,     lists, [?, ?]).
permitted(subtract/3,   lists, [?, ?, ?]).
permitted(sum_list/2,   lists, [?, ?]).
permitted(sumlist/2,    lists, [?, ?]).
permitted(union/3,      lists, [?, ?, ?]).

permitted(findall/3,    solutions, [?, 0, ?]).
permitted(findall/4,    solutions, [?, 0, ?, ?]).
permitted(forall/2,     solutions, [0, 0]).
permitted(aggregate_all/3, solutions, [?, 0, ?]).
permitted(aggregate_all/4, solutions, [?, ?, 0, ?]).
permitted(bagof/3,      solutions, [?, ^, ?]).
permitted(setof/3,      solutions, [?, ^, ?]).
permitted((^)/2,        solutions, [?, 0]).

permitted(maplist/2,    closures, [1, ?]).
permitted(maplist/3,    closures, [2, ?, ?]).
permitted(maplist/4,    closures, [3, ?, ?, ?]).
permitted(maplist/5,    closures, [4, ?, ?, ?, ?]).
permitted(include/3,    closures, [1, ?, ?]).
permitted(exclude/3,    closures, [1, ?, ?]).
permitted(partition/4,  closures, [1, ?, ?, ?]).
permitted(foldl/4,      closures, [3, ?, ?, ?]).
permitted(foldl/5,      closures, [4, ?, ?, ?, ?]).
permitted(foldl/6,      closures, [5, ?, ?, ?, ?, ?]).

%!  inline(?Indicator, ?Reason) is nondet.
%
%   The compiler does not compile a goal Indicator to a call of a predicate. No program may use it, even if it defines
%   such a predicate, because the clauses would never be called. A test compiles a goal of every name that SWI-Prolog
%   knows and compares the compiled code with this list and permitted/3. Names that begin with `$` are
%   refused without being listed.

inline((:)/2,   "a goal is qualified by a module").
inline((@)/2,   "a goal is qualified by a module").
inline(('|')/2, "a disjunction is written with |: write ; instead").

%!  clause_form(?Indicator, ?Reason) is nondet.
%
%   A term that neither `swipl` takes for a fact when it loads a file nor assertz/1 when it adds one, and that is not
%   permitted in a program. A test compiles a term of every name that SWI-Prolog knows.

clause_form((:-)/2,   "a clause has :- in its head").
clause_form((:-)/1,   "a directive is inside a clause").
clause_form((?-)/1,   "the program contains a query").
clause_form((?-)/2,   "?- is not the neck of a clause").
clause_form((=>)/2,   "rules with => are not part of the pure subset: write :- instead").
clause_form((?=>)/2,  "rules with ?=> are not part of the pure subset: write :- instead").
clause_form((-->)/2,  "grammar rules are not part of the pure subset").
clause_form((:)/2,    "a clause is qualified by a module").
clause_form((@)/2,    "a clause is qualified by a module").
clause_form(('|')/2,  "a clause for | cannot be called").
clause_form((^)/2,    "^ has a meaning inside setof/3 and bagof/3, which a clause for it would not change").
clause_form('[|]'/2,  "a list is not a clause").
clause_form(term_expansion/2, "clauses cannot be rewritten by the program").
clause_form(term_expansion/4, "clauses cannot be rewritten by the program").
clause_form(goal_expansion/2, "goals cannot be rewritten by the program").
clause_form(goal_expansion/4, "goals cannot be rewritten by the program").

%!  evaluates(?Name) is nondet.
%
%   A permitted predicate of that name evaluates arithmetic in an argument, or inside it. A test calls every permitted
%   predicate with a term that cannot be evaluated and sees which ones object.

evaluates(Name) :-
    permitted(Name/_, arithmetic, _).
evaluates(sum_list).
evaluates(sumlist).
evaluates(max_list).
evaluates(min_list).
evaluates(numlist).
evaluates(aggregate_all).

%!  pure_function(?Indicator) is nondet.
%
%   Arithmetic functions whose value depends on nothing but their arguments, in every release. What is not listed, a
%   function of a later release for example, counts as impure.

pure_function(Name/0) :- pure_functions(0, Names), member(Name, Names).
pure_function(Name/1) :- pure_functions(1, Names), member(Name, Names).
pure_function(Name/2) :- pure_functions(2, Names), member(Name, Names).

pure_functions(0, [ e, epsilon, inf, infinite, max_integer, min_integer, nan, pi ]).
pure_functions(1, [ +, -, \, abs, acos, acosh, acot, acoth, asin, asinh, atan, atanh, ceil, ceiling, cos, cosh, cot,
                    coth, denominator, erf, erfc, eval, exp, float, float_fractional_part, float_integer_part, floor,
                    integer, lgamma, log, log10, log2, lsb, msb, numerator, popcount, rational, rationalize, round,
                    sign, sin, sinh, sqrt, succ, tan, tanh, trunc, truncate ]).
pure_functions(2, [ +, -, *, /, //, **, ^, /\, \/, atan, atan2, copysign, div, gcd, getbit, lcm, log, max, maxr, min,
                    minr, mod, nexttoward, plus, rdiv, rem, roundtoward, tdiv, truncate, xor ]).

%!  impure_function(?Indicator) is nondet.
%
%   Arithmetic functions that are known to change from call to call, in one release or another; those that some releases
%   lack; powm/3, which leaves a pending exception that is not caught (9.0.4); and shifts, which cut a count of more than 32
%   bits short (9.0.4: 1 << (1 << 40) is 1). A program that calculates and has such a name anywhere is refused, because
%   its verdict could not be reproduced. A shift by a small number that is written out is allowed (see small_shift/2).

impure_function(random/0).
impure_function(random/1).
impure_function(random_float/0).
impure_function(cputime/0).
impure_function(realtime/0).
impure_function(powm/3).
impure_function(max_tagged_integer/0).
impure_function(min_tagged_integer/0).
impure_function(cmpflags/2).
impure_function(divmod/2).
impure_function((<<)/2).
impure_function((>>)/2).
