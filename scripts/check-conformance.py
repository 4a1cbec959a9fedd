#!/usr/bin/env python3
"""Checks docs/conformance.md: every requirement has one row, with a known status and tests that exist.

A row is `| ID | requirement | status | tests |`; tests are paths from the root of the tree in backquotes, each perhaps
followed by `:name`, a text that must stand in that file. `works` and `partial` need a test, `absent` has none.
Prints the totals.
"""

import collections
import re
import sys

from c_source import ROOT

TOTALS = {"A": 121, "B": 130, "C": 99, "D": 142, "E": 34, "F": 58, "G": 27, "W": 56}
STATUSES = ("works", "partial", "absent")
ROW = re.compile(r"^\|\s*([A-Z]\d+)\s*\|(.*)\|\s*$")


def check_tests(status, cell):
    tests = re.findall(r"`([^`]+)`", cell)
    if cell.strip() and not tests:
        yield "the tests are not in backquotes"
    if status == "absent" and tests:
        yield "absent, but it names a test"
    if status in ("works", "partial") and not tests:
        yield f"{status}, but it names no test"
    for test in tests:
        name, _, case = test.partition(":")
        path = ROOT / name
        if not path.is_file():
            yield f"there is no test '{name}'"
        elif case and case not in path.read_text(encoding="utf-8"):
            yield f"'{name}' has no '{case}'"


def main():
    problems, seen, counts = [], collections.Counter(), collections.Counter()
    path = ROOT / "docs" / "conformance.md"
    for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        row = ROW.match(text)
        if not row:
            continue
        seen[row[1]] += 1
        cells = [cell.strip() for cell in row[2].split("|")]
        if len(cells) != 3:
            problems.append(f"{line}: {row[1]}: expected requirement, status and tests but got {len(cells)} cells")
            continue
        requirement, status, tests = cells
        if not requirement:
            problems.append(f"{line}: {row[1]}: no requirement")
        if status not in STATUSES:
            problems.append(f"{line}: {row[1]}: unknown status '{status}'")
        counts[row[1][0], status] += 1
        problems += [f"{line}: {row[1]}: {problem}" for problem in check_tests(status, tests)]
    expected = {f"{letter}{number}" for letter, total in TOTALS.items() for number in range(1, total + 1)}
    problems += [f"{name} has no row" for name in sorted(expected - set(seen))]
    problems += [f"{name} is not a requirement" for name in sorted(set(seen) - expected)]
    problems += [f"{name} has {count} rows" for name, count in sorted(seen.items()) if count > 1]
    for problem in problems:
        print(f"docs/conformance.md:{problem}")
    for letter, total in TOTALS.items():
        print(letter, *(f"{counts[letter, status]} {status}" for status in STATUSES), f"of {total}", sep="  ")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
