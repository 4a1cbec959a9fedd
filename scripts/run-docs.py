#!/usr/bin/env python3
"""Runs the commands that documents show, and fails where one fails or prints something else.

usage: run-docs.py BIN DOCUMENT...     BIN: the folder of the tools

A block that begins with "```console" has commands, after `$ `, and below each the lines to look at: each stands in the output, in
this order, with other lines in between. White space at the ends of a line does not count, runs of it are one space, and `...` is any text
of a line. A line of `...` alone says that lines are left out, and means nothing. The commands of a document run one after the other, in
a folder of their own, which has links to the folders of the tree.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from c_source import ROOT, line_of, relative

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
LIMIT = 120  # seconds


def commands(text):
    """(line, command, [(line, what is shown)]) for each command."""
    for block in BLOCK.finditer(text):
        first = line_of(text, block.start()) + 1
        for number, line in enumerate(block[1].splitlines(), first):
            if line.startswith("$ "):
                command = (number, line[2:], [])
                yield command
            elif line.strip() not in ("", "..."):
                command[2].append((number, line))


def squeeze(line):
    return " ".join(line.split())


def pattern(line):
    parts = [re.escape(squeeze(part)) for part in line.split("...")]
    return re.compile(r"\s*.*?\s*".join(parts) + r"\Z")


def missing(shown, output):
    """The first line that the output does not have behind those before it."""
    lines, at = [squeeze(line) for line in output.splitlines()], 0
    for number, line in shown:
        wanted = pattern(line)
        while at < len(lines) and not wanted.match(lines[at]):
            at += 1
        if at == len(lines):
            return number, line.strip()
        at += 1
    return None


def run_document(path, folder, environment):
    name = relative(path)
    listed = []
    for entry in commands(path.read_text(encoding="utf-8")):
        listed.append(entry)
    failures = 0
    for number, command, shown in listed:
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=folder, env=environment, timeout=LIMIT, text=True,
                              errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        problem = missing(shown, done.stdout)
        if done.returncode:
            print(f"{name}:{number}: `{command}` exits with {done.returncode}\n{done.stdout}")
        elif problem:
            print(f"{name}:{problem[0]}: `{command}` does not print '{problem[1]}'")
        failures += done.returncode != 0 or problem is not None
    print(f"{name}: {len(listed)} commands, {failures} wrong")
    return failures or not listed


def main():
    if len(sys.argv) < 3:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    environment = {**os.environ, "PATH": os.path.abspath(sys.argv[1]) + os.pathsep + os.environ.get("PATH", "")}
    failures = 0
    for document in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as folder:
            for entry in ROOT.iterdir():
                if entry.name not in ("build", ".git"):
                    (pathlib.Path(folder) / entry.name).symlink_to(entry)
            failures += run_document(pathlib.Path(document).resolve(), folder, environment)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
