"""Gives every file of the fuzz corpora to tern-opt, and programs to tern-compile: replay.py TERN_OPT CORPUS.

A tool may refuse a text, but says why, and never crashes: its status is 0, or 1 with an error; no sanitizer reports.
"""

import pathlib
import subprocess
import sys

FLAGS = {
    "parser": [[], ["--allow-unregistered-dialect", "--verify-roundtrip"], ["--allow-unregistered-dialect", "--canonicalize"]],
    "pipeline": [
        ["--hlo-to-linalg-pipeline", "--iree-codegen-linalg-to-llvm-pipeline"],
        ["--hlo-to-linalg-pipeline", "--iree-codegen-linalg-to-spirv-pipeline"],
        ["--hlo-to-linalg-pipeline", "--convert-linalg-to-loops", "--convert-scf-to-cf", "--iree-convert-to-llvm"],
        ["--linalg-fuse-elementwise-ops", "--canonicalize", "--cse", "--symbol-dce", "--convert-linalg-to-loops"],
    ],
}
# What tern-compile, which lies beside tern-opt, makes of programs.
COMPILED = [["--target=vulkan", "--compile-to=vm"], ["--target=cpu", "--compile-to=executable-configurations"]]


def problem_of(command):
    try:
        result = subprocess.run(command, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "does not end"
    messages = result.stderr.decode(errors="replace")
    if "Sanitizer" in messages or "runtime error:" in messages:
        return messages
    if result.returncode not in (0, 1):
        return f"status {result.returncode}\n{messages}"
    if result.returncode == 1 and "error: " not in messages:
        return "refused without an error"
    return None


def main():
    tool, corpus = sys.argv[1], pathlib.Path(sys.argv[2])
    runs = 0
    for folder, flag_sets in FLAGS.items():
        for file in sorted((corpus / folder).iterdir()):
            for flags in flag_sets:
                problem = problem_of([tool, str(file), *flags, "-o", "/dev/null"])
                if problem:
                    sys.exit(f"{file} {' '.join(flags)}: {problem}")
                runs += 1
    compiler = str(pathlib.Path(tool).with_name("tern-compile"))
    for file in sorted((corpus / "program").iterdir()):
        for flags in COMPILED:
            problem = problem_of([compiler, str(file), *flags, "-o", "/dev/null"])
            if problem:
                sys.exit(f"{file} {' '.join(flags)}: {problem}")
            runs += 1
    print(f"{runs} runs ended well")


if __name__ == "__main__":
    main()
