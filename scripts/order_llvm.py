#!/usr/bin/env python3
"""Writes cmake/llvm_near.ld: which functions of LLVM lie side by side in libtern-llvm.

A process that compiles one kernel touches a sixth of LLVM's code, which would lie all over it: to map the pages took a fifth of
the time of small kernels. The functions are those that were called under valgrind, so it is done again when LLVM is another:

    valgrind --tool=callgrind --demangle=no --callgrind-out-file=/tmp/cuda.1 build/bin/tern-compile add.ttir --target=cuda -o x.ptx
    ... (some kernels for CUDA, some for processors)
    scripts/order_llvm.py build/lib/libtern-llvm.so --profile /tmp/cuda.* --profile /tmp/cpu.*

Names are given by what they begin with, where most of what begins so is called; a name that LLVM does not have any more does no harm.
What the first profile has comes first.
"""

import argparse
import bisect
import itertools
import pathlib
import re
import subprocess

SHARE = 0.6  # of what begins alike, that has to be called

HEAD = """\
/* What a process that compiles one kernel calls of LLVM lies side by side: few pages are mapped. Made by scripts/order_llvm.py. */
SECTIONS
{
  .text.near :
  {
    *tern_llvm_objects.dir*(.text .text.*)
"""
TAIL = """\
  }
}
INSERT BEFORE .text;
"""


def read_symbols(library):
    """(address, size, name) of the functions of a library."""
    text = subprocess.run(["nm", "--print-size", library], check=True, capture_output=True, text=True).stdout
    rows = (line.split() for line in text.splitlines())
    return [(int(row[0], 16), int(row[1], 16), row[3]) for row in rows if len(row) == 4 and row[2] in "tTwWV"]


def read_sizes(symbols):
    """Bytes of the functions, by their names in order."""
    return dict(sorted((name, size) for _, size, name in symbols))


def read_called(paths, symbols):
    """Names of what was called. A constructor has two names at one place, of which callgrind gives one and the section has the other."""
    names, groups = set(), {}
    for path in paths:
        for match in re.finditer(r"^c?fn=\(\d+\) ([^'\n]*)", pathlib.Path(path).read_text(errors="replace"), re.MULTILINE):
            names.add(match[1])
    for address, _, name in symbols:
        groups.setdefault(address, set()).add(name)
    return names.union(*(group for group in groups.values() if not group.isdisjoint(names)))


class Names:
    """Sums over the names that begin alike."""

    def __init__(self, sizes, called):
        self.names = list(sizes)
        self.all = list(itertools.accumulate(sizes.values(), initial=0))
        self.called = list(itertools.accumulate((sizes[n] if n in called else 0 for n in sizes), initial=0))

    def span(self, start):
        return bisect.bisect_left(self.names, start), bisect.bisect_left(self.names, start + "\x7f")

    def patterns(self, start):
        """What is called among the names that begin with `start`."""
        first, end = self.span(start)
        size = self.called[end] - self.called[first]
        if size == 0:
            return
        if size >= SHARE * (self.all[end] - self.all[first]):
            yield start + "*"
            return
        if self.names[first] == start:
            if self.called[first + 1] > self.called[first]:
                yield start
            first += 1
        for letter in sorted({name[len(start)] for name in self.names[first:end]}):
            yield from self.patterns(start + letter)


def choose(sizes, called):
    """Patterns for what is called, and the functions that they leave. One call far from the others costs as much as many."""
    chosen = list(Names(sizes, called).patterns(""))
    starts = tuple(pattern[:-1] for pattern in chosen if pattern.endswith("*"))
    return chosen, {name: size for name, size in sizes.items() if not name.startswith(starts) and name not in chosen}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library")
    parser.add_argument("--profile", nargs="+", action="append", required=True, help="what callgrind wrote, of one kind of runs")
    parser.add_argument("--output", default=pathlib.Path(__file__).parents[1] / "cmake" / "llvm_near.ld", type=pathlib.Path)
    options = parser.parse_args()
    symbols, lines = read_symbols(options.library), []
    sizes = read_sizes(symbols)
    for paths in options.profile:
        chosen, sizes = choose(sizes, read_called(paths, symbols))
        lines += [f"    *(.text.{pattern})\n" for pattern in chosen]
    options.output.write_text(HEAD + "".join(lines) + TAIL)


if __name__ == "__main__":
    main()
