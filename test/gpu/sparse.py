"""Runs host programs with sparse matrices, from the gpu dialect, on an NVIDIA GPU with cuSPARSE and cuSPARSELt.

  sparse.py compile BUILD FOLDER     where the compiler is: writes FOLDER/libsparse.so and the runtime beside it
  sparse.py run FOLDER [NAME...]     where the GPU is: needs NumPy; LD_LIBRARY_PATH names the folders of both libraries

Every case is a function that copies host arrays to the device, makes matrices of them, asks for the size of the buffer, multiplies
and copies the result back; what comes back must be what NumPy gives with dense matrices. Ends with 1 if something is wrong, also
if the runtime says anything on the standard error.
"""

import ctypes
import pathlib
import sys

import numpy as np
from host_programs import call, compare, compile_library, load_runtime, place_runtime, run_cases, widen

# Element types: NumPy's, what products of them are computed in, and the error allowed of the largest element.
TYPES = {
    "f64": (np.float64, "f64", 1e-12), "f32": (np.float32, "f32", 1e-5), "f16": (np.float16, "f32", 2e-2),
    "complex<f32>": (np.complex64, "complex<f32>", 1e-5), "complex<f64>": (np.complex128, "complex<f64>", 1e-12),
    "i8": (np.int8, "i32", 0), "i32": (np.int32, "i32", 0), "i64": (np.int64, None, None),
}
ROWS, COLUMNS, WIDTH, BLOCK = 36, 24, 20, 4  # of the sparse matrix, of the dense one, and of blocks


# --- host programs ---

class Program:
    """A function, op by op, in one stream."""

    def __init__(self, name):
        self.name, self.lines, self.arguments, self.count = name, ["%t0 = gpu.wait async"], [], 0

    def token(self):
        self.count += 1
        return f"%t{self.count - 1}", f"%t{self.count}"

    def op(self, text, results=""):
        """An op of the stream: NAME REST; `results` are names before its token."""
        old, new = self.token()
        op, _, rest = text.partition(" ")
        self.lines.append(f"{results + ', ' if results else ''}{new} = gpu.{op} async [{old}] {rest}")

    def line(self, text):
        self.lines.append(text)

    def wait(self):
        old, new = self.token()
        self.lines += [f"gpu.wait [{old}]", f"{new} = gpu.wait async"]

    def constant(self, name, value):
        self.line(f"%{name} = arith.constant {value} : index")

    def alloc(self, name, size, element):
        self.op(f"alloc (%{size}) : memref<?x{element}>", f"%{name}")

    def upload(self, name, element, count):
        """An argument %h_NAME and its copy %NAME on the device."""
        self.arguments.append(f"%h_{name}: memref<?x{element}>")
        self.constant(f"n_{name}", count)
        self.alloc(name, f"n_{name}", element)
        self.op(f"memcpy %{name}, %h_{name} : memref<?x{element}>, memref<?x{element}>")

    def download(self, name, element):
        self.op(f"memcpy %h_{name}, %{name} : memref<?x{element}>, memref<?x{element}>")

    def text(self):
        old, _ = self.token()
        body = "\n".join("  " + line for line in [*self.lines, f"gpu.wait [{old}]", "return"])
        return f"func.func @{self.name}({', '.join(self.arguments)}) attributes {{llvm.emit_c_interface}} {{\n{body}\n}}\n"


def dense(p, name, element, *sizes):
    """A dense vector or matrix %m_NAME over %NAME."""
    names = []
    for i, size in enumerate(sizes):
        p.constant(f"s_{name}{i}", size)
        names.append(f"%s_{name}{i}")
    indices = ", ".join(["index"] * len(sizes))
    p.op(f"create_dn_tensor %{name}, {', '.join(names)} : {indices} into memref<?x{element}>", f"%m_{name}")


# --- sparse matrices on the host ---

def sparse_array(rng, rows, columns, dtype):
    """About a quarter of the entries, and an empty row."""
    if np.dtype(dtype).kind == "i":
        values = rng.integers(-4, 5, (rows, columns))
    else:
        values = rng.standard_normal((rows, columns))
        if np.dtype(dtype).kind == "c":
            values = values + 1j * rng.standard_normal((rows, columns))
    values = values * (rng.random((rows, columns)) < 0.25)
    values[rows // 2] = 0
    return values.astype(dtype)


def dense_array(rng, shape, dtype):
    if np.dtype(dtype).kind == "i":
        return rng.integers(-4, 5, shape).astype(dtype)
    values = rng.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * rng.standard_normal(shape)
    return values.astype(dtype)


def compressed(a, index):
    rows, columns = np.nonzero(a)
    positions = np.searchsorted(rows, np.arange(a.shape[0] + 1)).astype(index)
    return [positions, columns.astype(index), a[rows, columns]]


def parts_of(kind, a, index):
    """The arrays of `a` in a format: those of positions and indices, then the values."""
    if kind == "coo":
        rows, columns = np.nonzero(a)
        return [rows.astype(index), columns.astype(index), a[rows, columns]]
    if kind == "csr":
        return compressed(a, index)
    if kind == "csc":
        return compressed(np.ascontiguousarray(a.T), index)
    blocks = a.reshape(a.shape[0] // BLOCK, BLOCK, a.shape[1] // BLOCK, BLOCK).transpose(0, 2, 1, 3)
    positions, columns, _ = compressed(np.abs(blocks).max(axis=(2, 3)) > 0, index)
    rows = np.repeat(np.arange(blocks.shape[0]), np.diff(positions))
    return [positions, columns, np.ascontiguousarray(blocks[rows, columns]).reshape(-1)]


def create(p, kind, name, parts, shape, index, element):
    """A sparse matrix %m_NAME of arrays that are uploaded."""
    counts = dict(zip("pqv", map(len, parts)))
    for letter, kind_of in (("p", index), ("q", index), ("v", element)):
        p.upload(f"{name}_{letter}", kind_of, counts[letter])
    for letter, size in zip("rcn", (*shape, counts["v"])):
        p.constant(f"{name}_{letter}", size)
    sizes = f"%{name}_r, %{name}_c, %{name}_n"
    if kind == "bsr":
        for letter, size in zip("rcn", (shape[0] // BLOCK, shape[1] // BLOCK, counts["q"])):
            p.constant(f"{name}_b{letter}", size)
        p.constant(f"{name}_b", BLOCK)
        sizes = f"%{name}_br, %{name}_bc, %{name}_bn, %{name}_b, %{name}_b"
    p.op(f"create_{kind} {sizes}, %{name}_p, %{name}_q, %{name}_v : memref<?x{index}>, memref<?x{index}>, memref<?x{element}>",
         f"%m_{name}")
    return list(parts)


# --- cases ---

def apply_mode(mode, a):
    return {"NON_TRANSPOSE": a, "TRANSPOSE": a.T, "CONJUGATE_TRANSPOSE": np.conj(a.T)}[mode]


def mode_text(mode):
    return "" if mode == "NON_TRANSPOSE" else "{" + mode + "}"


class Case:
    """`outputs` maps the number of an argument to what it must hold in the end."""

    def __init__(self, program, arrays, outputs, tolerance):
        self.program, self.arrays, self.outputs, self.tolerance = program, arrays, outputs, tolerance


def wide(a):
    return widen(a).reshape(a.shape)


def case_rng(name):
    return np.random.default_rng(list(name.encode()))


def multiply(name, kind, element, index, mode="NON_TRANSPOSE", result=None, columns=None):
    """y += op(A) x (SpMV) or C += op(A) B (SpMM)."""
    rng, result = case_rng(name), result or element
    (dtype, compute, tolerance), (result_dtype, _, _) = TYPES[element], TYPES[result]
    a = sparse_array(rng, ROWS, COLUMNS, dtype)
    op_a = apply_mode(mode, wide(a))
    shape = () if columns is None else (columns,)
    x, y = dense_array(rng, (op_a.shape[1], *shape), dtype), dense_array(rng, (op_a.shape[0], *shape), result_dtype)
    p = Program(name)
    arrays = create(p, kind, "a", parts_of(kind, a, TYPES[index][0]), a.shape, index, element)
    p.upload("x", element, x.size)
    p.upload("y", result, y.size)
    dense(p, "x", element, *x.shape)
    dense(p, "y", result, *y.shape)
    op, extra = ("spmv", "") if columns is None else ("spmm", ": index ")
    p.op(f"{op}_buffer_size %m_a{mode_text(mode)}, %m_x, %m_y {extra}into {compute}", "%size")
    p.alloc("buffer", "size", "i8")
    p.op(f"{op} %m_a{mode_text(mode)}, %m_x, %m_y, %buffer : memref<?xi8> into {compute}")
    for matrix in ("destroy_sp_mat %m_a", "destroy_dn_tensor %m_x", "destroy_dn_tensor %m_y"):
        p.op(matrix)
    p.download("y", result)
    finish(p, "buffer", "a_p", "a_q", "a_v", "x", "y", types=("i8", index, index, element, element, result))
    return Case(p, [*arrays, x, y], {4: op_a @ wide(x) + wide(y)}, tolerance)


def finish(p, *names, types):
    for name, element in zip(names, types):
        p.op(f"dealloc %{name} : memref<?x{element}>")


def sampled(name, element, index, mode):
    """C += (A op(B)) at the entries of C."""
    rng, (dtype, compute, tolerance) = case_rng(name), TYPES[element]
    a = dense_array(rng, (ROWS, WIDTH), dtype)
    b = dense_array(rng, (WIDTH, COLUMNS) if mode == "NON_TRANSPOSE" else (COLUMNS, WIDTH), dtype)
    c = sparse_array(rng, ROWS, COLUMNS, dtype)
    parts = parts_of("csr", c, TYPES[index][0])
    full = wide(a) @ apply_mode(mode, wide(b)) + wide(c)
    p = Program(name)
    arrays = create(p, "csr", "c", parts, c.shape, index, element)
    p.upload("a", element, a.size)
    p.upload("b", element, b.size)
    dense(p, "a", element, *a.shape)
    dense(p, "b", element, *b.shape)
    p.op(f"sddmm_buffer_size %m_a, %m_b{mode_text(mode)}, %m_c into {compute}", "%size")
    p.alloc("buffer", "size", "i8")
    p.op(f"sddmm %m_a, %m_b{mode_text(mode)}, %m_c, %buffer : memref<?xi8> into {compute}")
    for matrix in ("destroy_sp_mat %m_c", "destroy_dn_tensor %m_a", "destroy_dn_tensor %m_b"):
        p.op(matrix)
    p.download("c_v", element)
    finish(p, "buffer", "c_p", "c_q", "c_v", "a", "b", types=("i8", index, index, element, element, element))
    return Case(p, [*arrays, a, b], {2: full[np.nonzero(c)]}, tolerance)


def product(name, element):
    """C = A B, all of compressed rows; how many entries C has is only known on the device."""
    rng, (dtype, compute, tolerance) = case_rng(name), TYPES[element]
    a, b = sparse_array(rng, ROWS, COLUMNS, dtype), sparse_array(rng, COLUMNS, WIDTH, dtype)
    pattern = (np.abs(wide(a)) > 0).astype(int) @ (np.abs(wide(b)) > 0).astype(int)
    full = wide(a) @ wide(b)
    rows, columns = np.nonzero(pattern)
    positions = np.searchsorted(rows, np.arange(ROWS + 1)).astype(np.int32)
    memref = f"memref<?x{element}>"
    p = Program(name)
    arrays = create(p, "csr", "a", parts_of("csr", a, np.int32), a.shape, "i32", element)
    arrays += create(p, "csr", "b", parts_of("csr", b, np.int32), b.shape, "i32", element)
    p.upload("c_p", "i32", ROWS + 1)
    p.arguments += ["%h_q: memref<?xi32>", f"%h_v: {memref}", "%h_sizes: memref<?xindex>"]
    for constant, value in (("zero", 0), ("one", 1), ("two", 2)):
        p.constant(constant, value)
    p.alloc("no_q", "zero", "i32")
    p.alloc("no_v", "zero", element)
    p.alloc("no_b", "zero", "i8")
    p.op(f"create_csr %a_r, %b_c, %zero, %c_p, %no_q, %no_v : memref<?xi32>, memref<?xi32>, {memref}", "%m_c")
    p.op("spgemm_create_descr", "%d")
    for step, size, buffer in (("WORK_ESTIMATION", "size1", "buffer1"), ("COMPUTE", "size2", "buffer2")):
        call = f"spgemm_work_estimation_or_compute {{{step}}} %m_a, %m_b, %m_c, %d"
        p.op(f"{call}, %zero, %no_b : {compute} into memref<?xi8>", f"%{size}")
        p.alloc(buffer, size, "i8")
        p.op(f"{call}, %{size}, %{buffer} : {compute} into memref<?xi8>", f"%{size}_used")
    p.op("spmat_get_size %m_c", "%rows, %columns, %count")
    p.alloc("c_q", "count", "i32")
    p.alloc("c_v", "count", element)
    p.op(f"set_csr_pointers %m_c, %c_p, %c_q, %c_v : memref<?xi32>, memref<?xi32>, {memref}")
    p.op(f"spgemm_copy %m_a, %m_b, %m_c, %d : {compute}")
    p.op("spgemm_destroy_descr %d")
    for letter in "abc":
        p.op(f"destroy_sp_mat %m_{letter}")
    p.download("c_p", "i32")
    for letter, kind in (("q", "i32"), ("v", element)):
        p.line(f"%part_{letter} = memref.reinterpret_cast %h_{letter} to offset: [0], sizes: [%count], strides: [1] : "
               f"memref<?x{kind}> to memref<?x{kind}, strided<[1]>>")
        p.line(f"%flat_{letter} = memref.cast %part_{letter} : memref<?x{kind}, strided<[1]>> to memref<?x{kind}>")
        p.op(f"memcpy %flat_{letter}, %c_{letter} : memref<?x{kind}>, memref<?x{kind}>")
    for place, value in (("zero", "rows"), ("one", "columns"), ("two", "count")):
        p.line(f"memref.store %{value}, %h_sizes[%{place}] : memref<?xindex>")
    matrices = [f"{matrix}_{letter}" for matrix in "abc" for letter in "pqv"]
    finish(p, "buffer1", "buffer2", *matrices, types=("i8", "i8", *(["i32", "i32", element] * 3)))
    empty = [np.zeros(ROWS + 1, np.int32), np.zeros(rows.size, np.int32), np.zeros(rows.size, dtype), np.zeros(3, np.int64)]
    sizes = np.array([ROWS, WIDTH, rows.size])
    return Case(p, arrays + empty, {6: positions, 7: columns, 8: full[rows, columns], 9: sizes}, tolerance)


def pruned(a):
    """Of four neighbours in a row, the larger two."""
    groups = wide(a).reshape(-1, 4)
    small = np.argsort(np.abs(groups), axis=1, kind="stable")[:, :2]
    np.put_along_axis(groups, small, 0, axis=1)
    return groups.reshape(a.shape)


def structured(name, flag):
    """C += A B with two zeros in four in A."""
    rng, (m, k, n) = case_rng(name), (64, 32, 48)
    a, b, c = (dense_array(rng, shape, np.float16) for shape in ((m, k), (k, n), (m, n)))
    if flag == "NONE":
        a = pruned(a).astype(np.float16)
    p = Program(name)
    for letter, array in (("a", a), ("b", b), ("c", c)):
        p.upload(letter, "f16", array.size)
    for letter, size in (("m", m), ("k", k), ("n", n)):
        p.constant(letter, size)
    p.op(f"create_2to4_spmat {{{flag}}} %m, %k, %a : memref<?xf16>", "%m_a")
    dense(p, "b", "f16", k, n)
    dense(p, "c", "f16", m, n)
    p.op("spmm_buffer_size %m_a, %m_b, %m_c : index, index, index into f16", "%sizes:3")
    for i in range(3):
        p.line(f"%size{i} = arith.addi %sizes#{i}, %n : index  // never empty")
        p.alloc(f"buffer{i}", f"size{i}", "i8")
    p.op("spmm %m_a, %m_b, %m_c, %buffer0, %buffer1, %buffer2 : memref<?xi8>, memref<?xi8>, memref<?xi8> into f16")
    for matrix in ("destroy_sp_mat %m_a", "destroy_dn_tensor %m_b", "destroy_dn_tensor %m_c"):
        p.op(matrix)
    p.download("c", "f16")
    finish(p, "buffer0", "buffer1", "buffer2", "a", "b", "c", types=("i8", "i8", "i8", "f16", "f16", "f16"))
    return Case(p, [a, b, c], {2: pruned(a) @ wide(b) + wide(c)}, 2e-2)


def cases():
    modes = ("NON_TRANSPOSE", "TRANSPOSE", "CONJUGATE_TRANSPOSE")
    for kind in ("coo", "csr", "csc"):
        for element in ("f64", "f32", "complex<f64>"):
            for mode in modes[: 3 if element.startswith("complex") else 2]:  # only complex numbers have conjugates there
                name = f"{kind}_{element.replace('<', '_').strip('>')}_{mode.lower()}"
                yield multiply(f"spmv_{name}", kind, element, "i32", mode)
                yield multiply(f"spmm_{name}", kind, element, "i32", mode, columns=WIDTH)
    yield multiply("spmv_wide_indices", "csr", "f64", "i64")
    yield multiply("spmm_wide_indices", "csr", "f64", "i64", columns=WIDTH)
    yield multiply("spmv_halves", "csr", "f16", "i32")
    yield multiply("spmm_halves", "csr", "f16", "i32", columns=WIDTH)
    yield multiply("spmv_bytes", "csr", "i8", "i32", result="i32")
    yield multiply("spmm_bytes", "csr", "i8", "i32", result="i32", columns=WIDTH)
    for element in ("f32", "f64"):
        yield multiply(f"spmm_bsr_{element}", "bsr", element, "i32", columns=WIDTH)
        for mode in modes[:2]:
            yield sampled(f"sddmm_{element}_{mode.lower()}", element, "i32", mode)
        yield product(f"spgemm_{element}", element)
    for flag in ("NONE", "PRUNE_ONLY", "PRUNE_AND_CHECK"):
        yield structured(f"structured_{flag.lower()}", flag)


# --- compiling and running ---

def compile_all(build, folder):
    place_runtime(build, folder)
    text = "module attributes {gpu.container_module} {\n" + "".join(case.program.text() for case in cases()) + "}\n"
    compile_library(build, folder, "sparse", text, "--gpu-to-llvm", "--reconcile-unrealized-casts")


def run_case(library, case):
    """What is wrong, or None."""
    arrays = [np.array(array).reshape(-1) for array in case.arrays]
    _, complaint = call(getattr(library, f"_mlir_ciface_{case.program.name}"), arrays)
    if complaint:
        return complaint.strip().replace("\n", "; ")[:400]
    for place, expected in case.outputs.items():
        problem = compare(arrays[place], expected, case.tolerance)
        if problem:
            return f"argument {place}: {problem}"
    return None


def run_all(folder, names):
    runtime, library = load_runtime(folder), ctypes.CDLL(str(folder / "libsparse.so"))
    runtime.mgpuCreateSparseEnv()
    runtime.mgpuCreateSparseLtEnv()
    is_right = run_cases([(case.program.name, lambda case=case: run_case(library, case)) for case in cases()
                          if not names or any(name in case.program.name for name in names)])
    runtime.mgpuDestroySparseLtEnv()
    runtime.mgpuDestroySparseEnv()
    return is_right


def main():
    if sys.argv[1] == "compile":
        compile_all(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
    elif not run_all(pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:]):
        sys.exit(1)


if __name__ == "__main__":
    main()
