#!/usr/bin/env python3
"""Fails if the code that a document quotes is not the code of the tree.

A fenced block whose first line names a file, as in "```c test/extending/sat.h", quotes it. The blocks of a file, in order
and with an empty line between them, are the whole file. Every C file of test/extending is quoted.
"""

import re
import sys

from c_source import ROOT, c_files, line_of, relative

BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.M | re.S)
QUOTED_FOLDERS = ["test/extending"]


def check_file(path, blocks):
    """What is wrong with the quotes of one file: (place of a block, problem), or None."""
    if not (ROOT / path).is_file():
        return blocks[0][0], f"'{path}' does not exist"
    rest = (ROOT / path).read_text(encoding="utf-8")
    for index, (place, text) in enumerate(blocks):
        if index > 0 and rest.startswith("\n"):
            rest = rest[1:]
        if not rest.startswith(text):
            pairs = zip(text.splitlines(), rest.splitlines() + [""] * text.count("\n"))
            line = next((quoted for quoted, real in pairs if quoted != real), "")
            return place, f"'{line.strip()}' is not what follows in {path}"
        rest = rest[len(text) :]
    return (blocks[-1][0], f"the end of {path} is missing, from '{rest.strip().splitlines()[0]}' on") if rest.strip() else None


def main():
    quotes, problems = {}, []
    for document in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        text = document.read_text(encoding="utf-8")
        for match in BLOCK.finditer(text):
            place = f"{relative(document)}:{line_of(text, match.start())}"
            quotes.setdefault(match[1], []).append((place, match[2]))
    for path, blocks in sorted(quotes.items()):
        problem = check_file(path, blocks)
        if problem:
            problems.append(problem)
    for path in c_files(QUOTED_FOLDERS):
        if relative(path) not in quotes:
            problems.append((relative(path), "no document quotes it"))
    for place, problem in problems:
        print(f"{place}: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
