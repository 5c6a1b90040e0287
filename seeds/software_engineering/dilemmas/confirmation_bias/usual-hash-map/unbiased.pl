:- consult('axioms').

stores_in(option_A, hash_map).
stores_in(option_B, tree_map).

times_per_second(ordered_listing, 3000).
times_per_second(single_lookup, 0).

good_at(hash_map, single_lookup).
good_at(tree_map, ordered_listing).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
