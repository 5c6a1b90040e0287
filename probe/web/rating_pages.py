"""The rating pages: every answer is saved to disk before the next page is sent."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from probe.audit.validation import done_count, is_done, next_item, rater_name
from probe.document import Block, Document, Paragraph, Plot
from probe.errors import InputError
from probe.ports import Ratings
from probe.values.validation import Question, Rating, SampledItem
from probe.web.layout import document_page, page
from probe.web.rendering import render

MAX_FORM_BYTES = 64 * 1024
"""Maximum size of a form, in bytes."""

MAX_FORM_FIELDS = 100
"""Maximum number of a form's fields; a page has fewer than twenty."""

FOREIGN_FORM = "the form is not from this page: go back, reload it and send it again"

KEY = "rater_key"
"""The cookie with a rater's key."""

MAX_COMMENT = 2000
"""Maximum length of a comment, in characters."""

NO_AGREEMENT = "No item has answers from two raters yet."


@dataclass(frozen=True)
class Desk:
    """Where raters answer; ``closed`` desks admit only raters with their own link, and show nothing but items."""

    ratings: Ratings
    closed: bool = False


def desk_of(request: Request) -> Desk:
    """Return the desk of the application. Raises HTTPException (404) where it has none."""
    desk: Desk | None = request.app.state.desk
    if desk is None:
        raise HTTPException(404)
    return desk


def store_of(request: Request) -> Ratings:
    """Return the sample and its answers."""
    return desk_of(request).ratings


def page_at(request: Request, template: str, **parts: Any) -> str:
    """Render a page; at a closed desk it links to no other page."""
    closed = desk_of(request).closed
    if not closed:
        return page(request, template, closed=closed, **parts)
    site = {"dataset": "ratings", "links": [], "oracle": "", "profile": ""}
    return render(template, site=site, here=request.url.path, closed=closed, **parts)


def rater_of(request: Request) -> str:
    """Return the rater whose page is requested. Raises HTTPException for others, and without the key of a link."""
    name = str(request.path_params["rater"])
    try:
        # Normalize the spelling: otherwise the answers of one person could be stored under two names.
        valid = rater_name(name) == name
    except InputError:
        valid = False
    if not valid:
        raise HTTPException(404)
    if desk_of(request).closed and not _has_key(request, name):
        raise HTTPException(403)
    return name


def _has_key(request: Request, rater: str) -> bool:
    """Return whether an invited rater's key is in the request, from the link or from the cookie that the link set."""
    store = store_of(request)
    # Every name has a key, so the invitation decides who may use one.
    if rater not in store.invited_raters():
        return False
    key = store.link_key(rater).encode()
    given_keys = (request.query_params.get("key", ""), request.cookies.get(KEY, ""))
    # Compare in constant time, so that timing does not reveal a key.
    return any(secrets.compare_digest(given_key.encode(), key) for given_key in given_keys)


async def start_page(request: Request) -> Response:
    """Ask for the rater's name and show the progress of all raters; with a name in the query, go to the next item."""
    store = store_of(request)
    problem = ""
    if "rater" in request.query_params:
        try:
            return RedirectResponse(f"/rate/{rater_name(request.query_params['rater'])}", status_code=303)
        except InputError as error:
            problem = str(error)
    raters = [(name, done_count(store.items, store.progress(name))) for name in store.raters()]
    return HTMLResponse(page_at(request, "raters.html.j2", raters=raters, total=len(store.items), problem=problem))


async def next_page(request: Request) -> Response:
    """Redirect a rater to the first item with unanswered questions, or report that all are done."""
    store, rater = store_of(request), rater_of(request)
    number = next_item(store.items, store.progress(rater))
    answer: Response = RedirectResponse(f"/rate/{rater}/{number}", status_code=303)
    if number is None:
        token = store.form_token(rater)
        answer = HTMLResponse(page_at(request, "rated.html.j2", rater=rater, total=len(store.items), token=token))
    if desk_of(request).closed:
        answer.set_cookie(
            KEY, store.link_key(rater), path=f"/rate/{quote(rater)}", httponly=True, samesite="lax", max_age=90 * 86400
        )
    return answer


def _item(request: Request, store: Ratings) -> tuple[int, SampledItem]:
    number = int(request.path_params["number"])
    if not 1 <= number <= len(store.items):
        raise HTTPException(404)
    return number, store.items[number - 1]


async def item_page(request: Request) -> Response:
    """Return one item with its questions, filled in with previous answers."""
    store, rater = store_of(request), rater_of(request)
    number, item = _item(request, store)
    ratings = store.ratings(rater)
    progress = store.progress(rater)
    text = page_at(
        request,
        "rate_blind.html.j2" if item.blind else "rate.html.j2",
        rater=rater,
        number=number,
        total=len(store.items),
        done=done_count(store.items, progress),
        marks=[is_done(sampled_item, progress) for sampled_item in store.items],
        item=item,
        answers={rating.question: rating for rating in ratings if rating.pair_id == item.pair_id},
        token=store.form_token(rater),
        comment=MAX_COMMENT,
        can_undo=bool(ratings),
    )
    return HTMLResponse(text)


async def save(request: Request) -> Response:
    """Save the answers to one item, then redirect the rater to the next unanswered one."""
    store, rater = store_of(request), rater_of(request)
    number, item = _item(request, store)
    form = await read_form(request, store.form_token(rater))
    if form is None:
        return PlainTextResponse(FOREIGN_FORM, 403)
    store.save(rater, [_rating(rater, item, question, form) for question in item.questions])
    next_number = next_item(store.items, store.progress(rater), number)
    return RedirectResponse(f"/rate/{rater}/{next_number}" if next_number else f"/rate/{rater}", status_code=303)


def _rating(rater: str, item: SampledItem, question: Question, form: dict[str, str]) -> Rating:
    given_answer = form.get(question.value, "")
    # A form may contain anything: accept only answers that the question allows.
    answer = next((possible_answer for possible_answer in question.answers if possible_answer == given_answer), None)
    comment = " ".join(form.get(f"{question.value}-comment", "").split())[:MAX_COMMENT]
    return Rating(rater=rater, pair_id=item.pair_id, question=question, answer=answer, comment=comment)


async def undo(request: Request) -> Response:
    """Undo the rater's last save, and show that item again."""
    store, rater = store_of(request), rater_of(request)
    if await read_form(request, store.form_token(rater)) is None:
        return PlainTextResponse(FOREIGN_FORM, 403)
    pair_id = store.undo(rater)
    numbers = {item.pair_id: number for number, item in enumerate(store.items, 1)}
    target = f"/rate/{rater}/{numbers[pair_id]}" if pair_id in numbers else f"/rate/{rater}"
    return RedirectResponse(target, status_code=303)


async def read_form(request: Request, token: str) -> dict[str, str] | None:
    """Return the fields of a posted form (the last value per name), or None if it is too long or lacks the token.

    Raises HTTPException (400) for more than ``MAX_FORM_FIELDS`` fields.
    """
    body = b""
    async for chunk in request.stream():
        # Count the bytes as they arrive: the declared length may be wrong or missing.
        body += chunk
        if len(body) > MAX_FORM_BYTES:
            return None
    try:
        fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=MAX_FORM_FIELDS)
    except ValueError as error:
        raise HTTPException(400, f"a form has at most {MAX_FORM_FIELDS} fields") from error
    form = {name: values[-1] for name, values in fields.items()}
    return form if secrets.compare_digest(form.get("token", "").encode(), token.encode()) else None


async def agreement_page(request: Request) -> Response:
    """Return the agreement of the raters so far."""
    from probe.analysis.people import rater_agreement  # imported here: the libraries for statistics take two seconds

    store = store_of(request)
    agreement = rater_agreement.rater_agreement(store.ratings(), store.items)
    blocks: list[Block] = []
    for key, make_picture in _pictures().items() if agreement else ():
        picture = make_picture(agreement)
        blocks.append(Plot(key, picture.title, picture.caption, picture.alt, address=f"/agreement/{key}.svg"))
    blocks.append(rater_agreement.table(agreement).grid() if agreement else Paragraph(NO_AGREEMENT))
    return HTMLResponse(document_page(request, Document("Agreement of raters", tuple(blocks))))


def _pictures() -> dict[str, Callable[[Any], Any]]:
    """Return what makes the figures of agreement, by the last part of their address."""
    from probe.analysis.people.rater_agreement import agreement_picture, majority_picture

    return {"agreement": agreement_picture, "majority": majority_picture}


async def agreement_figure(request: Request) -> Response:
    """Return one of the two figures, drawn from the answers so far."""
    from probe.analysis.figures.style import draw
    from probe.analysis.people import rater_agreement

    store, make_picture = store_of(request), _pictures().get(request.path_params["key"])
    agreement = rater_agreement.rater_agreement(store.ratings(), store.items)
    if make_picture is None or not agreement:
        raise HTTPException(404)
    return Response(draw(make_picture(agreement)).svg.encode("utf-8", "replace"), media_type="image/svg+xml")


ITEM_ROUTES = (
    Route("/rate/{rater}", next_page),
    Route("/rate/{rater}/undo", undo, methods=["POST"]),
    Route("/rate/{rater}/{number:int}", item_page),
    Route("/rate/{rater}/{number:int}", save, methods=["POST"]),
)
"""What a rater needs: the only pages of a closed desk."""

ROUTES = (
    Route("/rate", start_page),
    *ITEM_ROUTES,
    Route("/agreement", agreement_page),
    Route("/agreement/{key}.svg", agreement_figure),
)
