"""The tools as console scripts: each takes the place of the process."""

import os
import pathlib
import sys


def _run(name: str) -> None:
    here = pathlib.Path(__file__).resolve().parent
    for folder in (here / "bin", here.parents[1] / "build" / "bin"):
        if (folder / name).is_file():
            os.execv(folder / name, [name, *sys.argv[1:]])
    sys.exit(f"{name}: error: there is no {here / 'bin' / name}; install the package again")


def tern_bench() -> None:
    _run("tern-bench")


def tern_compile() -> None:
    _run("tern-compile")


def tern_opt() -> None:
    _run("tern-opt")


def tern_run() -> None:
    _run("tern-run")


def tern_translate() -> None:
    _run("tern-translate")
