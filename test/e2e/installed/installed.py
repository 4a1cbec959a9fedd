#!/usr/bin/env python3
"""What `make install` puts in place, used as others do: programs of examples/ built by pkg-config and by CMake, tools, man pages, and
`make uninstall`, after which nothing is left."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = pathlib.Path(os.environ["TERN_RUN"]).resolve().parents[1]
TOOLS = ("bench", "compile", "opt", "run", "translate")


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def check_tools(prefix):
    version = re.search(r'TERN_VERSION "(.*)"', (ROOT / "include/tern/version.h").read_text())[1]
    for tool in TOOLS:
        path = prefix / "bin" / f"tern-{tool}"
        assert run(path, "--version") == f"tern-{tool} {version}"
        page = run("man", "-l", prefix / f"share/man/man1/tern-{tool}.1") if shutil.which("man") else None
        assert page is None or f"tern-{tool}" in page
    return version


def check_program(path, module, environment):
    """Programs of examples/ that compile and call, and that load and call."""
    if path.name.startswith("compile"):
        shown = run(path, env=environment)
        assert shown == "2x2xf32=[0.53704953 0.53704953][0.90514827 0.90514827]", shown
    else:
        shown = run(path, module, "4xf32=1,2,3,4", env=environment)
        assert shown == "4xf32=1 4 9 16", shown


def check_pkg_config(prefix, folder, module, version):
    environment = dict(os.environ, PKG_CONFIG_PATH=str(prefix / "lib/pkgconfig"))
    libraries = {"LD_LIBRARY_PATH": str(prefix / "lib")}
    for name in ("tern", "ternrt", "ternrt-cpu"):
        assert run("pkg-config", "--modversion", name, env=environment) == version
    ways = (
        ("compile_and_call", ["--cflags", "--libs", "tern", "ternrt"], libraries),
        ("load_and_call", ["--cflags", "--libs", "ternrt"], libraries),
        ("load_and_call", ["--static", "--cflags", "--libs", "ternrt"], {}),
    )
    for source, flags, libraries_of in ways:
        words = run("pkg-config", *flags, env=environment).split()
        if "--static" in flags:
            words = [f"-l:lib{word[2:]}.a" if word == "-lternrt" else word for word in words]
        path = folder / source
        run("cc", "-Wall", "-Werror", "-o", path, ROOT / f"examples/{source}.c", *words)
        check_program(path, module, libraries_of)


CMAKE = """cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES C)
find_package(tern {version} REQUIRED)
add_executable(compile_and_call {root}/examples/compile_and_call.c)
target_link_libraries(compile_and_call PRIVATE tern::tern tern::ternrt)
foreach(kind ternrt ternrt_static)
  add_executable(load_and_call-${{kind}} {root}/examples/load_and_call.c)
  target_link_libraries(load_and_call-${{kind}} PRIVATE tern::${{kind}})
endforeach()
"""


def check_cmake(prefix, folder, module, version):
    (folder / "CMakeLists.txt").write_text(CMAKE.format(version=version, root=ROOT))
    run("cmake", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", folder / "build")
    for name in ("compile_and_call", "load_and_call-ternrt", "load_and_call-ternrt_static"):
        check_program(folder / "build" / name, module, {})
    (folder / "CMakeLists.txt").write_text(CMAKE.format(version="9.0", root=ROOT))
    refused = subprocess.run(["cmake", "-S", folder, "-B", folder / "other", f"-DCMAKE_PREFIX_PATH={prefix}"], capture_output=True,
                             check=False)
    assert refused.returncode != 0, "a newer version than that which is installed was found"


def check_versions(prefix):
    """Names are exported with the version of the library."""
    for library in ("libtern.so", "libternrt.so"):
        names = run("nm", "-D", "--defined-only", prefix / "lib" / library)
        assert "tern_version@@TERN_0" in names, library


def check_uninstall(folder):
    """Nothing is left of what was installed."""
    if BUILD != ROOT / "build":
        return  # which is what the Makefile knows
    run("cmake", "--install", BUILD, "--prefix", folder)
    (folder / "include/others.h").touch()
    run("make", "-C", ROOT, "uninstall")
    left = [path for path in folder.rglob("*") if not path.is_dir() or path.name == "tern"]
    assert left == [folder / "include/others.h"], left
    refused = subprocess.run(["make", "-C", ROOT, "uninstall"], capture_output=True, text=True, check=False)
    assert refused.returncode != 0 and "nothing was installed" in refused.stderr


def main():
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        # Moved to another place afterwards, as packages are.
        first, prefix = scratch / "first", scratch / "moved here"
        run("cmake", "--install", BUILD, "--prefix", first)
        manifest = (BUILD / "install_manifest.txt").read_text().splitlines()
        assert manifest and all(line.startswith(str(first)) for line in manifest)
        first.rename(prefix)
        (BUILD / "install_manifest.txt").unlink()
        check_uninstall(scratch / "second")
        module = scratch / "square.tern"
        run(prefix / "bin/tern-compile", ROOT / "examples/square.mlir", "-o", module)
        version = check_tools(prefix)
        check_versions(prefix)
        for name, check in (("pkg", check_pkg_config), ("cmake", check_cmake)):
            (scratch / name).mkdir()
            link = scratch / f"prefix-{name}"  # compilers and pkg-config have no words with spaces
            link.symlink_to(prefix)
            check(link, scratch / name, module, version)


if __name__ == "__main__":
    main()
