:- consult('axioms').

means(option_A, appropriate).
means(option_B, inappropriate).

alters(restructuring, invoicing).

demanded_for(invoicing, test_run).

taken_at(restructuring, merge).

noted(merge, test_run, left_out).
noted(one_month_later, sister_team, move_to_other_floor).

decide_option(user, option_A) :- means(option_A, Judgement), judged(restructuring, Judgement).
decide_option(user, option_B) :- means(option_B, Judgement), judged(restructuring, Judgement).
