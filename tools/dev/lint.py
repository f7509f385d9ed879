#!/usr/bin/env python3
"""make lint: what the compilers do not check. Run from the top level of the repository.
    lint.py [CHECK...]    these checks; all but the long ones if none is named
    lint.py --all         all of them

Each check is a function that returns a list of complaints, and may print what it measured. The last
line is "N passed, N failed". Exit codes: 0 all passed, 1 complaints, 3 a tool is missing.
"""
import functools
import glob
import os
import re
import subprocess
import sys

BUILD = "build/lint"
HEADERS = [name for name in ("lambdav.h", "lambdav_vk.h") if os.path.exists(name)]
BARE = HEADERS + ["tools/spv_module.h"]  # what needs no libc, keeps no state, and does not recurse
# clang warns of what it reads, gcc also of what it finds while it optimises.
LEVELS = {"gcc": ("-O0", "-O2", "-Os"), "clang": ("-O0",)}
STACK_LIMIT = 4096
CHAIN_LIMIT = 29  # calls, one inside the other
SIZE_LIMIT = 294000  # everything; of that 10 kB are the shapes of loops, 18 functions, 20 arrays
CORE_LIMIT = 227300  # without what LAMBDAV_NO_x leaves out
TEXT_LIMIT = 111000  # tools/spv_text.h and tools/spv_module.h
FUNCTION_LINES = 80
FUNCTION_STATEMENTS = 40
SECTION_LINES = 1500
NESTING = 3
COLUMNS = 100
ALLOWED_SYMBOLS = {"memcpy", "memset", "memcmp", "memmove"}
# The Vulkan runner opens the loader, and prints its messages into the caller's struct.
RUNNER_SYMBOLS = {"dlopen", "dlsym", "dlclose", "snprintf", "vsnprintf", "strcmp", "strlen",
                  "strstr"}


# ---- reading

def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def text_files():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True,
                            text=True, check=False).stdout.split("\n")
    names = [name for name in listed if os.path.isfile(name)]
    if not names:
        names = [name for name in glob.glob("**", recursive=True)
                 if os.path.isfile(name) and not name.startswith("build/")]
    ours = (".h", ".c", ".py", ".sh", ".lv", ".md", "Makefile", "run", ".gitignore")
    return sorted(name for name in names if name.endswith(ours))


def blank_out(match):
    return re.sub(r"[^\n]", " ", match.group(0))


def strip_comments(text):
    """C text with comments and the insides of literals blanked, every line where it was."""
    pattern = r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
    return re.sub(pattern, blank_out, text, flags=re.DOTALL)


def strip_directives(text):
    """... and with preprocessor lines, continued ones included, blanked."""
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", blank_out, text, flags=re.MULTILINE)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


# ---- building

def run(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except FileNotFoundError:
        print(f"lint: {command[0]} is not installed", file=sys.stderr)
        sys.exit(3)
    except subprocess.CalledProcessError as error:
        print(f"lint: {' '.join(command)}\n{error.stderr}", file=sys.stderr)
        sys.exit(1)


@functools.lru_cache(maxsize=None)
def compile_header(header, flags, output, compiler="gcc", mode="-c"):
    """Compiles the implementation in `header` to BUILD/output; without a mode only reads it."""
    os.makedirs(BUILD, exist_ok=True)
    name = os.path.basename(header)
    source = f"{BUILD}/{name.replace('.', '_')}.c"
    with open(source, "w", encoding="utf-8") as file:
        file.write(f'#define {name[:-2].upper()}_IMPLEMENTATION\n#include "{header}"\n')
    kind = [mode, "-o", f"{BUILD}/{output}"] if mode else ["-fsyntax-only"]
    run([compiler, "-std=c99", "-D_GNU_SOURCE", "-I.", *flags, source, *kind])
    return f"{BUILD}/{output}"


@functools.lru_cache(maxsize=None)
def compiled(header, level, compiler="gcc"):
    """The object that most checks look at. No level finds anything to warn of; gcc tells the call
    graph too."""
    flags = (level, "-fno-stack-protector", "-Wall", "-Wextra", "-Werror")
    if compiler == "gcc":
        flags += ("-fcallgraph-info=su",)
    return compile_header(header, flags,
                          f"{compiler}_{os.path.basename(header)[:-2]}_{level[1:]}.o", compiler)


# ---- the call graph

@functools.lru_cache(maxsize=None)
def call_graph(header, level):
    """({function: stack bytes}, {function: {callee}}, [(caller, line of an indirect call)],
    [functions whose frame has no constant size])"""
    graph = read(compiled(header, level)[:-2] + ".ci")
    frames, edges, indirect, dynamic = {}, {}, [], []
    for title, label in re.findall(r'node: { title: "([^"]*)" label: "([^"]*)"', graph):
        name = title.split(":")[-1]
        found = re.search(r"(\d+) bytes \(([a-z,]+)\)", label)
        if found:
            frames[name] = int(found.group(1))
            edges.setdefault(name, set())
            if found.group(2) not in ("static", "dynamic,bounded"):
                dynamic.append(name)
    calls = re.findall(r'edge: { sourcename: "([^"]*)" targetname: "([^"]*)"'
                       r'(?: label: "([^"]*)")?', graph)
    for source, target, label in calls:
        source, target = source.split(":")[-1], target.split(":")[-1]
        if target == "__indirect_call":
            indirect.append((source, int(label.split(":")[-2])))
        else:
            edges.setdefault(source, set()).add(target)
    return frames, edges, indirect, dynamic


def address_taken(header, functions):
    """The functions that are named anywhere but in a call, in a label or in a directive."""
    assembly = read(compile_header(header, ("-O0", "-fno-pic"), "address.s", mode="-S"))
    taken = set()
    for line in assembly.split("\n"):
        words = line.split()
        if not words or words[0] in (".type", ".size", ".globl", ".section", "call", "jmp"):
            continue
        if not words[0].endswith(":"):
            taken.update(set(re.findall(r"[A-Za-z_]\w*", line)) & functions)
    return taken


def indirect_targets(lines, line, taken):
    """What the call through a pointer on `line` of the header may reach: what the comment
    `/* calls: PATTERN... */` there or on the line before says (`user`: the caller's own code, whose
    stack is not ours), else every function whose address is taken."""
    for text in (lines[line - 1], lines[line - 2]):
        found = re.search(r"/\* calls: (.*?) \*/", text)
        if found:
            patterns = [re.escape(word).replace(r"\*", ".*") for word in found.group(1).split()]
            return {name for name in taken for p in patterns if re.fullmatch(p, name)}
    return taken


def add_indirect_edges(header, edges, indirect, bases):
    """Adds to `edges` what the indirect calls may reach, in every clone (.constprop, .isra ...)."""
    lines = read(header).split("\n")
    taken = address_taken(header, set(bases.values()))
    for caller, line in indirect:
        targets = indirect_targets(lines, line, taken)
        edges[caller] |= {name for name, base in bases.items() if base in targets}


def order_functions(edges):
    """(callees before callers, a cycle or None)"""
    done, order, path = set(), [], []
    for root in edges:
        stack = [(root, iter(sorted(edges.get(root, ()))))] if root not in done else []
        path = [root]
        while stack:
            name, callees = stack[-1]
            callee = next(callees, None)
            if callee is None:
                stack.pop()
                path.pop()
                if name not in done:
                    done.add(name)
                    order.append(name)
            elif callee in path:
                return order, path[path.index(callee):] + [callee]
            elif callee not in done:
                stack.append((callee, iter(sorted(edges.get(callee, ())))))
                path.append(callee)
    return order, None


def closed_graph(header, level):
    frames, edges, indirect, dynamic = call_graph(header, level)
    bases = {name: name.split(".")[0] for name in frames}
    if header == "lambdav.h":
        add_indirect_edges(header, edges, indirect, bases)
    return frames, edges, dynamic


def check_directives():
    """What a comment `calls:` names is a function whose address is taken."""
    frames, _, _, _ = call_graph("lambdav.h", "-O0")
    taken = address_taken("lambdav.h", {name.split(".")[0] for name in frames})
    complaints = []
    for number, line in enumerate(read("lambdav.h").split("\n"), 1):
        found = re.search(r"/\* calls: (.*?) \*/", line)
        for word in found.group(1).split() if found else []:
            pattern = re.escape(word).replace(r"\*", ".*")
            if word != "user" and not any(re.fullmatch(pattern, name) for name in taken):
                complaints.append(f"lambdav.h:{number}: calls: there is no function {word}")
    return complaints


def check_no_recursion():
    """Nothing in the headers calls itself, on any detour (seen at -O0, where no call is optimised
    away). Calls through pointers count; the pointers of lambdav_vk.h all lead into Vulkan or to the
    caller."""
    complaints = []
    for header in BARE:
        _, edges, _ = closed_graph(header, "-O0")
        _, cycle = order_functions(edges)
        if cycle:
            complaints.append(f"{header}: recursion: {' -> '.join(cycle)}")
    return complaints


def check_stack():
    """The worst case of the C stack at -O2 on x86-64, callbacks and libc's mem functions aside. gcc
    calls a frame "dynamic,bounded" that pushes arguments; its size holds them."""
    frames, edges, dynamic = closed_graph("lambdav.h", "-O2")
    complaints = [f"lambdav.h: {name}: the frame has no constant size" for name in dynamic]
    order, cycle = order_functions(edges)
    if cycle:
        return complaints + [f"lambdav.h: recursion at -O2: {' -> '.join(cycle)}"]
    depth, below = {}, {}
    for name in order:
        below[name] = max(edges.get(name, ()), key=lambda one: depth.get(one, 0), default=None)
        depth[name] = frames.get(name, 0) + depth.get(below[name], 0)
    worst = max((name for name in order if name.startswith("lambdav_")), key=depth.get)
    print(f"  worst-case C stack at -O2 on x86-64: {depth[worst]} bytes")
    name = worst
    while name in frames:
        print(f"    {frames[name]:6}  {name}")
        name = below[name]
    if depth[worst] > STACK_LIMIT:
        complaints.append(f"lambdav.h: {depth[worst]} bytes of stack, the limit is {STACK_LIMIT}")
    return complaints


def check_chain():
    """The longest chain of calls, callbacks aside, seen at -O0: each function is a hop there."""
    _, edges, _ = closed_graph("lambdav.h", "-O0")
    order, _ = order_functions(edges)
    hops, below = {}, {}
    for name in order:
        below[name] = max(edges.get(name, ()), key=lambda one: hops.get(one, 0), default=None)
        hops[name] = 1 + hops.get(below[name], 0)
    name = max(hops, key=hops.get)
    print(f"  longest chain of calls: {hops[name]}")
    if hops[name] <= CHAIN_LIMIT:
        return []
    chain = []
    while name:
        chain.append(name)
        name = below[name]
    return [f"lambdav.h: a chain of {len(chain)} calls, the limit is {CHAIN_LIMIT}:"
            f" {' '.join(chain)}"]


# ---- what the object file holds

def foreign_symbols(levels):
    """What objects need that are compiled at these levels of each compiler, which find nothing to
    warn of."""
    complaints = []
    for header in BARE:
        allowed = ALLOWED_SYMBOLS | (RUNNER_SYMBOLS if header == "lambdav_vk.h" else set())
        for compiler in ("gcc", "clang"):
            for level in levels[compiler]:
                output = compiled(header, level, compiler)
                wanted = set(re.findall(r"\bU (\w+)", run(["nm", "-u", output]))) - allowed
                wanted.discard("_GLOBAL_OFFSET_TABLE_")
                complaints += [f"{header}: {compiler} {level}: needs {name}"
                               for name in sorted(wanted)]
    return complaints


def check_symbols():
    """The object needs nothing but the four mem functions, and no level finds anything to warn
    of (make matrix: all compilers and levels)."""
    return foreign_symbols(LEVELS)


def check_inlined_symbols():
    """The same at -O3, and as small as clang makes it."""
    return foreign_symbols({"gcc": ("-O3",), "clang": ("-Os", "-O3")})


def section_sizes(output):
    rows = re.findall(r"^(\.\S+)\s+(\d+)", run(["size", "-A", output]), flags=re.MULTILINE)
    return [(name, int(size)) for name, size in rows]


PARTS = [f"-DLAMBDAV_NO_{part}" for part in ("REFLECT", "DUMP", "DEBUG_INFO", "ADVICE", "TEXTS")]


@functools.lru_cache(maxsize=None)
def header_size(*flags):
    """Code and constants of lambdav.h at -Os on x86-64; unwind tables, which a flag leaves out, are
    told."""
    output = compiled("lambdav.h", "-Os")
    if flags:
        strict = ("-Os", "-Wall", "-Wextra", "-Werror", *flags)
        compile_header("lambdav.h", strict, "none", "clang", mode=None)
        output = compile_header("lambdav.h", strict, "size.o")
    sizes = section_sizes(output)
    total = sum(size for name, size in sizes if name.startswith((".text", ".rodata", ".data")))
    tables = sum(size for name, size in sizes if name.startswith(".eh_frame"))
    print(f"  code and constants {' '.join(flags)}: {total} bytes; unwind tables: {tables}")
    return total


def said_sizes():
    """The manual's sizes: of all, without each of the PARTS, without all of them."""
    said = re.search(r"unwind tables aside\): (\d+) in all; (\d+) without\s+reflection, (\d+)"
                     r" without dumps, (\d+) without debug information, (\d+) without advice, (\d+)"
                     r" without\s+texts, (\d+) without all of these", read("lambdav.h"))
    return [int(figure) for figure in said.groups()] if said else [0] * (len(PARTS) + 2)


def unlike_said(builds):
    return [f"lambdav.h: {header_size(*flags)} bytes at -Os, the manual says {figure} kB"
            for flags, figure in builds if abs(header_size(*flags) / 1000 - figure) > 2]


def check_size():
    """The whole and the core are within their limits, and what the manual says; the guarantees are
    true, and no more than 2 kB above what there is."""
    said = said_sizes()
    whole, core = header_size(), header_size(*PARTS)
    complaints = [f"lambdav.h: {total} bytes at -Os, the limit is {limit}"
                  for total, limit in ((whole, SIZE_LIMIT), (core, CORE_LIMIT)) if total >= limit]
    complaints += unlike_said([((), said[0]), (tuple(PARTS), said[-1])])
    for name, words in (("lambdav.h", r"Less than (\d+) kB of code .*?, (\d+) kB with"),
                        ("tools/doc/guarantees.md", r"under (\d+) kB of code .*?under\s+(\d+) kB")):
        guaranteed = re.search(words, read(name), re.S)
        for total, most in zip((core, whole), guaranteed.groups() if guaranteed else ("0", "0")):
            if not 0 < int(most) * 1000 - total <= 2000:
                complaints.append(f"{name}: {total} bytes at -Os, guaranteed are {most} kB")
    return complaints


def check_part_sizes():
    """What the manual says of each part that can be left out: `make lint` alone builds them all."""
    return unlike_said([((part,), figure) for part, figure in zip(PARTS, said_sizes()[1:-1])])


def check_text_size():
    """Code and constants at -Os on x86-64 of the translator to WGSL, which is two headers."""
    flags = ("-Os", "-fno-stack-protector", "-Wall", "-Wextra", "-Werror",
             "-DSPV_MODULE_IMPLEMENTATION")
    total = sum(size for name, size in
                section_sizes(compile_header("tools/spv_text.h", flags, "text_size.o"))
                if name.startswith((".text", ".rodata", ".data")))
    print(f"  code and constants of tools/spv_text.h: {total} bytes")
    if total >= TEXT_LIMIT:
        return [f"tools/spv_text.h: {total} bytes at -Os, the limit is {TEXT_LIMIT}"]
    return []


def check_no_state():
    """No variable that could change: the library has no state."""
    complaints = []
    for header in HEADERS:
        output = compiled(header, "-O0")
        held = [name for name, size in section_sizes(output)
                if size and re.match(r"\.(data(?!\.rel\.ro)|bss|tbss|tdata)", name)]
        complaints += [f"{header}: the object has a section {name}" for name in held]
    return complaints


# ---- how the text reads

def check_contents():
    """The manual's contents list names the banners `// >>tag  [n]`, in their order; no section is
    too long for one subject."""
    complaints = []
    for header in BARE:
        text = read(header)
        banners = [(int(n), tag) for tag, n in
                   re.findall(r"^\s*(?:// )?>>(\w+)\s+\[\s*(\d+)\]", text, flags=re.MULTILINE)]
        listed = [(int(n), tag) for n, tag in
                  re.findall(r"^[\s*/]*\[\s*(\d+)\]\s+(?:>>)?(\w+)", text, flags=re.MULTILINE)]
        if not banners:
            complaints.append(f"{header}: no banners")
        first = banners[0][0] if banners else 0
        if first > 1 or [n for n, _ in banners] != list(range(first, first + len(banners))):
            complaints.append(f"{header}: the banners are not numbered 1, 2, 3 ...: {banners}")
        if banners != listed:
            odd = [row for row in banners + listed if (row in banners) != (row in listed)]
            complaints.append(f"{header}: contents and banners differ: {odd or 'in their order'}")
        starts = [text.count("\n", 0, found.start()) for found in
                  re.finditer(r"^\s*// >>\w+\s+\[", text, flags=re.MULTILINE)]
        for (_, tag), begin, end in zip(banners, starts, starts[1:] + [text.count("\n")]):
            if end - begin > SECTION_LINES:
                complaints.append(f"{header}: section {tag} has {end - begin} lines, more than "
                                  f"{SECTION_LINES}")
    return complaints


def check_contracts():
    """Behind the tables, a section of lambdav.h that has functions says in its essay what it
    requires and gives, or whom it serves. What `>>name` names is a section."""
    complaints = []
    text = read("lambdav.h")
    sections = re.split(r"^/\* -{20,}\n(?=\s*// >>)", text, flags=re.MULTILINE)[1:]
    heads = [re.match(r"\s*// >>(\w+)\s+\[\s*(\d+)\]", section) for section in sections]
    tags = {head.group(1) for head in heads} | {"manual"}
    for head, section in zip(heads, sections):
        essay, _, code = section.partition("*/")
        functions = re.findall(r"^static [^;={]*\{$", code, flags=re.MULTILINE)
        if (int(head.group(2)) > 5 and len(functions) > 1
                and not re.search(r"Requires: |Serves:? ", essay)):
            complaints.append(f"lambdav.h: the essay of section {head.group(1)} has no contract")
    for found in re.finditer(r"(?<!\w)>>([a-z]\w*)", text):
        if found.group(1) not in tags:
            complaints.append(f"lambdav.h:{line_of(text, found.start())}: there is no section "
                              f"{found.group(1)}")
    return complaints


def functions_of(text):
    """(name, first line, lines, deepest nesting) of each function of stripped C text."""
    text = re.sub(r'^extern\s+ *\{', blank_out, text, flags=re.MULTILINE)
    depth, start, deepest, name = 0, 0, 0, None
    for found in re.finditer(r"[{}]", text):
        if found.group(0) == "{":
            if depth == 0:
                head = text[:found.start()].rstrip()
                start = found.start()
                opened = re.search(r"(\w+)\s*\([^;{}]*\)$", head[-600:])
                name = opened.group(1) if opened else None
                deepest = 0
            depth += 1
            deepest = max(deepest, depth - 1)
        else:
            depth = max(depth - 1, 0)
            if depth == 0 and name:
                first, last = line_of(text, start), line_of(text, found.start())
                yield name, first, last - first + 1, deepest
                name = None


def check_functions():
    complaints, lengths = [], []
    for path in HEADERS + sorted(glob.glob("tools/*.[ch]") + glob.glob("tools/*/*.[ch]")
                                 + glob.glob("tests/*/*.c")):
        text = strip_directives(strip_comments(read(path)))
        for name, line, lines, nesting in functions_of(text):
            if path == "lambdav.h":
                lengths.append(lines)
            if lines > FUNCTION_LINES:
                complaints.append(f"{path}:{line}: {name} has {lines} lines")
            if nesting > NESTING:
                complaints.append(f"{path}:{line}: {name} nests {nesting} deep")
    lengths.sort()
    if lengths:
        print(f"  lambdav.h: {len(lengths)} functions, median {lengths[len(lengths) // 2]} lines, "
              f"p90 {lengths[len(lengths) * 9 // 10]}, longest {lengths[-1]}")
    return complaints


# What stands before a statement, its parentheses emptied, and how a declaration begins.
BEFORE = re.compile(r"\s*(?:else\b|do\b|(?:if|for|while|switch)\s*\(\)|case\b[^:?]*:|default\s*:)")
DECLARES = re.compile(r"(?:static|const|struct|enum|unsigned|int|size_t|char|void|u?int\w+_t)\b"
                      r"|(?:lvi|lambdav)_\w+\s+\**\s*\w")


def group_end(text, at):
    """Behind the bracket that closes the one at `at`."""
    depth = 0
    while True:
        depth += (text[at] in "([{") - (text[at] in ")]}")
        at += 1
        if depth == 0:
            return at


def statements_of(text, at):
    """(offset, statement, whether it is the first of a case) of each in the function body whose
    brace is at `at`: what stands between semicolons and braces, with all brackets emptied and
    without what it is controlled by."""
    begin, end, words = at + 1, group_end(text, at), ""
    at = begin
    while at < end:
        if text[at] in "([" or (text[at] == "{" and words.rstrip().endswith(("=", "enum"))):
            words += "()"
            at = group_end(text, at)
        elif text[at] in ";{}":
            case = words.lstrip().startswith("case ")
            while BEFORE.match(words):
                words = words[BEFORE.match(words).end():]
            if words.strip():
                offset = begin + len(text[begin:at]) - len(text[begin:at].lstrip())
                yield offset, words.strip(), case
            begin, words, at = at + 1, "", at + 1
        else:
            words += text[at]
            at += 1


def check_statements():
    """A statement is one thing, and a function is not too many: no comma operator joins statements,
    and a chain of ?: that begins a variable is declared alone. The rows of a switch, which are one
    statement for each case, do not count."""
    text = strip_directives(strip_comments(read("lambdav.h")))
    complaints, counts = [], []
    for found in re.finditer(r"^\w[\w *]*?\b(\w+)\([^;{}]*\) \{", text, flags=re.MULTILINE):
        count, line = 0, 0
        for offset, words, case in statements_of(text, found.end() - 1):
            count += words != "break" and not case
            line = line_of(text, offset)
            parts = words.split(",")
            if len(parts) > 1 and not DECLARES.match(words):
                complaints.append(f"lambdav.h:{line}: statements joined by commas")
            elif len(parts) > 1 and any(part.count("?") > 1 for part in parts):
                complaints.append(f"lambdav.h:{line}: a chain of ?: among other variables")
        counts.append((count, found.group(1)))
        if count > FUNCTION_STATEMENTS:
            complaints.append(f"lambdav.h:{line}: {found.group(1)} has {count} statements")
    counts.sort()
    print(f"  lambdav.h: median {counts[len(counts) // 2][0]} statements, p90 "
          f"{counts[len(counts) * 9 // 10][0]}, most {counts[-1][0]} in {counts[-1][1]}")
    return complaints


# Calls with cx that neither make nor write anything, or only take one of the slots for a message's
# texts, which are all alike.
PURE_CALLS = {"lvi_em_arm_label", "lvi_em_exit_label", "lvi_em_entry_form", "lvi_bi_form",
              "lvi_bi_type", "lvi_pr_element", "lvi_pr_first", "lvi_pr_second", "lvi_el_form",
              "lvi_el_length", "lvi_el_tokenless", "lvi_a_form", "lvi_a_text",
              "lvi_a_bytes", "lvi_a_count", "spvchi_words", "spvchi_storage", "spvchi_record_words",
              "spvchi_range_of", "spvchi_is_old"}


def arguments_of(text, at):
    """The arguments of the call whose opening parenthesis is before `at`."""
    depth, begin, found = 1, at, []
    while depth:
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0 or (depth == 1 and text[at] == ","):
            found.append(text[begin:at])
            begin = at + 1
        at += 1
    return found


def check_argument_order():
    """No two arguments of one call make or write something: C does not say which is first, and
    neither words nor messages may depend on it."""
    complaints = []
    for header, prefix, context in (("lambdav.h", "lvi", "cx"),
                                    ("tools/spv_check.h", "spvchi", "x")):
        text = strip_directives(strip_comments(read(header)))
        for found in re.finditer(rf"\b({prefix}_\w+)\(", text):
            calls = [set(re.findall(rf"\b({prefix}_\w+)\({context}\b", argument)) - PURE_CALLS
                     for argument in arguments_of(text, found.end())]
            calls = [sorted(names) for names in calls if names]
            if len(calls) > 1:
                complaints.append(f"{header}:{line_of(text, found.start())}: {found.group(1)}: "
                                  f"which of {calls} is first?")
    return complaints


def check_tokens():
    """No floating point in lambdav.h, and no header but the two that every compiler brings."""
    text = strip_comments(read("lambdav.h"))
    pattern = r"\b(?:float|double)\b|(?<![\w.])(?:\d+\.\d*|\.\d+|\d+[eE][-+]?\d+)"
    complaints = [f"lambdav.h:{line_of(text, found.start())}: floating point: {found.group(0)}"
                  for found in re.finditer(pattern, text)]
    uncommented = re.sub(r"/\*.*?\*/|//[^\n]*", blank_out, read("lambdav.h"), flags=re.DOTALL)
    included = set(re.findall(r"^[ \t]*#[ \t]*include[ \t]*(\S+)", uncommented, flags=re.MULTILINE))
    if included != {"<stddef.h>", "<stdint.h>"}:
        complaints.append(f"lambdav.h: includes {' '.join(sorted(included))}")
    return complaints


def check_names():
    """Macros are LAMBDAV_, or LVI_ and undefined at the end; no name begins with lv_."""
    complaints = []
    for header, public, private in (("lambdav.h", "LAMBDAV_", "LVI_"),
                                    ("lambdav_vk.h", "LAMBDAV_VK_", "LVKI_")):
        if header not in HEADERS:
            continue
        text = strip_comments(read(header))
        defined = set(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, flags=re.MULTILINE))
        undefined = set(re.findall(r"^[ \t]*#[ \t]*undef[ \t]+(\w+)", text, flags=re.MULTILINE))
        defined -= {"VK_NO_PROTOTYPES", "WIN32_LEAN_AND_MEAN"}
        kept = sorted(name for name in defined - undefined if not name.startswith(public))
        complaints += [f"{header}: macro {name} is not undefined at the end" for name in kept]
        strange = sorted(name for name in defined if not name.startswith((public, private)))
        complaints += [f"{header}: macro {name} has no prefix" for name in strange]
        complaints += [f"{header}: {name} has LVGL's prefix"
                       for name in sorted(set(re.findall(r"\blv_\w+", text)))]
    return complaints


def check_whitespace():
    complaints = []
    for path in text_files():
        text = read(path)
        rules = [(r"[ \t]+$", "blanks at the end"), (r"\r", "carriage return")]
        if not path.endswith("Makefile"):
            rules.append((r"\t", "tab"))
        if not path.endswith((".md", ".lv")) and not path.startswith("tests/data/error/"):
            rules.append((r"^[^\n]{%d,}$" % (COLUMNS + 1), f"more than {COLUMNS} columns"))
        for pattern, what in rules:
            lines = [line_of(text, found.start())
                     for found in re.finditer(pattern, text, flags=re.MULTILINE)]
            # The first line of a C file is a command.
            complaints += [f"{path}:{line}: {what}" for line in lines
                           if line > 1 or not path.endswith(".c")]
        if path.startswith(("tests/data/run/", "tests/data/error/", "tests/data/corpus")):
            complaints = [line for line in complaints if not line.startswith(path + ":")]
        elif text and (not text.endswith("\n") or text.endswith("\n\n")):
            complaints.append(f"{path}: does not end with one newline")
        if path != "tools/dev/lint.py":
            complaints += [f"{path}:{line_of(text, found.start())}: {found.group(0)}"
                           for found in re.finditer(r"\b(?:TODO|FIXME|XXX)\b", text)]
    return complaints


def check_dialect():
    """Headers and the command line have one dialect: comments in /* */, the brace of a function on
    the last line of its head, && and || at the beginning of lines."""
    complaints = []
    for path in HEADERS + sorted(glob.glob("tools/*.[ch]") + glob.glob("tools/cli/*.h")):
        text = read(path)
        comments = re.sub(r"/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", blank_out, text, flags=re.DOTALL)
        for pattern, what, where in ((r"//", "a comment with //", comments),
                                     (r"^\{", "a brace on a line of its own", strip_comments(text)),
                                     (r"(?:&&|\|\|) *$", "an operator at the end of a line",
                                      strip_comments(text))):
            complaints += [f"{path}:{line_of(text, found.start())}: {what}"
                           for found in re.finditer(pattern, where, flags=re.MULTILINE)]
    return complaints


def check_first_lines():
    """Each .c file says in its first line how it is built."""
    paths = sorted(glob.glob("tools/*.c") + glob.glob("tools/dev/*.c") + glob.glob("examples/*.c")
                   + glob.glob("tests/*/*.c"))
    return [f"{path}:1: the first line is not a command: /* cc ... */" for path in paths
            if not re.match(r"(?:/\*|//) cc .*" + re.escape(path), read(path))]


def check_top_level():
    allowed = {"lambdav.h", "lambdav_vk.h", "tests", "examples", "tools", "LICENSE", "README.md",
               "Makefile", ".ci", ".gitignore"}
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=False).stdout
    found = {name.split("/")[0] for name in listed.split("\n") if name}
    return [f"{name}: does not belong at the top level" for name in sorted(found - allowed)]


# ---- what belongs together

# How the comments begin over what two headers share, and what stands behind it.
SHARED = ((r"// >>reader", r"\n#endif|\n/\* -{20,}"),
          (r"/\* ---- opcodes: what declares", r"\n/\* ---- "),
          (r"/\* ---- constants\. The same", r"\n/\* ---- "),
          (r"/\* ---- types, resources and uses", r"\n/\* ---- "))


def shared_text(path, prefixes, begin, end):
    """The words of the code below the comment that begins so, without the prefixes of names."""
    found = re.search(rf"{begin}[^\n]*\n.*?\n\n(.*?)(?={end}|\Z)", read(path), flags=re.DOTALL)
    if not found:
        return None
    return re.sub(rf"\b(?:{prefixes}|{prefixes.upper()})_", "", found.group(1)).split()


def check_reader():
    """What the words of a module mean is the same text in both headers, but for its prefixes and
    where its lines end."""
    complaints = []
    for begin, end in SHARED if len(HEADERS) > 1 else ():
        ours = shared_text("lambdav.h", "lvi|lambdav", begin, end)
        theirs = shared_text("lambdav_vk.h", "lvki", begin, end)
        if ours is None or theirs is None or len(ours) < 100:
            complaints.append(f"reader: no '{begin}' in lambdav.h or lambdav_vk.h")
            continue
        for i, (a, b) in enumerate(zip(ours + [""], theirs + [""])):
            if a != b:
                complaints.append(f"reader: '{' '.join(ours[max(0, i - 5):i + 5])}' in lambdav.h, "
                                  f"'{' '.join(theirs[max(0, i - 5):i + 5])}' in lambdav_vk.h")
                break
    return complaints


def check_error_codes():
    """Every error code has a case in tests/data/error, or is named in a test that says how it
    comes."""
    os.makedirs(BUILD, exist_ok=True)
    with open(f"{BUILD}/codes.c", "w", encoding="utf-8") as file:
        file.write('#include <stdio.h>\n#define LAMBDAV_IMPLEMENTATION\n#include "lambdav.h"\n'
                   "int main(void) { uint32_t i; for (i = 1; lambdav_error_name(i); i++)"
                   ' printf("%s\\n", lambdav_error_name(i)); return 0; }\n')
    run(["gcc", "-I.", f"{BUILD}/codes.c", "-o", f"{BUILD}/codes"])
    names = run([f"{BUILD}/codes"]).split()
    cases = "".join(read(path) for path in glob.glob("tests/data/error/*.lv"))
    tests = "".join(read(path) for path in glob.glob("tests/*/*_test.c"))
    complaints = [f"error {name}: no case in tests/data/error, and no test names it"
                  for name in names if f"[{name}]" not in cases and f'"{name}"' not in tests]
    print(f"  {len(names)} error codes")
    return complaints + ([] if names else ["no error codes"])


# Code that mixes two kinds of reference, and what it needs before it.
MIXED_UP = [
    ("form = 7u;", "lvi_form_ref form;"),
    ("number = form;", "lvi_form_ref form = 0; uint32_t number;"),
    ("if (form == 1u) return;", "lvi_form_ref form = 0;"),
    ("cx->forms[1u].pos = 0;", ""),
    ("*LVI_AT(lvi_form_ref, form) = 0;", "lvi_form_ref form = 0;"),
    ("forms = form;", "lvi_form_refs forms; lvi_form_ref form = 0;"),
    ("node = form;", "lvi_node_ref node; lvi_form_ref form = 0;"),
    ("tuple = thunk;", "lvi_tuple_ref tuple; lvi_thunk_ref thunk = 0;"),
    ("LVI_NODE(value.is.form)->cost = 0;", "lvi_value value = lvi_poison;"),
    ("env++;", "lvi_binding_ref env = 0;"),
    ("symbol = place;", "lvi_symbol_ref symbol; lvi_place_ref place = 0;"),
    ("resource = ordinal;", "lvi_resource_ref resource; uint32_t ordinal = 0;"),
    ("(void)lvi_ky_step(cx, node, 0u);", "lvi_node_ref node = 0;"),
    ("node->type = (uint16_t)field->type;", "lvi_node *node = 0; lvi_field *field = 0;"),
    ("structure = type;", "lvi_struct_ref structure; lvi_type type = 0;"),
    ("cx->sources[cx->source_count].open = 1;", ""),
    ("type = machine;", "lvi_type type; uint32_t machine = LVI_T_NUM;"),
]


def check_references():
    """As C++ with a class for each kind of reference, no kind is taken for another; and such a
    build finds each line that does so."""
    os.makedirs(BUILD, exist_ok=True)
    source = f"{BUILD}/references.cc"
    complaints = []
    for compiler, all_errors in (("g++", "-fmax-errors=0"), ("clang++", "-ferror-limit=0")):
        command = [compiler, "-std=c++11", all_errors, "-I.", "-w", "-fsyntax-only", source]
        for mixed_up in (False, True):
            rows = ['#include "tools/dev/references.h"', "#define LAMBDAV_IMPLEMENTATION",
                    "#define LAMBDAV_KEEP_PRIVATE", '#include "lambdav.h"']
            for number, (line, before) in enumerate(MIXED_UP):
                rows += [f"void probe{number}(lvi_context *cx) {{", f"(void)cx; {before}",
                         line if mixed_up else "", "}"]
            with open(source, "w", encoding="utf-8") as file:
                file.write("\n".join(rows) + "\n")
            told = subprocess.run(command, capture_output=True, text=True, check=False).stderr
            if not mixed_up:
                complaints += [row for row in told.split("\n") if "error:" in row]
            for line, before in MIXED_UP if mixed_up else []:
                if f"{source}:{rows.index(line) + 1}:" not in told:
                    complaints.append(f"{compiler} takes {before} {line}")
    return complaints


def check_generated():
    """The generated parts of the headers are what the generators make now."""
    run(["tools/dev/build.sh", "tools/dev/gen_names.c", f"{BUILD}/gen_names"])
    complaints = []
    for generator, header in (([sys.executable, "tools/dev/gen_spirv.py"], "lambdav.h"),
                              ([sys.executable, "tools/dev/gen_spirv.py", "--cpu"],
                               "tools/spv_cpu.h"),
                              ([sys.executable, "tools/dev/gen_spirv.py", "--vk"],
                               "lambdav_vk.h"),
                              ([sys.executable, "tools/dev/gen_spirv.py", "--module"],
                               "tools/spv_module.h"),
                              ([sys.executable, "tools/dev/gen_texts.py"], "tools/spv_text.h"),
                              ([sys.executable, "tools/dev/gen_texts.py"],
                               "tools/spv_module.h"),
                              ([f"{BUILD}/gen_names"], "lambdav.h")):
        done = subprocess.run([*generator, "--check", header], capture_output=True,
                              text=True, check=False)
        if done.returncode:
            complaints.append(done.stderr.strip())
    return complaints


CHECKS = [
    check_directives, check_no_recursion, check_stack, check_chain, check_symbols, check_size,
    check_text_size, check_no_state, check_contents, check_contracts,
    check_functions, check_statements, check_argument_order, check_tokens, check_names,
    check_whitespace, check_dialect, check_first_lines, check_top_level, check_reader,
    check_error_codes, check_references, check_generated,
]
LONG_CHECKS = [check_inlined_symbols, check_part_sizes]  # two minutes of compiling: with --all


def main():
    failed = 0
    wanted = sys.argv[1:]
    checks = CHECKS + LONG_CHECKS
    if not wanted:
        checks = CHECKS
    elif wanted != ["--all"]:
        checks = [check for check in checks if check.__name__[6:] in wanted]
    for check in checks:
        complaints = check()
        print(f"{'FAILED' if complaints else 'ok    '}  {check.__name__[6:].replace('_', ' ')}")
        for line in complaints[:40]:
            print(f"    {line}")
        if len(complaints) > 40:
            print(f"    ... and {len(complaints) - 40} more")
        failed += bool(complaints)
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed or not checks else 0


if __name__ == "__main__":
    sys.exit(main())
