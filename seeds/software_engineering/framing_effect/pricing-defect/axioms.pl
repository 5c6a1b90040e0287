recommended(Option) :-
    reworks(Option, Part),
    contains(Part, Location),
    faulty(Location),
    safe_to_release(Part).

safe_to_release(Part) :-
    protection(Kind),
    vouches_for(Kind, Part).

protection(automated_tests).
