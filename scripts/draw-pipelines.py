#!/usr/bin/env python3
"""Writes docs/pipelines.md, the drawing of all pipelines, from their rows (src/pipeline/stages/) and from what passes say of themselves.

usage: draw-pipelines.py [--check]

With --check nothing is written: fails if the document is not what would be written. In either mode fails on a row that names a pass,
an option or a value that there is none of.
"""

import re
import sys

from c_source import ROOT, TOKEN, c_files, line_of, relative, without_comments

DOCUMENT = ROOT / "docs/pipelines.md"
STAGES = ROOT / "src/pipeline/stages"
LIST = re.compile(r"^STAGES\((\w+)\)\n(.*?)^END$", re.M | re.S)
STRING = re.compile(r'"((?:\\.|[^"\\\n])*)"')
WORD = re.compile(r"\$\{?([\w|-]+)")
MACRO = re.compile(r"^#define (\w+) ((?:[^\n]*\\\n)*[^\n]*)$", re.M)
DEFINITION = re.compile(r"^const tern_(pass|pipeline)_def_t tern_\w+ = \{(.*?)^\};", re.M | re.S)
MADE_BY_MACRO = re.compile(r'^// pass: \w+ "([^"]+)"$', re.M)
VALUE = re.compile(r'\{"([\w-]+)",\s*TERN_OPTION_')
OPTION = re.compile(r'\{(?:\.name = )?"([\w-]+)",|\b[A-Z_]+\("([\w-]+)"')
PHASE = re.compile(r'^    \{"([\w-]+)", "([^"]+)", (\w+), \w+\},$', re.M)


def text_of(code):
    """The string that adjacent literals make; macros that are not known here stand for themselves."""
    return "".join(match[1] if match[1] is not None else f"<{match[0]}>" for match in re.finditer(r'"((?:\\.|[^"\\\n])*)"|\w+', code))


def split(code):
    """The arguments of a row."""
    parts, depth, start, quoted = [], 0, 0, False
    for index, c in enumerate(code):
        if c == '"' and code[index - 1] != "\\":
            quoted = not quoted
        if quoted:
            continue
        depth += (c in "({") - (c in ")}")
        if c == "," and depth == 0:
            parts.append(code[start:index])
            start = index + 1
    return [part.strip() for part in parts + [code[start:]]]


def rows_of(body):
    """Dictionaries with `pass` or `rows`, and the other members of each row that is there."""
    at = 0
    while match := re.compile(r"(STAGE|ROWS)\(").search(body, at):
        depth, end, quoted = 1, match.end(), False
        while depth:
            if body[end] == '"' and body[end - 1] != "\\":
                quoted = not quoted
            depth += (body[end] == "(" and not quoted) - (body[end] == ")" and not quoted)
            end += 1
        first, *others = split(body[match.end() : end - 1])
        row = {"pass": text_of(first)} if match[1] == "STAGE" else {"rows": first}
        for other in others:
            name, _, value = other.partition("=")
            row[name.strip(" .")] = value.strip() if name.strip() == ".rows" else text_of(value)
        yield row
        at = end


def read_lists(path):
    """All lists of a file: name -> (comment above it, rows)."""
    text = path.read_text(encoding="utf-8")
    code = without_comments(text)
    macros = {match[1]: re.sub(r"\s*\\\n\s*", " ", match[2]).strip() for match in MACRO.finditer(code)}
    macros["TERN_NARROW_FLOATS"] = '"narrow floats"'
    found = {}
    for match in LIST.finditer(code):
        body = match[2]
        for name, value in macros.items():
            body = re.sub(rf"\b{name}\b", lambda _, value=value: value, body)
        above = text[: match.start()].rsplit("\n\n", 1)[-1]
        comment = " ".join(re.sub(r"^//\s?", "", line) for line in above.splitlines() if line.startswith("//"))
        found[match[1]] = ("" if comment.startswith("---") else comment, list(rows_of(body)))
    return found


def read_definitions():
    """Passes and pipelines by flag: (kind, summary, list of stages, names of options), and the C file of each file of rows."""
    known, users = {}, {}
    for path in c_files(("src", "test"), (".c",)):
        text = path.read_text(encoding="utf-8")
        code = without_comments(text)
        for match in re.finditer(r'#include "pipeline/stages/(\w+\.def)"', code):
            users.setdefault(match[1], []).append(path)
        for flag in MADE_BY_MACRO.findall(text):
            known[flag] = ("pass", "", None, None)
        for kind, body in DEFINITION.findall(code):
            flag = text_of(re.search(r'\.flag = ((?:"[^"]*"\s*)+)', body)[1])
            summary = re.search(r'\.summary =\s*((?:"(?:\\.|[^"\\])*"\s*)+)', body)
            stages = re.search(r"\.stages = (\w+)", body)
            known[flag] = (kind, text_of(summary[1]) if summary else "", stages[1] if stages else None, path)
    return known, users


class Drawing:
    def __init__(self):
        self.known, self.users = read_definitions()
        self.lists, self.problems, self.out = {}, [], []
        for path in sorted(STAGES.glob("*.def")):
            for name, (comment, rows) in read_lists(path).items():
                self.lists[path.name, name] = (comment, rows)
        for (file, name), (_, rows) in self.lists.items():
            self.check(file, name, rows)

    def check(self, file, name, rows):
        """Notes what a row names and there is none of."""
        values = {"item"}
        for path in self.users.get(file, []):
            code = path.read_text(encoding="utf-8")
            values.update(VALUE.findall(code))
            values.update(first or second for first, second in OPTION.findall(code))
        if file not in self.users:
            self.problems.append(f"src/pipeline/stages/{file}: no source includes it")
        for row in rows:
            flag = row.get("pass", "")
            if flag and "$" not in flag and flag not in self.known:
                self.problems.append(f"src/pipeline/stages/{file}: {name}: there is no pass {flag}")
            words = [word for match in WORD.finditer(flag + " " + row.get("options", "")) for word in match[1].split("|")]
            words += [word for condition in row.get("when", "").split() for word in condition.lstrip("!").split("|")]
            for word in words + ([row["each"]] if "each" in row else []):
                if word.rstrip("-") not in values:
                    self.problems.append(f"src/pipeline/stages/{file}: {name}: there is no value {word}")

    def find(self, file, name):
        """The list of this name, in this file or another that the same source includes."""
        if (file, name) in self.lists:
            return file, self.lists[file, name][1]
        return next(((f, rows) for (f, n), (_, rows) in self.lists.items() if n == name), (file, []))

    def condition(self, row):
        words = [re.sub(r"^!", "not ", word).replace("|", " or ") for word in row.get("when", "").split()]
        if "each" in row:
            words.append(f"each of {row['each']}")
        return "if " + " and ".join(words) if words and "each" not in row else ", ".join(words)

    def draw(self, file, rows, indent, outer=""):
        nest = None
        for row in rows:
            if row.get("on") != nest:
                nest = row.get("on")
                if nest:
                    self.out.append(f"{indent}in {nest.replace(' ', ' and ')}")
            inner = indent + ("  " if nest else "")
            condition = self.condition(row)
            if "pass" in row:
                summary = self.known.get(row["pass"], ("", "", None, None))[1]
                left = f"{inner}{row['pass']}" + (f"  [{condition}]" if condition else "")
                self.out.append(f"{left:<62} {summary}".rstrip() if summary else left)
                if "rows" in row:
                    self.draw(file, self.find(file, row["rows"])[1], inner + "  ")
            elif condition:
                self.out.append(f"{inner}[{condition}]")
                self.draw(*self.find(file, row["rows"]), inner + "  ")
            else:
                self.draw(*self.find(file, row["rows"]), inner)

    def program(self):
        """The phases of a program and the pipelines that each is."""
        text = (ROOT / "src/pipeline/program.c").read_text(encoding="utf-8")
        for name, summary, stages in PHASE.findall(text):
            self.out.append(f"  | {name}")
            for row in self.lists["program.def", stages][1]:
                condition = self.condition(row)
                self.out.append(f"  |     {row['pass']}" + (f"  [{condition}]" if condition else ""))
            self.out.append(summary)

    def write(self):
        self.out += [
            "# Pipelines",
            "",
            "Drawn by `scripts/draw-pipelines.py` from the rows in `src/pipeline/stages/`, one line for each stage; `pass/stages.h` says how",
            "rows are read, and `tern-opt --PIPELINE --print-pipeline` prints one with all values filled in. In brackets stands when a",
            "stage runs: names are options of the pipeline, or values that the file which includes the rows computes.",
            "",
            "## A program",
            "",
            "`src/pipeline/program.c` runs these phases; `tern-compile --print-pipeline` prints them for a program at hand. Executables are",
            "compiled while `executable-targets` runs, on the way of a dispatch below.",
            "",
            "```",
            "StableHLO, TOSA, linalg",
        ]
        self.program()
        self.out += ["  | tern_vm_module_write", "module file", "```"]
        sections = [
            ("A dispatch", "`src/pipeline/dispatch/` runs these parts: to linalg, for GPUs to kernels, and to what code is made of.", "dispatch.def"),
            ("A host program", "Functions that launch kernels of the gpu dialect (`src/pipeline/host/program.c`).", "host.def"),
            ("A portable artifact", "`src/pipeline/driver/portable_artifact.c` goes both ways.", "portable_artifact.def"),
        ]
        for title, text, file in sections:
            self.out += ["", f"## {title}", "", text, "", "```"]
            for (f, name), (_, rows) in self.lists.items():
                if f == file:
                    self.out.append(name.replace("_", " "))
                    self.draw(f, rows, "  ")
            self.out.append("```")
        for flag, (kind, summary, stages, path) in sorted(self.known.items()):
            if kind != "pipeline" or not stages:
                continue
            files = [file for file, users in self.users.items() if path in users and (file, stages) in self.lists]
            if not files:
                continue
            comment, rows = self.lists[files[0], stages]
            self.out += ["", f"## --{flag}", "", f"{summary} (`src/pipeline/stages/{files[0]}`).", "", "```"]
            self.draw(files[0], rows, "")
            self.out.append("```")
        return "\n".join(self.out) + "\n"


def main():
    drawing = Drawing()
    text = drawing.write()
    for problem in drawing.problems:
        print(problem)
    if "--check" not in sys.argv[1:]:
        DOCUMENT.write_text(text, encoding="utf-8")
    elif not DOCUMENT.is_file() or DOCUMENT.read_text(encoding="utf-8") != text:
        drawing.problems.append("")
        print("docs/pipelines.md is not what the rows say; run scripts/draw-pipelines.py")
    return 1 if drawing.problems else 0


if __name__ == "__main__":
    sys.exit(main())
