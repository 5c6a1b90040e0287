"""Workers die, hang and wear out, but verdicts are neither lost nor repeated, and no process stays behind."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from probe.oracle import Limits, SwiOracle
from probe.values import Option, Program, Verdict
from tests.shared import ROOT
from tests.verdicts import verdicts_on

LOOP = Program(
    axioms="", text="again.\nagain :- again.\ndecide_option(user, X) :- again, X is 3 ** 3000000 mod 7, fail."
)


def numbered_programs(count: int) -> list[Program]:
    """Return programs that have different verdicts: the n-th has n rule applications."""
    return [
        Program(
            axioms="",
            text="\n".join(f"p{n}(X) :- p{n + 1}(X)." for n in range(number % 40))
            + f"\np{number % 40}(option_A).\ndecide_option(user, X) :- p0(X).",
        )
        for number in range(count)
    ]


def sizes(verdicts: list[Verdict]) -> list[int | None]:
    return [verdict.size for verdict in verdicts]


def test_verdicts_come_in_the_order_of_the_programs() -> None:
    with SwiOracle.start(workers=2) as oracle:
        assert sizes(verdicts_on(oracle, numbered_programs(300))) == [number % 40 + 1 for number in range(300)]


def test_a_killed_worker_loses_and_repeats_nothing() -> None:
    """Two batches; in the middle of each a worker is killed from outside."""
    killed_pids = set()
    with SwiOracle.start(workers=2) as oracle:
        for _ in range(2):
            pid = oracle.worker_pids[0]
            killer = threading.Timer(0.1, os.kill, (pid, signal.SIGKILL))
            killer.start()
            verdicts = verdicts_on(oracle, numbered_programs(700))
            killer.join()
            assert sizes(verdicts) == [number % 40 + 1 for number in range(700)]
            killed_pids.add(pid)
        assert not killed_pids & set(oracle.worker_pids), "the test killed no worker"


def test_a_program_that_hangs_is_ended_by_the_kernel_and_costs_only_itself() -> None:
    limits = Limits(seconds=60, cpu_seconds=0.5, inferences=10**12)
    with SwiOracle.start(workers=1, limits=limits) as oracle:
        before, hung_verdict, after = verdicts_on(oracle, [numbered_programs(3)[2], LOOP, numbered_programs(4)[3]])
    assert (before.size, after.size) == (3, 4)
    assert [(diagnostic.kind, hung_verdict.ran) for diagnostic in hung_verdict.diagnostics] == [("limit", False)]
    assert hung_verdict.out_of_time
    assert "processor time" in hung_verdict.diagnostics[0].message


def test_a_worker_that_is_paused_costs_no_innocent_verdict() -> None:
    """A container is paused for longer than a request may take; no program caused it."""
    limits = Limits(seconds=0.3, cpu_seconds=0.5)
    programs = numbered_programs(700)
    with SwiOracle.start(workers=1, limits=limits) as oracle:
        (pid,) = oracle.worker_pids

        def pause() -> None:
            os.kill(pid, signal.SIGSTOP)
            time.sleep(1.5)
            os.kill(pid, signal.SIGCONT)

        pauser = threading.Timer(0.1, pause)
        pauser.start()
        verdicts = verdicts_on(oracle, programs)
        pauser.join()
        assert oracle.worker_pids == (pid,), "the worker continues after the pause"
    assert sizes(verdicts) == [number % 40 + 1 for number in range(700)]
    assert not any(verdict.diagnostics for verdict in verdicts)


def test_a_worker_that_never_moves_again_is_replaced_and_its_job_tried_again() -> None:
    with SwiOracle.start(workers=1, limits=Limits(deadline=1.0)) as oracle:
        (pid,) = oracle.worker_pids
        os.kill(pid, signal.SIGSTOP)
        assert sizes(verdicts_on(oracle, numbered_programs(4))) == [1, 2, 3, 4]
        assert oracle.worker_pids != (pid,)


def test_an_inherited_limit_of_processor_time_is_kept_and_costs_no_verdict(tmp_path: Path) -> None:
    """As under ``ulimit -t`` or a batch system: workers are replaced before they have used up what there is."""
    script = tmp_path / "limited.py"
    script.write_text(
        "import asyncio, resource\n"
        "from probe.oracle import Limits, SwiOracle\n"
        "from probe.values import Program\n"
        "text = 'decide_option(user, option_A) :- \\\\+ ( between(1, 20000, X), X < 0 ).'\n"
        "programs = [Program(axioms='', text=text)] * 25\n"
        "with SwiOracle.start(workers=1, limits=Limits(cpu_seconds=0.8)) as oracle:\n"
        "    pids = set()\n"
        "    for program in programs:\n"
        "        pids.update(oracle.worker_pids)\n"
        "        (pid,) = oracle.worker_pids or (0,)\n"
        "        if pid:\n"
        "            assert resource.prlimit(pid, resource.RLIMIT_CPU)[1] == 4\n"
        "        verdict = asyncio.run(oracle.verdict(program))\n"
        "        assert verdict.choice, verdict.diagnostics\n"
        "print(len(pids))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = f'ulimit -t 4; exec "{sys.executable}" "{script}"'
    completed = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, env=environment, timeout=120, check=False
    )
    assert completed.returncode == 0, completed.stderr
    assert int(completed.stdout) > 1, "no worker came near the limit"


def test_a_program_that_ends_its_worker_twice_is_the_only_one_blamed() -> None:
    """Verdicts that were under way when the worker died are computed again, and no other program is blamed."""
    limits = Limits(seconds=60, cpu_seconds=60, inferences=10**12)
    programs = [*numbered_programs(6), LOOP, *numbered_programs(6)]
    with SwiOracle.start(workers=1, limits=limits) as oracle:

        def kill_twice() -> None:
            for _ in range(2):
                (pid,) = oracle.worker_pids
                time.sleep(0.5)
                os.kill(pid, signal.SIGKILL)
                while oracle.worker_pids in ((pid,), ()):
                    time.sleep(0.01)

        killer = threading.Thread(target=kill_twice)
        killer.start()
        verdicts = verdicts_on(oracle, programs)
        killer.join()
    assert sizes(verdicts) == [1, 2, 3, 4, 5, 6, None, 1, 2, 3, 4, 5, 6]
    assert [diagnostic.kind for verdict in verdicts for diagnostic in verdict.diagnostics] == ["crash"]


def test_a_worker_is_replaced_after_its_share_of_requests() -> None:
    with SwiOracle.start(workers=1, limits=Limits(requests_per_worker=10)) as oracle:
        first = oracle.worker_pids
        assert sizes(verdicts_on(oracle, numbered_programs(25))) == [number % 40 + 1 for number in range(25)]
        assert oracle.worker_pids != first


def test_a_worker_is_replaced_after_a_limit() -> None:
    with SwiOracle.start(workers=1) as oracle:
        first = oracle.worker_pids
        verdicts_on(oracle, [Program(axioms="", text="decide_option(user, X) :- length(X, 100000000).")])
        assert verdicts_on(oracle, numbered_programs(1))[0].choice is Option.A
        assert oracle.worker_pids != first


async def test_closing_ends_a_program_under_way() -> None:
    oracle = SwiOracle.start(workers=1, limits=Limits(seconds=60, cpu_seconds=60, inferences=10**12))
    pids = oracle.worker_pids
    task = asyncio.create_task(oracle.verdict(LOOP))
    await asyncio.sleep(0.3)
    oracle.close()
    await asyncio.wait([task], timeout=30)
    assert task.cancelled()
    assert not any(map(_runs, pids))


async def test_many_may_ask_at_once() -> None:
    async with SwiOracle.start(workers=2) as oracle:
        verdicts = await asyncio.gather(*(oracle.verdict(program) for program in numbered_programs(50)))
    assert sizes(list(verdicts)) == [number % 40 + 1 for number in range(50)]


async def test_a_cancelled_caller_leaves_no_process_and_no_wrong_answer() -> None:
    limits = Limits(seconds=60, cpu_seconds=0.7, inferences=10**12)
    async with SwiOracle.start(workers=1, limits=limits) as oracle:
        hung_call = asyncio.create_task(oracle.verdict(LOOP))
        waiting_call = asyncio.create_task(oracle.verdict(numbered_programs(8)[7]))
        await asyncio.sleep(0.1)
        hung_call.cancel()
        waiting_call.cancel()
        assert (await oracle.verdict(numbered_programs(6)[5])).size == 6
        pids = oracle.worker_pids
    assert hung_call.cancelled()
    assert waiting_call.cancelled()
    assert not any(map(_runs, pids))


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
