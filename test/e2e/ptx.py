"""Assembles the PTX of networks and dispatches with ptxas, for several processors; no kernel may spill registers.

usage: ptx.py [NAME...]     environment: TERN_COMPILE, CUDA_PATH (default /usr/local/cuda)

Without ptxas there is nothing to do, and that is said.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

from dispatch import dispatch_text, tensor_type
from row_programs import PROGRAMS

ROOT = os.path.abspath(f"{os.path.dirname(__file__)}/../..")
CHIPS = ("sm_80", "sm_90a", "sm_100a")
MODELS = f"{ROOT}/test/models"


def find_ptxas():
    toolkit = os.environ.get("CUDA_PATH", "/usr/local/cuda")
    return shutil.which("ptxas") or shutil.which("ptxas", path=f"{toolkit}/bin")


def matmul(m, k, n, element, result=None):
    types = [tensor_type((m, k), element), tensor_type((k, n), element), tensor_type((m, n), result or element)]
    return dispatch_text(types[:2], types[2:], f'%out0 = "mhlo.dot"(%in0, %in1) : ({types[0]}, {types[1]}) -> {types[2]}')


def matmul_transposed(m, k, n, element, result):
    """A product with the second factor as n x k."""
    types = [tensor_type((m, k), element), tensor_type((n, k), element), tensor_type((m, n), result)]
    numbers = "#mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>"
    return dispatch_text(types[:2], types[2:], f'%out0 = "mhlo.dot_general"(%in0, %in1) {{dot_dimension_numbers = {numbers}}} : '
                                               f"({types[0]}, {types[1]}) -> {types[2]}")


def dense(m, k, n, element):
    """A product, a row added to all of its rows, and what is below zero cut off."""
    types = [tensor_type(shape, element) for shape in ((m, k), (k, n), (n,), (m, n))]
    return dispatch_text(types[:3], types[3:], f'''%p = "mhlo.dot"(%in0, %in1) : ({types[0]}, {types[1]}) -> {types[3]}
      %b = "mhlo.broadcast_in_dim"(%in2) {{broadcast_dimensions = dense<1> : tensor<1xi64>}} : ({types[2]}) -> {types[3]}
      %s = mhlo.add %p, %b : {types[3]}
      %z = mhlo.constant dense<0.0> : {types[3]}
      %out0 = mhlo.maximum %s, %z : {types[3]}''')


def convolution(n, size, channels, features, window, stride, element):
    """Channels last, zeros around the image."""
    pad = window // 2
    result = (size + 2 * pad - window) // stride + 1
    types = [tensor_type(shape, element) for shape in
             ((n, size, size, channels), (window, window, channels, features), (n, result, result, features))]
    numbers = "#mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>"
    return dispatch_text(types[:2], types[2:], f'''%out0 = "mhlo.convolution"(%in0, %in1) {{
        dimension_numbers = {numbers}, batch_group_count = 1 : i64, feature_group_count = 1 : i64,
        window_strides = dense<{stride}> : tensor<2xi64>, padding = dense<{pad}> : tensor<2x2xi64>}} :
        ({types[0]}, {types[1]}) -> {types[2]}''')


def allow_tf32(text):
    return text.replace("func.func @main()", "func.func @main() attributes {tern.allow_tf32}", 1)


def elementwise(op, count, element):
    type_text = tensor_type((count,), element)
    return dispatch_text([type_text] * 2, [type_text], f"%out0 = mhlo.{op} %in0, %in1 : {type_text}")


DISPATCHES = {
    **{f"matmul_{e}_512": matmul(512, 512, 512, e) for e in ("f32", "f16", "bf16", "f64", "i8")},
    **{f"matmul_{e}_2048": matmul(2048, 2048, 2048, e) for e in ("f32", "f16", "bf16")},
    **{f"matmul_{e}_4096": matmul(4096, 4096, 4096, e) for e in ("f32", "f64")},
    **{f"matmul_{e}_1000": matmul(1000, 1000, 1000, e) for e in ("f32", "f64")},
    "matmul_f32_odd": matmul(33, 17, 65, "f32"),
    **{f"matmul_{e}_uneven": matmul(333, 77, 129, e) for e in ("f16", "bf16")},
    **{f"matmul_{e}_thin_{m}": matmul(m, 4096, 4096, e) for e in ("f16", "bf16") for m in (1, 16, 128)},
    "matmul_i8_i32_1024": matmul(1024, 1024, 1024, "i8", "i32"),
    # By warp groups where the processor has them: edges, a depth that workgroups share, factors in bytes and through registers.
    **{f"matmul_{e}_odd": matmul(1000, 520, 1000, e) for e in ("f16", "bf16")},
    **{f"matmul_{e}_thin": matmul(16, 8192, 8192, e) for e in ("f16", "bf16")},
    **{f"matmul_{e}_nt": matmul_transposed(1024, 512, 999, e, e) for e in ("f16", "bf16")},
    **{f"dense_{e}": dense(1024, 1024, 1024, e) for e in ("f16", "bf16")},
    # With zeros around the image, which copies bring.
    **{f"convolution_{w}x{w}_{s}_{e}": convolution(8, 28, 64, 128, w, s, e)
       for w in (1, 3) for s in (1, 2) for e in ("f16", "bf16")},
    "convolution_f32": convolution(8, 28, 64, 128, 3, 1, "f32"),
    "convolution_uneven": convolution(2, 13, 20, 36, 3, 1, "f16"),
    "matmul_tf32": allow_tf32(matmul(1024, 512, 1024, "f32")),
    "matmul_tf32_nt": allow_tf32(matmul_transposed(1024, 512, 1024, "f32", "f32")),
    **{f"thin_{m}_{e}": matmul(m, 4096, 4096, e) for m in (1, 4, 16) for e in ("f32", "f16", "bf16", "f64")},
    **{f"narrow_{n}_{e}": matmul(4096, 4096, n, e) for n in (1, 5) for e in ("f32", "f16", "bf16", "f64", "i8")},
    **{f"{op}_{e}": elementwise(op, 1 << 20, e) for op in ("add", "power", "divide", "atan2") for e in ("f32", "f64", "f16", "bf16")},
    **{f"remainder_{e}": elementwise("remainder", 1000, e) for e in ("i8", "i16", "i32", "i64", "f32")},
}


def compile_file(source, output, chip, *options):
    command = [os.environ["TERN_COMPILE"], source, "-o", output, "--target=cuda", f"--cuda-target={chip}", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return done.stderr if done.returncode else None


def ptx_of_program(source, folder, chip):
    """The PTX of all executables of a program. What follows in the file is no text."""
    binaries = f"{folder}/binaries"
    shutil.rmtree(binaries, ignore_errors=True)
    error = compile_file(source, f"{folder}/program.tern", chip, f"--iree-hal-dump-executable-binaries-to={binaries}")
    texts = []
    for name in sorted(os.listdir(binaries)) if not error else []:
        data = open(f"{binaries}/{name}", "rb").read()
        start = data.index(b"//\n// Generated by LLVM NVPTX")
        texts.append(re.match(rb"[\t\n -~]*", data[start:])[0].decode())
    return error, texts


def ptx_of_text(text, folder, chip):
    source = f"{folder}/program.mlir"
    open(source, "w").write(text)
    return ptx_of_program(source, folder, chip)


def ptx_of_dispatch(text, folder, chip):
    source, output = f"{folder}/dispatch.mlir", f"{folder}/dispatch.ptx"
    open(source, "w").write(text)
    error = compile_file(source, output, chip)
    return error, [] if error else [open(output).read()]


def problem_of(ptxas, name, text, folder, chip):
    path = f"{folder}/kernels.ptx"
    open(path, "w").write(text)
    done = subprocess.run([ptxas, f"-arch={chip}", "-v", path, "-o", f"{folder}/kernels.cubin"], capture_output=True, text=True,
                          timeout=120)
    if done.returncode:
        return done.stderr
    # ptxas waits for each product of a warp group where something else touches the sums.
    if "serialized" in done.stderr:
        return f"products wait for each other: {done.stderr}"
    spills = [int(n) for n in re.findall(r"(\d+) bytes spill", done.stderr)]
    if not spills:
        return f"ptxas told nothing of spills: {done.stderr}"
    return f"{sum(spills)} bytes are spilled" if any(spills) else None


def main():
    ptxas = find_ptxas()
    if not ptxas:
        print("ptxas is not installed: nothing was assembled")
        return
    cases = [(name[:-5], lambda folder, chip, n=name: ptx_of_program(f"{MODELS}/{n}", folder, chip))
             for name in sorted(os.listdir(MODELS)) if name.endswith(".mlir")]
    cases += [(name, lambda folder, chip, t=text: ptx_of_dispatch(t, folder, chip)) for name, text in DISPATCHES.items()]
    cases += [(name, lambda folder, chip, t=text: ptx_of_text(t, folder, chip)) for name, text in PROGRAMS.items()]
    passed, failed = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, make in cases:
            if sys.argv[1:] and name not in sys.argv[1:]:
                continue
            for chip in CHIPS:
                error, texts = make(folder, chip)
                problems = [error] if error else [problem_of(ptxas, name, text, folder, chip) for text in texts]
                problems = [p for p in problems if p] or ([] if texts else ["no PTX came out"])
                passed, failed = passed + (not problems), failed + bool(problems)
                for problem in problems:
                    print(f"FAIL {name} for {chip}: {problem}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
