:- module(probe_subset,
          [ permitted/3,            % ?Indicator, ?Group, ?Arguments
            group/2,                % ?Group, ?Description
            impure_function/1       % ?Indicator
          ]).

/** <module> The pure subset: what a program under audit may call

Everything here leaves no trace outside the term it answers. What is not listed is refused, unless the program defines
it itself, or nobody does (then it is an unknown procedure, and raises when it is called).
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
%   Indicator may be called. Arguments tells what its arguments are: `0` a goal, an integer N a closure that gets N
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

permitted(append/2,     lists, [?, ?]).
permitted(append/3,     lists, [?, ?, ?]).
permitted(delete/3,     lists, [?, ?, ?]).
permitted(intersection/3, lists, [?, ?, ?]).
permitted(last/2,       lists, [?, ?]).
permitted(length/2,     lists, [?, ?]).
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

%!  impure_function(?Indicator) is nondet.
%
%   Arithmetic functions whose value changes from call to call: a program that names one is refused, because its
%   verdict could not be reproduced.

impure_function(random/0).
impure_function(random/1).
impure_function(random_float/0).
impure_function(cputime/0).
impure_function(realtime/0).
