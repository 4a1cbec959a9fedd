"""Reads C sources for the checks: files of the tree, and a file cut into code, comments and string literals."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("src", "include", "tools", "test", "bench", "examples")

TOKEN = re.compile(
    r'(?P<comment>//(?:\\\n|[^\n])*|/\*.*?\*/)|(?P<string>"(?:\\.|[^"\\\n])*")|(?P<char>\'(?:\\.|[^\'\\\n])*\')', re.S
)


def c_files(folders=FOLDERS, endings=(".c", ".h", ".def")):
    """The C files below the folders, in a stable order."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in endings and path.is_file():
                yield path


def relative(path):
    return path.relative_to(ROOT).as_posix()


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def comments(text):
    """(line, comment) for each comment."""
    for match in TOKEN.finditer(text):
        if match["comment"]:
            yield line_of(text, match.start()), match["comment"]


def without_comments(text):
    """The text with each comment blanked; line numbers stay."""
    return TOKEN.sub(lambda m: re.sub(r"[^\n]", " ", m[0]) if m["comment"] else m[0], text)
