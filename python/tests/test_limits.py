"""Limits, Ctrl-C, progress, threads and fork."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import soliter
# The most seconds until a cancelled call ends: far more than it takes, even on a busy machine.
PATIENCE = 30


def test_no_time_is_a_result_and_not_impossible(long_one):
    answer = soliter.solve(long_one, seconds=0)
    assert answer.claim in ("unknown", "feasible") and not answer.is_final
    assert answer.stopped == "time limit" and answer.lower_bound >= 1
    assert "time limit" in str(answer)
    for call in (soliter.count, lambda puzzle, **all: soliter.reachable(puzzle, 12, **all)):
        with pytest.raises(soliter.LimitReached, match="time limit"):
            call(long_one, seconds=0)
    assert soliter.check(long_one, "46-44", seconds=0).lost in ("unknown", "no")


def test_little_memory_is_a_limit(long_one):
    with pytest.raises(soliter.LimitReached, match="memory limit"):
        soliter.count(long_one, memory=0.001)
    assert soliter.solve(long_one, memory=0.0001).claim != "infeasible"


def test_progress_is_told_in_the_thread_that_asks(long_one):
    said = []
    with pytest.raises(soliter.LimitReached):
        soliter.count(
            long_one, seconds=1, progress=lambda phrase: said.append((phrase, threading.get_ident()))
        )
    assert said and all(isinstance(phrase, str) for phrase, _ in said)
    assert {thread for _, thread in said} == {threading.get_ident()}


def test_an_exception_of_the_callback_cancels(long_one):
    def enough(phrase):
        raise RuntimeError("enough")

    clock = time.monotonic()
    with pytest.raises(RuntimeError, match="enough"):
        soliter.count(long_one, progress=enough)
    assert time.monotonic() - clock < PATIENCE


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("call", [soliter.count, lambda one: soliter.reachable(one, 31)])
def test_ctrl_c_ends_a_call(long_one, call):
    # Python keeps SIGINT ignored if it was ignored at the start, as in the background of a script.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    clock = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call(long_one)
    assert time.monotonic() - clock < PATIENCE
    # The next call works.
    assert soliter.solve(soliter.Puzzle.built_in("gardner/latin-cross")).move_count == 5


def test_interrupt_of_a_notebook_ends_a_call():
    from jupyter_client.manager import start_new_kernel

    asked = "import soliter; puzzle = soliter.Puzzle.built_in('gardner/central-game'); print('begun', flush=True)"
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        request = client.execute(f"{asked}; soliter.count(puzzle)")
        while client.get_iopub_msg(timeout=PATIENCE)["content"].get("text") != "begun\n":
            pass
        manager.interrupt_kernel()
        reply = None
        # A reply to the greeting may arrive first.
        while reply is None or reply["parent_header"]["msg_id"] != request:
            reply = client.get_shell_msg(timeout=PATIENCE)
        assert reply["content"]["ename"] == "KeyboardInterrupt"
        # Requests right after an error are aborted.
        status, clock = "aborted", time.monotonic()
        while status == "aborted" and time.monotonic() - clock < PATIENCE:
            code = "answer = soliter.solve(puzzle, seconds=0)"
            status = client.execute(code, reply=True, timeout=PATIENCE)["content"]["status"]
        assert status == "ok"
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def test_other_threads_go_on(long_one):
    ended = threading.Event()
    turns = 0

    def ask():
        try:
            soliter.count(long_one, seconds=1)
        except soliter.LimitReached:
            ended.set()

    thread = threading.Thread(target=ask)
    thread.start()
    while not ended.is_set() and thread.is_alive():
        turns += 1
        time.sleep(0.001)
    thread.join()
    # If the call held the interpreter's lock, there would be no turns.
    assert ended.is_set() and turns > 10


def test_many_threads_ask_of_one_puzzle(cross):
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: soliter.solve(cross, threads=1), range(32)))
    assert {answer.move_count for answer in answers} == {5}


def answer_of(name):
    return soliter.solve(soliter.Puzzle.built_in(name)).move_count


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_can_ask(cross):
    assert soliter.solve(cross).move_count == 5
    with multiprocessing.get_context("fork").Pool(2) as pool:
        found = pool.map_async(answer_of, ["gardner/latin-cross", "gardner/greek-cross"] * 3)
        assert found.get(timeout=PATIENCE) == [5, 6] * 3
