#!/usr/bin/env python3
"""Fails on a name of ours or a path of the tree that a comment or a document mentions and that does not exist."""

import glob
import re
import sys

from c_source import FOLDERS, ROOT, c_files, comments, relative, without_comments

IDENTIFIER = re.compile(r"\b(?:tern|TERN)_[A-Za-z0-9_]+")
# tern_##name##_t and the like: names that the preprocessor glues.
GLUED = re.compile(r"(?:\b\w+|##)*\b(?:tern|TERN)_\w*(?:\s*##\s*\w+)+")
TOP = "|".join(FOLDERS + ("docs", "scripts", "cmake"))
TREE_PATH = re.compile(rf"(?<![\w./<-])(?:{TOP})/[\w./*{{}},<>-]*")
ROOM_PATH = re.compile(
    r"(?<![\w./<-])(?:base|ir|asm|rewrite|pass|dialect|analysis|transform|convert|target|pipeline|runtime|tern)"
    r"/[\w/-]+\.(?:c|h|def)\b"
)


def known_names():
    """All identifiers of the code, and patterns for those that macros make."""
    names, patterns = set(), set()
    for path in c_files():
        code = without_comments(path.read_text(encoding="utf-8"))
        names.update(IDENTIFIER.findall(code))
        for match in GLUED.finditer(code):
            parts = [part.strip() for part in re.split(r"##", match[0])]
            pattern = "".join(part if index == 0 else r"\w+" for index, part in enumerate(parts))
            # The last part is literal if it looks like the end of a name: tern_##x##_t.
            if parts[-1].startswith("_"):
                pattern = re.sub(r"(\\w\+)$", parts[-1], pattern)
            patterns.add(pattern)
    cmake = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "CMakeLists.txt", ROOT / "test/CMakeLists.txt"))
    names.update(IDENTIFIER.findall(cmake))
    return names, [re.compile(pattern) for pattern in sorted(patterns)]


def wrong_names(text, names, patterns):
    for match in IDENTIFIER.finditer(text):
        name, following = match[0], text[match.end() : match.end() + 1]
        if following in ("<", "{"):  # a scheme such as tern_<noun>_<verb>
            continue
        if following == "*" or name.endswith("_"):
            if any(known.startswith(name) for known in names):
                continue
        elif name in names or any(pattern.fullmatch(name) for pattern in patterns):
            continue
        yield name + ("*" if following == "*" else "")


def path_exists(path):
    if "<" in path or "{" in path or path.startswith("build"):
        return True
    return bool(glob.glob(str(ROOT / path))) if "*" in path else (ROOT / path).exists()


def wrong_paths(text):
    for match in TREE_PATH.finditer(text):
        path = match[0].rstrip(".,-")
        # `test/...` after a word and a slash is a sentence ("lit/test/"); a bare "src/" is the room list.
        if not path_exists(path) and not path_exists(path.rstrip("/")):
            yield path
    for match in ROOM_PATH.finditer(text):
        if not any((ROOT / top / match[0]).exists() for top in ("src", "include")):
            yield match[0]


def main():
    names, patterns = known_names()
    failures = 0
    texts = []
    for path in c_files():
        for line, comment in comments(path.read_text(encoding="utf-8")):
            texts.append((relative(path), line, comment))
    for path in sorted(ROOT.glob("*.md")) + sorted((ROOT / "docs").rglob("*.md")):
        if path.is_file():
            for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                texts.append((relative(path), line, text))
    for path, line, text in texts:
        for wrong in list(wrong_names(text, names, patterns)) + list(wrong_paths(text)):
            print(f"{path}:{line}: '{wrong}' does not exist")
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
