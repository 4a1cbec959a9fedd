#!/usr/bin/env python3
"""Fails on memory that is asked for against the policy of src/base/arena.h.

malloc() and its like are called by the files that give the policy's functions, and by the runtime, which looks at each result;
the runtime does not call what ends the process.
"""

import re
import sys

from c_source import ROOT, c_files, line_of, relative, without_comments

RAW = re.compile(
    r"(?<![\w.>])(malloc|calloc|realloc|reallocarray|strdup|strndup|aligned_alloc|posix_memalign|asprintf|vasprintf|realpath"
    r"|open_memstream)\("
)
TRIED = re.compile(r"(?<![\w.>])(tern_arena_try_\w+)\(")
FATAL = re.compile(
    r"(?<![\w.>])(tern_malloc|tern_calloc|tern_realloc_array|tern_strdup|tern_out_of_memory|tern_vec_push|tern_vec_reserve"
    r"|tern_arena_(?:alloc|alloc_zeroed|alloc_array|copy)|tern_pool_alloc)\("
)

# Who may call them: the policy's own files, whose results are looked at by what calls them ...
POLICY = {"src/base/arena.c", "tools/common/memory.c"}
# ... and those that give a status.
STATUS = ("src/runtime/", "src/pjrt/", "src/base/file.c", "src/base/parameter_archive.c", "src/base/vec.c")

# Results that nobody looks at where they are stored, by file and variable: why that is right.
TEXT = "the text of a failure: without memory the failure is told without it"
UNCHECKED = {
    ("src/runtime/call.c", "call->message"): TEXT,
    ("src/runtime/semaphore.c", "failure->message"): TEXT,
    ("src/runtime/profile.c", "profile->failure_message"): TEXT,
    ("src/runtime/drivers/cpu/cpu_queue.c", "message"): TEXT,
    ("src/runtime/drivers/cpu/cpu_semaphore.c", "message"): TEXT,
    ("src/runtime/drivers/cuda/cuda_queue.c", "context->failure_message"): TEXT,
    ("src/runtime/drivers/cuda/cuda_queue.c", "context->lost_message"): TEXT,
    ("src/runtime/drivers/vulkan/vulkan_queue.c", "context->failure_message"): TEXT,
    ("src/runtime/drivers/vulkan/vulkan_queue.c", "commands"): "submit_locked() looks at it, with the rest that it is handed",
    ("src/runtime/parameters/parameter_file.c", "name"): "the name of a file: without memory messages leave it out",
}

# `name =`, `holder->name =`, `.name =` of an initializer, and `(*name)[3] =`.
ASSIGNMENT = re.compile(r"(\.?[A-Za-z_]\w*(?:(?:->|\.)\w+|\[[^\]]*\])*|\(\*\w+\)\[\w+\])\s*(?<![=!<>])=(?!=)")


def is_looked_at(name, rest):
    """Is a result tested before it is used, in what follows in the function?"""
    text = re.escape(re.sub(r"\(\*(\w+)\)\[\w+\]", r"\1", name))
    tests = (
        rf"!\s*\*?{text}\b(?!\s*(?:->|\.|\[))",
        rf"(?:\bif \(|&&|\|\||=|\breturn)\s*\*?{text}\s*(?:\?|&&|\|\||\)|!=|;)",
        rf"\breturn\s+\*?{text};",
        rf"[(,;]\s*\*?{text}\s*(?:\?|&&|\|\|)",
        rf"\b{text}\s*[!=]=\s*NULL",
    )
    tested = min((match.start() for test in tests for match in re.finditer(test, rest)), default=None)
    used = re.search(rf"\b{text}(?:->|\[)|(?<![\w)\]])\*{text}\b(?!\s*[?)&|])|\bmem(?:cpy|set)\({text}\b", rest)
    return tested is not None and (not used or tested < used.start())


def problem(path, text, match):
    before = text[max(0, match.start() - 300) : match.start()]
    statement = re.split(r"[;{}]\s*\n", before)[-1]
    if re.search(r"\breturn\s+(?:\([^)]*\)\s*)?[^;]*$", statement) or "check_memory(" in statement:
        return None
    if match[1] in ("posix_memalign", "asprintf", "vasprintf"):
        return None if re.search(r"if\s*\(", statement) else "the result is not looked at"
    # What its own size is computed from is no use of it.
    rest = re.sub(r"sizeof\((?:[^()]|\([^()]*\))*\)", "", text[match.end() : text.find("\n}\n", match.start())])
    targets = ASSIGNMENT.findall(statement)
    if not targets:
        return "the result is not looked at"
    name = targets[-1]
    if name.startswith("."):
        # A member of an initializer is looked at through whatever holds it, maybe in another function.
        name, rest = name[1:], text.replace("->" + name[1:], " " + name[1:]).replace("." + name[1:] + " =", "")
    if (path, name) in UNCHECKED or is_looked_at(name, rest) or re.search(rf"!{name}\.\w+\)", rest):
        return None
    return f"'{name}' is not looked at: without memory it is NULL"


def main():
    failures = 0
    for file in c_files():
        path = relative(file)
        if not path.startswith(("src/", "tools/")) or path in POLICY:
            continue
        text = without_comments(file.read_text(encoding="utf-8"))
        for match in RAW.finditer(text):
            message = f"only {' and '.join(sorted(POLICY))} may call {match[1]}()"
            if path.startswith(STATUS):
                message = problem(path, text, match)
            if message:
                print(f"{path}:{line_of(text, match.start())}: {message}")
                failures += 1
        for match in TRIED.finditer(text) if path.endswith(".c") else ():
            message = problem(path, text, match)
            if message:
                print(f"{path}:{line_of(text, match.start())}: {message}")
                failures += 1
        for match in FATAL.finditer(text) if path.startswith("src/runtime/") else ():
            print(f"{path}:{line_of(text, match.start())}: {match[1]}() ends the process, which the runtime may not")
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
