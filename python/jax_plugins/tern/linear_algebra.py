"""Linear algebra that the compiler does not do: by SciPy's LAPACK, as functions of the host that programs call.

Each function takes and gives arrays of NumPy for one matrix; `_over_batches` runs it over the leading dimensions. What fails is NaN, as
JAX has it on CPUs.
"""

import numpy as np

from . import host_calls


def _routine(name, *arrays):
    from scipy.linalg import lapack

    return lapack.get_lapack_funcs((name,), arrays)[0]


def _nans(like):
    return np.full_like(like, np.nan)


def _eig(a, *, compute_left_eigenvectors, compute_right_eigenvectors, **_):
    from scipy import linalg

    n, complex_type = a.shape[0], np.result_type(a.dtype, np.complex64)
    try:
        w, left, right = linalg.eig(a, left=True, right=True)
    except (linalg.LinAlgError, ValueError):
        w, left, right = (np.full(shape, np.nan) for shape in ((n,), (n, n), (n, n)))
    results = [w]
    if compute_left_eigenvectors:
        results.append(left)
    if compute_right_eigenvectors:
        results.append(right)
    return [result.astype(complex_type) for result in results]


def _schur(a, *, compute_schur_vectors, sort_eig_vals, **_):
    if sort_eig_vals:
        raise NotImplementedError("Schur forms with sorted eigenvalues are not computed; sort them afterwards")
    values = _routine("gees", a)(lambda *_: False, a, compute_v=compute_schur_vectors)
    t, vectors, info = values[0], values[-3], values[-1]
    results = [t, vectors] if compute_schur_vectors else [t]
    return results if info == 0 else [_nans(result) for result in results]


def _hessenberg(a, **_):
    if a.shape[0] < 2:
        return [a, np.zeros(max(a.shape[0] - 1, 0), a.dtype)]
    reduced, taus, info = _routine("gehrd", a)(a)
    return [reduced, taus] if info == 0 else [_nans(reduced), _nans(taus)]


def _tridiagonal(a, *, lower, **_):
    name = "hetrd" if np.iscomplexobj(a) else "sytrd"
    *results, info = _routine(name, a)(a, lower=lower)
    return results if info == 0 else [_nans(result) for result in results]


def _geqp3(a, jpvt, **_):
    factored, pivots, taus, _, _ = _routine("geqp3", a)(a)
    return [factored, pivots.astype(jpvt.dtype), taus]


def _tridiagonal_solve(dl, d, du, b, *, perturb_singular=False, **_):
    solve = _routine("gtsv", d, b)
    if d.shape[0] == 1:
        solution, info = b / d[:, None], int(d[0] == 0)
    else:
        *_, solution, info = solve(dl[1:], d, du[:-1], b)
    if info and perturb_singular:
        scale = max(np.abs(x).max(initial=0) for x in (dl, d, du)) or 1
        step = np.asarray(np.finfo(d.dtype).eps * scale, d.dtype)
        return _tridiagonal_solve(dl, np.where(np.abs(d) < step, step, d), du, b)
    return [solution if info == 0 else _nans(b)]


# By the names of JAX's primitives: the function, and how many dimensions a matrix or vector of each argument has.
_FUNCTIONS = {
    "eig": (_eig, (2,)),
    "schur": (_schur, (2,)),
    "hessenberg": (_hessenberg, (2,)),
    "tridiagonal": (_tridiagonal, (2,)),
    "geqp3": (_geqp3, (2, 1)),
    "tridiagonal_solve": (_tridiagonal_solve, (1, 1, 1, 2)),
}


def _over_batches(function, ranks, result_avals, params):
    def call(*arrays):
        results = [np.empty(aval.shape, aval.dtype) for aval in result_avals]
        batch = arrays[0].shape[: arrays[0].ndim - ranks[0]]
        for index in np.ndindex(*batch):
            parts = [array[index] for array in arrays]
            is_empty = any(part.size == 0 for part in parts)
            values = results if is_empty else function(*parts, **params)
            for result, value in zip(results, values):
                if not is_empty:
                    result[index] = value
        return results

    return call


def _lowering(function, ranks):
    def lower(ctx, *operands, **params):
        call = _over_batches(function, ranks, ctx.avals_out, params)
        return host_calls.emit(ctx, call, operands, ctx.avals_in, ctx.avals_out, has_side_effect=False)

    return lower


def register(platform: str) -> None:
    """Registers the functions with JAX for `platform`."""
    from jax._src.interpreters import mlir
    from jax._src.lax import linalg

    for name, (function, ranks) in _FUNCTIONS.items():
        primitive = getattr(linalg, f"{name}_p", None)
        if primitive is not None:
            mlir.register_lowering(primitive, _lowering(function, ranks), platform=platform, cacheable=False)
