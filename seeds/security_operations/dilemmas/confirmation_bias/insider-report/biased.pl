:- consult('axioms').

based_on(option_A, both_records).
based_on(option_B, mail_only).

contains(both_records, door_log).
contains(both_records, mail_archive).
contains(mail_only, mail_archive).

asked_in_report(who_was_at_the_console).

answers(door_log, who_was_at_the_console).

recorded_automatically(door_system).

yields(door_system, door_log).
yields(own_suspicion, mail_archive).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
