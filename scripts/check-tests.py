#!/usr/bin/env python3
"""Fails on a lit test that checks nothing or less than it seems to.

Each test has RUN lines and something that can fail: a directive for a prefix that FileCheck is given, an expected-*
comment under --verify-diagnostics, or a run whose exit status is the verdict. Directives that are misspelt, prefixes
without a directive, and directives that no RUN line asks for are refused.
"""

import re
import sys

from c_source import ROOT, relative

SUFFIXES = {"", "NEXT", "SAME", "NOT", "DAG", "LABEL", "EMPTY"}
LIT_WORDS = {"RUN", "REQUIRES", "UNSUPPORTED", "XFAIL", "DEFINE", "REDEFINE", "END", "COM", "ALLOW_RETRIES"}
COMMENT = {".mlir": re.compile(r"//+[ \t]*(.*)$"), ".test": re.compile(r"(?://|#|;)+[ \t]*(.*)$")}
DIRECTIVE = re.compile(r"^([A-Z][A-Z0-9_]*(?:-[A-Z0-9_]+)*)(\{[A-Z]+\})?(\s*):(?!:)")
PREFIX_OPTION = re.compile(r"--?check-prefix(?:es)?[= ]([\w,-]+)")
EXPECTED = re.compile(r"\bexpected-([a-z]+)(-re)?\b([^{]*)(\{\{)?")
VERDICTS = re.compile(r"\bnot\b|\bdiff\b|\bcmp\b|--expected_output|--check\b|run-docs\.py|\bmlir-opt\b|\bFileCheck\b|\bllvm-as\b|\bspirv-val\b")


def lit_tests():
    for path in sorted((ROOT / "test").rglob("*")):
        parts = path.relative_to(ROOT / "test").parts
        if path.suffix in (".mlir", ".test") and not {"Inputs", "unit", "fuzz", "models", "small"} & set(parts):
            yield path


def comments(text, ending):
    for line, content in enumerate(text.splitlines(), 1):
        match = COMMENT[ending].search(content)
        if match:
            yield line, match[1].rstrip()


def run_commands(text):
    """The RUN lines, with those that end in a backslash joined."""
    joined = re.sub(r"\\\n[^\n]*?RUN:", " ", text)
    return [match[1] for match in re.finditer(r"RUN:(.*)", joined)]


def used_prefixes(commands):
    """The prefixes of the FileCheck runs whose checks stand in the test itself."""
    prefixes = set()
    for command in commands:
        for part in re.split(r"\||&&|;", command):
            if re.search(r"\bFileCheck\b.*%s\b", part):
                named = PREFIX_OPTION.findall(part)
                prefixes.update(name for group in named for name in group.split(","))
                if not named:
                    prefixes.add("CHECK")
    return prefixes


def split_directive(word, prefixes):
    """The prefix that a directive belongs to, if it is a right one."""
    for prefix in prefixes:
        if word == prefix:
            return prefix
        if word.startswith(prefix + "-"):
            suffix = word[len(prefix) + 1 :]
            if suffix in SUFFIXES or re.fullmatch(r"COUNT-\d+", suffix):
                return prefix
    return None


def check_directive(comment, prefixes, seen):
    """What is wrong with one comment line of a test, or None; marks the prefix as seen."""
    match = DIRECTIVE.match(comment)
    if match:
        word = match[1]
        if word in LIT_WORDS:
            return None
        prefix = split_directive(word, prefixes)
        if not prefix:
            return f"'{word}:' is no directive of a prefix that a RUN line uses ({', '.join(sorted(prefixes)) or 'none'})"
        if match[3]:
            return f"white space before the colon of '{word}'"
        seen.add(prefix)
        return None
    word = comment.split(" ")[0]
    if word.rstrip(":") != word or not split_directive(word, prefixes):
        loose = re.match(r"^(check(?:-[a-z]+)?):", comment, re.I)
        return f"'{loose[1]}:' is not spelt as a directive" if loose else None
    return f"'{word}' has no colon"


def check_expected(comment):
    for kind, _, between, opening in EXPECTED.findall(comment):
        if kind not in ("error", "warning", "note", "remark"):
            return f"'expected-{kind}' is no directive"
        if not opening or not re.fullmatch(r"\s*(?:@(?:[+-]\d+|\d+|above|below|unknown))?\s*\d*\s*", between):
            return f"expected 'expected-{kind} [@where] {{{{text}}}}'"
    return None


def check_test(text, ending):
    commands = run_commands(text)
    if not commands:
        yield 1, "no RUN line"
        return
    prefixes, seen, has_expected = used_prefixes(commands), set(), False
    verifies = any(re.search(r"--?verify-diagnostics\b", command) for command in commands)
    for line, comment in comments(text, ending):
        if comment.startswith("RUN:"):
            continue
        problem = check_directive(comment, prefixes, seen) or check_expected(comment)
        if problem:
            yield line, problem
        if EXPECTED.search(comment):
            has_expected = True
            if not verifies:
                yield line, "expected-* without --verify-diagnostics in a RUN line"
    for prefix in sorted(prefixes - seen):
        yield 1, f"FileCheck is given the prefix '{prefix}', which has no directive"
    if not seen and not has_expected and not any(VERDICTS.search(command) for command in commands):
        yield 1, "the test checks nothing"


def main():
    failures = 0
    for path in lit_tests():
        for line, problem in check_test(path.read_text(encoding="utf-8", errors="replace"), path.suffix):
            print(f"{relative(path)}:{line}: {problem}")
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
