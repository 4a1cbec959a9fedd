"""Command lines whose parts do not agree: patterns of variants, targets and endings of outputs, devices in IREE's words, and options
that nobody would heed. Each is honoured or refused.

usage: TERN_COMPILE=... TERN_RUN=... [VK_DRIVER_FILES=...] unheeded_options.py
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
COMPILE, RUN = os.environ.get("TERN_COMPILE", "tern-compile"), os.environ.get("TERN_RUN", "tern-run")

PTXAS = shutil.which("ptxas") or shutil.which("/usr/local/cuda/bin/ptxas")
DISPATCH = (ROOT / "examples/matmul.mlir").read_text()
PROGRAM = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = stablehlo.add %x, %x : tensor<4xf32>
  return %r : tensor<4xf32>
}
"""
OWN = f'module attributes {{hal.device.targets = [#hal.device.alias<"vulkan"> : !hal.device]}} {{\n{PROGRAM}}}\n'
FORMATS = {b"embedded-elf-": "cpu", b"spirv": "vulkan", b"cuda-nvptx-fb": "cuda"}

CPU, VULKAN, CUDA = "cpu", "vulkan", "cuda"
ENDINGS = ("tern", "spv", "o", "obj", "s", "ll", "bc", "ptx", "cubin")
# What a pattern and an ending make, in the order of ENDINGS; None: they do not go together.
BY_PATTERN = {
    "*": (VULKAN, VULKAN, CPU, CPU, CPU, CPU, CPU, CUDA, CUDA),
    "vulkan*": (VULKAN, VULKAN, CPU, CPU, CPU, CPU, CPU, CUDA, CUDA),
    "cpu*": (CPU, None, CPU, CPU, CPU, CPU, CPU, None, None),
    "llvm-cpu*": (CPU, None, CPU, CPU, CPU, CPU, CPU, None, None),
    "cuda*": (CUDA, None, None, None, CUDA, CUDA, CUDA, CUDA, CUDA),
    "vmvx*": (None,) * 9,
    "opencl*": (None,) * 9,
}
# The same with a target that is asked for.
BY_TARGET = {
    CPU: (CPU, None, CPU, CPU, CPU, CPU, CPU, None, None),
    VULKAN: (VULKAN, VULKAN) + (None,) * 7,
    CUDA: (CUDA, None, None, None, CUDA, CUDA, CUDA, CUDA, CUDA),
}
MISMATCH = r"is for the targets \"|selects no target with the pattern|is for the target \w+, but \w+ is asked for|the target vulkan makes SPIR-V"

# Options of targets, and who heeds them.
OF_TARGETS = {
    "--target-triple=x86_64-linux-gnu": {CPU}, "--target-cpu=x86-64-v2": {CPU}, "--target-cpu-features=+avx2": {CPU}, "--tuning-file=-": {CPU},
    "--llvm-passes=verify": {CPU, CUDA}, "--vulkan-target=hopper": {VULKAN}, "--cuda-target=sm_90": {CUDA}, "--cuda-embed-cubin": {CUDA},
}
OF_PROGRAMS = ("--input-type=none --compile-to=flow --compile-from=flow --invocation-model=sync --cache-dir=. --compile-budget=1 --explain "
               "--preprocess=cse --iree-opt-export-parameters=x.irpa --iree-opt-export-parameter-minimum-size=1 "
               "--iree-opt-import-parameters=x.irpa --iree-opt-import-parameter-keys=k --iree-opt-import-parameter-maximum-size=1 "
               "--iree-opt-splat-parameters=x.irpa --iree-flow-split-reduction=4").split()
# (options, what is said); the program is add.mlir unless the options name a file.
REFUSED = [
    ("dispatch.mlir -o x.spv --header=x.h", "only an object file for CPUs has a header"),
    ("-o x.tern --header=x.h", "only an object file for CPUs has a header"),
    ("dispatch.mlir -o x.ptx --cuda-embed-cubin", "puts machine code into a module \\(.tern\\), which this is none"),
    ("flow.mlir --compile-from=flow -o x.tern --input-type=none", "--input-type is looked at in the phase input, which is not run"),
    ("flow.mlir --compile-from=flow -o x.tern --invocation-model=sync", "--invocation-model is looked at in the phase abi"),
    ("flow.mlir --compile-from=flow -o x.tern --preprocess=cse", "--preprocess is looked at in the phase preprocessing"),
    ("flow.mlir --compile-from=flow -o x.tern --iree-opt-splat-parameters=x.irpa", "splat-parameters is looked at in the phase preprocessing"),
    ("flow.mlir --compile-from=flow -o x.tern --iree-flow-split-reduction=4", "iree-flow-split-reduction=4 is looked at in the phase flow"),
    ("hal.mlir --compile-from=hal -o x.tern --target=vulkan", "devices of the program are decided in the phase executable-sources"),
    ("hal.mlir --compile-from=hal -o x.tern --target-cpu=native", "--target-cpu is for the target cpu, which is not compiled for"),
    ("hal.mlir --compile-from=hal -o x.tern --iree-hal-substitute-executable-object=a=b", "is looked at in the phase executable-targets"),
    ("hal.mlir --compile-from=hal --compile-to=flow", "the phase flow is not behind hal, so there is nothing to do"),
    ("--compile-to=flow --cache-dir=.", "--cache-dir is looked at in the phase executable-targets, which is not run"),
    ("--compile-to=flow --compile-budget=5", "--compile-budget is looked at in the phase executable-targets"),
    ("--compile-to=flow --iree-hal-substitute-executable-source=a=b", "source=a=b is looked at in the phase executable-sources"),
    ("--compile-to=flow --iree-hal-memoization=false", "memoization=false is looked at in the phase hal"),
    ("-o x.tern --iree-opt-import-parameter-keys=k", "-keys needs --iree-opt-import-parameters"),
    ("-o x.tern --iree-opt-import-parameter-maximum-size=1", "-maximum-size needs --iree-opt-import-parameters"),
    ("-o x.tern --iree-opt-import-parameters=x.irpa", "needs --iree-opt-import-parameter-keys or --iree-opt-import-parameter-maximum-size"),
    ("-o x.tern --iree-opt-export-parameter-minimum-size=1", "-minimum-size needs --iree-opt-export-parameters"),
    ("-o x.tern --target=cpu --target=vulkan", "an option is given twice: --target=vulkan"),
    ("-o x.tern -o y.tern", "an option is given twice: -o"),
    ("-o x.tern --target=cpu,llvm-cpu", "the target cpu is named twice"),
    ("-o x.tern --target=hip", "'hip' names no target that this build compiles for: there are cpu, vulkan and cuda"),
    ("-o x.tern --iree-hal-target-device=hip", "'hip' names no device that this build compiles for: there are local, vulkan and cuda"),
    ("-o x.tern --iree-hal-target-device=local[x]", "'local\\[x\\]' names no device"),
    ("-o x.tern --iree-hal-target-device=a=local", "'a=local' names no device"),
    ("-o x.tern --iree-hal-target-device=local --iree-hal-target-device=vulkan", "an option is given twice"),
    ("-o x.tern --target=cpu --iree-hal-target-device=vulkan", "devices and targets are given, but they say the same"),
    ("dispatch.mlir -o x.tern --target=cpu --iree-hal-target-device=vulkan", "devices and targets are given, but they say the same"),
    ("dispatch.mlir -o x.tern --target=cpu,vulkan", "a dispatch is compiled for one target: cpu,vulkan"),
    ("dispatch.mlir -o x.tern --iree-hal-target-device=vulkan[1]", "a dispatch is compiled for one device by its name: local, vulkan or cuda"),
    ("own.mlir -o x.tern --target=cpu", "own.mlir:1:1: error: 'builtin.module' op says itself that it is for vulkan, but is to be compiled for cpu"),
]
# Of tern-run.
RUN_REFUSED = [
    ("add.mlir --push_constant=1", "--push_constant means nothing for a program"),
    ("add.mlir --interpret", "--interpret means nothing for a program"),
    ("add.mlir --cpu-variant=native", "--cpu-variant means nothing for a program"),
    ("dispatch.mlir --input-type=none", "--input-type means nothing for a lone dispatch"),
    ("dispatch.mlir --cache-dir=.", "--cache-dir means nothing for a lone dispatch"),
    ("dispatch.mlir --parameters=x.irpa", "--parameters means nothing for a lone dispatch"),
    ("add.tern --vulkan-target=hopper", "--vulkan-target means nothing for a compiled program"),
    ("add.tern --dump-stages", "--dump-stages means nothing for a compiled program"),
    ("add.tern --interpret", "--interpret means nothing for a compiled program"),
    ("dispatch.tern --interpret", "--interpret means nothing for a compiled dispatch"),
    ("dispatch.tern --check", "a compiled dispatch has no tests: dispatch.tern"),
    ("add.mlir --check --input=4xf32=1", "--input means nothing for tests"),
    ("add.tern --check --function=main", "--function means nothing for tests"),
    ("add.mlir --check", "there are no functions without arguments"),
    ("add.tern --check", "there are no functions without arguments"),
    ("add.mlir --input=4xf32=1 --expected_tolerance=1", "--expected_tolerance needs --expected_output"),
    ("add.mlir --device=vulkan --threads=2 --input=4xf32=1", "threads and their places are the cpu device's: vulkan"),
]
# Devices in IREE's words, and what becomes of them.
DEVICES = {
    "--iree-hal-target-device=local": r'@__device_0 = #device_target_local',
    "--iree-hal-target-devices=local,vulkan": r"@__device_0 = #hal.device.select<\[#device_target_local, #device_target_vulkan\]>",
    "--iree-hal-target-backends=llvm-cpu,vulkan-spirv": r"@__device_0 = #hal.device.select<\[#device_target_local, #device_target_vulkan\]>",
    "--target=vulkan,local": r"@__device_0 = #hal.device.select<\[#device_target_vulkan, #device_target_local\]>",
    "--iree-hal-target-device=vulkan[1]": r'#hal.device.target<"vulkan", \{ordinal = 1 : index\}',
    '--iree-hal-target-device=#hal.device.target<"vulkan", [#hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb">]>':
        r"@__device_0 = #device_target_vulkan",
}

problems = []
count = 0


def execute(folder, *command):
    global count
    count += 1
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=folder)
    if done.returncode not in (0, 1):
        problems.append(f"exit status {done.returncode} of {' '.join(command)}\n{done.stderr}")
    return done


def expect_refused(folder, command, message):
    done = execute(folder, *command)
    if done.returncode != 1 or not re.search(message, done.stderr):
        problems.append(f"expected {message!r} of {' '.join(command)}, got {done.returncode}\n{done.stderr}")


def kind_of(path):
    """The target whose code is in a file."""
    data = path.read_bytes()
    if path.suffix == ".tern":
        return "+".join(sorted({target for key, target in FORMATS.items() if key in data}))
    if data[:4] == b"\x7fELF":
        return CUDA if data[18:20] == b"\xbe\0" else CPU
    if data[:4] == b"\x03\x02\x23\x07":
        return VULKAN
    if data[:4] == b"BC\xc0\xde":
        return CUDA if b"nvptx" in data else CPU
    return CUDA if b"nvptx64" in data or b".target sm_" in data else CPU


def check_outputs(folder, name, options, row):
    for ending, target in zip(ENDINGS, row):
        output = folder / f"out.{ending}"
        output.unlink(missing_ok=True)
        command = [COMPILE, name, "-o", output.name, *options]
        if ending == "cubin" and target and not PTXAS:
            continue
        if not target:
            expect_refused(folder, command, MISMATCH)
            if output.exists():
                problems.append(f"{' '.join(command)} wrote a file all the same")
            continue
        done = execute(folder, *command)
        if done.returncode or kind_of(output) != target:
            problems.append(f"expected code for {target} of {' '.join(command)}\n{done.stderr}")


def check_targets(folder):
    for pattern, row in BY_PATTERN.items():
        (folder / "pattern.mlir").write_text(DISPATCH.replace("vulkan*", pattern))
        check_outputs(folder, "pattern.mlir", [], row)
    (folder / "pattern.mlir").write_text(DISPATCH.replace("vulkan*", "*"))
    for target, row in BY_TARGET.items():
        check_outputs(folder, "pattern.mlir", [f"--target={target}"], row)
    for pattern, target in (("cuda*", CPU), ("cuda*", VULKAN), ("cpu*", CUDA), ("cpu*", VULKAN)):
        (folder / "pattern.mlir").write_text(DISPATCH.replace("vulkan*", pattern))
        expect_refused(folder, [COMPILE, "pattern.mlir", "-o", "x.tern", f"--target={target}"], "is for the targets \"")
    # A module for CPUs runs, and a dispatch for another target does not.
    inputs = ["--input=32x24xf32=1", "--input=24x16xf32=0.5"]
    execute(folder, COMPILE, "pattern.mlir", "-o", "cpu.tern")
    if not execute(folder, RUN, "cpu.tern", *inputs).stdout.startswith("32x16xf32=[12 12"):
        problems.append("the module for CPUs gives something else")
    (folder / "pattern.mlir").write_text(DISPATCH.replace("vulkan*", "cuda*"))
    expect_refused(folder, [RUN, "pattern.mlir", *inputs], "is for the targets \"cuda\\*\", and not for the one that is asked for[^$]*compile it for cuda")


def check_options(folder):
    for option, targets in OF_TARGETS.items():
        for target in (CPU, VULKAN, CUDA):
            for source in ("add.mlir", "dispatch.mlir"):
                command = [COMPILE, source, "-o", "x.tern", f"--target={target}", option]
                if target not in targets:
                    expect_refused(folder, command, f"{option.split('=')[0]} is for the target \\w+, which is not compiled for")
                elif option not in ("--tuning-file=-", "--cuda-embed-cubin") and execute(folder, *command).returncode:
                    problems.append(f"{' '.join(command)} fails")
    for option in OF_PROGRAMS:
        expect_refused(folder, [COMPILE, "dispatch.mlir", "-o", "x.tern", option], "an option for programs; see --help: " + option.split("=")[0].replace("--iree-flow", "iree-flow"))
    for options, message in REFUSED:
        words = options.split()
        expect_refused(folder, [COMPILE, *([] if words[0].endswith(".mlir") else ["add.mlir"]), *words], message)
    expect_refused(folder, [RUN, "add.mlir", "--vulkan-target=hopper", "--input=4xf32=1"], "--vulkan-target is for the target vulkan")
    execute(folder, COMPILE, "add.mlir", "-o", "add.tern")
    execute(folder, COMPILE, "dispatch.mlir", "-o", "dispatch.tern")
    for options, message in RUN_REFUSED:
        expect_refused(folder, [RUN, *options.split()], message)


def check_devices(folder):
    for option, expected in DEVICES.items():
        found = execute(folder, COMPILE, "add.mlir", "--compile-to=executable-sources", option)
        if not re.search(expected, found.stdout):
            problems.append(f"expected {expected!r} of {option}\n{found.stdout}{found.stderr}")
    execute(folder, COMPILE, "own.mlir", "-o", "own.tern")
    if kind_of(folder / "own.tern") != VULKAN:
        problems.append("a module that says its device is compiled for another")
    # What an earlier run was told goes on.
    found = execute(folder, COMPILE, "flow.mlir", "--compile-from=flow", "--compile-to=executable-sources").stdout
    if 'tern.compile_options = {cpu = "x86-64-v2"}' not in found:
        problems.append("an option of an earlier run is forgotten")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, text in (("dispatch.mlir", DISPATCH), ("add.mlir", PROGRAM), ("own.mlir", OWN)):
            (folder / file).write_text(text)
        execute(folder, COMPILE, "add.mlir", "--compile-to=flow", "--target-cpu=x86-64-v2", "-o", "flow.mlir")
        execute(folder, COMPILE, "add.mlir", "--compile-to=hal", "-o", "hal.mlir")
        check_targets(folder)
        check_options(folder)
        check_devices(folder)
    for problem in problems:
        print(problem)
    print(f"{count} command lines, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
