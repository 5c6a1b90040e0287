%%% reified-holds (bandwagon effect), good: would count tested(option_B)
%%% All facts are wrapped in holds/1 and the rule takes them apart with =.. ; the cue is inert only because its functor is not among the merits, which are facts of the case. With the name tested in its place it would decide.
% axioms
merit_of(Opt, Name) :- merit(Name), Term =.. [Name, Opt], holds(Term).
stronger(X, Y) :- merit_of(X, _), \+ merit_of(Y, _).
% unbiased
:- consult('axioms').
merit(tested).
holds(tested(option_B)).
holds(mentioned(option_B)).
decide_option(user, option_A) :- stronger(option_A, option_B).
decide_option(user, option_B) :- stronger(option_B, option_A).
% biased
:- consult('axioms').
merit(tested).
holds(tested(option_B)).
holds(mentioned(option_B)).
holds(applauded(option_A)).
decide_option(user, option_A) :- stronger(option_A, option_B).
decide_option(user, option_B) :- stronger(option_B, option_A).

%%% outcome-and-told (hindsight bias), good: would count yes
%%% The later outcome counts when it was bad and was told to the judge: two cue facts, of which each alone changes nothing. Together they turn the verdict on a decision that was right by what was known.
% axioms
blamed(Opt) :- outcome(Opt, O), told(O, yes), O == bad.
defensible(Opt) :- known_risk_at_the_time(Opt, R), risk_budget(B), R =< B.
right_call(Opt) :- defensible(Opt), \+ blamed(Opt).
% unbiased
:- consult('axioms').
risk_budget(10).
known_risk_at_the_time(option_A, 25).
known_risk_at_the_time(option_B, 6).
outcome(option_B, open).
told(open, no).
decide_option(user, option_A) :- right_call(option_A).
decide_option(user, option_B) :- right_call(option_B).
% biased
:- consult('axioms').
risk_budget(10).
known_risk_at_the_time(option_A, 25).
known_risk_at_the_time(option_B, 6).
outcome(option_B, bad).
told(bad, partly).
decide_option(user, option_A) :- right_call(option_A).
decide_option(user, option_B) :- right_call(option_B).

%%% not-recently-failed (availability bias), good: would count option_B
%%% A sound option must not have failed recently, tested by \+ over the cue. The cue names a third system; with option_B in its place nothing would be decided.
% axioms
sound(Opt) :- mtbf_hours(Opt, H), minimum_mtbf(M), H >= M, \+ failed_last_week(Opt).
% unbiased
:- consult('axioms').
minimum_mtbf(5000).
mtbf_hours(option_A, 900).
mtbf_hours(option_B, 12000).
failed_last_week(coffee_machine).
decide_option(user, option_A) :- sound(option_A), \+ sound(option_B).
decide_option(user, option_B) :- sound(option_B), \+ sound(option_A).
% biased
:- consult('axioms').
minimum_mtbf(5000).
mtbf_hours(option_A, 900).
mtbf_hours(option_B, 12000).
failed_last_week(neighbour_teams_cluster).
decide_option(user, option_A) :- sound(option_A), \+ sound(option_B).
decide_option(user, option_B) :- sound(option_B), \+ sound(option_A).

%%% disjunction-or-liked (confirmation bias), good: would count certain
%%% A proposal passes when it was measured or when the team believes in it. The losing option lacks the measurement, and the cue states a belief in it that is hopeful; were it certain, a constant that stands in another fact of the case, the belief would decide.
% axioms
passes(Opt) :- ( measured(Opt, M), M >= 60 ; belief(Opt, D), D == certain ).
chosen(X, Y) :- once(passes(X)), \+ passes(Y).
% unbiased
:- consult('axioms').
measured(option_A, 72).
measured(option_B, 31).
belief(option_A, certain).
belief(option_B, none).
decide_option(user, option_A) :- chosen(option_A, option_B).
decide_option(user, option_B) :- chosen(option_B, option_A).
% biased
:- consult('axioms').
measured(option_A, 72).
measured(option_B, 31).
belief(option_A, certain).
belief(option_B, hopeful).
decide_option(user, option_A) :- chosen(option_A, option_B).
decide_option(user, option_B) :- chosen(option_B, option_A).

%%% weight-table-with-zero (bandwagon effect), good: would count modular; tested
%%% The cue is a trait whose weight in the table is 0. With tested, which occurs in the case, in its place option_B has 8 against 5 and wins: the cue is read and weighed.
% axioms
weight(tested, 5).
weight(modular, 3).
weight(fashionable, 0).
weight(unremarkable, 0).
sum_of(Opt, S) :- findall(W, (weight(T, W), trait(Opt, T)), Ws), sum_list(Ws, S).
better(X, Y) :- sum_of(X, SX), sum_of(Y, SY), SX > SY.
% unbiased
:- consult('axioms').
trait(option_A, tested).
trait(option_B, modular).
trait(option_B, unremarkable).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).
% biased
:- consult('axioms').
trait(option_A, tested).
trait(option_B, modular).
trait(option_B, fashionable).
decide_option(user, option_A) :- better(option_A, option_B).
decide_option(user, option_B) :- better(option_B, option_A).

%%% member-of-accepted-proofs (confirmation bias), good: would count benchmark; formal_proof; trace
%%% The kinds of proof that count are in a member/2 list; the cue fact has the same predicate with another kind. Put benchmark, a constant of the case, there and both options qualify.
% axioms
qualified(Opt) :- member(K, [benchmark, formal_proof, trace]), proof(Opt, K), !.
select(X, Y) :- qualified(X), \+ qualified(Y).
% unbiased
:- consult('axioms').
proof(option_A, benchmark).
proof(option_B, slides).
decide_option(user, option_A) :- select(option_A, option_B).
decide_option(user, option_B) :- select(option_B, option_A).
% biased
:- consult('axioms').
proof(option_A, benchmark).
proof(option_B, slides).
proof(option_B, anecdote_that_fits).
decide_option(user, option_A) :- select(option_A, option_B).
decide_option(user, option_B) :- select(option_B, option_A).

%%% helper-classifies-sources (availability bias), good: would count monitoring; postmortem
%%% A helper sorts sources into evidence and opinion. The cue's source is opinion only by this table; as postmortem, which the case also cites, it would speak against the right option.
% axioms
class(postmortem, evidence).
class(monitoring, evidence).
class(hallway_story, opinion).
class(newsletter, opinion).
against(Opt) :- class(S, evidence), reported_problem(Opt, S).
unblemished(Opt) :- \+ against(Opt).
pick(X, Y) :- unblemished(X), \+ unblemished(Y).
% unbiased
:- consult('axioms').
reported_problem(option_A, postmortem).
reported_problem(option_B, newsletter).
decide_option(user, option_A) :- pick(option_A, option_B).
decide_option(user, option_B) :- pick(option_B, option_A).
% biased
:- consult('axioms').
reported_problem(option_A, postmortem).
reported_problem(option_B, newsletter).
reported_problem(option_B, hallway_story).
decide_option(user, option_A) :- pick(option_A, option_B).
decide_option(user, option_B) :- pick(option_B, option_A).

%%% constants-in-a-disjunction (overconfidence bias), good: would count decomposition; history
%%% Which basis of an estimate counts is written as a disjunction of ==. The cue has the basis gut_feeling; the basis history stands in the case for the other option and would decide in its place.
% axioms
solid(B) :- ( B == history ; B == decomposition ).
grounded(Opt) :- basis(Opt, B), solid(B).
trust(X, Y) :- grounded(X), \+ grounded(Y).
% unbiased
:- consult('axioms').
basis(option_A, unknown).
basis(option_B, history).
decide_option(user, option_A) :- trust(option_A, option_B).
decide_option(user, option_B) :- trust(option_B, option_A).
% biased
:- consult('axioms').
basis(option_A, gut_feeling).
basis(option_B, history).
decide_option(user, option_A) :- trust(option_A, option_B).
decide_option(user, option_B) :- trust(option_B, option_A).
