#!/usr/bin/env python3
"""Compiles the CUDA programs of HeCBench (src/*-cuda of its repository) with tern-cc, by their own Makefiles, and counts.

usage: hecbench.py FOLDER [--only REGEX] [--sample N] [--cc "COMMAND"] [--arch NAME] [--jobs N] [--timeout S] [--list]

FOLDER is a checkout, or its src/. Each program is built where it is, and cleaned up behind. Besides the count it prints what the first
error of those that fail is, most frequent first, and with --list each program.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ERROR = re.compile(r"(?:fatal )?error: (.*)|(undefined reference to .*)|(.*No such file or directory.*)")


def make(folder, arguments, timeout):
    command = ["make", "-C", str(folder), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          start_new_session=True) as process:
        try:
            return process.communicate(timeout=timeout)[0], process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return process.communicate()[0] + "\nerror: time is up", 1


def first_error(output):
    for line in output.splitlines():
        match = ERROR.search(line)
        if match and "make" not in line.split(":")[0]:
            return next(group for group in match.groups() if group).strip()
    return output.strip().splitlines()[-1] if output.strip() else "no output"


def build(folder, arguments):
    variables = [f"CC={arguments.cc}", f"NVCC={arguments.cc}", f"ARCH={arguments.arch}"]
    make(folder, ["clean"], arguments.timeout)
    output, code = make(folder, variables, arguments.timeout)
    make(folder, ["clean"], arguments.timeout)
    return folder.name, code == 0, "" if code == 0 else first_error(output), output


def chosen(arguments):
    folder = arguments.folder / "src" if (arguments.folder / "src").is_dir() else arguments.folder
    programs = sorted(path for path in folder.glob("*-cuda") if (path / "Makefile").is_file())
    if arguments.only:
        programs = [path for path in programs if re.search(arguments.only, path.name)]
    if arguments.sample and arguments.sample < len(programs):
        programs = random.Random(1).sample(programs, arguments.sample)
    return programs


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--cc", default=str(ROOT / "build/bin/tern-cc"))
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=int, default=300)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--logs", type=pathlib.Path, help="folder for what the compiler said of each that fails")
    arguments = parser.parse_args()
    programs = chosen(arguments)
    if not programs:
        sys.exit(f"{arguments.folder}: no programs *-cuda")
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(lambda folder: build(folder, arguments), programs))
    causes = collections.defaultdict(list)
    for name, is_built, error, output in results:
        if arguments.list:
            print(f"{name}: {'compiles' if is_built else error}")
        if not is_built:
            causes[re.sub(r"0x[0-9a-f]+|\d+", "N", error)[:110]].append(name)
            if arguments.logs:
                arguments.logs.mkdir(parents=True, exist_ok=True)
                (arguments.logs / name).write_text(output, encoding="utf-8")
    for error, names in sorted(causes.items(), key=lambda item: (-len(item[1]), item[0])):
        print(f"{len(names):4}  {error}  ({', '.join(names[:3])}{', ...' if len(names) > 3 else ''})")
    count = sum(is_built for _, is_built, _, _ in results)
    print(f"{count} of {len(results)} programs compile")


if __name__ == "__main__":
    main()
