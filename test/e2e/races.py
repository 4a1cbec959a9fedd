"""Kernels run by the interpreter in several orders against NumPy, and checked for races without running them; then with
each of their barriers taken out: either both find the race, or neither does and the checker had called the barrier redundant.

usage: TERN_RUN=... TERN_OPT=... races.py [part of a case's name...]
"""

import os
import re
import subprocess
import tempfile

import numpy as np

import dispatch

ORDERS = ("forward", "reverse", "round-robin", "random:1", "random:2")
BARRIER = re.compile(r"^\s*(gpu\.barrier|spirv\.ControlBarrier)\b")
CHECK = "--pass-pipeline=builtin.module(gpu-check-workgroup-races{redundant=true})"
TWO_BUFFERS = ("--pass-pipeline=builtin.module(linalg-tile-and-fuse,cse,linalg-promote-subviews{force=true buffers=2 padding=4},"
               "canonicalize,cse,convert-to-gpu,canonicalize,cse,loop-invariant-code-motion)")
LIMITS = ("#spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniform, GroupNonUniformArithmetic, Float16, Int64, Float64, "
          "StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class]>, api = Vulkan, #spirv.resource_limits<"
          "max_compute_shared_memory_size = {memory}, max_compute_workgroup_invocations = {invocations}, "
          "max_compute_workgroup_size = [{invocations}, {invocations}, 64], subgroup_size = {subgroup}>>")
SMALL = LIMITS.format(memory=16384, invocations=64, subgroup=8)
MIDDLE = LIMITS.format(memory=49152, invocations=256, subgroup=32)


def execute(text, inputs, element, order, target, stages=False):
    """The outputs of the kernel, what went wrong, and the IR of its gpu level."""
    with tempfile.TemporaryDirectory() as folder:
        source, result = os.path.join(folder, "kernel.mlir"), os.path.join(folder, "out.npy")
        with open(source, "w") as file:
            file.write(text)
        command = [os.environ.get("TERN_RUN", "tern-run"), source, f"--interpret={order}", f"--vulkan-target={target}",
                   f"--output=@{result}"] + ["--dump-stages"] * stages
        for i, array in enumerate(inputs):
            path = os.path.join(folder, f"in{i}.npy")
            array.save(path)
            command.append(f"--input=@{path}")
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"exit status {done.returncode}\n{done.stderr}")
        output = dispatch.load(result, element) if done.returncode == 0 else None
        gpu = done.stderr.split("// -----// gpu //----- //\n")[1] if stages and "// gpu //" in done.stderr else None
        return output, done.stderr, gpu


def check(text):
    """What the static checker says: an error or None, and the lines of barriers that are redundant."""
    tool = os.environ.get("TERN_OPT", "tern-opt")
    done = subprocess.run([tool, "-", CHECK], input=text, capture_output=True, text=True, timeout=120)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"exit status {done.returncode}\n{done.stderr}")
    redundant = {int(line) - 1 for line in re.findall(r":(\d+):\d+: remark: barrier orders nothing", done.stderr)}
    return (done.stderr if done.returncode else None), redundant


def runs_cleanly(text, inputs, element, target, expected):
    for order in ORDERS:
        output, problem, _ = execute(text, inputs, element, order, target)
        if output is None or dispatch.compare(output, expected, element, 64):
            return f"{order}: {problem[:600] if output is None else dispatch.compare(output, expected, element, 64)}"
    return None


def without(lines, taken_out):
    return "\n".join("" if i in taken_out else line for i, line in enumerate(lines))


def without_barriers(gpu, inputs, element, target, expected, redundant):
    """Takes out each barrier in turn; then, of what is left without those that order nothing, each in turn again; then all."""
    lines = gpu.split("\n")
    barriers = [i for i, line in enumerate(lines) if BARRIER.match(line)]

    def problem_without(taken_out, i, redundant):
        text = without(lines, taken_out | {i})
        found, races = check(text)[0], runs_cleanly(text, inputs, element, target, expected)
        if (found is None) != (i in redundant):
            return f"line {i + 1}: the checker calls the barrier {'redundant' if i in redundant else 'needed'}, but without " \
                   f"it says {found}\n{text}"
        # gpu.barrier orders buffers too, of which the checker says nothing.
        if (races is None) != (found is None) and ("gpu.barrier" not in lines[i] or races is None):
            return f"line {i + 1}: without the barrier the checker says {found}, the interpreter {races}\n{text}"
        return None

    for i in barriers:
        problem = problem_without(set(), i, redundant)
        if problem:
            return problem
    taken_out, kept = set(), set()
    while redundant - kept:
        i = min(redundant - kept)
        if runs_cleanly(without(lines, taken_out | {i}), inputs, element, target, expected):
            kept.add(i)  # needed for buffers
        else:
            taken_out.add(i)
        redundant = check(without(lines, taken_out))[1] - taken_out
    for i in set(barriers) - taken_out:
        problem = problem_without(taken_out, i, redundant)
        if problem:
            return problem
    if not barriers:
        return None
    text = without(lines, barriers)
    if check(text)[0] is None:
        return "the checker accepts the kernel without barriers\n" + gpu
    if runs_cleanly(text, inputs, element, target, expected) is None:
        return "the interpreter accepts the kernel without barriers\n" + gpu
    return None


def kernel_case(text, inputs, element, expected, target, mutate=True):
    def attempt():
        output, problem, gpu = execute(text, inputs, element, "forward", target, stages=True)
        if output is None:
            return problem[-1500:]
        problem = runs_cleanly(text, inputs, element, target, expected)
        if problem:
            return problem
        found, redundant = check(gpu)
        if found:
            return found[:1500] + gpu
        return without_barriers(gpu, inputs, element, target, expected, redundant) if mutate else None
    return attempt


def two_buffers_case(text, inputs, element, expected, target):
    """The same with two buffers for each promoted operand, which the pipeline leaves to the cost model."""
    def attempt():
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "kernel.mlir")
            with open(source, "w") as file:
                file.write(text)
            command = [os.environ.get("TERN_RUN", "tern-run"), source, "--interpret", "--dump-stages"]
            command += [f"--input={array.type[7:-1]}=0" for array in inputs]
            stages = subprocess.run(command, capture_output=True, text=True, timeout=120).stderr
        linalg = stages.split("// -----// linalg-on-buffers //----- //\n")[1].split("// -----//")[0]
        linalg = linalg.replace("module {", f"module attributes {{spirv.target_env = {target}}} {{", 1)
        done = subprocess.run([os.environ.get("TERN_OPT", "tern-opt"), "-", TWO_BUFFERS], input=linalg, capture_output=True,
                              text=True, timeout=120)
        if done.returncode != 0:
            return done.stderr
        problem = runs_cleanly(done.stdout, inputs, element, target, expected)
        if problem:
            return problem + done.stdout
        found, redundant = check(done.stdout)
        if found:
            return found[:1500] + done.stdout
        return without_barriers(done.stdout, inputs, element, target, expected, redundant)
    return attempt


def numbers(shape, element, seed=0):
    return dispatch.Array(np.random.default_rng(seed).integers(-3, 4, shape).astype(np.float64), element)


def dot(m, k, n, element, target, dynamic=False, mutate=True, case=None):
    a, b = numbers((m, k), element), numbers((k, n), element, 1)
    types = [f"tensor<{'?' if dynamic else m}x{k}x{element}>", f"tensor<{k}x{n}x{element}>",
             f"tensor<{'?' if dynamic else m}x{n}x{element}>"]
    body = f'%out0 = "mhlo.dot"(%in0, %in1) : ({types[0]}, {types[1]}) -> {types[2]}'
    text = dispatch.dispatch_text(types[:2], types[2:], body, dynamic={types[0]: [0], types[2]: [0]} if dynamic else None)
    expected = a.values.astype(np.float64) @ b.values.astype(np.float64)
    if case:
        return case(text, [a, b], element, expected, target)
    return kernel_case(text, [a, b], element, expected, target, mutate)


def batch_dot(batch, m, k, n, element, target):
    a, b = numbers((batch, m, k), element), numbers((batch, k, n), element, 1)
    out = dispatch.tensor_type((batch, m, n), element)
    body = f'''%out0 = "mhlo.dot_general"(%in0, %in1) {{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0],
  rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}}
  : ({a.type}, {b.type}) -> {out}'''
    expected = np.matmul(a.values.astype(np.float64), b.values.astype(np.float64))
    return kernel_case(dispatch.dispatch_text([a.type, b.type], [out], body), [a, b], element, expected, target)


def dense_layer(m, k, n, element, target, bias="row", relu=True, result=None, mutate=True):
    """A product, what is added to it (by column, by row, by element or nothing), and what is cut off below zero. One kernel
    without gpu.barrier: the epilogue does not go through the buffer."""
    result = result or element
    a, b = numbers((m, k), element), numbers((k, n), element, 1)
    out, dims = dispatch.tensor_type((m, n), result), {"row": [1], "column": [0], "all": [0, 1]}.get(bias)
    body, value = f'%d = "mhlo.dot"(%in0, %in1) : ({a.type}, {b.type}) -> {out}\n', "%d"
    arrays, expected = [a, b], a.values.astype(np.float64) @ b.values.astype(np.float64)
    if dims:
        c = numbers([(m, n)[d] for d in dims], result, 2)
        arrays.append(c)
        body += f'''%c = "mhlo.broadcast_in_dim"(%in2) {{broadcast_dimensions = dense<{dims}> : tensor<{len(dims)}xi64>}} : ({c.type}) -> {out}
%s = mhlo.add %d, %c : {out}
'''
        value, shape = "%s", [(m, n)[d] if d in dims else 1 for d in range(2)]
        expected = expected + c.values.astype(np.float64).reshape(shape)
    if relu:
        body += f"%z = mhlo.constant dense<0.0> : {out}\n%m = mhlo.maximum {value}, %z : {out}\n"
        value, expected = "%m", np.maximum(expected, 0)
    body = body.replace(f"{value} = ", "%out0 = ")
    text = dispatch.dispatch_text([x.type for x in arrays], [out], body)
    case = kernel_case(text, arrays, result, expected, target, mutate)

    def attempt():
        problem = case()
        gpu = execute(text, arrays, result, "forward", target, stages=True)[2] if not problem else ""
        if "gpu.barrier" in gpu or (not problem and "subgroup_mma_compute" not in gpu):
            return "no one kernel of cooperative matrices without gpu.barrier\n" + gpu
        return problem
    return attempt


def row_sum(m, n, element, target):
    a = numbers((m, n), element)
    out = f"tensor<{m}x{element}>"
    body = f'''%init = mhlo.constant dense<0.0> : tensor<{element}>
%out0 = "mhlo.reduce"(%in0, %init) ({{
^bb0(%x: tensor<{element}>, %y: tensor<{element}>):
  %s = mhlo.add %x, %y : tensor<{element}>
  "mhlo.return"(%s) : (tensor<{element}>) -> ()
}}) {{dimensions = dense<1> : tensor<1xi64>}} : ({a.type}, tensor<{element}>) -> {out}'''
    expected = a.values.astype(np.float64).sum(axis=1)
    return kernel_case(dispatch.dispatch_text([a.type], [out], body), [a], element, expected, target)


def convolution(size, channels, filters, element, target):
    image, kernel = numbers((1, size, size, channels), element), numbers((3, 3, channels, filters), element, 1)
    out = dispatch.tensor_type((1, size - 2, size - 2, filters), element)
    body = f'''%out0 = mhlo.convolution(%in0, %in1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
  window = {{stride = [1, 1]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
  : ({image.type}, {kernel.type}) -> {out}'''
    x, w = image.values.astype(np.float64), kernel.values.astype(np.float64)
    expected = sum(np.einsum("bhwi,io->bhwo", x[:, i:size - 2 + i, j:size - 2 + j], w[i, j])
                   for i in range(3) for j in range(3))
    return kernel_case(dispatch.dispatch_text([image.type, kernel.type], [out], body), [image, kernel], element, expected,
                       target)


CASES = []
for name, target in (("small", SMALL), ("middle", MIDDLE)):
    for element in ("f32", "f16"):
        CASES += [
            (f"dot-even-{element}-{name}", dot(32, 32, 32, element, target)),
            (f"dot-ragged-{element}-{name}", dot(33, 17, 20, element, target)),
            (f"dot-two-buffers-{element}-{name}", dot(32, 64, 32, element, target, case=two_buffers_case)),
            (f"batch-dot-{element}-{name}", batch_dot(2, 16, 32, 32, element, target)),
            (f"row-sum-{element}-{name}", row_sum(3, 200, element, target)),
            (f"row-sum-short-{element}-{name}", row_sum(5, 7, element, target)),
            (f"convolution-{element}-{name}", convolution(8, 4, 8, element, target)),
        ]
    CASES.append((f"dot-dynamic-{name}", dot(19, 32, 32, "f32", target, dynamic=True)))
    CASES.append((f"dot-large-{name}", dot(128, 64, 128, "f32", target, mutate=False)))

# Cooperative matrices.
CASES.append(("dot-matrices-f16-hopper", dot(64, 64, 64, "f16", "hopper")))
for element in ("f16", "bf16"):
    CASES += [
        (f"dense-plain-{element}-hopper", dense_layer(64, 64, 64, element, "hopper", bias=None, relu=False)),
        (f"dense-row-{element}-hopper", dense_layer(64, 64, 64, element, "hopper")),
        (f"dense-column-{element}-hopper", dense_layer(64, 32, 96, element, "hopper", bias="column")),
        (f"dense-all-{element}-hopper", dense_layer(32, 64, 64, element, "hopper", bias="all")),
        (f"dense-f32-{element}-hopper", dense_layer(64, 64, 32, element, "hopper", result="f32")),
        (f"dense-several-{element}-hopper", dense_layer(512, 64, 512, element, "hopper", mutate=False)),
        (f"dense-largest-{element}-hopper", dense_layer(1024, 32, 2048, element, "hopper", mutate=False)),
    ]

if __name__ == "__main__":
    dispatch.main(CASES)
