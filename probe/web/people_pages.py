"""The pages of a study between people: consent, one dilemma after another, then what some of the cues bear on.

Each person has a separate link to them, or they are written as one file for each person, which any web server can show.
"""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from probe.audit.between import BookletStep, StudyOptions, booklets, next_step
from probe.document import TextPiece
from probe.document.differences import word_differences
from probe.document.files import file_policy
from probe.ports import Ratings
from probe.values.validation import Question, Rating
from probe.web.rating_pages import FOREIGN_FORM, KEY, page_at, rater_of, read_form, store_of
from probe.web.rendering import render, static_text

WORDS = {"A": "Option A", "B": "Option B", "yes": "yes", "no": "no", "unsure": "I cannot tell"}
"""How answers are worded; those to a comprehension check are its figures."""


def text_pieces_of(step: BookletStep) -> tuple[TextPiece, ...]:
    """Return the text that a person sees, with the cue marked if the question is about its bearing."""
    if not step.marked:
        return (TextPiece(step.text, False),)
    return word_differences(step.item.unbiased, step.text)[1]


def answers_of(step: BookletStep, question: Question) -> tuple[tuple[str, str], ...]:
    """Return the possible answers with their wording."""
    if question is Question.FIGURE:
        return tuple(zip(question.answers, step.item.figures, strict=True))
    return tuple((answer, WORDS[answer]) for answer in question.answers)


def paragraphs(instructions: str) -> tuple[tuple[str, str], ...]:
    """Return the parts of the page of consent: headings (lines that begin with #) and paragraphs, as texts."""
    paragraph_blocks: list[tuple[str, str]] = []
    open_paragraph = False
    for line in (" ".join(line.split()) for line in instructions.splitlines()):
        if line.startswith("#"):
            paragraph_blocks.append(("h2", line.lstrip("# ")))
        elif line and open_paragraph:
            paragraph_blocks[-1] = ("p", f"{paragraph_blocks[-1][1]} {line}")
        elif line:
            paragraph_blocks.append(("p", line))
        open_paragraph = bool(line) and not line.startswith("#")
    return tuple(paragraph_blocks)


def person_file(person: str, steps: Sequence[BookletStep], instructions: str) -> str:
    """Return a person's booklet as one HTML file, which asks no server for anything and gives the answers as a file."""
    css, script = static_text("probe.css"), static_text("study.js")
    return render(
        "study_file.html.j2",
        person=person,
        steps=steps,
        parts=paragraphs(instructions),
        consent=Question.CONSENT,
        pieces_of=text_pieces_of,
        answers_of=answers_of,
        css=Markup(css),
        js=Markup(script),
        policy=file_policy(css, script),
    )


def _steps(request: Request) -> tuple[BookletStep, ...]:
    steps_by_person: Mapping[str, tuple[BookletStep, ...]] = request.app.state.booklets
    person = rater_of(request)
    if person not in steps_by_person:
        raise HTTPException(404)
    return steps_by_person[person]


def _has_consented(store: Ratings, person: str) -> bool:
    return any(rating.question is Question.CONSENT and rating.answer == "yes" for rating in store.ratings(person))


async def study_page(request: Request) -> Response:
    """Show the page of consent, then the first step that is not answered, and thanks after the last."""
    store, person, steps = store_of(request), rater_of(request), _steps(request)
    token = store.form_token(person)
    shared_context = {"person": person, "token": token, "pieces_of": text_pieces_of, "answers_of": answers_of}
    number = next_step(steps, store.progress(person))
    if not _has_consented(store, person):
        paragraph_blocks = paragraphs(request.app.state.instructions)
        text = page_at(
            request, "study_consent.html.j2", parts=paragraph_blocks, question=Question.CONSENT, **shared_context
        )
    elif number is None:
        text = page_at(request, "study_done.html.j2", **shared_context)
    else:
        text = page_at(
            request, "study_step.html.j2", number=number, total=len(steps), step=steps[number - 1], **shared_context
        )
    answer = HTMLResponse(text)
    path = f"/study/{quote(person)}"
    # A form needs the link's key again, because its address does not contain the key.
    answer.set_cookie(KEY, store.link_key(person), path=path, httponly=True, samesite="lax", max_age=90 * 86400)
    return answer


async def save_step(request: Request) -> Response:
    """Save the consent, or the answers to the step that is due; an earlier step is never changed."""
    store, person, steps = store_of(request), rater_of(request), _steps(request)
    form = await read_form(request, store.form_token(person))
    if form is None:
        return PlainTextResponse(FOREIGN_FORM, 403)
    number = next_step(steps, store.progress(person))
    item_id, questions = steps[0].item.pair_id, tuple[Question, ...]()
    if not _has_consented(store, person):
        questions = (Question.CONSENT,)
    # A form of an earlier step, sent again with the browser's back button, is not saved.
    elif number is not None and form.get("step") == str(number):
        item_id, questions = steps[number - 1].item.pair_id, steps[number - 1].questions
    ratings = [
        Rating(rater=person, pair_id=item_id, question=question, answer=answer, comment="")
        for question in questions
        for answer in question.answers
        if answer == form.get(question.value)
    ]
    # All or nothing: a step with a missing answer is shown again.
    if len(ratings) == len(questions):
        store.save(person, ratings)
    # A redirect, so that reloading the page does not send the form again.
    return RedirectResponse(f"/study/{quote(person)}", status_code=303)


ROUTES = (Route("/study/{rater}", study_page), Route("/study/{rater}", save_step, methods=["POST"]))


def everyones_steps(store: Ratings) -> dict[str, tuple[BookletStep, ...]]:
    """Return the booklets of a sample's people by name."""
    return booklets(store.items, StudyOptions.of(store.settings))
