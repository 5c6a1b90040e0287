recommended(Option) :-
    follows(Option, Document),
    running(Version),
    describes(Document, Version).
