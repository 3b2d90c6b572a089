#!/usr/bin/env python3
"""Times a count by two processes of which one has half of a core.

Each process is bound to a core of its own. First both have it alone; then another process computes on the core of the
second. If the work moved to where there is time for it, the second count would take 2 / 1.5 of the time of the first.

    tools/unequal_hosts.py target/release/soliter french/44-to-44

The program has to be built with `--features cluster`. Linux, two cores, nothing else running.
"""

import os
import subprocess
import sys
import tempfile
import time


def bound_to(core):
    return lambda: os.sched_setaffinity(0, {core})


def seconds(program, puzzle, folder):
    hosts = os.path.join(folder, "hosts.txt")
    with open(hosts, "w") as file:
        file.write("127.0.0.1:7711\n127.0.0.1:7712\n")
    levels = tempfile.mkdtemp(dir=folder)
    begun = time.monotonic()
    processes = []
    for process in range(2):
        command = [program, "count", puzzle, "--what", "positions", "--hosts", hosts]
        command += ["--process", str(process), "--threads", "1", "--dir", levels, "-q"]
        processes.append(subprocess.Popen(command, preexec_fn=bound_to(process)))
    if any([process.wait() for process in processes]):
        sys.exit("a process has failed")
    return time.monotonic() - begun


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, puzzle = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        alone = seconds(program, puzzle, folder)
        busy = subprocess.Popen([sys.executable, "-c", "while True: pass"], preexec_fn=bound_to(1))
        try:
            beside = seconds(program, puzzle, folder)
        finally:
            busy.kill()
            busy.wait()
    ideal = alone * 2 / 1.5
    print(f"{alone:.1f} s; with half of the second core {beside:.1f} s, ideal {ideal:.1f} s, ratio {beside / ideal:.2f}")


if __name__ == "__main__":
    main()
