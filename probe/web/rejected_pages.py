"""The candidates that were not accepted: which stage rejected them, why, and how close they were."""

from collections import Counter

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from probe.audit.differences import Line, line_differences, word_differences
from probe.audit.evidence import evidence_lines
from probe.filters.cascade import near_miss
from probe.session import candidate_by_number
from probe.web.pages import PAGE_SIZE, bench_of, page, page_number, query_text


async def rejected_page(request: Request) -> Response:
    """Return the rejected candidates of all runs, filtered by stage and bias."""
    bench = bench_of(request)
    if not bench.generations:
        raise HTTPException(404)
    every = [(run, one) for run, rows in enumerate(bench.rejected) for one in rows]
    stage, bias = request.query_params.get("stage", ""), request.query_params.get("bias", "")
    found = [(run, one) for run, one in every if stage in ("", one.stage) and bias in ("", one.bias)]
    number, pages = page_number(request, len(found))
    shown = found[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]
    text = page(
        request,
        "rejected.html.j2",
        total=len(every),
        by_stage=Counter(one.stage for _, one in every).most_common(),
        biases=sorted({one.bias for _, one in every}),
        wanted_stage=stage,
        wanted_bias=bias,
        found=len(found),
        page=number,
        pages=pages,
        rows=[(run, one, near_miss(one.stage, one.evidence)) for run, one in shown],
        page_query=lambda other: query_text(stage=stage, bias=bias, page=other),
    )
    return HTMLResponse(text)


async def candidate_page(request: Request) -> Response:
    """Return one candidate with the result of every stage."""
    generations = bench_of(request).generations
    run, number = request.path_params["run"], request.path_params["number"]
    candidate = candidate_by_number(generations[run], number) if run < len(generations) and number < 2**62 else None
    if candidate is None:
        raise HTTPException(404)
    left, right = word_differences(candidate.texts.unbiased, candidate.texts.biased)
    ended, programs = candidate.rejected_by, candidate.programs
    text = page(
        request,
        "candidate.html.j2",
        name=f"{run + 1}.{number}",
        candidate=candidate,
        ended=ended,
        near=near_miss(ended.stage, ended.evidence) if ended else "",
        left=left,
        right=right,
        results=[(result, evidence_lines(result.evidence)) for result in candidate.results],
        axioms=[Line(n, line) for n, line in enumerate(programs.axioms.splitlines(), 1)] if programs else [],
        programs=line_differences(programs.unbiased, programs.biased) if programs else ((), ()),
    )
    return HTMLResponse(text)
