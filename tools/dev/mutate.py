#!/usr/bin/env python3
"""Mutation testing of lambdav.h: does any test see a small change of the code?

usage: tools/dev/mutate.py [OPTION...]
  --count N        mutants, 300 by default; 0: all there are
  --seed S         chooses which, 1 by default
  --section TAG    only those of this section (// >>TAG of lambdav.h); may be repeated
  --function NAME  only those of this function; may be repeated
  --jobs N         at a time; as many as there are processors by default
  --part I/N       every N-th of the chosen, from the I-th on (1/N ... N/N): for several machines
  --tcc PATH       the compiler, `tcc` by default
  --out FILE       the results, build/mutants/result.txt by default
  --survivors      of the mutants chosen, only those that are survivors in --out of an earlier run
  --list           prints the mutants, runs nothing
  --pack FOLDER    copies all that a run needs into FOLDER, for a machine that has only Python:
                   FOLDER/mutate [OPTION...]

A mutant is lambdav.h with one operator, constant, condition, statement or table cell changed. tcc
compiles and runs it; STAGES below are what may kill it, the fast ones first: they pass for the true
header, which is checked at the start. `programs` is tests/mutant/mutant.c: a mutant dies if the
words, diagnostics, dumps or reflection of any program of the repository change.

The result file has a line for each mutant: how it ended, seconds, place, function, and the line as
it was and as it is. Ends: `killed STAGE`, `crashed STAGE`, `hung STAGE`, `stillborn` (does not
compile), `survived`, `explained` (survived, and tests/data/mutants.txt says why it may; its head
says how).

Exit codes: 0 none survived unexplained, 1 some did, 2 usage, 3 a tool is missing or a stage fails
for the true header."""
import collections
import concurrent.futures
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
WORK = os.path.join(ROOT, "build", "mutants")
HEADER = os.path.join(ROOT, "lambdav.h")
EXPLAINED = os.path.join(ROOT, "tests", "data", "mutants.txt")
SUMS = os.path.join(WORK, "sums")
MEMORY = 3 << 30
ENVIRONMENT = dict(os.environ, REPEAT_FILE=os.devnull)  # failures are no news here
NUMBERS = ("base", "softfloat", "number", "lex", "read", "graph")

# name, program and its arguments, libraries, sections (none: all) in which it can kill
STAGES = [
    ("error", ["tests/compiler/error_test.c"], [], ()),
    ("programs", ["tests/mutant/mutant.c", SUMS], [], ()),
    ("signature", ["tests/compiler/signature_test.c"], [], ()),
    ("api", ["tests/compiler/api_test.c"], ["-lcmocka", "-lpthread"], ()),
    ("dump", ["tests/compiler/dump_test.c"], [], ()),
    ("emit", ["tests/compiler/emit_test.c", "20", "1"], [],
     ("arena", "regions", "context", "graph", "schedule", "words", "emit")),
    ("schedule", ["tests/compiler/schedule_test.c", "200", "1"], [],
     ("base", "arena", "regions", "context", "graph", "schedule")),
    ("number", ["tests/compiler/number_test.c"], ["-lcmocka", "-lm"], NUMBERS),
    ("arena", ["tests/compiler/arena_test.c"], ["-lcmocka"], ()),
    ("operand", ["tests/compiler/operand_test.c"], ["-lm"],
     ("tables", "builtins", "stages", "emit")),
    ("reflect", ["tests/compiler/reflect_test.c"], ["-lcmocka"], ("reader", "reflect")),
]
NEEDS = {"reflect": ["glslangValidator", "spirv-as"]}  # without them the stage is left out


# ---- the header's text

TOKEN = re.compile(r"""
    (?P<comment>/\*.*?\*/|//[^\n]*) | (?P<string>"(?:\\.|[^"\\\n])*") |
    (?P<char>'(?:\\.|[^'\\\n])+') | (?P<number>0[xX][0-9a-fA-F]+[uU]?|\d+[uU]?) |
    (?P<name>[A-Za-z_]\w*) | (?P<blank>[ \t]+) | (?P<newline>\n) | (?P<splice>\\\n) |
    (?P<op><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|
        [-+*/%&|^~!<>=?:;,.(){}\[\]\#])
    """, re.VERBOSE | re.DOTALL)
BINARY = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
          "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"],
          "*": ["+"], "/": ["*"], "%": ["*"], "<<": [">>"], ">>": ["<<"], "&": ["|"], "|": ["&"],
          "^": ["&"], "+=": ["-="], "-=": ["+="], "|=": ["&="], "&=": ["|="], "^=": ["|="],
          "<<=": [">>="], ">>=": ["<<="], "*=": ["+="]}
NOT_OPERANDS = {"return", "case", "sizeof", "else", "do"}
DECLARATION = re.compile(r"(static|const|uint\d+_t|int\d*_t|int|unsigned|char|size_t|void|struct|"
                         r"union|enum|typedef|return|goto|case|default|else|for|while|if|switch)\b"
                         r"|lambdav_\w+ \*?\w|lvi_\w+ \*?\w")
STATEMENT = re.compile(r"[A-Za-z_*(][^;{}]*;$")


class Mutant(collections.namedtuple("Mutant", "begin end new line section function key")):
    """text[begin:end] is replaced with `new`."""


class Header:
    """The text, its tokens where it may be changed, and the function and section of each line."""

    def __init__(self):
        with open(HEADER, encoding="utf-8", newline="") as file:
            self.text = file.read()
        self.lines = self.text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.tokens = self.code_tokens()
        self.find_places()

    def code_tokens(self):
        """[(kind, text, begin, end)] behind #ifdef LAMBDAV_IMPLEMENTATION: no comments, blanks or
        directives, but the bodies of macros. Nothing of generated parts: make lint sees changes
        there."""
        tokens, at, directive = [], self.text.index("#ifdef LAMBDAV_IMPLEMENTATION"), False
        begin_of_line, generated = True, False
        while at < len(self.text):
            found = TOKEN.match(self.text, at)
            if not found:
                at += 1
                continue
            kind, text = found.lastgroup, found.group(0)
            if text == "#" and begin_of_line:
                define = re.compile(r"#[ \t]*define[ \t]+\w+(\([^)]*\))?").match(self.text, at)
                if define:
                    at = define.end()
                    begin_of_line = False
                    tokens.append(("op", ";", at, at))
                    continue
                directive = True
            if kind == "comment" and text.startswith("/* generated from"):
                generated = ": begin" in text
            if kind == "newline":
                directive = False
                begin_of_line = True
            elif kind not in ("blank", "comment"):
                begin_of_line = False
            if kind in ("string", "char", "number", "name", "op") and not (
                    directive or generated):
                tokens.append((kind, text, at, found.end()))
            at = found.end()
        return tokens

    def find_places(self):
        """self.where[line] is (section, function or '-'); self.answers[line]: is the function one
        that says whether, of type int?"""
        self.where, self.answers, section, function, answers = [], [], "api", "-", False
        for line in self.lines:
            banner = re.match(r"\s*// >>(\w+)", line)
            if banner:
                section = banner.group(1)
            head = re.match(r"(?:static |LAMBDAV_API )?[\w \*]*?\b(\w+)\(", line)
            if head and line[:1].isalpha() and not line.rstrip().endswith(";"):
                function = head.group(1)
                answers = line.startswith("static int ")
            table = re.match(r"(?:static const|enum|typedef)\b.*?(\w+)(?:\[.*)? (?:=|\{)", line)
            if table and "(" not in line.split("=")[0]:
                function = table.group(1)
            define = re.match(r"#\s*define\s+(\w+)", line)
            if define:
                function = define.group(1)
            self.where.append((section, function))
            self.answers.append(answers)
            if line.startswith("}"):
                function = "-"

    def line_at(self, offset):
        low, high = 0, len(self.lines)
        while high - low > 1:
            middle = (low + high) // 2
            if self.starts[middle] <= offset:
                low = middle
            else:
                high = middle
        return low

    def mutant(self, begin, end, new):
        line = self.line_at(begin)
        section, function = self.where[line]
        start = self.starts[line]
        stop = self.text.find("\n", end)
        old_text = " ".join(self.text[start:stop].split())
        new_text = " ".join((self.text[start:begin] + new + self.text[end:stop]).split())
        key = "%s: %s => %s" % (function, old_text, new_text)
        return Mutant(begin, end, new, line + 1, section, function, key)


# ---- what is changed

def number_changes(text):
    digits = text.rstrip("uU")
    suffix = text[len(digits):]
    value = int(digits, 0)
    show = "0x%x" if digits[:2].lower() == "0x" else "%d"
    return [show % new + suffix for new in (value + 1, value - 1) if 0 <= new < 1 << 32]


def is_binary(tokens, i):
    kind, text = tokens[i - 1][0], tokens[i - 1][1]
    if kind == "name":
        return text not in NOT_OPERANDS
    return kind in ("number", "char", "string") or text in (")", "]")


def closing(tokens, i):
    """The index of the parenthesis that closes the one at i, None if there is none."""
    depth = 0
    for k in range(i, min(i + 400, len(tokens))):
        depth += (tokens[k][1] in ("(", "[", "{")) - (tokens[k][1] in (")", "]", "}"))
        if depth == 0:
            return k
    return None


def is_declared_size(tokens, i):
    """Is the number at i the size of an array that is declared? One more is room that nothing
    uses, one less a write past the end, which ASan sees in make test."""
    if tokens[i - 1][1] != "[" or tokens[i + 1][1] != "]":
        return False
    at = i - 2
    while tokens[at][1] == "]":
        at -= 3
    if tokens[at][0] != "name":
        return False
    before = tokens[at - 1]
    if before[0] == "name":
        return before[1] not in NOT_OPERANDS
    depth = 0
    while before[1] in (",", "*") and (depth or tokens[at - 1][1] not in (";", "{", "}")):
        at -= 1
        depth += (tokens[at][1] in (")", "]")) - (tokens[at][1] in ("(", "["))
        if depth < 0:
            return False
    return before[1] in (",", "*") and tokens[at + 1][0] == "name"


def is_room(tokens, i):
    """Does the number at i say how much memory is asked for? More changes nothing."""
    depth = 0
    for k in range(i - 1, max(i - 40, 0), -1):
        if tokens[k][1] in (";", "{", "}"):
            return False
        depth += (tokens[k][1] in (")", "]")) - (tokens[k][1] in ("(", "["))
        if depth < 0 and tokens[k - 1][1] in (
                "lvi_ar_array", "lvi_ar_room", "lvi_ar_words"):
            return True
    return False


def token_mutants(header, i):
    tokens, text = header.tokens, header.text
    kind, token, begin, end = tokens[i]
    if kind == "number":
        if is_declared_size(tokens, i):
            return
        changes = number_changes(token)
        if is_room(tokens, i):
            changes = changes[1:]
        line = header.line_at(begin)
        if tokens[i - 1][1] == "return" and token == "1" and header.answers[line]:
            changes = changes[1:]
        for new in changes:
            yield header.mutant(begin, end, new)
    elif kind == "char":
        yield header.mutant(begin, end, "(%s + 1)" % token)
    elif token in ("++", "--"):
        yield header.mutant(begin, end, "--" if token == "++" else "++")
    elif token in ("!", "~"):
        yield header.mutant(begin, end, "")
    elif token == "-" and not is_binary(tokens, i):
        yield header.mutant(begin, end, "")
    elif token in BINARY and is_binary(tokens, i):
        # `type *name`, `&name`: not an operator between two values.
        if token in "*&" and text[end] != " " and tokens[i - 1][1] != ")":
            return
        for new in BINARY[token]:
            yield header.mutant(begin, end, new)
    elif kind == "name" and token in ("if", "while") and tokens[i + 1][1] == "(":
        last = closing(tokens, i + 1)
        if last:
            inside = text[tokens[i + 1][3]:tokens[last][2]]
            yield header.mutant(tokens[i + 1][3], tokens[last][2], "0 && (%s)" % inside)
            if token == "if":
                yield header.mutant(tokens[i + 1][3], tokens[last][2], "1 || (%s)" % inside)


def statement_mutants(header, number):
    """Without the statement that the line is, and with another value returned."""
    line = header.lines[number]
    bare = re.sub(r"\s*/\*.*", "", line).strip()
    begin = header.starts[number] + len(line) - len(line.lstrip())
    if not line.startswith("    ") or line.rstrip().endswith("\\"):
        return
    before = re.sub(r"\s*/\*.*", "", header.lines[number - 1]).strip()
    if not re.search(r"([;{}:]|\belse|\)|\*/)$|^$", before):
        return
    if re.fullmatch(r"(break|continue);", bare):
        yield header.mutant(begin, begin + len(bare), ";")
    elif STATEMENT.match(bare) and not DECLARATION.match(bare) \
            and bare.count("(") == bare.count(")"):
        yield header.mutant(begin, begin + len(bare), ";")
    returned = re.search(r"\breturn ([^;]+);$", bare)
    if returned and returned.group(1) not in ("0", "1", "NULL"):
        at = begin + returned.start(1)
        yield header.mutant(at, at + len(returned.group(1)), "0")


def split_cells(text):
    """[(begin, end)] of the cells between the commas of the outermost level"""
    cells, depth, begin, i = [], 0, 0, 0
    while i < len(text):
        literal = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'').match(text, i)
        if literal:
            i = literal.end()
            continue
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if text[i] == "," and depth == 0:
            cells.append((begin, i))
            begin = i + 1
        i += 1
    return cells + [(begin, len(text))]


def table_mutants(header, number):
    """Neighbours of a row change places."""
    line = header.lines[number]
    row = re.match(r"\s+(?:X|T|F)\((.*)\)\s*\\?$", line) or re.match(r"\s+\{(.*)\},?(?:\s|$)", line)
    if not row or re.search(r"\) [A-Z]\(", row.group(1)):  # several rows on a line
        return
    cells = split_cells(row.group(1))
    base = header.starts[number] + row.start(1)
    for (a, b), (c, d) in zip(cells, cells[1:]):
        first, second = row.group(1)[a:b].strip(), row.group(1)[c:d].strip()
        if first != second:
            yield header.mutant(base + a, base + d, "%s, %s" % (second, first))


def all_mutants(header):
    found, seen = [], set()
    code_lines = set()
    for i in range(1, len(header.tokens) - 1):
        code_lines.add(header.line_at(header.tokens[i][2]))
        for mutant in token_mutants(header, i):
            found.append(mutant)
    for number in sorted(code_lines):
        found.extend(statement_mutants(header, number))
        found.extend(table_mutants(header, number))
    unique = []
    for mutant in sorted(found):
        same = (mutant.line, mutant.key)
        if same not in seen and header.text[mutant.begin:mutant.end] != mutant.new:
            seen.add(same)
            unique.append(mutant)
    return unique


# ---- running

class Runner:
    def __init__(self, tcc, true_times):
        self.tcc = tcc
        self.times = true_times

    def command(self, stage, folder):
        _, program, libraries, _ = stage
        with open(os.path.join(ROOT, program[0]), encoding="utf-8") as file:
            code = re.findall(r"tests/code/\w+\.c", file.readline())
        return [self.tcc, "-std=c99", "-w", "-I" + folder, "-I" + ROOT, "-Itests/mutant",
                *libraries, *code, "-run", *program]

    def run(self, stage, folder, seconds):
        """(end, seconds): end is 'ok', 'stillborn', 'killed', 'crashed' or 'hung'"""
        def limits():
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        started = time.time()
        process = subprocess.Popen(self.command(stage, folder), cwd=ROOT, preexec_fn=limits,
                                   env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   start_new_session=True)
        try:
            _, errors = process.communicate(timeout=4 * seconds + 10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return "hung", time.time() - started
        took = time.time() - started
        code = process.returncode
        if code == 0:
            return "ok", took
        if code in (-signal.SIGXCPU, -signal.SIGKILL):
            return "hung", took
        if code < 0:
            return "crashed", took
        if re.search(rb"error: ", errors) and re.search(rb"lambdav\.h:\d+: error: ", errors):
            return "stillborn", took
        return "killed", took

    def measure(self):
        """Runs all stages with the true header; those whose program cannot run here fail."""
        os.makedirs(WORK, exist_ok=True)
        write_sums = ("programs", ["tests/mutant/mutant.c"], [], ())
        with open(SUMS, "wb") as file:
            subprocess.run(self.command(write_sums, ROOT), cwd=ROOT, stdout=file, check=True)
        for stage in STAGES:
            missing = [name for name in NEEDS.get(stage[0], ()) if not shutil.which(name)]
            if missing:
                print("mutate: without stage %s: no %s" % (stage[0], missing[0]))
                continue
            end, seconds = self.run(stage, ROOT, 600)
            if end != "ok":
                print("mutate: stage %s fails for the true lambdav.h (%s)" % (stage[0], end),
                      file=sys.stderr)
                sys.exit(3)
            self.times[stage[0]] = seconds

    def judge(self, header, mutant, folder):
        """(end, seconds in all)"""
        with open(os.path.join(folder, "lambdav.h"), "w", encoding="utf-8", newline="") as file:
            file.write(header.text[:mutant.begin] + mutant.new + header.text[mutant.end:])
        spent = 0.0
        for stage in STAGES:
            left_out = stage[0] not in self.times
            if left_out or (stage[3] and mutant.section not in stage[3]):
                continue
            end, seconds = self.run(stage, folder, 3 * self.times[stage[0]] + 2)
            spent += seconds
            if end == "stillborn":
                return end, spent
            if end != "ok":
                return "%s %s" % (end, stage[0]), spent
        return "survived", spent


# ---- explanations

def explanations():
    """Keys, "FUNCTION: OLD LINE => *", "FUNCTION: *", and "~ REGULAR EXPRESSION" of keys."""
    found = set()
    if os.path.exists(EXPLAINED):
        with open(EXPLAINED, encoding="utf-8") as file:
            for row in file:
                if row.strip() and row[0] not in "# ":
                    found.add(row.rstrip("\n"))
    return found


def is_explained(known, mutant):
    line = mutant.key.split(" => ")[0]
    if known & {mutant.key, line + " => *", mutant.function + ": *"}:
        return True
    return any(re.search(key[2:], mutant.key) for key in known if key.startswith("~ "))


# ---- packing

def tcc_folder(tcc):
    listed = subprocess.run([tcc, "-print-search-dirs"], capture_output=True, text=True,
                            check=True).stdout
    return re.search(r"install: (\S+)", listed).group(1)


def needed_headers(tcc):
    found = set()
    for _, program, _, _ in STAGES:
        listed = subprocess.run([tcc, "-E", "-I.", "-Itests/mutant", program[0]], cwd=ROOT,
                                capture_output=True, text=True, check=True).stdout
        found.update(re.findall(r'^# \d+ "(/[^"]+)"', listed, flags=re.MULTILINE))
    return sorted(found)


def libraries_of(paths):
    """The shared libraries that these files load, the loader among them."""
    found = set()
    for path in paths:
        listed = subprocess.run(["ldd", path], capture_output=True, text=True, check=True).stdout
        found.update(re.findall(r"(/\S+)", listed))
    return sorted(found)


def pack(tcc, folder):
    """Compiler, its headers and libraries, libc's, what stages need, and the repository's part.
    Everything runs under the loader and the libraries of this machine."""
    tcc = shutil.which(tcc)
    lib, include = os.path.join(folder, "lib"), os.path.join(folder, "include")
    for one in (lib, include, os.path.join(folder, "tools", "dev"), os.path.join(folder, "tcc"),
                os.path.join(folder, "bin")):
        os.makedirs(one, exist_ok=True)
    install = tcc_folder(tcc)
    shutil.copytree(install, os.path.join(folder, "tcc"), dirs_exist_ok=True)
    shutil.copy2(tcc, os.path.join(folder, "tcc", "tcc"))
    roots = [install + "/include/", "/usr/include/x86_64-linux-gnu/", "/usr/include/"]
    for path in needed_headers(tcc):
        for root in roots:
            if path.startswith(root):
                to = os.path.join(include, path[len(root):])
                os.makedirs(os.path.dirname(to), exist_ok=True)
                shutil.copy2(path, to)
                break
    system = "/usr/lib/x86_64-linux-gnu/"
    for name in ("libcmocka.so.0", "libm.so.6", "libpthread.so.0", "libc.so.6"):
        shutil.copy2(system + name, os.path.join(lib, name.split(".so")[0] + ".so"))
        shutil.copy2(system + name, os.path.join(lib, name))
    programs = [path for names in NEEDS.values() for path in map(shutil.which, names) if path]
    for path in libraries_of([tcc, system + "libcmocka.so.0", system + "libm.so.6", *programs]):
        shutil.copy2(path, lib)
    for path in programs:
        shutil.copy2(path, lib)
        name = os.path.basename(path)
        script(os.path.join(folder, "bin", name),
               'exec "$here/../lib/ld-linux-x86-64.so.2" --library-path "$here/../lib" '
               '"$here/../lib/%s" "$@"' % name)
    for name in ("tests", "examples"):
        shutil.copytree(os.path.join(ROOT, name), os.path.join(folder, name), dirs_exist_ok=True)
    for name in ("lambdav.h", "lambdav_vk.h", "tools/dev/mutate.py", "tools/spv_cpu.h"):
        shutil.copy2(os.path.join(ROOT, name), os.path.join(folder, name))
    script(os.path.join(folder, "tcc.sh"),
           'exec "$here/lib/ld-linux-x86-64.so.2" --library-path "$here/lib" "$here/tcc/tcc" '
           '-B"$here/tcc" -nostdinc -I"$here/include" -L"$here/lib" "$@"')
    script(os.path.join(folder, "mutate"),
           'PATH="$here/bin:$PATH" exec python3 "$here/tools/dev/mutate.py" '
           '--tcc "$here/tcc.sh" "$@"')


def script(path, line):
    with open(path, "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\nhere=$(cd "$(dirname "$0")" && pwd)\n%s\n' % line)
    os.chmod(path, 0o755)


# ---- the command

def usage(problem):
    print("mutate: %s\n%s" % (problem, __doc__.split("\n\n")[1]), file=sys.stderr)
    sys.exit(2)


def parse(arguments):
    o = {"count": 300, "seed": 1, "section": [], "function": [], "jobs": os.cpu_count() or 1,
         "part": "1/1", "tcc": "tcc", "out": os.path.join(WORK, "result.txt"), "pack": None,
         "list": False, "survivors": False}
    while arguments:
        name = arguments.pop(0)
        if name in ("--list", "--survivors"):
            o[name[2:]] = True
        elif name[:2] == "--" and name[2:] in o and arguments:
            value = arguments.pop(0)
            if name[2:] in ("count", "seed", "jobs"):
                if not value.isdigit():
                    usage("%s is no number" % value)
                value = int(value)
            if isinstance(o[name[2:]], list):
                o[name[2:]].append(value)
            else:
                o[name[2:]] = value
        else:
            usage("what is %s?" % name)
    if not re.fullmatch(r"[1-9]\d*/[1-9]\d*", o["part"]):
        usage("--part is I/N")
    return o


def choose(header, o):
    mutants = all_mutants(header)
    if o["section"]:
        mutants = [m for m in mutants if m.section in o["section"]]
    if o["function"]:
        mutants = [m for m in mutants if m.function in o["function"]]
    if o["survivors"]:
        with open(o["out"], encoding="utf-8") as file:
            kept = {row.rstrip("\n").split("\t")[3] for row in file if row.startswith("survived")}
        mutants = [m for m in mutants if m.key in kept]
    elif o["count"] and o["count"] < len(mutants):
        mutants = random.Random(o["seed"]).sample(mutants, o["count"])
    part, parts = map(int, o["part"].split("/"))
    return mutants[part - 1::parts]


def run_all(header, mutants, runner, o):
    """Counter of ends; writes the result file as it goes."""
    known, counts, lock = explanations(), collections.Counter(), threading.Lock()
    names = threading.local()
    made = []

    def one(mutant):
        if not hasattr(names, "folder"):
            with lock:
                names.folder = os.path.join(WORK, "job%d" % len(made))
                made.append(names.folder)
            os.makedirs(names.folder, exist_ok=True)
        end, seconds = runner.judge(header, mutant, names.folder)
        with lock:
            if end == "survived" and is_explained(known, mutant):
                end = "explained"
            counts[end] += 1
            row = "%s\t%.2f\tlambdav.h:%d\t%s" % (end, seconds, mutant.line, mutant.key)
            file.write(row + "\n")
            file.flush()
            if end == "survived":
                print(row, flush=True)

    with open(o["out"], "w", encoding="utf-8") as file:
        with concurrent.futures.ThreadPoolExecutor(o["jobs"]) as pool:
            for _ in pool.map(one, mutants):
                pass
    return counts


def summary(counts):
    groups = collections.Counter()
    for end, count in counts.items():
        groups[end.split()[0]] += count
    dead = groups["killed"] + groups["crashed"] + groups["hung"]
    live = groups["survived"] + groups["explained"]
    for end in sorted(counts):
        print("%7d  %s" % (counts[end], end))
    print("%d mutants: %d dead, %d stillborn, %d explained, %d survived; %.2f %% of those that "
          "compile are dead" % (sum(counts.values()), dead, groups["stillborn"],
                                groups["explained"], groups["survived"],
                                100.0 * dead / max(dead + live, 1)))
    return groups["survived"]


def main(arguments):
    o = parse(arguments)
    if not shutil.which(o["tcc"]):
        print("mutate: %s is not installed" % o["tcc"], file=sys.stderr)
        return 3
    if o["pack"]:
        pack(o["tcc"], o["pack"])
        return 0
    header = Header()
    mutants = choose(header, o)
    if o["list"]:
        for m in mutants:
            print("lambdav.h:%d\t%s" % (m.line, m.key))
        print("%d mutants" % len(mutants))
        return 0
    runner = Runner(o["tcc"], {})
    runner.measure()
    return 1 if summary(run_all(header, mutants, runner, o)) else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
