#!/usr/bin/env python3
"""gen_texts.py --check FILE | --write FILE: packs the texts of lists in a header.

Between markers that name lists it makes LIST_PACKED, which holds the texts of a list's rows (their
strings) one behind the other, with a zero behind each. Some bytes stand for two, which LIST_PAIRS
has, of the first list: see spvm_unpack in tools/spv_module.h.
Between markers that name a list of words it makes LIST_SORTED: of each word, by rising bytes, how
many characters it shares with the one before, + 1, and the others; and LIST_PLACES, where the words
begin that have a letter, from a to z.
Exit codes: 0 done, 1 a region differs (or there is none)."""
import argparse
import os.path
import re
import sys

from gen_spirv import literal, packed

REGION = re.compile(r"(/\* (packed|sorted) from (\w+(?:, \w+)*) by tools/dev/gen_texts\.py: "
                    r"begin \*/\n).*?(/\* (?:packed|sorted) by tools/dev/gen_texts\.py: end \*/)",
                    re.DOTALL)
ESCAPES = {"n": "\n", '"': '"', "\\": "\\"}


def texts_of(name, header):
    """The texts of a list, in the order of its rows."""
    body = re.search(rf"^#define {name}\(X\)((?:[^\n]*\\\n)*[^\n]*)", header, re.MULTILINE).group(1)
    rows = re.findall(r'X\((?:[^"()]|"(?:\\.|[^"\\])*")*\)', body)
    return ["".join(re.sub(r"\\(.)", lambda found: ESCAPES[found.group(1)], text)
                    for text in re.findall(r'"((?:\\.|[^"\\])*)"', row)) for row in rows]


def packed_lists(names, header):
    lists = [texts_of(name, header) for name in names]
    texts, pairs = packed([text for rows in lists for text in rows])
    parts = []
    for name, rows in zip(names, lists):
        parts.append(literal(f"{name}_PACKED", b"\0".join(texts[:len(rows)]) + b"\0"))
        texts = texts[len(rows):]
    return parts + [literal(names[0] + "_PAIRS", pairs)]


def sorted_list(names, header):
    data, places, before = b"", {}, ""
    for word in sorted({word for row in texts_of(names[0], header) for word in row.split()}):
        places.setdefault(word[0], len(data))
        shared = len(os.path.commonprefix([word, before]))
        data += bytes([shared + 1]) + word[shared:].encode()
        before = word
    letters = "abcdefghijklmnopqrstuvwxyz"
    rows = [str(min([at for first, at in places.items() if first >= letter], default=len(data)))
            for letter in letters]
    lines = ", ".join(rows[:13]) + ", \\\n    " + ", ".join(rows[13:])
    return [literal(f"{names[0]}_SORTED", data), f"#define {names[0]}_PLACES \\\n    {lines}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--check", metavar="FILE")
    mode.add_argument("--write", metavar="FILE")
    arguments = parser.parse_args()
    path = arguments.check or arguments.write
    with open(path, encoding="utf-8") as file:
        header = file.read()

    def region(found):
        make = packed_lists if found.group(2) == "packed" else sorted_list
        return (found.group(1) + "\n\n".join(make(found.group(3).split(", "), header)) + "\n" +
                found.group(4))

    new, count = REGION.subn(region, header)
    if count == 0:
        print(f"gen_texts: {path}: has no markers", file=sys.stderr)
        return 1
    if arguments.write:
        with open(path, "w", encoding="utf-8") as file:
            file.write(new)
        return 0
    if header != new:
        print(f"gen_texts: {path}: the generated texts differ; make them again with "
              f"tools/dev/gen_texts.py --write {path}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
