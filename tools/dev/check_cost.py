#!/usr/bin/env python3
"""What --check costs: places of each example, and its time with checks and without.

usage: tools/dev/check_cost.py [--size WxH] [--rounds N] [--device N|NAME] [--no-cpu] [--update]
                               [EXAMPLE.lv...]

Prints a row of a table for each example: how many places are checked, how many need no check, and
the time of a picture or dispatch without --check and with it, on the Vulkan device and on the CPU
with one thread, in milliseconds, with their quotient. A time is the least of all frames of all
rounds; rounds with and without take turns; what takes long is drawn once. An example with commands in its head is run by the last
of them, behind the others. --update puts the table into tools/doc/check.md, in place of the one
that is there. $LAMBDAV is the program, by default build/lambdav.

Exit codes: 0 done, 1 an example fails, 2 usage."""
import argparse
import glob
import math
import os
import re
import shlex
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
LAMBDAV = os.path.abspath(os.environ.get("LAMBDAV", os.path.join(ROOT, "build", "lambdav")))
WORK = os.path.join(ROOT, "build", "check_cost")
PAGE = os.path.join(ROOT, "tools", "doc", "check.md")
BEGIN, END = "<!-- costs: tools/dev/check_cost.py -->\n", "<!-- end of costs -->\n"
FRAMES, LONG = 4, 300  # LONG: milliseconds


def lambdav(arguments):
    """What a call says; None if it fails."""
    done = subprocess.run([LAMBDAV] + arguments, cwd=WORK, capture_output=True, text=True)
    if done.returncode != 0:
        sys.stderr.write(f"lambdav {shlex.join(arguments)}:\n{done.stderr}")
        return None
    return done.stdout + done.stderr


def commands_of(path):
    """The commands in a text's head, without the program's name; or a picture."""
    found, golden = [], "--time 1"
    for line in open(os.path.join(ROOT, path), encoding="utf-8"):
        if line.startswith(";   build/lambdav "):
            found.append(line.split(None, 2)[2].strip())
        elif line.startswith(";   ") and found:
            found[-1] += " " + line[4:].strip()
        elif line.startswith("; golden:"):
            golden = line.split(":", 1)[1]
        elif not line.startswith(";"):
            break
    return [shlex.split(command) for command in found or [f"render {path} {golden}"]]


def time_of(command, more, frames):
    said = lambdav(command + ["--repeat", str(frames), "--time-it"] + more)
    found = re.search(r"([0-9.]+) ms at least", said or "")
    return float(found.group(1)) if found else None


def measure(command, more, rounds):
    """Without checks, with them; None: it fails. What takes long is measured once."""
    times, frames = ([], []), FRAMES
    if (time_of(command, more, 1) or LONG) >= LONG:
        rounds = frames = 1
    for _ in range(rounds):
        for row, check in zip(times, ([], ["--check"])):
            row.append(time_of(command, more + check, frames))
    return None if None in times[0] + times[1] else (min(times[0]), min(times[1]))


def row_of(path, options):
    """The cells of an example's row, and its quotients."""
    *first, command = commands_of(path)
    for earlier in first:
        lambdav(earlier)
    if command[0] == "render":
        command += ["--size", options.size]
        if "-o" not in command:
            command += ["-o", "x.png"]
    said = lambdav(["check", "--instrument", path, "-o", "x.spv"])
    found = re.search(r"(\d+) places are checked, (\d+) need", said or "")
    cells = [os.path.basename(path)[:-3]] + (list(found.groups()) if found else ["fails"] * 2)
    quotients = []
    for more in options.devices:
        times = measure(command, more, options.rounds)
        cells.append("fails" if times is None else
                     f"{times[0]:.3g} -> {times[1]:.3g} ({times[1] / times[0]:.2f})")
        quotients.append(None if times is None else times[1] / times[0])
    return cells, quotients


def table_of(paths, options):
    """The lines of the table; the examples that failed are None among the quotients."""
    names = [options.name] + ["CPU"] * (len(options.devices) - 1)
    heads = ["example", "checked", "need none"] + [f"{name}, ms" for name in names]
    lines = ["| " + " | ".join(heads) + " |", "|---|--:|--:|" + "--:|" * len(names)]
    columns, totals = [[] for _ in names], [0, 0]
    for path in paths:
        cells, quotients = row_of(path, options)
        lines.append("| " + " | ".join(cells) + " |")
        print(lines[-1], flush=True)
        for column, quotient in zip(columns, quotients):
            column.append(quotient)
        totals = [sum(x) for x in zip(totals, (int(c) if c.isdigit() else 0 for c in cells[1:3]))]
    good = [[q for q in column if q] for column in columns]
    means = [math.exp(sum(map(math.log, column)) / len(column)) for column in good if column]
    lines.append(f"| all; geometric mean | {totals[0]} | {totals[1]} | "
                 + " | ".join(f"{mean:.2f}" for mean in means) + " |")
    print(lines[-1])
    return lines, all(len(a) == len(b) for a, b in zip(good, columns))


def device_name(device):
    for line in (lambdav(["devices"]) or "").splitlines():
        if re.match(rf"{device}\s", line):
            return re.sub(r"\s*\(.*", "", line.split(None, 1)[1])
    return f"device {device}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--size", default="96x96")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--device", default="0")
    parser.add_argument("--no-cpu", action="store_true")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("examples", nargs="*")
    options = parser.parse_args()
    os.makedirs(WORK, exist_ok=True)
    for name in ("examples", "tests", "LICENSE"):
        if not os.path.lexists(os.path.join(WORK, name)):
            os.symlink(os.path.join(ROOT, name), os.path.join(WORK, name))
    options.devices = [["--device", options.device]]
    if not options.no_cpu:
        options.devices.append(["--cpu", "--threads", "1"])
    options.name = device_name(options.device)
    paths = [os.path.relpath(os.path.abspath(path), ROOT) for path in options.examples] or sorted(
        os.path.relpath(path, ROOT) for path in glob.glob(os.path.join(ROOT, "examples", "*.lv")))
    lines, is_good = table_of(paths, options)
    if options.update:
        text = open(PAGE, encoding="utf-8").read()
        front, back = text.index(BEGIN) + len(BEGIN), text.index(END)
        with open(PAGE, "w", encoding="utf-8") as page:
            page.write(text[:front] + "\n".join(lines) + "\n" + text[back:])
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
