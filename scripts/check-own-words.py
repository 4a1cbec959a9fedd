#!/usr/bin/env python3
"""Compares our words with those of other projects: summaries, descriptions, comments, and the inputs of tests.

usage: check-own-words.py FOLDER...     folders with sources of other projects, outside of this tree

Semantics, names, assembly formats and the texts of diagnostics are an interface, which has to be the same; what explains them is
written anew. Reported are

- help: a summary, description or help of ours of four words or more that stands in theirs word for word, or one of whose sentences
  of eight words or more does;
- comment: eight words of a comment of ours in a row that stand in a row in theirs;
- test: a function of a test of ours that has six lines or more, of which four fifths are, in this order, those of a function of
  theirs but for the names of values. Lines that many of their functions have are not counted.

Case, punctuation and line breaks do not count, nor do flags, code and titles in comments. Exits with 1 if anything is found.
"""

import difflib
import pathlib
import re
import sys

from c_source import ROOT, c_files, comments, line_of, relative

ENDINGS = {".td", ".mlir", ".h", ".cpp", ".md", ".c", ".cc", ".py", ".test", ".ll"}
LONG, SHORT = 8, 4
MOST_LINES, LEAST_LINES, SHARED, COMMON = 400, 6, 0.8, 60
WORD = re.compile(r"[a-z0-9_.]*[a-z0-9_]")
HELP = re.compile(r'\.(?:summary|description|help)\s*=\s*((?:"(?:\\.|[^"\\\n])*"\s*)+)')
OPTION = re.compile(r'TERN_OPTION_\w+,\s*(?:NULL|"(?:\\.|[^"\\])*"),\s*((?:"(?:\\.|[^"\\\n])*"\s*)+)')
# A line that goes on with the op of the line before: a keyword that is none of the ops without a dialect, or punctuation.
CONTINUATION = re.compile(r"(?!(?:return|call|call_indirect|constant)\b)[a-z_]+\b(?![.\"])|[(\[:{-]")
FUNCTION = re.compile(r"^\s*(?:func\.func|llvm\.func|gpu\.func|util\.func|gpu\.module|transform\.named_sequence)\b", re.M)

# Lines that tests have because of the syntax: what closes and returns, and the frame of every script for the interpreter.
FORCED = {
    *("}", "{", "})", "return", "llvm.return", "module {", "transform.yield"),
    "module attributes {transform.with_named_sequence} {",
    "transform.named_sequence %(%: !transform.any_op {transform.readonly}) {",
}

# Diagnostics say these ("must be device async token type"), and their words are those that users of the other projects know.
IN_DIAGNOSTICS = {
    "device async token type",
    "Attribute for MMA operation shape.",
    "Matrix shape for ldmatrix and stmatrix",
    "Multi-result op kinds",
}


def words(text):
    return WORD.findall(text.lower())


def grams(text):
    sequence = words(text)
    for i in range(len(sequence) - LONG + 1):
        yield " ".join(sequence[i : i + LONG])


def literal(text):
    return "".join(re.findall(r'"((?:\\.|[^"\\\n])*)"', text)).replace("\\n", "\n").replace('\\"', '"')


class Theirs:
    """What the folders say: the runs of words of all files, short texts as they stand in quotes, and the functions of tests."""

    def __init__(self, folders):
        self.runs, self.texts, self.functions = set(), {}, {}
        for folder in folders:
            for path in sorted(pathlib.Path(folder).rglob("*")):
                if path.suffix in ENDINGS and path.is_file():
                    self.read(path)

    def read(self, path):
        text = path.read_text(encoding="utf-8", errors="replace")
        prose = re.sub(r"(?m)^\s*(//+|#|;)", " ", text)
        self.runs.update(grams(re.sub(r'"\s*\n\s*"', "", prose)))
        for match in re.finditer(r'(?:"(?:\\.|[^"\\\n])*"\s*)+|\[\{.*?\}\]', text, re.S):
            quoted = match[0][2:-2] if match[0][0] == "[" else literal(match[0])
            sequence = words(quoted)
            if len(sequence) >= SHORT:
                self.texts.setdefault(" ".join(sequence), path.name)
        if path.suffix in (".mlir", ".ll"):
            for _, lines in functions(text):
                for line in set(lines):
                    self.functions.setdefault(line, []).append((path.name, lines))


def shape(line):
    """A line of IR without the names of its values, symbols and blocks."""
    line = re.sub(r"//.*", "", line)
    return re.sub(r"\s+", " ", re.sub(r"[%@^!#][\w$.-]+", "%", line)).strip()


def ops(lines):
    """The shapes of the ops of lines, each on one line however it was broken."""
    found = []
    for line in filter(None, map(shape, lines)):
        if found and len(line) > 1 and CONTINUATION.match(line):
            found[-1] += " " + line
        else:
            found.append(line)
    return found


def functions(text):
    """(line, shapes of its ops) for each function of a test; a function ends where the next one begins."""
    starts = [match.start() for match in FUNCTION.finditer(text)] + [len(text)]
    for start, end in zip(starts, starts[1:]):
        lines = ops(text[start:end].split("// -----")[0].splitlines())
        lines = [line for line in lines if line not in FORCED]
        if LEAST_LINES <= len(lines) <= MOST_LINES:
            yield line_of(text, start), lines


def check_helps(path, text, theirs):
    for pattern in (HELP, OPTION):
        for match in pattern.finditer(text):
            said = literal(match[1])
            if said in IN_DIAGNOSTICS:
                continue
            sequence = words(said)
            where = theirs.texts.get(" ".join(sequence)) if len(sequence) >= SHORT else None
            if where or any(gram in theirs.runs for gram in grams(said)):
                yield f"{relative(path)}:{line_of(text, match.start())}: help: {said!r}" + (f" ({where})" if where else "")


def prose(comment):
    """A comment without what is no sentence of its own: indented code, flags, and titles in quotes."""
    text = re.sub(r"(?m)^\s*//|   .*", " ", comment)
    return re.sub(r'"[^"]*"|--\S+', " . ", text)


def is_sentence(gram):
    return sum(word.isalpha() and len(word) > 1 for word in gram.split()) >= LONG - 1


def check_comments(path, text, theirs):
    block, start = "", 0
    for line, comment in [*comments(text), (1 << 30, "")]:
        if block and line > start + block.count("\n"):
            found = next((gram for gram in grams(prose(block)) if gram in theirs.runs and is_sentence(gram)), None)
            if found:
                yield f"{relative(path)}:{start}: comment: {found!r}"
            block = ""
        start = start if block else line
        block += comment + "\n"


def check_test(path, theirs):
    text = path.read_text(encoding="utf-8")
    for line, lines in functions(text):
        lines = [one for one in lines if len(theirs.functions.get(one, ())) <= COMMON]
        if len(lines) < LEAST_LINES:
            continue
        candidates = {}
        for one in set(lines):
            for name, others in theirs.functions.get(one, ()):
                count, _ = candidates.get(id(others), (0, None))
                candidates[id(others)] = (count + 1, (name, others))
        for count, (name, others) in sorted(candidates.values(), key=lambda c: -c[0])[:5]:
            if count < SHARED * len(set(lines)):
                break
            same = sum(m.size for m in difflib.SequenceMatcher(None, lines, others, autojunk=False).get_matching_blocks())
            if same >= SHARED * len(lines):
                yield f"{relative(path)}:{line}: test: {same} of {len(lines)} lines are those of {name}"
                break


def main():
    if len(sys.argv) < 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    theirs = Theirs(sys.argv[1:])
    if not theirs.runs:
        print("check-own-words.py: there is nothing to compare with in " + " ".join(sys.argv[1:]), file=sys.stderr)
        return 2
    found = []
    for path in c_files():
        text = path.read_text(encoding="utf-8")
        found += check_helps(path, text, theirs)
        found += check_comments(path, text, theirs)
    for path in sorted((ROOT / "test").rglob("*.mlir")):
        found += check_test(path, theirs)
    print("\n".join(found))
    kinds = [one.split(": ")[1] for one in found]
    print(", ".join(f"{kinds.count(kind)} of {kind}" for kind in ("help", "comment", "test")))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
