"""Runs host programs with kernels of the gpu and nvgpu dialects on an NVIDIA GPU, as upstream's passes make them.

  launches.py compile BUILD FOLDER     where the compiler is, with ptxas and fatbinary at CUDA_PATH (default /usr/local/cuda)
  launches.py run FOLDER [NAME...]     where the GPU is, of sm_90: needs NumPy

Every case is a module that --gpu-lower-to-nvvm-pipeline, or passes one by one, lower, and what its function must make of arrays of
the host. Ends with 1 if something is wrong, also if the runtime says anything on the standard error.
"""

import ctypes
import pathlib
import sys
from math import erf

import numpy as np
from host_programs import call, compare, compile_library, load_runtime, place_runtime, run_cases

CHIP = "sm_90a"
FEATURES = "+ptx80"


def pipeline(**options):
    options = {"cubin-chip": CHIP, "cubin-features": FEATURES, "cubin-format": "isa"} | options
    return ["--gpu-lower-to-nvvm-pipeline=" + " ".join(f"{key}={value}" for key, value in options.items())]


def by_passes(conversion="convert-gpu-to-nvvm", binary="gpu-module-to-binary{format=isa}"):
    """Without the pipeline, for options that it has not."""
    return [f"--pass-pipeline=builtin.module(gpu-kernel-outlining,nvvm-attach-target{{chip={CHIP} features={FEATURES}}},"
            f"gpu.module(convert-scf-to-cf,{conversion},reconcile-unrealized-casts),gpu-to-llvm,"
            f"reconcile-unrealized-casts,{binary})"]


class Case:
    """`body` is that of a function over memrefs %m0, %m1 ... of the arrays; `outputs` says what they hold in the end."""

    def __init__(self, name, body, arrays, outputs, passes=None, tolerance=1e-6, extra="", printed=None):
        self.name, self.body, self.extra = name, body, extra
        self.arrays, self.outputs, self.tolerance, self.printed = arrays, outputs, tolerance, printed
        self.passes = passes or pipeline()

    def text(self):
        types = {np.dtype(t): text for t, text in ((np.float32, "f32"), (np.float16, "f16"), (np.int32, "i32"), (np.int64, "i64"))}
        arguments = ", ".join(f"%m{i}: memref<?x{types[array.dtype]}>" for i, array in enumerate(self.arrays))
        constants = "\n".join(f"%c{n} = arith.constant {n} : index" for n in (0, 1, 2, 3, 4, 8, 16, 32, 64, 128, 256))
        return (f"module attributes {{gpu.container_module}} {{\n{self.extra}\nfunc.func @main({arguments}) "
                f"attributes {{llvm.emit_c_interface}} {{\n{constants}\n{self.body}\nreturn\n}}\n}}\n")

    def run(self, library):
        arrays = [np.array(array).reshape(-1) for array in self.arrays]
        printed, complaint = call(library._mlir_ciface_main, arrays)
        if complaint:
            return complaint.strip().replace("\n", "; ")[:400]
        if self.printed is not None and sorted(printed.splitlines()) != sorted(self.printed):
            return f"printed {printed!r}"
        for place, expected in self.outputs.items():
            problem = compare(arrays[place], expected, self.tolerance)
            if problem:
                return f"array {place}: {problem}"
        return None


# Kernels work on memory of the host that is registered.
REGISTERED = """
%u0 = memref.cast %m0 : memref<?xf32> to memref<*xf32>
%u1 = memref.cast %m1 : memref<?xf32> to memref<*xf32>
gpu.host_register %u0 : memref<*xf32>
gpu.host_register %u1 : memref<*xf32>
%half = arith.constant 0.5 : f32
gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
  %base = arith.muli %bx, %sx : index
  %i = arith.addi %base, %tx : index
  %x = memref.load %m0[%i] : memref<?xf32>
  %y = arith.mulf %x, %x : f32
  %z = arith.addf %y, %half : f32
  memref.store %z, %m1[%i] : memref<?xf32>
  gpu.terminator
}
gpu.host_unregister %u0 : memref<*xf32>
gpu.host_unregister %u1 : memref<*xf32>"""


def registered(name, passes):
    x = np.linspace(-3, 3, 256, dtype=np.float32)
    return Case(name, REGISTERED, [x, np.full(256, np.nan, np.float32)], {1: x * x + 0.5, 0: x}, passes)


def filled():
    """The device's memory gets one value in every element of 32 and of 16 bits; the rest is copied there."""
    lines = ["%device = arith.constant 0 : i32", "gpu.set_default_device %device", "%t0 = gpu.wait async"]
    token = 0
    for number, (kind, value) in enumerate((("f32", "1.5"), ("f16", "-2.0"), ("i32", "77"))):
        lines += [f"%v{number} = arith.constant {value} : {kind}", f"%n{number} = memref.dim %m{number}, %c0 : memref<?x{kind}>",
                  f"%d{number}, %t{token + 1} = gpu.alloc async [%t{token}] (%n{number}) : memref<?x{kind}>",
                  f"%t{token + 2} = gpu.memset async [%t{token + 1}] %d{number}, %v{number} : memref<?x{kind}>, {kind}",
                  f"%t{token + 3} = gpu.memcpy async [%t{token + 2}] %m{number}, %d{number} : memref<?x{kind}>, memref<?x{kind}>",
                  f"%t{token + 4} = gpu.dealloc async [%t{token + 3}] %d{number} : memref<?x{kind}>"]
        token += 4
    lines.append(f"gpu.wait [%t{token}]")
    arrays = [np.zeros(100, np.float32), np.zeros(33, np.float16), np.zeros(7, np.int32)]
    return Case("filled", "\n".join(lines), arrays, {0: np.full(100, 1.5), 1: np.full(33, -2.0), 2: np.full(7, 77)})


def joined():
    """Two streams, each with work of its own, and a third that waits for both."""
    launch = """
%t{0}4 = gpu.launch async [%t{0}3] blocks(%bx{0}, %by{0}, %bz{0}) in (%gx{0} = %c64, %gy{0} = %c1, %gz{0} = %c1)
    threads(%tx{0}, %ty{0}, %tz{0}) in (%sx{0} = %c64, %sy{0} = %c1, %sz{0} = %c1) {{
  %base = arith.muli %bx{0}, %c64 : index
  %i = arith.addi %base, %tx{0} : index
  %x = memref.load %a{0}[%i] : memref<?xi32>
  %y = arith.{1} %x, %x : i32
  memref.store %y, %a{0}[%i] : memref<?xi32>
  gpu.terminator
}}"""
    lines = ["%n = memref.dim %m0, %c0 : memref<?xi32>"]
    for chain, op in (("1", "muli"), ("2", "addi")):
        lines += [f"%t{chain}1 = gpu.wait async", f"%a{chain}, %t{chain}2 = gpu.alloc async [%t{chain}1] (%n) : memref<?xi32>",
                  f"%t{chain}3 = gpu.memcpy async [%t{chain}2] %a{chain}, %m{int(chain) - 1} : memref<?xi32>, memref<?xi32>",
                  launch.format(chain, op)]
    lines.append("""
%both = gpu.wait async [%t14, %t24]
%last = gpu.launch async [%both] blocks(%bx, %by, %bz) in (%gx = %c64, %gy = %c1, %gz = %c1)
    threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
  %base = arith.muli %bx, %c64 : index
  %i = arith.addi %base, %tx : index
  %x = memref.load %a1[%i] : memref<?xi32>
  %y = memref.load %a2[%i] : memref<?xi32>
  %z = arith.subi %x, %y : i32
  memref.store %z, %a1[%i] : memref<?xi32>
  gpu.terminator
}
%copied = gpu.memcpy async [%last] %m2, %a1 : memref<?xi32>, memref<?xi32>
%free1 = gpu.dealloc async [%copied] %a1 : memref<?xi32>
%free2 = gpu.dealloc async [%free1] %a2 : memref<?xi32>
gpu.wait [%free2]""")
    a, b = np.arange(4096, dtype=np.int32), np.arange(4096, dtype=np.int32)[::-1].copy()
    return Case("joined", "\n".join(lines), [a, b, np.zeros(4096, np.int32)], {2: a * a - 2 * b})


def on_device(kinds, sizes, launch):
    """A body that copies all arrays to the device and back; `launch` has them as %d0, %d1 ..."""
    lines, token = ["%t0 = gpu.wait async"], 0
    for i, (kind, size) in enumerate(zip(kinds, sizes)):
        lines += [f"%n{i} = arith.constant {size} : index", f"%d{i}, %t{token + 1} = gpu.alloc async [%t{token}] (%n{i}) : memref<?x{kind}>",
                  f"%t{token + 2} = gpu.memcpy async [%t{token + 1}] %d{i}, %m{i} : memref<?x{kind}>, memref<?x{kind}>"]
        token += 2
    lines += [f"gpu.wait [%t{token}]", launch, "%b0 = gpu.wait async"]
    token = 0
    for i, kind in enumerate(kinds):
        lines += [f"%b{token + 1} = gpu.memcpy async [%b{token}] %m{i}, %d{i} : memref<?x{kind}>, memref<?x{kind}>",
                  f"%b{token + 2} = gpu.dealloc async [%b{token + 1}] %d{i} : memref<?x{kind}>"]
        token += 2
    return "\n".join([*lines, f"gpu.wait [%b{token}]"])


def launch_of(threads, body, blocks="%c1", more=""):
    return (f"gpu.launch {more}blocks(%bx, %by, %bz) in (%gx = {blocks}, %gy = %c1, %gz = %c1)\n"
            f"    threads(%tx, %ty, %tz) in (%sx = {threads}, %sy = %c1, %sz = %c1) {{\n{body}\n  gpu.terminator\n}}")


def matrix():
    """A product of tiles by one warp, then every element doubled and a constant added."""
    a, b, c = (np.random.default_rng(i).standard_normal((16, 16)).astype(kind)
               for i, kind in enumerate((np.float16, np.float16, np.float32)))
    view = "%v{0} = memref.reinterpret_cast %d{0} to offset: [0], sizes: [16, 16], strides: [16, 1] : memref<?x{1}> to memref<16x16x{1}>"
    body = """
  %a = gpu.subgroup_mma_load_matrix %v0[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
  %b = gpu.subgroup_mma_load_matrix %v1[%c0, %c0] {leadDimension = 16 : index, transpose} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
  %c = gpu.subgroup_mma_load_matrix %v2[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
  %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  %two = arith.constant 2.0 : f32
  %twos = gpu.subgroup_mma_constant_matrix %two : !gpu.mma_matrix<16x16xf32, "COp">
  %e = gpu.subgroup_mma_elementwise mulf %d, %twos : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  %f = gpu.subgroup_mma_elementwise addf %e, %twos : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  gpu.subgroup_mma_store_matrix %f, %v2[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32>"""
    views = "\n".join(view.format(i, kind) for i, kind in enumerate(("f16", "f16", "f32")))
    text = on_device(("f16", "f16", "f32"), (256, 256, 256), views + "\n" + launch_of("%c32", body))
    expected = 2 * (a.astype(float) @ b.T.astype(float) + c) + 2
    return Case("matrix", text, [a, b, c], {2: expected}, tolerance=1e-3)


def lanes():
    """Sums over a warp by redux, shuffles of every mode, and ids."""
    body = """
  %x = memref.load %d0[%tx] : memref<?xi32>
  %sum = gpu.subgroup_reduce add %x uniform : (i32) -> i32
  %width = arith.constant 32 : i32
  %one = arith.constant 1 : i32
  %next, %is = gpu.shuffle xor %x, %one, %width : i32
  %lane = gpu.lane_id
  %warp = gpu.subgroup_id : index
  %l = arith.index_cast %lane : index to i32
  %w = arith.index_cast %warp : index to i32
  %s0 = arith.muli %next, %l : i32
  %s1 = arith.addi %s0, %w : i32
  memref.store %sum, %d1[%tx] : memref<?xi32>
  memref.store %s1, %d2[%tx] : memref<?xi32>"""
    x = (np.arange(64, dtype=np.int32) * 7) % 31
    sums = np.repeat(x.reshape(2, 32).sum(1), 32)
    others = x.reshape(32, 2)[:, ::-1].reshape(-1) * (np.arange(64) % 32) + np.arange(64) // 32
    text = on_device(("i32", "i32", "i32"), (64, 64, 64), launch_of("%c64", body))
    return Case("lanes", text, [x, np.zeros(64, np.int32), np.zeros(64, np.int32)], {1: sums, 2: others},
                by_passes("convert-gpu-to-nvvm{has-redux=true}"))


def shared():
    """Elements in reverse, by way of static and dynamic workgroup memory."""
    body = """
  %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  %part = memref.view %bytes[%c256][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<128xf32, #gpu.address_space<workgroup>>
  %x = memref.load %d0[%tx] : memref<?xf32>
  memref.store %x, %part[%tx] : memref<128xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %last = arith.constant 127 : index
  %i = arith.subi %last, %tx : index
  %y = memref.load %part[%i] : memref<128xf32, #gpu.address_space<workgroup>>
  memref.store %y, %d0[%tx] : memref<?xf32>"""
    launch = launch_of("%c128", body).replace("%sz = %c1) {", "%sz = %c1) dynamic_shared_memory_size %size {")
    x = np.arange(128, dtype=np.float32)
    return Case("shared", on_device(("f32",), (128,), "%size = arith.constant 768 : i32\n" + launch), [x], {0: x[::-1]})


def clusters():
    """Blocks tell their place in a cluster."""
    body = """
  %rank = gpu.cluster_block_id x
  %cluster = gpu.cluster_id x
  %blocks = gpu.cluster_dim_blocks x
  %a = arith.muli %cluster, %c16 : index
  %b = arith.addi %a, %rank : index
  %c = arith.muli %b, %c16 : index
  %d = arith.addi %c, %blocks : index
  %e = arith.index_cast %d : index to i32
  memref.store %e, %d0[%bx] : memref<?xi32>"""
    launch = launch_of("%c32", body, "%c8", "clusters(%cx, %cy, %cz) in (%kx = %c2, %ky = %c1, %kz = %c1) ")
    expected = [(block // 2 * 16 + block % 2) * 16 + 2 for block in range(8)]
    return Case("clusters", on_device(("i32",), (8,), launch), [np.zeros(8, np.int32)], {0: np.array(expected)})


def printed():
    body = """
  %i = arith.index_cast %tx : index to i32
  %x = memref.load %d0[%tx] : memref<?xf32>
  %y = arith.extf %x : f32 to f64
  gpu.printf "thread %d has %g\\n", %i, %y : i32, f64"""
    x = np.array([0.5, -2, 8], np.float32)
    lines = [f"thread {i} has {value:g}" for i, value in enumerate(x)]
    return Case("printed", on_device(("f32",), (3,), launch_of("%c3", body)), [x], {0: x}, printed=lines)


def functions():
    """Functions of f32 without a library of the device."""
    names = ("exp", "log", "sin", "cos", "tanh", "sqrt", "rsqrt", "erf", "atan", "log1p", "expm1", "cbrt")
    lines = ["  %x = memref.load %d0[%tx] : memref<?xf32>"]
    for i, name in enumerate(names):
        lines += [f"  %r{i} = math.{name} %x : f32", f"  %o{i} = arith.constant {i * 128} : index", f"  %p{i} = arith.addi %o{i}, %tx : index",
                  f"  memref.store %r{i}, %d1[%p{i}] : memref<?xf32>"]
    x = np.linspace(0.01, 6, 128).astype(np.float32)
    w = x.astype(np.float64)
    values = [np.exp(w), np.log(w), np.sin(w), np.cos(w), np.tanh(w), np.sqrt(w), 1 / np.sqrt(w), [erf(v) for v in w], np.arctan(w),
              np.log1p(w), np.expm1(w), np.cbrt(w)]
    # Each in units of its own largest element.
    text = on_device(("f32", "f32"), (128, 128 * len(names)), launch_of("%c128", "\n".join(lines)))
    return Case("functions", text, [x, np.zeros(128 * len(names), np.float32)], {1: np.concatenate(values)}, tolerance=1e-6)


def copied():
    """A tile by the copy engine, after a descriptor that the host makes."""
    space = "#gpu.address_space<workgroup>"
    barrier = "<memorySpace = #gpu.address_space<workgroup>>"
    tensor = f"!nvgpu.tensormap.descriptor<tensor = memref<8x64xf32, {space}>, swizzle = none, l2promo = none, oob = zero, interleave = none>"
    body = f"""
  %tile = memref.get_global @tile : memref<8x64xf32, {space}>
  %barrier = nvgpu.mbarrier.create -> {barrier}
  nvgpu.mbarrier.init %barrier[%c0], %c1 : {barrier}
  gpu.barrier
  %first = arith.cmpi eq, %tx, %c0 : index
  scf.if %first {{
    nvgpu.tma.async.load %map[%c64, %c8], %barrier[%c0] to %tile : {tensor}, {barrier} -> memref<8x64xf32, {space}>
    %bytes = arith.constant 2048 : index
    nvgpu.mbarrier.arrive.expect_tx %barrier[%c0], %bytes : {barrier}
  }}
  %ticks = arith.constant 10000000 : index
  %phase = arith.constant false
  nvgpu.mbarrier.try_wait.parity %barrier[%c0], %phase, %ticks : {barrier}
  scf.for %r = %c0 to %c8 step %c1 {{
    %x = memref.load %tile[%r, %tx] : memref<8x64xf32, {space}>
    %row = arith.muli %r, %c64 : index
    %i = arith.addi %row, %tx : index
    memref.store %x, %d1[%i] : memref<?xf32>
  }}"""
    host = f"""
%matrix = memref.reinterpret_cast %d0 to offset: [0], sizes: [32, 128], strides: [128, 1] : memref<?xf32> to memref<32x128xf32>
%any = memref.cast %matrix : memref<32x128xf32> to memref<*xf32>
%map = nvgpu.tma.create.descriptor %any box[%c8, %c64] : memref<*xf32> -> {tensor}
%address = builtin.unrealized_conversion_cast %map : {tensor} to !llvm.ptr
"""
    constants = "".join(f"  %c{n} = arith.constant {n} : index\n" for n in (0, 1, 8, 64))
    extra = f"""gpu.module @kernels {{
memref.global "private" @tile : memref<8x64xf32, {space}> {{alignment = 128 : i64}}
gpu.func @copy(%address: !llvm.ptr, %d1: memref<?xf32>) kernel {{
  %map = builtin.unrealized_conversion_cast %address : !llvm.ptr to {tensor}
{constants}  %tx = gpu.thread_id x{body}
  gpu.return
}}
}}"""
    launch = f"gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%address : !llvm.ptr, %d1 : memref<?xf32>)"
    x = np.arange(32 * 128, dtype=np.float32)
    text = on_device(("f32", "f32"), (4096, 512), host + launch)
    return Case("copied", text, [x, np.zeros(512, np.float32)], {1: x.reshape(32, 128)[8:16, 64:128]}, extra=extra)


def warpgroups():
    """A product by wgmma of tiles that the copy engine brings, swizzled."""
    space = "#gpu.address_space<workgroup>"
    barrier = f"<memorySpace = {space}>"
    maps = [f"!nvgpu.tensormap.descriptor<tensor = memref<{rows}x64xf16, {space}>, swizzle = swizzle_128b, l2promo = none, oob = zero, "
            "interleave = none>" for rows in (128, 64)]
    tiles = [f"memref<{shape}xf16, {space}>" for shape in ("128x64", "64x128", "64x64")]
    sums = "<fragmented = vector<128x128xf32>>"
    constants = "".join(f"  %c{n} = arith.constant {n} : index\n" for n in (0, 1, 64, 16384, 24576, 32768))
    extra = f"""gpu.module @kernels {{
memref.global "private" @tiles : memref<32768xi8, {space}> {{alignment = 1024 : i64}}
gpu.func @multiply(%address0: !llvm.ptr, %address1: !llvm.ptr, %d2: memref<?xf32>) kernel {{
{constants}  %map0 = builtin.unrealized_conversion_cast %address0 : !llvm.ptr to {maps[0]}
  %map1 = builtin.unrealized_conversion_cast %address1 : !llvm.ptr to {maps[1]}
  %tx = gpu.thread_id x
  %bytes = memref.get_global @tiles : memref<32768xi8, {space}>
  %a = memref.view %bytes[%c0][] : memref<32768xi8, {space}> to {tiles[0]}
  %b = memref.view %bytes[%c16384][] : memref<32768xi8, {space}> to {tiles[1]}
  %b0 = memref.view %bytes[%c16384][] : memref<32768xi8, {space}> to {tiles[2]}
  %b1 = memref.view %bytes[%c24576][] : memref<32768xi8, {space}> to {tiles[2]}
  %barrier = nvgpu.mbarrier.create -> {barrier}
  nvgpu.mbarrier.init %barrier[%c0], %c1 : {barrier}
  gpu.barrier
  %first = arith.cmpi eq, %tx, %c0 : index
  scf.if %first {{
    nvgpu.mbarrier.arrive.expect_tx %barrier[%c0], %c32768 : {barrier}
    nvgpu.tma.async.load %map0[%c0, %c0], %barrier[%c0] to %a : {maps[0]}, {barrier} -> {tiles[0]}
    nvgpu.tma.async.load %map1[%c0, %c0], %barrier[%c0] to %b0 : {maps[1]}, {barrier} -> {tiles[2]}
    nvgpu.tma.async.load %map1[%c64, %c0], %barrier[%c0] to %b1 : {maps[1]}, {barrier} -> {tiles[2]}
  }}
  %ticks = arith.constant 10000000 : index
  %phase = arith.constant false
  nvgpu.mbarrier.try_wait.parity %barrier[%c0], %phase, %ticks : {barrier}
  %none = nvgpu.warpgroup.mma.init.accumulator -> {sums}
  %w0 = nvgpu.warpgroup.generate.descriptor %a, %map0 : {tiles[0]}, {maps[0]} -> <tensor = {tiles[0]}>
  %w1 = nvgpu.warpgroup.generate.descriptor %b, %map1 : {tiles[1]}, {maps[1]} -> <tensor = {tiles[1]}>
  %sums = nvgpu.warpgroup.mma %w0, %w1, %none {{transposeB}} : <tensor = {tiles[0]}>, <tensor = {tiles[1]}>, {sums} -> {sums}
  %result = memref.reinterpret_cast %d2 to offset: [0], sizes: [128, 128], strides: [128, 1] : memref<?xf32> to memref<128x128xf32>
  nvgpu.warpgroup.mma.store %sums, %result : {sums} to memref<128x128xf32>
  gpu.return
}}
}}"""
    host = ""
    for i, (rows, columns, box) in enumerate(((128, 64, "%c128, %c64"), (64, 128, "%c64, %c64"))):
        host += f"""
%matrix{i} = memref.reinterpret_cast %d{i} to offset: [0], sizes: [{rows}, {columns}], strides: [{columns}, 1] : memref<?xf16> to memref<{rows}x{columns}xf16>
%any{i} = memref.cast %matrix{i} : memref<{rows}x{columns}xf16> to memref<*xf16>
%map{i} = nvgpu.tma.create.descriptor %any{i} box[{box}] : memref<*xf16> -> {maps[i]}
%address{i} = builtin.unrealized_conversion_cast %map{i} : {maps[i]} to !llvm.ptr"""
    launch = """
gpu.launch_func @kernels::@multiply blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
    args(%address0 : !llvm.ptr, %address1 : !llvm.ptr, %d2 : memref<?xf32>)"""
    a, b = (np.random.default_rng(i).standard_normal(shape).astype(np.float16) for i, shape in enumerate(((128, 64), (64, 128))))
    text = on_device(("f16", "f16", "f32"), (8192, 8192, 16384), host + launch)
    expected = a.astype(float) @ b.astype(float)
    return Case("warpgroups", text, [a, b, np.zeros(16384, np.float32)], {2: expected}, tolerance=1e-5, extra=extra)


def cases():
    for kind in ("isa", "bin", "fatbin"):
        yield registered(f"registered_{kind}", pipeline(**{"cubin-format": kind}))
    for level in (0, 3):
        yield registered(f"registered_level_{level}", pipeline(**{"opt-level": level}))
    yield registered("registered_by_passes", by_passes())
    yield from (filled(), joined(), matrix(), lanes(), shared(), clusters(), printed(), functions(), copied(), warpgroups())


def main():
    folder = pathlib.Path(sys.argv[-1] if sys.argv[1] == "compile" else sys.argv[2]).resolve()
    if sys.argv[1] == "compile":
        build = pathlib.Path(sys.argv[2])
        place_runtime(build, folder)
        for case in cases():
            compile_library(build, folder, case.name, case.text(), *case.passes)
        return
    load_runtime(folder)
    chosen = [case for case in cases() if not sys.argv[3:] or any(name in case.name for name in sys.argv[3:])]
    is_right = run_cases([(case.name, lambda case=case: case.run(ctypes.CDLL(str(folder / f"lib{case.name}.so")))) for case in chosen])
    sys.exit(not is_right)


if __name__ == "__main__":
    main()
