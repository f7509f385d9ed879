#!/usr/bin/env python3
"""Lines and branches of lambdav.h that the tests reach.

usage: tools/dev/coverage.py [--jobs N] [--only PROGRAM[,PROGRAM...]] [--keep]

Builds the test programs below in build/coverage with clang's source-based coverage, runs them, adds
up their counts, and prints how many lines and branches of lambdav.h run. A branch is one outcome of
one condition, as clang finds them: operands of && and ||, conditions of if, loops and ?:, labels of
a switch. A condition inside a macro counts for each place where the macro is used.

What never runs must be explained in tests/data/coverage.txt (its head says how). A miss without an
explanation is an error; an explanation without a miss is another. --only runs these programs, and
explanations are not checked; --keep uses the programs and counts that are there.

Exit codes: 0 all is reached or explained, 1 something is not, 2 usage, 3 a tool is missing or a
test fails."""
import collections
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
OUT = os.path.join(ROOT, "build", "coverage")
HEADER = os.path.join(ROOT, "lambdav.h")
EXPLAINED = os.path.join(ROOT, "tests", "data", "coverage.txt")
FLAGS = ("-O0 -w -DEXAMPLE_STEP=17 -DCOUNTED -fno-sanitize=all -fprofile-instr-generate "
         "-fcoverage-mapping")
# The tests that look at what lambdav.h does, the slow ones first, and their arguments.
PROGRAMS = {
    "builtin_test": [], "run_test": [], "stage_test": [], "corpus_test": [], "debug_test": [],
    "compute_test": [], "arena_test": [], "random_test": [],
    "bounds_test": [], "memory_test": [], "emit_test": ["60", "1"],
    "schedule_test": ["1000", "1"], "api_test": [], "signature_test": [], "dump_test": [],
    "error_test": [], "number_test": [], "number_narrow_test": [], "reflect_test": [],
    "uniform_words_test": [], "structure_test": [], "safe_test": ["20"]}
CODE, EXPANSION = 0, 1


def fail(text, code=3):
    print("coverage: " + text, file=sys.stderr)
    sys.exit(code)


def run(command, **kwargs):
    return subprocess.run(command, cwd=ROOT, **kwargs)


def build_and_run(program):
    """Leaves PROGRAM.json and PROGRAM.lcov in OUT; returns what went wrong, or None."""
    path = os.path.join(OUT, program)
    environment = dict(os.environ, CC="clang", CFLAGS=FLAGS)
    source = glob.glob(os.path.join("tests", "*", program + ".c"), root_dir=ROOT)[0]
    built = run(["sh", "tools/dev/build.sh", source, path], env=environment)
    if built.returncode != 0:
        return "%s does not build" % program
    for old in glob.glob(path + ".*.profraw"):
        os.remove(old)
    # %m: the processes of one program add up.
    environment = dict(os.environ, LLVM_PROFILE_FILE=path + ".%m.profraw")
    with open(path + ".log", "w") as log:
        ran = run([path] + PROGRAMS[program], env=environment, stdout=log, stderr=subprocess.STDOUT,
                  stdin=subprocess.DEVNULL)
    if ran.returncode != 0:
        return "%s fails, see %s.log" % (program, path)
    merge = ["llvm-profdata", "merge", "-o", path + ".profdata"]
    if run(merge + glob.glob(path + ".*.profraw")).returncode != 0:
        return "no counts of %s" % program
    for kind, name in (("text", ".json"), ("lcov", ".lcov")):
        with open(path + name, "w") as to:
            command = ["llvm-cov", "export", "-format=" + kind, "-instr-profile",
                       path + ".profdata", path, HEADER]
            if run(command, stdout=to).returncode != 0:
                return "no counts of %s" % program
    return None


def line_counts(programs):
    """line number -> how often it ran, for lines with code"""
    counts = collections.Counter()
    for program in programs:
        inside = False
        with open(os.path.join(OUT, program + ".lcov")) as file:
            for row in file:
                if row.startswith("SF:"):
                    inside = row.strip().endswith("/lambdav.h")
                elif inside and row.startswith("DA:"):
                    number, count = row[3:].split(",")[:2]
                    counts[int(number)] += int(count)
    return counts


def spot(region):
    return tuple(region[:4])


def sites(function):
    """file id -> where its text stands: () for the function itself, else the places of the macro
    expansions that lead to it"""
    found = {0: ()}
    expansions = [r for r in function["regions"] if r[7] == EXPANSION]
    while expansions:
        left = []
        for r in expansions:
            if r[5] in found:
                found[r[6]] = found[r[5]] + (spot(r),)
            else:
                left.append(r)
        if len(left) == len(expansions):
            break
        expansions = left
    return found


def branch_counts(programs):
    """(function, expansion sites, condition) -> [times true, times false]; and
    first line of a function -> its name"""
    counts = collections.defaultdict(lambda: [0, 0])
    names = {}
    for program in programs:
        with open(os.path.join(OUT, program + ".json")) as file:
            functions = json.load(file)["data"][0]["functions"]
        for function in functions:
            if not function["filenames"][0].endswith("/lambdav.h"):
                continue
            name = function["name"].split(":")[-1]
            whole = function["regions"][0]
            names[(whole[0], whole[2])] = name
            places = sites(function)
            for b in function["branches"]:
                if function["filenames"][b[6]].endswith("/lambdav.h") and b[6] in places:
                    count = counts[(name, places[b[6]], spot(b))]
                    count[0] += b[4]
                    count[1] += b[5]
    return counts, names


class Source:
    def __init__(self):
        with open(HEADER, encoding="utf-8") as file:
            self.lines = file.read().split("\n")
        self.bytes = [line.encode() for line in self.lines]

    def text(self, place):
        """The text of a region, its blanks made one each."""
        line, column, end_line, end_column = place
        rows = self.bytes[line - 1:end_line]
        rows[-1] = rows[-1][:end_column - 1]
        rows[0] = rows[0][column - 1:]
        text = b" ".join(row.rstrip(b"\\") for row in rows).decode()
        text = re.sub(r"/\*.*?\*/", " ", text)
        return re.sub(r"\s+", " ", text).strip()

    def line(self, number):
        return re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", " ", self.lines[number - 1])).strip()


def function_at(names, line):
    inside = [name for (begin, end), name in names.items() if begin <= line <= end]
    return inside[0] if inside else "-"


def find_misses(source, lines, branches, names):
    """Counter of explanation keys, key -> line numbers, and how many outcomes there are"""
    where = collections.defaultdict(list)
    outcomes = reached = 0
    for (name, places, condition), (times_true, times_false) in branches.items():
        text = source.text(condition)
        label = re.match(r"(case\b|default\b)", text)
        at = (places[0] if places else condition)[0]
        if places:
            text = "%s in %s" % (text, source.text(places[0]))
        for count, outcome in ((times_true, "true"), (times_false, "false")):
            if label and outcome == "false":
                continue
            outcomes += 1
            if count:
                reached += 1
            elif label:
                where["%s: %s: never" % (name, text)].append(at)
            else:
                where["%s: %s: never %s" % (name, text, outcome)].append(at)
    for number, count in lines.items():
        if count == 0:
            key = "%s: %s: line" % (function_at(names, number), source.line(number))
            where[key].append(number)
    return where, outcomes, reached


def explanations():
    """key -> the least and the most misses that it stands for. A key may end with "(N times)", or
    with "(N times at most)"."""
    found = {}
    if not os.path.exists(EXPLAINED):
        return found
    with open(EXPLAINED, encoding="utf-8") as file:
        for row in file:
            row = row.rstrip("\n")
            if not row or row[0] in "# ":
                continue
            times = re.search(r" \((\d+) times( at most)?\)$", row)
            key, most = (row[:times.start()], int(times.group(1))) if times else (row, 1)
            before = found.get(key, (0, 0))
            least = 0 if times and times.group(2) else most
            found[key] = before[0] + least, before[1] + most
    return found


def show(key, numbers):
    times = " (%d times)" % len(numbers) if len(numbers) > 1 else ""
    return "lambdav.h:%s: %s%s" % (",".join(map(str, sorted(numbers))), key, times)


def report(where, check):
    """Prints the misses that are not explained; returns how many errors there are."""
    known = explanations() if check else {}
    errors = 0
    for key, numbers in sorted(where.items(), key=lambda item: sorted(item[1])):
        least, most = known.get(key, (0, 0))
        if not least <= len(numbers) <= most:
            errors += 1
            print(show(key, numbers) + (" (explained: %d)" % most if most else ""))
    for key in sorted(known):
        if key not in where and known[key][0] > 0:
            errors += 1
            print("tests/data/coverage.txt: stale: " + key)
    return errors


def percent(part, whole):
    return "%d of %d (%.2f %%)" % (part, whole, 100.0 * part / max(whole, 1))


def main(arguments):
    jobs, programs, keep = os.cpu_count() or 1, list(PROGRAMS), False
    check = True
    while arguments:
        option = arguments.pop(0)
        if option == "--jobs" and arguments and arguments[0].isdigit():
            jobs = int(arguments.pop(0))
        elif option == "--only" and arguments:
            programs, check = arguments.pop(0).split(","), False
        elif option == "--keep":
            keep = True
        else:
            print(__doc__.split("\n\n")[1], file=sys.stderr)
            return 2
    os.makedirs(OUT, exist_ok=True)
    if not keep:
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for problem in pool.map(build_and_run, programs):
                if problem:
                    fail(problem)
    source = Source()
    lines = line_counts(programs)
    branches, names = branch_counts(programs)
    where, outcomes, reached = find_misses(source, lines, branches, names)
    errors = report(where, check)
    run_lines = sum(1 for count in lines.values() if count)
    print("lines: %s; branches: %s; misses explained: %d" % (
        percent(run_lines, len(lines)), percent(reached, outcomes),
        sum(len(numbers) for numbers in where.values()) - errors))
    print("%d passed, %d failed" % (len(lines) + outcomes - errors, errors))
    return 1 if errors else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
