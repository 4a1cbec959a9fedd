#!/usr/bin/env python3
"""Fails where a function has over 60 lines, a file over 600, or a folder over 40 files of its own.

What grows past these has taken on a second job, and the check is where that is noticed. It reads what clang-format
wrote: a function ends at a lone closing brace without indentation, and starts at the last line before it that begins
with a word. Python is read with its own parser.
"""

import ast
import collections
import re
import sys

from c_source import ROOT, relative

FUNCTION_LINES, FILE_LINES, FOLDER_FILES = 60, 600, 40
FOLDERS = ("src", "include", "tools", "test", "bench", "examples", "scripts")
# Corpora of the fuzzers have one input a file.
NOT_WRITTEN = re.compile(r"(^|/)corpus(/|$)")
# "path" or "path:function": longer today, and to be split. What is within the limits again has to leave this list.
EXCEPTIONS = ()


def sources():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and not NOT_WRITTEN.search(relative(path)) and "__pycache__" not in path.parts:
                yield path


def c_functions(lines):
    """(first line, name, number of lines) for each function of a C file, the first line from one."""
    head = None
    for number, line in enumerate(lines, 1):
        if re.match(r"[A-Za-z_]", line):
            head = number, line
        elif line == "}" and head:
            name = re.search(r"(\w+)\(", head[1])
            if name:
                yield head[0], name[1], number - head[0] + 1
            head = None


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, node.name, node.end_lineno - node.lineno + 1


def problems():
    files = collections.Counter()
    for path in sources():
        name = relative(path)
        files[relative(path.parent)] += 1
        if path.suffix not in (".c", ".h", ".py"):
            continue
        text = path.read_text()
        lines = text.splitlines()
        if len(lines) > FILE_LINES:
            yield name, f"{name}: {len(lines)} lines, expected at most {FILE_LINES}; split it by meaning"
        for line, function, count in python_functions(text) if path.suffix == ".py" else c_functions(lines):
            if count > FUNCTION_LINES:
                yield f"{name}:{function}", (
                    f"{name}:{line}: '{function}' has {count} lines, expected at most {FUNCTION_LINES}"
                )
    for folder, count in sorted(files.items()):
        if count > FOLDER_FILES:
            yield folder, f"{folder}: {count} files, expected at most {FOLDER_FILES}; make rooms in it"


def main():
    found = dict(problems())
    wrong = [message for key, message in found.items() if key not in EXCEPTIONS]
    wrong += [f"{key}: is within the limits now; take it off the exceptions" for key in EXCEPTIONS if key not in found]
    for message in wrong:
        print(message, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
