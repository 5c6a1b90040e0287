:- consult('axioms').

follows(option_A, vendor_manual).
follows(option_B, forum_thread).

running(version_4).

describes(vendor_manual, version_4).
describes(forum_thread, version_2).
describes(forum_thread, dramatic_night_rescue).

decide_option(user, option_A) :- recommended(option_A).
decide_option(user, option_B) :- recommended(option_B).
