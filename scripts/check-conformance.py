#!/usr/bin/env python3
"""Checks docs/conformance.md: every requirement has one row, with a known status and tests that exist.

A row is `| ID | requirement | status | tests |`; tests are paths from the root of the tree in backquotes, each perhaps
followed by `:name`, a text that must stand in that file. `works` and `partial` need a test, `absent` has none.
Each rule of Triton that works, C16 to C99, has a lit test of its own, named after the row: a file `c16_....mlir` or a
function `@c16_...` of a pass's test. Files that are named so belong to their row, and say which it is. Prints the totals.
"""

import collections
import re
import sys

from c_source import ROOT

TOTALS = {"A": 121, "B": 130, "C": 99, "D": 142, "E": 34, "F": 58, "G": 27, "W": 56}
STATUSES = ("works", "partial", "absent")
# Rows whose tests have their names.
NAMED = {f"C{number}" for number in range(16, 100)}
NAMED_FILE = re.compile(r"([a-z])0*(\d+)_\w+\.mlir")
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


def check_names(row, status, cell):
    """A rule of Triton that works needs a lit test that is named after it."""
    if row not in NAMED or status != "works":
        return
    name = f"{row[0].lower()}0*{row[1:]}_"
    if not re.search(rf"`(?:[^`]*/{name}[^`/]*\.mlir|[^`]*\.mlir:@{name}\w+)`", cell):
        yield f"there is no lit test of its own, '{row.lower()}_....mlir' or '...:@{row.lower()}_...'"


def stray_tests(rows):
    """Files that are named after a row that does not name them."""
    for path in sorted((ROOT / "test" / "conformance").rglob("*.mlir")):
        name = path.relative_to(ROOT).as_posix()
        match = NAMED_FILE.fullmatch(path.name)
        row = match and f"{match[1].upper()}{match[2]}"
        if not row or f"`{name}" not in rows.get(row, ""):
            yield f"'{name}' is not a test of the row that it is named after"
        elif not re.search(rf"\b{row}\b", path.read_text(encoding="utf-8")):
            yield f"'{name}' does not say that it is the test of {row}"


def main():
    problems, seen, counts, rows = [], collections.Counter(), collections.Counter(), {}
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
        rows[row[1]] = tests
        found = [*check_tests(status, tests), *check_names(row[1], status, tests)]
        problems += [f"{line}: {row[1]}: {problem}" for problem in found]
    expected = {f"{letter}{number}" for letter, total in TOTALS.items() for number in range(1, total + 1)}
    problems += [f"{name} has no row" for name in sorted(expected - set(seen))]
    problems += [f"{name} is not a requirement" for name in sorted(set(seen) - expected)]
    problems += [f"{name} has {count} rows" for name, count in sorted(seen.items()) if count > 1]
    problems += [f" {problem}" for problem in stray_tests(rows)]
    for problem in problems:
        print(f"docs/conformance.md:{problem}")
    for letter, total in TOTALS.items():
        print(letter, *(f"{counts[letter, status]} {status}" for status in STATUSES), f"of {total}", sep="  ")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
