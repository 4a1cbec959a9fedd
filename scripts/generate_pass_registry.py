#!/usr/bin/env python3
"""Writes the table of all passes and pipelines, sorted by flag, from their definitions in the sources.

usage: generate_pass_registry.py [--without ROOM] SOURCE_DIR OUTPUT

A pass is a definition `const tern_pass_def_t tern_<name>_pass = { .flag = "...", ...`, a pipeline one of
`tern_<name>_pipeline`, at the start of a line. A file that makes definitions with a macro says so beside it, one line each:
`// pass: <name> "<flag>"`. Definitions in the folder ROOM of SOURCE_DIR are of another library: they are left out, but may
not have the flags of others. The output is written only if it changes.
"""

import argparse
import os
import re
import sys

DEFINITION = re.compile(r'^const tern_(pass|pipeline)_def_t tern_(\w+?)_(?:pass|pipeline) = \{(.*?)^\};', re.M | re.S)
FLAG = re.compile(r'\.flag = "([^"]+)"')
COMMENT = re.compile(r'^// pass: (\w+) "([^"]+)"$', re.M)


def find(source_dir, left_out):
    """(flag, symbol, whether it is left out) of each definition, by kind."""
    found = {"pass": [], "pipeline": []}
    for folder, _, files in sorted(os.walk(source_dir)):
        for name in sorted(files):
            if not name.endswith(".c"):
                continue
            path = os.path.join(folder, name)
            is_out = left_out is not None and os.path.relpath(path, source_dir).split(os.sep)[0] == left_out
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for kind, symbol, body in DEFINITION.findall(text):
                flag = FLAG.search(body)
                if not flag:
                    sys.exit(f"{path}: tern_{symbol}_{kind} has no flag")
                found[kind].append((flag.group(1), symbol, is_out))
            found["pass"] += [(flag, symbol, is_out) for symbol, flag in COMMENT.findall(text)]
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--without")
    parser.add_argument("source_dir")
    parser.add_argument("output")
    arguments = parser.parse_args()
    output = arguments.output
    found = find(arguments.source_dir, arguments.without)
    lines = ["// Made by scripts/generate_pass_registry.py: PASS(name) and PIPELINE(name), sorted by flag."]
    for kind, entries in found.items():
        flags = [flag for flag, _, _ in entries]
        for flag in sorted(set(flags)):
            if flags.count(flag) > 1:
                sys.exit(f"the flag {flag} is defined {flags.count(flag)} times")
        lines += [f"{kind.upper()}({symbol})" for _, symbol, is_out in sorted(entries) if not is_out]
    text = "\n".join(lines) + "\n"
    if os.path.exists(output) and open(output, encoding="utf-8").read() == text:
        return
    os.makedirs(os.path.dirname(output), exist_ok=True)
    with open(output, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
