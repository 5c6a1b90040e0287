:- begin_tests(cuts).
:- use_module('../cuts').
:- use_module(examples).

test(cuts) :- contains_cut(( a, ( b -> c, ! ; d ) )).
test(a_cut_in_a_condition_is_local, fail) :- contains_cut(( ! -> a ; b )).
test(cutting_predicates, Indicators == [a/1]) :-
    items("a(X) :- b(X), !. a(_). b(X) :- call(!), c(X).", Items),
    cutting_predicates(Items, Indicators).
test(a_branch_with_a_cut_is_split, all(Goals == [[a, b, !], [a, c]])) :- alternative(( a, ( b, ! ; c ) ), Goals).
test(a_condition_with_a_cut_behind_it, all(Goals == [['$condition'(a), !], ['$else'(a), b]])) :-
    alternative(( a -> ! ; b ), Goals).
test(a_branch_without_a_cut_is_whole, all(Goals == [[( a ; b ), !]])) :- alternative(( ( a ; b ), ! ), Goals).
test(without_cuts, Before-After-Cut == [a]-[b, c]-true) :- without_cuts([a, !, b, !, c], Before, After, Cut).
test(without_any_cut, Cut == false) :- without_cuts([a, b], _, _, Cut).
test(conjunction, Conjunction == (a, b, c)) :- conjunction([a, b, c], Conjunction).
test(empty_conjunction, Conjunction == true) :- conjunction([], Conjunction).

:- end_tests(cuts).
