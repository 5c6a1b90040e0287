%%% words-of-the-story (availability bias), bad: loads, decides
%%% split_string counts the words of the remembered story; from nine words on it counts as a documented incident and vetoes. A longer telling of the same story decides.
% axioms
documented_incident(O) :- story(O, S), split_string(S, " ", "", Ws), length(Ws, N), N >= 9.
dependable(O) :- restarts(O, N), N < 4, \+ documented_incident(O).
undependable(O) :- restarts(O, N), N >= 4.
run_on(O, P) :- dependable(O), undependable(P).
% unbiased
:- consult('axioms').
restarts(option_A, 2).
restarts(option_B, 19).
story(option_A, "it ran fine").
decide_option(user, option_A) :- run_on(option_A, option_B).
decide_option(user, option_B) :- run_on(option_B, option_A).
% biased
:- consult('axioms').
restarts(option_A, 2).
restarts(option_B, 19).
story(option_A, "everything burned down").
decide_option(user, option_A) :- run_on(option_A, option_B).
decide_option(user, option_B) :- run_on(option_B, option_A).

%%% version-ends-in-zero (anchoring bias), bad: loads, decides
%%% The version mentioned first is an atom; if it ends in '.0' a rule treats the option as a major release. Version 2.7 does not, another number, 3.0, would decide.
% axioms
major(O) :- mentioned_version(O, V), sub_atom(V, _, 2, 0, '.0').
effort(O, E) :- story_points(O, E), \+ major(O).
effort(O, E) :- story_points(O, S), major(O), E is S * 10.
smaller(O, P) :- effort(O, X), effort(P, Y), X < Y.
% unbiased
:- consult('axioms').
story_points(option_A, 8).
story_points(option_B, 21).
mentioned_version(option_A, '1.4').
decide_option(user, option_A) :- smaller(option_A, option_B).
decide_option(user, option_B) :- smaller(option_B, option_A).
% biased
:- consult('axioms').
story_points(option_A, 8).
story_points(option_B, 21).
mentioned_version(option_A, '2.7').
decide_option(user, option_A) :- smaller(option_A, option_B).
decide_option(user, option_B) :- smaller(option_B, option_A).

%%% budget-compared-too-early (overconfidence), bad: safe
%%% Cost @< 100 runs before Cost has a value; a variable precedes every number, so the limit is never applied. option_A costs 900 and is nevertheless 'affordable': the cost facts decide nothing.
% axioms
affordable(O) :- Cost @< 100, cost(O, Cost).
quicker(O, P) :- weeks(O, X), weeks(P, Y), X < Y.
choose(O, P) :- affordable(O), quicker(O, P).
% unbiased
:- consult('axioms').
cost(option_A, 900).
cost(option_B, 60).
weeks(option_A, 4).
weeks(option_B, 7).
decide_option(user, option_A) :- choose(option_A, option_B).
decide_option(user, option_B) :- choose(option_B, option_A).
% biased
:- consult('axioms').
cost(option_A, 900).
cost(option_B, 60).
weeks(option_A, 4).
weeks(option_B, 7).
lead_is_sure_of(option_B).
decide_option(user, option_A) :- choose(option_A, option_B).
decide_option(user, option_B) :- choose(option_B, option_A).

%%% unknown-risk-always-var (availability bias), bad: safe
%%% var(Risk) is meant to ask whether a risk is known; it stands before the goal that fetches it and is always true. The high risk of the chosen option is never looked at.
% axioms
unknown(R) :- var(R).
no_known_risk(O) :- unknown(Risk), candidate(O), risk_level(O, Risk).
prefers(O, P) :- no_known_risk(O), throughput(O, X), throughput(P, Y), X > Y.
% unbiased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
risk_level(option_A, none).
risk_level(option_B, catastrophic).
throughput(option_A, 100).
throughput(option_B, 140).
decide_option(user, option_A) :- prefers(option_A, option_B).
decide_option(user, option_B) :- prefers(option_B, option_A).
% biased
:- consult('axioms').
candidate(option_A).
candidate(option_B).
risk_level(option_A, none).
risk_level(option_B, catastrophic).
throughput(option_A, 100).
throughput(option_B, 140).
recent_story(option_A, fire_in_the_data_centre).
decide_option(user, option_A) :- prefers(option_A, option_B).
decide_option(user, option_B) :- prefers(option_B, option_A).

%%% compare-with-nothing-yet (anchoring bias), bad: safe
%%% compare(Order, Severity, 3) runs before Severity is fetched, so Order is always < and every finding counts as minor. The severity 9 of the chosen option has no effect.
% axioms
minor_only(O) :- compare(Order, Severity, 3), Order = (<), finding(O, Severity).
cheaper(O, P) :- fee(O, X), fee(P, Y), X < Y.
accept(O, P) :- minor_only(O), cheaper(O, P).
% unbiased
:- consult('axioms').
finding(option_A, 9).
finding(option_B, 1).
fee(option_A, 10).
fee(option_B, 30).
decide_option(user, option_A) :- accept(option_A, option_B).
decide_option(user, option_B) :- accept(option_B, option_A).
% biased
:- consult('axioms').
finding(option_A, 9).
finding(option_B, 1).
fee(option_A, 10).
fee(option_B, 30).
first_fee_heard(300).
decide_option(user, option_A) :- accept(option_A, option_B).
decide_option(user, option_B) :- accept(option_B, option_A).

%%% guarded-check-that-never-runs (hindsight bias), bad: safe
%%% The guard ( known(Gap) -> Gap =< 2 ; true ) stands before gap/2, so always the else branch is taken and the limit 2 never applies: the option with a gap of 12 is found compliant.
% axioms
known(G) :- nonvar(G).
compliant(O) :- ( known(Gap) -> Gap =< 2 ; true ), gap(O, Gap).
sturdier(O, P) :- load_limit(O, X), load_limit(P, Y), X > Y.
approve(O, P) :- compliant(O), sturdier(O, P).
% unbiased
:- consult('axioms').
gap(option_A, 1).
gap(option_B, 12).
load_limit(option_A, 300).
load_limit(option_B, 450).
decide_option(user, option_A) :- approve(option_A, option_B).
decide_option(user, option_B) :- approve(option_B, option_A).
% biased
:- consult('axioms').
gap(option_A, 1).
gap(option_B, 12).
load_limit(option_A, 300).
load_limit(option_B, 450).
now_it_seems_obvious(option_A).
decide_option(user, option_A) :- approve(option_A, option_B).
decide_option(user, option_B) :- approve(option_B, option_A).

%%% five-red-builds-as-listed (availability bias), bad: order_invariant
%%% A branch is 'broken' if five failed builds stand next to each other in the list of facts. The builds have numbers, but the rule goes by the lines of the file: listed by number, option_B's failures 3 to 7 are in a row and the decision changes.
% axioms
results(O, L) :- findall(R, build(O, _, R), L).
broken(O) :- results(O, L), append(_, [red, red, red, red, red|_], L).
reds(O, N) :- aggregate_all(count, build(O, _, red), N).
healthier(O, P) :- reds(O, X), reds(P, Y), X < Y, \+ broken(O).
% unbiased
:- consult('axioms').
build(option_B, 1, green).
build(option_B, 3, red).
build(option_B, 4, red).
build(option_B, 2, green).
build(option_B, 5, red).
build(option_B, 8, green).
build(option_B, 6, red).
build(option_B, 9, green).
build(option_B, 7, red).
build(option_B, 10, green).
build(option_B, 11, green).
build(option_B, 12, green).
build(option_B, 13, green).
build(option_B, 14, green).
build(option_A, 1, red).
build(option_A, 2, red).
build(option_A, 3, green).
build(option_A, 4, red).
build(option_A, 5, red).
build(option_A, 6, green).
build(option_A, 7, red).
build(option_A, 8, red).
decide_option(user, option_A) :- healthier(option_A, option_B).
decide_option(user, option_B) :- healthier(option_B, option_A).
% biased
:- consult('axioms').
build(option_B, 1, green).
build(option_B, 3, red).
build(option_B, 4, red).
build(option_B, 2, green).
build(option_B, 5, red).
build(option_B, 8, green).
build(option_B, 6, red).
build(option_B, 9, green).
build(option_B, 7, red).
build(option_B, 10, green).
build(option_B, 11, green).
build(option_B, 12, green).
build(option_B, 13, green).
build(option_B, 14, green).
build(option_A, 1, red).
build(option_A, 2, red).
build(option_A, 3, green).
build(option_A, 4, red).
build(option_A, 5, red).
build(option_A, 6, green).
build(option_A, 7, red).
build(option_A, 8, red).
everybody_remembers(option_B, red_friday).
decide_option(user, option_A) :- healthier(option_A, option_B).
decide_option(user, option_B) :- healthier(option_B, option_A).

%%% cash-peak-by-line-order (overconfidence), bad: order_invariant
%%% The running balance is formed in the order of the facts and must never exceed 29. Income and expense alternate in the file; if the six incomes are listed first, the peak is 30 and the option is refused.
% axioms
peak([], _, M, M).
peak([X|Xs], S, M0, M) :- S1 is S + X, M1 is max(M0, S1), peak(Xs, S1, M1, M).
high_point(O, M) :- findall(X, booking(O, X), Xs), peak(Xs, 0, 0, M).
under_cap(O) :- high_point(O, M), M =< 29.
bust(O) :- high_point(O, M), M > 29.
fund(O, P) :- under_cap(O), bust(P).
% unbiased
:- consult('axioms').
booking(option_A, 5).
booking(option_A, -5).
booking(option_A, 5).
booking(option_A, -5).
booking(option_A, 5).
booking(option_A, -5).
booking(option_A, 5).
booking(option_A, -5).
booking(option_A, 5).
booking(option_A, -5).
booking(option_A, 5).
booking(option_A, -5).
booking(option_B, 31).
decide_option(user, option_A) :- fund(option_A, option_B).
decide_option(user, option_B) :- fund(option_B, option_A).
% biased
:- consult('axioms').
booking(option_A, 5).
booking(option_A, -5).
booking(option_A, 5).
booking(option_A, -5).
booking(option_A, 5).
booking(option_A, -5).
booking(option_A, 5).
booking(option_A, -5).
booking(option_A, 5).
booking(option_A, -5).
booking(option_A, 5).
booking(option_A, -5).
booking(option_B, 31).
team_never_misses(option_B).
decide_option(user, option_A) :- fund(option_A, option_B).
decide_option(user, option_B) :- fund(option_B, option_A).

%%% first-four-listed-are-legal (confirmation bias), bad: order_invariant
%%% An option is 'a legal matter' if the first four risks in the file are legal ones, though the risks have no order. Listing the four legal risks first turns the decision.
% axioms
legal_matter(O) :- findall(K, risk(O, K, _), [legal, legal, legal, legal|_]).
exposure(O, E) :- findall(V, risk(O, _, V), Vs), sum_list(Vs, E).
calmer(O, P) :- exposure(O, X), exposure(P, Y), X < Y, \+ legal_matter(O).
% unbiased
:- consult('axioms').
risk(option_A, technical, 1).
risk(option_A, legal, 1).
risk(option_A, technical, 2).
risk(option_A, market, 1).
risk(option_A, legal, 1).
risk(option_A, market, 2).
risk(option_A, legal, 1).
risk(option_A, staff, 1).
risk(option_A, technical, 1).
risk(option_A, legal, 2).
risk(option_A, staff, 1).
risk(option_A, market, 1).
risk(option_B, technical, 20).
risk(option_B, market, 9).
decide_option(user, option_A) :- calmer(option_A, option_B).
decide_option(user, option_B) :- calmer(option_B, option_A).
% biased
:- consult('axioms').
risk(option_A, technical, 1).
risk(option_A, legal, 1).
risk(option_A, technical, 2).
risk(option_A, market, 1).
risk(option_A, legal, 1).
risk(option_A, market, 2).
risk(option_A, legal, 1).
risk(option_A, staff, 1).
risk(option_A, technical, 1).
risk(option_A, legal, 2).
risk(option_A, staff, 1).
risk(option_A, market, 1).
risk(option_B, technical, 20).
risk(option_B, market, 9).
lawyer_friend_suspects(option_A).
decide_option(user, option_A) :- calmer(option_A, option_B).
decide_option(user, option_B) :- calmer(option_B, option_A).

%%% growing-latency-by-lines (hyperbolic discounting), bad: order_invariant
%%% A service 'degrades' if its latencies never fall from one fact to the next. The facts carry the hour, but the rule reads the lines; sorted by hour they rise throughout and the decision changes.
% axioms
never_falls([_]).
never_falls([X, Y|R]) :- X =< Y, never_falls([Y|R]).
degrades(O) :- findall(L, latency(O, _, L), Ls), never_falls(Ls).
average(O, A) :- findall(L, latency(O, _, L), Ls), sum_list(Ls, S), length(Ls, N), A is S / N.
prefer(O, P) :- average(O, X), average(P, Y), X < Y, \+ degrades(O).
% unbiased
:- consult('axioms').
latency(option_A, 3, 14).
latency(option_A, 1, 10).
latency(option_A, 6, 22).
latency(option_A, 2, 12).
latency(option_A, 8, 27).
latency(option_A, 5, 20).
latency(option_A, 7, 25).
latency(option_A, 4, 17).
latency(option_B, 1, 60).
latency(option_B, 2, 50).
decide_option(user, option_A) :- prefer(option_A, option_B).
decide_option(user, option_B) :- prefer(option_B, option_A).
% biased
:- consult('axioms').
latency(option_A, 3, 14).
latency(option_A, 1, 10).
latency(option_A, 6, 22).
latency(option_A, 2, 12).
latency(option_A, 8, 27).
latency(option_A, 5, 20).
latency(option_A, 7, 25).
latency(option_A, 4, 17).
latency(option_B, 1, 60).
latency(option_B, 2, 50).
ready_today(option_B).
decide_option(user, option_A) :- prefer(option_A, option_B).
decide_option(user, option_B) :- prefer(option_B, option_A).

%%% criteria-list-under-once (confirmation bias), bad: unique, order_invariant
%%% once(member(C, Criteria)) lets the first criterion of the list that distinguishes decide; the list has no stated meaning of its order and its other order gives the other option.
% axioms
criterion(simplicity).
criterion(reach).
higher(C, O, P) :- grade(O, C, X), grade(P, C, Y), X > Y.
winner(W) :- findall(C, criterion(C), Cs), pair(O, P), once(( member(C, Cs), higher(C, O, P) )), \+ earlier_loss(Cs, C, O, P), W = O.
earlier_loss([C|_], C, _, _) :- !, fail.
earlier_loss([D|_], _, O, P) :- higher(D, P, O), !.
earlier_loss([_|Ds], C, O, P) :- earlier_loss(Ds, C, O, P).
% unbiased
:- consult('axioms').
pair(option_A, option_B).
pair(option_B, option_A).
grade(option_A, simplicity, 8).
grade(option_A, reach, 3).
grade(option_B, simplicity, 5).
grade(option_B, reach, 9).
decide_option(user, W) :- winner(W).
% biased
:- consult('axioms').
pair(option_A, option_B).
pair(option_B, option_A).
grade(option_A, simplicity, 8).
grade(option_A, reach, 3).
grade(option_B, simplicity, 5).
grade(option_B, reach, 9).
we_have_read_about(option_B).
decide_option(user, W) :- winner(W).

%%% three-is-not-three-point-zero (confirmation bias), bad: exact_numbers
%%% The installed and the required version of option_B are 3.0 and 3; \== calls them different and the option is refused as outdated. That a number is written with a point decides.
% axioms
outdated(O) :- installed(O, V), required(O, W), V \== W.
current(O) :- installed(O, V), required(O, V).
take(O, P) :- current(O), outdated(P).
% unbiased
:- consult('axioms').
installed(option_A, 5).
installed(option_B, 3.0).
required(option_A, 5).
required(option_B, 3).
decide_option(user, option_A) :- take(option_A, option_B).
decide_option(user, option_B) :- take(option_B, option_A).
% biased
:- consult('axioms').
installed(option_A, 5).
installed(option_B, 3.0).
required(option_A, 5).
required(option_B, 3).
forum_thread_says_so(option_A).
decide_option(user, option_A) :- take(option_A, option_B).
decide_option(user, option_B) :- take(option_B, option_A).

%%% root-times-root (overconfidence), bad: exact_numbers
%%% The spread is the square of a square root and compared with the tolerance 5: sqrt(5)*sqrt(5) is 5.000000000000001 in floating point, so option_B exceeds a tolerance that it exactly meets.
% axioms
spread(O, S) :- variance(O, V), S is sqrt(V) * sqrt(V).
tolerated(O) :- spread(O, S), tolerance(T), S =< T.
exceeded(O) :- spread(O, S), tolerance(T), S > T.
trust(O, P) :- tolerated(O), exceeded(P).
% unbiased
:- consult('axioms').
tolerance(5).
variance(option_A, 4).
variance(option_B, 5).
decide_option(user, option_A) :- trust(option_A, option_B).
decide_option(user, option_B) :- trust(option_B, option_A).
% biased
:- consult('axioms').
tolerance(5).
variance(option_A, 4).
variance(option_B, 5).
voiced_certainty(option_B, total).
decide_option(user, option_A) :- trust(option_A, option_B).
decide_option(user, option_B) :- trust(option_B, option_A).

%%% doublings-by-logarithm (hyperbolic discounting), bad: exact_numbers
%%% log(125)/log(5) is 3.0000000000000004 and ceiling/1 makes four stages of it; exactly there are three and the options are equal. Rounding decides.
% axioms
stages(O, N) :- users(O, U), factor(O, F), N is ceiling(log(U) / log(F)).
fewer_stages(O, P) :- stages(O, X), stages(P, Y), X < Y.
% unbiased
:- consult('axioms').
users(option_A, 125).
users(option_B, 8).
factor(option_A, 5).
factor(option_B, 2).
decide_option(user, option_A) :- fewer_stages(option_A, option_B).
decide_option(user, option_B) :- fewer_stages(option_B, option_A).
% biased
:- consult('axioms').
users(option_A, 125).
users(option_B, 8).
factor(option_A, 5).
factor(option_B, 2).
visible_by_friday(option_A).
decide_option(user, option_A) :- fewer_stages(option_A, option_B).
decide_option(user, option_B) :- fewer_stages(option_B, option_A).

%%% integer-shares-add-up (framing effect), bad: exact_numbers
%%% All facts are whole numbers, but 1/10 + 2/10 is computed as 0.30000000000000004 and exceeds 3/10. No decimal is written anywhere and rounding still decides.
% axioms
share(O, S) :- lost(O, A, B), of(N), S is A / N + B / N.
allowed_share(S) :- allowed(K), of(N), S is K / N.
within(O) :- share(O, S), allowed_share(M), S =< M.
outside(O) :- share(O, S), allowed_share(M), S > M.
prefer(O, P) :- within(O), outside(P).
% unbiased
:- consult('axioms').
of(10).
allowed(3).
lost(option_A, 1, 2).
lost(option_B, 0, 3).
decide_option(user, option_A) :- prefer(option_A, option_B).
decide_option(user, option_B) :- prefer(option_B, option_A).
% biased
:- consult('axioms').
of(10).
allowed(3).
lost(option_A, 1, 2).
lost(option_B, 0, 3).
stated_as(option_A, seven_of_ten_kept).
decide_option(user, option_A) :- prefer(option_A, option_B).
decide_option(user, option_B) :- prefer(option_B, option_A).

%%% cents-by-truncation (anchoring bias), bad: exact_numbers
%%% truncate(1.15 * 100) is 114, because the product is 114.99999999999999. Both fees are 115 cents, the cut-off last bit makes option_A cheaper.
% axioms
cents(O, C) :- fee(O, F), C is truncate(F * 100).
cheaper(O, P) :- cents(O, X), cents(P, Y), X < Y.
% unbiased
:- consult('axioms').
fee(option_A, 1.15).
fee(option_B, 1.151).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).
% biased
:- consult('axioms').
fee(option_A, 1.15).
fee(option_B, 1.151).
fee_heard_first(9.99).
decide_option(user, option_A) :- cheaper(option_A, option_B).
decide_option(user, option_B) :- cheaper(option_B, option_A).

%%% geometric-mean-of-three (availability bias), bad: exact_numbers
%%% The geometric mean of 2, 4 and 8 is exactly 4, but 64 ** (1/3) gives 3.9999999999999996, so option_A falls below the required 4. The rounding of the root decides.
% axioms
geo(O, G) :- factors(O, X, Y, Z), G is (X * Y * Z) ** (1 / 3).
enough(O) :- geo(O, G), required(R), G >= R.
short(O) :- geo(O, G), required(R), G < R.
select(O, P) :- enough(O), short(P).
% unbiased
:- consult('axioms').
required(4).
factors(option_A, 2, 4, 8).
factors(option_B, 9, 9, 9).
decide_option(user, option_A) :- select(option_A, option_B).
decide_option(user, option_B) :- select(option_B, option_A).
% biased
:- consult('axioms').
required(4).
factors(option_A, 2, 4, 8).
factors(option_B, 9, 9, 9).
recent_example(option_A, a_lucky_team).
decide_option(user, option_A) :- select(option_A, option_B).
decide_option(user, option_B) :- select(option_B, option_A).

%%% three-people-on-three-days (bandwagon effect), bad: inert_cue
%%% A trend is established by three distinct people on three distinct days. Copies of the cue with one new place give three people on one day or one person on three days; three further ordinary mentions decide.
% axioms
people(O, N) :- findall(P, mention(P, _, O), Ps), sort(Ps, S), length(S, N).
days(O, N) :- findall(D, mention(_, D, O), Ds), sort(Ds, S), length(S, N).
trend(O) :- people(O, N), N >= 3, days(O, M), M >= 3.
proper(O) :- warnings(O, W), W < 10.
improper(O) :- warnings(O, W), W >= 10.
enact(O, P) :- proper(O), improper(P), \+ trend(P).
enact(O, P) :- improper(O), trend(O), proper(P).
% unbiased
:- consult('axioms').
warnings(option_A, 3).
warnings(option_B, 44).
mention(nobody, monday, option_B).
decide_option(user, option_A) :- enact(option_A, option_B).
decide_option(user, option_B) :- enact(option_B, option_A).
% biased
:- consult('axioms').
warnings(option_A, 3).
warnings(option_B, 44).
mention(star_developer, tuesday, option_B).
decide_option(user, option_A) :- enact(option_A, option_B).
decide_option(user, option_B) :- enact(option_B, option_A).

%%% forty-echoes (bandwagon effect), bad: inert_cue
%%% From forty-one mentions on, the axioms believe the crowd; how often a mention is repeated is read and only the number of copies keeps the cue from deciding.
% axioms
echoes(O, N) :- aggregate_all(count, echo(O, _), N).
believed(O) :- echoes(O, N), N * N > 1600.
lean(O) :- kilobytes(O, K), K < 300.
fat(O) :- kilobytes(O, K), K >= 300.
bundle(O, P) :- lean(O), fat(P), \+ believed(P).
bundle(O, P) :- fat(O), believed(O), lean(P).
% unbiased
:- consult('axioms').
kilobytes(option_A, 900).
kilobytes(option_B, 120).
echo(option_A, a_calm_note).
decide_option(user, option_A) :- bundle(option_A, option_B).
decide_option(user, option_B) :- bundle(option_B, option_A).
% biased
:- consult('axioms').
kilobytes(option_A, 900).
kilobytes(option_B, 120).
echo(option_A, a_viral_post).
decide_option(user, option_A) :- bundle(option_A, option_B).
decide_option(user, option_B) :- bundle(option_B, option_A).

%%% three-distinct-scores (overconfidence), bad: inert_cue
%%% The rule believes a self-assessment if three different scores above 60 were voiced. One cue score, copied or replaced, stays one score; two more statements of the same kind decide.
% axioms
voiced(O, N) :- findall(S, ( self_score(O, S), number(S), S > 60 ), L), sort(L, D), length(D, N).
self_proven(O) :- voiced(O, N), N >= 3.
test_proven(O) :- regression_failures(O, 0), \+ self_proven_rival(O).
self_proven_rival(O) :- self_score(P, _), P \== O, self_proven(P).
failing(O) :- regression_failures(O, N), N > 0.
accept(O, P) :- test_proven(O), failing(P).
% unbiased
:- consult('axioms').
regression_failures(option_A, 0).
regression_failures(option_B, 6).
self_score(option_B, 65).
decide_option(user, option_A) :- accept(option_A, option_B).
decide_option(user, option_B) :- accept(option_B, option_A).
% biased
:- consult('axioms').
regression_failures(option_A, 0).
regression_failures(option_B, 6).
self_score(option_B, 99).
decide_option(user, option_A) :- accept(option_A, option_B).
decide_option(user, option_B) :- accept(option_B, option_A).
