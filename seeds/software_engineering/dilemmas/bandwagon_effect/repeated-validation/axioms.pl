recommended(Option) :-
    proposes(Option, Design),
    secure(Design),
    without_duplication(Design).

secure(Design) :-
    examination(Basis),
    supports(Basis, Design).

examination(security_review).

without_duplication(Design) :-
    places(Design, Count),
    Count =:= 1.
