#!/usr/bin/env python3
"""The Python package as a wheel holds it: installed from the build tree into a folder, which runs where LLVM is not to be found.

PEERS_PYTHON, if it names a Python with JAX, runs what is about JAX, too.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = pathlib.Path(os.environ["TERN_RUN"]).resolve().parents[1]
SCRIPTS = {"tern-bench", "tern-compile", "tern-opt", "tern-run", "tern-translate"}


def install(folder):
    """What a wheel has: the files of CMake's component, and those of python/."""
    subprocess.run(["cmake", "--install", BUILD, "--component", "python", "--prefix", folder], check=True, stdout=subprocess.DEVNULL)
    for name in ("tern", "jax_plugins"):
        subprocess.run(["cp", "-r", ROOT / "python" / name, folder], check=True)


def check_structs(folder, sys_path):
    """The layout of each struct in ctypes is that of the C headers."""
    sys.path.insert(0, sys_path)
    from tern import _native
    from tern.triton import _native as _triton

    headers = ("tern/compile_kernels.h", "tern/compiler.h", "tern/kernel.h", "tern/program.h", "tern/session.h")
    lines = [f'#include "{header}"' for header in headers] + ["#include <stddef.h>"]
    for struct in _native.STRUCTS + _triton.STRUCTS:
        lines.append(f'_Static_assert(sizeof({struct.C_NAME}) == {_native.ctypes.sizeof(struct)}, "size");')
        for name, *_ in struct._fields_:
            member = getattr(struct, "FIELD_NAMES", {}).get(name, name)
            field = getattr(struct, name)
            lines.append(f'_Static_assert(offsetof({struct.C_NAME}, {member}) == {field.offset}, "{member}");')
            lines.append(f'_Static_assert(sizeof((({struct.C_NAME} *)0)->{member}) == {field.size}, "{member}");')
    numbers = {"VARIANT_BUFFER_VIEW": _native.VARIANT_BUFFER_VIEW, "DIM_DYNAMIC": _native.DIM_DYNAMIC,
               "DEVICE_PROPERTY_ARCHITECTURE": _native.DEVICE_PROPERTY_ARCHITECTURE,
               "TENSOR_RANK_MAX": _native.TENSOR_RANK_MAX,
               "MAP_ACCESS_READ | TERN_MAP_ACCESS_WRITE": _native.MAP_READ_WRITE}
    lines += [f'_Static_assert((TERN_{name}) == {number}, "{name}");' for name, number in numbers.items()]
    source = pathlib.Path(folder) / "structs.c"
    source.write_text("\n".join(lines) + "\n")
    subprocess.run(["cc", "-std=c17", "-I", ROOT / "include", "-fsyntax-only", source], check=True)


def check_scripts(package):
    """Each tool has a console script, which takes its place."""
    text = (ROOT / "pyproject.toml").read_text()
    listed = dict(line.split(" = ") for line in text.partition("[project.scripts]\n")[2].partition("\n\n")[0].splitlines())
    assert set(listed) == SCRIPTS, listed
    for tool, entry in listed.items():
        module, function = entry.strip('"').split(":")
        code = f"import sys; sys.argv = ['{tool}', '--version']; from {module} import {function}; {function}()"
        shown = subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": package}, check=True, capture_output=True, text=True)
        assert shown.stdout.startswith(tool + " "), shown.stdout


def main():
    with tempfile.TemporaryDirectory() as folder:
        package = os.path.join(folder, "package")
        install(package)
        subprocess.run([ROOT / "scripts" / "check-wheel.py", package], check=True)
        check_structs(folder, package)
        check_scripts(package)
        cases = pathlib.Path(__file__).with_name("cases.py")
        environment = {"PYTHONPATH": package, "PATH": "/usr/bin:/bin", "HOME": folder}
        subprocess.run([sys.executable, cases], env=environment, check=True)
        # And on a GPU that is an emulator.
        environment.update(LD_LIBRARY_PATH=str(BUILD / "fake"), PTX_DEVICE="90", TERN_DEVICE="cuda")
        subprocess.run([sys.executable, cases, "OnDevice"], env=environment, check=True)
        peer = os.environ.get("PEERS_PYTHON")
        if peer and subprocess.run([peer, "-c", "import jax"], capture_output=True, check=False).returncode == 0:
            environment = {"PYTHONPATH": package, "PATH": "/usr/bin:/bin", "HOME": folder, "JAX_PLATFORMS": "cpu"}
            subprocess.run([peer, cases], env=environment, check=True)


if __name__ == "__main__":
    main()
