#!/usr/bin/env python3
"""Fails on an include that goes up in the house: each room of src/ may use the rooms before it, and nothing else."""

import re
import sys

from c_source import ROOT, c_files, line_of, relative, without_comments

# Lowest first; rooms on one line are neighbours and may not use each other.
LEVELS = [
    ["base"],
    ["analysis/layout"],
    ["ir"],
    ["asm"],
    ["bytecode"],
    ["rewrite"],
    ["pass"],
    ["dialect"],
    ["analysis"],
    ["transform", "convert", "frontend"],
    ["target", "interpreter"],
    ["pipeline", "clang"],
    ["test"],
]
# Parts of rooms that are rooms of their own: the algebra of layouts is mathematics, which encodings of types are made of.
PARTS = ("analysis/layout",)


def room_of(path):
    return next((part for part in PARTS if path.startswith(part + "/")), path.split("/")[0])


ALLOWED = {"runtime": {"base"}, "pjrt": set()}  # the plugin has the public headers only
for index, rooms in enumerate(LEVELS):
    for room in rooms:
        ALLOWED[room] = {below for level in LEVELS[:index] for below in level}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]+)"|<([^>]+)>)', re.M)


# Headers and tables that the build makes (CMakeLists.txt).
GENERATED = re.compile(r"dialect/spirv/grammar_(ids\.h|tables\.inc|cases\.inc)|(pipeline|test)/registry_table\.def|frontend/triton/library_texts\.inc|base/small_(files|operands)\.inc|sat_passes\.def")


def problem(path, name, quoted):
    """What is wrong with including `name` from `path`, or None."""
    top, _, rest = relative(path).partition("/")
    room = room_of(rest) if top == "src" else None
    if name.startswith("llvm-c/") and not relative(path).startswith("src/target/llvm/") and top == "src":
        return "only src/target/llvm may use LLVM"
    if name.startswith("tern/"):
        return None if (ROOT / "include" / name).is_file() else "there is no such header"
    if not quoted:
        return None
    if (path.parent / name).is_file() and "/" not in name:
        return None
    if top == "test" and any((ROOT / folder / name).is_file() for folder in ("test/support", "test/unit")):
        return None  # what several tests have
    if relative(path).startswith("include/cuda/"):
        return None  # headers of CUDA programs, which include each other
    if top == "include":
        return "public headers may use only public headers"
    if (top == "examples" or "Inputs" in path.parts) and "/" not in name:
        return None  # a header that tern-compile writes beside its object file
    if top == "tools" and (ROOT / "tools" / name).is_file():
        return None  # a part that several tools have
    if top in ("tools", "bench", "examples"):
        return f"{top} may use only public headers"
    if not (ROOT / "src" / name).is_file() and not GENERATED.fullmatch(name):
        return "there is no such header below src/ (paths start at the room)"
    used = room_of(name)
    if room is None or used == room or used in ALLOWED.get(room, set()):
        return None
    return f"{room} may not use {used}"


def main():
    failures = 0
    for path in c_files():
        text = without_comments(path.read_text(encoding="utf-8"))
        for match in INCLUDE.finditer(text):
            message = problem(path, match[1] or match[2], match[1] is not None)
            if message:
                print(f'{relative(path)}:{line_of(text, match.start())}: include of "{match[1] or match[2]}": {message}')
                failures += 1
    for folder in sorted((ROOT / "src").iterdir()):
        if folder.is_dir() and folder.name not in ALLOWED:
            print(f"src/{folder.name}: a room that check-layering.py does not know")
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
