#!/usr/bin/env python3
"""Bugs put into lambdav.h on purpose: does tests/oracle/prove.c find them, or the test that
is named?

usage: tools/dev/inject.py [OPTION...] [NAME...]
  --seconds N   how long prove may look for each bug, 60 by default
  --seed S      of its random programs, 1 by default
  --jobs N      bugs at a time, 1 by default
  --list        prints the names, runs nothing
  --check       says whether all bugs can still be put in and compile, runs nothing

tests/data/injected.txt has the bugs; its head says how one is written. With names, only those that
begin with one of them. Each goes into a copy of the header below build/inject; the rest of prove
is compiled once. A line for each: how many programs it took, and what the first difference was. A
difference that the true header shows as well (tools/doc/theorem.md has some) does not count.

Exit codes: 0 every bug is seen but those that the list calls unseen or rare, 1 one is not, or one
that is called unseen is seen, 2 usage, 3 a compiler is missing or the list does not fit
lambdav.h."""
import collections
import concurrent.futures
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
WORK = os.path.join(ROOT, "build", "inject")
HEADER = os.path.join(ROOT, "lambdav.h")
LIST = os.path.join(ROOT, "tests", "data", "injected.txt")
PROVE = os.path.join(ROOT, "tests", "oracle", "prove.c")
CODE = "#ifdef LAMBDAV_IMPLEMENTATION"
WHOLE = 'int lambdav_header;\n#define LAMBDAV_IMPLEMENTATION\n#include "lambdav.h"\n'
FAILURE = re.compile(r"repeat: build/prove --seed \d+ --first (\d+) ")
# Failures are no news here.
ENVIRONMENT = dict(os.environ, REPEAT_FILE=os.devnull)

Bug = collections.namedtuple("Bug", "name what changes unseen rare by")


class Misfit(Exception):
    """The list does not fit lambdav.h."""


# ---- the list

def read_list():
    bugs = []
    with open(LIST, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if not line or line.startswith("#"):
                continue
            head = re.match(r"([a-z0-9-]+): (.+)", line)
            change = re.match(r"    (\w+): (.+) => ?(.*)", line)
            note = re.match(r"    (unseen|rare|by): (.+)", line)
            if head:
                bugs.append(Bug(head.group(1), head.group(2), [], [], [], []))
            elif note and bugs:
                getattr(bugs[-1], note.group(1)).append(note.group(2))
            elif change and bugs:
                bugs[-1].changes.append(change.groups())
            else:
                raise Misfit("%s:%d: what is this?" % (LIST, number))
    names = [bug.name for bug in bugs]
    for name in names:
        if names.count(name) > 1:
            raise Misfit("%s is in the list twice" % name)
    return bugs


def span_of(text, name):
    """Where the function, table, macro or typedef of that name begins and ends."""
    for head, end in ((r"^(?:static |LAMBDAV_API )?[\w \*]*?\b%s\([^;{]*\) \{\n", r"^\}"),
                      (r"^#define %s\b", r"(?<!\\)\n"),
                      (r"^static const [\w ]*\*?(?:const )?%s\[[^=;]*=", r"^\};|;\n")):
        found = re.search(head % re.escape(name), text, re.MULTILINE)
        if found:
            last = re.compile(end, re.MULTILINE).search(text, found.end())
            return found.start(), last.end()
    raise Misfit("lambdav.h has no %s" % name)


def inject(text, bug):
    for function, old, new in bug.changes:
        begin, end = span_of(text, function)
        pattern = r"\s+".join(re.escape(word) for word in old.split())
        places = list(re.finditer(pattern, text[begin:end]))
        if len(places) != 1:
            raise Misfit("%s: %s has `%s` %d times" % (bug.name, function, old, len(places)))
        text = text[:begin + places[0].start()] + new + text[begin + places[0].end():]
    return text


# ---- building

def command_of_prove():
    """(options, sources, libraries) of the first line of tests/oracle/prove.c"""
    with open(PROVE, encoding="utf-8") as file:
        words = re.match(r"/\* cc (.*) \*/", file.readline()).group(1).split()
    words = words[:words.index("-o")] + words[words.index("-o") + 2:]
    libraries = [word for word in words if word.startswith("-l")]
    sources = [word for word in words if word.endswith(".c")]
    return [w for w in words if w not in libraries + sources], sources, libraries


class Builder:
    """The parts of prove that no bug changes, compiled once, without the code of lambdav.h."""

    def __init__(self, text):
        self.cc = os.environ.get("CC", "gcc" if shutil.which("gcc") else "cc")
        self.options, sources, self.libraries = command_of_prove()
        self.objects = []
        api = os.path.join(WORK, "api")
        self.write(os.path.join(api, "lambdav.h"), text[:text.index(CODE)])
        for source in sources:
            if source.endswith("code/lambdav.c"):  # `build` makes that
                continue
            self.objects.append(os.path.join(WORK, os.path.basename(source)[:-2] + ".o"))
            self.run(["-I" + api, *self.options, "-c", source, "-o", self.objects[-1]])

    @staticmethod
    def write(path, text):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def run(self, words):
        done = subprocess.run([self.cc, *words], cwd=ROOT, stderr=subprocess.PIPE, check=False)
        if done.returncode:
            raise Misfit("%s\n%s" % (" ".join(words), done.stderr.decode()[:3000]))

    def build(self, text, folder):
        """prove with that text as its lambdav.h"""
        self.write(os.path.join(folder, "lambdav.h"), text)
        self.write(os.path.join(folder, "lambdav.c"), WHOLE)
        code, program = os.path.join(folder, "lambdav.o"), os.path.join(folder, "prove")
        self.run(["-std=c99", "-w", "-O0", "-I" + folder, "-c",
                  os.path.join(folder, "lambdav.c"), "-o", code])
        self.run([*self.objects, code, "-o", program, *self.libraries])
        return program


# ---- running

class Search:
    def __init__(self, true_prove, seed, seconds):
        self.true_prove = true_prove
        self.seed = seed
        self.seconds = seconds

    def is_old(self, first):
        """Does the true header differ on that program as well?"""
        done = subprocess.run([self.true_prove, "--seed", str(self.seed), "--first", str(first),
                               "--programs", "1", "--jobs", "1", "--reduce", "0"],
                              stdout=subprocess.DEVNULL, check=False, env=ENVIRONMENT)
        return done.returncode != 0

    def find(self, prove):
        """(programs, what differed) of the first difference, or (0, why there is none)"""
        process = subprocess.Popen(
            ["nice", "-n", "10", prove, "--seed", str(self.seed), "--seconds", str(self.seconds),
             "--jobs", "1", "--reduce", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, errors="replace", start_new_session=True, env=ENVIRONMENT)
        last = "nothing"
        try:
            for line in process.stdout:
                found = FAILURE.search(line)
                if found and not self.is_old(int(found.group(1))):
                    return int(found.group(1)) + 1, next(process.stdout, "").strip()
                if " programs, " in line:
                    last = line.strip()
            return 0, last
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            process.stdout.close()


def judge_by_test(bug, text, folder):
    """(ok, line): whether the test that the list names fails"""
    Builder.write(os.path.join(folder, "lambdav.h"), inject(text, bug))
    name, started = bug.by[0], time.time()
    program = os.path.join(folder, name)
    source = glob.glob(os.path.join("tests", "*", name + ".c"), root_dir=ROOT)[0]
    build = subprocess.run(["tools/dev/build.sh", source, program], cwd=ROOT,
                           env=dict(os.environ, CFLAGS="-w -O0 -iquote " + folder),
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if build.returncode:
        raise Misfit("%s: %s\n%s" % (bug.name, name, build.stderr.decode()[:3000]))
    done = subprocess.run([program], cwd=ROOT, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False, env=ENVIRONMENT)
    seen = done.returncode != 0
    return seen, "%-7s %7s  %5.1f s  %s: %s" % (
        "seen" if seen else "unseen", "", time.time() - started, bug.name, name)


def judge(bug, text, builder, search, folder):
    """(ok, line)"""
    if bug.by:
        return judge_by_test(bug, text, folder)
    prove = builder.build(inject(text, bug), folder)
    started = time.time()
    programs, how = search.find(prove)
    if programs:
        row = "%-7s %7d  %5.1f s  %s: %s" % ("seen", programs, time.time() - started, bug.name, how)
    else:
        reason = (bug.unseen + bug.rare + ["(%s)" % how])[0]
        row = "%-7s %7s  %5.1f s  %s: %s" % ("unseen", "", time.time() - started, bug.name, reason)
    return bool(bug.rare) or bool(programs) != bool(bug.unseen), row


def run_all(bugs, text, o):
    builder = Builder(text)
    true_prove = builder.build(text, os.path.join(WORK, "true"))
    search = Search(true_prove, o["seed"], o["seconds"])
    names, counts, lock, folders = threading.local(), collections.Counter(), threading.Lock(), []

    def one(bug):
        if not hasattr(names, "folder"):
            with lock:
                folders.append(os.path.join(WORK, "job%d" % len(folders)))
                names.folder = folders[-1]
        ok, row = judge(bug, text, builder, search, names.folder)
        with lock:
            counts[row.split()[0]] += 1
            counts["ok" if ok else "not as the list says"] += 1
            print(row, flush=True)

    with concurrent.futures.ThreadPoolExecutor(o["jobs"]) as pool:
        for _ in pool.map(one, bugs):
            pass
    print("%d bugs: %d seen, %d unseen; %d not as the list says" % (
        len(bugs), counts["seen"], counts["unseen"], counts["not as the list says"]))
    return counts["not as the list says"]


def fitting(bugs, text):
    """(the bugs that can be put in, how many cannot); says which"""
    fit = []
    for bug in bugs:
        try:
            inject(text, bug)
            fit.append(bug)
        except Misfit as error:
            print("inject: %s" % error, file=sys.stderr)
    return fit, len(bugs) - len(fit)


def check_all(bugs, text):
    cc = os.environ.get("CC", "gcc" if shutil.which("gcc") else "cc")
    folder = os.path.join(WORK, "check")
    for bug in bugs:
        Builder.write(os.path.join(folder, "lambdav.h"), inject(text, bug))
        Builder.write(os.path.join(folder, "lambdav.c"), WHOLE)
        done = subprocess.run([cc, "-std=c99", "-w", "-fsyntax-only", "-I" + folder,
                               os.path.join(folder, "lambdav.c")], stderr=subprocess.PIPE,
                              check=False)
        if done.returncode:
            raise Misfit("%s does not compile:\n%s" % (bug.name, done.stderr.decode()[:2000]))
    print("%d bugs fit" % len(bugs))


# ---- command line

def usage(message):
    print("inject: %s\n\n%s" % (message, __doc__), file=sys.stderr)
    sys.exit(2)


def parse(arguments):
    o = {"seconds": 60, "seed": 1, "jobs": 1, "list": False, "check": False, "names": []}
    while arguments:
        name = arguments.pop(0)
        if name in ("--list", "--check"):
            o[name[2:]] = True
        elif name in ("--seconds", "--seed", "--jobs"):
            if not arguments or not arguments[0].isdigit() or int(arguments[0]) == 0:
                usage("%s N" % name)
            o[name[2:]] = int(arguments.pop(0))
        elif name.startswith("-"):
            usage("what is %s?" % name)
        else:
            o["names"].append(name)
    return o


def main(arguments):
    o = parse(arguments)
    with open(HEADER, encoding="utf-8", newline="") as file:
        text = file.read()
    wrong = 0
    try:
        bugs = read_list()
        if o["names"]:
            bugs = [bug for bug in bugs if bug.name.startswith(tuple(o["names"]))]
        if not bugs:
            usage("no bug of that name")
        bugs, misfits = fitting(bugs, text)
        if o["list"]:
            for bug in bugs:
                print("%s: %s" % (bug.name, bug.what))
        elif o["check"]:
            check_all(bugs, text)
        else:
            wrong = run_all(bugs, text, o)
    except (Misfit, OSError) as error:
        print("inject: %s" % error, file=sys.stderr)
        return 3
    return 3 if misfits else 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
