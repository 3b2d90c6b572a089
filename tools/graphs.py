#!/usr/bin/env python3
"""Generates or checks docs/atlas/graphs/: surveys of all trees, all unicyclic graphs or all connected graphs with N vertices.

    tools/graphs.py SOLITER FAMILY N ..         runs the missing surveys and updates summary.csv and the list in README.md
    tools/graphs.py SOLITER --check FAMILY N .. repeats the surveys and compares their results with summary.csv

FAMILY is trees, unicyclic or connected. The graphs come from nauty's generators (Debian package: nauty). An interrupted
survey resumes from its file in --work (default: graphs-work).
"""
import argparse
import collections
import csv
import hashlib
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent.parent
ATLAS = HERE / "docs" / "atlas" / "graphs"
HEADS = ["family", "vertices", "graphs", "freely_solvable", "solvable", "distance_2_solvable", "k_solvable",
         "largest_peg_solitaire_number", "largest_fools_solitaire_number", "positions", "contents", "graphs_sha256",
         "survey_sha256", "cpu_seconds"]
FAMILIES = ["trees", "unicyclic", "connected"]
# Surveys of larger families omit solutions and evidence, which would take longer than the survey itself.
COMPLETE = {"trees": 16, "unicyclic": 12, "connected": 8}


def generator(family, vertices):
    """The command that generates a family with nauty, whose programs have different names on Debian."""
    name = "gentreeg" if family == "trees" else "geng"
    program = shutil.which(f"nauty-{name}") or shutil.which(name)
    if program is None:
        sys.exit(f"nauty's {name} is not installed (Debian: apt-get install nauty)")
    options = {"trees": ["-q"], "connected": ["-cq"], "unicyclic": ["-cq"]}[family]
    edges = [f"{vertices}:{vertices}"] if family == "unicyclic" else []
    return [program, *options, str(vertices), *edges]


def survey(soliter, family, vertices, work):
    """Surveys a family and returns its row for the summary."""
    work.mkdir(exist_ok=True)
    list_file, out = work / f"{family}-{vertices}.txt", work / f"{family}-{vertices}.csv"
    with open(list_file, "wb") as file:
        subprocess.run(generator(family, vertices), stdout=file, check=True)
    is_complete = vertices <= COMPLETE[family]
    options = ["--witness", "--evidence"] if is_complete else []
    command = [soliter, "survey", "graphs", list_file, "-o", out, "--resume", *options, "--threads", "1", "-q"]
    # For a resumed survey, the CPU seconds of the earlier runs are unknown, so the cell stays empty.
    is_resumed = out.exists()
    before = cpu_seconds()
    code = subprocess.run(command, stdout=subprocess.DEVNULL).returncode
    if code:
        sys.exit(f"the survey of {family} {vertices} failed with exit code {code}; run it again to resume")
    seconds = cpu_seconds() - before
    classes, pegs, fools, positions = collections.Counter(), 0, 0, 0
    with open(out, newline="") as file:
        for row in csv.DictReader(file):
            classes[row["class"]] += 1
            pegs = max(pegs, int(row["peg_solitaire_number"]))
            fools = max(fools, int(row["fools_solitaire_number"]))
            positions += int(row["positions"])
    named = [classes.pop(name, 0) for name in ("freely solvable", "solvable", "distance-2 solvable")]
    return {
        "family": family,
        "vertices": vertices,
        "graphs": sum(named) + sum(classes.values()),
        **dict(zip(HEADS[3:7], [*named, sum(classes.values())], strict=True)),
        "largest_peg_solitaire_number": pegs,
        "largest_fools_solitaire_number": fools,
        "positions": positions,
        "contents": "solutions and evidence" if is_complete else "numbers",
        "graphs_sha256": digest(list_file),
        "survey_sha256": digest(out),
        "cpu_seconds": "" if is_resumed else f"{seconds:.1f}",
    }


def cpu_seconds():
    """The CPU seconds used by finished child processes."""
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def known():
    path = ATLAS / "summary.csv"
    if not path.exists():
        return {}
    with open(path, newline="") as file:
        return {(row["family"], int(row["vertices"])): row for row in csv.DictReader(file)}


def grouped(number):
    return f"{int(number):,}"


def write(rows):
    ordered = sorted(rows.values(), key=lambda row: (FAMILIES.index(row["family"]), int(row["vertices"])))
    ATLAS.mkdir(parents=True, exist_ok=True)
    with open(ATLAS / "summary.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, HEADS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(ordered)
    page = (ATLAS / "README.md").read_text()
    lines = [page[:page.index(MARK)], MARK]
    for family in FAMILIES:
        own = [row for row in ordered if row["family"] == family]
        if own:
            graphs = sum(int(row["graphs"]) for row in own)
            lines.append(f"* {TITLES[family]} with {own[0]['vertices']} to {own[-1]['vertices']} vertices: {grouped(graphs)} graphs\n")
    (ATLAS / "README.md").write_text("".join(lines))


# In README.md, everything below this line is generated.
MARK = "\nThe atlas covers:\n\n"
TITLES = {"trees": "Trees", "unicyclic": "Unicyclic graphs", "connected": "Connected graphs"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("soliter", type=pathlib.Path)
    parser.add_argument("family", choices=FAMILIES)
    parser.add_argument("vertices", type=int, nargs="+")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("graphs-work"))
    args = parser.parse_args()
    rows, right = known(), True
    for vertices in args.vertices:
        key = (args.family, vertices)
        if key in rows and not args.check:
            continue
        row = survey(args.soliter.resolve(), args.family, vertices, args.work)
        if args.check:
            same = key in rows and all(rows[key][head] == str(row[head]) for head in HEADS[:-1])
            print(f"{args.family} {vertices}: {'unchanged' if same else 'the result differs'}")
            right = right and same
        else:
            rows[key] = row
            write(rows)
            print(f"{args.family} {vertices}: {grouped(row['graphs'])} graphs, {row['cpu_seconds'] or 'unknown'} CPU seconds")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
