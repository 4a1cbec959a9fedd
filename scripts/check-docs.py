#!/usr/bin/env python3
"""Fails if the documents say what is not so, as far as a program can tell.

- Quotes. A fenced block whose first line names a file, as in "```c test/extending/sat.h", quotes it. The blocks of a file, in order
  and with an empty line between them, are the whole file. Every C file of test/extending is quoted.
- Links. What a link points to exists, and so does the heading behind its `#`. docs/architecture.md, the map, has at most 150 lines and
  links to every other document.
- Places. "`name` in `src/file.c`" says that the file has a function, table or macro of this name; "`--flag` in `src/file.c`" that the pass is
  defined there.
- Flags. A `--flag` stands in the sources of this tree.
"""

import re
import sys

from c_source import ROOT, c_files, line_of, relative, without_comments

BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.M | re.S)
FENCE = re.compile(r"^```.*?^```$", re.M | re.S)
LINK = re.compile(r"\]\(([^)#\s:]*)(?:#([^)\s]*))?\)")
HEADING = re.compile(r"^#+ (.*)$", re.M)
PLACE = re.compile(r"`(-{2})?([\w-]+)`\s+in\s+`((?:src|tools|include|scripts|test)/[\w./-]+)`")
FLAG = re.compile(r"(?<![\w-])--([a-z][\w-]*[a-z0-9])")
QUOTED_FOLDERS = ["test/extending"]
MAP, MAP_LINES = "docs/architecture.md", 150
# Flags of other programs that documents name, and of ours that are put together from a prefix and an option.
FOREIGN = {"implicit-check-not", "arith-emulate", "test-dir"}
PREFIX = re.compile(r"^iree-(?:flow|hal|stream|vm|opt)-")


def documents():
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


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


def check_quotes(texts):
    quotes = {}
    for document, text in texts:
        for match in BLOCK.finditer(text):
            place = f"{relative(document)}:{line_of(text, match.start())}"
            quotes.setdefault(match[1], []).append((place, match[2]))
    for path, blocks in sorted(quotes.items()):
        problem = check_file(path, blocks)
        if problem:
            yield problem
    for path in c_files(QUOTED_FOLDERS):
        if relative(path) not in quotes:
            yield relative(path), "no document quotes it"


def anchors(text):
    """What GitHub makes of the headings: lower case, without punctuation, hyphens for spaces."""
    headings = HEADING.findall(FENCE.sub("", text))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check_links(texts):
    linked = set()
    for document, text in texts:
        for match in LINK.finditer(text):
            place = f"{relative(document)}:{line_of(text, match.start())}"
            target = (document.parent / match[1]).resolve() if match[1] else document
            if relative(document) == MAP and target.is_relative_to(ROOT):
                linked.add(relative(target))
            if not target.exists():
                if target.is_relative_to(ROOT):
                    yield place, f"'{match[1]}' does not exist"
            elif match[2] and match[2] not in anchors(target.read_text(encoding="utf-8")):
                yield place, f"'{match[1]}' has no heading for '#{match[2]}'"
    for document, text in texts:
        if document.parent == ROOT / "docs" and relative(document) not in linked | {MAP}:
            yield MAP, f"no link to {relative(document)}"
        if relative(document) == MAP and text.count("\n") > MAP_LINES:
            yield MAP, f"{text.count(chr(10))} lines, and the map has {MAP_LINES} at most"


def defines(path, name, is_flag):
    text = (ROOT / path).read_text(encoding="utf-8")
    if is_flag:
        return f'.flag = "{name}"' in text
    code = without_comments(text) if path.endswith((".c", ".h", ".def")) else text
    # In a line that is not indented: a function, a type, a table, a macro or a row.
    return re.search(rf"^(?! )[\w *#(}}]*\b{re.escape(name)}\b\s*[(\[=;,{{ ]", code, re.M) is not None


def check_places(texts):
    for document, text in texts:
        for match in PLACE.finditer(text):
            place = f"{relative(document)}:{line_of(text, match.start())}"
            if not (ROOT / match[3]).is_file():
                yield place, f"'{match[3]}' does not exist"
            elif not defines(match[3], match[2], match[1]):
                yield place, f"'{match[1] or ''}{match[2]}' is not defined in {match[3]}"


def check_flags(texts):
    folders = ("src", "tools", "bench", "scripts", "test", "examples")
    endings = {".c", ".h", ".def", ".py", ".sh", ".cfg"}
    files = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in endings)
    words = set(re.findall(r"[a-z][\w-]*[a-z0-9]", " ".join(path.read_text(encoding="utf-8", errors="replace") for path in files)))
    for document, text in texts:
        for match in FLAG.finditer(text):
            if not {match[1], PREFIX.sub("", match[1])} & (words | FOREIGN):
                yield f"{relative(document)}:{line_of(text, match.start())}", f"no program has '--{match[1]}'"


def main():
    texts = [(document, document.read_text(encoding="utf-8")) for document in documents()]
    problems = [problem for check in (check_quotes, check_links, check_places, check_flags) for problem in check(texts)]
    for place, problem in problems:
        print(f"{place}: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
