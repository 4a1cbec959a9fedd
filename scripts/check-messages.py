#!/usr/bin/env python3
"""Reports which messages of src/ no test provokes.

A message is a string literal passed to a function that reports (its name speaks of an error, a failure, a refusal, an
expectation, a note, ...). It counts as provoked if an expected-* comment, a CHECK line or a unit test holds its words in
order, or holds a piece of it that is long enough to be no accident. The report is for reading: the exit status is 0.
"""

import re

from c_source import ROOT, c_files, line_of, relative, without_comments

REPORTER = re.compile(
    r"\b((?:\w+_)?(?:error|fail|failure|refuse|reject|emit|warning|remark|note|expect|expected|complain|diagnose|report)"
    r"(?:_\w+)?|tern_status_make|tern_op_error)\s*\("
)
LITERAL = re.compile(r'"((?:\\.|[^"\\])*)"')
CONVERSION = re.compile(r"%(?:[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|h|ll|l|z|j|t|L)?[a-zA-Z]|%)")
SHORTEST_PIECE = 12  # characters of a test's text that identify a message on their own
SHORTEST_MESSAGE = 8


def arguments_of(code, opening):
    """The text between the parenthesis at `opening` and its partner."""
    depth, position = 0, opening
    while position < len(code):
        if code[position] == '"':
            position = LITERAL.match(code, position).end() if LITERAL.match(code, position) else position + 1
            continue
        depth += (code[position] == "(") - (code[position] == ")")
        if depth == 0:
            return code[opening + 1 : position]
        position += 1
    return ""


def messages():
    """(path, line, format) of every message."""
    for path in c_files(("src",), (".c",)):
        code = without_comments(path.read_text(encoding="utf-8"))
        found = set()
        for call in REPORTER.finditer(code):
            text = arguments_of(code, call.end() - 1)
            # Adjacent literals are one; a literal within a nested call belongs to that call.
            text = re.sub(r'"\s*(?:PRI\w+\s*)?"', "", text)
            literal = LITERAL.search(re.sub(r"\b\w+\([^()\"]*\)", "", text))
            if literal and len(literal[1]) >= SHORTEST_MESSAGE and (call.start(), literal[1]) not in found:
                found.add((call.start(), literal[1]))
                yield path, line_of(code, call.start()), literal[1].replace('\\"', '"').replace("\\n", "\n")


def expected_texts():
    """What tests expect to read: as lists of literal pieces."""
    for path in sorted((ROOT / "test").rglob("*")):
        if path.suffix in (".mlir", ".test"):
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                match = re.search(r"expected-(?:error|warning|note|remark)(?:-re)?[^{]*\{\{(.*)\}\}", line)
                match = match or re.search(r"(?://|#|;)\s*[A-Z][\w-]*:\s*(.*)$", line)
                if match and "RUN:" not in line:
                    yield re.sub(r"^.*?\b(?:error|warning|note|remark): ", "", match[1])
        elif path.suffix in (".c", ".py", ".sh"):
            for literal in LITERAL.findall(path.read_text(encoding="utf-8")):
                yield literal.replace('\\"', '"')


def pieces_of(text, separator):
    return [piece for piece in separator.split(text) if piece.strip(" '\"")]


def holds_in_order(text, pieces):
    position = 0
    for piece in pieces:
        position = text.find(piece, position)
        if position < 0:
            return False
        position += len(piece)
    return True


def main():
    texts = sorted(set(expected_texts()))
    wildcard = re.compile(r"\{\{.*?\}\}|\[\[.*?\]\]")
    test_pieces = sorted({piece.strip() for text in texts for piece in wildcard.split(text)})
    long_pieces = [piece for piece in test_pieces if len(piece) >= SHORTEST_PIECE]
    joined = [wildcard.sub(" ", text) for text in texts]
    total, silent = 0, []
    for path, line, message in messages():
        total += 1
        pieces = pieces_of(message, CONVERSION)
        if not pieces:
            continue
        provoked = any(holds_in_order(text, pieces) for text in joined) or any(
            piece in part for part in pieces for piece in long_pieces
        )
        if not provoked:
            silent.append(f"{relative(path)}:{line}: {message}")
    print("\n".join(silent))
    print(f"{total} messages, {total - len(silent)} provoked by a test, {len(silent)} not")


if __name__ == "__main__":
    main()
