#!/usr/bin/env python3
"""Writes files of text as a table in C: generate_library_texts.py OUTPUT NAME=FILE..."""

import sys

ESCAPES = {"\\": "\\\\", '"': '\\"'}


def main():
    rows = []
    for entry in sys.argv[2:]:
        name, path = entry.split("=", 1)
        with open(path, encoding="ascii") as source:
            lines = ["".join(ESCAPES.get(c, c) for c in line.rstrip("\n")) for line in source]
        text = "\n".join(f'     "{line}\\n"' for line in lines)
        rows.append(f'    {{"{name}",\n{text}}},\n')
    with open(sys.argv[1], "w", encoding="ascii") as output:
        output.write("static const struct {\n  const char *name, *text;\n} library_texts[] = {\n" + "".join(rows) + "};\n")


if __name__ == "__main__":
    main()
