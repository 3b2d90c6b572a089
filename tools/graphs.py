#!/usr/bin/env python3
"""Makes or checks docs/atlas/graphs/: surveys of all trees, all unicyclic or all connected graphs of a size.

    tools/graphs.py SOLITER FAMILY N ..         surveys what is missing, and writes summary.csv and the list in README.md
    tools/graphs.py SOLITER --check FAMILY N .. surveys again, and compares the digests

FAMILY is trees, unicyclic or connected. The graphs come from nauty's generators (Debian: nauty). A survey that was
stopped is resumed from its file in --work (default: graphs-work).
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
# Larger families have no solutions and no evidence in their survey, as these would take longer than the survey.
COMPLETE = {"trees": 16, "unicyclic": 12, "connected": 8}


def generator(family, vertices):
    """nauty's program for a family, by Debian's or nauty's own name."""
    name = "gentreeg" if family == "trees" else "geng"
    program = shutil.which(f"nauty-{name}") or shutil.which(name)
    if program is None:
        sys.exit(f"{name} of nauty is not installed (Debian: apt-get install nauty)")
    options = {"trees": ["-q"], "connected": ["-cq"], "unicyclic": ["-cq"]}[family]
    edges = [f"{vertices}:{vertices}"] if family == "unicyclic" else []
    return [program, *options, str(vertices), *edges]


def survey(soliter, family, vertices, work):
    """Surveys a family, and returns its row of the summary."""
    work.mkdir(exist_ok=True)
    list_file, out = work / f"{family}-{vertices}.txt", work / f"{family}-{vertices}.csv"
    with open(list_file, "wb") as file:
        subprocess.run(generator(family, vertices), stdout=file, check=True)
    is_complete = vertices <= COMPLETE[family]
    options = ["--witness", "--evidence"] if is_complete else []
    command = [soliter, "survey", "graphs", list_file, "-o", out, "--resume", *options, "--threads", "1", "-q"]
    # The CPU seconds of a survey that was stopped are unknown, so its row has none.
    is_resumed = out.exists()
    before = cpu_seconds()
    code = subprocess.run(command, stdout=subprocess.DEVNULL).returncode
    if code:
        sys.exit(f"the survey of {family} {vertices} ends with {code}; run it again to resume")
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
    """The CPU seconds of the child processes that have ended."""
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


# The line of the page below which the families are listed.
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
            print(f"{args.family} {vertices}: {'right' if same else 'another result'}")
            right = right and same
        else:
            rows[key] = row
            write(rows)
            print(f"{args.family} {vertices}: {grouped(row['graphs'])} graphs, {row['cpu_seconds'] or 'unknown'} CPU seconds")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
