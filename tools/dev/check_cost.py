#!/usr/bin/env python3
"""What --check costs: places of each example, and its time with checks and without.

usage: tools/dev/check_cost.py [--size WxH] [--rounds N] [--device N|NAME] [--no-cpu] [--update]
                               [EXAMPLE.lv...]

Prints a row of a table for each example: how many places are checked, how many need no check, and
the time of a picture or dispatch without --check and with it, on the Vulkan device and on the CPU
with one thread, in milliseconds, with their quotient; on the CPU also that of the words of `check
--instrument` as they are, without the runner's own checks. A time is the least of all frames of all
rounds; rounds with and without take turns; what takes long is drawn once. An example with commands
in its head is run by the last of them, behind the others. --update puts the table into
tools/doc/check.md, in place of the one that is there. $LAMBDAV is the program, by default
build/lambdav.

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
CPU = ["--cpu", "--threads", "1"]


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


def time_of(command, frames):
    """Of a picture or a dispatch in milliseconds; None: it fails."""
    said = lambdav(command + ["--repeat", str(frames), "--time-it"])
    found = re.search(r"([0-9.]+) ms at least", said or "")
    return float(found.group(1)) if found else None


def measure(commands, rounds):
    """The times of commands, which take turns; what takes long is measured once."""
    times, frames = [[] for _ in commands], FRAMES
    if (time_of(commands[0], 1) or LONG) >= LONG:
        rounds = frames = 1
    for _ in range(rounds):
        for row, command in zip(times, commands):
            row.append(time_of(command, frames))
    return [None if None in row else min(row) for row in times]


def checked_words(command, path, said):
    """The command with words that check themselves in place of the text; None: it has passes."""
    place = re.search(r"set (\d+), binding (\d+), with (\d+) bytes", said)
    if "--passes" in command or place is None:
        return None
    bound = [] if re.search(r"\b0 places", said) else ["--bind", "{},{}={}".format(*place.groups())]
    at = command.index(path)
    return command[:at] + ["x.spv"] + bound + command[at + 1:]


def cell(plain, other):
    return "fails" if plain is None or other is None else \
        f"{plain:.3g} -> {other:.3g} ({other / plain:.2f})"


def row_of(path, options):
    """The cells of an example's row, and the quotients of its times."""
    *first, command = commands_of(path)
    for earlier in first:
        lambdav(earlier)
    if command[0] == "render":
        command += ["--size", options.size] + ([] if "-o" in command else ["-o", "x.png"])
    said = lambdav(["check", "--instrument", path, "-o", "x.spv"]) or ""
    found = re.search(r"(\d+) places are checked, (\d+) need", said)
    cells = [os.path.basename(path)[:-3]] + (list(found.groups()) if found else ["fails"] * 2)
    times = [measure([command + more, command + more + ["--check"]], options.rounds)
             for more in [["--device", options.device]] + ([] if options.no_cpu else [CPU])]
    if not options.no_cpu:
        words = checked_words(command, path, said)
        times.append([times[1][0]] + (measure([words + CPU], options.rounds) if words else [0]))
    quotients = []
    for plain, other in times:
        cells.append("-" if other == 0 else cell(plain, other))
        quotients.append(other / plain if plain is not None and other is not None else None)
    return cells, quotients


def table_of(paths, options):
    """The lines of the table, and whether no example failed."""
    names = [options.name] + ([] if options.no_cpu else ["CPU", "CPU, records alone"])
    lines = ["| " + " | ".join(["example", "places", "need none"] + names) + " |",
             "|---|--:|--:|" + "--:|" * len(names)]
    columns, totals = [[] for _ in names], [0, 0]
    for path in paths:
        cells, quotients = row_of(path, options)
        lines.append("| " + " | ".join(cells) + " |")
        print(lines[-1], flush=True)
        for column, quotient in zip(columns, quotients):
            column.append(quotient)
        totals = [sum(x) for x in zip(totals, (int(c) if c.isdigit() else 0 for c in cells[1:3]))]
    good = [[q for q in column if q] for column in columns]
    means = [math.exp(sum(map(math.log, column)) / max(len(column), 1)) for column in good]
    lines.append(f"| all; geometric mean | {totals[0]} | {totals[1]} | "
                 + " | ".join(f"{mean:.2f}" for mean in means) + " |")
    print(lines[-1])
    return lines, not any(q is None for column in columns for q in column)


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
