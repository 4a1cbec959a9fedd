"""Calls of LAPACK's functions, as JAX exports them, against their definitions in NumPy.

usage: lapack_calls.py [FUNCTION...]    environment: TERN_RUN, TERN_DEVICE (default cpu)
Every case is a program of one call on random matrices; what it returns must be what the function promises: P A = L U,
A = Q R with orthogonal columns, A V = V diag(w) with ascending w, A = U diag(s) V*.
"""

import os
import subprocess
import sys
import tempfile

import numpy as np

RNG = np.random.default_rng(11)
LETTERS = {"s": ("f32", np.float32), "d": ("f64", np.float64), "c": ("complex<f32>", np.complex64),
           "z": ("complex<f64>", np.complex128)}
TEXT = {np.dtype(numpy_type): text for text, numpy_type in LETTERS.values()} | {np.dtype(np.int32): "i32"}
SHAPES = [(1, 1), (4, 4), (5, 3), (3, 5), (2, 3, 6, 2), (2, 4, 4)]
SQUARES = [(1, 1), (5, 5), (2, 3, 4, 4)]
if os.environ.get("TERN_DEVICE", "cpu") == "vulkan":  # whose compilers take a second for each of these loops
    SHAPES, SQUARES = [(5, 3), (2, 2, 4)], [(2, 4, 4)]


def sample(shape, dtype):
    values = RNG.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * RNG.standard_normal(shape)
    return values.astype(dtype)


def adjoint(a):
    return np.conj(np.swapaxes(a, -1, -2))


def tensor(shape, dtype):
    return "tensor<" + "".join(f"{size}x" for size in shape) + TEXT[np.dtype(dtype)] + ">"


def real_of(dtype):
    return np.zeros(1, dtype).real.dtype


def call(name, inputs, outputs, options=""):
    """Runs a call; `outputs` is a list of (shape, type)."""
    types = [tensor(a.shape, a.dtype) for a in inputs]
    results = [tensor(shape, dtype) for shape, dtype in outputs]
    args = ", ".join(f"%arg{i}: {t}" for i, t in enumerate(types))
    names = ", ".join(f"%0#{i}" for i in range(len(results))) if len(results) > 1 else "%0"
    text = (f"func.func @main({args}) -> ({', '.join(results)}) {{\n  %0{':' + str(len(results)) if len(results) > 1 else ''} = "
            f"stablehlo.custom_call @{name}({', '.join(f'%arg{i}' for i in range(len(types)))}) "
            f"{{mhlo.backend_config = {{{options}}}}} : ({', '.join(types)}) -> ({', '.join(results)})\n"
            f"  return {names} : {', '.join(results)}\n}}\n")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "call.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        command = [os.environ["TERN_RUN"], path, f"--device={os.environ.get('TERN_DEVICE', 'cpu')}"]
        for i, a in enumerate(inputs):
            np.save(f"{folder}/in{i}.npy", a)
            command.append(f"--input=@{folder}/in{i}.npy")
        command += [f"--output=@{folder}/out{i}.npy" for i in range(len(outputs))]
        subprocess.run(command, check=True, timeout=120)
        return [np.load(f"{folder}/out{i}.npy") for i in range(len(outputs))]


def expect(actual, expected):
    tolerance = 2e-4 if np.float32 in (real_of(actual.dtype), real_of(np.asarray(expected).dtype)) else 1e-10
    scale = max(1.0, np.abs(expected).max()) if expected.size else 1.0
    np.testing.assert_allclose(actual, expected, rtol=0, atol=tolerance * scale)


def batch_of(a):
    return a.shape[:-2]


def check_lu(a, factors, pivots, base):
    rows, columns = a.shape[-2:]
    count = min(rows, columns)
    lower = np.tril(factors[..., :, :count], -1) + np.eye(rows, count)
    product = lower @ np.triu(factors[..., :count, :])
    permuted = a.copy()
    for place in np.ndindex(batch_of(a)):
        for k in range(count):
            p = pivots[place][k] - base
            permuted[place][[k, p]] = permuted[place][[p, k]]
    expect(product, permuted)
    bound = 2**0.5 if a.dtype.kind == "c" else 1  # of magnitudes where pivots are chosen by |re| + |im|
    assert np.abs(np.tril(factors, -1)).max(initial=0) <= bound + 1e-6, "a factor is larger than its pivot"
    return permuted


def getrf(letter, dtype):
    for shape in SHAPES:
        a, count = sample(shape, dtype), min(shape[-2:])
        outputs = [(shape, dtype), ((*shape[:-2], count), np.int32), (shape[:-2], np.int32)]
        factors, pivots, info = call(f"lapack_{letter}getrf_ffi", [a], outputs)
        check_lu(a, factors, pivots, 1)
        assert not info.any()
    a = sample((4, 4), dtype)
    a[:, 1] = 0
    assert call(f"lapack_{letter}getrf_ffi", [a], [((4, 4), dtype), ((4,), np.int32), ((), np.int32)])[2] == 2


def lu_decomposition(_, dtype):
    for shape in SHAPES:
        a, count = sample(shape, dtype), min(shape[-2:])
        outputs = [(shape, dtype), ((*shape[:-2], count), np.int32), ((*shape[:-2], shape[-2]), np.int32)]
        factors, pivots, permutation = call("LuDecomposition", [a], outputs)
        expect(np.take_along_axis(a, permutation[..., None], -2), check_lu(a, factors, pivots, 0))


def geqrf(letter, dtype):
    for shape in SHAPES:
        a, count = sample(shape, dtype), min(shape[-2:])
        packed, tau = call(f"lapack_{letter}geqrf_ffi", [a], [(shape, dtype), ((*shape[:-2], count), dtype)])
        for columns in {count, shape[-2]}:
            padded = np.zeros((*shape[:-1], columns), dtype)
            padded[..., :count] = packed[..., :count]
            name = f"lapack_{letter}{'orgqr' if letter in 'sd' else 'ungqr'}_ffi"
            q, = call(name, [padded, tau], [(padded.shape, dtype)])
            expect(adjoint(q) @ q, np.broadcast_to(np.eye(columns), (*shape[:-2], columns, columns)))
            expect(q @ np.triu(packed)[..., :columns, :], a)
    a = np.triu(sample((3, 3), dtype).real.astype(dtype))
    packed, tau = call("Qr", [a], [((3, 3), dtype), ((3,), dtype)])
    expect(packed, a)  # nothing is left to reflect
    expect(tau, np.zeros(3))
    expect(call("ProductOfElementaryHouseholderReflectors", [packed, tau], [((3, 3), dtype)])[0], np.eye(3))


def potrf(letter, dtype):
    for shape in SQUARES:
        for uplo in "LU":
            m = sample(shape, dtype)
            a = m @ adjoint(m) + np.eye(shape[-1], dtype=dtype)
            outputs = [(shape, dtype), (shape[:-2], np.int32)]
            factor, info = call(f"lapack_{letter}potrf_ffi", [a], outputs, f"uplo = {ord(uplo)} : ui8")
            half = np.tril(factor) if uplo == "L" else np.triu(factor)
            expect(factor - half, np.triu(a, 1) if uplo == "L" else np.tril(a, -1))  # the rest stays
            expect(half @ adjoint(half) if uplo == "L" else adjoint(half) @ half, a)
            assert not info.any()
    a = np.diag([4.0, 1.0, -1.0]).astype(dtype)
    assert call(f"lapack_{letter}potrf_ffi", [a], [((3, 3), dtype), ((), np.int32)], "uplo = 76 : ui8")[1] == 3
    singular = np.diag([1, 0, 1]).astype(dtype)  # a root of 0 is none to divide by
    assert call(f"lapack_{letter}potrf_ffi", [singular], [((3, 3), dtype), ((), np.int32)], f"uplo = {ord('L')} : ui8")[1] == 2


def empty(letter, dtype):
    for shape in [(0, 0), (3, 0, 0)]:
        potrf_outputs = [(shape, dtype), (shape[:-2], np.int32)]
        assert not call(f"lapack_{letter}potrf_ffi", [np.zeros(shape, dtype)], potrf_outputs, "uplo = 76 : ui8")[1].any()
        outputs = [(shape, dtype), (shape[:-1], real_of(dtype)), (shape[:-2], np.int32)]
        name = f"lapack_{letter}{'syevd' if letter in 'sd' else 'heevd'}_ffi"
        assert not call(name, [np.zeros(shape, dtype)], outputs)[2].any()
    outputs = [((4, 0), dtype), ((0,), np.int32), ((), np.int32)]
    assert call(f"lapack_{letter}getrf_ffi", [np.zeros((4, 0), dtype)], outputs)[2] == 0


def trsm(letter, dtype):
    for shape in SQUARES:
        for side, uplo, trans, diag in ((s, u, t, d) for s in "LR" for u in "LU" for t in "NTC" for d in "NU"):
            n = shape[-1]
            a = sample(shape, dtype) / n + 2 * np.eye(n, dtype=dtype)
            b = sample((*shape[:-2], *((n, 2) if side == "L" else (2, n))), dtype)
            options = ", ".join(f"{key} = {ord(value)} : ui8" for key, value in
                                (("diag", diag), ("side", side), ("trans_x", trans), ("uplo", uplo)))
            x, = call(f"lapack_{letter}trsm_ffi", [a, b], [(b.shape, dtype)], options)
            m = np.tril(a) if uplo == "L" else np.triu(a)
            if diag == "U":
                m = np.where(np.eye(n, dtype=bool), np.ones((), dtype), m)
            m = {"N": m, "T": np.swapaxes(m, -1, -2), "C": adjoint(m)}[trans]
            expect(m @ x if side == "L" else x @ m, b)


def syevd(letter, dtype):
    for shape in [*SQUARES, (12, 12)]:
        for uplo in "LU":
            m = sample(shape, dtype)
            a = m + adjoint(m)
            given = np.tril(a) if uplo == "L" else np.triu(a)  # the other triangle is not looked at
            name = f"lapack_{letter}{'syevd' if letter in 'sd' else 'heevd'}_ffi"
            outputs = [(shape, dtype), (shape[:-1], real_of(dtype)), (shape[:-2], np.int32)]
            v, w, info = call(name, [given], outputs, f"mode = 86 : ui8, uplo = {ord(uplo)} : ui8")
            expect(a @ v, v * w[..., None, :])
            expect(adjoint(v) @ v, np.broadcast_to(np.eye(shape[-1]), shape))
            assert (np.diff(w, axis=-1) >= 0).all() and not info.any()
    a = np.array([[2, 1], [1, 2]], dtype)
    expect(call("Eigh", [a], [((2, 2), dtype), ((2,), real_of(dtype))])[1], np.array([1.0, 3.0]))


def gesdd(letter, dtype):
    for shape in [*SHAPES, (12, 7)]:
        m, n = shape[-2:]
        k, batch = min(m, n), shape[:-2]
        deficient = sample(shape, dtype)
        deficient[..., 0] = deficient[..., -1]
        for a in (sample(shape, dtype), deficient, np.zeros(shape, dtype)):
            for mode in "AS":
                columns, rows = (m, n) if mode == "A" else (k, k)
                outputs = [(shape, dtype), ((*batch, k), real_of(dtype)), ((*batch, m, columns), dtype),
                           ((*batch, rows, n), dtype), (batch, np.int32)]
                _, s, u, v, info = call(f"lapack_{letter}gesdd_ffi", [a], outputs, f"mode = {ord(mode)} : ui8")
                expect((u[..., :k] * s[..., None, :]) @ v[..., :k, :], a)
                expect(adjoint(u) @ u, np.broadcast_to(np.eye(columns), (*batch, columns, columns)))
                expect(v @ adjoint(v), np.broadcast_to(np.eye(rows), (*batch, rows, rows)))
                assert (np.diff(s, axis=-1) <= 0).all() and (s >= 0).all() and not info.any()


FUNCTIONS = {f.__name__: f for f in (getrf, lu_decomposition, geqrf, potrf, trsm, syevd, gesdd, empty)}


def main():
    for name in sys.argv[1:] or FUNCTIONS:
        # Devices need not have 64-bit floats, and loops of a graphics device are long to compile.
        letters = "s" if os.environ.get("TERN_DEVICE", "cpu") == "vulkan" else "sdcz"
        for letter in letters:
            if name != "trsm" or letter in "sz":
                FUNCTIONS[name](letter, LETTERS[letter][1])
        print(f"{name}: right for {', '.join(letters)}")


if __name__ == "__main__":
    main()
