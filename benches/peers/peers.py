#!/usr/bin/env python3
"""Compares Soliter with general solvers at finding the fewest moves, with a limit on CPU time for each puzzle.

    benches/peers/peers.py SOLITER [--limit SECONDS] [PUZZLE ..]
    benches/peers/peers.py SOLITER [--limit SECONDS] --domain DOMAIN.pddl PROBLEM.pddl ..

The planning problems come from `soliter export --to pddl`: Fast Downward reads them as they are, clingo and CP-SAT use
the encodings in this folder. The default puzzles are the six figures in gardner/ and the 21 problems in english/ with
one vacancy and one survivor. With --domain, Soliter and Fast Downward read problems from a planning competition as they
are. Solvers that are not installed are skipped; their packages are clingo, ortools and up-fast-downward. Each run uses
one thread and at most 8 GiB of memory.
"""
import argparse
import importlib.metadata
import importlib.util
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
FIGURES = ["latin-cross", "greek-cross", "fireplace", "pyramid", "lamp", "inclined-square"]
MEMORY = 8 << 30


def facts(problem):
    """The lines, holes, start and finish of a planning problem written by Soliter."""
    text = problem.read_text()
    start, goal = text.split("(:init")[1].split("(:goal")
    names = lambda word, part: re.findall(rf"\({word} (h-\S+)\)", part)
    lines = [tuple(line.split()) for line in re.findall(r"\(in-line ([^)]+)\)", start)]
    holes = re.search(r"\(:objects ([^)]+) - hole\)", text)[1].split()
    return lines, holes, set(names("occupied", start)), set(names("occupied", goal))


def clingo(problem):
    import clingo

    lines, holes, start, finish = facts(problem)
    number = {hole: n for n, hole in enumerate(holes)}
    program = [f"line({','.join(str(number[hole]) for hole in line)})." for line in lines]
    program += [f"hole({number[hole]})." for hole in holes]
    program += [f"start({number[hole]})." for hole in start] + [f"finish({number[hole]})." for hole in finish]
    program += [f"steps({len(start) - len(finish)})."]
    control = clingo.Control(["--parallel-mode=1"])
    control.add("base", [], "\n".join(program))
    control.load(str(HERE / "fewest_moves.lp"))
    control.ground([("base", [])])
    costs = []
    result = control.solve(on_model=lambda model: (costs.append(model.cost[0]), print("solution", costs[-1], flush=True)))
    if result.exhausted:
        print("proved", costs[-1] if costs else "impossible", flush=True)


def cp_sat(problem):
    from ortools.sat.python import cp_model

    lines, holes, start, finish = facts(problem)
    model, jumps = cp_model.CpModel(), len(start) - len(finish)
    peg = [{hole: model.new_bool_var("") for hole in holes} for _ in range(jumps + 1)]
    jump = [[model.new_bool_var("") for _ in lines] for _ in range(jumps)]
    new = [model.new_bool_var("") for _ in range(jumps)]
    for hole in holes:
        model.add(peg[0][hole] == int(hole in start))
        model.add(peg[jumps][hole] == int(hole in finish))
    model.add(new[0] == 1)
    for t in range(jumps):
        model.add_exactly_one(jump[t])
        chosen = lambda place, hole: [var for var, line in zip(jump[t], lines) if line[place] == hole]
        for hole in holes:
            gone, come = chosen(0, hole) + chosen(1, hole), chosen(2, hole)
            model.add(peg[t + 1][hole] == peg[t][hole] - sum(gone) + sum(come))
            model.add(sum(gone) <= peg[t][hole])
            model.add(sum(come) + peg[t][hole] <= 1)
            if t:
                before = [var for var, line in zip(jump[t - 1], lines) if line[2] == hole]
                model.add(sum(chosen(0, hole)) - sum(before) <= new[t])
    model.minimize(sum(new))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.OPTIMAL:
        print("proved", round(solver.objective_value), flush=True)
    elif status == cp_model.INFEASIBLE:
        print("proved impossible", flush=True)


def fast_downward(problem):
    folder = pathlib.Path(importlib.util.find_spec("up_fast_downward").origin).parent / "downward"
    with tempfile.TemporaryDirectory() as work:
        run = subprocess.run(
            [sys.executable, folder / "fast-downward.py", f"{problem}.domain.pddl", problem, "--search", "astar(lmcut())"],
            cwd=work, capture_output=True, text=True)
    cost = re.search(r"Plan cost: (\d+)", run.stdout)
    if cost:
        print("proved", cost[1], flush=True)


PEERS = {"clingo": clingo, "CP-SAT": cp_sat, "Fast Downward": fast_downward}
PACKAGES = {"clingo": "clingo", "CP-SAT": "ortools", "Fast Downward": "up-fast-downward"}


def timed(command, limit):
    """Runs a command, up to the limit, and returns its output, CPU seconds and peak memory in MiB."""

    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(["/usr/bin/time", "-f", "peak %M", *map(str, command)], preexec_fn=limits, text=True,
                         capture_output=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    peak = re.search(r"peak (\d+)", run.stderr)
    return run.stdout, seconds, int(peak[1]) // 1024 if peak else 0


def answer(text):
    proved = re.findall(r"proved (\S+)", text)
    best = re.findall(r"solution (\d+)", text)
    return proved[-1] if proved else f"at most {best[-1]}" if best else "-"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("soliter", type=pathlib.Path)
    parser.add_argument("puzzles", nargs="*")
    parser.add_argument("--limit", type=int, default=60, help="CPU seconds of each run (default 60)")
    parser.add_argument("--domain", type=pathlib.Path, help="the domain of problems in PDDL")
    parser.add_argument("--one", choices=PEERS, help=argparse.SUPPRESS)
    args = parser.parse_intermixed_args()
    if args.one:
        return PEERS[args.one](args.soliter.resolve())
    problems = tomllib.loads((HERE.parent.parent / "puzzles" / "english.toml").read_text())["puzzle"]
    default = [f"gardner/{name}" for name in FIGURES]
    default += [f"english/{one['name']}" for one in problems if "any" not in one["name"]]
    peers = [name for name in PEERS if importlib.util.find_spec(PACKAGES[name].replace("-", "_"))]
    print(", ".join(f"{name} ({PACKAGES[name]} {importlib.metadata.version(PACKAGES[name])})" for name in peers))
    heads = [f"{name}: answer | s | MiB" for name in ["Soliter", *peers]]
    print(f"| puzzle | {' | '.join(heads)} |\n|{'---|' * (1 + 3 * len(heads))}", flush=True)
    for puzzle in args.puzzles or default:
        cells = [puzzle]
        with tempfile.TemporaryDirectory() as folder:
            problem = pathlib.Path(folder) / "problem.pddl"
            subprocess.run([args.soliter, "export", puzzle, "--to", "pddl", "-o", problem], check=True,
                           stdout=subprocess.DEVNULL)
            given = problem
            if args.domain:
                given = pathlib.Path(folder) / "given.pddl"
                shutil.copy(puzzle, given)
                shutil.copy(args.domain, f"{given}.domain.pddl")
            own = [args.soliter, "solve", puzzle, "--method", "search", "--threads", "1", "-q"]
            runs = [own] + [[sys.executable, __file__, given if name == "Fast Downward" else problem, "--one", name] for name in peers]
            for command in runs:
                text, seconds, peak = timed(command, args.limit)
                text = re.sub(r".*?(\d+) moves \(\d+ jumps\), the fewest.*", r"proved \1", text)
                cells += [answer(text), f"{seconds:.2f}" if seconds < args.limit else f"over {args.limit}", str(peak)]
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
